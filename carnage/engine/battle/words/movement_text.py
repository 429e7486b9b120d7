"""Cost of moves across difficult terrain, to tell a run from a walk."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

MISS = (1.0, 0.0)  # the shares of a line that misses a piece of terrain


Point = tuple[float, float]


class Ground(NamedTuple):
    """A piece of terrain: its middle, half its width and half its depth, in inches."""

    x: float
    y: float
    half_width: float
    half_depth: float
    is_round: bool


def movement_cost(
    x0: float, y0: float, x1: float, y1: float, *, difficult: Iterable[Ground], cost: float
) -> float:
    """Return the inches of movement that a straight line costs.

    It is the rule `terrain.movement_cost` in plain Python, for any two points.

    Args:
        x0: The start.
        y0: The start.
        x1: The end.
        y1: The end.
        difficult: The pieces of difficult terrain.
        cost: The inches of movement for each inch in difficult terrain.
    """
    length = math.dist((x0, y0), (x1, y1))
    stretches = sorted(_shares_inside(x0, y0, x1, y1, ground=ground) for ground in difficult)
    extra = 0.0
    counted_to = 0.0
    for begin, end in stretches:
        begin = max(begin, counted_to)
        end = min(end, 1.0)
        if end > begin:
            extra += (end - begin) * length * (cost - 1.0)
            counted_to = end
    return length + extra


def line_crosses(start: Point, end: Point, ground: Ground) -> bool:
    """Return whether a line crosses a piece of terrain, or ends in it."""
    enters, leaves = _shares_inside(*start, *end, ground=ground)
    return enters < leaves


def _shares_inside(
    x0: float, y0: float, x1: float, y1: float, *, ground: Ground
) -> tuple[float, float]:
    """Return the shares of a line at which it enters and leaves a piece of terrain.

    The second is less if the line misses the piece.
    """
    dx = x1 - x0
    dy = y1 - y0
    if ground.is_round:
        return _shares_inside_disc(x0 - ground.x, y0 - ground.y, dx, dy, radius=ground.half_width)
    enters_x, leaves_x = _shares_between(x0 - ground.x, dx, ground.half_width)
    enters_y, leaves_y = _shares_between(y0 - ground.y, dy, ground.half_depth)
    return max(0.0, enters_x, enters_y), min(1.0, leaves_x, leaves_y)


def _shares_inside_disc(
    x: float, y: float, dx: float, dy: float, *, radius: float
) -> tuple[float, float]:
    """Return the shares of a line from x, y along d at which it is in a disc around 0, 0."""
    a = dx * dx + dy * dy
    b = dx * x + dy * y
    root = b * b - a * (x**2 + y**2 - radius * radius)
    if root <= 0.0 or a == 0.0:
        return MISS
    return max(0.0, (-b - math.sqrt(root)) / a), (-b + math.sqrt(root)) / a


def _shares_between(start: float, way: float, half: float) -> tuple[float, float]:
    """Return the shares of a line on one axis at which it is between -half and half."""
    if way == 0.0:
        return MISS if abs(start) >= half else (0.0, 1.0)
    first, last = sorted(((-half - start) / way, (half - start) / way))
    return first, last
