"""Values of places: the attacks that a model has there, the dangers, and the objectives."""

from __future__ import annotations

import math

from carnage.engine.battle.bots.attack_values import bullets_value, single_attack_value
from carnage.engine.battle.bots.blasts import dynamite_danger
from carnage.engine.battle.bots.crumbling import collapse_danger
from carnage.engine.battle.bots.game_phase import has_ground_objectives
from carnage.engine.battle.bots.gear import range_factor, run_factor
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import speed_of, upright_from, upright_to
from carnage.engine.battle.frame.state import CLOSE, RANGED, Game
from carnage.engine.battle.see.line_of_sight import is_in_arc, sees
from carnage.engine.battle.see.terrain import is_obscured
from carnage.engine.battle.turn.action_points import may_act
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.state import Option

# Chosen by hand.
SHORT_REACH_INCHES = 10.0  # a model that reaches no farther has to come near
SHORT_REACH_FACTOR = 1.5  # of the weight of coming nearer, for such models
LONG_REACH_FACTOR = 0.6  # of the same weight, for others
FREE_MARKER_FACTOR = 1.33  # of a marker's value, where it is not held yet
TOUCHED_MARKER_FACTOR = 0.5  # added where the model touches it
HELD_MARKER_FACTOR = 0.17  # where the model's side holds it already
HELD_MARKER_INCH_FACTOR = 0.6  # of the cost of each inch to a marker that is held already
TOUCHING_INCHES = 0.01  # a gap that counts as contact
INSIDE_MARKER_INCHES = 0.5  # a model stands so far within the range of a marker, to be safe
COMPANY_POINTS = 16.0  # a side with such a lead at a marker needs no more models there
OBSCURED_FACTOR = 0.75  # of an attack on a model in cover
BULLET_DICE_FACTOR = 0.5  # of bullet dice that all meet their target, before the throw is known
CONTACT_REACH_INCHES = 0.1  # the least reach of a model, so that it can reach base contact
REACH_MARGIN_INCHES = 1.0  # an enemy outranges a model if it reaches farther by more
RANGED_REACH_INCHES = 2.0  # a model that reaches no farther has to touch its target
SCOOT_INCHES_PER_DIE = 3.0  # about the mean of a D6, less a little
UNLIMITED_MOVE_DIVISOR = 3.0  # a Move without a Speed takes a model about a third of the table


@rule
def update_threats(g: Game, i: int, reach: float) -> None:
    """Set `worth`, `danger` and `threat` of the record for each enemy of model i.

    `worth` is the value of i's best attack on the enemy, `danger` that of its best attack on i, and
    `threat` the square of the distance from which it can attack. Values of attacks out of reach
    after a Move are 0.

    Args:
        g: The game.
        i: The model.
        reach: The reach of the model's weapons, in inches.
    """
    m = g.models[i]
    w = g.weights[m.side]
    step = move_reach(g, i) + 2.0 * g.radius
    if w.tomorrow > 0.0:
        reach_in_time = reach + move_reach(g, i)
    else:
        reach_in_time = reach
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        gap_after_move = distance(m.x, m.y, g.models[j].x, g.models[j].y) - step
        threat = attack_reach(g, j) + w.foresight * move_reach(g, j)
        g.worth[j] = best_attack_value(g, i, j) if gap_after_move <= reach_in_time else 0.0
        g.danger[j] = best_attack_value(g, j, i) if gap_after_move <= threat else 0.0
        if g.units[g.models[j].unit].activated == 1 and g.models[j].watching == 0:
            g.danger[j] *= w.rested
        g.threat[j] = (threat + 2.0 * g.radius) * (threat + 2.0 * g.radius)


@rule
def prepare_place_values(g: Game, i: int) -> float:
    """Prepare the record for `place_value` with model i. Return i's reach, in inches."""
    reach = attack_reach(g, i)
    if can_still_attack(g, i):
        g.reply = 1.0
    else:
        g.reply = g.weights[g.models[i].side].after
    update_threats(g, i, reach)
    set_friends_middle(g, i)
    set_company(g, i)
    return reach


