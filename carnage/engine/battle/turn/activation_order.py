"""Activation Order: the order in which units activate. An option's function plays a turn.

`chance_order` has the options in which chance decides on the next turn: `character_cards` and
`bag_draw`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.questions import DECLARE, GO_ON
from carnage.engine.battle.frame.resolution import take_unit_test
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.turn.chance_order import bag_draw, character_cards, fill_bag
from carnage.engine.battle.turn.clock import is_stopped
from carnage.engine.battle.turn.picking import has_unit, pick_unit
from carnage.engine.battle.turn.units import (
    activate,
    can_activate,
    has_able_model,
    in_activation_tokens,
    key_unit_dice,
)
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NoSuchRule

UNCOUNTED = 1000  # more activations than any side makes


@rule
def activation_tokens(g: Game, side: int) -> int:
    """Return a side's Activation Tokens at the start of a round; 0 where there are none."""
    if not in_activation_tokens(g):
        return 0
    if g.chosen.activation_order == R.ACTIVATION_ORDER_LIMITED_ACTIVATIONS:
        return g.p.activation_order_tokens
    if g.chosen.activation_order == R.ACTIVATION_ORDER_RATIONED_ACTIVATIONS:
        return rationed_tokens(g, side)
    if g.chosen.activation_order == R.ACTIVATION_ORDER_SAVED_ACTIVATIONS:
        return min(
            g.sides[side].activation_tokens + rationed_tokens(g, side), g.p.activation_order_purse
        )
    raise NoSuchRule


