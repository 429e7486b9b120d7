"""Tie Order: who has the call, that is, who says who goes first where Order leaves it open."""

from __future__ import annotations

from carnage.engine.core.chance import below, forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.duel import events as E
from carnage.engine.duel import numbers as R
from carnage.engine.duel.counts import dice_left, lowest_die, pips_left
from carnage.engine.duel.noting import note
from carnage.engine.duel.state import Game, Log


@rule
def call(g: Game, log: Log) -> int:
    """The ship whose player has the call just now."""
    found = -1
    if g.chosen.tie_order == R.TIE_ORDER_CLOSEST_TO_LOSING:
        found = closest_to_losing(g)
    elif g.chosen.tie_order == R.TIE_ORDER_FEWER_PIPS:
        found = fewer_pips(g)
    elif g.chosen.tie_order == R.TIE_ORDER_SEE_SAW:
        found = see_saw(g)
    by_coin = int(found < 0)
    if found < 0:
        found = coin(g)
    g.called = found
    forget_dice(g.core)
    note(g, log, E.CALL, g.chosen.tie_order, -1, -1, -1, found, by_coin, 0, 0)
    return found


@rule
def fewer(mine: int, theirs: int) -> int:
    """The ship with the smaller number; -1 if they are equal."""
    if mine == theirs:
        return -1
    return 0 if mine < theirs else 1


@rule
def closest_to_losing(g: Game) -> int:
    """Fewer dice, then fewer pips, then the lowest single die."""
    found = fewer(dice_left(g, 0), dice_left(g, 1))
    if found < 0:
        found = fewer(pips_left(g, 0), pips_left(g, 1))
    if found < 0:
        found = fewer(lowest_die(g, 0), lowest_die(g, 1))
    return found


@rule
def fewer_pips(g: Game) -> int:
    """Fewer pips in all."""
    return fewer(pips_left(g, 0), pips_left(g, 1))


@rule
def see_saw(g: Game) -> int:
    """Whoever did not have it last time."""
    return 1 - g.called if g.called >= 0 else -1


@rule
def coin(g: Game) -> int:
    """A coin."""
    return below(g.core, 2)
