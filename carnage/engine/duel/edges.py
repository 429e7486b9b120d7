"""Edges: where space ends for ships. Shots and distances never go over an edge."""

from __future__ import annotations

from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import NEVER, TINY, thousandth
from carnage.engine.duel import events as E
from carnage.engine.duel import numbers as R
from carnage.engine.duel.noting import note
from carnage.engine.duel.state import Game, Log
from carnage.engine.duel.ways import clear_way, inside


@rule
def mark_off(g: Game, log: Log) -> None:
    """Say how large space is; 0 is without end, in Open Space (`open`)."""
    forget_dice(g.core)
    if g.chosen.edges != R.EDGES_OPEN:
        g.square = float(g.p.edges_field)
    note(g, log, E.SPACE, g.chosen.edges, -1, -1, -1, int(g.square), 0, 0, 0)


@rule
def arrival(
    g: Game, side: int, ax: float, ay: float, dx: float, dy: float, far: float
) -> tuple[int, float, float]:
    """How a ship flies so far from a along d (0 not, 1 straight, 2 over an edge), and to where."""
    bx, by = ax + dx * far, ay + dy * far
    if inside(g, bx, by):
        bx, by = thousandth(bx), thousandth(by)
        return (1 if clear_way(g, side, ax, ay, bx, by, g.radius) else 0), bx, by
    if g.chosen.edges == R.EDGES_WRAP_AROUND:
        return wrap_around(g, side, ax, ay, dx, dy, far)
    return walls(ax, ay)


@rule
def walls(ax: float, ay: float) -> tuple[int, float, float]:
    """No ship's middle crosses an edge."""
    return 0, ax, ay


@rule
def to_the_edge(g: Game, ax: float, ay: float, dx: float, dy: float) -> float:
    """How far it is from a along d to the edge of the square; NEVER in open space."""
    found = NEVER
    if g.square == 0.0:
        return found
    if dx > TINY:
        found = min(found, (g.square - ax) / dx)
    elif dx < -TINY:
        found = min(found, -ax / dx)
    if dy > TINY:
        found = min(found, (g.square - ay) / dy)
    elif dy < -TINY:
        found = min(found, -ay / dy)
    return max(found, 0.0)


@rule
def wrap_around(
    g: Game, side: int, ax: float, ay: float, dx: float, dy: float, far: float
) -> tuple[int, float, float]:
    """A ship whose middle crosses an edge goes on from the same place of the other; one edge a move."""
    way = to_the_edge(g, ax, ay, dx, dy)
    cx, cy = ax + dx * way, ay + dy * way
    if not clear_way(g, side, ax, ay, cx, cy, g.radius):
        return 0, ax, ay
    bx, by = ax + dx * far, ay + dy * far
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
    bx, by = thousandth(bx), thousandth(by)
    if not inside(g, bx, by) or not clear_way(g, side, cx, cy, bx, by, g.radius):
        return 0, ax, ay
    return 2, bx, by
