"""Ranks: moves of a block, whose models move as one.

Model i leads the move, and the other models of its block keep their positions relative to it.
Positions x, y are those of i, now or on its way. For a model without a block, each function gives
the same result as the function that it is based on.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import moves_with, speed_of
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.loot import pick_up
from carnage.engine.battle.move.paths import arrive, clear_run, fitted, stands_free, survey
from carnage.engine.battle.see.terrain import price, stretch
from carnage.engine.compiling.marks import inlined, rule

TRIES = 40  # the most passes over a block, since making room for one model may take it from another


@rule
def block_speed(g: Game, i: int) -> float:
    """Return the Speed of the slowest model of the block, with its wounds."""
    speed = speed_of(g, i)
    if g.chosen.units == R.UNITS_RANKED:
        u = g.units[g.models[i].unit]
        for j in range(u.first, u.first + u.count):
            if moves_with(g, i, j):
                speed = min(speed, speed_of(g, j))
    return speed


@inlined
def block_stretch(
    g: Game, i: int, x: float, y: float, dx: float, dy: float, inches: float
) -> float:
    """Return the distance that `inches` of movement carry a block; see `stretch`.

    The model that the ground slows down most decides.
    """
    far = stretch(g, x, y, dx, dy, inches)
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if moves_with(g, i, j):
                o = g.models[j]
                far = min(far, stretch(g, x + o.x - m.x, y + o.y - m.y, dx, dy, inches))
    return far


@rule
def block_price(g: Game, i: int, x: float, y: float, dx: float, dy: float, far: float) -> float:
    """Return the inches of movement that a block pays for a distance along d; see `price`.

    The model that the ground slows down most decides.
    """
    paid = price(g, x, y, dx, dy, far)
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if moves_with(g, i, j):
                o = g.models[j]
                paid = max(paid, price(g, x + o.x - m.x, y + o.y - m.y, dx, dy, far))
    return paid


@inlined
def block_run(g: Game, i: int, x: float, y: float, dx: float, dy: float, most: float) -> float:
    """Return the distance along d, at most `most`, until a model of the block is stopped; see
    `clear_run`.
    """
    far = clear_run(g, x, y, dx, dy, most)
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if moves_with(g, i, j):
                o = g.models[j]
                far = min(far, clear_run(g, x + o.x - m.x, y + o.y - m.y, dx, dy, far))
    return far


@inlined
def block_fitted(g: Game, i: int, x: float, y: float, dx: float, dy: float, far: float) -> float:
    """Return the largest distance up to `far` along d at which no model of the block overlaps a
    friend.

    Friends of the same block do not count; see `fitted`.
    """
    back = fitted(g, x, y, dx, dy, far)
    if g.chosen.units != R.UNITS_RANKED:
        return back
    m = g.models[i]
    u = g.units[m.unit]
    for _ in range(TRIES):
        was = back
        for j in range(u.first, u.first + u.count):
            if moves_with(g, i, j):
                o = g.models[j]
                back = fitted(g, x + o.x - m.x, y + o.y - m.y, dx, dy, back)
        back = fitted(g, x, y, dx, dy, back)
        if back == was:
            return back
    return 0.0


@inlined
def block_free(g: Game, i: int, x: float, y: float) -> bool:
    """Return whether no model of the block overlaps a friend that is not in it, with model i at
    x, y.
    """
    if not stands_free(g, x, y):
        return False
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if moves_with(g, i, j):
                o = g.models[j]
                if not stands_free(g, x + o.x - m.x, y + o.y - m.y):
                    return False
    return True


@rule
def gather(g: Game, log: Log, i: int) -> None:
    """Have model i and its block pick up the loot that they touch before they move."""
    pick_up(g, log, i)
    u = g.units[g.models[i].unit]
    for j in range(u.first, u.first + u.count):
        if moves_with(g, i, j):
            pick_up(g, log, j)


@rule
def bring_along(g: Game, log: Log, event: int, number: int, i: int, x0: float, y0: float) -> None:
    """Move the block of model i by the vector that model i has moved from x0, y0, and turn it
    alike.
    """
    if g.chosen.units != R.UNITS_RANKED:
        return
    m = g.models[i]
    dx = m.x - x0
    dy = m.y - y0
    fx = m.fx
    fy = m.fy
    u = g.units[m.unit]
    for j in range(u.first, u.first + u.count):
        if moves_with(g, i, j):
            o = g.models[j]
            if dx != 0.0 or dy != 0.0:
                arrive(g, log, event, number, j, o.x + dx, o.y + dy, fx, fy)
            elif o.fx != fx or o.fy != fy:
                o.fx = fx
                o.fy = fy
                note_facing(g, log, number, j)


@rule
def note_facing(g: Game, log: Log, number: int, i: int) -> None:
    """Log that model i has turned where it stands."""
    m = g.models[i]
    write.face(g, log, number, m.side, i, m.x, m.y, m.x, m.y, m.fx, m.fy)


@rule
def turn_along(g: Game, log: Log, number: int, i: int) -> None:
    """Turn the block of model i, which has turned on the spot, to the same facing."""
    m = g.models[i]
    u = g.units[m.unit]
    for j in range(u.first, u.first + u.count):
        if moves_with(g, i, j):
            o = g.models[j]
            o.fx = m.fx
            o.fy = m.fy
            note_facing(g, log, number, j)


@rule
def block_slide(
    g: Game, log: Log, event: int, number: int, i: int, dx: float, dy: float, inches: float
) -> float:
    """Turn model i to d and move it straight on with its block, until an obstacle stops one of
    them.

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
    survey(g, i, inches)
    m = g.models[i]
    x0 = m.x
    y0 = m.y
    far = block_stretch(g, i, x0, y0, dx, dy, inches)
    far = block_fitted(g, i, x0, y0, dx, dy, block_run(g, i, x0, y0, dx, dy, far))
    arrive(g, log, event, number, i, x0 + dx * far, y0 + dy * far, dx, dy)
    bring_along(g, log, event, number, i, x0, y0)
    return far
