"""Activation Order: who activates when. Each function of an option is one player's turn under it.

Where chance says whose turn it is (`character_cards`, `bag_draw`), they stand in `chance_order`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.asking import ask
from carnage.engine.battle.frame.questions import DECLARE, GO_ON
from carnage.engine.battle.frame.resolution import unit_test
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.turn.chance_order import bag_draw, character_cards
from carnage.engine.battle.turn.clock import stopped
from carnage.engine.battle.turn.picking import has_unit, pick
from carnage.engine.battle.turn.units import (
    activate,
    anyone_able,
    can_activate,
    in_activation_tokens,
    own_dice,
)
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.numbering import NoSuchRule

UNCOUNTED = 1000


@rule
def activation_tokens(g: Game, side: int) -> int:
    """How many Activation Tokens a side has once it has taken those of a round that begins."""
    if not in_activation_tokens(g):
        return 0
    if g.chosen.activation_order == R.ACTIVATION_ORDER_LIMITED_ACTIVATIONS:
        return g.p.activation_order_tokens
    if g.chosen.activation_order == R.ACTIVATION_ORDER_RATIONED_ACTIVATIONS:
        return ration(g, side)
    if g.chosen.activation_order == R.ACTIVATION_ORDER_SAVED_ACTIVATIONS:
        return min(g.sides[side].activation_tokens + ration(g, side), g.p.activation_order_purse)
    raise NoSuchRule


@rule
def ration(g: Game, side: int) -> int:
    """A round's tokens for the units that a side has in play: so many for every few of them, rounded up."""
    units = 0
    for unit in range(g.n_units):
        if g.units[unit].side == side and g.units[unit].in_play > 0:
            units += 1
    by_phases = g.phased == 1 or g.speed_phases > 0
    share = g.p.activation_order_phased if by_phases else g.p.activation_order_share
    return -(-units * share // g.p.activation_order_of)


@rule
def can_go_on(g: Game, log: Log, side: int) -> bool:
    """Whether a side has a unit to activate, has not passed, and can pay.

    Under the bell, units that were activated may be so again once there is no other left.
    """
    s = g.sides[side]
    if s.passed == 1 or s.gone == 1 or stopped(g) or s.made >= s.quota:
        return False
    order = g.chosen.activation_order
    if in_activation_tokens(g) and s.activation_tokens == 0:
        return False
    if order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS and s.game_tokens == 0:
        return False
    if has_unit(g, side):
        return True
    if g.bell == 0:
        return False
    anew(g, log, side)
    return has_unit(g, side)


@rule
def anew(g: Game, log: Log, side: int) -> None:
    """None of a side's units counts as activated any more."""
    any_did = 0
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side:
            any_did += u.activated
            u.activated = 0
    if any_did > 0:
        write.anew(g, log, g.chosen.round_structure, side)


@rule
def rested(g: Game) -> None:
    """Nobody has been activated in what begins now."""
    for unit in range(g.n_units):
        g.units[unit].activated = 0
        g.units[unit].rest = 0


@rule
def count_turns(g: Game, side: int) -> int:
    """How many activations a side may make until the bell, or in a phase; UNCOUNTED if they are not."""
    if g.bell == 1:
        return max(g.sides[0].started, g.sides[1].started)
    if g.chosen.activation_order != R.ACTIVATION_ORDER_ANY_MODEL:
        return UNCOUNTED
    able_to = 0
    for unit in range(g.n_units):
        if g.units[unit].side == side and can_activate(g, unit):
            able_to += 1
    return able_to


@rule
def activations(g: Game, log: Log) -> None:
    """All activations of a phase."""
    rested(g)
    for s in range(2):
        g.sides[s].passed = 0
        g.sides[s].made = 0
        g.sides[s].quota = count_turns(g, s)
    if g.chosen.activation_order == R.ACTIVATION_ORDER_CHARACTER_CARDS:
        character_cards(g, log)
        return
    if g.chosen.activation_order == R.ACTIVATION_ORDER_BAG_DRAW:
        bag_draw(g, log)
        return
    if g.chosen.activation_order == R.ACTIVATION_ORDER_IGOUGO:
        igougo(g, log, g.first)
        igougo(g, log, 1 - g.first)
        return
    side = g.first
    while can_go_on(g, log, 0) or can_go_on(g, log, 1):
        if can_go_on(g, log, side):
            turn(g, log, side)
        side = 1 - side


@rule
def turn(g: Game, log: Log, side: int) -> None:
    """One player's turn."""
    order = g.chosen.activation_order
    if order == R.ACTIVATION_ORDER_BATCHED_ACTIVATIONS:
        batched_activations(g, log, side)
    elif order == R.ACTIVATION_ORDER_ALTERNATING:
        alternating(g, log, side)
    elif order == R.ACTIVATION_ORDER_ANY_MODEL:
        any_model(g, log, side)
    elif order == R.ACTIVATION_ORDER_LIMITED_ACTIVATIONS:
        limited_activations(g, log, side)
    elif order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS:
        fungible_activations(g, log, side)
    elif order == R.ACTIVATION_ORDER_RATIONED_ACTIVATIONS:
        rationed_activations(g, log, side)
    elif order == R.ACTIVATION_ORDER_SAVED_ACTIVATIONS:
        saved_activations(g, log, side)
    elif order == R.ACTIVATION_ORDER_UNRELIABLE_ACTIVATION_ORDER:
        unreliable_activation_order(g, log, side)
    elif order == R.ACTIVATION_ORDER_PUSH_YOUR_LUCK:
        push_your_luck(g, log, side)
    else:
        raise NoSuchRule


@rule
def last_orders(g: Game, log: Log) -> None:
    """Time is up: one more activation each, first for the side that was not acting, and the game is over."""
    other = 1 - g.last_to_act
    g.last_orders = 0
    for unit in range(g.n_units):
        g.units[unit].activated = 0
    for side in range(2):
        g.sides[side].activation_tokens = max(1, g.sides[side].activation_tokens)  # nobody pays for these
        g.sides[side].game_tokens = max(1, g.sides[side].game_tokens)
    write.last_orders(g, log, g.chosen.game_length)
    for n in range(2):
        side = other if n == 0 else 1 - other
        g.sides[side].made = 0
        g.sides[side].passed = 0
        g.sides[side].quota = 1
        if can_go_on(g, log, side):
            any_model(g, log, side)
    g.last_orders = 1


@rule
def any_model(g: Game, log: Log, side: int) -> None:
    """One unit, even the one that was activated last."""
    unit = pick(g, log, side)
    if unit >= 0:
        activate(g, log, unit)


@rule
def igougo(g: Game, log: Log, side: int) -> None:
    """All of one's units."""
    while can_go_on(g, log, side):
        unit = pick(g, log, side)
        if unit >= 0:
            activate(g, log, unit)


@rule
def alternating(g: Game, log: Log, side: int) -> None:
    """One unit."""
    unit = pick(g, log, side)
    if unit >= 0:
        activate(g, log, unit)


@rule
def batched_activations(g: Game, log: Log, side: int) -> None:
    """Up to three units."""
    for n in range(g.p.activation_order_batch):
        if n > 0:
            clear(g.core)
            offer(g.core, 0, -1, -1)
            offer(g.core, 1, -1, -1)
            if g.core.options[ask(g, log, side, GO_ON, n)].what == 0:
                return
        unit = pick(g, log, side)
        if unit < 0:
            return
        activate(g, log, unit)
        if not can_go_on(g, log, side):
            return


@rule
def paid(g: Game, log: Log, side: int, left: int) -> None:
    """Log that a side has spent a token on an activation, and how many it has left."""
    write.token(g, log, g.chosen.activation_order, side, tokens_left=left)


@rule
def limited_activations(g: Game, log: Log, side: int) -> None:
    """One unit for an Activation Token."""
    unit = pick(g, log, side)
    if unit >= 0:
        g.sides[side].activation_tokens -= 1
        paid(g, log, side, g.sides[side].activation_tokens)
        activate(g, log, unit)


@rule
def rationed_activations(g: Game, log: Log, side: int) -> None:
    """One unit for an Activation Token, of which there are fewer than units."""
    limited_activations(g, log, side)


@rule
def saved_activations(g: Game, log: Log, side: int) -> None:
    """One unit for an Activation Token, or none, and the token is kept."""
    limited_activations(g, log, side)


@rule
def fungible_activations(g: Game, log: Log, side: int) -> None:
    """One unit for a Game Token."""
    unit = pick(g, log, side)
    if unit >= 0:
        g.sides[side].game_tokens -= 1
        paid(g, log, side, g.sides[side].game_tokens)
        activate(g, log, unit)


@rule
def unreliable_activation_order(g: Game, log: Log, side: int) -> None:
    """Unit after unit, each on a Morale test, until one fails."""
    while can_go_on(g, log, side):
        unit = pick(g, log, side)
        if unit < 0:
            return
        own_dice(g, unit)
        if not unit_test(g, log, unit, g.p.activation_order_difficulty):
            held_up(g, log, unit)
            return
        activate(g, log, unit)


@rule
def push_your_luck(g: Game, log: Log, side: int) -> None:
    """Name a number of activations; a Morale test at that difficulty gives them all, or none."""
    unit = pick(g, log, side)
    if unit < 0:
        return
    clear(g.core)
    for n in range(1, g.p.activation_order_most + 1):
        offer(g.core, n, unit, -1)
    named = g.core.options[ask(g, log, side, DECLARE, unit)].what
    own_dice(g, unit)
    write.declare(g, log, R.ACTIVATION_ORDER_PUSH_YOUR_LUCK, side, unit, activations=named)
    if not unit_test(g, log, unit, named):
        held_up(g, log, unit)
        return
    for n in range(named):
        if anyone_able(g, unit) and not stopped(g):
            g.nth = n
            activate(g, log, unit)
    g.nth = 0


@rule
def held_up(g: Game, log: Log, unit: int) -> None:
    """A unit fails the test to be activated, and counts as activated."""
    u = g.units[unit]
    u.activated = 1
    g.sides[u.side].made += 1
    write.held_up(g, log, g.chosen.activation_order, u.side, unit)