@rule
def set_friends_middle(g: Game, i: int) -> None:
    """Set `friends_x` and `friends_y` of the record to the middle of model i's friends.

    It is the place of model i itself if it has no friends.
    """
    side = g.models[i].side
    x = 0.0
    y = 0.0
    friends = 0
    for n in range(upright_from(g, side), upright_to(g, side)):
        k = int(g.upright[n])
        if k != i:
            x += g.models[k].x
            y += g.models[k].y
            friends += 1
    g.friends_x = x / friends if friends > 0 else g.models[i].x
    g.friends_y = y / friends if friends > 0 else g.models[i].y


@rule
def set_company(g: Game, i: int) -> None:
    """Set `company` of the record for each marker: the lead of model i's side there without i.

    It is from -1 to 1, see `marker_lead`. Where markers are captured, it is 1 if a friend is nearer
    to the marker, else 0.
    """
    for n in range(g.n_markers):
        if g.chosen.objectives == R.OBJECTIVES_POSITIONAL_OBJECTIVES:
            g.company[n] = marker_lead(g, i, n)
        else:
            g.company[n] = 1.0 if is_friend_nearer(g, i, n) else 0.0


@rule
def is_friend_nearer(g: Game, i: int, n: int) -> bool:
    """Return whether a friend is nearer to marker n than model i."""
    m = g.models[i]
    marker = g.markers[n]
    mine = distance(m.x, m.y, marker.x, marker.y)
    for place in range(upright_from(g, m.side), upright_to(g, m.side)):
        k = int(g.upright[place])
        if k != i and distance(g.models[k].x, g.models[k].y, marker.x, marker.y) < mine:
            return True
    return False


@rule
def can_still_attack(g: Game, i: int) -> bool:
    """Return whether model i may attack in this activation or in a later phase of this round."""
    if g.phase == 0:
        return may_act(g, i, RANGED) or may_act(g, i, CLOSE)
    present_phase = g.phase
    is_later = False
    can_attack = False
    for n in range(len(g.phases)):
        if is_later and (g.phases[n] == RANGED or g.phases[n] == CLOSE):
            g.phase = g.phases[n]
            can_attack = can_attack or may_act(g, i, g.phase)
        is_later = is_later or g.phases[n] == present_phase
    g.phase = present_phase
    return can_attack


