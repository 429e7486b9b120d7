"""Names, distances, lines of sight and free places for violations of battles.

Distances are in inches.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any, cast

from carnage.engine.battle.words.naming import Names
from carnage.lab.referee.violations import Played

Point = tuple[float, float]
STEPS = 40  # points of a line that are tested
CLEAR = 0.2  # inches of margin, so that no case is borderline


def names(p: Played) -> Names:
    """Return the names of things in this game."""
    return cast(Any, p.words).names  # type: ignore[no-any-return]


def at(g: Any, i: int) -> Point:
    """Return the position of model i."""
    return float(g.models[i].x), float(g.models[i].y)


def gap(g: Any, i: int, j: int) -> float:
    """Return the distance from base edge to base edge."""
    return math.dist(at(g, i), at(g, j)) - 2.0 * float(g.radius)


def between(a: Point, b: Point, share: float) -> Point:
    """Return the point at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def outside(piece: Any, point: Point) -> float:
    """Return the distance of a point from a piece of terrain; 0 or less if it is inside."""
    ox = abs(point[0] - piece.x)
    oy = abs(point[1] - piece.y)
    if piece.disc:
        return math.hypot(ox, oy) - float(piece.half_w)
    return math.hypot(max(0.0, ox - piece.half_w), max(0.0, oy - piece.half_h))


def pieces(g: Any) -> list[Any]:
    """Return the pieces of terrain."""
    return [g.pieces[k] for k in range(g.n_pieces)]


def roams(g: Any, i: int, start: Point, end: Point) -> bool:
    """Return True if model i can go straight from start to end without touching terrain, loot or
    models.
    """
    radius = float(g.radius)
    if not all(radius + CLEAR <= value <= g.table - radius - CLEAR for value in end):
        return False
    loot = [(g.loot[k].x, g.loot[k].y) for k in range(g.n_loot) if g.loot[k].down]
    others = loot + [at(g, j) for j in range(g.n_models) if j != i and g.models[j].in_play]
    solid = [piece for piece in pieces(g) if piece.impassable or piece.blocking]
    way = [between(start, end, step / STEPS) for step in range(1, STEPS + 1)]
    near = [point for point in way if math.dist(point, start) > 2.0 * radius]
    return all(
        math.dist(point, other) > 2.0 * radius + CLEAR for point in near for other in others
    ) and all(outside(piece, point) > radius + CLEAR for point in near for piece in solid)


def hidden(g: Any, i: int, j: int) -> bool:
    """Return True if a piece of terrain blocks every line of sight from model i to model j."""
    a = at(g, i)
    b = at(g, j)
    radius = float(g.radius)
    offsets = [
        (0.0, 0.0),
        *((math.cos(k * 0.7854) * radius, math.sin(k * 0.7854) * radius) for k in range(8)),
    ]
    for piece in pieces(g):
        if piece.blocking and min(outside(piece, a), outside(piece, b)) > radius:
            lines = product(offsets, offsets)
            if all(
                _crosses(piece, (a[0] + p, a[1] + q), (b[0] + r, b[1] + s))
                for (p, q), (r, s) in lines
            ):
                return True
    return False


def _crosses(piece: Any, a: Point, b: Point) -> bool:
    """Return True if the line from a to b crosses a piece of terrain."""
    return any(outside(piece, between(a, b, step / STEPS)) <= 0.0 for step in range(STEPS + 1))
