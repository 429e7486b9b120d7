"""The numbers of a family that house rules may change, in `numbers.toml`, and changed books.

A name is `<table>.<number>`, `figure.<code>.<stat>` or `weapon.<code>.<stat>`. In the file, `*`
stands for any figure or weapon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import structs

from carnage.catalog.rosters import Figure, Roster, Weapon
from carnage.catalog.schema import Book, HouseRule, Option, Table
from carnage.catalog.toml import CatalogError, Entry, decode_toml, display_path
from carnage.common.text_format import Number

MAX_CHANGED_BOOKS = 32  # kept in memory, of a megabyte each
FIGURE = "figure"
WEAPON = "weapon"


class NumberBounds(Entry, frozen=True):
    """The bounds of a number.

    Attributes:
        label: Its name.
        unit: Its unit, such as inches, share or count.
        least: The least value.
        most: The greatest value.
        step: The distance between two values.
        tune: True if `carnage tune` may change it.
        locked: The reason why no house rule may change it; then it has no bounds.
        needs: Traits without which a game does not use it.
    """

    label: str = ""
    unit: str = ""
    least: Number = 0
    most: Number = 0
    step: Number = 1
    tune: bool = False
    locked: str = ""
    needs: tuple[str, ...] = ()


@cache
def numbers(family: str) -> Mapping[str, NumberBounds]:
    """Return the bounds of each number of a family. Raises CatalogError."""
    return read_numbers(files("carnage") / "tables", family)


def read_numbers(root: Traversable, family: str) -> Mapping[str, NumberBounds]:
    """Return the bounds of each number of a family. Raises CatalogError."""
    name = f"{family}/numbers.toml"
    try:
        bounds = decode_toml((root / name).read_bytes(), dict[str, NumberBounds])
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise CatalogError(f"{display_path(name)}: {error}") from None
    for key, each in bounds.items():
        if not each.locked and not each.least < each.most:
            raise CatalogError(f"{display_path(name)}: {key}: `least` is not below `most`")
    return bounds


def find_bounds(book: Book, name: str) -> NumberBounds:
    """Return the bounds of a number. Raises KeyError."""
    kind, _, rest = name.partition(".")
    if kind in (FIGURE, WEAPON):
        name = f"{kind}.*.{rest.partition('.')[2]}"
    return numbers(book.family)[name]


@lru_cache(maxsize=MAX_CHANGED_BOOKS)
def change_book(book: Book, rules: tuple[HouseRule, ...]) -> Book:
    """Return a copy of a book with other numbers.

    Worked examples of changed tables are left out, because their numbers are those of the book.
    """
    by_table: dict[str, dict[str, Number]] = {}
    for rule in rules:
        owner, _, number = rule.name.partition(".")
        by_table.setdefault(owner, {})[number] = rule.value
    tables = tuple(_change_table(table, by_table.get(table.id)) for table in book.tables)
    roster = _change_roster(book.roster, by_table.get(FIGURE, {}), by_table.get(WEAPON, {}))
    return structs.replace(book, tables=tables, roster=roster, house_rules=rules, norms=None)


def _change_table(table: Table, values: Mapping[str, Number] | None) -> Table:
    if values is None:
        return table
    options = {option.code: _change_option(option, values) for option in table.options}
    at = {
        roll: _replace_known(numbers_of_roll, values) for roll, numbers_of_roll in table.at.items()
    }
    return structs.replace(
        table,
        params=_replace_known(table.params, values),
        options=tuple(options.values()),
        rules=tuple(_change_option(rule, values) for rule in table.rules),
        rolls=tuple(options[option.code] for option in table.rolls),
        at=at,
    )


def _change_option(option: Option, values: Mapping[str, Number]) -> Option:
    return structs.replace(option, params=_replace_known(option.params, values), example=())


def _replace_known(params: Mapping[str, Number], values: Mapping[str, Number]) -> dict[str, Number]:
    """Return numbers with the new values of those that are there."""
    return {name: values.get(name, value) for name, value in params.items()}


def _change_roster(
    roster: Roster, figures: Mapping[str, Number], weapons: Mapping[str, Number]
) -> Roster:
    if not figures and not weapons:
        return roster
    return structs.replace(
        roster,
        figure=tuple(
            _change_figure(each, _values_of(each.code, figures)) for each in roster.figure
        ),
        weapon=tuple(
            _change_weapon(each, _values_of(each.code, weapons)) for each in roster.weapon
        ),
    )


def _values_of(code: str, values: Mapping[str, Number]) -> dict[str, Number]:
    """Return the new values of one figure or weapon, by the names of its numbers."""
    prefix = f"{code}."
    return {
        name.removeprefix(prefix): value
        for name, value in values.items()
        if name.startswith(prefix)
    }


def _change_figure(figure: Figure, values: dict[str, Number]) -> Figure:
    if not values:
        return figure
    changes: dict[str, Any] = {}
    for name in ("points", "price"):
        if name in values:
            changes[name] = values.pop(name)
    return structs.replace(figure, stats={**figure.stats, **values}, **changes)


def _change_weapon(weapon: Weapon, values: Mapping[str, Number]) -> Weapon:
    return structs.replace(weapon, **values) if values else weapon


def list_carried_numbers(items: Iterable[Weapon]) -> dict[str, Number]:
    """Return the numbers of weapons that are not 0, by name."""
    found: dict[str, Number] = {}
    for weapon in items:
        for field in structs.fields(weapon):
            value = getattr(weapon, field.name)
            if isinstance(value, (int, float)) and value and field.name != "price":
                found[f"{WEAPON}.{weapon.code}.{field.name}"] = value
    return found
