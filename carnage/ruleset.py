"""A ruleset: a book and a seed, resolved.

For every table the digits rolled, the option, its parameters; the traits that the choices give together; the
forces; the name. Nothing in a ruleset is drawn any other way than from its digits; the name alone comes from
a hash of them.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import msgspec

from carnage import catalog
from carnage.catalog import Book, Figure, Group, Number, Option, Stat, Table, Weapon
from carnage.seeds import Seed

NAME_LIMIT = 60


class GameNameError(ValueError):
    """A game's name that cannot be used; the message says what a right one looks like."""


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
class Model:
    """One kind of model as it stands in this game, its stats on this game's scale."""

    code: str
    label: str
    points: int
    stats: Mapping[str, int]
    weapons: tuple[Weapon, ...]
    specials: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What activates: one model, or a squad of several."""

    code: str
    label: str
    models: tuple[Model, ...]

    @property
    def points(self) -> int:
        return sum(model.points for model in self.models)


@dataclass(frozen=True)
class Ruleset:
    """One game's rules. Equal books and seeds give equal rulesets; the name is no part of the rules."""

    book: Book
    seed: Seed
    name: str

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """One for each rolled table, in the book's order."""
        digits = self.seed.digits
        return tuple([place.choices[digits[place.cut]] for place in _layout(self.book)])

    @cached_property
    def answers(self) -> str:
        """The seed with every roll replaced by the lowest that gives the same option with the same numbers.

        Rulesets of one book with the same answers differ in nothing but the digits that they show.
        """
        digits = self.seed.digits
        return "".join([place.lowest[digits[place.cut]] for place in _layout(self.book)])

    @cached_property
    def answers_and_digits(self) -> str:
        """The answers and then the digits: whatever is made of a ruleset hangs on some of these."""
        return self.answers + self.seed.digits

    @cached_property
    def traits(self) -> frozenset[str]:
        """What the chosen options bring into the game that other rules may ask about."""
        return frozenset(trait for choice in self.choices for trait in choice.option.gives)

    def has(self, trait: str) -> bool:
        """Whether the chosen options give this trait; raises KeyError for one that does not exist."""
        if trait not in self.book.traits:
            raise KeyError(trait)
        return trait in self.traits

    def meets(self, needs: tuple[str, ...]) -> bool:
        """Whether every trait of `needs` is in the game."""
        return all(self.has(trait) for trait in needs)

    def choice(self, table_id: str) -> Choice:
        """What this rolled table answers; raises KeyError."""
        for choice in self.choices:
            if choice.table.id == table_id:
                return choice
        raise KeyError(table_id)

    @cached_property
    def params(self) -> Mapping[str, Number]:
        """Every number in force, as `<table>.<param>`: the tables' own and the chosen options'."""
        found: dict[str, Number] = {}
        for table in self.book.tables:
            own: Mapping[str, Number] = table.params
            if table.rolled:
                own = self.choice(table.id).params
            found.update({f"{table.id}.{key}": value for key, value in own.items()})
            for rule in table.rules:
                found.update({f"{table.id}.{key}": value for key, value in rule.params.items()})
        return found

    @cached_property
    def stats(self) -> tuple[Stat, ...]:
        """The stats that the chosen options use, and no others."""
        return tuple(stat for stat in self.book.roster.stat if self.meets(stat.needs))

    @cached_property
    def force(self) -> tuple[Unit, ...]:
        """What each side musters, unit by unit."""
        roster = self.book.roster
        models = {figure.code: self._model(figure) for figure in roster.figure}
        groups: tuple[Group, ...] = next(m.group for m in roster.muster if self.has(m.needs))
        return tuple(Unit(g.code, g.label, tuple(models[code] for code in g.models)) for g in groups)

    def _model(self, figure: Figure) -> Model:
        roster = self.book.roster
        scale = next(scale for scale in roster.scale if self.has(scale.needs))
        weapons = {weapon.code: weapon for weapon in roster.weapon}
        return Model(
            figure.code,
            figure.label,
            figure.points,
            {
                stat: scale.grades[stat][value] if isinstance(value, str) else value
                for stat, value in figure.stats.items()
            },
            tuple(weapons[code] for code in figure.weapons),
            figure.specials,
            figure.note,
        )

    @property
    def path(self) -> str:
        """This game's place in URLs, without its name."""
        return f"/{self.book.path}/{self.seed}"

    @property
    def given_name(self) -> str:
        """The name if it was given, empty if it is the seed's own."""
        return "" if self.name == name_of(self.book, self.seed) else self.name


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a rolled table's digits stand in a seed; for each of its results the choice, and the lowest
    digits that give the same option with the same numbers."""

    cut: slice
    choices: Mapping[str, Choice]
    lowest: Mapping[str, str]


_layouts: dict[int, tuple[Book, tuple[_Place, ...]]] = {}


def _layout(book: Book) -> tuple[_Place, ...]:
    """A place for each rolled table; made once for each book."""
    found = _layouts.get(id(book))
    if found is None:
        # The book is kept beside its layout, so that no other can come to have its id.
        found = _layouts[id(book)] = (book, tuple(_place(book, table) for table in book.rolled))
    return found[1]


def _place(book: Book, table: Table) -> _Place:
    first: dict[tuple[str, tuple[tuple[str, Number], ...]], str] = {}
    choices, lowest = {}, {}
    for roll, option in enumerate(table.rolls):
        digits = f"{roll:0{table.digits}}"
        choices[digits] = Choice(table, digits, option)
        lowest[digits] = first.setdefault((option.code, (*table.at.get(roll, {}).items(),)), digits)
    at = book.place(table.id)
    return _Place(slice(at, at + table.digits), choices, lowest)


# ------------------------------------------------------------------------------------------------ names


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: tuple[str, ...]
    second: tuple[str, ...]


@cache
def _words() -> _Words:
    return msgspec.toml.decode((catalog.TABLES / "names.toml").read_bytes(), type=_Words)


def name_of(book: Book, seed: Seed) -> str:
    """The name that a seed has by itself: two words picked by a hash of the digits."""
    words = _words()
    digest = hashlib.sha256(f"carnage/name/1/{book.path}/{seed}".encode()).digest()
    first = words.first[int.from_bytes(digest[:8], "big") % len(words.first)]
    return f"{first} {words.second[int.from_bytes(digest[8:16], 'big') % len(words.second)]}"


def clean_name(name: str) -> str:
    """A given name fit to be printed: NFC, one line, single spaces; raises GameNameError otherwise."""
    text = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    text = re.sub(r" +", " ", text)
    if len(text) > NAME_LIMIT:
        raise GameNameError(f"A game's name has at most {NAME_LIMIT} characters; this one has {len(text):,}.")
    if any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"} for character in text
    ):
        raise GameNameError("A game's name is one line of letters, digits, spaces and punctuation.")
    if any(character in "<>" for character in text):
        raise GameNameError("A game's name may not contain < or >.")
    return text


def resolve(book: Book, seed: Seed, name: str = "") -> Ruleset:
    """The ruleset of this seed, under the seed's own name if none is given.

    Raises SeedError if the seed is not as long as the book wants, GameNameError for a bad name.
    """
    seed = Seed.parse(seed.digits, _layout(book)[-1].cut.stop)
    return Ruleset(book, seed, clean_name(name) or name_of(book, seed))
