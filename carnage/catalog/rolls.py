"""The positions of tables in a seed, and the option and numbers of each roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, NamedTuple, TypeVar

from carnage.catalog.schema import Book, Option, Table
from carnage.catalog.traits import list_conditions
from carnage.common.text_format import Number

T = TypeVar("T")

# Books whose values are kept: those of the package, and the latest books with house rules.
MAX_CACHED_BOOKS = 64


@dataclass(frozen=True)
class Choice:
    """The roll of one table in one game, and the option that it gives."""

    table: Table
    digits: str
    option: Option

    @property
    def roll(self) -> int:
        """Return the digits as a number."""
        return int(self.digits)

    @cached_property
    def option_params(self) -> Mapping[str, Number]:
        """Return the option's parameters at this roll."""
        return {**self.option.params, **self.table.at.get(self.roll, {})}

    @cached_property
    def params(self) -> Mapping[str, Number]:
        """Return the option's parameters together with those of its table."""
        return {**self.table.params, **self.option_params}


@dataclass(frozen=True, slots=True)
class DigitRange:
    """The position of a rolled table in a seed, and the values of each of its rolls.

    Rolls are strings of digits.

    Attributes:
        table: The id of the table.
        digits_slice: The slice of the seed's digits.
        choices: The choice of each roll.
        lowest: For each roll, the lowest roll that gives the same option with the same numbers.
        numbers: The numbers that each roll puts in force, by `<table>.<param>`.
        trait_bits: The bit mask of the traits that each roll gives (`encode_traits`).
        condition_bits: The bit masks of `needs` and `unless`, for each roll whose table or option
            has conditions. An option has no effect in a game that does not meet them.
    """

    table: str
    digits_slice: slice
    choices: Mapping[str, Choice]
    lowest: Mapping[str, str]
    numbers: Mapping[str, Mapping[str, Number]]
    trait_bits: Mapping[str, int]
    condition_bits: Mapping[str, tuple[int, int]]


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def list_digit_ranges(book: Book) -> tuple[DigitRange, ...]:
    """Return the position of each rolled table, in the order of the digits."""
    return tuple(_build_digit_range(book, table) for table in book.rolled)


def _build_digit_range(book: Book, table: Table) -> DigitRange:
    first: dict[tuple[str, tuple[tuple[str, Number], ...]], str] = {}
    choices = {}
    lowest = {}
    numbers = {}
    for roll, option in enumerate(table.rolls):
        digits = f"{roll:0{table.digits}}"
        choice = choices[digits] = Choice(table, digits, option)
        numbers[digits] = _list_numbers(table, choice.params)
        lowest[digits] = first.setdefault((option.code, (*table.at.get(roll, {}).items(),)), digits)
    at = book.digit_offset(table.id)
    gives = {digits: encode_traits(book, choice.option.gives) for digits, choice in choices.items()}
    idle = {
        digits: (
            encode_traits(book, (*table.needs, *choice.option.needs)),
            encode_traits(book, (*table.unless, *choice.option.unless)),
        )
        for digits, choice in choices.items()
        if list_conditions([table, choice.option])
    }
    return DigitRange(table.id, slice(at, at + table.digits), choices, lowest, numbers, gives, idle)


class Columns(NamedTuple):
    """The values of `list_digit_ranges`, one tuple per attribute, in the order of the digits.

    Every page looks up a ruleset in these.

    Attributes:
        indexes: The index of each table, by its id.
        trait_bits: For each roll, the bit mask of its traits, and the bit masks of `needs` and
            `unless` if it has any.
    """

    indexes: Mapping[str, int]
    digits_slices: tuple[slice, ...]
    choices: tuple[Mapping[str, Choice], ...]
    lowest: tuple[Mapping[str, str], ...]
    trait_bits: tuple[Mapping[str, tuple[int, tuple[int, int] | None]], ...]


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def get_columns(book: Book) -> Columns:
    """Return the columns of a book."""
    ranges = list_digit_ranges(book)
    trait_bits = []
    for each in ranges:
        conditions = each.condition_bits
        bits = {roll: (gives, conditions.get(roll)) for roll, gives in each.trait_bits.items()}
        trait_bits.append(bits)
    return Columns(
        indexes={each.table: index for index, each in enumerate(ranges)},
        digits_slices=tuple(each.digits_slice for each in ranges),
        choices=tuple(each.choices for each in ranges),
        lowest=tuple(each.lowest for each in ranges),
        trait_bits=tuple(trait_bits),
    )


BITS = 4  # per digit of a state


