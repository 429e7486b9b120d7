"""Rules of Tie Order: the call that orders dice which Order leaves tied."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.counts import dice_left, lowest_die, pips_left
from carnage.engine.duel.state import Game, Log


@rule
def call_holder(g: Game) -> int:
    """Return the ship whose player has the call now; -1 if a coin decides."""
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
def give_call(g: Game, log: Log) -> int:
    """Return the ship whose player has the call, by the flip of a coin if necessary, and log it."""
    caller = call_holder(g)
    by_coin = int(caller < 0)
    if caller < 0:
        caller = coin(g)
    g.called = caller
    write.call(g, log, g.chosen.tie_order, with_=caller, by_coin=by_coin)
    return caller


@rule
def ship_with_fewer(mine: int, theirs: int) -> int:
    """Return the ship with the smaller number; -1 if they are equal."""
    if mine == theirs:
        return -1
    return 0 if mine < theirs else 1


@rule
def closest_to_losing(g: Game) -> int:
    """Return the ship with fewer dice, then fewer pips, then the lowest die; else -1."""
    closest = ship_with_fewer(dice_left(g, 0), dice_left(g, 1))
    if closest < 0:
        closest = ship_with_fewer(pips_left(g, 0), pips_left(g, 1))
    if closest < 0:
        closest = ship_with_fewer(lowest_die(g, 0), lowest_die(g, 1))
    return closest


@rule
def fewer_pips(g: Game) -> int:
    """Return the ship with fewer pips; -1 if they are equal."""
    return ship_with_fewer(pips_left(g, 0), pips_left(g, 1))


@rule
def see_saw(g: Game) -> int:
    """Return the ship that did not have the call last time; -1 if neither has had it."""
    return 1 - g.called if g.called >= 0 else -1


@rule
def coin(g: Game) -> int:
    """Return a ship by the flip of a coin."""
    return below(g.core, 2)
