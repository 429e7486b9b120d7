"""Every rule of the family by number, read from the tables: no list here is kept by hand.

`MOVEMENT_FREE_MOVEMENT` is the number of the rule `movement.free-movement`; RULES lists the names in order.
PARAMETERS names every parameter and whether it is whole; a ruleset's values stand in the game's record. The
answer of a table that a book does not ask, or that has no work in a game, is NOT_ASKED.
"""

from __future__ import annotations

import re

from carnage import catalog
from carnage.engine.core.records import FORBIDDEN

FAMILY = "battle"
NOT_ASKED = -1


def _tables() -> dict[str, tuple[catalog.Table, ...]]:
    """Each table as each book of the family asks it: a book may leave some of its options out."""
    found: dict[str, tuple[catalog.Table, ...]] = {}
    for code in catalog.book_codes():
        book = catalog.book(code)
        for table in book.tables if book.family == FAMILY else ():
            found[table.id] = (*found.get(table.id, ()), table)
    return found


def _rules() -> tuple[str, ...]:
    names = [
        f"{id}.{entry.code}"
        for id, tables in TABLES.items()
        for table in tables
        for entry in table.options + table.rules
    ]
    return tuple(dict.fromkeys(names))


def identifier(name: str) -> str:
    """`movement.free-movement` as a Python name: `movement_free_movement`; of an array's own, `size_`."""
    made = re.sub(r"\W", "_", name)
    return f"{made}_" if made in FORBIDDEN else made


def _parameters() -> dict[str, type]:
    found: dict[str, type] = {}
    for id, tables in TABLES.items():
        sets = [
            params
            for table in tables
            for params in (table.params, *(o.params for o in table.options + table.rules), *table.at.values())
        ]
        for params in sets:
            for key, value in params.items():
                name = identifier(f"{id}.{key}")
                found[name] = float if float in (found.get(name), type(value)) else int
    return found


TABLES = _tables()
ROLLED = tuple(id for id, tables in TABLES.items() if any(table.rolled for table in tables))
RULES = _rules()
PARAMETERS = _parameters()

globals().update({identifier(name).upper(): number for number, name in enumerate(RULES)})


def number(name: str) -> int:
    """The number of a rule by its name; raises ValueError."""
    return RULES.index(name)


def __getattr__(name: str) -> int:
    raise AttributeError(f"no table has a rule for {name}")
