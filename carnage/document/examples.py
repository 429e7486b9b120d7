"""Examples of play: a few activations or turns of a game that was really played, as its report tells them.

A page may not wait for a game to be played, so examples of the games that are shown most lie ready in
`tables/examples.json`, which `carnage example --ship` writes. Games with the same rules share an example.
"""

from __future__ import annotations

from functools import cache

import msgspec
from markupsafe import Markup

from carnage.catalog import TABLES
from carnage.document.parts import NOTHING, Part
from carnage.document.texts import inline_html
from carnage.document.typography import typographic
from carnage.ruleset import Ruleset
from carnage.wording import lower

NAME = "examples.json"


class Passage(msgspec.Struct, frozen=True):
    """What is told under one heading, and the tables whose rules did it, in the order in which they do."""

    heading: str
    lines: tuple[str, ...]
    tables: tuple[str, ...]


class Example(msgspec.Struct, frozen=True):
    """Passages that follow each other in one game between bots.

    `book` and `answers` say of which rules; `number` is which game of dice seed 0 it is, `event` the first
    event of the example, and `during` the heading of the round.
    """

    book: str
    answers: str
    number: int
    event: int
    during: str
    passages: tuple[Passage, ...]

    @property
    def key(self) -> tuple[str, str]:
        return self.book, self.answers


@cache
def shipped() -> dict[tuple[str, str], Example]:
    """The examples that lie ready, by book and answers."""
    written = (TABLES / NAME).read_bytes()
    return {each.key: each for each in msgspec.json.decode(written, type=tuple[Example, ...])}


def example(ruleset: Ruleset) -> Example | None:
    """The example that lies ready for a game with these rules, if there is one."""
    return shipped().get((ruleset.book.code, ruleset.answers))


def written(examples: tuple[Example, ...]) -> bytes:
    """Examples as their file has them, a line for each string."""
    return msgspec.json.format(msgspec.json.encode(examples), indent=1) + b"\n"


def part(ruleset: Ruleset, shown: Example) -> Part:
    """An example as a part of the rulebook, each passage with the titles of the rules that it goes by."""
    passages = shown.passages
    during = f", in {lower(shown.during)}" if shown.during != passages[0].heading else ""
    # Reports have printed apostrophes, and Markdown typed ones.
    opening = f"From a game between bots{during}, as its report tells it; in brackets the rules that did it."
    paragraphs, html = [opening], [_paragraph(opening)]
    for passage in passages:
        told = " ".join([f"**{passage.heading}.**", *map(str.strip, passage.lines)]).replace("’", "'")
        rules = [ruleset.book.table(id) for id in passage.tables]
        titles = f" *({', '.join(rule.title for rule in rules)})*" if rules else ""
        links = Markup(", ").join(
            Markup('<a href="#{}">{}</a>').format(rule.id, typographic(rule.title)) for rule in rules
        )
        paragraphs.append(told + titles)
        html.append(_paragraph(told, Markup(" <em>({})</em>").format(links) if rules else Markup()))
    return Part("example", "Example of Play", lambda: "\n\n".join(paragraphs), Markup("").join(html))


def _paragraph(told: str, more: Markup = NOTHING) -> Markup:
    return Markup("<p>{}{}</p>").format(inline_html(told), more)
