"""Units: their activation, and the actions of their models one by one."""

from __future__ import annotations

from carnage.engine.battle.attack.dynamite import burn_fuses
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import acts_in_phase, is_able, is_standing
from carnage.engine.battle.frame.questions import ACT, BLOCK, NEXT_MODEL, TO_STOP
from carnage.engine.battle.frame.state import MOVE, THROWN, Game, Log
from carnage.engine.battle.frame.talent_list import springy
from carnage.engine.battle.harm.damage import resolve_harm, wound_surely
from carnage.engine.battle.harm.morale import overcomes_shaken
from carnage.engine.battle.harm.tower import take_swig, tower_bearer, towers_dwindle, towers_grow
from carnage.engine.battle.move.getting_up import stand_up
from carnage.engine.battle.move.move_targets import nearest_enemy
from carnage.engine.battle.turn.action_points import (
    do_action,
    may_act,
    offer_actions,
    play_actions,
    spend_action,
)
from carnage.engine.battle.turn.clock import count_activation, end_activation_time
from carnage.engine.battle.turn.game_length import is_loot_settled
from carnage.engine.battle.turn.leg_it import force_leaving
from carnage.engine.battle.turn.lost_activations import log_sitting_out, models_sitting_out
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import rekey
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.rule_ids import NoSuchRule

ACTIVATION = 2  # the purpose that keys the dice of an activation
# The reasons why a unit cannot act, as logged.
NOTHING, OFF_TABLE, SIDE_GONE, FALLEN, KNOCKED_OUT, NO_ACT, SPENT, ACTED = range(8)


@rule
def can_activate(g: Game, unit: int) -> bool:
    """Return whether a unit may be picked: able to act and, without repeats, not activated."""
    u = g.units[unit]
    again = g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
    return u.in_play > 0 and (u.activated == 0 or again) and could_act(g, unit)


@rule
def in_activation_tokens(g: Game) -> bool:
    """Return whether each activation costs an Activation Token."""
    order = g.chosen.activation_order
    return (
        order == R.ACTIVATION_ORDER_LIMITED_ACTIVATIONS
        or order == R.ACTIVATION_ORDER_RATIONED_ACTIVATIONS
        or order == R.ACTIVATION_ORDER_SAVED_ACTIVATIONS
    )


@rule
def could_act(g: Game, unit: int) -> bool:
    """Return whether a unit has a model that can act and, in a phase, has an action left for it."""
    u = g.units[unit]
    if g.speed_phase > 0 and g.chosen.units == R.UNITS_RANKED:
        return has_able_model(g, unit) and block_acts(g, unit) > 0
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]):
            if g.speed_phase > 0:
                if acts_in_phase(g, i) > 0:
                    return True
            elif g.phase == 0 or may_act(g, i, g.phase):
                return True
    return False


@rule
def has_able_model(g: Game, unit: int) -> bool:
    """Return whether a unit has a standing model that is not knocked out."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]):
            return True
    return False


@rule
def reason_not_to_act(g: Game, unit: int) -> int:
    """Return the reason why a unit whose turn it is cannot act; NOTHING if it can."""
    u = g.units[unit]
    if u.in_play == 0:
        return OFF_TABLE
    if g.sides[u.side].gone == 1:
        return SIDE_GONE
    if u.activated == 1:
        return ACTED
    if could_act(g, unit):
        return NOTHING
    if has_able_model(g, unit):
        return NO_ACT if g.speed_phase > 0 else SPENT
    for i in range(u.first, u.first + u.count):
        if g.models[i].in_play == 1 and g.models[i].out > 0:
            return KNOCKED_OUT
    return FALLEN


@rule
def key_unit_dice(g: Game, unit: int) -> None:
    """Key the dice for the next activation or test of this unit."""
    u = g.units[unit]
    u.activations += 1
    rekey(g.core, unit, u.activations, ACTIVATION)


@rule
def points_in_play(g: Game, side: int) -> int:
    """Return the points of a side's standing models."""
    total = 0
    for i in range(g.n_models):
        m = g.models[i]
        if is_standing(m) and m.side == side:
            total += g.kinds[m.kind].points
    return total


@rule
def activate(g: Game, log: Log, unit: int) -> None:
    """Play a unit's activation. A shaken unit may lose it."""
    begin_activation(g, unit)
    log_activation(g, log, unit)
    is_idle = has_nothing_to_pay(g, int(g.units[unit].side))
    fire(g, g.chosen.round_structure)
    if not overcomes_shaken(g, log, unit):
        end_activation(g, log, unit)
        return
    ready_models(g, log, unit)
    act_by_unit_rule(g, log, unit)
    remove_focus(g, log, unit)
    if towers_grow(g) and not is_idle:
        take_swig_after_activation(g, log, unit)
        resolve_harm(g, log)
    end_activation(g, log, unit)


