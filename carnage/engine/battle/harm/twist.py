"""Twist: the options No Twist and Wreckage.

The others are in `crossing` (Wrap-around), `drinks`, `sticks` and `dynamite`, and `damage`
(Exploding Losses).
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule


@rule
def begin_twist(g: Game) -> None:
    """Count the option No Twist as used when the game begins."""
    if g.chosen.twist == R.TWIST_NONE:
        none(g)


@rule
def none(g: Game) -> None:
    """Count the option No Twist as used."""
    fire(g, R.TWIST_NONE)


@rule
def wreckage(g: Game, i: int) -> None:
    """Turn model i, which has just been removed, into a wreck."""
    g.models[i].wreck = 1
    fire(g, R.TWIST_WRECKAGE)
