"""Defending: the dice that a side has set aside in its secret allocation to make attacks harder."""

from __future__ import annotations

from carnage.engine.battle import events as E
from carnage.engine.battle import numbers as R
from carnage.engine.battle.asking import ask
from carnage.engine.battle.noting import note
from carnage.engine.battle.questions import DEFEND
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule


@rule
def defended(g: Game, log: Log, side: int, i: int) -> int:
    """How much harder an attack on model i of this side is made by a Defend die, if its side spends one."""
    if g.chosen.action_points != R.ACTION_POINTS_SECRET_ALLOCATION or g.sides[side].defend_dice == 0:
        return 0
    clear(g.core)
    offer(g.core, 0, i, -1)
    offer(g.core, 1, i, -1)
    if ask(g, side, DEFEND, i) == 0:
        return 0
    g.sides[side].defend_dice -= 1
    forget_dice(g.core)
    left = g.sides[side].defend_dice
    note(g, log, E.DEFEND, R.ACTION_POINTS_SECRET_ALLOCATION, side, i, -1, left, 0, 0, 0)
    return g.p.action_points_harder
