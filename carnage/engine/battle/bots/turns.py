"""Values of activations: which unit, how many in a row, and whether to pass or to keep tokens."""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import can_snuff, held_stick
from carnage.engine.battle.bots.aiming import prize_value
from carnage.engine.battle.bots.attack_values import weighted_harm_value
from carnage.engine.battle.bots.crumbling import collapse_danger
from carnage.engine.battle.bots.game_phase import has_ground_objectives
from carnage.engine.battle.bots.places import attack_reach, best_attack_value, move_reach
from carnage.engine.battle.bots.risk import leaving_wins, swig_cost
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import is_able, is_standing
from carnage.engine.battle.frame.probabilities import chance, unit_morale
from carnage.engine.battle.frame.questions import TO_LEG_IT
from carnage.engine.battle.frame.state import CLOSE, MOVE, RANGED, SPECIAL, Game
from carnage.engine.battle.harm.counters import can_aim, can_reload, has_removable_marker
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
def gains_by_moving(g: Game, j: int) -> bool:
    """Return whether a Move helps friend j: its last one moved it, and no enemy is in its reach."""
    return g.models[j].stayed == 0 and model_urgency(g, j) < ATTACK_URGENCY


@rule
def model_urgency(g: Game, i: int) -> float:
    """Return the urgency of model i: high with an enemy in reach, else lower with the distance."""
    m = g.models[i]
    w = g.weights[m.side]
    enemy = nearest_enemy(g, m.side, m.x, m.y, -1)
    gap = gap_to(g, i, enemy)
    reach = attack_reach(g, i)
    urgency = float(g.kinds[m.kind].points)
    if g.chosen.game_length == R.GAME_LENGTH_COLLAPSING_GROUND:
        urgency += collapse_danger(g, i, m.x, m.y)
    if g.n_loot > 0:
        urgency += PRIZE_URGENCY_FACTOR * prize_value(g, i, m.x, m.y)
    if enemy >= 0 and gap <= attack_reach(g, enemy) + move_reach(g, enemy):
        urgency += w.save * best_attack_value(g, enemy, i)
    if gap <= reach:
        return ATTACK_URGENCY + urgency + w.strike * best_attack_value(g, i, enemy)
    if gap <= reach + move_reach(g, i):
        return MOVE_ATTACK_URGENCY + urgency
    return urgency * IDLE_POINTS_FACTOR - IDLE_INCH_URGENCY * gap


@rule
def gap_to(g: Game, i: int, enemy: int) -> float:
    """Return the gap between the bases of model i and an enemy, in inches; NEVER if it is -1."""
    if enemy < 0:
        return NEVER
    m = g.models[i]
    t = g.models[enemy]
    return distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius


@rule
def unit_urgency(g: Game, unit: int, least: float) -> float:
    """Return the greatest urgency of the models of a unit that can act; at least `least`."""
    u = g.units[unit]
    urgency = least
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]):
            urgency = max(urgency, model_urgency(g, i))
    return urgency


@rule
def standing_attack_value(g: Game, i: int, phase: int) -> float:
    """Return the value of model i's attack on the nearest enemy in a phase, without a Move."""
    m = g.models[i]
    enemy = nearest_enemy(g, m.side, m.x, m.y, -1)
    if enemy < 0:
        return 0.0
    reach = FIGHT_INCHES
    if phase == RANGED:
        reach = g.kinds[m.kind].sight
        if reach > 0.0 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
            reach = float(g.kinds[m.kind].bands * g.p.shooting_band)
    return best_attack_value(g, i, enemy) if gap_to(g, i, enemy) <= reach else 0.0


@rule
def forgone_attack_value(g: Game, i: int, kind: int) -> float:
    """Return the value of the later attack of this round that an action costs model i.

    `kind` is the kind of the action.
    """
    present_phase = int(g.phase)
    forgone = 0.0
    is_later = False
    for n in range(len(g.phases)):
        phase = int(g.phases[n])
        if is_later and (phase == RANGED or phase == CLOSE):
            g.phase = phase
            if may_act(g, i, phase) and not may_act_after(g, i, kind, phase):
                forgone = max(forgone, standing_attack_value(g, i, phase))
        is_later = is_later or phase == present_phase
    g.phase = present_phase
    return forgone


