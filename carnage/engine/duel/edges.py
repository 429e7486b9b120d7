"""Rules of Edges: where space ends for ships. Shots and distances never cross an edge."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, TINY, round_to_thousandth
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.collisions import is_inside, is_way_clear
from carnage.engine.duel.state import Game, Log


@rule
def set_space(g: Game, log: Log) -> None:
    """Set the side of the square, 0 in open space, and log it."""
    if g.chosen.edges != R.EDGES_OPEN:
        g.square = float(g.p.edges_field)
    write.space(g, log, g.chosen.edges, side_inches=int(g.square))


@rule
def arrival(
    g: Game, side: int, ax: float, ay: float, dx: float, dy: float, far: float
) -> tuple[int, float, float]:
    """Return where a ship arrives that flies `far` inches from a in direction d.

    The first number says how: 0 if it cannot, 1 straight, 2 over an edge. The others are its new
    position.
    """
    bx = ax + dx * far
    by = ay + dy * far
    if is_inside(g, bx, by):
        bx = round_to_thousandth(bx)
        by = round_to_thousandth(by)
        return (1 if is_way_clear(g, side, ax, ay, bx, by, g.radius) else 0), bx, by
    if g.chosen.edges == R.EDGES_WRAP_AROUND:
        return wrap_around(g, side, ax, ay, dx, dy, far)
    if g.chosen.edges == R.EDGES_WALLS:
        return walls(ax, ay)
    raise NoSuchRule


@rule
def walls(ax: float, ay: float) -> tuple[int, float, float]:
    """Return that the ship cannot fly: its middle may not cross an edge."""
    return 0, ax, ay


@rule
def distance_to_edge(g: Game, ax: float, ay: float, dx: float, dy: float) -> float:
    """Return the inches from a in direction d to the edge of the square; NEVER in open space."""
    far = NEVER
    if g.square == 0.0:
        return far
    if dx > TINY:
        far = min(far, (g.square - ax) / dx)
    elif dx < -TINY:
        far = min(far, -ax / dx)
    if dy > TINY:
        far = min(far, (g.square - ay) / dy)
    elif dy < -TINY:
        far = min(far, -ay / dy)
    return max(far, 0.0)


@rule
def wrap_around(
    g: Game, side: int, ax: float, ay: float, dx: float, dy: float, far: float
) -> tuple[int, float, float]:
    """Return the arrival of a ship whose middle crosses an edge, as `arrival` does.

    It goes on from the same place of the opposite edge. A move crosses at most one edge.
    """
    way = distance_to_edge(g, ax, ay, dx, dy)
    cx = ax + dx * way
    cy = ay + dy * way
    if not is_way_clear(g, side, ax, ay, cx, cy, g.radius):
        return 0, ax, ay
    bx = ax + dx * far
    by = ay + dy * far
    if bx < 0.0 or bx > g.square:
        if by < 0.0 or by > g.square:
            return 0, ax, ay
        shift = g.square if bx < 0.0 else -g.square
        cx += shift
        bx += shift
    else:
        shift = g.square if by < 0.0 else -g.square
        cy += shift
        by += shift
    bx = round_to_thousandth(bx)
    by = round_to_thousandth(by)
    if not is_inside(g, bx, by) or not is_way_clear(g, side, cx, cy, bx, by, g.radius):
        return 0, ax, ay
    return 2, bx, by
