"""The rules themselves: one section for each table, chapters as the book has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from carnage.catalog import Book, Option, Table
from carnage.catalog.traits import conditions
from carnage.document.dependencies import once
from carnage.document.parts import Brief, Chapter, Section
from carnage.document.press import Once
from carnage.document.texts import fill, inline_html, to_html
from carnage.ruleset import Ruleset

UNUSED = "Not used in this game."


def texts(table: Table, option: Option | None) -> Iterator[str]:
    """Every text that a section may print."""
    yield from (table.text, table.brief, *table.components)
    for entry in _entries(table, option):
        yield from (entry.text, entry.brief, entry.does, *entry.components)
        yield from (example.text for example in entry.example)


def _entries(table: Table, option: Option | None) -> tuple[Option, ...]:
    """A table's rules, and the option that was rolled."""
    return (*table.rules, *([option] if option else []))


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
        block = rules[0] if len(rules) == 1 else "\n".join(f"- {rule}" for rule in rules)
        markdown.append(block)
        html.append(to_html(block))
    for entry in (*([option] if option else []), *table.rules):
        for example in entry.example if ruleset.uses(table, entry) else ():
            case = {"given": example.given, "dice": example.dice, "choices": example.choices}
            worked = fill(example.text, {**params, **entry.params, **case, "then": example.then}, ruleset)
            if not worked:
                continue
            markdown.append(f"> **Example.** {worked}")
            html.append(
                Markup('<div class="example"><p><strong>Example.</strong> {}</p></div>').format(
                    inline_html(worked)
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
                Brief(table.title, line) for text in briefs if used and (line := fill(text, params, ruleset))
            ),
            components=tuple(fill(text, params, ruleset) for text in components) if used else (),
            used=used,
        ),
    )


SectionOnce = Once[tuple[Section, ...]]


class Sections:
    """All sections of a book, each made once for every answer that it depends on.

    Which these are is another matter for each option of a table: one that asks about half the game must not
    have the others made anew for all that they never mention.
    """

    def __init__(self, book: Book) -> None:
        # Of each table, where its choice stands among a ruleset's and what makes its section by option.
        self._chapters: dict[str, list[tuple[int, dict[str, SectionOnce]]]] = {}
        for table in book.tables:
            rolled = table.options if table.rolled else ()
            options = {option.code: _section_once(book, table, option) for option in rolled}
            place = book.rolled.index(table) if table.rolled else -1
            self._chapters.setdefault(table.chapter, []).append(
                (place, options or {"": _section_once(book, table, None)})
            )

    def chapters(self, ruleset: Ruleset) -> tuple[Chapter, ...]:
        """All chapters in the book's order."""
        rolled = [choice.option.code for choice in ruleset.choices]
        rolled.append("")  # the last, for tables without a roll
        return tuple(
            [
                Chapter(
                    title,
                    tuple([each for at, by_option in tables for each in by_option[rolled[at]](ruleset)]),
                )
                for title, tables in self._chapters.items()
            ]
        )


def _section_once(book: Book, table: Table, option: Option | None) -> SectionOnce:
    return once(
        book,
        partial(section, table),
        texts(table, option),
        conditions([table, *_entries(table, option)]),
        [table.id] if table.rolled else [],
        digits=True,
    )
