"""The rules themselves: one section for each table, in the order in which a book has them read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from markupsafe import Markup, escape

from carnage.catalog import Book, Option, Table
from carnage.catalog.traits import conditions
from carnage.document.crossings import crossings
from carnage.document.dependencies import dependencies, once
from carnage.document.drawing import svg
from carnage.document.own import picture
from carnage.document.parts import Chapter, Section, brief
from carnage.document.press import Once
from carnage.document.texts import fill, inline_html, list_to_html, to_html
from carnage.document.typography import typographic
from carnage.ruleset import Ruleset


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
    choice = ruleset.choice(table.id) if table.rolled else None
    used = ruleset.uses(table, choice.option if choice else None)
    if choice is None and not used:
        return ()
    traits, params = ruleset.traits, choice.params if choice else dict(table.params)
    option = choice.option if choice else None
    if not used:
        # All that is left of it is its roll.
        return (Section(table=table, choice=choice, markdown="", html=_unused(option), used=False),)
    seen: set[str] = set()

    def crossed(html: Markup) -> Markup:
        return Markup(crossings(ruleset.book).linked(html, ruleset, table, seen, words))

    shared = fill(table.text, params, ruleset)
    markdown = [shared] if shared else []
    html = [crossed(to_html(shared))] if shared else []
    aside = Markup()
    does = ""
    if choice and option:
        text = fill(option.text, params, ruleset)
        # A label cannot stand inside a list or a table, so before one it gets a paragraph of its own.
        starts_block = text.startswith(("- ", "1. ", "|"))
        markdown.append(f"**[{option.label}]**" + ("\n\n" if starts_block else " ") + text)
        label = _label(option)
        body = crossed(to_html(text))
        html.append(
            Markup(f"<p>{label}</p>\n{body}")
            if starts_block
            else Markup(str(body).replace("<p>", f"<p>{label} ", 1))
        )
    fitting = [rule for rule in table.rules if rule.fits(traits)]
    rules = [
        f"**{rule.label}.** {text}"
        for rule in fitting
        if (text := fill(rule.text, {**params, **rule.params}, ruleset))
    ]
    if rules:
        # A single rule is a paragraph: as a list it would run into a list above it.
        block = rules[0] if len(rules) == 1 else "\n".join([f"- {rule}" for rule in rules])
        markdown.append(block)
        html.append(crossed(to_html(block) if len(rules) == 1 or "\n\n" in block else list_to_html(rules)))
    for entry in (*([option] if option else []), *fitting):
        if entry.picture:
            html.append(_diagram(ruleset.book, table.id, entry.picture)(ruleset))
        for example in entry.example:
            case = {"given": example.given, "dice": example.dice, "choices": example.choices}
            worked = fill(example.text, {**params, **entry.params, **case, "then": example.then}, ruleset)
            if not worked:
                continue
            markdown.append(f"> **Example.** {worked}")
            told = crossed(inline_html(worked))
            html.append(Markup(f'<div class="example"><p><strong>Example.</strong> {told}</p></div>'))
    if choice and option:
        does = fill(option.does, params, ruleset)
        aside = Markup(f'<p class="does">{inline_html(first_sentence(does))}</p>')
    briefs = [*([option.brief] if option else []), table.brief]
    components = [*table.components, *(option.components if option else ())]
    return (
        Section(
            table=table,
            choice=choice,
            markdown="\n\n".join(markdown),
            html=Markup("\n".join(html)),
            does=does,
            aside=aside,
            briefs=tuple(
                brief(table.title, line, table.id) for text in briefs if (line := fill(text, params, ruleset))
            ),
            components=tuple(fill(text, params, ruleset) for text in components),
        ),
    )


# By book, section and picture, with the book, so that no other can come to have its id.
_diagrams: dict[tuple[int, str, str], tuple[Once[Markup], Book]] = {}


def _diagram(book: Book, anchor: str, name: str) -> Once[Markup]:
    """Draws this picture in the section of this id; to draw takes longer than all the rest of it."""
    place = id(book), anchor, name
    if place not in _diagrams:
        _diagrams[place] = once(book, partial(_drawn, anchor, name), [book.pictures[name]]), book
    return _diagrams[place][0]


def _drawn(anchor: str, name: str, ruleset: Ruleset) -> Markup:
    """A diagram, with what it shows in words."""
    shown = picture(name, ruleset)
    drawn = svg(
        shown.scene,
        f"{anchor}-drawn",
        marks=shown.marks,
        title=shown.title,
        desc=shown.title,
        grid=0,
        still=True,
    )
    return Markup('<figure class="diagram">{}<figcaption>{}</figcaption></figure>').format(
        Markup(drawn), typographic(shown.desc)
    )


def first_sentence(text: str) -> str:
    """What stands before the first full stop that another sentence follows."""
    return re.split(r"(?<=[.!?]) (?=[A-Z])", text, maxsplit=1)[0]


def _unused(option: Option | None) -> Markup:
    return Markup("<p>{}</p>").format(_label(option)) if option else Markup()


def _label(option: Option) -> Markup:
    return Markup(f'<strong class="option-label">[{escape(typographic(option.label))}]</strong>')


SectionOnce = Once[tuple[Section, ...]]


class Sections:
    """All sections of a book, each made once for every answer that it depends on.

    Which these are is another matter for each option of a table: one that asks about half the game must not
    have the others made anew for all that they never mention.
    """

    def __init__(self, book: Book) -> None:
        # Of each table, where its choice stands among a ruleset's and what makes its section by option.
        tables: dict[str, tuple[int, dict[str, SectionOnce]]] = {}
        for table in book.tables:
            rolled = table.options if table.rolled else ()
            options = {option.code: _section_once(book, table, option) for option in rolled}
            place = book.rolled.index(table) if table.rolled else -1
            tables[table.id] = place, options or {"": _section_once(book, table, None)}
        self._chapters = [(chapter.title, [tables[id] for id in chapter.tables]) for chapter in book.reading]

    def __call__(self, ruleset: Ruleset) -> tuple[tuple[Chapter, ...], tuple[Section, ...]]:
        """The chapters in the order in which they are read, without the sections that have no work in this
        game, and these."""
        rolled = [choice.option.code for choice in ruleset.choices]
        rolled.append("")  # the last, for tables without a roll
        chapters: list[Chapter] = []
        unused: list[Section] = []
        for title, tables in self._chapters:
            sections: list[Section] = []
            for at, by_option in tables:
                for each in by_option[rolled[at]](ruleset):
                    (sections if each.used else unused).append(each)
            if sections:
                chapters.append(Chapter(title, tuple(sections)))
        return tuple(chapters), tuple(unused)


def _section_once(book: Book, table: Table, option: Option | None) -> SectionOnce:
    said = list(texts(table, option))
    asked = conditions([table, *_entries(table, option)])
    given = option.gives if option else ()  # wherever it has any work
    hangs_on = dependencies(book, said).traits.union(asked, given)
    return once(
        book,
        partial(section, table, words=crossings(book).words(said, hangs_on)),
        [*said, *_pictures(book, table, option)],
        asked,
        [table.id] if table.rolled else [],
        digits=True,
    )


def _pictures(book: Book, table: Table, option: Option | None) -> list[str]:
    return [book.pictures[entry.picture] for entry in _entries(table, option) if entry.picture]
