"""Rolls: where the digits of each table stand in a seed, and what each of its results gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carnage.catalog.forms import Book, Option, Table
from carnage.wording import Number


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
    """Where a rolled table's digits stand in a seed; for each of its results the choice, and the lowest
    digits that give the same option with the same numbers."""

    cut: slice
    choices: Mapping[str, Choice]
    lowest: Mapping[str, str]
    may_idle: bool


_layouts: dict[int, tuple[Book, tuple[Place, ...]]] = {}


def layout(book: Book) -> tuple[Place, ...]:
    """A place for each rolled table; made once for each book."""
    kept = _layouts.get(id(book))
    if kept is None:
        # The book is kept beside its layout, so that no other can come to have its id.
        kept = _layouts[id(book)] = (book, tuple(_place(book, table) for table in book.rolled))
    return kept[1]


def _place(book: Book, table: Table) -> Place:
    first: dict[tuple[str, tuple[tuple[str, Number], ...]], str] = {}
    choices, lowest = {}, {}
    for roll, option in enumerate(table.rolls):
        digits = f"{roll:0{table.digits}}"
        choices[digits] = Choice(table, digits, option)
        lowest[digits] = first.setdefault((option.code, (*table.at.get(roll, {}).items(),)), digits)
    at = book.place(table.id)
    conditions = [*table.needs, *table.unless]
    conditions += [trait for option in table.options for trait in (*option.needs, *option.unless)]
    return Place(slice(at, at + table.digits), choices, lowest, bool(conditions))


def given_by(book: Book) -> frozenset[str]:
    """Every trait that some option of this book gives."""
    return frozenset([trait for table in book.rolled for option in table.options for trait in option.gives])
