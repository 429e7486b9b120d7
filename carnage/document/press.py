"""Builds each piece of a rulebook once for every answer to what it depends on.

A game page is then made by joining strings that lie ready. What a piece depends on is declared where it is
made, and a test compares what lies ready with what is made afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import prod
from typing import Any, Generic, TypeVar, cast

from carnage.catalog import Book
from carnage.catalog.rolls import layout, mask_of
from carnage.catalog.traits import conditions
from carnage.ruleset import Ruleset
from carnage.unlocked import once_each

T = TypeVar("T")

# Few pieces come in more kinds than this. Of those that do hardly one is ever wanted twice, and whoever walks
# through all games there are must not fill the memory: what is kept is then thrown away and begun anew.
MOST_ALIKE = 2_500
MOST_ANSWERS = 4_000
MOST_RARE = 100  # of a piece that hardly two games share


class Once(Generic[T]):
    """`build(ruleset)`, kept for each set of answers to `traits`, each answer of `tables`, each of `things`.

    Digits that give the same option with the same parameters are the same answer, unless `digits` says that
    the digits themselves are shown. Every ruleset that is asked about must be of `book`. Of what is met again
    `rarely` few are kept: to begin anew in memory that is at hand is quicker than to fill more of it.
    """

    def __init__(
        self,
        book: Book,
        build: Callable[[Ruleset], T],
        traits: Iterable[str] = (),
        tables: Iterable[str] = (),
        digits: bool = False,
        things: Iterable[Thing] = (),
        rarely: bool = False,
    ) -> None:
        self.build = build
        self._most = MOST_RARE if rarely else None
        asked, own, things = frozenset(traits), frozenset(tables), tuple(things)
        # Many answers bring the same traits and things. What reads alike is built and kept once, or a
        # glossary alone would fill the memory.
        self._mask = mask_of(book, asked, *(((), own) if digits else (own,)))
        self._keys = tuple([thing.key_in(book) for thing in things])
        self._alike: dict[Hashable, T] = {}
        # Traits come from the options of some tables, and so do things: whatever a piece hangs on, it hangs
        # on digits. To look up by these is quicker than to ask for things, where they are so few that they
        # come again.
        self._quick = 0
        if things:
            deciding = giving(book, asked.union(*[thing.traits(book) for thing in things]))
            deciding = deciding.union(*[thing.tables(book) for thing in things])
            if _combinations(book, deciding, own, digits) <= MOST_ANSWERS:
                self._quick = mask_of(book, (), deciding | own, own if digits else ())
        self._by_answers: dict[int, T] = {}

    def __call__(self, ruleset: Ruleset) -> T:
        # A page asks for some hundred pieces: this has to be quick.
        if not self._keys:
            key: Hashable = ruleset.state & self._mask
            piece = self._alike.get(key)
            return self._made(key, ruleset) if piece is None else piece
        if not self._quick:
            key = (ruleset.state & self._mask, *[key(ruleset) for key in self._keys])
            piece = self._alike.get(key)
            return self._made(key, ruleset) if piece is None else piece
        answers = ruleset.state & self._quick
        piece = self._by_answers.get(answers)
        if piece is None:
            key = (ruleset.state & self._mask, *[key(ruleset) for key in self._keys])
            piece = self._alike.get(key)
            if piece is None:
                piece = self._made(key, ruleset)
            self._by_answers[answers] = piece
        return piece

    def look(self) -> tuple[int, Callable[[int], T | None]]:
        """What to look a piece up by without a call: the bits of a state that it hangs on, and what is kept
        for them; None where there is nothing yet, or where it takes more than a state to know."""
        if not self._keys:
            return self._mask, cast(dict[int, T], self._alike).get
        return self._quick, self._by_answers.get

    def key(self, ruleset: Ruleset) -> Hashable:
        """What two games have in common if, and hardly ever without that, they have the piece in common."""
        if not self._keys:
            return ruleset.state & self._mask
        if self._quick:
            return ruleset.state & self._quick
        return (ruleset.state & self._mask, *[key(ruleset) for key in self._keys])

    def _made(self, key: Hashable, ruleset: Ruleset) -> T:
        # Two threads may build the same piece at once; both build the same, and either may stay.
        piece = self.build(ruleset)
        if len(self._alike) >= (self._most or MOST_ALIKE):
            self._alike.clear()
            self._by_answers.clear()
        self._alike[key] = piece
        return piece


class Together(Generic[T]):
    """Pieces that are wanted together: looked up in one loop, and called for only where one is not there."""

    def __init__(self, pieces: Iterable[Once[T]]) -> None:
        self._looks = tuple([(*piece.look(), piece) for piece in pieces])

    def __call__(self, ruleset: Ruleset) -> list[T]:
        state = ruleset.state
        return [
            once(ruleset) if (piece := look_up(state & mask)) is None else piece
            for mask, look_up, once in self._looks
        ]


class Thing:
    """What is worked out of a ruleset and told by texts, or needed by what they tell.

    It is decided by `traits` and `tables` of a book, as far as it has them, and by other things. What takes
    long is `kept` by these. Where the thing itself is no quick key for what is made of it, `key` gives one.
    """

    def __init__(
        self,
        tell: Callable[[Ruleset], Any],
        traits: Callable[[Book], Iterable[str]] = lambda book: (),
        tables: Callable[[Book], Iterable[str]] = lambda book: (),
        things: Iterable[Thing] = (),
        key: Callable[[Ruleset], Hashable] | None = None,
        kept: bool = False,
    ) -> None:
        self._tell, self._traits, self._tables, self._things = tell, traits, tables, tuple(things)
        self._kept = kept
        self._in = once_each(self._once)
        self.key: Callable[[Ruleset], Hashable] = key or self

    def traits(self, book: Book) -> frozenset[str]:
        """The traits that decide it."""
        return frozenset(self._traits(book)).union(*[thing.traits(book) for thing in self._things])

    def tables(self, book: Book) -> frozenset[str]:
        """The tables that decide it, of those that the book rolls."""
        rolled = {table.id for table in book.rolled}
        own = rolled.intersection(self._tables(book))
        return frozenset(own).union(*[thing.tables(book) for thing in self._things])

    def key_in(self, book: Book) -> Callable[[Ruleset], Hashable]:
        """The key in games of this book."""
        if self.key is not self:
            return self.key
        return self._in(book) if self._kept else self._tell

    def __call__(self, ruleset: Ruleset) -> Any:
        return self._in(ruleset.book)(ruleset) if self._kept else self._tell(ruleset)

    def _once(self, book: Book) -> Once[Any]:
        tables = {table.id for table in book.rolled}.intersection(self._tables(book))
        return Once(book, self._tell, self._traits(book), tables, things=self._things)


def giving(book: Book, traits: frozenset[str]) -> set[str]:
    """The tables whose answers decide which of these traits a game has.

    An option that may have no work beside others decides nothing alone, but together with them.
    """
    deciding: set[str] = set()
    asked = set(traits)
    while True:
        tables = [t for t in book.rolled if any(asked.intersection(o.gives) for o in t.options)]
        deciding |= {table.id for table in tables}
        options = [option for table in tables for option in table.options]
        more = conditions([*tables, *(option for option in options if asked.intersection(option.gives))])
        if more <= asked:
            return deciding
        asked |= more


def _combinations(book: Book, deciding: set[str], own: frozenset[str], digits: bool) -> int:
    """In how many ways these tables can be answered, or be rolled if the digits of its `own` are shown."""
    places = [place for place in layout(book) if place.table in deciding | own]
    shown = own if digits else frozenset[str]()
    return prod(len(place.lowest if place.table in shown else {*place.lowest.values()}) for place in places)
