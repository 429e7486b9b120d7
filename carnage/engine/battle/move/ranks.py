"""Ranks: moves of a block, whose models move as one.

Model i leads the move, and the other models of its block keep their positions relative to it.
Positions x, y are those of i, now or on its way. For a model without a block, each function gives
the same result as the function that it is based on.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import is_in_block_with, speed_of
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.loot import pick_up_loot
from carnage.engine.battle.move.paths import (
    clear_distance,
    end_move,
    fitting_distance,
    is_free_of_friends,
    list_obstacles,
)
from carnage.engine.battle.see.terrain import distance_for_movement, movement_cost
from carnage.engine.compiling.marks import inlined, rule

TRIES = 40  # the most passes over a block, since making room for one model may take it from another


@rule
def block_speed(g: Game, i: int) -> float:
    """Return the Speed of the slowest model of the block, with its wounds."""
    speed = speed_of(g, i)
    if g.chosen.units == R.UNITS_RANKED:
        u = g.units[g.models[i].unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                speed = min(speed, speed_of(g, j))
    return speed


@inlined
def block_reach(g: Game, i: int, x: float, y: float, dx: float, dy: float, inches: float) -> float:
    """Return the distance that `inches` of movement carry a block; see `distance_for_movement`.

    The model that the ground slows down most decides.
    """
    far = distance_for_movement(g, x, y, dx, dy, inches)
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                o = g.models[j]
                far = min(
                    far, distance_for_movement(g, x + o.x - m.x, y + o.y - m.y, dx, dy, inches)
                )
    return far


@rule
def block_movement_cost(
    g: Game, i: int, x: float, y: float, dx: float, dy: float, far: float
) -> float:
    """Return the inches of movement that a block pays for a distance along d; see `movement_cost`.

    The model that the ground slows down most decides.
    """
    paid = movement_cost(g, x, y, dx, dy, far)
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                o = g.models[j]
                paid = max(paid, movement_cost(g, x + o.x - m.x, y + o.y - m.y, dx, dy, far))
    return paid


@inlined
def block_clear_distance(
    g: Game, i: int, x: float, y: float, dx: float, dy: float, most: float
) -> float:
    """Return the distance along d, at most `most`, until a model of the block is stopped.

    See `clear_distance`.
    """
    far = clear_distance(g, x, y, dx, dy, most)
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                o = g.models[j]
                far = min(far, clear_distance(g, x + o.x - m.x, y + o.y - m.y, dx, dy, far))
    return far


@inlined
def block_fitting_distance(
    g: Game, i: int, x: float, y: float, dx: float, dy: float, far: float
) -> float:
    """Return the largest distance along d at which no model of the block overlaps a friend.

    It is at most `far`. Friends of the same block do not count; see `fitting_distance`.
    """
    back = fitting_distance(g, x, y, dx, dy, far)
    if g.chosen.units != R.UNITS_RANKED:
        return back
    m = g.models[i]
    u = g.units[m.unit]
    for _ in range(TRIES):
        was = back
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                o = g.models[j]
                back = fitting_distance(g, x + o.x - m.x, y + o.y - m.y, dx, dy, back)
        back = fitting_distance(g, x, y, dx, dy, back)
        if back == was:
            return back
    return 0.0


@inlined
def is_block_free_of_friends(g: Game, i: int, x: float, y: float) -> bool:
    """Return whether the block overlaps no other friend with model i at x, y."""
    if not is_free_of_friends(g, x, y):
        return False
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                o = g.models[j]
                if not is_free_of_friends(g, x + o.x - m.x, y + o.y - m.y):
                    return False
    return True


@rule
def pick_up_block_loot(g: Game, log: Log, i: int) -> None:
    """Have model i and its block pick up the loot that they touch before they move."""
    pick_up_loot(g, log, i)
    u = g.units[g.models[i].unit]
    for j in range(u.first, u.first + u.count):
        if is_in_block_with(g, i, j):
            pick_up_loot(g, log, j)


@rule
def move_block_along(
    g: Game, log: Log, event: int, number: int, i: int, x0: float, y0: float
) -> None:
    """Move the block of model i by the vector that i has moved from x0, y0, and turn it alike."""
    if g.chosen.units != R.UNITS_RANKED:
        return
    m = g.models[i]
    dx = m.x - x0
    dy = m.y - y0
    fx = m.fx
    fy = m.fy
    u = g.units[m.unit]
    for j in range(u.first, u.first + u.count):
        if is_in_block_with(g, i, j):
            o = g.models[j]
            if dx != 0.0 or dy != 0.0:
                end_move(g, log, event, number, j, o.x + dx, o.y + dy, fx, fy)
            elif o.fx != fx or o.fy != fy:
                o.fx = fx
                o.fy = fy
                log_facing(g, log, number, j)


@rule
def log_facing(g: Game, log: Log, number: int, i: int) -> None:
    """Log that model i has turned where it stands."""
    m = g.models[i]
    write.face(g, log, number, m.side, i, m.x, m.y, m.x, m.y, m.fx, m.fy)


@rule
def turn_block_along(g: Game, log: Log, number: int, i: int) -> None:
    """Turn the block of model i, which has turned on the spot, to the same facing."""
    m = g.models[i]
    u = g.units[m.unit]
    for j in range(u.first, u.first + u.count):
        if is_in_block_with(g, i, j):
            o = g.models[j]
            o.fx = m.fx
            o.fy = m.fy
            log_facing(g, log, number, j)


@rule
def slide_block(
    g: Game, log: Log, event: int, number: int, i: int, dx: float, dy: float, inches: float
) -> float:
    """Turn model i to d and move it straight on with its block, until one is stopped.

    Args:
        g: The game.
        log: Its log.
        event: MOVE, CRAWL or FLEE.
        number: The rule of the move.
        i: The model.
        dx: The direction.
        dy: The direction.
        inches: The inches of movement.

    Returns:
        The distance that the block has moved.
    """
    list_obstacles(g, i, inches)
    m = g.models[i]
    x0 = m.x
    y0 = m.y
    far = block_reach(g, i, x0, y0, dx, dy, inches)
    far = block_fitting_distance(
        g, i, x0, y0, dx, dy, block_clear_distance(g, i, x0, y0, dx, dy, far)
    )
    end_move(g, log, event, number, i, x0 + dx * far, y0 + dy * far, dx, dy)
    move_block_along(g, log, event, number, i, x0, y0)
    return far
