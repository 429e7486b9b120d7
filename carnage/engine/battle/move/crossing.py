"""Crossing edges: where opposite edges of the table are joined, a Move may go over one of them."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import look_again
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.move_targets import compass_x, compass_y, nearest_enemy
from carnage.engine.battle.move.paths import (
    WORTH_MOVING,
    arrive,
    clear_run,
    edge_run,
    fits,
    fitted,
    offer_end,
)
from carnage.engine.battle.move.running import run_on
from carnage.engine.battle.see.terrain import price, stretch
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, towards

CROSSES = 1  # what an offered end of a move is that lies beyond an edge
NEAR_EDGE = 0.005


@rule
def scope(g: Game, inches: float) -> float:
    """How far round a model it must be known what is in its way: all over where it may cross an edge."""
    return NEVER if g.chosen.twist == R.TWIST_WRAP_AROUND else inches


@rule
def wrap_around(g: Game, i: int, inches: float) -> None:
    """Offer ends beyond each edge that model i can reach: straight across, and toward an enemy there."""
    if g.chosen.units == R.UNITS_RANKED:
        return
    m = g.models[i]
    across = g.table - 2.0 * g.radius
    ahead = g.chosen.movement == R.MOVEMENT_MOMENTUM_MOVEMENT
    for n in range(4):
        if ahead:
            if n == 0:
                offer_crossing(g, i, m.fx, m.fy, inches)
            continue
        ex, ey = compass_x(n) * across, compass_y(n) * across
        foe = nearest_enemy(g, m.side, m.x - ex, m.y - ey, -1)
        if foe >= 0:
            dx, dy = towards(m.x, m.y, g.models[foe].x + ex, g.models[foe].y + ey)
            offer_crossing(g, i, dx, dy, inches - turning(g, i, dx, dy, inches))
        dx, dy = compass_x(n), compass_y(n)
        offer_crossing(g, i, dx, dy, inches - turning(g, i, dx, dy, inches))


@rule
def turning(g: Game, i: int, dx: float, dy: float, speed: float) -> float:
    """What model i pays of its Speed for facing along d first, where turning costs anything."""
    if g.chosen.movement != R.MOVEMENT_RESTRICTED_MOVEMENT:
        return 0.0
    ahead = g.models[i].fx * dx + g.models[i].fy * dy
    pivots = 0 if ahead > 0.999999 else (1 if ahead >= -1.0e-6 else 2)
    return pivots * g.p.movement_pivot_share * speed


@rule
def offer_crossing(g: Game, i: int, dx: float, dy: float, inches: float) -> None:
    """Offer the end of a straight move along d and over an edge, if it reaches one and has room there."""
    m = g.models[i]
    edge = edge_run(g, m.x, m.y, dx, dy)
    measured = g.speeds == 1
    if edge >= inches or clear_run(g, m.x, m.y, dx, dy, edge) < edge - NEAR_EDGE:
        return
    left = NEVER
    if measured:
        left = inches - price(g, m.x, m.y, dx, dy, edge)
    elif run_on(g, m.x, m.y, dx, dy) < edge - NEAR_EDGE:
        return
    x, y = beyond(g, m.x + dx * edge, m.y + dy * edge)
    if left < WORTH_MOVING or not fits(g, i, x, y):
        return
    if measured:
        far = clear_run(g, x, y, dx, dy, stretch(g, x, y, dx, dy, left))
    else:
        far = run_on(g, x, y, dx, dy)
    far = fitted(g, x, y, dx, dy, far)
    before = g.core.offered
    offer_end(g, i, x + dx * far, y + dy * far, dx, dy)
    if g.core.offered > before:
        g.core.options[before].what = CROSSES


@rule
def beyond(g: Game, x: float, y: float) -> tuple[float, float]:
    """The place straight across the table from one whose base touches an edge."""
    low, high = g.radius + NEAR_EDGE, g.table - g.radius - NEAR_EDGE
    if x <= low or x >= high:
        return (g.table - g.radius if x <= low else g.radius), y
    return x, (g.table - g.radius if y <= low else g.radius)


@rule
def cross(g: Game, log: Log, number: int, i: int, x: float, y: float, fx: float, fy: float) -> None:
    """Model i goes straight along f up to the edge, over it, and on to x, y."""
    m = g.models[i]
    edge = edge_run(g, m.x, m.y, fx, fy)
    arrive(g, log, E.MOVE, number, i, m.x + fx * edge, m.y + fy * edge, fx, fy)
    x0, y0 = m.x, m.y
    bx, by = beyond(g, x0, y0)
    m.x = bx
    m.y = by
    look_again(g)
    write.cross(g, log, R.TWIST_WRAP_AROUND, m.side, i, x0, y0, m.x, m.y, m.fx, m.fy)
    arrive(g, log, E.MOVE, number, i, x, y, fx, fy)
