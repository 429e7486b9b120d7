"""Build the rules: one section for each table, in the order in which they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

from carnage.catalog import Option, Table
from carnage.catalog.rolls import Choice
from carnage.common.text_format import Number, uncapitalize
from carnage.rulebook.links import Linker, list_explained_ids
from carnage.rulebook.markdown import join_blocks, render_blocks, render_inline, render_markdown
from carnage.rulebook.model import Brief, Chapter, Figure, Section, WorkedExample
from carnage.rulebook.pictures import draw_figure
from carnage.rulebook.reasons import find_gloss, find_reason
from carnage.rulebook.text import TextFiller
from carnage.rulesets.house_rules import describe_value
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World

_BRIEF_HEADING = re.compile(r"([A-Z][A-Za-z '-]{2,18}): (?=\S)")
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z])")

Params = Mapping[str, Number]
TERRAIN = "terrain"


def build_chapters(
    ruleset: Ruleset, filler: TextFiller, linker: Linker, world: World | None = None
) -> tuple[tuple[Chapter, ...], tuple[Section, ...]]:
    """Return the chapters of a game and the rolls without effect in it."""
    builder = SectionBuilder(ruleset, filler, linker, world)
    tables = {table.id: table for table in ruleset.book.tables}
    chapters, unused = [], []
    for reading in ruleset.book.reading:
        built = [builder.build(tables[table_id]) for table_id in reading.tables]
        sections = tuple(section for section in built if section and section.is_used)
        unused += [section for section in built if section and not section.is_used]
        if sections:
            chapters.append(Chapter(reading.title, sections))
    return tuple(chapters), tuple(unused)


class SectionBuilder:
    """Build the sections of one game."""

    def __init__(
        self, ruleset: Ruleset, filler: TextFiller, linker: Linker, world: World | None = None
    ) -> None:
        self._ruleset, self._filler, self._linker = ruleset, filler, linker
        self._world = world

    def build(self, table: Table) -> Section | None:
        """Return the section of a table; None if the table is not rolled and has no effect in
        this game.
        """
        choice = self._ruleset.choice(table.id) if table.rolled else None
        option = choice.option if choice else None
        if not self._ruleset.uses(table, option):
            return _build_unused_section(table, choice) if choice else None
        params = choice.params if choice else table.params
        linked_ids = list_explained_ids(table)
        texts = list(self._list_body_texts(table, option, params))
        if not texts:
            return _build_unused_section(table, choice, is_absent=True) if choice else None
        body = self._build_body(texts, linked_ids, table.id)
        notes = tuple(self._build_notes(table, option, params, linked_ids))
        components = [*table.components, *(option.components if option else ())]
        aside = self._find_aside(table, option, params) if option else ""
        return Section(
            table=table,
            choice=choice,
            markdown="\n\n".join([*texts, *_list_examples(notes)]),
            body=body,
            notes=notes,
            aside=aside,
            effect=render_inline(aside),
            briefs=tuple(build_briefs(self._filler, table, option, params)),
            components=tuple(self._filler.fill(text, params) for text in components),
        )

    def _build_body(self, texts: Iterable[str], linked_ids: set[str], own_id: str) -> Markup:
        blocks: list[Markup] = []
        for text in texts:
            blocks += [
                self._linker.link(block, linked_ids, own_id) for block in render_blocks(text)
            ]
        return join_blocks(blocks)

    def _list_body_texts(
        self, table: Table, option: Option | None, params: Params
    ) -> Iterator[str]:
        """Return the texts of a section as Markdown: the table's, the option's, the list of
        rules.
        """
        if shared := self._filler.fill(table.text, params):
            yield shared
        if option and (text := self._fill_option(table, option, params)):
            # A label cannot stand inside a list or table.
            separator = "\n\n" if text.startswith(("- ", "1. ", "|")) else " "
            yield format_label(option.label) + separator + text
        rules = [rule for rule in table.rules if rule.applies_to(self._ruleset.traits)]
        filled = [
            (rule.label, self._filler.fill(rule.text, {**params, **rule.params})) for rule in rules
        ]
        lines = [f"**{label}.** {text}" for label, text in filled if text]
        if len(lines) == 1:
            yield lines[0]
        elif lines:
            yield "- " + "\n- ".join(lines)
        for rule in self._ruleset.book.house_rules:
            if rule.name.partition(".")[0] == table.id:
                yield f"*House rule: {describe_value(self._ruleset.book, rule)}.*"

    def _find_aside(self, table: Table, option: Option, params: Params) -> str:
        """Return the reason for an option and its gloss, or the first sentence of its effect."""
        reason = find_reason(self._ruleset, table.id, option.code)
        if reason is None:
            return cut_first_sentence(self._filler.fill(option.does, params))
        return f"{reason.why} {find_gloss(self._world, reason.gloss)}".strip()

    def _fill_option(self, table: Table, option: Option, params: Params) -> str:
        """Return the text of an option; of terrain that of the world's ground."""
        if table.id == TERRAIN and self._world is not None and self._world.battle is not None:
            return self._world.battle.ground
        return self._filler.fill(option.text, params)

    def _build_notes(
        self, table: Table, option: Option | None, params: Params, linked_ids: set[str]
    ) -> Iterator[Figure | WorkedExample]:
        entries = [*([option] if option else []), *table.rules]
        for entry in entries:
            if not entry.applies_to(self._ruleset.traits):
                continue
            if entry.picture:
                yield draw_figure(
                    self._ruleset.book, entry.picture, f"{table.id}-drawn", self._filler
                )
            for example in entry.example:
                case = {"given": example.given, "dice": example.dice, "choices": example.choices}
                # An option's numbers in this game are already among `params`.
                own = {} if entry is option else entry.params
                values = {**params, **own, **case, "then": example.then}
                if text := self._filler.fill(example.text, values):
                    html = self._linker.link(render_inline(text), linked_ids, table.id)
                    yield WorkedExample(text, html)


def build_briefs(
    filler: TextFiller, table: Table, option: Option | None, params: Params
) -> Iterator[Brief]:
    """Return the lines of a rule in the quick reference."""
    texts = [*([option.brief] if option else []), table.brief]
    for text in texts:
        if line := filler.fill(text, params):
            yield make_brief(table.title, line, table.id)


def make_brief(title: str, line: str, rule_id: str = "") -> Brief:
    """Return a line of the quick reference under its own heading, or under `title` if it has
    none.
    """
    if found := _BRIEF_HEADING.match(line):
        return Brief(found[1], line[found.end() :], rule_id)
    # "D6" and "NPCs" keep their capitals after a colon.
    keeps_capital = line[1:2].isupper() or line[1:2].isdigit()
    return Brief(title, line if keeps_capital else uncapitalize(line), rule_id)


def cut_first_sentence(text: str) -> str:
    """Return the text before the first full stop that another sentence follows."""
    return _SENTENCE_END.split(text, maxsplit=1)[0]


def format_label(label: str) -> str:
    """Return the label of an option as Markdown."""
    return f"**[{label}]**"


def _list_examples(notes: Iterable[Figure | WorkedExample]) -> Iterator[str]:
    for note in notes:
        if isinstance(note, WorkedExample):
            yield f"> **Example.** {note.markdown}"


def _build_unused_section(table: Table, choice: Choice, *, is_absent: bool = False) -> Section:
    body = render_markdown(format_label(choice.option.label))
    return Section(table, choice, body=body, is_used=False, is_absent=is_absent)


def collect_components(chapters: Iterable[Chapter]) -> list[str]:
    """Return the components that the rules need, in the order of the rules."""
    return [
        text for chapter in chapters for section in chapter.sections for text in section.components
    ]