@rule
def rationed_tokens(g: Game, side: int) -> int:
    """Return a side's new tokens for a round: a share of its units in play, rounded up."""
    units = 0
    for unit in range(g.n_units):
        if g.units[unit].side == side and g.units[unit].in_play > 0:
            units += 1
    by_phases = g.phased == 1 or g.speed_phases > 0
    if by_phases:
        share = g.p.activation_order_phased
    else:
        share = g.p.activation_order_share
    return -(-units * share // g.p.activation_order_of)


@rule
def can_go_on(g: Game, log: Log, side: int) -> bool:
    """Return whether a side may activate another unit: it has one, has not passed, and can pay.

    Under the bell, when no other unit is left, all of the side's units may be activated again.
    """
    s = g.sides[side]
    if s.passed == 1 or s.gone == 1 or is_stopped(g) or s.made >= s.quota:
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
    reset_side(g, log, side)
    return has_unit(g, side)


@rule
def reset_side(g: Game, log: Log, side: int) -> None:
    """Let a side activate all of its units again."""
    any_did = 0
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side:
            any_did += u.activated
            u.activated = 0
    if any_did > 0:
        write.anew(g, log, g.chosen.round_structure, side)


@rule
def reset_activations(g: Game) -> None:
    """Let both sides activate all of their units, because a round or phase begins."""
    for unit in range(g.n_units):
        g.units[unit].activated = 0
        g.units[unit].rest = 0
    if g.chosen.activation_order == R.ACTIVATION_ORDER_BAG_DRAW:
        fill_bag(g)  # before the event of the round or phase, so that its scene shows the bag


@rule
def count_turns(g: Game, side: int) -> int:
    """Return how often a side may activate until the bell or in a phase, or UNCOUNTED."""
    if g.bell == 1:
        return max(g.sides[0].started, g.sides[1].started)
    if g.chosen.activation_order != R.ACTIVATION_ORDER_ANY_MODEL:
        return UNCOUNTED
    return count_able_units(g, side)


@rule
def count_able_units(g: Game, side: int) -> int:
    """Return the number of a side's units that can be activated."""
    able = 0
    for unit in range(g.n_units):
        if g.units[unit].side == side and can_activate(g, unit):
            able += 1
    return able


@rule
def hold_back(g: Game) -> None:
    """Count the first units of a side as activated in the first round, by a house rule."""
    count = int(g.p.initiative_held_back)
    if count == 0 or g.rounds > 1:
        return
    side = g.first if count > 0 else 1 - g.first
    left = abs(count)
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side and left > 0:
            u.activated = 1
            left -= 1


@rule
def count_opening_activations(g: Game) -> int:
    """Return how many activations a turn that begins now may have, or UNCOUNTED.

    Only a turn before the first activation of the game is limited, and none in classic.
    """
    if g.opener >= 0 or g.p.activation_order_opening == 0:
        return UNCOUNTED
    return int(g.p.activation_order_opening)


@rule
def activations(g: Game, log: Log) -> None:
    """Play all activations of a phase."""
    reset_activations(g)
    hold_back(g)
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
        igougo(g, log)
        return
    side = g.first
    while can_go_on(g, log, 0) or can_go_on(g, log, 1):
        if can_go_on(g, log, side):
            play_turn(g, log, side)
        side = 1 - side


@rule
def play_turn(g: Game, log: Log, side: int) -> None:
    """Play one turn of a player. Raises NoSuchRule if the ruleset has another rule for turns."""
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
    """Play one more activation of each side after time is up.

    The side that did not act last is first.
    """
    other = 1 - g.last_to_act
    g.last_orders = 0
    for unit in range(g.n_units):
        g.units[unit].activated = 0
    for side in range(2):
        g.sides[side].activation_tokens = max(
            1, g.sides[side].activation_tokens
        )  # last orders are free
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
    """Activate one unit, even if it was activated last."""
    unit = pick_unit(g, log, side)
    if unit >= 0:
        activate(g, log, unit)


@rule
def igougo(g: Game, log: Log) -> None:
    """Activate units of the First Player, all of the other side's, and those kept back."""
    first = g.sides[g.first]
    whole = first.quota
    if g.p.activation_order_kept > 0:
        due = whole if g.bell == 1 else count_able_units(g, g.first)
        first.quota = due - int(due * g.p.activation_order_kept)
    activate_all(g, log, g.first)
    activate_all(g, log, 1 - g.first)
    first.quota = whole
    activate_all(g, log, g.first)


@rule
def activate_all(g: Game, log: Log, side: int) -> None:
    """Activate unit after unit of a side, as long as it can go on."""
    while can_go_on(g, log, side):
        unit = pick_unit(g, log, side)
        if unit >= 0:
            activate(g, log, unit)


@rule
def alternating(g: Game, log: Log, side: int) -> None:
    """Activate one unit."""
    unit = pick_unit(g, log, side)
    if unit >= 0:
        activate(g, log, unit)


@rule
def batched_activations(g: Game, log: Log, side: int) -> None:
    """Activate up to three units, or fewer in the turn that opens the game."""
    for n in range(min(g.p.activation_order_batch, count_opening_activations(g))):
        if n > 0:
            clear(g.core)
            offer(g.core, 0, -1, -1)
            offer(g.core, 1, -1, -1)
            if g.core.options[ask(g, log, side, GO_ON, n)].what == 0:
                return
        unit = pick_unit(g, log, side)
        if unit < 0:
            return
        activate(g, log, unit)
        if not can_go_on(g, log, side):
            return


@rule
def log_payment(g: Game, log: Log, side: int, left: int) -> None:
    """Log that a side has spent a token on an activation. `left` is the number of tokens left."""
    write.token(g, log, g.chosen.activation_order, side, tokens_left=left)


@rule
def limited_activations(g: Game, log: Log, side: int) -> None:
    """Activate one unit for an Activation Token."""
    unit = pick_unit(g, log, side)
    if unit >= 0:
        g.sides[side].activation_tokens -= 1
        log_payment(g, log, side, g.sides[side].activation_tokens)
        activate(g, log, unit)


@rule
def rationed_activations(g: Game, log: Log, side: int) -> None:
    """Activate one unit for an Activation Token. There are fewer tokens than units."""
    limited_activations(g, log, side)


@rule
def saved_activations(g: Game, log: Log, side: int) -> None:
    """Activate one unit for an Activation Token, or none and keep the token."""
    limited_activations(g, log, side)


@rule
def fungible_activations(g: Game, log: Log, side: int) -> None:
    """Activate one unit for a Game Token."""
    unit = pick_unit(g, log, side)
    if unit >= 0:
        g.sides[side].game_tokens -= 1
        log_payment(g, log, side, g.sides[side].game_tokens)
        activate(g, log, unit)


@rule
def unreliable_activation_order(g: Game, log: Log, side: int) -> None:
    """Activate unit after unit, each after a Morale test, until a test fails."""
    while can_go_on(g, log, side):
        unit = pick_unit(g, log, side)
        if unit < 0:
            return
        key_unit_dice(g, unit)
        if not take_unit_test(g, log, unit, g.p.activation_order_difficulty):
            log_held_up(g, log, unit)
            return
        activate(g, log, unit)


@rule
def push_your_luck(g: Game, log: Log, side: int) -> None:
    """Activate one unit a number of times in a row, if a Morale test at that difficulty succeeds.

    The player names the number before the test. After a failure the unit is not activated at all.
    """
    unit = pick_unit(g, log, side)
    if unit < 0:
        return
    clear(g.core)
    most = min(g.p.activation_order_most, count_opening_activations(g))
    for n in range(1, most + 1):
        offer(g.core, n, unit, -1)
    named = g.core.options[ask(g, log, side, DECLARE, unit)].what
    key_unit_dice(g, unit)
    write.declare(g, log, R.ACTIVATION_ORDER_PUSH_YOUR_LUCK, side, unit, activations=named)
    if not take_unit_test(g, log, unit, named):
        log_held_up(g, log, unit)
        return
    for n in range(named):
        if has_able_model(g, unit) and not is_stopped(g):
            g.nth = n
            activate(g, log, unit)
    g.nth = 0


@rule
def log_held_up(g: Game, log: Log, unit: int) -> None:
    """Log that a unit has failed the test to be activated. It counts as activated."""
    u = g.units[unit]
    u.activated = 1
    g.sides[u.side].made += 1
    write.held_up(g, log, g.chosen.activation_order, u.side, unit)
