"""Twist: what is odd about a game. What crossing an edge is stands in `crossing`, a round of drinks in
`drinks`, sticks and their blasts in `dynamite`, losses that explode in `damage`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.noting import fire
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule


@rule
def begin_twist(g: Game) -> None:
    """What a twist does before the game begins."""
    if g.chosen.twist == R.TWIST_NONE:
        none(g)


@rule
def none(g: Game) -> None:
    """Nothing at all."""
    fire(g, R.TWIST_NONE)


@rule
def wreckage(g: Game, i: int) -> None:
    """Model i, which has just been removed, stays as a wreck."""
    g.models[i].wreck = 1
    fire(g, R.TWIST_WRECKAGE)
