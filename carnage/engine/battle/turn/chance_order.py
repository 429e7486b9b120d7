"""Activation orders by chance: a card for each unit, or a bag of tokens.

Once a round, the First Player may activate a unit before the next card or token.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.questions import JUMP, PICK
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.morale import has_standing_member
from carnage.engine.battle.turn.clock import boots_are_over, is_stopped
from carnage.engine.battle.turn.leg_it import leg_it, offer_leaving
from carnage.engine.battle.turn.picking import has_unit, pick_unit
from carnage.engine.battle.turn.units import activate, can_activate, reason_not_to_act
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.decisions import clear, offer

LAST_CALLS = 2  # their index in `Game.bag`, after the two sides


@rule
def character_cards(g: Game, log: Log) -> None:
    """Shuffle a card for each unit, and activate each unit that can act when its card comes up."""
    shuffle_cards(g)
    for n in range(g.n_cards):
        unit = int(g.cards[n])
        ask_to_jump(g, log)
        if is_stopped(g):
            return
        write.card(
            g,
            log,
            R.ACTIVATION_ORDER_CHARACTER_CARDS,
            g.units[unit].side,
            unit,
            kept_by=reason_not_to_act(g, unit),
        )
        if g.sides[g.units[unit].side].gone == 0 and can_activate(g, unit):
            clear(g.core)
            offer(g.core, 0, unit, -1)
            offer_leaving(g)
            if ask(g, log, int(g.units[unit].side), PICK, -1) == 0:
                activate(g, log, unit)
            else:
                leg_it(g, log, int(g.units[unit].side), 0)


@rule
def shuffle_cards(g: Game) -> None:
    """Shuffle the cards of all units in play, without the fallen once nobody can be booted up."""
    g.n_cards = 0
    for unit in range(g.n_units):
        if has_standing_member(g, unit) or (g.units[unit].in_play > 0 and not boots_are_over(g)):
            g.cards[g.n_cards] = unit
            g.n_cards += 1
    for n in range(g.n_cards - 1, 0, -1):
        k = below(g.core, n + 1)
        kept = int(g.cards[n])
        g.cards[n] = int(g.cards[k])
        g.cards[k] = kept


@rule
def ask_to_jump(g: Game, log: Log) -> int:
    """Ask the First Player whether to activate a unit before chance decides, and activate it.

    Returns the unit, or -1 if the player declines, cannot, or has already done so in this round.
    """
    side = int(g.first)
    if g.jumped == 1 or is_stopped(g) or g.sides[side].gone == 1 or g.sides[side].passed == 1:
        return -1
    clear(g.core)
    offer(g.core, 0, -1, -1)
    for unit in range(g.n_units):
        if g.units[unit].side == side and can_activate(g, unit):
            offer(g.core, 1, unit, -1)
    if g.core.offered == 1:
        return -1
    unit = g.core.options[ask(g, log, side, JUMP, -1)].who
    if unit >= 0:
        g.jumped = 1
        fire(g, g.chosen.activation_order)
        write.jump(g, log, g.chosen.activation_order, side, unit)
        activate(g, log, unit)
    return unit


@rule
def bag_draw(g: Game, log: Log) -> None:
    """Draw tokens from a bag until the last Last Call, and activate a unit of each drawn side.

    The bag has a token for each unit and a few Last Calls.
    """
    fill_bag(g)
    while not is_stopped(g) and g.bag[0] + g.bag[1] > 0:
        unit = ask_to_jump(g, log) if g.bag[g.first] > 0 else -1
        if unit >= 0:
            g.bag[g.first] -= 1
            continue
        side = draw_token(g)
        g.bag[side] -= 1
        if side == LAST_CALLS:
            write.last_call(g, log, R.ACTIVATION_ORDER_BAG_DRAW, calls_left=g.bag[side])
            if g.bag[side] == 0:
                break
            continue
        able = g.sides[side].passed == 0 and g.sides[side].gone == 0 and has_unit(g, side)
        write.drawn(
            g, log, R.ACTIVATION_ORDER_BAG_DRAW, side, tokens_left=g.bag[side], idle=int(not able)
        )
        if able:
            unit = pick_unit(g, log, side)
            if unit >= 0:
                activate(g, log, unit)
    for n in range(3):
        g.bag[n] = 0


@rule
def fill_bag(g: Game) -> None:
    """Fill the bag with a token for each unit with a standing model, and the Last Calls."""
    g.bag[0] = 0
    g.bag[1] = 0
    g.bag[LAST_CALLS] = g.p.activation_order_calls
    for unit in range(g.n_units):
        if has_standing_member(g, unit):
            g.bag[g.units[unit].side] += 1


@rule
def draw_token(g: Game) -> int:
    """Return the side whose token is drawn, or LAST_CALLS. The token stays in the bag."""
    at = below(g.core, int(g.bag[0] + g.bag[1] + g.bag[LAST_CALLS]))
    for n in range(LAST_CALLS):
        if at < g.bag[n]:
            return n
        at -= g.bag[n]
    return LAST_CALLS
