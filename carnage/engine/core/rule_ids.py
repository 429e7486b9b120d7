"""Numbers of rules. The generated `numbers.py` of a family has a constant for each.

`MOVEMENT_FREE_MOVEMENT` is the number of the rule `movement.free-movement`. NOT_ASKED stands in
place of the answer of a table that a book does not roll, or that has no effect in a game.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from carnage.engine.core import records
from carnage.rulesets.ruleset import Ruleset

NOT_ASKED = -1


class NoSuchRule(Exception):
    """A game requires an option, an action or a kind of question that its code does not know.

    Every choice among rules ends with this exception. An option without code then stops the game,
    instead of being played as another. It has no message, because compiled rules cannot build
    strings.
    """


@cache
def identifier(name: str) -> str:
    """Return an id as a Python name: `movement_free_movement` for `movement.free-movement`.

    A name that arrays of NumPy use for themselves gets an underscore: `size_`.
    """
    word = re.sub(r"\W", "_", name)
    return f"{word}_" if word in records.RESERVED_NAMES else word


def constant_name(rule: str) -> str:
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
        """Write the chosen options and the parameters of a ruleset into a record.

        Raises:
            ValueError: A rule or a parameter is missing from the generated numbers.
        """
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
