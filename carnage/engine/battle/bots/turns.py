"""Values of activations: which unit, how many in a row, and whether to pass or to keep tokens."""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import can_snuff, held
from carnage.engine.battle.bots.aiming import prizes_near
from carnage.engine.battle.bots.attack_values import harm_worth
from carnage.engine.battle.bots.game_phase import goes_for_ground
from carnage.engine.battle.bots.places import best_worth, reach_of, stride
from carnage.engine.battle.bots.risk import leaving_wins, swig_risk
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import able, stands
from carnage.engine.battle.frame.probabilities import chance, unit_morale
from carnage.engine.battle.frame.questions import TO_LEG_IT
from carnage.engine.battle.frame.state import CLOSE, MOVE, RANGED, SPECIAL, Game
from carnage.engine.battle.harm.counters import can_aim, can_reload, marked
from carnage.engine.battle.harm.tower import towers_grow
from carnage.engine.battle.move.move_targets import nearest_enemy
from carnage.engine.battle.turn.action_points import may_act
from carnage.engine.battle.turn.markers import marker_in_reach
from carnage.engine.battle.turn.special import can_patch_up, can_shout
from carnage.engine.battle.turn.units import can_activate, in_activation_tokens
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, distance

# Chosen by hand. Urgency is in points of models, with a bonus for enemies in reach.
ATTACK_URGENCY = 20.0  # bonus if the model can attack where it stands
MOVE_ATTACK_URGENCY = 10.0  # bonus if it can attack after a Move
IDLE_POINTS_FACTOR = 0.2  # of the points of a model that can do neither
IDLE_INCH_URGENCY = 0.05  # cost of each inch to the nearest enemy, for such a model
PRIZE_URGENCY_FACTOR = 2.0  # of the value of prizes near a model
FIGHT_INCHES = 1.0  # a gap across which a fight is at hand
SWIG_RISK_FACTOR = 15.0  # of the risk of a drink, against urgency
CAUTIOUS_PASS_URGENCY = -6.0  # of passing where an activation costs something: a drink, or wounds
PASS_URGENCY = -50.0  # of passing otherwise
NOTHING_TO_DO_URGENCY = -100.0  # of a unit that gains nothing in this phase
WOUND_URGENCY_FACTOR = 3.0  # of the points that a unit pays for another activation
REPEATED_SWIG_URGENCY = 1.0  # cost of activating a unit again where towers grow
SCORING_MOVE_POINTS = 1.0  # of a Move where markers or loot score
OTHER_MOVE_POINTS = 0.25  # of a Move elsewhere
BUSY_ACTIVATION_FACTOR = 0.9  # of each further activation, with an enemy in reach
IDLE_ACTIVATION_FACTOR = 0.4  # without


@rule
def worth_sending(g: Game, j: int) -> bool:
    """Return whether a friend gains by a Move: it has no enemy in reach and has not chosen to
    stay.
    """
    return g.models[j].stayed == 0 and urgency(g, j) < ATTACK_URGENCY


@rule
def urgency(g: Game, i: int) -> float:
    """Return the urgency of model i: high with an enemy in reach, lower with the distance
    otherwise.
    """
    m = g.models[i]
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    if foe >= 0:
        near = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
    else:
        near = NEVER
    reach = reach_of(g, i)
    w = g.weights[m.side]
    worth = float(g.kinds[m.kind].points)
    if g.n_loot > 0:
        worth += PRIZE_URGENCY_FACTOR * prizes_near(g, i, m.x, m.y)
    if foe >= 0 and near <= reach_of(g, foe) + stride(g, foe):
        worth += w.save * best_worth(g, foe, i)
    if near <= reach:
        return ATTACK_URGENCY + worth + w.strike * best_worth(g, i, foe)
    if near <= reach + stride(g, i):
        return MOVE_ATTACK_URGENCY + worth
    return worth * IDLE_POINTS_FACTOR - IDLE_INCH_URGENCY * near


@rule
def attack_at_hand(g: Game, i: int, phase: int) -> float:
    """Return the value of model i's attack on the nearest enemy in a phase, without a Move."""
    m = g.models[i]
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    if foe < 0:
        return 0.0
    gap = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
    far = FIGHT_INCHES
    if phase == RANGED:
        far = g.kinds[m.kind].sight
        if far > 0.0 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
            far = float(g.p.shooting_bands * g.p.shooting_band)
    return best_worth(g, i, foe) if gap <= far else 0.0


@rule
def forgone(g: Game, i: int, kind: int) -> float:
    """Return the value of the later attack of this round that an action of this kind costs model
    i.
    """
    m = g.models[i]
    now = int(g.phase)
    used = int(m.used)
    spent = int(m.spent)
    lost = 0.0
    coming = False
    for n in range(len(g.phases)):
        phase = int(g.phases[n])
        if coming and (phase == RANGED or phase == CLOSE):
            g.phase = phase
            if may_act(g, i, phase):
                m.used |= kind
                m.spent += 1
                if not may_act(g, i, phase):
                    m.used = used
                    m.spent = spent
                    lost = max(lost, attack_at_hand(g, i, phase))
                m.used = used
                m.spent = spent
        coming = coming or phase == now
    g.phase = now
    return lost


@rule
def work_to_come(g: Game, side: int) -> int:
    """Return how many of a side's units can attack without a Move in later phases of this round."""
    units = 0
    coming = False
    for n in range(len(g.phases)):
        phase = int(g.phases[n])
        if coming and (phase == RANGED or phase == CLOSE):
            for unit in range(g.n_units):
                u = g.units[unit]
                busy = False
                if u.side == side and u.in_play > 0:
                    for i in range(u.first, u.first + u.count):
                        busy = busy or (able(g.models[i]) and attack_at_hand(g, i, phase) > 0.0)
                units += int(busy)
        coming = coming or phase == g.phase
    return units