@rule
def may_act_after(g: Game, i: int, kind: int, later_kind: int) -> bool:
    """Return whether model i may take an action of a kind after one of another kind."""
    m = g.models[i]
    used = int(m.used)
    spent = int(m.spent)
    m.used |= kind
    m.spent += 1
    may = may_act(g, i, later_kind)
    m.used = used
    m.spent = spent
    return may


@rule
def count_later_attackers(g: Game, side: int) -> int:
    """Return how many of a side's units can attack without a Move in later phases of this round.

    A unit counts once for each phase.
    """
    units = 0
    is_later = False
    for n in range(len(g.phases)):
        phase = int(g.phases[n])
        if is_later and (phase == RANGED or phase == CLOSE):
            for unit in range(g.n_units):
                u = g.units[unit]
                if u.side == side and u.in_play > 0:
                    units += int(can_attack_standing(g, unit, phase))
        is_later = is_later or phase == g.phase
    return units


@rule
def can_attack_standing(g: Game, unit: int, phase: int) -> bool:
    """Return whether a model of a unit can attack an enemy in a phase without a Move."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]) and standing_attack_value(g, i, phase) > 0.0:
            return True
    return False


@rule
def should_keep_tokens(g: Game, side: int) -> bool:
    """Return whether a side should keep its tokens for later phases."""
    is_limited = in_activation_tokens(g)
    is_fungible = g.chosen.activation_order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS
    if g.phased == 0 or not (is_limited or is_fungible):
        return False
    if is_limited:
        tokens = g.sides[side].activation_tokens
    else:
        tokens = g.sides[side].game_tokens
    return tokens <= g.weights[side].thrift * count_later_attackers(g, side)


@rule
def has_phase_work(g: Game, unit: int) -> bool:
    """Return whether a unit gains anything in the present phase."""
    if g.phase == 0 or g.phase == MOVE:
        return True
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        if is_standing(g.models[i]) and model_has_phase_work(g, i):
            return True
    return False


@rule
def model_has_phase_work(g: Game, i: int) -> bool:
    """Return whether standing model i has something to do in the present phase."""
    m = g.models[i]
    if has_removable_marker(g, i) or held_stick(g, i) >= 0:
        return True
    has_captures = g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES
    if g.phase != RANGED and has_captures and marker_in_reach(g, i) >= 0:
        return True
    if g.phase == SPECIAL:
        return (
            can_shout(g, i)
            or can_patch_up(g, i)
            or can_aim(g, i)
            or can_reload(g, i)
            or can_snuff(g, i)
        )
    reach = FIGHT_INCHES
    if g.phase == RANGED:
        reach = attack_reach(g, i)
    return gap_to(g, i, nearest_enemy(g, m.side, m.x, m.y, -1)) <= reach


@rule
def evaluate_picks(g: Game, side: int) -> None:
    """Value the units to activate, and passing."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.who < 0:
            o.value = pass_value(g, side, o.what)
        elif has_phase_work(g, o.who):
            o.value = pick_value(g, o.who)
        else:
            o.value = NOTHING_TO_DO_URGENCY


@rule
def pass_value(g: Game, side: int, what: int) -> float:
    """Return the value of passing, or of leaving the table if `what` is TO_LEG_IT."""
    if what == TO_LEG_IT:
        return NEVER if leaving_wins(g, side) else -NEVER
    if should_keep_tokens(g, side):
        return NEVER
    if g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL or towers_grow(g):
        return CAUTIOUS_PASS_URGENCY
    return PASS_URGENCY


@rule
def pick_value(g: Game, unit: int) -> float:
    """Return the value of activating a unit: its urgency, less the cost of a drink and of wounds.

    If the cost is higher than the possible gain, passing is better.
    """
    risk = swig_cost(g, unit)
    wounds = repeat_wounds_value(g, unit)
    value = unit_urgency(g, unit, NOTHING_TO_DO_URGENCY)
    value -= repeat_cost(g, unit, wounds) + SWIG_RISK_FACTOR * risk
    if risk + wounds > 0.0 and risk + wounds > activation_value(g, unit):
        value = min(value, CAUTIOUS_PASS_URGENCY - (risk + wounds))
    return value


