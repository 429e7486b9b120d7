"""Builds each piece of a rulebook once for every answer to what it depends on.

A game page is then made by joining strings that lie ready. What a piece depends on is declared where it is
made, and a test compares what lies ready with what is made afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import prod
from operator import itemgetter
from typing import Any, Generic, TypeVar

from carnage.catalog import Book
from carnage.catalog.rolls import layout
from carnage.ruleset import Ruleset

T = TypeVar("T")

# Few pieces come in more kinds than this. Of those that do hardly one is ever wanted twice, and whoever walks
# through all games there are must not fill the memory: what is kept is then thrown away and begun anew.
MOST_ALIKE = 2_500
MOST_ANSWERS = 4_000


Asked = Callable[[Ruleset], Hashable]
"""What a piece may hang on besides traits and tables, by its value: a force, the stats that are used."""


class Once(Generic[T]):
    """`build(ruleset)`, kept for each set of answers to `traits`, each answer of `tables` and each value of
    `values`.

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
        values: Iterable[Asked] = (),
    ) -> None:
        self.build = build
        self._asked, own = frozenset(traits), frozenset(tables)
        # Many answers bring the same traits. What reads alike is built and kept once, or a glossary alone
        # would fill the memory.
        self._own = _picker(book, set(), own, digits)
        self._values = tuple(values)
        self._alike: dict[Hashable, T] = {}
        # A trait comes from the options of some tables, so whatever a piece hangs on, it hangs on digits. To
        # look up by these is quickest, where they are so few that they come again.
        giving = _giving(book, self._asked)
        quick = not self._values and _keys(book, giving, own, digits) <= MOST_ANSWERS
        self._key = _picker(book, giving, own, digits) if quick else None
        self._by_answers: dict[Hashable, T] = {}

    def __call__(self, ruleset: Ruleset) -> T:
        # A page asks for some hundred pieces: this has to be quick.
        if self._key is None:
            return self._by_value(ruleset)
        key = self._key(ruleset.answers_and_digits)
        piece = self._by_answers.get(key)
        if piece is None:
            piece = self._by_answers[key] = self._by_value(ruleset)
        return piece

    def _by_value(self, ruleset: Ruleset) -> T:
        alike: Hashable = self._asked & ruleset.traits, self._own(ruleset.answers_and_digits)
        if self._values:
            alike = alike, *[value(ruleset) for value in self._values]
        piece = self._alike.get(alike)
        if piece is None:
            # Two threads may build the same piece at once; both build the same, and either may stay.
            piece = self.build(ruleset)
            if len(self._alike) >= MOST_ALIKE:
                self._alike.clear()
                self._by_answers.clear()
            self._alike[alike] = piece
        return piece


class Thing:
    """What a text may ask for: how it is worked out, and what of a book decides it, by which it is kept.

    What hangs on nothing is quickly told, and is worked out each time. Where the thing itself is no quick
    key, `key` gives one.
    """

    def __init__(
        self,
        tell: Callable[[Ruleset], Any],
        traits: Callable[[Book], Iterable[str]] | None = None,
        tables: Callable[[Book], Iterable[str]] = lambda book: (),
        values: Iterable[Asked] = (),
        key: Asked | None = None,
    ) -> None:
        self._tell, self._traits, self._tables = tell, traits, tables
        self._values = tuple(values)
        self._once: dict[int, tuple[Book, Once[Any]]] = {}
        self.key: Asked = key or self

    def __call__(self, ruleset: Ruleset) -> Any:
        if self._traits is None:
            return self._tell(ruleset)
        book = ruleset.book
        kept = self._once.get(id(book))
        if kept is None:
            rolled = {table.id for table in book.rolled}
            tables = rolled.intersection(self._tables(book))
            once = Once(book, self._tell, self._traits(book), tables, values=self._values)
            # The book is kept beside it, so that no other can come to have its id.
            kept = self._once[id(book)] = book, once
        return kept[1](ruleset)


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


def _keys(book: Book, giving: set[str], own: frozenset[str], digits: bool) -> int:
    """How many keys `_picker` gives."""
    places = [place for place in layout(book) if place.table in giving | own]
    shown = own if digits else frozenset[str]()
    return prod(len(place.lowest if place.table in shown else {*place.lowest.values()}) for place in places)


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
