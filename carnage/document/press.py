"""Builds each piece of a rulebook once for every answer to what it depends on.

A game page is then made by joining strings that lie ready. What a piece depends on is declared where it is
made, and a test compares what lies ready with what is made afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Generic, TypeVar

from carnage.catalog import Book
from carnage.ruleset import Ruleset

T = TypeVar("T")

# Few pieces come in more kinds than this. Of those that do hardly one is ever wanted twice, and whoever walks
# through all games there are must not fill the memory: what is kept is then thrown away and begun anew.
MOST_ALIKE = 1_000
MOST_ANSWERS = 4_000


@dataclass(frozen=True, slots=True)
class Thing:
    """What a text may ask for: how it is worked out, and the traits and tables of a book that decide it."""

    tell: Callable[[Ruleset], Any]
    traits: Callable[[Book], Iterable[str]]
    tables: Callable[[Book], Iterable[str]]


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
        asked, own = frozenset(traits), frozenset(tables)
        # A trait comes from the options of some tables, so whatever a piece hangs on, it hangs on digits.
        giving = _giving(book, asked)
        self._key = _picker(book, giving, own, digits)
        self._by_answers: dict[Hashable, T] = {}
        # Many answers bring the same traits. What reads alike is built and kept once, or a glossary alone
        # would fill the memory.
        self._asked, self._own = asked, _picker(book, set(), own, digits)
        self._alike: dict[Hashable, T] = {}

    def __call__(self, ruleset: Ruleset) -> T:
        # A page asks for some seventy pieces: this has to be quick.
        key = self._key(ruleset.answers_and_digits)
        piece = self._by_answers.get(key)
        if piece is None:
            alike = self._asked & ruleset.traits, self._own(ruleset.answers_and_digits)
            piece = self._alike.get(alike)
            if piece is None:
                # Two threads may build the same piece at once; both build the same, and either may stay.
                piece = self.build(ruleset)
                if len(self._alike) >= MOST_ALIKE:
                    self._alike.clear()
                    self._by_answers.clear()
                self._alike[alike] = piece
            if len(self._by_answers) >= MOST_ANSWERS:
                self._by_answers.clear()
            self._by_answers[key] = piece
        return piece


def _giving(book: Book, traits: frozenset[str]) -> set[str]:
    """The tables whose answers decide which of these traits a game has.

    An option that may have no work beside others decides nothing alone, but together with them.
    """
    giving: set[str] = set()
    asked = set(traits)
    while True:
        tables = [t for t in book.rolled if any(asked.intersection(o.gives) for o in t.options)]
        giving |= {table.id for table in tables}
        more = {trait for t in tables for trait in (*t.needs, *t.unless)}
        more |= {
            trait
            for table in tables
            for option in table.options
            if asked.intersection(option.gives)
            for trait in (*option.needs, *option.unless)
        }
        if more <= asked:
            return giving
        asked |= more


def _picker(book: Book, giving: set[str], own: frozenset[str], digits: bool) -> Callable[[str], Hashable]:
    """What picks, out of a ruleset's answers and digits, all that tells pieces apart: the answers of tables
    that give traits, and of a piece's own tables the answers or, if those are shown, the digits."""
    places: list[int] = []
    for id in giving | own:
        at = book.place(id) + (book.length if digits and id in own else 0)
        places += range(at, at + book.table(id).digits)
    return itemgetter(*sorted(places)) if places else _nothing


def _nothing(digits: str) -> Hashable:
    return None
