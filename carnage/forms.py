"""What the tables' files may hold, and what they become: typed, frozen data, and nothing else.

A key that no class here knows is an error, as is one that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from carnage.sheets import Names, Sheet

Number = int | float
Params = dict[str, Number]

TOWER = 15  # dice up to which a tower has chances of its own


class CatalogError(ValueError):
    """A table, book or roster that cannot be used; the message names the file and the place in it."""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Data as it stands in a TOML file; an unknown key is an error."""


class Example(_Data, frozen=True):
    """A worked case: printed in the rules, and executed as a test.

    `given`, `dice`, `choices` and `then` are what the test sets up, rolls, chooses and expects; `text` tells
    the same to a reader and takes its numbers from them. `given.rule` names the test's set-up.
    """

    text: str
    given: dict[str, Any] = {}
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    then: dict[str, Any] = {}


class Option(_Data, frozen=True):
    """One answer to a table's question, or one rule of a section that is not rolled.

    `text` is the rule; `does` says in two sentences what it does to the game; `brief` is its line in the
    quick reference; `pitch` a sentence for the game's pitch; `components` what has to be on the table for it.
    It has work only in games with every trait of `needs` and none of `unless`.
    """

    code: str
    label: str
    text: str
    source: str = "rule-of-carnage"
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    params: Params = {}
    does: str = ""
    tags: tuple[str, ...] = ()
    pitch: str = ""
    brief: str = ""
    components: tuple[str, ...] = ()
    example: tuple[Example, ...] = ()


class TableFile(_Data, frozen=True):
    title: str
    intro: str = ""
    text: str = ""
    params: Params = {}
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    brief: str = ""
    components: tuple[str, ...] = ()
    option: tuple[Option, ...] = ()
    rule: tuple[Option, ...] = ()


class BookTable(_Data, frozen=True):
    """A table as a book asks it; `needs` and `unless` are added to the table's own."""

    id: str
    chapter: str
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    digits: int = 1
    rolls: dict[str, str] = {}
    params: Params = {}
    at: dict[str, Params] = {}


class BookFile(_Data, frozen=True):
    title: str
    family: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    table: tuple[BookTable, ...]
    roster: str = ""


class Weapon(_Data, frozen=True):
    """`range` in inches, 0 being base contact; `wounds` a hit (ranged) or a success (close).

    `dice` are those rolled with it where dice are thrown at people, `weak` and `big` the damage that each of
    them does; `band` names its row of a range chart, `load` the shots that it holds; `edge` is added to its
    wielder's roll in a fight; `price` is in dollars.
    """

    code: str
    label: str
    kind: str
    range: Number
    wounds: int
    skill_bonus: int = 0
    burst: Number = 0
    push: Number = 0
    dice: int = 0
    weak: int = 0
    big: int = 0
    band: str = ""
    load: int = 0
    edge: int = 0
    price: int = 0


class Figure(_Data, frozen=True):
    """One kind of model. Stats hold numbers, or the names of grades that a scale turns into numbers."""

    code: str
    label: str
    points: int
    stats: dict[str, int | str]
    weapons: tuple[str, ...]
    specials: tuple[str, ...] = ()
    note: str = ""


class Scale(_Data, frozen=True):
    """What the grades of a stat are worth under the rules that give the trait `needs`."""

    needs: str
    grades: dict[str, dict[str, int]]


class Group(_Data, frozen=True):
    """Models that muster together: figure codes in the order in which they are listed."""

    code: str
    label: str
    models: tuple[str, ...]


class Muster(_Data, frozen=True):
    """The force that each side has under the rules that give the trait `needs`.

    Either `group` names its units, or `line` who comes, the first of them in the smallest force.
    """

    needs: str
    group: tuple[Group, ...] = ()
    line: tuple[str, ...] = ()


class Stat(_Data, frozen=True):
    """A stat's name, what it means, and the traits that must all be there for it to be used."""

    code: str
    label: str
    short: str
    text: str
    needs: tuple[str, ...] = ()


class Term(_Data, frozen=True):
    """A glossary entry, printed where all its traits are there and none of `unless`.

    What it `assumes` goes without saying in a book none of whose options gives it.
    """

    term: str
    text: str
    needs: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()


class Piece(_Data, frozen=True):
    """A piece of terrain, sizes and places as shares of the table's side; `shape` is disc or rectangle."""

    label: str
    shape: str
    x: float
    y: float
    width: float
    height: float
    kinds: tuple[str, ...]


