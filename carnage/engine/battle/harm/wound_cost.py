"""What wounds would cost a model, for whoever weighs whether to try and avoid them."""

from __future__ import annotations

from carnage.engine.battle.bots.attack_values import harm
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule

PARTLY = 0.6  # what a wound that does not remove is worth, as a share of the points it works toward


@rule
def stake(g: Game, j: int, wounds: int) -> float:
    """What so many wounds on model j are worth, in points."""
    return harm(g, j, float(wounds), PARTLY)
