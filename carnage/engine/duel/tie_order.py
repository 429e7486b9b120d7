"""Tie Order: who has the call, that is, who says who goes first where Order leaves it open."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.counts import dice_left, lowest_die, pips_left
from carnage.engine.duel.state import Game, Log


@rule
def holder(g: Game) -> int:
    """The ship whose player has the call just now; -1 where a coin says so."""
    caller = -1
    if g.chosen.tie_order == R.TIE_ORDER_CLOSEST_TO_LOSING:
        caller = closest_to_losing(g)
    elif g.chosen.tie_order == R.TIE_ORDER_FEWER_PIPS:
        caller = fewer_pips(g)
    elif g.chosen.tie_order == R.TIE_ORDER_SEE_SAW:
        caller = see_saw(g)
    elif g.chosen.tie_order != R.TIE_ORDER_COIN:
        raise NoSuchRule
    return caller


@rule
def call(g: Game, log: Log) -> int:
    """The same, where a coin may have to be flipped."""
    caller = holder(g)
    by_coin = int(caller < 0)
    if caller < 0:
        caller = coin(g)
    g.called = caller
    write.call(g, log, g.chosen.tie_order, with_=caller, by_coin=by_coin)
    return caller


@rule
def fewer(mine: int, theirs: int) -> int:
    """The ship with the smaller number; -1 if they are equal."""
    if mine == theirs:
        return -1
    return 0 if mine < theirs else 1


@rule
def closest_to_losing(g: Game) -> int:
    """Fewer dice, then fewer pips, then the lowest single die."""
    closest = fewer(dice_left(g, 0), dice_left(g, 1))
    if closest < 0:
        closest = fewer(pips_left(g, 0), pips_left(g, 1))
    if closest < 0:
        closest = fewer(lowest_die(g, 0), lowest_die(g, 1))
    return closest


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
