"""Examples of play: a few activations or turns of a recorded game between bots, as its report tells
them.

Examples of the games that are shown most are recorded in `tables/examples.json` by `carnage example
--write-package-data`. `carnage.lab.play_examples` chooses those of other games when a reader wants
them. Games with the same rules share an example.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import msgspec
from markupsafe import Markup

from carnage.catalog import TABLES
from carnage.common.text_format import uncapitalize
from carnage.rulebook.example_text import simplify_report
from carnage.rulebook.markdown import render_inline
from carnage.rulebook.model import Part, Rulebook
from carnage.rulesets.ruleset import Ruleset

FILE_NAME = "examples.json"
EXAMPLE_ID = "example"
DEFAULT_BOT = "greedy"


class Passage(msgspec.Struct, frozen=True):
    """The report under one heading, and the tables whose rules were used, in their order."""

    heading: str
    lines: tuple[str, ...]
    tables: tuple[str, ...]


class Example(msgspec.Struct, frozen=True, omit_defaults=True):
    """Passages that follow each other in one game between bots.

    Attributes:
        book: The code of the book.
        answers: The ruleset's `rules_key`.
        number: The number of the game with dice seed 0.
        event: The number of the first event of the example.
        during: The heading of the round.
        bot: The bot that plays all seats.
    """

    book: str
    answers: str
    number: int
    event: int
    during: str
    passages: tuple[Passage, ...]
    bot: str = DEFAULT_BOT

    @property
    def key(self) -> tuple[str, str]:
        return self.book, self.answers


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule that a passage of the example used."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class PassageOfPlay:
    """A passage of the example as Markdown and as HTML, and the rules that it used."""

    markdown: str
    text: Markup
    rules: tuple[RuleLink, ...]


@dataclass(frozen=True, slots=True)
class ExampleOfPlay:
    """Passages from a game between bots; `round_title` is empty where the first passage names
    the round.
    """

    round_title: str
    passages: tuple[PassageOfPlay, ...]


@cache
def load_examples() -> dict[tuple[str, str], Example]:
    """Return the recorded examples by book and answers."""
    encoded = (TABLES / FILE_NAME).read_bytes()
    return {each.key: each for each in msgspec.json.decode(encoded, type=tuple[Example, ...])}


def find_example(ruleset: Ruleset) -> Example | None:
    """Return the example of a game with these rules, if one was recorded."""
    return load_examples().get((ruleset.book.code, ruleset.rules_key))


def encode_examples(examples: tuple[Example, ...]) -> bytes:
    """Return examples in the form of their file, a line for each string."""
    return msgspec.json.format(msgspec.json.encode(examples), indent=1) + b"\n"


def build_example(ruleset: Ruleset) -> Iterator[Part]:
    """Return the example of play, if one was recorded for these rules."""
    if example := find_example(ruleset):
        yield build_example_part(ruleset, example)


def has_example(rulebook: Rulebook) -> bool:
    """Return whether a rulebook contains an example of play."""
    return any(part.id == EXAMPLE_ID for part in rulebook.back)


def insert_example(rulebook: Rulebook, example: Example) -> Rulebook:
    """Return a rulebook with an example of play before the other parts after its rules."""
    part = build_example_part(rulebook.ruleset, example)
    return replace(rulebook, back=(part, *rulebook.back))


def build_example_part(ruleset: Ruleset, example: Example) -> Part:
    """Return an example as a part of a rulebook."""
    passages = tuple(_build_passage(ruleset, passage) for passage in example.passages)
    is_named = example.during != example.passages[0].heading
    round_title = uncapitalize(example.during) if is_named else ""
    return Part(
        EXAMPLE_ID, "Example of Play", "example_of_play", ExampleOfPlay(round_title, passages)
    )


def _build_passage(ruleset: Ruleset, passage: Passage) -> PassageOfPlay:
    # Reports are recorded with printed apostrophes, but Markdown is typed.
    text = " ".join([f"**{passage.heading}.**", *map(str.strip, passage.lines)]).replace("’", "'")
    tables = [ruleset.book.table(table_id) for table_id in passage.tables]
    rules = tuple(RuleLink(table.id, table.title) for table in tables)
    text = simplify_report(text)
    return PassageOfPlay(text, render_inline(text), rules)
