"""Rolls: where the digits of each table stand in a seed, and what each of its results gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from carnage.catalog.forms import Book, Option, Table
from carnage.catalog.traits import conditions
from carnage.wording import Number

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """What one table answers in one game: the digits as rolled and the option that they give."""

    table: Table
    digits: str
    option: Option

    @property
    def roll(self) -> int:
        return int(self.digits)

    @property
    def own_params(self) -> dict[str, Number]:
        """The option's parameters at this roll."""
        return {**self.option.params, **self.table.at.get(self.roll, {})}

    @property
    def params(self) -> dict[str, Number]:
        """The option's parameters together with those that its whole table shares."""
        return {**self.table.params, **self.own_params}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the digits of the rolled table of this id stand in a seed; for each of its results the choice,
    the lowest digits that give the same option with the same numbers, and these as `<table>.<param>`.

    `gives` are the traits that each result brings, as marks (`marks_of`); `idle` those that a result must
    meet and must not meet to have any work, for the results of which that is to be asked.
    """

    table: str
    cut: slice
    choices: Mapping[str, Choice]
    lowest: Mapping[str, str]
    numbers: Mapping[str, Mapping[str, Number]]
    gives: Mapping[str, int]
    idle: Mapping[str, tuple[int, int]]


@cache
def layout(book: Book) -> tuple[Place, ...]:
    """A place for each rolled table."""
    return tuple(_place(book, table) for table in book.rolled)


def _place(book: Book, table: Table) -> Place:
    first: dict[tuple[str, tuple[tuple[str, Number], ...]], str] = {}
    choices, lowest, numbers = {}, {}, {}
    for roll, option in enumerate(table.rolls):
        digits = f"{roll:0{table.digits}}"
        choice = choices[digits] = Choice(table, digits, option)
        numbers[digits] = _numbers(table, choice.params)
        lowest[digits] = first.setdefault((option.code, (*table.at.get(roll, {}).items(),)), digits)
    at = book.place(table.id)
    gives = {digits: marks_of(book, choice.option.gives) for digits, choice in choices.items()}
    idle = {
        digits: (
            marks_of(book, (*table.needs, *choice.option.needs)),
            marks_of(book, (*table.unless, *choice.option.unless)),
        )
        for digits, choice in choices.items()
        if conditions([table, choice.option])
    }
    return Place(table.id, slice(at, at + table.digits), choices, lowest, numbers, gives, idle)


class Columns(NamedTuple):
    """What `layout` says, kind by kind: what each result of a place gives, in the order of places, and which
    of these is that of each table.

    `gives` are a result's traits as marks and, where that is to be asked, what it must meet and must not meet
    to have any work. A ruleset is looked up from these for each page that is made of it.
    """

    places: Mapping[str, int]
    cuts: tuple[slice, ...]
    choices: tuple[Mapping[str, Choice], ...]
    lowest: tuple[Mapping[str, str], ...]
    gives: tuple[Mapping[str, tuple[int, tuple[int, int] | None]], ...]


@cache
def columns(book: Book) -> Columns:
    """Those of a book."""
    places = layout(book)
    return Columns(
        {place.table: at for at, place in enumerate(places)},
        tuple(place.cut for place in places),
        tuple(place.choices for place in places),
        tuple(place.lowest for place in places),
        tuple(
            {rolled: (gives, place.idle.get(rolled)) for rolled, gives in place.gives.items()}
            for place in places
        ),
    )


BITS = 4  # of a digit in a state


def state_of(book: Book, marks: int, answers: str, digits: str) -> int:
    """All that a ruleset is, as one number: its traits as marks, above these its answers and its digits.

    Whatever is made of a ruleset hangs on some of its bits (`mask_of`).
    """
    return int(answers + digits, 16) << len(book.traits) | marks


def mask_of(book: Book, traits: Iterable[str], answers: Iterable[str], digits: Iterable[str] = ()) -> int:
    """The bits of a state that say which of these traits there are, what these tables answer, and by which
    digits these do."""
    mask = marks_of(book, traits)
    length = book.length
    for tables, place in ((answers, 0), (digits, length)):
        for id in tables:
            at, count = book.place(id) + place, book.table(id).digits
            ones = (1 << BITS * count) - 1
            mask |= ones << BITS * (2 * length - at - count) + len(book.traits)
    return mask


MOST_MET = 10_000  # states that are remembered


class Met(Generic[T]):
    """What came of states so far, by the bits of `mask`, which decide it."""

    def __init__(self, mask: int) -> None:
        self._mask = mask
        self._met: dict[int, T] = {}

    def __call__(self, state: int, make: Callable[[], T]) -> T:
        """What is made of this state, made once."""
        key = state & self._mask
        met = self._met.get(key)
        if met is None:
            if len(self._met) >= MOST_MET:
                self._met.clear()
            met = self._met[key] = make()
        return met


def marks_of(book: Book, traits: Iterable[str]) -> int:
    """Traits as marks: one number with a bit for each, in the order in which the family declares them.

    What a rulebook is made of is looked up by these, a hundred times a page. A trait that the family does not
    declare has no bit: no game has it.
    """
    bits = bits_of(book)
    marks = 0
    for trait in traits:
        marks |= bits.get(trait, 0)
    return marks


def traits_of(book: Book, marks: int) -> frozenset[str]:
    """The traits that these marks stand for."""
    return frozenset([trait for trait, bit in bits_of(book).items() if marks & bit])


@cache
def bits_of(book: Book) -> Mapping[str, int]:
    """The mark of each trait that the book's family declares."""
    return {trait: 1 << n for n, trait in enumerate(book.traits)}


def _numbers(table: Table, params: Mapping[str, Number]) -> Mapping[str, Number]:
    """A table's numbers under their whole names: these, and those of its rules."""
    numbers = {f"{table.id}.{key}": value for key, value in params.items()}
    for rule in table.rules:
        numbers.update({f"{table.id}.{key}": value for key, value in rule.params.items()})
    return numbers


class _Tables(NamedTuple):
    """What is made of a book's tables once: the numbers of each by its id, or where they hang on a roll; and
    every trait that some option gives."""

    numbers: Mapping[str, Mapping[str, Number] | Place]
    given: frozenset[str]


@cache
def _tables_of(book: Book) -> _Tables:
    places = {place.table: place for place in layout(book)}
    numbers = {t.id: places.get(t.id) or _numbers(t, t.params) for t in book.tables}
    given = [trait for table in book.rolled for option in table.options for trait in option.gives]
    return _Tables(numbers, frozenset(given))


class NumbersInForce(Mapping[str, Number]):
    """Every number that some digits of a book put in force, as `<table>.<param>`, in the book's order."""

    def __init__(self, book: Book, digits: str) -> None:
        self._numbers, self._digits = _tables_of(book).numbers, digits

    def __getitem__(self, name: str) -> Number:
        return self._of(self._numbers[name.partition(".")[0]])[name]

    def __iter__(self) -> Iterator[str]:
        return (name for table in self._numbers.values() for name in self._of(table))

    def __len__(self) -> int:
        return sum(len(self._of(table)) for table in self._numbers.values())

    def _of(self, table: Mapping[str, Number] | Place) -> Mapping[str, Number]:
        return table.numbers[self._digits[table.cut]] if isinstance(table, Place) else table


def given_by(book: Book) -> frozenset[str]:
    """Every trait that some option of this book gives."""
    return _tables_of(book).given
