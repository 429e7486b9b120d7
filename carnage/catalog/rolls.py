"""The positions of tables in a seed, and the option and numbers of each roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from carnage.catalog.schema import Book, Option, Table
from carnage.catalog.traits import conditions
from carnage.common.text_format import Number

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """The roll of one table in one game, and the option that it gives."""

    table: Table
    digits: str
    option: Option

    @property
    def roll(self) -> int:
        """Return the digits as a number."""
        return int(self.digits)

    @property
    def own_params(self) -> dict[str, Number]:
        """Return the option's parameters at this roll."""
        return {**self.option.params, **self.table.at.get(self.roll, {})}

    @property
    def params(self) -> dict[str, Number]:
        """Return the option's parameters together with those of its table."""
        return {**self.table.params, **self.own_params}


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a rolled table in a seed, and the values of each of its rolls.

    Rolls are strings of digits.

    Attributes:
        table: The id of the table.
        cut: The slice of the seed's digits.
        choices: The choice of each roll.
        lowest: For each roll, the lowest roll that gives the same option with the same numbers.
        numbers: The numbers that each roll puts in force, by `<table>.<param>`.
        gives: The bit mask of the traits that each roll gives (`marks_of`).
        idle: The bit masks of `needs` and `unless`, for each roll whose table or option has such
            traits. Without them, the option has no effect in the game.
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
    """Return the position of each rolled table, in the order of the digits."""
    return tuple(_place(book, table) for table in book.rolled)


def _place(book: Book, table: Table) -> Place:
    first: dict[tuple[str, tuple[tuple[str, Number], ...]], str] = {}
    choices = {}
    lowest = {}
    numbers = {}
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
    """The values of `layout`, one tuple per attribute, in the order of the digits.

    Every page looks up a ruleset in these.

    Attributes:
        places: The index of each table, by its id.
        gives: For each roll, the bit mask of its traits, and the bit masks of `needs` and `unless`
            if it has any.
    """

    places: Mapping[str, int]
    cuts: tuple[slice, ...]
    choices: tuple[Mapping[str, Choice], ...]
    lowest: tuple[Mapping[str, str], ...]
    gives: tuple[Mapping[str, tuple[int, tuple[int, int] | None]], ...]


@cache
def columns(book: Book) -> Columns:
    """Return the columns of a book."""
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


BITS = 4  # per digit of a state


def state_of(book: Book, marks: int, answers: str, digits: str) -> int:
    """Return everything about a ruleset except its name as one number, of which `mask_of` selects
    bits.

    The lowest bits are its traits, above these its digits, above these its answers, four bits for
    each digit.

    Args:
        book: The book.
        marks: The bit mask of the traits.
        answers: The seed with each roll replaced by the lowest equivalent one.
        digits: The seed.
    """
    return int(answers + digits, 16) << len(book.traits) | marks


def mask_of(
    book: Book, traits: Iterable[str], answers: Iterable[str], digits: Iterable[str] = ()
) -> int:
    """Return the bit mask that selects parts of a state.

    Args:
        book: The book.
        traits: The traits to select.
        answers: The ids of the tables whose options and numbers are selected.
        digits: The ids of the tables whose rolled digits are selected.
    """
    mask = marks_of(book, traits)
    length = book.length
    for tables, place in ((answers, 0), (digits, length)):
        for id in tables:
            at = book.place(id) + place
            count = book.table(id).digits
            ones = (1 << BITS * count) - 1
            mask |= ones << BITS * (2 * length - at - count) + len(book.traits)
    return mask


MOST_MET = 10_000  # cached values of one `Met`


class Met(Generic[T]):
    """A cache of values that depend on the bits of a state that `mask` selects."""

    def __init__(self, mask: int) -> None:
        self._mask = mask
        self._met: dict[int, T] = {}

    def __call__(self, state: int, make: Callable[[], T]) -> T:
        """Return the value for a state, and call `make` if it is not cached."""
        key = state & self._mask
        met = self._met.get(key)
        if met is None:
            if len(self._met) >= MOST_MET:
                self._met.clear()
            met = self._met[key] = make()
        return met


def marks_of(book: Book, traits: Iterable[str]) -> int:
    """Return traits as a bit mask, with a bit for each trait in the order of the family's
    declaration.

    A rulebook looks traits up about a hundred times a page. A trait that the family does not
    declare has no bit, because no game has it.
    """
    bits = bits_of(book)
    marks = 0
    for trait in traits:
        marks |= bits.get(trait, 0)
    return marks


def traits_of(book: Book, marks: int) -> frozenset[str]:
    """Return the traits of a bit mask."""
    return frozenset([trait for trait, bit in bits_of(book).items() if marks & bit])


@cache
def bits_of(book: Book) -> Mapping[str, int]:
    """Return the bit of each trait that the book's family declares."""
    return {trait: 1 << n for n, trait in enumerate(book.traits)}


def _numbers(table: Table, params: Mapping[str, Number]) -> Mapping[str, Number]:
    """Return parameters by `<table>.<param>`, together with those of the table's rules."""
    numbers = {f"{table.id}.{key}": value for key, value in params.items()}
    for rule in table.rules:
        numbers.update({f"{table.id}.{key}": value for key, value in rule.params.items()})
    return numbers


class _Tables(NamedTuple):
    """Values that are computed once for a book.

    Attributes:
        numbers: By the id of each table its numbers, or its `Place` if they depend on the roll.
        given: Every trait that some option gives.
    """

    numbers: Mapping[str, Mapping[str, Number] | Place]
    given: frozenset[str]


@cache
def _tables_of(book: Book) -> _Tables:
    places = {place.table: place for place in layout(book)}
    numbers = {t.id: places.get(t.id) or _numbers(t, t.params) for t in book.tables}
    given = [trait for table in book.rolled for option in table.options for trait in option.gives]
    return _Tables(numbers, frozenset(given))


class NumbersInForce(Mapping[str, Number]):
    """The numbers that a seed puts in force, by `<table>.<param>`, in the book's order."""

    def __init__(self, book: Book, digits: str) -> None:
        self._numbers = _tables_of(book).numbers
        self._digits = digits

    def __getitem__(self, name: str) -> Number:
        return self._of(self._numbers[name.partition(".")[0]])[name]

    def __iter__(self) -> Iterator[str]:
        return (name for table in self._numbers.values() for name in self._of(table))

    def __len__(self) -> int:
        return sum(len(self._of(table)) for table in self._numbers.values())

    def _of(self, table: Mapping[str, Number] | Place) -> Mapping[str, Number]:
        if isinstance(table, Place):
            return table.numbers[self._digits[table.cut]]
        return table


def given_by(book: Book) -> frozenset[str]:
    """Return every trait that some option of this book gives."""
    return _tables_of(book).given
