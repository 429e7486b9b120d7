"""Cost of wounds, for decisions on whether to avoid them."""

from __future__ import annotations

from carnage.engine.battle.bots.attack_values import harm_value
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule

PARTIAL_WEIGHT = 0.6  # weight of wounds that do not remove the model; see `harm_value`


@rule
def wounds_cost(g: Game, j: int, wounds: int) -> float:
    """Return the cost of this number of wounds on model j, in points."""
    return harm_value(g, j, float(wounds), PARTIAL_WEIGHT)
