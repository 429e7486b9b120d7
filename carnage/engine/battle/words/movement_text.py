"""Going: what a way costs over difficult ground, and whether that is to walk or to run."""

from __future__ import annotations

import math
from collections.abc import Iterable

Ground = tuple[float, float, float, float, bool]
"""Where a piece of terrain lies, x and y of its middle, half its width and depth, and whether it is round."""


def counted(x0: float, y0: float, x1: float, y1: float, difficult: Iterable[Ground], cost: float) -> float:
    """How many inches a straight way counts, of which those inside difficult ground count `cost` times: what
    the rule `terrain.price` reckons, in plain Python and of any two places."""
    far = math.dist((x0, y0), (x1, y1))
    total, at = 0.0, 0.0
    for near, end in sorted(_inside(x0, y0, x1, y1, each) for each in difficult):
        near, end = max(near, at), min(end, 1.0)
        if end > near:
            total += (end - near) * far * (cost - 1.0)
            at = end
    return far + total


def _inside(x0: float, y0: float, x1: float, y1: float, ground: Ground) -> tuple[float, float]:
    """Where on its way a point goes in and comes out, as shares of the way; out before in if it never is."""
    x, y, half_w, half_h, round_ = ground
    dx, dy = x1 - x0, y1 - y0
    if round_:
        a, b = dx * dx + dy * dy, dx * (x0 - x) + dy * (y0 - y)
        root = b * b - a * ((x0 - x) ** 2 + (y0 - y) ** 2 - half_w * half_w)
        if root <= 0.0 or a == 0.0:
            return 1.0, 0.0
        return max(0.0, (-b - math.sqrt(root)) / a), (-b + math.sqrt(root)) / a
    near, end = 0.0, 1.0
    for start, way, middle, half in ((x0, dx, x, half_w), (y0, dy, y, half_h)):
        if way == 0.0:
            if abs(start - middle) >= half:
                return 1.0, 0.0
            continue
        first, last = sorted(((middle - half - start) / way, (middle + half - start) / way))
        near, end = max(near, first), min(end, last)
    return near, end
