"""The tables of a book as its page shows them: every option, and the words that other rolls
change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from carnage.catalog import Book, Table
from carnage.catalog.template_names import list_named_traits
from carnage.catalog.traits import list_conditions
from carnage.catalog.variants import Variant, list_variants
from carnage.common.intervals import wilson
from carnage.common.text_format import Number, percent
from carnage.rulebook.links import link_titles
from carnage.rulebook.markdown import render_inline
from carnage.rulebook.sections import cut_first_sentence
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.books.text_diff import OtherText, mark_variants


@dataclass(frozen=True, slots=True)
class ResultView:
    """A result of a table: its rule, and its effect as a first line and the rest.

    Attributes:
        drawn: The share of games drawn, if it is unusual.
    """

    variant: Variant
    text: Markup
    line: Markup
    rest: Markup
    drawn: str  # how often games with it are often drawn, if that is unusual


@dataclass(frozen=True, slots=True)
class TableView:
    """A table on the page of its book; a section that every game has is without results."""

    table: Table
    number: int
    text: Markup
    rules: tuple[tuple[str, Markup], ...]
    results: tuple[ResultView, ...]


@cache
def build_table_views(book: Book) -> dict[str, list[TableView]]:
    """Return all tables by chapter, in the book's order."""
    reader = _ViewBuilder(book)
    chapters: dict[str, list[TableView]] = {}
    number = 0
    for table in book.tables:
        number += table.rolled
        chapters.setdefault(table.chapter, []).append(
            reader.question(table, number if table.rolled else 0)
        )
    return chapters


MIN_DRAWN_SHARE = 0.1  # of rulesets that are often drawn, of which nothing is said


class _ViewBuilder:
    def __init__(self, book: Book) -> None:
        self.book = book
        # The lowest roll of the result with the most rolls.
        self.common = {
            table.id: max(list_variants(table), key=lambda variant: len(variant.rolls)).lowest
            for table in book.rolled
        }
        self.anchors = frozenset(table.id for table in book.tables)
        self.deciding = {trait: _find_deciding_tables(book, trait) for trait in book.traits}

    def question(self, table: Table, number: int) -> TableView:
        rules = tuple(
            (rule.label, text)
            for rule in table.rules
            if (text := self.text(table, rule.text, {**table.params, **rule.params}, {}))
        )
        results = (
            tuple(self.result(table, variant) for variant in list_variants(table))
            if table.rolled
            else ()
        )
        return TableView(
            table, number, self.text(table, table.text, table.params, {}), rules, results
        )

    def result(self, table: Table, variant: Variant) -> ResultView:
        rolled = {table.id: variant.lowest}
        params = {**table.params, **variant.option.params, **table.at.get(variant.rolls[0], {})}
        does = TextFiller(self.ruleset(rolled)).fill(variant.option.does, params)
        line = cut_first_sentence(does)
        rest = does.removeprefix(line).strip()
        text = self.text(table, variant.option.text, params, rolled)
        return ResultView(
            variant, text, render_inline(line), render_inline(rest), self.drawn(table, variant)
        )

    def drawn(self, table: Table, variant: Variant) -> str:
        """Return a sentence about a result with more draws than usual for the book."""
        measured = self.book.norms and self.book.norms.drawn
        if not measured:
            return ""
        often, having = measured.option.get(f"{table.id}.{variant.option.code}", (0, 1))
        if wilson(often, having)[0] <= max(measured.share, MIN_DRAWN_SHARE):
            return ""  # chance may have done it
        share, games = percent(often / having), percent(measured.often)
        return f"In {share} of rulesets with this option, more than {games} of games are draws."

    def ruleset(self, rolled: Mapping[str, str]) -> Ruleset:
        """Return the ruleset of the commonest rolls, with these rolls in place of theirs."""
        digits = {**self.common, **rolled}
        return resolve(self.book, Seed("".join(digits[table.id] for table in self.book.rolled)))

    def text(
        self, table: Table, text: str, params: Mapping[str, Number], rolled: dict[str, str]
    ) -> Markup:
        """Return a text of the commonest game, with changed words marked and tables linked."""
        here = self.ruleset(rolled)
        others = []
        # Of centimetres in place of inches the conventions tell once.
        for trait in sorted(list_named_traits(text)):
            other = self.otherwise(trait, here, rolled)
            if other is not None:
                others.append(
                    OtherText(
                        self.book.traits[trait],
                        other.has(trait),
                        TextFiller(other).fill(text, params),
                    )
                )
        html = mark_variants(TextFiller(here).fill(text, params), others)
        return link_titles(self.book, html, self.anchors - {table.id})

    def otherwise(self, trait: str, here: Ruleset, rolled: dict[str, str]) -> Ruleset | None:
        """Return the game with one trait added or removed; None if no roll does that."""
        for table in self.book.rolled:
            if table.id in rolled or table.id not in self.deciding[trait]:
                continue
            for variant in list_variants(table):
                other = self.ruleset({**rolled, table.id: variant.lowest})
                if other.has(trait) != here.has(trait):
                    return other
        return None


def _find_deciding_tables(book: Book, trait: str) -> set[str]:
    """Return the tables whose answers decide whether a game has a trait.

    An option that has no effect beside others decides nothing alone, but together with them.
    """
    deciding: set[str] = set()
    asked = {trait}
    while True:
        tables = [
            table
            for table in book.rolled
            if any(asked & {*option.gives} for option in table.options)
        ]
        deciding |= {table.id for table in tables}
        options = [
            option for table in tables for option in table.options if asked & {*option.gives}
        ]
        more = list_conditions([*tables, *options])
        if more <= asked:
            return deciding
        asked |= more
