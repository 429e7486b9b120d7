"""The referee's tape measure: plane geometry written apart from the engine's, slow and plain.

What is a matter of hairs is answered with a tolerance: `grow` makes a shape larger (or smaller) by
so much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Point = tuple[float, float]
HAIR = 1e-6


@dataclass(frozen=True)
class Ground:
    """A piece of terrain on this table, centre and size in the game's own inches or centimetres."""

    disc: bool
    x: float
    y: float
    width: float
    height: float
    kinds: frozenset[str]

    def gap(self, at: Point) -> float:
        """How far a point is from it; negative inside (for rectangles: how deep)."""
        dx, dy = abs(at[0] - self.x), abs(at[1] - self.y)
        if self.disc:
            return math.hypot(dx, dy) - self.width / 2
        over_x, over_y = dx - self.width / 2, dy - self.height / 2
        if over_x <= 0 and over_y <= 0:
            return max(over_x, over_y)
        return math.hypot(max(over_x, 0), max(over_y, 0))

    def stretch(self, a: Point, b: Point, grow: float = 0.0) -> tuple[float, float] | None:
        """The part of the line a–b inside the piece, as shares of its length; None if there is
        none.
        """
        ux, uy = b[0] - a[0], b[1] - a[1]
        if self.disc:
            return _through_disc(a, (ux, uy), (self.x, self.y), self.width / 2 + grow)
        low, high = 0.0, 1.0
        for start, along, centre, half in (
            (a[0], ux, self.x, self.width / 2 + grow),
            (a[1], uy, self.y, self.height / 2 + grow),
        ):
            if abs(along) < 1e-12:
                if abs(start - centre) >= half:
                    return None
            else:
                one, two = (centre - half - start) / along, (centre + half - start) / along
                low, high = max(low, min(one, two)), min(high, max(one, two))
        return (low, high) if low < high else None

    def crossed(self, a: Point, b: Point, grow: float = 0.0) -> bool:
        return self.stretch(a, b, grow) is not None


def _through_disc(a: Point, u: Point, centre: Point, radius: float) -> tuple[float, float] | None:
    px, py = a[0] - centre[0], a[1] - centre[1]
    length = u[0] * u[0] + u[1] * u[1]
    if length == 0 or radius <= 0:
        return (0.0, 1.0) if math.hypot(px, py) < radius else None
    half = (px * u[0] + py * u[1]) / length
    root = half * half - (px * px + py * py - radius * radius) / length
    if root <= 0:
        return None
    low, high = max(0.0, -half - math.sqrt(root)), min(1.0, -half + math.sqrt(root))
    return (low, high) if low < high else None


def apart(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def beside(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the line a–b."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = ux * ux + uy * uy
    share = 0.0 if length == 0 else ((point[0] - a[0]) * ux + (point[1] - a[1]) * uy) / length
    share = min(1.0, max(0.0, share))
    return apart(point, (a[0] + share * ux, a[1] + share * uy))


def along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def angle(one: Point, two: Point) -> float:
    """The angle between two directions, in degrees."""
    cross = one[0] * two[1] - one[1] * two[0]
    return math.degrees(abs(math.atan2(cross, one[0] * two[0] + one[1] * two[1])))


def edges(a: Point, b: Point, radius: float) -> tuple[Point, Point]:
    """The offsets from a base's centre to its left-hand and right-hand edge, looking from a to
    b.
    """
    length = apart(a, b) or 1.0
    ox, oy = -(b[1] - a[1]) / length * radius, (b[0] - a[0]) / length * radius
    return (ox, oy), (-ox, -oy)
