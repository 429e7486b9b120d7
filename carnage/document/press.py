"""Builds each piece of a rulebook once for every answer to what it depends on.

A game page is then made by joining strings that lie ready. What a piece depends on is declared where it is
made, and a test compares what lies ready with what is made afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from carnage.catalog import Book
from carnage.ruleset import Ruleset

T = TypeVar("T")


class Once(Generic[T]):
    """`build(ruleset)`, kept for each set of answers to `traits` and each set of digits of `tables`.

    Every ruleset that is asked about must be of `book`.
    """

    def __init__(
        self,
        book: Book,
        build: Callable[[Ruleset], T],
        traits: Iterable[str] = (),
        tables: Iterable[str] = (),
    ) -> None:
        self.build = build
        self._traits = frozenset(traits)
        self._cuts = tuple(
            slice(book.place(table), book.place(table) + book.table(table).digits) for table in tables
        )
        self._made: dict[Hashable, T] = {}

    def __call__(self, ruleset: Ruleset) -> T:
        digits = ruleset.seed.digits
        key = (self._traits & ruleset.traits, *[digits[cut] for cut in self._cuts])
        try:
            return self._made[key]
        except KeyError:
            # Two threads may build the same piece at once; both build the same, and either may stay.
            made = self._made[key] = self.build(ruleset)
            return made