class Layout(_Data, frozen=True):
    """The pieces on the table under the rules that give the trait `needs`."""

    needs: str
    piece: tuple[Piece, ...]


class Roster(_Data, frozen=True):
    """Everything a family's games bring to the table besides the rolled rules; nothing, in some families.

    The terrain is `terrain` in every game, or else the `layout` that a game's traits ask for.
    """

    base: Number = 0
    stat: tuple[Stat, ...] = ()
    weapon: tuple[Weapon, ...] = ()
    figure: tuple[Figure, ...] = ()
    scale: tuple[Scale, ...] = ()
    muster: tuple[Muster, ...] = ()
    terrain: tuple[Piece, ...] = ()
    layout: tuple[Layout, ...] = ()


class Scatter(_Data, frozen=True):
    """How far from its aim a thrown die comes to rest, along and across the throw.

    A standard deviation is `base` inches and a `share` of the distance; `overshoot` is the mean error along,
    as a share of the distance. docs/dexterity.md.
    """

    overshoot: float
    along_base: float
    along_share: float
    across_base: float
    across_share: float


class Hand(_Data, frozen=True):
    """How deft somebody is with dice; the nth chance is that of a tower of n dice, in ten thousandths.

    A tower falls so often when its nth die is `added`, for each inch that its model is `moved`, and when a
    thrown die has `struck` it.
    """

    code: str
    label: str
    scatter: Scatter
    added: tuple[int, ...]
    moved: tuple[int, ...]
    struck: tuple[int, ...]


Hands = tuple[str, str]
USUAL_HANDS: Hands = ("average", "average")


class Dexterity(_Data, frozen=True):
    """A family's hands, from the clumsiest to the steadiest."""

    hand: tuple[Hand, ...]

    def of(self, code: str) -> Hand:
        """The hand of this code; raises KeyError."""
        for hand in self.hand:
            if hand.code == code:
                return hand
        raise KeyError(code)


class Source(_Data, frozen=True):
    """Whose idea a rule is, and the credit that goes with it."""

    title: str
    authors: str
    licence: str
    credit: str
    url: str = ""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One question, as a book asks it: its options on this book's digits.

    A table without `rolls` is a section that every game of the book has; its `rules` all apply.
    """

    id: str
    chapter: str
    title: str
    intro: str
    text: str
    brief: str
    params: Mapping[str, Number]
    needs: tuple[str, ...]
    unless: tuple[str, ...]
    components: tuple[str, ...]
    digits: int
    options: tuple[Option, ...]
    rules: tuple[Option, ...]
    rolls: tuple[Option, ...]
    at: Mapping[int, Mapping[str, Number]]

    @property
    def rolled(self) -> bool:
        return bool(self.rolls)

    def option(self, code: str) -> Option:
        """The option of this code; raises KeyError."""
        for option in self.options:
            if option.code == code:
                return option
        raise KeyError(code)

    def results(self, code: str) -> tuple[int, ...]:
        """The rolls that give this option, lowest first."""
        return tuple(roll for roll, option in enumerate(self.rolls) if option.code == code)


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """An ordered set of tables that together make a whole game; its code is its place in URLs."""

    code: str
    title: str
    family: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    tables: tuple[Table, ...]
    roster: Roster
    traits: Mapping[str, str]
    glossary: tuple[Term, ...]
    sheet: Sheet
    names: Names
    pictures: Mapping[str, str]
    dexterity: Dexterity | None = None

    @property
    def rolled(self) -> tuple[Table, ...]:
        return tuple(table for table in self.tables if table.rolled)

    @property
    def length(self) -> int:
        """How many digits a seed of this book has."""
        return sum(table.digits for table in self.rolled)

    @property
    def groups(self) -> tuple[int, ...]:
        """How many digits each chapter takes, for showing a seed in groups that mean something."""
        sizes: dict[str, int] = {}
        for table in self.rolled:
            sizes[table.chapter] = sizes.get(table.chapter, 0) + table.digits
        return tuple(sizes.values())

    def table(self, id: str) -> Table:
        """The table of this id; raises KeyError."""
        for table in self.tables:
            if table.id == id:
                return table
        raise KeyError(id)

    def place(self, id: str) -> int:
        """Where in the seed the digits of this rolled table begin; raises KeyError."""
        at = 0
        for table in self.rolled:
            if table.id == id:
                return at
            at += table.digits
        raise KeyError(id)
