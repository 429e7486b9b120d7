"""What the tables' files may hold, and what they become: typed, frozen data, and nothing else.

A key that no class here knows is an error, as is one that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from carnage.catalog.dexterity import Dexterity
from carnage.catalog.drafts import Draft
from carnage.catalog.rosters import Roster
from carnage.catalog.settings import Setting
from carnage.catalog.sheets import GameNames, Sheet
from carnage.catalog.toml import Entry
from carnage.catalog.traits import Conditional
from carnage.catalog.usual import Usual
from carnage.wording import Number

Params = dict[str, Number]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


class Example(Entry, frozen=True):
    """A worked case: printed in the rules, and executed as a test.

    `given`, `dice`, `choices` and `then` are what the test sets up, rolls, chooses and expects; `text` tells
    the same to a reader and takes its numbers from them. `given.rule` names the test's set-up.
    """

    text: str
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    dice: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    then: dict[str, Any] = msgspec.field(default_factory=dict)


class Option(Conditional, frozen=True):
    """One answer to a table's question, or one rule of a section that is not rolled.

    `text` is the rule; `does` says in two sentences what it does to the game; `brief` is its line in the
    quick reference; `pitch` a sentence for the game's pitch; `components` what has to be on the table for it.
    `source` is whose idea it is; it has to be said here, or for the whole table. `picture` is the file of a
    scene that shows it.
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
    """A table as it stands in its file; `source` is that of all options and rules that name none.

    What is `for_people` settles arguments between them: no game that is played by itself ever asks it.
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
    """A table as a book asks it; `needs` and `unless` are added to the table's own."""

    id: str
    chapter: str
    digits: int = 1
    rolls: dict[str, str] = msgspec.field(default_factory=dict)
    params: Params = msgspec.field(default_factory=dict)
    at: dict[str, Params] = msgspec.field(default_factory=dict)


class Reading(Entry, frozen=True):
    """A chapter of a book's rules as they are read: its title and its tables, in order."""

    title: str
    tables: tuple[str, ...]


class BookFile(Entry, frozen=True):
    """A book as it stands in its file; without a `reading` its rules are read in the order of its digits."""

    title: str
    family: str
    edition: int
    frozen: bool
    tagline: str
    intro: str
    credits: tuple[str, ...]
    table: tuple[BookTable, ...]
    reading: tuple[Reading, ...] = ()
    roster: str = ""
    draft: tuple[Draft, ...] = ()


class Term(Conditional, frozen=True):
    """A glossary entry; what it `assumes` goes without saying in a book none of whose options gives it.

    Rules that use the term lead to it, but not within phrases that it is `besides`, in which it has its
    everyday sense, and never if it is `loose`: then rules use it in either sense. If it is `implied`, the
    glossary of every game whose rules use it has it.
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
    """Whose idea a rule is, and the credit that goes with it."""

    title: str
    authors: str
    licence: str
    credit: str
    url: str = ""


class Table(Conditional, frozen=True, kw_only=True):
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
    components: tuple[str, ...]
    for_people: bool
    digits: int
    options: tuple[Option, ...]
    rules: tuple[Option, ...]
    rolls: tuple[Option, ...]
    at: Mapping[int, Mapping[str, Number]]

    @property
    def rolled(self) -> bool:
        return bool(self.rolls)

    @property
    def every_rule(self) -> tuple[Option, ...]:
        """Its options, then the rules that all apply."""
        return self.options + self.rules

    def option(self, code: str) -> Option:
        """The option of this code; raises KeyError."""
        for option in self.options:
            if option.code == code:
                return option
        raise KeyError(code)

    def results(self, code: str) -> tuple[int, ...]:
        """The rolls that give this option, lowest first."""
        return tuple(roll for roll, option in enumerate(self.rolls) if option.code == code)


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """An ordered set of tables that together make a whole game; its code is its place in URLs.

    `tables` are in the order of their digits, `reading` says in which order rules are read. A book is
    equal to itself alone, so that it is a quick key of a cache, and books of another catalogue are others.
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
    reading: tuple[Reading, ...]
    roster: Roster
    traits: Mapping[str, str]
    glossary: tuple[Term, ...]
    sheet: Sheet
    names: GameNames
    pictures: Mapping[str, str]
    settings: tuple[Setting, ...] = ()
    dexterity: Dexterity | None = None
    usual: Usual | None = None
    drafts: tuple[Draft, ...] = ()

    @property
    def rolled(self) -> tuple[Table, ...]:
        return tuple(table for table in self.tables if table.rolled)

    @property
    def length(self) -> int:
        """How many digits a seed of this book has."""
        return sum(table.digits for table in self.rolled)

    @property
    def groups(self) -> tuple[int, ...]:
        """How many digits the tables of each chapter take: a seed is shown in groups that mean something."""
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
