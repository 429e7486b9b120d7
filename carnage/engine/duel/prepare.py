"""Conversion of a ruleset to the record in which its games begin.

It is plain Python, and runs once for each ruleset.
"""

from __future__ import annotations

import math
from typing import Any

from carnage.engine.duel.numbers import NUMBERING
from carnage.engine.duel.state import COMPASS, SWINGS
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings

ODD_LOT = ((4, "dice.fours"), (6, "dice.sixes"), (8, "dice.eights"), (10, "dice.tens"))


def fill(g: Any, ruleset: Ruleset, settings: Settings = DEFAULT_SETTINGS) -> None:
    """Fill an empty record, of NumPy or a plain object, with the values of a ruleset."""
    NUMBERING.fill(g.chosen, g.p, ruleset)
    params = ruleset.params
    g.radius = params["conventions.ship"] / 2.0
    g.penny = params["conventions.penny"] / 2.0
    g.die = params["conventions.die"] / 2.0
    g.reach = float(params["jettison.reach"])
    for n in range(COMPASS):
        g.cosines[n] = math.cos(2.0 * math.pi * n / COMPASS)
        g.sines[n] = math.sin(2.0 * math.pi * n / COMPASS)
    g.degree_cosine = math.cos(math.radians(1.0))
    g.degree_sine = math.sin(math.radians(1.0))
    swing = math.radians(params.get("move.degrees", 0.0))
    for n in range(SWINGS):
        angle = swing * (n - SWINGS // 2) / (SWINGS // 2)
        g.swing_cosines[n] = math.cos(angle)
        g.swing_sines[n] = math.sin(angle)
    # By default 90 degrees: a shot may not cross its own ship, so it leaves the rim outward.
    g.arc_cosine = math.cos(math.radians(params.get("shot.degrees", 90.0)))
    for k, pips in enumerate(fuel(ruleset)):
        g.start[k] = pips


def fuel(ruleset: Ruleset) -> list[int]:
    """Return the pips of the dice that each ship begins with: the highest number of each die."""
    params = ruleset.params
    if "dice.faces" in params:
        return [int(params["dice.faces"])] * int(params["dice.cells"])
    dice: list[int] = []
    for faces, name in ODD_LOT:
        dice += [faces] * int(params[name])
    return dice