@rule
def keeps_token(g: Game, side: int) -> bool:
    """Return whether a side should keep its tokens for later phases."""
    order = g.chosen.activation_order
    limited = in_activation_tokens(g)
    if g.phased == 0 or not (limited or order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS):
        return False
    if limited:
        left = g.sides[side].activation_tokens
    else:
        left = g.sides[side].game_tokens
    return left <= g.weights[side].thrift * work_to_come(g, side)


@rule
def phase_work(g: Game, unit: int) -> bool:
    """Return whether a unit gains anything in the present phase."""
    u = g.units[unit]
    if g.phase == 0 or g.phase == MOVE:
        return True
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if not stands(m):
            continue
        if marked(g, i) or held(g, i) >= 0:
            return True
        seizing = g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES
        if g.phase != RANGED and seizing and marker_in_reach(g, i) >= 0:
            return True
        if g.phase == SPECIAL:
            if (
                can_shout(g, i)
                or can_patch_up(g, i)
                or can_aim(g, i)
                or can_reload(g, i)
                or can_snuff(g, i)
            ):
                return True
            continue
        foe = nearest_enemy(g, m.side, m.x, m.y, -1)
        if foe >= 0:
            gap = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
            if gap <= (reach_of(g, i) if g.phase == RANGED else FIGHT_INCHES):
                return True
    return False


@rule
def value_pick(g: Game, side: int) -> None:
    """Value the units to activate, and passing."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.who < 0:
            dear = g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
            if dear or towers_grow(g):
                o.value = CAUTIOUS_PASS_URGENCY
            else:
                o.value = PASS_URGENCY
            if keeps_token(g, side):
                o.value = NEVER
            if o.what == TO_LEG_IT:
                o.value = NEVER if leaving_wins(g, side) else -NEVER
            continue
        u = g.units[o.who]
        o.value = NOTHING_TO_DO_URGENCY
        if phase_work(g, o.who):
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    o.value = max(o.value, urgency(g, i))
            risk = swig_risk(g, o.who)
            wounds = own_wounds(g, o.who)
            o.value -= toll(g, o.who, wounds) + SWIG_RISK_FACTOR * risk
            if risk + wounds > 0.0 and risk + wounds > prospect(g, o.who):
                o.value = min(o.value, CAUTIOUS_PASS_URGENCY - (risk + wounds))


@rule
def value_jump(g: Game) -> None:
    """Value the units to activate out of turn: one with an enemy in reach, or none."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = ATTACK_URGENCY if o.what == 0 else -NEVER
        if o.what == 1 and phase_work(g, o.who):
            u = g.units[o.who]
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    o.value = max(o.value, urgency(g, i))


@rule
def toll(g: Game, unit: int, wounds: float) -> float:
    """Return the urgency that a repeated activation of a unit costs.

    `wounds` is the value of its wounds.
    """
    if towers_grow(g):
        again = (
            g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
            and g.units[unit].activated == 1
        )
        return REPEATED_SWIG_URGENCY if again else 0.0
    return WOUND_URGENCY_FACTOR * wounds


@rule
def own_wounds(g: Game, unit: int) -> float:
    """Return the value of the wounds that a unit pays for another activation in a round."""
    u = g.units[unit]
    again = u.activated == 1 and g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
    dear = 0.0
    if again and not towers_grow(g):
        for i in range(u.first, u.first + u.count):
            if g.models[i].in_play == 1:
                dear = max(dear, harm_worth(g, i, float(g.p.activation_order_toll)))
    return dear


@rule
def prospect(g: Game, unit: int) -> float:
    """Return the value that activating a unit may win, with the dice left to pay for actions."""
    if g.phase == CLOSE and g.chosen.fighting == R.FIGHTING_HAND_SIGNS:
        return 0.0  # models in contact fight at once, before this phase
    u = g.units[unit]
    side = g.sides[u.side]
    shared = g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION
    moves = not shared or side.move_dice > 0
    attacks = not shared or side.attack_dice > 0
    best = 0.0
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if not able(m):
            continue
        foe = nearest_enemy(g, u.side, m.x, m.y, -1)
        if foe >= 0 and attacks:
            gap = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
            if gap <= reach_of(g, i) + (stride(g, i) if moves else 0.0):
                best = max(best, best_worth(g, i, foe))
        if g.n_loot > 0 or g.stature == 1:
            best = max(best, prizes_near(g, i, m.x, m.y))
    if moves:
        if goes_for_ground(g):
            best += SCORING_MOVE_POINTS
        else:
            best += OTHER_MOVE_POINTS
    return best


@rule
def value_model(g: Game) -> None:
    """Value the models of a squad that may act next."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = urgency(g, o.who)


@rule
def value_going_on(g: Game, side: int) -> None:
    """Value activating another unit at once, by the most urgent model that can be activated."""
    best = 0.0
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side and can_activate(g, unit):
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    best = max(best, urgency(g, i))
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == 1:
            o.value = best - g.weights[side].patience
        else:
            o.value = 0.0


@rule
def value_number(g: Game, unit: int) -> None:
    """Value the numbers of activations to declare.

    Each is worth less, and a failed test loses all.
    """
    u = g.units[unit]
    busy = False
    for i in range(u.first, u.first + u.count):
        busy = busy or (able(g.models[i]) and urgency(g, i) >= ATTACK_URGENCY)
    for k in range(g.core.offered):
        o = g.core.options[k]
        worth = 0.0
        each = 1.0
        for _ in range(o.what):
            worth += each
            if busy:
                each *= BUSY_ACTIVATION_FACTOR
            else:
                each *= IDLE_ACTIVATION_FACTOR
        o.value = worth * chance(g, unit_morale(g, unit), o.what)
