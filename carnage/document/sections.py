"""The rules themselves: one section for each table, chapters as the book has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from markupsafe import Markup

from carnage.catalog import Book, Option, Table
from carnage.document.parts import Brief, Chapter, Section
from carnage.document.press import Once, mustered, sized
from carnage.document.texts import asks, fill, inline_html, to_html
from carnage.ruleset import Ruleset

UNUSED = "Not used in this game."


def texts(table: Table, option: Option | None) -> Iterator[str]:
    """Every text that a section may print."""
    yield from (table.text, table.brief, *table.components)
    for entry in (*table.rules, *([option] if option else [])):
        yield from (entry.text, entry.brief, entry.does, *entry.components)
        yield from (example.text for example in entry.example)


def named_traits(written: Iterable[str]) -> frozenset[str]:
    """The traits that any of these texts asks about."""
    return frozenset(trait for text in written for trait in asks(text))


def depends(book: Book, table: Table, option: Option | None) -> frozenset[str]:
    """The traits that the section of this table depends on once this option is rolled."""
    named = {*table.needs, *table.unless} | named_traits(texts(table, option))
    for entry in (*table.rules, *([option] if option else [])):
        named |= {*entry.needs, *entry.unless}
    if "weapons" in named:
        named |= mustered(book)
    if "stats" in named:
        named |= {trait for stat in book.roster.stat for trait in stat.needs}
    return frozenset(named) - {"weapons", "stats"}


def section(table: Table, ruleset: Ruleset) -> tuple[Section, ...]:
    """What this table says in this game; nothing if the game has no use for an unrolled section."""
    choice = ruleset.choice(table.id) if table.rolled else None
    used = ruleset.uses(table, choice.option if choice else None)
    if choice is None and not used:
        return ()
    params = choice.params if choice else dict(table.params)
    option = choice.option if choice else None
    # A table without work in this game still says what was rolled; the rest would lead nowhere.
    shared = fill(table.text, params, ruleset) if used else ""
    markdown = [shared] if shared else []
    html = [to_html(shared)] if shared else []
    aside = Markup()
    does = ""
    if choice and option:
        text = fill(option.text, params, ruleset)
        # A label cannot stand inside a list or a table, so before one it gets a paragraph of its own.
        starts_block = text.startswith(("- ", "1. ", "|"))
        # Whoever hides what the options do must still see that this one has no work.
        idle = "" if used else f" *{UNUSED}*"
        markdown.append(f"**[{option.label}]**{idle}" + ("\n\n" if starts_block else " ") + text)
        label = Markup('<strong class="option-label">[{}]</strong>').format(option.label)
        label += Markup(" ") + inline_html(idle.strip()) if idle else ""
        body = to_html(text)
        html.append(
            Markup(f"<p>{label}</p>\n{body}")
            if starts_block
            else Markup(str(body).replace("<p>", f"<p>{label} ", 1))
        )
    rules = [
        f"**{rule.label}.** {text}"
        for rule in table.rules
        if ruleset.uses(table, rule) and (text := fill(rule.text, {**params, **rule.params}, ruleset))
    ]
    if rules:
        # A single rule is a paragraph: as a list it would run into a list above it.
        told = rules[0] if len(rules) == 1 else "\n".join(f"- {rule}" for rule in rules)
        markdown.append(told)
        html.append(to_html(told))
    for entry in (*([option] if option else []), *table.rules):
        for example in entry.example if ruleset.uses(table, entry) else ():
            case = {"given": example.given, "dice": example.dice, "choices": example.choices}
            told = fill(example.text, {**params, **entry.params, **case, "then": example.then}, ruleset)
            if not told:
                continue
            markdown.append(f"> **Example.** {told}")
            html.append(
                Markup('<div class="example"><p><strong>Example.</strong> {}</p></div>').format(
                    inline_html(told)
                )
            )
    if choice and option:
        does = fill(option.does, params, ruleset)
        unused = "" if used else f" {UNUSED}"
        markdown.append(f"> *Rolled {choice.digits}.{unused} {does}*")
        aside = Markup(
            '<p class="does"><span class="digits">Rolled {}.</span>{} <span class="does-text">{}</span></p>'
        ).format(choice.digits, unused, inline_html(does))
    briefs = [*([option.brief] if option else []), table.brief]
    components = [*table.components, *(option.components if option else ())]
    return (
        Section(
            table=table,
            choice=choice,
            markdown="\n\n".join(markdown),
            html=Markup("\n").join(html),
            does=does,
            aside=aside,
            briefs=tuple(
                Brief(table.title, told) for text in briefs if used and (told := fill(text, params, ruleset))
            ),
            components=tuple(fill(text, params, ruleset) for text in components) if used else (),
            used=used,
        ),
    )


def _hangs_on(book: Book, table: Table, option: Option | None) -> list[str]:
    """The tables whose answers a section shows: its own, and those that say who comes if it shows weapons."""
    own = [table.id] if table.rolled else []
    shows = "weapons" in named_traits(texts(table, option))
    return [*own, *[id for id in sized(book) if shows and id not in own]]


Made = Once[tuple[Section, ...]]


class Sections:
    """All sections of a book, each made once for every answer that it depends on.

    Which these are is another matter for each option of a table: one that asks about half the game must not
    have the others made anew for all that they never mention.
    """

    def __init__(self, book: Book) -> None:
        # Of each table, where its choice stands among a ruleset's and what makes its section by option.
        self._chapters: dict[str, list[tuple[int, dict[str, Made]]]] = {}
        for table in book.tables:
            options = (
                {option.code: _made(book, table, option) for option in table.options} if table.rolled else {}
            )
            place = book.rolled.index(table) if table.rolled else -1
            self._chapters.setdefault(table.chapter, []).append(
                (place, options or {"": _made(book, table, None)})
            )

    def chapters(self, ruleset: Ruleset) -> tuple[Chapter, ...]:
        """All chapters in the book's order."""
        rolled = [choice.option.code for choice in ruleset.choices]
        rolled.append("")  # the last, for tables without a roll
        return tuple(
            [
                Chapter(title, tuple([part for at, made in tables for part in made[rolled[at]](ruleset)]))
                for title, tables in self._chapters.items()
            ]
        )


def _made(book: Book, table: Table, option: Option | None) -> Made:
    return Once(
        book,
        partial(section, table),
        traits=depends(book, table, option),
        tables=_hangs_on(book, table, option),
        digits=True,
    )
