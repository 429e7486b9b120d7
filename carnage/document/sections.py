"""The rules themselves: one section for each table, in the order in which a book has them read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial

from markupsafe import Markup, escape

from carnage.catalog import Book, Option, Table
from carnage.catalog.rolls import marks_of
from carnage.catalog.traits import conditions
from carnage.document.crossings import Read, crossings
from carnage.document.dependencies import dependencies, once
from carnage.document.listed import Listed
from carnage.document.own import diagram
from carnage.document.parts import NOTHING, Chapter, Section, brief
from carnage.document.press import Once
from carnage.document.texts import fill, html_pieces, inline_html, text_of
from carnage.document.typography import typographic
from carnage.ruleset import Ruleset

MOST_READ = 5_000
MOST_MET_AGAIN = 25  # traits that a section may hang on for two games to have it in common, as a rule


def texts(table: Table, option: Option | None) -> Iterator[str]:
    """Every text that a section may print."""
    yield from (table.text, table.brief, *table.components)
    for entry in _entries(table, option):
        yield from (entry.text, entry.brief, entry.does, *entry.components)
        yield from (example.text for example in entry.example)


def _entries(table: Table, option: Option | None) -> tuple[Option, ...]:
    """A table's rules, and the option that was rolled."""
    return (*table.rules, *([option] if option else []))


def section(table: Table, ruleset: Ruleset, words: frozenset[str] | None = None) -> tuple[Section, ...]:
    """What this table says in this game; nothing if the game has no use for an unrolled section. Of the words
    of the glossary these are links in it, or all."""
    option = ruleset.choice(table.id).option if table.rolled else None
    return _Maker(ruleset.book, table, option, words)(ruleset)


class _Maker:
    """Makes the section of one table, under one of its options if it is rolled, in any game of a book.

    Where a section hangs on much, nearly every game has one of its own, out of texts that all have.
    """

    def __init__(
        self, book: Book, table: Table, option: Option | None, words: frozenset[str] | None = None
    ) -> None:
        self._book, self._table, self._option, self._words = book, table, option, words
        self._crossings = crossings(book)
        self._seen = self._crossings.of_table(table)
        text = partial(text_of, book)
        needed = [table, *([option] if option else [])]
        self._needs = marks_of(book, [trait for each in needed for trait in each.needs])
        self._unless = marks_of(book, [trait for each in needed for trait in each.unless])
        self._text = text(table.text)
        self._own = text(option.text) if option else None
        self._does = text(option.does) if option else None
        self._listed = Listed(book, table, words)
        # What has more than its text, with the marks of what it needs and has no work with.
        self._shown = [
            (entry, marks_of(book, entry.needs), marks_of(book, entry.unless))
            for entry in (*([option] if option else []), *table.rules)
            if entry.picture or entry.example
        ]
        self._reads: dict[str, tuple[Read, ...]] = {}
        self._briefs = [text(said) for said in (*([option.brief] if option else []), table.brief)]
        components = (*table.components, *(option.components if option else ()))
        self._components = [text(said) for said in components]

    def __call__(self, ruleset: Ruleset) -> tuple[Section, ...]:
        table, option = self._table, self._option
        choice = ruleset.choice(table.id) if table.rolled else None
        state = ruleset.state
        used = state & self._needs == self._needs and not state & self._unless
        if choice is None and not used:
            return ()
        if not used:
            # All that is left of it is its roll.
            return (Section(table=table, choice=choice, markdown="", html=_unused(option), used=False),)
        params = choice.params if choice else table.params
        seen = set(self._seen)
        markdown: list[str] = []
        html: list[str] = []
        if shared := self._text(params, ruleset):
            markdown.append(shared)
            html += self._crossed(self._read(shared), ruleset, seen)
        if self._own and option:
            text = self._own(params, ruleset)
            # A label cannot stand inside a list or a table, so before one it gets a paragraph of its own.
            starts_block = text.startswith(("- ", "1. ", "|"))
            markdown.append(f"**[{option.label}]**" + ("\n\n" if starts_block else " ") + text)
            label = _label(option)
            body = self._crossed(self._read(text), ruleset, seen)
            html.append(f"<p>{label}</p>" if starts_block else body.pop(0).replace("<p>", f"<p>{label} ", 1))
            html += body
        if runs := self._listed(ruleset):
            # A single rule is a paragraph: as a list it would run into a list above it.
            lines = [line for run, _ in runs for line in run.lines]
            block = lines[0] if len(lines) == 1 else "- " + "\n- ".join(lines)
            markdown.append(block)
            if len(lines) == 1 or "\n\n" in block:
                html += self._crossed(self._read(block), ruleset, seen)
            else:
                html.append("<ul>")
                for run, words in runs:
                    html += self._listed.crossed(run, words, ruleset, seen)
                html.append("</ul>")
        for entry, needs, unless in self._shown:
            if state & needs != needs or state & unless:
                continue
            if entry.picture:
                html.append(diagram(self._book, table.id, entry.picture)(ruleset))
            for example in entry.example:
                case = {"given": example.given, "dice": example.dice, "choices": example.choices}
                asked = {**params, **entry.params, **case, "then": example.then}
                worked = fill(example.text, asked, ruleset)
                if not worked:
                    continue
                markdown.append(f"> **Example.** {worked}")
                told = self._crossings.linked(inline_html(worked), ruleset, table.id, seen, self._words)
                html.append(f'<div class="example"><p><strong>Example.</strong> {told}</p></div>')
        does = self._does(params, ruleset) if self._does else ""
        return (
            Section(
                table=table,
                choice=choice,
                markdown="\n\n".join(markdown),
                html=Markup("\n".join(html)),
                does=does,
                aside=_aside(does) if option else NOTHING,
                briefs=tuple(
                    [
                        brief(table.title, line, table.id)
                        for text in self._briefs
                        if (line := text(params, ruleset))
                    ]
                ),
                components=tuple([text(params, ruleset) for text in self._components]),
            ),
        )

    def _read(self, text: str) -> tuple[Read, ...]:
        """Markdown of ours as HTML, in pieces, each with what it names."""
        reads = self._reads.get(text)
        if reads is None:
            if len(self._reads) >= MOST_READ:
                self._reads.clear()
            reads = self._reads[text] = tuple(map(self._crossings.read, html_pieces(text)))
        return reads

    def _crossed(self, reads: Iterable[Read], ruleset: Ruleset, seen: set[str]) -> list[str]:
        led, own, words = self._crossings.led, self._table.id, self._words
        return [led(read, ruleset, own, seen, words) if read.mentions else read.plain for read in reads]


