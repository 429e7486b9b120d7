"""Conversion of a ruleset to the record in which its games begin.

It is plain Python, and runs once for each ruleset.
"""

from __future__ import annotations

from typing import Any

from carnage.engine.gamble.numbers import NUMBERING
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings
from carnage.rulesets.throws import count_throws, list_dice


def fill(g: Any, ruleset: Ruleset, settings: Settings = DEFAULT_SETTINGS) -> None:
    """Fill an empty record, of NumPy or a plain object, with the values of a ruleset.

    No setting changes a gamble.
    """
    NUMBERING.fill(g.chosen, g.p, ruleset)
    g.players = ruleset.players
    g.throws = count_throws(ruleset)
    for d, sides in enumerate(list_dice(ruleset)):
        g.faces[d] = sides
        g.n_dice = d + 1
    g.winner = -1
    g.opener = -1
