"""Whom to activate, and how often; when to keep one's tokens, and when to let the other side go on."""

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

IN_REACH = 20.0  # urgency from here on: an enemy can be attacked as things stand
IN_STEP = 10.0  # and from here on after a Move
TOUCHING = 1.0  # inches from which a fight is at hand
RELUCTANCE = 15.0  # how much the risk of its swig counts against picking a unit
UNLESS_SHAKY = -6.0  # what passing is worth where a swig might bring a tower down
AGAIN = 3.0  # how much urgency it takes to make up for a point lost
ERRAND, STROLL = 1.0, 0.25  # points that a Move is worth: where ground scores, and where nothing does
BUSY, IDLE = (
    0.9,
    0.4,
)  # what one more activation is worth beside the one before: with an enemy in reach, without


@rule
def worth_sending(g: Game, j: int) -> bool:
    """Whether a friend would gain by a Move: nobody in its reach, and not content where it is."""
    return g.models[j].stayed == 0 and urgency(g, j) < IN_REACH


@rule
def urgency(g: Game, i: int) -> float:
    """How much model i has to do: much with an enemy in reach, less the farther off they are."""
    m = g.models[i]
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    near = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius if foe >= 0 else NEVER
    reach = reach_of(g, i)
    w = g.weights[m.side]
    worth = float(g.kinds[m.kind].points)
    if g.n_loot > 0:
        worth += 2.0 * prizes_near(g, i, m.x, m.y)
    if foe >= 0 and near <= reach_of(g, foe) + stride(g, foe):
        worth += w.save * best_worth(g, foe, i)
    if near <= reach:
        return IN_REACH + worth + w.strike * best_worth(g, i, foe)
    if near <= reach + stride(g, i):
        return IN_STEP + worth
    return worth * 0.2 - 0.05 * near


@rule
def attack_at_hand(g: Game, i: int, phase: int) -> float:
    """What model i's attack on the nearest enemy is worth in a phase, as they stand; 0 if it has none."""
    m = g.models[i]
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    if foe < 0:
        return 0.0
    gap = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
    far = TOUCHING
    if phase == RANGED:
        far = g.kinds[m.kind].sight
        if far > 0.0 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
            far = float(g.p.shooting_bands * g.p.shooting_band)
    return best_worth(g, i, foe) if gap <= far else 0.0


@rule
def forgone(g: Game, i: int, kind: int) -> float:
    """In a phase, what attack of this round model i would have no action left for after one of this kind."""
    m = g.models[i]
    now, used, spent = int(g.phase), int(m.used), int(m.spent)
    lost, coming = 0.0, False
    for n in range(len(g.phases)):
        phase = int(g.phases[n])
        if coming and (phase == RANGED or phase == CLOSE):
            g.phase = phase
            if may_act(g, i, phase):
                m.used |= kind
                m.spent += 1
                if not may_act(g, i, phase):
                    m.used, m.spent = used, spent
                    lost = max(lost, attack_at_hand(g, i, phase))
                m.used, m.spent = used, spent
        coming = coming or phase == now
    g.phase = now
    return lost


@rule
def work_to_come(g: Game, side: int) -> int:
    """How many of a side's units have somebody to attack as things stand in phases that are still to come."""
    units, coming = 0, False
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
    """Whether a side had better keep the tokens that it has for phases still to come."""
    order = g.chosen.activation_order
    limited = in_activation_tokens(g)
    if g.phased == 0 or not (limited or order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS):
        return False
    left = g.sides[side].activation_tokens if limited else g.sides[side].game_tokens
    return left <= g.weights[side].thrift * work_to_come(g, side)


@rule
def phase_work(g: Game, unit: int) -> bool:
    """Whether a unit has anything to gain in the present phase."""
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
            if can_shout(g, i) or can_patch_up(g, i) or can_aim(g, i) or can_reload(g, i) or can_snuff(g, i):
                return True
            continue
        foe = nearest_enemy(g, m.side, m.x, m.y, -1)
        if foe >= 0:
            gap = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
            if gap <= (reach_of(g, i) if g.phase == RANGED else 1.0):
                return True
    return False


@rule
def value_pick(g: Game, side: int) -> None:
    """Which unit to activate, or to pass when nothing is left to gain."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.who < 0:
            # Far from the enemy there is little to do, but that is no reason to stay there.
            dear = g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
            o.value = UNLESS_SHAKY if dear or towers_grow(g) else -50.0
            if keeps_token(g, side):
                o.value = NEVER
            if o.what == TO_LEG_IT:
                o.value = NEVER if leaving_wins(g, side) else -NEVER
            continue
        u = g.units[o.who]
        o.value = -100.0
        if phase_work(g, o.who):
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    o.value = max(o.value, urgency(g, i))
            risk, wounds = swig_risk(g, o.who), own_wounds(g, o.who)
            o.value -= toll(g, o.who, wounds) + RELUCTANCE * risk
            if risk + wounds > 0.0 and risk + wounds > prospect(g, o.who):
                o.value = min(o.value, UNLESS_SHAKY - (risk + wounds))


@rule
def value_jump(g: Game) -> None:
    """Which unit to activate before it is settled who is next: one with an enemy in reach, or none yet."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = IN_REACH if o.what == 0 else -NEVER
        if o.what == 1 and phase_work(g, o.who):
            u = g.units[o.who]
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    o.value = max(o.value, urgency(g, i))


@rule
def toll(g: Game, unit: int, wounds: float) -> float:
    """How much less it is worth to activate a unit once more, at these wounds, than to activate another."""
    if towers_grow(g):
        again = g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL and g.units[unit].activated == 1
        return 1.0 if again else 0.0
    return AGAIN * wounds


@rule
def own_wounds(g: Game, unit: int) -> float:
    """What the wounds are worth, in points, that a unit pays for being activated once more in a round."""
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
    """What activating a unit may win, in points, with the dice that its side has left to pay for actions."""
    if g.phase == CLOSE and g.chosen.fighting == R.FIGHTING_HAND_SIGNS:
        return 0.0  # whoever touches an enemy fights at once, and not then
    u = g.units[unit]
    side = g.sides[u.side]
    shared = g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION
    moves, attacks = not shared or side.move_dice > 0, not shared or side.attack_dice > 0
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
        best += ERRAND if goes_for_ground(g) else STROLL
    return best


@rule
def value_model(g: Game) -> None:
    """Which model of a squad acts next."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = urgency(g, o.who)


@rule
def value_going_on(g: Game, side: int) -> None:
    """Whether to activate one unit more at once: if one has somebody in reach, or is in reach of somebody."""
    best = 0.0
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side and can_activate(g, unit):
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    best = max(best, urgency(g, i))
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = best - g.weights[side].patience if o.what == 1 else 0.0


@rule
def value_number(g: Game, unit: int) -> None:
    """How many activations to name: each is worth less than the one before, and a failed test loses all."""
    u = g.units[unit]
    busy = False
    for i in range(u.first, u.first + u.count):
        busy = busy or (able(g.models[i]) and urgency(g, i) >= IN_REACH)
    for k in range(g.core.offered):
        o = g.core.options[k]
        worth, each = 0.0, 1.0
        for _ in range(o.what):
            worth += each
            each *= BUSY if busy else IDLE
        o.value = worth * chance(g, unit_morale(g, unit), o.what)