@rule
def evaluate_jumps(g: Game) -> None:
    """Value the units to activate out of turn: one with an enemy in reach, or none."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = ATTACK_URGENCY if o.what == 0 else -NEVER
        if o.what == 1 and has_phase_work(g, o.who):
            o.value = unit_urgency(g, o.who, -NEVER)


@rule
def repeat_cost(g: Game, unit: int, wounds: float) -> float:
    """Return the urgency that a repeated activation of a unit costs.

    `wounds` is the value of the wounds that it pays.
    """
    if not towers_grow(g):
        return WOUND_URGENCY_FACTOR * wounds
    return REPEATED_SWIG_URGENCY if is_repeat(g, unit) else 0.0


@rule
def is_repeat(g: Game, unit: int) -> bool:
    """Return whether an activation of a unit would not be its first in this round."""
    any_model = g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
    return any_model and g.units[unit].activated == 1


@rule
def repeat_wounds_value(g: Game, unit: int) -> float:
    """Return the cost of the wounds that a unit takes for a second activation in a round."""
    if not is_repeat(g, unit) or towers_grow(g):
        return 0.0
    u = g.units[unit]
    value = 0.0
    for i in range(u.first, u.first + u.count):
        if g.models[i].in_play == 1:
            harm = weighted_harm_value(g, i, float(g.p.activation_order_toll))
            value = max(value, harm)
    return value


@rule
def activation_value(g: Game, unit: int) -> float:
    """Return the value that activating a unit may win, with the dice left to pay for actions."""
    if g.phase == CLOSE and g.chosen.fighting == R.FIGHTING_HAND_SIGNS:
        return 0.0  # models in contact fight at once, before this phase
    u = g.units[unit]
    side = g.sides[u.side]
    is_allocated = g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION
    can_move = not is_allocated or side.move_dice > 0
    can_attack = not is_allocated or side.attack_dice > 0
    best = 0.0
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if not is_able(m):
            continue
        if can_attack:
            best = max(best, attack_in_activation_value(g, i, can_move))
        if g.n_loot > 0 or g.stature == 1:
            best = max(best, prize_value(g, i, m.x, m.y))
    if can_move:
        best += SCORING_MOVE_POINTS if has_ground_objectives(g) else OTHER_MOVE_POINTS
    return best


@rule
def attack_in_activation_value(g: Game, i: int, can_move: bool) -> float:
    """Return the value of model i's attack on the nearest enemy, after a Move if it can move."""
    m = g.models[i]
    enemy = nearest_enemy(g, m.side, m.x, m.y, -1)
    reach = attack_reach(g, i)
    if can_move:
        reach += move_reach(g, i)
    if enemy >= 0 and gap_to(g, i, enemy) <= reach:
        return best_attack_value(g, i, enemy)
    return 0.0


@rule
def evaluate_next_models(g: Game) -> None:
    """Value the models of a squad that may act next."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = model_urgency(g, o.who)


@rule
def evaluate_going_on(g: Game, side: int) -> None:
    """Value activating another unit at once, by the most urgent model that can be activated."""
    urgency = 0.0
    for unit in range(g.n_units):
        if g.units[unit].side == side and can_activate(g, unit):
            urgency = unit_urgency(g, unit, urgency)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == 1:
            o.value = urgency - g.weights[side].patience
        else:
            o.value = 0.0


@rule
def evaluate_declarations(g: Game, unit: int) -> None:
    """Value the numbers of activations to declare.

    Each is worth less than the one before, and a failed test loses all.
    """
    if unit_urgency(g, unit, -NEVER) >= ATTACK_URGENCY:
        factor = BUSY_ACTIVATION_FACTOR
    else:
        factor = IDLE_ACTIVATION_FACTOR
    for k in range(g.core.offered):
        o = g.core.options[k]
        total = 0.0
        next_value = 1.0
        for _ in range(o.what):
            total += next_value
            next_value *= factor
        o.value = total * chance(g, unit_morale(g, unit), o.what)