@rule
def begin_activation(g: Game, unit: int) -> None:
    """Count an activation of a unit, and clear the record of the last one."""
    u = g.units[unit]
    u.rest += u.activated
    u.activated = 1
    u.paid = 0
    g.sides[u.side].made += 1
    g.fighting = 0
    g.acting = unit
    g.n_thrown = 0
    for n in range(THROWN):
        g.thrown[n].live = 0
    if g.chosen.fighting == R.FIGHTING_HAND_SIGNS:
        for i in range(g.n_models):
            g.models[i].fought = 0
            g.models[i].bumped = 0
    key_unit_dice(g, unit)
    count_activation(g, unit)
    if g.opener < 0:
        g.opener = u.side


@rule
def log_activation(g: Game, log: Log, unit: int) -> None:
    """Log an activation, with the score and the points of both sides if there is a log."""
    u = g.units[unit]
    score_gap = 0
    own_points = 0
    enemy_points = 0
    if log.length > 0:
        score_gap = g.sides[u.side].victory - g.sides[1 - u.side].victory
        own_points = points_in_play(g, u.side)
        enemy_points = points_in_play(g, 1 - u.side)
    write.activate(
        g,
        log,
        g.chosen.units,
        u.side,
        unit,
        number=u.activations,
        score_gap=score_gap,
        points_alive=own_points,
        enemy_points_alive=enemy_points,
    )


@rule
def ready_models(g: Game, log: Log, unit: int) -> None:
    """Give the models of a unit their actions for an activation. Springy ones stand up."""
    u = g.units[unit]
    u.leader = -1
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        m.done = 0
        if g.nth == 0:
            m.stayed = 0
        if g.phase == 0:
            m.used = 0
            m.spent = 0
        if g.speed_phase > 0:
            m.acts = acts_in_phase(g, i)
        if m.prone == 1 and springy(g, i) and is_able(m) and m.stun == 0:
            stand_up(g, log, i, R.TALENT_LIST_SPRINGY)


@rule
def act_by_unit_rule(g: Game, log: Log, unit: int) -> None:
    """Play the actions of a unit by the chosen kind of units.

    Raises NoSuchRule if the ruleset has another one.
    """
    if g.chosen.units == R.UNITS_SQUADS:
        squads(g, log, unit)
    elif g.chosen.units == R.UNITS_RANKED:
        ranked(g, log, unit)
    elif g.chosen.units == R.UNITS_INDIVIDUALS:
        individuals(g, log, unit)
    else:
        raise NoSuchRule


