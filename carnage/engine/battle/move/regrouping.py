"""Regrouping: the ends of a move that a squad allows to its models after the first to move.

An end must be within the cohesion of another model of the squad. Only where no such place can be
reached, a model may end nearer to one than it began, or stay.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import is_standing, speed_of
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.curves import copy_drive, note_turn
from carnage.engine.battle.move.paths import (
    clear_distance,
    copy_end,
    fitting_distance,
    is_bound_to_squad,
    is_free_of_friends,
    is_in_cohesion,
    offer_end,
    squad_gap,
)
from carnage.engine.battle.move.running import measureless_distance
from carnage.engine.battle.move.straight_moves import count_pivots, offer_stay
from carnage.engine.battle.see.terrain import distance_for_movement
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, direction_to, disc_span, distance, rotate
from carnage.engine.core.rule_ids import NoSuchRule

# The cosine and sine of 15 degrees, between two directions that are searched.
STEP_COSINE = 0.9659258262890683
STEP_SINE = 0.25881904510252074
STRAIGHT_STEPS = 6  # to either side of the direction to a model of the squad
TURNS = 7  # that a curve may make after a leg: up to 45 degrees to either side
MAX_LEGS = 5  # of a curve, the last of them without a turn
INSIDE_INCHES = 0.01  # ends inside the cohesion in spite of positions in thousandths of an inch


@rule
def keep_ends_near_squad(g: Game, i: int, shelter: int) -> None:
    """Remove the offered ends that a squad forbids to model i, and search for one that it allows.

    The first `shelter` options stay in any case.
    """
    if not is_bound_to_squad(g, i):
        return
    fire(g, R.UNITS_SQUADS)
    c = g.core
    m = g.models[i]
    offered = c.offered
    in_cohesion = shelter
    for k in range(shelter, offered):
        if is_in_cohesion(g, i, c.options[k].x, c.options[k].y):
            in_cohesion += 1
    if in_cohesion > shelter:
        keep_ends_within(g, i, shelter, 0.0)
        return
    c.offered = shelter
    if shelter > 0 and is_in_cohesion(g, i, m.x, m.y):
        return
    if offer_end_near_squad(g, i):
        return
    c.offered = offered
    keep_ends_within(g, i, shelter, squad_gap(g, i, m.x, m.y))
    if shelter == 0:
        offer_stay(g, i)


@rule
def keep_ends_within(g: Game, i: int, shelter: int, gap: float) -> None:
    """Remove the ends of model i that are neither in cohesion nor nearer to its squad than `gap`.

    The first `shelter` options stay in any case.
    """
    c = g.core
    kept = shelter
    for k in range(shelter, c.offered):
        o = c.options[k]
        if is_in_cohesion(g, i, o.x, o.y) or squad_gap(g, i, o.x, o.y) < gap - INSIDE_INCHES:
            copy_end(g, k, kept)
            if g.chosen.movement == R.MOVEMENT_MOMENTUM_MOVEMENT:
                copy_drive(g, k, kept)
            kept += 1
    c.offered = kept


@rule
def offer_end_near_squad(g: Game, i: int) -> bool:
    """Offer model i an end in cohesion that a search finds. Return whether there is one.

    Call `list_obstacles` for i first.
    """
    if g.chosen.movement == R.MOVEMENT_MOMENTUM_MOVEMENT:
        return offer_curve_to_squad(g, i)
    u = g.units[g.models[i].unit]
    for k in range(u.first, u.first + u.count):
        if k != i and is_standing(g.models[k]) and offer_straight_to_mate(g, i, k):
            return True
    return False


@rule
def offer_straight_to_mate(g: Game, i: int, k: int) -> bool:
    """Offer model i the end of a straight move in cohesion with model k; False if none is found."""
    m = g.models[i]
    t = g.models[k]
    inches = straight_distance(g, i, m.fx, m.fy)
    if g.chosen.movement != R.MOVEMENT_MEASURELESS_MOVEMENT:
        inches = speed_of(g, i)
    if distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius - g.p.units_cohesion > inches:
        return False
    ahead_x, ahead_y = direction_to(m.x, m.y, t.x, t.y)
    left_x = ahead_x
    left_y = ahead_y
    right_x = ahead_x
    right_y = ahead_y
    for _ in range(STRAIGHT_STEPS + 1):
        if offer_along_ray(g, i, k, left_x, left_y) or offer_along_ray(g, i, k, right_x, right_y):
            return True
        left_x, left_y = rotate(left_x, left_y, STEP_COSINE, STEP_SINE)
        right_x, right_y = rotate(right_x, right_y, STEP_COSINE, -STEP_SINE)
    return False


@rule
def offer_along_ray(g: Game, i: int, k: int, dx: float, dy: float) -> bool:
    """Offer model i the first end along d in cohesion with model k; False if there is none."""
    m = g.models[i]
    far = straight_distance(g, i, dx, dy)
    reach = 2.0 * g.radius + g.p.units_cohesion
    near, _ = disc_span(m.x, m.y, dx, dy, g.models[k].x, g.models[k].y, reach)
    if near >= far:
        return False
    for n in range(2):
        end = far
        if n == 0:
            end = min(far, near + INSIDE_INCHES)
        inches = fitting_distance(g, m.x, m.y, dx, dy, end)
        x = m.x + dx * inches
        y = m.y + dy * inches
        if is_in_cohesion(g, i, x, y) and is_free_of_friends(g, x, y):
            offer_end(g, i, x, y, dx, dy)
            return True
    return False


@rule
def straight_distance(g: Game, i: int, dx: float, dy: float) -> float:
    """Return the distance that a straight move carries model i along d, after a turn to face it.

    Raises NoSuchRule if the ruleset has no straight moves.
    """
    m = g.models[i]
    if g.chosen.movement == R.MOVEMENT_MEASURELESS_MOVEMENT:
        return measureless_distance(g, m.x, m.y, dx, dy)
    inches = speed_of(g, i)
    if g.chosen.movement == R.MOVEMENT_RESTRICTED_MOVEMENT:
        pivots = count_pivots(g, m.fx, m.fy, dx, dy)
        inches -= pivots * g.p.movement_pivot_share * inches
    elif g.chosen.movement != R.MOVEMENT_FREE_MOVEMENT and g.chosen.movement != R.MOVEMENT_GAITS:
        raise NoSuchRule
    far = distance_for_movement(g, m.x, m.y, dx, dy, inches)
    return clear_distance(g, m.x, m.y, dx, dy, far)


@rule
def offer_curve_to_squad(g: Game, i: int) -> bool:
    """Offer model i the first curve that ends in cohesion; False if the search finds none.

    All turns in steps of 15 degrees are tried. A curve whose first turns lead too far away is
    skipped with all that begin alike.
    """
    legs = 1
    while legs < MAX_LEGS and legs * g.p.movement_leg < speed_of(g, i):
        legs += 1
    curves = 1
    for _ in range(legs - 1):
        curves *= TURNS
    curve = 0
    while curve < curves:
        skipped = offer_curve_of_turns(g, i, curve, curves)
        if skipped == 0:
            return True
        curve += skipped
    return False


@rule
def offer_curve_of_turns(g: Game, i: int, curve: int, curves: int) -> int:
    """Offer the first end in cohesion on a curve of model i.

    Args:
        g: The game.
        i: The model.
        curve: The number of the curve: a digit of base TURNS for the turn after each leg.
        curves: The number of all curves.

    Returns:
        0 if an end is offered; else the number of curves to skip, because they begin like this one.
    """
    m = g.models[i]
    x = m.x
    y = m.y
    fx = m.fx
    fy = m.fy
    speed = speed_of(g, i)
    least = speed * g.p.movement_least_share
    used = 0.0
    alike = curves
    g.n_turns = 0
    while used < speed - 1.0e-6:
        if squad_gap(g, i, x, y) - g.p.units_cohesion > speed - used:
            return max(alike, 1)
        leg = min(speed - used, float(g.p.movement_leg))
        want = distance_for_movement(g, x, y, fx, fy, leg)
        far = clear_distance(g, x, y, fx, fy, want)
        stopped = far < want - 1.0e-6
        shortest = distance_for_movement(g, x, y, fx, fy, max(0.0, least - used))
        if stopped:
            shortest = far
        if offer_end_on_leg(g, i, x, y, fx, fy, shortest, far):
            return 0
        x += fx * far
        y += fy * far
        used += leg
        if stopped:
            return max(alike, 1)
        alike = alike // TURNS
        if alike == 0:
            return 1
        turn = curve // alike % TURNS
        old_x = fx
        old_y = fy
        fx, fy = turned(fx, fy, turn)
        note_turn(g, x, y, old_x * fx + old_y * fy)
    return max(alike, 1)


@rule
def turned(fx: float, fy: float, turn: int) -> tuple[float, float]:
    """Return a direction after one of the turns that a curve may make, 0 for none."""
    steps = (turn + 1) // 2
    sine = STEP_SINE if turn % 2 == 1 else -STEP_SINE
    for _ in range(steps):
        fx, fy = rotate(fx, fy, STEP_COSINE, sine)
    return fx, fy


@rule
def offer_end_on_leg(
    g: Game, i: int, x: float, y: float, fx: float, fy: float, low: float, high: float
) -> bool:
    """Offer model i an end in cohesion on a leg of its curve; False if there is none.

    Args:
        g: The game.
        i: The model.
        x, y: The start of the leg.
        fx, fy: Its direction.
        low: The shortest distance along it at which the move may end.
        high: The longest.
    """
    if low > high:
        return False
    u = g.units[g.models[i].unit]
    reach = 2.0 * g.radius + g.p.units_cohesion
    for k in range(u.first, u.first + u.count):
        t = g.models[k]
        near = NEVER
        if k != i and is_standing(t):
            near, _ = disc_span(x, y, fx, fy, t.x, t.y, reach)
        if near > high:
            continue
        for n in range(2):
            wanted = high
            if n == 0:
                wanted = max(low, min(high, near + INSIDE_INCHES))
            far = fitting_distance(g, x, y, fx, fy, wanted)
            end_x = x + fx * far
            end_y = y + fy * far
            if is_in_cohesion(g, i, end_x, end_y) and is_free_of_friends(g, end_x, end_y):
                g.drives[g.core.offered].inches = 0.0  # its turns are noted
                offer_end(g, i, end_x, end_y, fx, fy)
                return True
    return False
