"""Costs: what models are picked for."""

from __future__ import annotations

from carnage.engine.battle import numbers as R
from carnage.engine.battle.state import Game
from carnage.engine.core.compiling import rule


@rule
def cost(g: Game, kind: int) -> int:
    """What a kind of model costs in this game's money."""
    return int(g.kinds[kind].price if g.chosen.forces == R.FORCES_PRICE_LIST else g.kinds[kind].points)
