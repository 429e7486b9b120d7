"""Movement: the ways in which a model takes a Move.

`scoot` has the Move after thrown dice, `gaits` the offers of walks and runs.
"""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.model_status import (
    flight_distance,
    is_in_block_with,
    is_standing,
    speed_of,
)
from carnage.engine.battle.frame.questions import FACE
from carnage.engine.battle.frame.questions import MOVE as MOVE_TO
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.counters import distract
from carnage.engine.battle.move.crossing import CROSSES, cross_edge, survey_distance, wrap_around
from carnage.engine.battle.move.curves import find_turns, offer_curve
from carnage.engine.battle.move.gaits import gait_of_move, offer_gaits
from carnage.engine.battle.move.getting_up import get_up_or_crawl, stand_up
from carnage.engine.battle.move.move_targets import (
    LAST_MAIN_TARGET,
    TARGET_COUNT,
    compass_x,
    compass_y,
    move_target,
    nearest_enemy,
)
from carnage.engine.battle.move.paths import (
    WORTH_MOVING,
    end_move,
    list_obstacles,
    offer_end,
)
from carnage.engine.battle.move.ranks import (
    block_clear_distance,
    block_fitting_distance,
    block_movement_cost,
    block_reach,
    block_speed,
    log_facing,
    move_block_along,
    pick_up_block_loot,
    turn_block_along,
)
from carnage.engine.battle.move.regrouping import keep_ends_near_squad
from carnage.engine.battle.move.running import block_measureless_distance
from carnage.engine.battle.move.scoot import flee_by_dice, scoot
from carnage.engine.battle.move.straight_moves import (
    count_pivots,
    offer_stay,
    offer_straight,
    offer_straight_move,
)
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import NEVER, direction_to, distance, rotate
from carnage.engine.core.pointing import BLOCKED, LEGAL, NO_ROOM, TOO_NEAR
from carnage.engine.core.rule_ids import NoSuchRule

AHEAD_COSINE = 0.9  # least cosine of a facing and a move that counts as a move ahead
FLIGHT_DIRECTIONS = 16  # tried in a flight, evenly spaced
FLIGHT_COSINE = 0.9238795325112867  # of the angle between two of them
FLIGHT_SINE = 0.3826834323650898
ROUNDING_INCHES = 1.0e-6  # of positions, in a comparison of lengths


