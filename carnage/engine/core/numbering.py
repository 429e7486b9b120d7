"""Every rule of a family by number, read from the tables: no list is kept by hand.

`MOVEMENT_FREE_MOVEMENT` is the number of the rule `movement.free-movement`. The answer of a table that a book
does not ask, or that has no work in a game, is NOT_ASKED.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from carnage import catalog
from carnage.catalog import Table
from carnage.engine.core.records import FORBIDDEN, RuleNumber, declared
from carnage.ruleset import Ruleset

NOT_ASKED = -1


class NoSuchRule(Exception):
    """A game asks for what its code does not name: an option, an action, or a kind of question.

    It ends every choice among rules, so that an option whose line is forgotten stops the game instead of
    being played as another. Raised bare: compiled rules put no words together.
    """


def identifier(name: str) -> str:
    """`movement.free-movement` as a Python name: `movement_free_movement`; of an array's own, `size_`."""
    word = re.sub(r"\W", "_", name)
    return f"{word}_" if word in FORBIDDEN else word


def stand_for_names(module: dict[str, Any], numbers: Mapping[str, int]) -> None:
    """Give a module these constants, of which only the names matter. It lists them as NUMBERED, for whoever
    must not mind that another number comes to stand for the same name."""
    module.update(numbers)
    module["NUMBERED"] = dict(numbers)


class Numbering:
    """The numbers of one family's rules.

    `rolled` has the tables that some book of the family rolls, `rules` the names of all rules in order,
    `parameters` every parameter and whether it is whole; `Chosen` and `Params` are the records that a
    ruleset's answers and numbers are written into, `Weights` the one of what a seat's bot goes by.
    """

    def __init__(self, family: str) -> None:
        # Each table as each book of the family asks it: a book may leave some of its options out.
        self.tables: dict[str, tuple[Table, ...]] = {}
        for code in catalog.books_of(family):
            for table in catalog.book(code).tables:
                self.tables[table.id] = (*self.tables.get(table.id, ()), table)
        self.rolled = tuple(id for id, tables in self.tables.items() if any(t.rolled for t in tables))
        self.rules = self._rules()
        self.parameters = self._parameters()
        self.Chosen = declared("Chosen", {identifier(id): RuleNumber for id in self.rolled})
        self.Params = declared("Params", self.parameters)
        self.Weights = declared(
            "Weights", {identifier(weight.code): float for weight in catalog.weights(family)}
        )

    @property
    def constants(self) -> dict[str, int]:
        """The number of each rule under its Python name."""
        return {identifier(name).upper(): number for number, name in enumerate(self.rules)}

    def number(self, name: str) -> int:
        """The number of a rule by its name; raises ValueError."""
        return self.rules.index(name)

    def fill(self, chosen: Any, params: Any, ruleset: Ruleset) -> None:
        """Write what a ruleset answers, and its numbers, into a record."""
        for table in self.rolled:
            setattr(chosen, identifier(table), NOT_ASKED)
        for choice in ruleset.choices:
            if ruleset.uses(choice.table, choice.option):
                name = f"{choice.table.id}.{choice.option.code}"
                setattr(chosen, identifier(choice.table.id), self.number(name))
        for name, value in ruleset.params.items():
            setattr(params, identifier(name), self.parameters[identifier(name)](value))

    def _rules(self) -> tuple[str, ...]:
        names = [
            f"{id}.{entry.code}"
            for id, tables in self.tables.items()
            for table in tables
            for entry in table.every_rule
        ]
        return tuple(dict.fromkeys(names))

    def _parameters(self) -> dict[str, type]:
        parameters: dict[str, type] = {}
        for id, tables in self.tables.items():
            sets = [
                params
                for table in tables
                for params in (
                    table.params,
                    *(entry.params for entry in table.every_rule),
                    *table.at.values(),
                )
            ]
            for params in sets:
                for key, value in params.items():
                    name = identifier(f"{id}.{key}")
                    parameters[name] = float if float in (parameters.get(name), type(value)) else int
        return parameters
