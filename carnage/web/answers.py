"""What each answer to a table would do to a game, in a line, made once for whatever the line depends on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from carnage.catalog import Book, Table
from carnage.catalog.traits import conditions
from carnage.catalog.variants import Variant, variants
from carnage.document.dependencies import once
from carnage.document.press import Once
from carnage.document.texts import fill, inline_html
from carnage.ruleset import Ruleset
from carnage.seeds import Seed
from carnage.web.tendencies import tends


@dataclass(frozen=True, slots=True)
class Answer:
    """One result of a table in some game: the rolls that give it, its label, what it would do there, the
    digits of the game that has it. `now` is what the game has already; `idle` what would have no work;
    `tends` what it does on average, by the book's atlas, empty if nobody knows."""

    span: str
    label: str
    does: Markup
    digits: str
    now: bool
    idle: bool
    tends: str


class Answers:
    """Of one book."""

    def __init__(self, book: Book) -> None:
        self._lines = {
            table.id: [
                (variant, _line_once(book, table, variant), tends(book, table, variant))
                for variant in variants(table)
            ]
            for table in book.rolled
        }

    def of(self, ruleset: Ruleset, table: Table) -> tuple[Answer, ...]:
        """All answers to this table, each as it would be in the game that differs in nothing else."""
        at = ruleset.book.place(table.id)
        roll = int(ruleset.seed.digits[at : at + table.digits])
        answers = []
        for variant, line, tendency in self._lines[table.id]:
            now = roll in variant.rolls
            seed = ruleset.seed if now else ruleset.seed.replaced(at, variant.lowest)
            does, used = line(ruleset if now else Ruleset(ruleset.book, Seed(seed.digits), ""))
            answers.append(Answer(variant.span, variant.label, does, seed.digits, now, not used, tendency))
        return tuple(answers)


def _line_once(book: Book, table: Table, variant: Variant) -> Once[tuple[Markup, bool]]:
    return once(
        book,
        partial(_line, table, variant),
        [variant.option.does],
        conditions([table, variant.option]),
        [table.id],
    )


def _line(table: Table, variant: Variant, ruleset: Ruleset) -> tuple[Markup, bool]:
    params = {**table.params, **variant.option.params, **table.at.get(variant.rolls[0], {})}
    return inline_html(fill(variant.option.does, params, ruleset)), ruleset.uses(table, variant.option)
