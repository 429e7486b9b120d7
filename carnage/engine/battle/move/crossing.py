"""Moves across an edge of the table, where opposite edges are joined (Wrap-around)."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import clear_sight_cache
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.move_targets import compass_x, compass_y, nearest_enemy
from carnage.engine.battle.move.paths import (
    WORTH_MOVING,
    can_stand_at,
    clear_distance,
    distance_to_table_edge,
    end_move,
    fitting_distance,
    offer_end,
)
from carnage.engine.battle.move.running import measureless_distance
from carnage.engine.battle.move.straight_moves import count_pivots
from carnage.engine.battle.see.terrain import distance_for_movement, movement_cost
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, direction_to

CROSSES = 1  # marks an option whose move crosses an edge
EDGE_INCHES = 0.005  # inches


@rule
def survey_distance(g: Game, inches: float) -> float:
    """Return the distance to survey for a move of `inches`; NEVER if it may cross an edge."""
    if g.chosen.twist == R.TWIST_WRAP_AROUND:
        return NEVER
    return inches


@rule
def wrap_around(g: Game, i: int, inches: float) -> None:
    """Offer moves of model i across each edge in reach: straight, and toward an enemy there.

    With momentum, only the move straight ahead is offered. A block cannot cross an edge.

    Args:
        g: The game.
        i: The model that moves.
        inches: Its inches of movement, NEVER if unlimited.
    """
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
        ex = compass_x(n) * across
        ey = compass_y(n) * across
        foe = nearest_enemy(g, m.side, m.x - ex, m.y - ey, -1)
        if foe >= 0:
            dx, dy = direction_to(m.x, m.y, g.models[foe].x + ex, g.models[foe].y + ey)
            offer_crossing(g, i, dx, dy, inches - turn_cost(g, i, dx, dy, inches))
        dx = compass_x(n)
        dy = compass_y(n)
        offer_crossing(g, i, dx, dy, inches - turn_cost(g, i, dx, dy, inches))


@rule
def turn_cost(g: Game, i: int, dx: float, dy: float, speed: float) -> float:
    """Return the inches of movement that model i spends on turning to d; 0 where turns are free.

    Args:
        g: The game.
        i: The model.
        dx: The direction of the move.
        dy: The direction of the move.
        speed: The Speed of the model, in inches.
    """
    if g.chosen.movement != R.MOVEMENT_RESTRICTED_MOVEMENT:
        return 0.0
    pivots = count_pivots(g, g.models[i].fx, g.models[i].fy, dx, dy)
    return pivots * g.p.movement_pivot_share * speed


@rule
def offer_crossing(g: Game, i: int, dx: float, dy: float, inches: float) -> None:
    """Offer a straight move along d across an edge, if model i reaches it and has room beyond.

    Args:
        g: The game.
        i: The model that moves.
        dx: The direction.
        dy: The direction.
        inches: Its inches of movement.
    """
    m = g.models[i]
    edge = distance_to_table_edge(g, m.x, m.y, dx, dy)
    measured = g.speeds == 1
    if edge >= inches or clear_distance(g, m.x, m.y, dx, dy, edge) < edge - EDGE_INCHES:
        return
    left = NEVER
    if measured:
        left = inches - movement_cost(g, m.x, m.y, dx, dy, edge)
    elif measureless_distance(g, m.x, m.y, dx, dy) < edge - EDGE_INCHES:
        return
    x, y = opposite_place(g, m.x + dx * edge, m.y + dy * edge)
    if left < WORTH_MOVING or not can_stand_at(g, i, x, y):
        return
    if measured:
        far = clear_distance(g, x, y, dx, dy, distance_for_movement(g, x, y, dx, dy, left))
    else:
        far = measureless_distance(g, x, y, dx, dy)
    far = fitting_distance(g, x, y, dx, dy, far)
    before = g.core.offered
    offer_end(g, i, x + dx * far, y + dy * far, dx, dy)
    if g.core.offered > before:
        g.core.options[before].what = CROSSES


@rule
def opposite_place(g: Game, x: float, y: float) -> tuple[float, float]:
    """Return the position straight across the table from x, y, where a base touches an edge."""
    low = g.radius + EDGE_INCHES
    high = g.table - g.radius - EDGE_INCHES
    if x <= low or x >= high:
        return (g.table - g.radius if x <= low else g.radius), y
    return x, (g.table - g.radius if y <= low else g.radius)


@rule
def cross_edge(
    g: Game, log: Log, number: int, i: int, x: float, y: float, fx: float, fy: float
) -> None:
    """Move model i straight along f to the edge, across it, and on to x, y.

    Logs the moves to the edge and from it, and the crossing between them.

    Args:
        g: The game.
        log: Its log.
        number: The rule of the move.
        i: The model.
        x: The end of the move.
        y: The end of the move.
        fx: The direction, which becomes the facing.
        fy: The direction, which becomes the facing.
    """
    m = g.models[i]
    edge = distance_to_table_edge(g, m.x, m.y, fx, fy)
    end_move(g, log, E.MOVE, number, i, m.x + fx * edge, m.y + fy * edge, fx, fy)
    x0 = m.x
    y0 = m.y
    bx, by = opposite_place(g, x0, y0)
    m.x = bx
    m.y = by
    clear_sight_cache(g)
    write.cross(g, log, R.TWIST_WRAP_AROUND, m.side, i, x0, y0, m.x, m.y, m.fx, m.fy)
    end_move(g, log, E.MOVE, number, i, x, y, fx, fy)
