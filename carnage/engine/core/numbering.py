"""Numbers of rules: the generated `numbers.py` of a family has a constant for each.

`MOVEMENT_FREE_MOVEMENT` is the number of the rule `movement.free-movement`. The answer of a table that a book
does not ask, or that has no work in a game, is NOT_ASKED.
"""

from __future__ import annotations

import re
from typing import Any

from carnage.engine.core import records
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
    return f"{word}_" if word in records.FORBIDDEN else word


def constant(rule: str) -> str:
    """Return the name of the constant for a rule."""
    return identifier(rule).upper()


class Numbering:
    """The numbers of one family's rules.

    Attributes:
        rules: The names of all rules, in order.
        rolled: The ids of the tables that some book of the family rolls.
        params: The record of the parameters.
    """

    def __init__(self, rules: tuple[str, ...], rolled: tuple[str, ...], params: type) -> None:
        self.rules = rules
        self.rolled = rolled
        self.params = params

    def number(self, name: str) -> int:
        """Return the number of a rule. Raise ValueError if the rule is not numbered."""
        if name not in self.rules:
            raise ValueError(f"The rule {name} has no number: run `make generated`.")
        return self.rules.index(name)

    def fill(self, chosen: Any, params: Any, ruleset: Ruleset) -> None:
        """Write the answers and the parameters of a ruleset into a record."""
        for table in self.rolled:
            setattr(chosen, identifier(table), NOT_ASKED)
        for choice in ruleset.choices:
            if ruleset.uses(choice.table, choice.option):
                name = f"{choice.table.id}.{choice.option.code}"
                setattr(chosen, identifier(choice.table.id), self.number(name))
        types = records.fields(self.params)
        for name, value in ruleset.params.items():
            field = identifier(name)
            if field not in types:
                raise ValueError(f"The parameter {name} has no field: run `make generated`.")
            kind, _, _ = types[field]
            setattr(params, field, kind(value))
