"""Conversion of a ruleset to the record in which its games begin.

It is plain Python, and runs once for each ruleset.
"""

from __future__ import annotations

from typing import Any

from carnage.engine.gamble.numbers import NUMBERING
from carnage.engine.gamble.state import DICE
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings
from carnage.rulesets.throws import count_throws


def faces(ruleset: Ruleset) -> list[int]:
    """Return the number of sides of each die of a set, in the order of the rules."""
    hand = [int(ruleset.params.get(f"dice.die_{n}", 0)) for n in range(1, DICE + 1)]
    return [sides for sides in hand if sides > 0]


def fill(g: Any, ruleset: Ruleset, settings: Settings = DEFAULT_SETTINGS) -> None:
    """Fill an empty record, of NumPy or a plain object, with the values of a ruleset.

    No setting changes a gamble.
    """
    NUMBERING.fill(g.chosen, g.p, ruleset)
    g.players = ruleset.players
    g.throws = count_throws(ruleset)
    for d, sides in enumerate(faces(ruleset)):
        g.faces[d] = sides
        g.n_dice = d + 1
    g.winner = -1
    g.opener = -1
