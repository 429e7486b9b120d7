"""A book read table by table: every option as in the commonest game, and what other rolls change in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from carnage.catalog import Book, Table
from carnage.catalog.mentions import asked_traits
from carnage.catalog.variants import Variant, variants
from carnage.document.texts import fill, inline_html, to_html
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.wording import Number


@dataclass(frozen=True, slots=True)
class Change:
    """What a text says instead if other tables rolled otherwise: `If …` or `Unless …`, then sentences."""

    when: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it reads in the commonest game, and its changes."""

    html: Markup
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A result of a rolled table."""

    variant: Variant
    text: Text
    does: Markup


@dataclass(frozen=True, slots=True)
class Question:
    """A table as the book's page prints it; without entries, a section that every game has."""

    table: Table
    number: int
    text: Text
    rules: tuple[tuple[str, Text], ...]
    results: tuple[Result, ...]


def questions(book: Book) -> dict[str, list[Question]]:
    """All tables by chapter, in the book's order."""
    reader = _Reader(book)
    chapters: dict[str, list[Question]] = {}
    number = 0
    for table in book.tables:
        number += table.rolled
        chapters.setdefault(table.chapter, []).append(reader.question(table, number if table.rolled else 0))
    return chapters


class _Reader:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.common = {table.id: _commonest(table) for table in book.rolled}

    def question(self, table: Table, number: int) -> Question:
        rules = tuple(
            (rule.label, self.text(rule.text, {**table.params, **rule.params}, {})) for rule in table.rules
        )
        results = tuple(self.result(table, variant) for variant in variants(table)) if table.rolled else ()
        return Question(table, number, self.text(table.text, table.params, {}), rules, results)

    def result(self, table: Table, variant: Variant) -> Result:
        rolled = {table.id: variant.lowest}
        params = {**table.params, **variant.option.params, **table.at.get(variant.rolls[0], {})}
        does = fill(variant.option.does, params, self.ruleset(rolled))
        return Result(variant, self.text(variant.option.text, params, rolled), inline_html(does))

    def ruleset(self, rolled: Mapping[str, str]) -> Ruleset:
        """The commonest game, but for these rolls."""
        digits = {**self.common, **rolled}
        return resolve(self.book, Seed("".join(digits[table.id] for table in self.book.rolled)))

    def text(self, text: str, params: Mapping[str, Number], rolled: dict[str, str]) -> Text:
        here = self.ruleset(rolled)
        plain = fill(text, params, here)
        changes = []
        for trait in sorted(asked_traits(text)):
            if f'has("{trait}")' not in text:
                continue  # it only turns inches into centimetres, which the conventions say once
            other = self.otherwise(trait, here, rolled)
            if other is None:
                continue
            said = _sentences(plain)
            instead = [sentence for sentence in _sentences(fill(text, params, other)) if sentence not in said]
            if instead:
                word = "Unless" if here.has(trait) else "If"
                sentences = " ".join(instead)
                changes.append(Change(f"{word} {self.book.traits[trait]}:", inline_html(sentences)))
        return Text(to_html(plain) if plain else Markup(), tuple(changes))

    def otherwise(self, trait: str, here: Ruleset, rolled: dict[str, str]) -> Ruleset | None:
        """The same game with this trait or without it, whichever it is not; None if no roll does that."""
        for table in self.book.rolled:
            if table.id in rolled:
                continue
            for variant in variants(table):
                other = self.ruleset({**rolled, table.id: variant.lowest})
                if other.has(trait) != here.has(trait):
                    return other
        return None


def _commonest(table: Table) -> str:
    """The roll of the result that most rolls give, the first such if there are several."""
    return max(variants(table), key=lambda variant: len(variant.rolls)).lowest


def _sentences(text: str) -> list[str]:
    """A Markdown text cut into sentences; rows of tables, which cannot stand alone, are left out."""
    lines = [re.sub(r"^(- |\d+\. )", "", line) for line in text.splitlines() if not line.startswith("|")]
    return [part for line in lines for part in re.split(r"(?<=[.;:!?])\s+(?=[A-Z*])", line) if part]
