"""The types of the files of tables and books, and of the book that is made from them.

Unknown and missing keys are errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from carnage.catalog.dexterity import Dexterity
from carnage.catalog.draft_seeds import Draft
from carnage.catalog.norms import Norms
from carnage.catalog.rosters import Roster
from carnage.catalog.settings import Setting
from carnage.catalog.sheets import GameNames, Sheet
from carnage.catalog.toml import Entry
from carnage.catalog.traits import Conditional
from carnage.common.text_format import Number

Params = dict[str, Number]

MIN_PLAYERS = 2
MAX_PLAYERS = 6


class Example(Entry, frozen=True):
    """A worked example, printed in the rules and run as a test.

    Attributes:
        text: The example for readers, with its numbers taken from the case.
        given: The set-up of the test; `given.rule` names it.
        dice: The dice that the test rolls.
        choices: The options that the test chooses.
        then: The expected result.
    """

    text: str
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    then: dict[str, Any] = msgspec.field(default_factory=dict)


class Option(Conditional, frozen=True):
    """An option of a rolled table, or a rule of a section that is not rolled.

    Attributes:
        text: The rule.
        source: The code of its source. It must be given here or for the whole table.
        gives: The traits that it gives to a game.
        params: Its numbers.
        does: Its effect on a game, in two sentences.
        pitch: A sentence for the game's pitch.
        brief: Its line in the quick reference.
        components: The components that it needs on the table.
        picture: The file of a scene that shows it.
    """

    code: str
    label: str
    text: str
    source: str = ""
    gives: tuple[str, ...] = ()
    params: Params = msgspec.field(default_factory=dict)
    does: str = ""
    tags: tuple[str, ...] = ()
    pitch: str = ""
    brief: str = ""
    components: tuple[str, ...] = ()
    example: tuple[Example, ...] = ()
    picture: str = ""


class TableFile(Conditional, frozen=True):
    """The file of a table.

    Attributes:
        source: The default source of its options and rules.
        for_people: The table only settles arguments between people, so bots never need its answer.
    """

    title: str
    source: str = ""
    for_people: bool = False
    intro: str = ""
    text: str = ""
    params: Params = msgspec.field(default_factory=dict)
    brief: str = ""
    components: tuple[str, ...] = ()
    option: tuple[Option, ...] = ()
    rule: tuple[Option, ...] = ()


class BookTable(Conditional, frozen=True):
    """A table as a book uses it. `needs` and `unless` are added to those of the table.

    `labels` has other labels for options, by code, where numbers in a label are not those of the
    book.
    """

    id: str
    chapter: str
    digits: int = 1
    rolls: dict[str, str] = msgspec.field(default_factory=dict)
    params: Params = msgspec.field(default_factory=dict)
    at: dict[str, Params] = msgspec.field(default_factory=dict)
    labels: dict[str, str] = msgspec.field(default_factory=dict)


class ChapterOrder(Entry, frozen=True):
    """A chapter of a book in reading order: its title and the ids of its tables."""

    title: str
    tables: tuple[str, ...]


class BookFile(Entry, frozen=True):
    """The file of a book. Without a `reading`, rules are in the order of the digits."""

    title: str
    family: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    table: tuple[BookTable, ...]
    reading: tuple[ChapterOrder, ...] = ()
    roster: str = ""
    draft: tuple[Draft, ...] = ()


class Term(Conditional, frozen=True):
    """A glossary entry.

    Attributes:
        assumes: Traits that the term needs. A game without one of them leaves the term out, unless
            no option of its book gives the trait.
        besides: Phrases in which the term has its everyday sense. Rules do not link to the glossary
            there.
        loose: Rules use the term in both senses, so none of them links to it.
        implied: The glossary of every game whose rules use the term has it.
    """

    term: str
    text: str
    assumes: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    loose: bool = False
    implied: bool = False


class GlossaryFile(Entry, frozen=True):
    """A family's glossary."""

    term: tuple[Term, ...]


class Source(Entry, frozen=True):
    """The source of rules, and its credit."""

    title: str
    authors: str
    licence: str
    credit: str
    url: str = ""


class Table(Conditional, frozen=True, kw_only=True, eq=False):
    """A table as a book uses it, with its options on the book's digits.

    A table without `rolls` is a section that every game of the book has. All of its `rules` apply.
    Like a book, a table is equal to itself alone.

    Attributes:
        params: Numbers that all options share.
        digits: The number of digits of a roll.
        rolls: The option of each roll, in order.
        at: Numbers of single rolls, in addition to those of the option.
    """

    id: str
    chapter: str
    title: str
    intro: str
    text: str
    brief: str
    params: Mapping[str, Number]
    components: tuple[str, ...]
    for_people: bool
    digits: int
    options: tuple[Option, ...]
    rules: tuple[Option, ...]
    rolls: tuple[Option, ...]
    at: Mapping[int, Mapping[str, Number]]

    @property
    def rolled(self) -> bool:
        """Return True if the table has rolls."""
        return bool(self.rolls)

    @property
    def every_rule(self) -> tuple[Option, ...]:
        """Return the options, then the rules that all apply."""
        return self.options + self.rules

    def option(self, code: str) -> Option:
        """Return the option of this code. Raises KeyError."""
        for option in self.options:
            if option.code == code:
                return option
        raise KeyError(code)

    def results(self, code: str) -> tuple[int, ...]:
        """Return the rolls that give this option, lowest first."""
        return tuple(roll for roll, option in enumerate(self.rolls) if option.code == code)


class HouseRule(NamedTuple):
    """A number that a person has changed: its name, its value, and the value in the book."""

    name: str
    value: Number
    book_value: Number


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """An ordered set of tables that together make a whole game.

    Books compare by identity, so that they are fast keys of caches.

    Attributes:
        code: The book's name in URLs.
        tables: The tables, in the order of their digits.
        reading: The chapters, in the order in which rules are read.
        traits: The traits that the family declares, with their meanings.
        pictures: The contents of pictures, by file name.
        house_rules: The numbers that a person has changed; none in the books of the package.
    """

    code: str
    title: str
    family: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    tables: tuple[Table, ...]
    reading: tuple[ChapterOrder, ...]
    roster: Roster
    traits: Mapping[str, str]
    glossary: tuple[Term, ...]
    sheet: Sheet
    names: GameNames
    pictures: Mapping[str, str]
    settings: tuple[Setting, ...] = ()
    dexterity: Dexterity | None = None
    norms: Norms | None = None
    drafts: tuple[Draft, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()

    @property
    def rolled(self) -> tuple[Table, ...]:
        """Return the tables that have rolls."""
        return tuple(table for table in self.tables if table.rolled)

    @property
    def length(self) -> int:
        """Return the number of digits of a seed of this book."""
        return sum(table.digits for table in self.rolled)

    @property
    def groups(self) -> tuple[int, ...]:
        """Return the number of digits of each chapter. Seeds are displayed in these groups."""
        sizes: dict[str, int] = {}
        for table in self.rolled:
            sizes[table.chapter] = sizes.get(table.chapter, 0) + table.digits
        return tuple(sizes.values())

    def table(self, id: str) -> Table:
        """Return the table of this id. Raises KeyError."""
        for table in self.tables:
            if table.id == id:
                return table
        raise KeyError(id)

    def digit_offset(self, id: str) -> int:
        """Return the index of the first digit of a rolled table in a seed. Raises KeyError."""
        at = 0
        for table in self.rolled:
            if table.id == id:
                return at
            at += table.digits
        raise KeyError(id)
