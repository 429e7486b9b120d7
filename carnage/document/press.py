"""Builds each piece of a rulebook once for every answer to what it depends on.

A game page is then made by joining strings that lie ready. What a piece depends on is declared where it is
made, and a test compares what lies ready with what is made afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from carnage.catalog import Book, Table
from carnage.ruleset import Ruleset

T = TypeVar("T")


class Once(Generic[T]):
    """`build(ruleset)`, kept for each set of answers to `traits` and each answer of `tables`.

    Digits that give the same option with the same parameters are the same answer, unless `digits` says that
    the digits themselves are shown. Every ruleset that is asked about must be of `book`.
    """

    def __init__(
        self,
        book: Book,
        build: Callable[[Ruleset], T],
        traits: Iterable[str] = (),
        tables: Iterable[str] = (),
        digits: bool = False,
    ) -> None:
        self.build = build
        self._traits = frozenset(traits)
        self._cuts = tuple(_cut(book, id, digits) for id in tables)
        self._made: dict[Hashable, T] = {}
        # Most pieces hang on one table alone, and a page asks for some seventy pieces.
        self._key = self._one_answer if len(self._cuts) == 1 and not self._traits else self._all_answers

    def __call__(self, ruleset: Ruleset) -> T:
        key = self._key(ruleset)
        made = self._made.get(key)
        if made is None:
            # Two threads may build the same piece at once; both build the same, and either may stay.
            made = self._made[key] = self.build(ruleset)
        return made

    def _one_answer(self, ruleset: Ruleset) -> Hashable:
        cut, answers = self._cuts[0]
        return answers[ruleset.seed.digits[cut]]

    def _all_answers(self, ruleset: Ruleset) -> Hashable:
        digits = ruleset.seed.digits
        answers = [answers[digits[cut]] for cut, answers in self._cuts]
        return (self._traits & ruleset.traits, *answers)


def _cut(book: Book, id: str, shown: bool) -> tuple[slice, dict[str, int]]:
    """Where a table's digits stand in a seed, and the first roll that answers as these digits do."""
    table, at = book.table(id), book.place(id)
    first: dict[Hashable, int] = {}
    answers = {}
    for roll in range(len(table.rolls)):
        answer = roll if shown else first.setdefault(_answer(table, roll), roll)
        answers[f"{roll:0{table.digits}}"] = answer
    return slice(at, at + table.digits), answers


def _answer(table: Table, roll: int) -> Hashable:
    return table.rolls[roll].code, tuple(table.at.get(roll, {}).items())