@rule
def remove_focus(g: Game, log: Log, unit: int) -> None:
    """Take unused Focus from the models of a unit, at the end of its activation."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if m.focused == 1:
            m.focused = 0
            if m.in_play == 1:
                write.focus_lost(g, log, R.ACTIONS_FOCUS, m.side, i)


@rule
def has_nothing_to_pay(g: Game, side: int) -> bool:
    """Return whether a side has no die left that pays for an action, in a game with such dice."""
    s = g.sides[side]
    is_paid = g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION
    return is_paid and s.move_dice == 0 and s.attack_dice == 0


@rule
def take_swig_after_activation(g: Game, log: Log, unit: int) -> None:
    """Have a unit take the swig after its activation.

    Where a round has phases, only the first activation of a round has a swig, and repeated ones.
    """
    u = g.units[unit]
    again = g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL and u.rest > 0
    if (g.phased == 1 or g.speed_phases == 1) and u.drank == g.rounds and not again:
        return
    u.drank = g.rounds
    take_swig(g, log, unit)


@rule
def end_activation(g: Game, log: Log, unit: int) -> None:
    """End an activation.

    Charges its toll, makes sides without standing models leave, burns fuses and moves the clock on.
    """
    if g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL:
        pay_for_repeat(g, log, unit)
    g.units[unit].paid = 0  # a payment holds for one activation
    g.acting = -1
    force_leaving(g, log)
    if is_loot_settled(g):
        g.over = 1
    if g.over == 1:
        return
    if g.speed_phases == 0:
        burn_fuses(g, log)
    end_activation_time(g, log, unit)


@rule
def pay_for_repeat(g: Game, log: Log, unit: int) -> None:
    """Charge a unit for a repeated activation with a wound, or dice of a tower that dwindles.

    Units with towers that grow pay by their swigs instead.
    """
    u = g.units[unit]
    if towers_grow(g) or u.rest == 0 or u.in_play == 0:
        return
    u.rest = 0
    if towers_dwindle(g):
        who = tower_bearer(g, unit)
    else:
        who = nearest_to_enemy(g, unit)
    if who < 0:
        return
    write.toll(g, log, R.ACTIVATION_ORDER_ANY_MODEL, u.side, who)
    wound_surely(g, log, u.side, who, g.p.activation_order_toll)
    resolve_harm(g, log)


@rule
def nearest_to_enemy(g: Game, unit: int) -> int:
    """Return the model of a unit that is nearest to an enemy; -1 if it has none in play."""
    u = g.units[unit]
    best = NEVER
    who = -1
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if m.in_play == 1:
            foe = nearest_enemy(g, u.side, m.x, m.y, -1)
            away = 0.0
            if foe >= 0:
                away = distance(m.x, m.y, g.models[foe].x, g.models[foe].y)
            if away < best:
                best = away
                who = i
    return who


@rule
def individuals(g: Game, log: Log, unit: int) -> None:
    """Play the activation of a unit of one model."""
    if g.models[g.units[unit].first].pinched > 0:
        g.models[g.units[unit].first].pinched = 0
        log_sitting_out(g, log, unit)
        return
    play_actions(g, log, g.units[unit].first)


@rule
def squads(g: Game, log: Log, unit: int) -> None:
    """Have the models of a squad act one by one, in any order."""
    u = g.units[unit]
    acted = models_sitting_out(g, log, unit)
    for _ in range(u.count):
        clear(g.core)
        for i in range(u.first, u.first + u.count):
            if is_able(g.models[i]) and (acted >> (i - u.first)) & 1 == 0:
                offer(g.core, 0, i, unit)
        if g.core.offered == 0 or g.fighting == 1:
            return
        i = g.core.options[ask(g, log, u.side, NEXT_MODEL, unit)].who
        acted |= 1 << (i - u.first)
        play_actions(g, log, i)


@rule
def block_acts(g: Game, unit: int) -> int:
    """Return the actions of a block in the present speed phase: those of its slowest model."""
    u = g.units[unit]
    earliest = 1000
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]):
            earliest = min(earliest, acts_in_phase(g, i))
    return earliest


@rule
def ranked(g: Game, log: Log, unit: int) -> None:
    """Have the models of a block take one kind of action after another, all of them together."""
    u = g.units[unit]
    idle = models_sitting_out(g, log, unit)
    if g.speed_phase > 0:
        acts = block_acts(g, unit)
        for i in range(u.first, u.first + u.count):
            g.models[i].acts = acts
    for _ in range(12):
        if g.fighting == 1 or g.over == 1:
            return
        offer_block_actions(g, unit)
        kind = g.core.options[ask(g, log, u.side, BLOCK, unit)].what
        if kind == 0:
            return
        g.only = kind
        act_as_block(g, log, unit, kind, idle)
        g.only = 0


@rule
def offer_block_actions(g: Game, unit: int) -> None:
    """Offer the kinds of action that any model of a block can take now, and to stop."""
    u = g.units[unit]
    kinds = 0
    for i in range(u.first, u.first + u.count):
        for n in range(5):
            kind = 1 << n
            if kinds & kind == 0 and is_able(g.models[i]):
                g.only = kind
                offer_actions(g, i)
                if g.core.offered > 1:
                    kinds |= kind
    g.only = 0
    clear(g.core)
    offer(g.core, 0, unit, -1)
    for n in range(5):
        if kinds & (1 << n) != 0:
            offer(g.core, 1 << n, unit, -1)


@rule
def act_as_block(g: Game, log: Log, unit: int, kind: int, idle: int) -> None:
    """Have each model of a block that can and wants to take an action of this kind.

    A Move has one leader. Afterwards all models have spent the action.

    Args:
        g: The game.
        log: Its log.
        unit: The block.
        kind: MOVE, RANGED, CLOSE, SPECIAL or FOCUS.
        idle: The models that lose this activation, as a bit mask over those of the unit.
    """
    u = g.units[unit]
    acted = 0
    down = 0
    for i in range(u.first, u.first + u.count):
        if g.models[i].prone == 1 or g.models[i].stun > 0:
            down |= 1 << (i - u.first)
    led = False
    # Prone and stunned models do not move with the block: they act after it, to get up for example.
    turns = 2 * u.count if kind == MOVE else u.count
    for n in range(turns):
        i = u.first + n % u.count
        m = g.models[i]
        bit = 1 << (i - u.first)
        late = kind == MOVE and down & bit != 0
        if not is_able(m) or g.fighting == 1 or g.over == 1 or acted & bit != 0 or idle & bit != 0:
            continue
        if late != (n >= u.count) or (kind == MOVE and led and not late):
            continue
        offer_actions(g, i)
        if g.core.offered <= 1:
            continue
        o = g.core.options[ask(g, log, m.side, ACT, i)]
        what = o.what
        who = o.who
        if what != TO_STOP:
            acted |= bit
            led = led or not late
            do_action(g, log, i, what, who)
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]) and (acted >> (i - u.first)) & 1 == 0:
            spend_action(g, log, i, kind)