@lru_cache(MOST_READ)
def _aside(does: str) -> Markup:
    """What an option does to the game, cut short."""
    return Markup(f'<p class="does">{inline_html(first_sentence(does))}</p>')


def first_sentence(text: str) -> str:
    """What stands before the first full stop that another sentence follows."""
    return re.split(r"(?<=[.!?]) (?=[A-Z])", text, maxsplit=1)[0]


def _unused(option: Option | None) -> Markup:
    return Markup("<p>{}</p>").format(_label(option)) if option else Markup()


def _label(option: Option) -> Markup:
    return _labelled(option.label)


@cache
def _labelled(label: str) -> Markup:
    return Markup(f'<strong class="option-label">[{escape(typographic(label))}]</strong>')


Rolled = dict["str | None", tuple[Section, ...]]
"""A table's sections in games in which they read alike, by the digits that it rolled; by None those that were
made first."""
SectionOnce = Once[Rolled]
_Kept = tuple[int, Callable[[int], "Rolled | None"], SectionOnce]


def _kept(section: SectionOnce) -> _Kept:
    """Where this section is looked up, and what makes it: a page has forty, and no time for calls."""
    return *section.look(), section


class Sections:
    """All sections of a book, each made once for every answer that it depends on, whatever digits give it.

    Which these are is another matter for each option of a table: one that asks about half the game must not
    have the others made anew for all that they never mention.
    """

    def __init__(self, book: Book) -> None:
        # Of each table, where its roll stands among a ruleset's, and where its sections are kept by roll.
        tables: dict[str, tuple[int, dict[str, _Kept]]] = {}
        for table in book.tables:
            if not table.rolled:
                tables[table.id] = -1, {"": _kept(_section_once(book, table, None))}
                continue
            options = {option.code: _kept(_section_once(book, table, option)) for option in table.options}
            by_roll = {f"{n:0{table.digits}}": options[each.code] for n, each in enumerate(table.rolls)}
            tables[table.id] = book.rolled.index(table), by_roll
        self._chapters = [(chapter.title, [tables[id] for id in chapter.tables]) for chapter in book.reading]

    def __call__(self, ruleset: Ruleset) -> tuple[tuple[Chapter, ...], tuple[Section, ...]]:
        """The chapters in the order in which they are read, without the sections that have no work in this
        game, and these."""
        rolls = (*ruleset.rolls, "")  # the last for tables without a roll
        state = ruleset.state
        chapters: list[Chapter] = []
        unused: list[Section] = []
        for title, tables in self._chapters:
            sections: list[Section] = []
            for at, by_roll in tables:
                roll = rolls[at]
                mask, look_up, once = by_roll[roll]
                alike = look_up(state & mask)
                if alike is None:
                    alike = once(ruleset)
                found = alike.get(roll)
                if found is None:
                    found = alike[roll] = tuple([each.rolled(ruleset.choices[at]) for each in alike[None]])
                if found:
                    (sections if found[0].used else unused).extend(found)
            if sections:
                chapters.append(Chapter(title, tuple(sections)))
        return tuple(chapters), tuple(unused)


def _section_once(book: Book, table: Table, option: Option | None) -> SectionOnce:
    said = list(texts(table, option))
    asked = conditions([table, *_entries(table, option)])
    given = option.gives if option else ()  # wherever it has any work
    hangs_on = dependencies(book, said).traits.union(asked, given)
    others = hangs_on - {*given, *table.needs}
    return once(
        book,
        partial(_first, _Maker(book, table, option, crossings(book).words(said, hangs_on))),
        [*said, *_pictures(book, table, option)],
        asked,
        [table.id] if table.rolled else [],
        rarely=len(others) > MOST_MET_AGAIN,
    )


def _first(make: _Maker, ruleset: Ruleset) -> Rolled:
    made = make(ruleset)
    return {None: made, **{each.digits: made for each in made}} if made else {None: (), "": ()}


def _pictures(book: Book, table: Table, option: Option | None) -> list[str]:
    return [book.pictures[entry.picture] for entry in _entries(table, option) if entry.picture]
