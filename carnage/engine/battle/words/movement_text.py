"""Cost of moves across difficult terrain, to tell a run from a walk."""

from __future__ import annotations

import math
from collections.abc import Iterable

Ground = tuple[float, float, float, float, bool]
"""A piece of terrain: x and y of its middle, half its width, half its depth, and whether it is
round.
"""


def counted(
    x0: float, y0: float, x1: float, y1: float, difficult: Iterable[Ground], cost: float
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
    far = math.dist((x0, y0), (x1, y1))
    total = 0.0
    at = 0.0
    for near, end in sorted(_inside(x0, y0, x1, y1, each) for each in difficult):
        near = max(near, at)
        end = min(end, 1.0)
        if end > near:
            total += (end - near) * far * (cost - 1.0)
            at = end
    return far + total


def _inside(x0: float, y0: float, x1: float, y1: float, ground: Ground) -> tuple[float, float]:
    """Return the shares of a line at which it enters and leaves a piece; the second is less if
    it misses.
    """
    x, y, half_w, half_h, round_ = ground
    dx = x1 - x0
    dy = y1 - y0
    if round_:
        a = dx * dx + dy * dy
        b = dx * (x0 - x) + dy * (y0 - y)
        root = b * b - a * ((x0 - x) ** 2 + (y0 - y) ** 2 - half_w * half_w)
        if root <= 0.0 or a == 0.0:
            return 1.0, 0.0
        return max(0.0, (-b - math.sqrt(root)) / a), (-b + math.sqrt(root)) / a
    near = 0.0
    end = 1.0
    for start, way, middle, half in ((x0, dx, x, half_w), (y0, dy, y, half_h)):
        if way == 0.0:
            if abs(start - middle) >= half:
                return 1.0, 0.0
            continue
        first, last = sorted(((middle - half - start) / way, (middle + half - start) / way))
        near = max(near, first)
        end = min(end, last)
    return near, end