@rule
def distract_block(g: Game, log: Log, i: int) -> None:
    """Spoil the aim of the models that move with model i, and end their watch."""
    if g.chosen.units == R.UNITS_RANKED:
        u = g.units[g.models[i].unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                distract(g, log, j)


@rule
def take_move(g: Game, log: Log, i: int) -> None:
    """Take a Move of model i. The first model of a squad to move becomes its leader.

    The model's aim and watch end first. A prone model stands up or crawls.
    """
    m = g.models[i]
    u = g.units[m.unit]
    x = m.x
    y = m.y
    fx = m.fx
    fy = m.fy
    distract(g, log, i)
    if m.prone == 1:
        get_up_or_crawl(g, log, i)
        return
    distract_block(g, log, i)
    clear(g.core)
    if g.n_loot > 0:
        pick_up_block_loot(g, log, i)
    move_by_rule(g, log, i)
    m.stayed = int(x == m.x and y == m.y)
    if m.stayed == 0 or m.fx != fx or m.fy != fy:
        m.moved = max(m.moved, gait_of_move(g, i, x, y))
    if m.stayed == 0:
        g.stirred |= 1 << i
    mark_block_moved(g, i)
    if u.leader < 0 and m.stayed == 0:
        u.leader = i


@rule
def move_by_rule(g: Game, log: Log, i: int) -> None:
    """Move model i by the chosen kind of movement.

    Raises NoSuchRule if the ruleset has another one.
    """
    if g.chosen.movement == R.MOVEMENT_SCOOT:
        scoot(g, log, i)
    elif g.chosen.movement == R.MOVEMENT_FREE_MOVEMENT:
        free_movement(g, log, i)
    elif g.chosen.movement == R.MOVEMENT_RESTRICTED_MOVEMENT:
        restricted_movement(g, log, i)
    elif g.chosen.movement == R.MOVEMENT_MOMENTUM_MOVEMENT:
        momentum_movement(g, log, i)
    elif g.chosen.movement == R.MOVEMENT_GAITS:
        gaits(g, log, i)
    elif g.chosen.movement == R.MOVEMENT_MEASURELESS_MOVEMENT:
        measureless_movement(g, log, i)
    else:
        raise NoSuchRule


@rule
def mark_block_moved(g: Game, i: int) -> None:
    """Mark the models that move with model i as moved, or as having stayed, like model i."""
    m = g.models[i]
    u = g.units[m.unit]
    for j in range(u.first, u.first + u.count):
        if is_in_block_with(g, i, j):
            g.models[j].stayed = m.stayed
            g.models[j].moved = m.moved
            if m.stayed == 0:
                g.stirred |= 1 << j


@rule
def choose_end(g: Game, log: Log, i: int, number: int, shelter: int) -> int:
    """Ask which offered end the move of model i takes, and move it there with its block.

    Args:
        g: The game, with the ends offered.
        log: Its log.
        i: The model.
        number: The rule of the move.
        shelter: The number of options, from the first on, that stay even if they leave the squad.

    Returns:
        CROSSES if the move crosses an edge of the table, else 0.
    """
    m = g.models[i]
    keep_ends_near_squad(g, i, shelter)
    if g.core.offered == 0:
        offer_stay(g, i)
    choice = ask(g, log, m.side, MOVE_TO, i)
    o = g.core.options[choice]
    x0 = m.x
    y0 = m.y
    over = o.what
    if over == CROSSES:
        g.n_turns = 0
        cross_edge(g, log, number, i, o.x, o.y, o.fx, o.fy)
        return over
    if number == R.MOVEMENT_MOMENTUM_MOVEMENT:
        find_turns(g, i, choice, survey_distance(g, block_speed(g, i)))
    end_move(g, log, E.MOVE, number, i, o.x, o.y, o.fx, o.fy)
    g.n_turns = 0
    move_block_along(g, log, E.MOVE, number, i, x0, y0)
    return over


@rule
def free_movement(g: Game, log: Log, i: int) -> None:
    """Move model i in any direction, straight, up to its Speed; then turn it to any facing."""
    speed = block_speed(g, i)
    list_obstacles(g, i, survey_distance(g, speed))
    offer_stay(g, i)
    foe = nearest_enemy(g, g.models[i].side, g.models[i].x, g.models[i].y, -1)
    for n in range(TARGET_COUNT):
        ok, x, y, short = move_target(g, i, foe, n)
        if ok:
            offer_straight(g, i, x, y, short, speed)
    if g.chosen.twist == R.TWIST_WRAP_AROUND:
        wrap_around(g, i, speed)
    choose_end(g, log, i, R.MOVEMENT_FREE_MOVEMENT, 1)
    if g.facing == 1 and is_standing(g.models[i]):
        choose_facing(g, log, i, R.MOVEMENT_FREE_MOVEMENT, -1.0)


@rule
def gaits(g: Game, log: Log, i: int) -> None:
    """Move model i by a walk or a run, straight in any direction; then turn it to any facing."""
    offer_gaits(g, i)
    if g.chosen.twist == R.TWIST_WRAP_AROUND:
        wrap_around(g, i, speed_of(g, i))
    choose_end(g, log, i, R.MOVEMENT_GAITS, 1)
    if g.facing == 1 and is_standing(g.models[i]):
        choose_facing(g, log, i, R.MOVEMENT_GAITS, -1.0)


@rule
def restricted_movement(g: Game, log: Log, i: int) -> None:
    """Move model i after pivots, which cost a quarter of Speed each.

    A move ahead costs an inch of movement for each inch, a move sideways or back two.
    """
    m = g.models[i]
    speed = block_speed(g, i)
    x0 = m.x
    y0 = m.y
    fx0 = m.fx
    fy0 = m.fy
    list_obstacles(g, i, survey_distance(g, speed))
    offer_stay(g, i)
    offer_crab_move(g, i, -fx0, -fy0, speed)
    offer_crab_move(g, i, fy0, -fx0, speed)
    offer_crab_move(g, i, -fy0, fx0, speed)
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    for n in range(TARGET_COUNT):
        has_target, x, y, short = move_target(g, i, foe, n)
        if has_target:
            offer_pivoting_move(g, i, x, y, short, speed, WORTH_MOVING)
    if g.chosen.twist == R.TWIST_WRAP_AROUND:
        wrap_around(g, i, speed)
    crosses = choose_end(g, log, i, R.MOVEMENT_RESTRICTED_MOVEMENT, 1) == CROSSES
    if crosses or not is_standing(m):
        return
    if distance(x0, y0, m.x, m.y) == 0.0:
        choose_facing(g, log, i, R.MOVEMENT_RESTRICTED_MOVEMENT, -1.0)
        return
    left = speed - restricted_move_cost(g, i, x0, y0)
    left -= count_pivots(g, fx0, fy0, m.fx, m.fy) * g.p.movement_pivot_share * speed
    if left >= g.p.movement_pivot_share * speed - ROUNDING_INCHES:
        choose_facing(g, log, i, R.MOVEMENT_RESTRICTED_MOVEMENT, 0.0)


@rule
def offer_pivoting_move(
    g: Game, i: int, tx: float, ty: float, short: float, speed: float, least: float
) -> int:
    """Offer the end of a move toward a point after the pivots, as `offer_straight_move` does."""
    m = g.models[i]
    dx, dy = direction_to(m.x, m.y, tx, ty)
    pivots = count_pivots(g, m.fx, m.fy, dx, dy)
    inches = speed - pivots * g.p.movement_pivot_share * speed
    return offer_straight_move(g, i, tx, ty, short, inches, least)


@rule
def offer_crab_move(g: Game, i: int, dx: float, dy: float, speed: float) -> None:
    """Offer model i the end of a move back or sideways along d, without a turn."""
    m = g.models[i]
    inches = block_reach(g, i, m.x, m.y, dx, dy, speed / g.p.movement_crab_cost)
    inches = block_clear_distance(g, i, m.x, m.y, dx, dy, inches)
    inches = block_fitting_distance(g, i, m.x, m.y, dx, dy, inches)
    if inches >= WORTH_MOVING:
        offer_end(g, i, m.x + dx * inches, m.y + dy * inches, m.fx, m.fy)


@rule
def restricted_move_cost(g: Game, i: int, x0: float, y0: float) -> float:
    """Return the inches of movement that model i has paid for its move from x0, y0.

    Pivots are not included.
    """
    m = g.models[i]
    inches = distance(x0, y0, m.x, m.y)
    dx, dy = direction_to(x0, y0, m.x, m.y)
    rate = 1.0
    if m.fx * dx + m.fy * dy < AHEAD_COSINE:
        rate = float(g.p.movement_crab_cost)
    return block_movement_cost(g, i, x0, y0, dx, dy, inches) * rate


@rule
def momentum_movement(g: Game, log: Log, i: int) -> None:
    """Move model i ahead by at least half its Speed, with a turn after each full leg."""
    m = g.models[i]
    speed = block_speed(g, i)
    least = speed * g.p.movement_least_share
    list_obstacles(g, i, survey_distance(g, speed))
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    for n in range(TARGET_COUNT):
        ok, x, y, short = move_target(g, i, foe, n)
        if ok:
            wanted = distance(m.x, m.y, x, y) - short
            offer_curve(g, i, x, y, min(speed, max(least, wanted)))
            if n <= LAST_MAIN_TARGET:
                offer_curve(g, i, x, y, least)
    if g.chosen.twist == R.TWIST_WRAP_AROUND:
        wrap_around(g, i, speed)
    choose_end(g, log, i, R.MOVEMENT_MOMENTUM_MOVEMENT, 0)


@rule
def measureless_movement(g: Game, log: Log, i: int) -> None:
    """Turn model i to any facing and move it ahead, as far as wanted, until something stops it."""
    list_obstacles(g, i, NEVER)
    offer_stay(g, i)
    foe = nearest_enemy(g, g.models[i].side, g.models[i].x, g.models[i].y, -1)
    for n in range(TARGET_COUNT):
        ok, x, y, short = move_target(g, i, foe, n)
        if ok:
            offer_measureless_move(g, i, x, y, short, WORTH_MOVING)
    if g.chosen.twist == R.TWIST_WRAP_AROUND:
        wrap_around(g, i, NEVER)
    choose_end(g, log, i, R.MOVEMENT_MEASURELESS_MOVEMENT, 1)


@rule
def offer_measureless_move(
    g: Game, i: int, tx: float, ty: float, short: float, least: float
) -> int:
    """Offer the end of a measureless move toward a point, as `offer_straight_move` does."""
    m = g.models[i]
    wanted = distance(m.x, m.y, tx, ty) - short
    if wanted < least:
        return TOO_NEAR
    dx, dy = direction_to(m.x, m.y, tx, ty)
    clear = min(wanted, block_measureless_distance(g, i, dx, dy))
    far = block_fitting_distance(g, i, m.x, m.y, dx, dy, clear)
    if far >= least:
        offer_end(g, i, m.x + dx * far, m.y + dy * far, dx, dy)
        return LEGAL
    return BLOCKED if clear < least else NO_ROOM


@rule
def choose_facing(g: Game, log: Log, i: int, number: int, least: float) -> None:
    """Ask for a new facing of model i, among a few useful ones, and turn it with its block.

    Args:
        g: The game.
        log: Its log.
        i: The model.
        number: The rule of the turn.
        least: The least cosine of the angle between the old and the new facing: -1 for any, 0 for
            90 degrees.
    """
    m = g.models[i]
    c = g.core
    clear(c)
    g.least_turn = least
    offer_facing(g, i, m.fx, m.fy, least)
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    if foe >= 0:
        dx, dy = direction_to(m.x, m.y, g.models[foe].x, g.models[foe].y)
        offer_facing(g, i, dx, dy, least)
        other = nearest_enemy(g, m.side, m.x, m.y, foe)
        if other >= 0:
            dx, dy = direction_to(m.x, m.y, g.models[other].x, g.models[other].y)
            offer_facing(g, i, dx, dy, least)
    dx, dy = direction_to(m.x, m.y, g.table / 2.0, g.table / 2.0)
    offer_facing(g, i, dx, dy, least)
    for n in range(4):
        offer_facing(g, i, compass_x(n), compass_y(n), least)
    choice = ask(g, log, m.side, FACE, i)
    if choice > 0:
        m.fx = c.options[choice].fx
        m.fy = c.options[choice].fy
        g.looked = -1
        log_facing(g, log, number, i)
        turn_block_along(g, log, number, i)


@rule
def offer_facing(g: Game, i: int, fx: float, fy: float, least: float) -> None:
    """Offer a facing, or a right angle if its cosine is below `least`; skip a similar one."""
    m = g.models[i]
    c = g.core
    if m.fx * fx + m.fy * fy < least:  # a right angle toward it
        sine = 1.0 if m.fx * fy - m.fy * fx >= 0.0 else -1.0
        fx, fy = rotate(m.fx, m.fy, 0.0, sine)
    for k in range(c.offered):
        if c.options[k].fx * fx + c.options[k].fy * fy > 0.98:
            return
    before = c.offered
    offer(c, 0, i, -1)
    if c.offered > before:
        c.options[before].x = m.x
        c.options[before].y = m.y
        c.options[before].fx = fx
        c.options[before].fy = fy


@rule
def flee_straight(g: Game, log: Log, i: int) -> None:
    """Move model i in flight: straight in the direction that ends farthest from the nearest enemy.

    Sixteen directions are tried. A prone model stands up instead, and one that is knocked out
    stays.
    """
    m = g.models[i]
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    if foe < 0 or m.out > 0:
        return
    distract(g, log, i)
    if m.prone == 1:
        stand_up(g, log, i, R.COUNTERS_PRONE)
        return
    distract_block(g, log, i)
    if g.n_loot > 0:
        pick_up_block_loot(g, log, i)
    if g.chosen.movement == R.MOVEMENT_SCOOT:
        flee_by_dice(g, log, i, R.MORALE_FLEEING)
        return
    x0 = m.x
    y0 = m.y
    x, y, fx, fy = farthest_flight(g, i, foe)
    if x != m.x or y != m.y:
        m.moved = 2
        end_move(g, log, E.FLEE, R.MORALE_FLEEING, i, x, y, fx, fy)
        move_block_along(g, log, E.FLEE, R.MORALE_FLEEING, i, x0, y0)


@rule
def farthest_flight(g: Game, i: int, foe: int) -> tuple[float, float, float, float]:
    """Return the best end of a flight of model i from its nearest enemy `foe`, and its facing."""
    m = g.models[i]
    speed = flight_speed(g, i)
    survey = speed if g.speeds == 1 else NEVER
    list_obstacles(g, i, survey)
    best = distance(m.x, m.y, g.models[foe].x, g.models[foe].y)
    x = m.x
    y = m.y
    fx = m.fx
    fy = m.fy
    dx, dy = direction_to(g.models[foe].x, g.models[foe].y, m.x, m.y)
    for _ in range(FLIGHT_DIRECTIONS):
        if g.speeds == 1:
            inches = block_reach(g, i, m.x, m.y, dx, dy, speed)
            inches = block_clear_distance(g, i, m.x, m.y, dx, dy, inches)
        else:
            inches = block_measureless_distance(g, i, dx, dy)
        inches = block_fitting_distance(g, i, m.x, m.y, dx, dy, inches)
        end_x = m.x + dx * inches
        end_y = m.y + dy * inches
        nearest = nearest_enemy(g, m.side, end_x, end_y, -1)
        gap = distance(end_x, end_y, g.models[nearest].x, g.models[nearest].y)
        if gap > best + ROUNDING_INCHES:
            best = gap
            x = end_x
            y = end_y
            fx = dx
            fy = dy
        dx, dy = rotate(dx, dy, FLIGHT_COSINE, FLIGHT_SINE)
    return x, y, fx, fy


@rule
def flight_speed(g: Game, i: int) -> float:
    """Return the inches of movement of model i in flight, with its block."""
    if g.chosen.movement == R.MOVEMENT_GAITS:
        return flight_distance(g, i)
    return block_speed(g, i)