@inlined
def best_attack_value(g: Game, i: int, j: int) -> float:
    """Return the value of model i's best weapon on model j, in range and in the open."""
    kind = g.kinds[g.models[i].kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = kind.weapons[n]
        if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
            best = max(best, BULLET_DICE_FACTOR * bullets_value(g, w, j))
        else:
            best = max(best, single_attack_value(g, i, w, j, False))
    return best


@rule
def attack_reach(g: Game, i: int) -> float:
    """Return the reach of model i's weapons, in inches. Base contact is in reach of each model."""
    return max(CONTACT_REACH_INCHES, g.kinds[g.models[i].kind].reach)


@rule
def move_reach(g: Game, i: int) -> float:
    """Return the estimated length of a Move of model i, in inches."""
    if g.chosen.movement == R.MOVEMENT_SCOOT:
        return SCOOT_INCHES_PER_DIE * g.kinds[g.models[i].kind].move_dice
    if g.speeds == 1:
        return speed_of(g, i)
    return g.table / UNLIMITED_MOVE_DIVISOR


@rule
def place_value(g: Game, i: int, place: Option, reach: float, best: float) -> float:
    """Return the value to model i of ending a move at the offered place.

    Call `prepare_place_values` first. Lines of sight take most of the time. They are computed only
    if the place may be worth more than `best`; otherwise the result is not better than `best`.

    Args:
        g: The game.
        i: The model that moves.
        place: The option, with the place and the facing.
        reach: The reach that `prepare_place_values` returned, in inches.
        best: The best value of the options so far.
    """
    side = g.models[i].side
    w = g.weights[side]
    attack, second_attack, later_attack, target = best_attacks(g, i, place, reach)
    risk, nearest, nearest_sq = enemy_threat(g, side, place)
    gap = math.sqrt(nearest_sq) - 2.0 * g.radius
    position = position_value(g, i, place, reach, nearest, gap, second_attack)
    own_value = float(g.kinds[g.models[i].kind].points) + 1.0

    # Written out, not by `expected_loss`: the order of operations decides between equal places.
    least_risk = w.covered * risk
    upper_bound = (
        max(attack, later_attack)
        - g.nerve * least_risk * own_value / (own_value + least_risk)
        + position
    )
    if upper_bound < best:
        return upper_bound

    sees_nearest = True
    if nearest >= 0 and (risk > 0.0 or target == nearest):
        sees_nearest = sees(g, side, place.x, place.y, nearest)
    if not sees_nearest:
        risk *= w.covered
    loss = g.nerve * expected_loss(risk, own_value)
    if (
        target >= 0
        and reach > RANGED_REACH_INCHES
        and max(attack, later_attack) - loss + position >= best
    ):
        attack *= sight_factor(g, side, place, target, target == nearest, sees_nearest)
    return max(attack, later_attack) - loss + position


@rule
def best_attacks(g: Game, i: int, place: Option, reach: float) -> tuple[float, float, float, int]:
    """Return the values of model i's attacks from a place, and the target of the best one.

    The values are those of the best attack, of the second-best one, and of the best attack in a
    later round on an enemy that is out of reach now. The target is -1 if no enemy is in reach.
    """
    m = g.models[i]
    has_bands = uses_range_bands(g, m.kind)
    reach_sq = (reach + 2.0 * g.radius) * (reach + 2.0 * g.radius)
    best = 0.0
    second = 0.0
    later = 0.0
    target = -1
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        enemy = int(g.upright[n])
        value = g.worth[enemy]
        if value <= 0.0:
            continue
        gap_sq = squared_distance(g, enemy, place)
        if gap_sq > reach_sq:
            if value > later:
                missing = math.sqrt(gap_sq) - 2.0 * g.radius - reach
                later = max(later, value * max(0.0, 1.0 - missing / max(1.0, move_reach(g, i))))
            continue
        if has_bands:
            value *= range_factor(g, i, math.sqrt(gap_sq) - 2.0 * g.radius)
        if value > best:
            second = best
            best = value
            target = enemy
        else:
            second = max(second, value)
    best *= g.reply
    if has_bands:
        best *= run_factor(g, i, place)
    return best, second, later * g.weights[m.side].tomorrow, target


@rule
def enemy_threat(g: Game, side: int, place: Option) -> tuple[float, int, float]:
    """Return the danger from all enemies of a side at a place, and the nearest enemy.

    The third value is the square of the distance to its middle. Without enemies these are -1 and
    NEVER.
    """
    danger = 0.0
    nearest = -1
    nearest_sq = NEVER
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        enemy = int(g.upright[n])
        gap_sq = squared_distance(g, enemy, place)
        if gap_sq < nearest_sq:
            nearest = enemy
            nearest_sq = gap_sq
        if gap_sq <= g.threat[enemy]:
            danger += g.danger[enemy]
    return danger, nearest, nearest_sq


@rule
def position_value(
    g: Game,
    i: int,
    place: Option,
    reach: float,
    nearest: int,
    gap: float,
    second_attack: float,
) -> float:
    """Return the value of a place without the best attack and without the danger of attacks.

    It consists of markers, dynamite, the distances to enemies and friends, and a second target.

    Args:
        g: The game.
        i: The model that moves.
        place: The place.
        reach: The reach of the model, in inches.
        nearest: The nearest enemy, or -1.
        gap: The gap between the bases to the nearest enemy, in inches.
        second_attack: The value of the second-best attack from the place.
    """
    m = g.models[i]
    w = g.weights[m.side]
    value = marker_value(g, i, place)
    if g.n_sticks > 0:
        value -= dynamite_danger(g, i, place.x, place.y)
    if g.chosen.game_length == R.GAME_LENGTH_COLLAPSING_GROUND:
        value -= collapse_danger(g, i, place.x, place.y)
    value -= approach_weight(g, m.side, reach, nearest) * max(0.0, gap - reach)
    value += w.crush * second_attack
    if m.moved == 0 and (place.x != m.x or place.y != m.y):
        value += w.restless
    if w.together != 0.0:
        value -= w.together * distance(place.x, place.y, g.friends_x, g.friends_y)
    return value


@rule
def approach_weight(g: Game, side: int, reach: float, nearest: int) -> float:
    """Return the cost to a model with this reach of each inch that the nearest enemy is away."""
    w = g.weights[side]
    if has_ground_objectives(g):
        weight = w.advance
    else:
        weight = w.approach
    if reach < SHORT_REACH_INCHES:
        weight *= SHORT_REACH_FACTOR
    else:
        weight *= LONG_REACH_FACTOR
    if nearest >= 0 and attack_reach(g, nearest) > reach + REACH_MARGIN_INCHES:
        weight += w.outranged
    return weight


@rule
def sight_factor(
    g: Game, side: int, place: Option, target: int, is_nearest: bool, sees_nearest: bool
) -> float:
    """Return the share of an attack's value that facing, line of sight and cover leave.

    Args:
        g: The game.
        side: The side of the attacker.
        place: The place of the attacker.
        target: The target.
        is_nearest: True if the target is the nearest enemy.
        sees_nearest: True if the nearest enemy is in line of sight, which is known by now.
    """
    t = g.models[target]
    if not can_turn_freely(g) and not is_in_arc(g, place.x, place.y, place.fx, place.fy, target):
        return g.weights[side].unseen
    sees_target = sees_nearest
    if not is_nearest:
        sees_target = sees(g, side, place.x, place.y, target)
    if not sees_target:
        return g.weights[side].unseen
    if is_obscured(g, place.x, place.y, t.x, t.y):
        return OBSCURED_FACTOR
    return 1.0


@inlined
def expected_loss(risk: float, own_value: float) -> float:
    """Return the expected loss of a model of this value: it is lost only once."""
    return risk * (own_value / (own_value + risk))


@inlined
def squared_distance(g: Game, enemy: int, place: Option) -> float:
    """Return the square of the distance from a place to the middle of an enemy's base."""
    t = g.models[enemy]
    return (place.x - t.x) * (place.x - t.x) + (place.y - t.y) * (place.y - t.y)


@inlined
def uses_range_bands(g: Game, kind: int) -> bool:
    """Return whether models of this kind shoot by range bands."""
    return g.chosen.shooting == R.SHOOTING_RANGE_BANDS and g.kinds[kind].sight > 0.0


@rule
def can_turn_freely(g: Game) -> bool:
    """Return whether a model may face any way at the end of a Move."""
    return g.chosen.movement == R.MOVEMENT_FREE_MOVEMENT or g.chosen.movement == R.MOVEMENT_GAITS


@rule
def marker_value(g: Game, i: int, place: Option) -> float:
    """Return the value to model i of the best marker near the offered place; 0 without markers."""
    if g.n_markers == 0:
        return 0.0
    side = g.models[i].side
    best = -NEVER
    for n in range(g.n_markers):
        marker = g.markers[n]
        apart = distance(place.x, place.y, marker.x, marker.y)
        gap = max(0.0, apart - g.radius - g.marker_radius)
        if g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES:
            value = captured_marker_value(g, side, n, gap)
        else:
            value = nearby_marker_value(g, side, n, gap)
        best = max(best, value)
    return best * g.pull


@rule
def captured_marker_value(g: Game, side: int, n: int, gap: float) -> float:
    """Return the value of marker n, which is held once captured, to a model at this gap from it.

    The gap is in inches.
    """
    w = g.weights[side]
    if g.markers[n].holder == side:
        return HELD_MARKER_FACTOR * w.marker - HELD_MARKER_INCH_FACTOR * w.marker_inch * gap
    value = FREE_MARKER_FACTOR * w.marker - w.marker_inch * gap - w.crowd * g.company[n]
    if gap <= TOUCHING_INCHES:
        value += TOUCHED_MARKER_FACTOR * w.marker
    return value


@rule
def nearby_marker_value(g: Game, side: int, n: int, gap: float) -> float:
    """Return the value of marker n, which scores for the models near it, at this gap in inches."""
    w = g.weights[side]
    outside = max(0.0, gap - g.p.objectives_near + INSIDE_MARKER_INCHES)
    return w.marker - w.marker_inch * outside - w.crowd * g.company[n]


@rule
def marker_lead(g: Game, i: int, n: int) -> float:
    """Return the lead in points of model i's side near marker n without i, scaled to -1 to 1."""
    m = g.models[i]
    own_points = 0
    enemy_points = 0
    for side in range(2):
        for place in range(upright_from(g, side), upright_to(g, side)):
            k = int(g.upright[place])
            t = g.models[k]
            gap = distance(t.x, t.y, g.markers[n].x, g.markers[n].y) - g.radius - g.marker_radius
            if gap <= g.p.objectives_near and k != i:
                if side == m.side:
                    own_points += g.kinds[t.kind].points
                else:
                    enemy_points += g.kinds[t.kind].points
    return min(1.0, max(-1.0, (own_points - enemy_points) / COMPANY_POINTS))