def encode_state(book: Book, marks: int, answers: str, digits: str) -> int:
    """Return a ruleset without its name as one number, of which `encode_mask` selects bits.

    The lowest bits are its traits, above these its digits, above these its answers, four bits for
    each digit.

    Args:
        book: The book.
        marks: The bit mask of the traits.
        answers: The seed with each roll replaced by the lowest equivalent one.
        digits: The seed.
    """
    return int(answers + digits, 16) << len(book.traits) | marks


def encode_mask(
    book: Book, traits: Iterable[str], answers: Iterable[str], digits: Iterable[str] = ()
) -> int:
    """Return the bit mask that selects parts of a state.

    Args:
        book: The book.
        traits: The traits to select.
        answers: The ids of the tables whose options and numbers are selected.
        digits: The ids of the tables whose rolled digits are selected.
    """
    mask = encode_traits(book, traits)
    length = book.length
    for tables, place in ((answers, 0), (digits, length)):
        for id in tables:
            at = book.digit_offset(id) + place
            count = book.table(id).digits
            ones = (1 << BITS * count) - 1
            mask |= ones << BITS * (2 * length - at - count) + len(book.traits)
    return mask


MAX_CACHED_STATES = 10_000  # cached values of one `StateCache`


class StateCache(Generic[T]):
    """A cache of values that depend on the bits of a state that `mask` selects."""

    def __init__(self, mask: int) -> None:
        self._mask = mask
        self._met: dict[int, T] = {}

    def __call__(self, state: int, make: Callable[[], T]) -> T:
        """Return the value for a state, and call `make` if it is not cached."""
        key = state & self._mask
        met = self._met.get(key)
        if met is None:
            if len(self._met) >= MAX_CACHED_STATES:
                self._met.clear()
            met = self._met[key] = make()
        return met


def encode_traits(book: Book, traits: Iterable[str]) -> int:
    """Return traits as a bit mask, with a bit for each trait in the order of the family's
    declaration.

    A rulebook looks traits up about a hundred times a page. A trait that the family does not
    declare has no bit, because no game has it.
    """
    bits = get_trait_bits(book)
    marks = 0
    for trait in traits:
        marks |= bits.get(trait, 0)
    return marks


def decode_traits(book: Book, marks: int) -> frozenset[str]:
    """Return the traits of a bit mask."""
    return frozenset([trait for trait, bit in get_trait_bits(book).items() if marks & bit])


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def get_trait_bits(book: Book) -> Mapping[str, int]:
    """Return the bit of each trait that the book's family declares."""
    return {trait: 1 << n for n, trait in enumerate(book.traits)}


def _list_numbers(table: Table, params: Mapping[str, Number]) -> Mapping[str, Number]:
    """Return parameters by `<table>.<param>`, together with those of the table's rules."""
    numbers = {f"{table.id}.{key}": value for key, value in params.items()}
    for rule in table.rules:
        numbers.update({f"{table.id}.{key}": value for key, value in rule.params.items()})
    return numbers


class _BookNumbers(NamedTuple):
    """Values that are computed once for a book.

    Attributes:
        numbers: For each table id, the table's numbers, or its `DigitRange` if they depend on the
            roll.
        granted_traits: Every trait that some option gives.
    """

    numbers: Mapping[str, Mapping[str, Number] | DigitRange]
    granted_traits: frozenset[str]


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def _get_book_numbers(book: Book) -> _BookNumbers:
    places = {place.table: place for place in list_digit_ranges(book)}
    numbers = {t.id: places.get(t.id) or _list_numbers(t, t.params) for t in book.tables}
    given = [trait for table in book.rolled for option in table.options for trait in option.gives]
    return _BookNumbers(numbers, frozenset(given))


class NumbersInForce(Mapping[str, Number]):
    """The numbers that a seed puts in force, by `<table>.<param>`, in the book's order."""

    def __init__(self, book: Book, digits: str) -> None:
        self._numbers = _get_book_numbers(book).numbers
        self._digits = digits

    def __getitem__(self, name: str) -> Number:
        return self._get_numbers(self._numbers[name.partition(".")[0]])[name]

    def __iter__(self) -> Iterator[str]:
        return (name for table in self._numbers.values() for name in self._get_numbers(table))

    def __len__(self) -> int:
        return sum(len(self._get_numbers(table)) for table in self._numbers.values())

    def _get_numbers(self, table: Mapping[str, Number] | DigitRange) -> Mapping[str, Number]:
        if isinstance(table, DigitRange):
            return table.numbers[self._digits[table.digits_slice]]
        return table


def list_granted_traits(book: Book) -> frozenset[str]:
    """Return every trait that some option of this book gives."""
    return _get_book_numbers(book).granted_traits
