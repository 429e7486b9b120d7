"""Rulesets. A ruleset is a book and a seed, resolved.

It has the digits and the option of each table, with parameters, the traits of all options together,
and a name. Everything follows from the digits alone; the default name follows from a hash of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from carnage.catalog import Book, Option, Table
from carnage.catalog.rolls import (
    Choice,
    NumbersInForce,
    decode_traits,
    encode_state,
    get_columns,
    get_trait_bits,
    list_digit_ranges,
    list_granted_traits,
)
from carnage.common.text_format import Number
from carnage.rulesets.game_names import clean_name, default_name
from carnage.seeds import Seed

T = TypeVar("T")

PLAYERS = 2  # if no table decides it
MAX_TRAIT_PASSES = 4  # the maximum number of passes to find the options that have an effect


@dataclass(frozen=True)
class Ruleset:
    """The rules of one game: a book and a seed, resolved. The name is not part of the rules."""

    book: Book
    seed: Seed
    name: str

    @cached_property
    def rolls(self) -> tuple[str, ...]:
        """Return the digits of each rolled table, in the book's order."""
        digits = self.seed.digits
        return tuple([digits[cut] for cut in get_columns(self.book).digits_slices])

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choice of each rolled table, in the book's order."""
        at_places = get_columns(self.book).choices
        return tuple([choices[roll] for choices, roll in zip(at_places, self.rolls, strict=True)])

    @cached_property
    def canonical_seed(self) -> str:
        """Return the seed with every roll replaced by the lowest with the same option and
        parameters.

        Rulesets of a book with the same answers differ only in the digits that they show.
        """
        at_places = get_columns(self.book).lowest
        return "".join([lowest[roll] for lowest, roll in zip(at_places, self.rolls, strict=True)])

    @cached_property
    def state(self) -> int:
        """Return the ruleset without its name as one number (`encode_state`), used as a key of
        caches.
        """
        return encode_state(self.book, self.trait_bits, self.canonical_seed, self.seed.digits)

    @cached_property
    def traits(self) -> frozenset[str]:
        """Return the traits that the chosen options give.

        An option without effect in this game gives none.
        """
        return decode_traits(self.book, self.trait_bits)

    @cached_property
    def trait_bits(self) -> int:
        """Return the traits as a bit mask (`encode_traits`)."""
        sure = every = 0
        unsure: list[tuple[int, int, int]] = []
        for at_place, roll in zip(get_columns(self.book).trait_bits, self.rolls, strict=True):
            gives, idle = at_place[roll]
            if idle:
                every |= gives
                unsure.append((gives, *idle))
            else:
                sure |= gives
        every |= sure
        marks = every
        for _ in range(MAX_TRAIT_PASSES if unsure else 0):
            settled = sure
            for gives, needs, unless in unsure:
                if marks & needs == needs and not marks & unless:
                    settled |= gives
            if settled == marks:
                break
            marks = settled
        return marks

    def uses(self, table: Table, option: Option | None = None) -> bool:
        """Return True if this table, and this option or rule of it, has an effect in this game."""
        return _applies(table, option, self.traits)

    def has(self, trait: str) -> bool:
        """Return True if a chosen option gives this trait. Raises KeyError for an unknown trait."""
        return bool(self.trait_bits & get_trait_bits(self.book)[trait])

    def misses(self, trait: str) -> bool:
        """Return True if options of this book give this trait, but no chosen one does."""
        return not self.trait_bits & get_trait_bits(self.book).get(
            trait, 0
        ) and trait in list_granted_traits(self.book)

    def choice(self, table_id: str) -> Choice:
        """Return the choice of a rolled table, or raise KeyError."""
        return self.choices[get_columns(self.book).indexes[table_id]]

    @cached_property
    def params(self) -> Mapping[str, Number]:
        """Return all parameters in force by `<table>.<param>`: of the tables and of the chosen
        options.
        """
        return NumbersInForce(self.book, self.seed.digits)

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.params.get("players.players", PLAYERS))

    @cached_property
    def _memo(self) -> dict[Callable[[Ruleset], Any], Any]:
        """Return the cache of `kept`."""
        return {}

    def memoize(self, build: Callable[[Ruleset], T]) -> T:
        """Return `build(self)`, calculated once and cached in the ruleset."""
        if build not in self._memo:
            self._memo[build] = build(self)
        result: T = self._memo[build]
        return result

    @property
    def path(self) -> str:
        """Return the path of the game in URLs, without its name."""
        return f"/{self.book.code}/{self.seed}"

    @property
    def address(self) -> str:
        """Return the path with the house rules of the game, if it has any."""
        if not self.book.house_rules:
            return self.path
        rules = ",".join(f"{rule.name}:{rule.value:g}" for rule in self.book.house_rules)
        return f"{self.path}?rules={rules}"

    @property
    def rules_key(self) -> str:
        """Return a text that two rulesets of a book share if their rules are the same."""
        _, mark, rules = self.address.partition("?")
        return f"{self.canonical_seed}{mark}{rules}"

    @property
    def given_name(self) -> str:
        """Return the name if it was given, or "" if it is the default name."""
        if self.name == default_name(self.book, self.seed):
            return ""
        return self.name


def _applies(table: Table, option: Option | None, traits: frozenset[str]) -> bool:
    """Return True if a table, and an option or rule of it, has an effect in a game with these
    traits.
    """
    return table.applies_to(traits) and (option is None or option.applies_to(traits))


def resolve(book: Book, seed: Seed, name: str = "") -> Ruleset:
    """Return the ruleset of a seed, with its default name if none is given.

    Raises:
        SeedError: The seed does not have the length of the book's seeds.
        GameNameError: The name is invalid.
    """
    seed = Seed.parse(seed.digits, list_digit_ranges(book)[-1].digits_slice.stop)
    return Ruleset(book, seed, clean_name(name) or default_name(book, seed))


def replace_roll(ruleset: Ruleset, table: str, roll: str) -> Ruleset:
    """Return the game with another roll of a table and the default name of its new seed.

    Args:
        ruleset: The game.
        table: The id of the table.
        roll: The digits of the table.
    """
    book = ruleset.book
    return resolve(book, ruleset.seed.replaced(book.digit_offset(table), roll))
