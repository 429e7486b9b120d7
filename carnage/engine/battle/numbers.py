"""Every rule of the family by number, read from the tables: no list here is kept by hand.

`MOVEMENT_FREE_MOVEMENT` is the number of the rule `movement.free-movement`; RULES lists the names in order.
PARAMETERS names every parameter and whether it is whole; a ruleset's values stand in the game's record.
"""

from __future__ import annotations

import re

from carnage import catalog

FAMILY = "battle"


def _tables() -> dict[str, catalog.Table]:
    books = [catalog.book(code) for code in catalog.book_codes()]
    found: dict[str, catalog.Table] = {}
    for book in books:
        if book.family == FAMILY:
            for table in book.tables:
                found.setdefault(table.id, table)
    return found


def identifier(name: str) -> str:
    """`movement.free-movement` as a Python name: `movement_free_movement`."""
    return re.sub(r"\W", "_", name)


def _parameters() -> dict[str, type]:
    found: dict[str, type] = {}
    for id, table in TABLES.items():
        sets = [table.params, *(o.params for o in table.options + table.rules), *table.at.values()]
        for params in sets:
            for key, value in params.items():
                name = identifier(f"{id}.{key}")
                found[name] = float if float in (found.get(name), type(value)) else int
    return found


TABLES = _tables()
ROLLED = tuple(id for id, table in TABLES.items() if table.rolled)
RULES = tuple(f"{id}.{o.code}" for id, table in TABLES.items() for o in table.options + table.rules)
PARAMETERS = _parameters()

globals().update({identifier(name).upper(): number for number, name in enumerate(RULES)})


def number(name: str) -> int:
    """The number of a rule by its name; raises ValueError."""
    return RULES.index(name)


def __getattr__(name: str) -> int:
    raise AttributeError(f"no table has a rule for {name}")
