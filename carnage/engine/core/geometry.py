"""Plane geometry in inches. No rule lives here.

Directions are unit vectors. `math.sqrt` of a sum of products is used instead of `math.hypot`, whose
last bit differs between compiled and plain Python.
"""

from __future__ import annotations

import math

from carnage.engine.compiling.marks import rule

NEVER = 1.0e9  # farther than anything on a table
TINY = 1.0e-9


@rule
def distance(ax: float, ay: float, bx: float, by: float) -> float:
    """Return the distance between two points."""
    return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


@rule
def round_to_thousandth(value: float) -> float:
    """Return a value rounded to a thousandth of an inch, as all positions are after a move."""
    return math.floor(value * 1000.0 + 0.5) / 1000.0


@rule
def direction_to(ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """Return the direction from a to b, or (0, 1) if they are one point."""
    d = distance(ax, ay, bx, by)
    if d < TINY:
        return 0.0, 1.0
    return (bx - ax) / d, (by - ay) / d


@rule
def rotate(fx: float, fy: float, cosine: float, sine: float) -> tuple[float, float]:
    """Return a direction turned counter-clockwise by the angle of this cosine and sine."""
    return fx * cosine - fy * sine, fx * sine + fy * cosine


@rule
def stays_clear(
    ax: float, ay: float, dx: float, dy: float, far: float, x: float, y: float, reach: float
) -> bool:
    """Return True if a ray stays farther than `reach` from a point.

    This is a quick test to exclude things. It may return False for a ray that does stay away, but
    never the reverse.

    Args:
        ax, ay: The start of the ray.
        dx, dy: Its direction.
        far: Its length.
        x, y: The point.
        reach: The distance to keep from the point.
    """
    px = x - ax
    py = y - ay
    along = px * dx + py * dy
    aside = px * dy - py * dx
    return along > far + reach or along < -reach or aside * aside > reach * reach


@rule
def disc_entry(
    ax: float, ay: float, dx: float, dy: float, x: float, y: float, radius: float
) -> float:
    """Return the distance from a in direction d to the place where a point enters a disc.

    A point on the rim or inside that moves inward enters at 0. One that moves outward, or that
    misses the disc, never does: the result is NEVER.
    """
    px = ax - x
    py = ay - y
    b = px * dx + py * dy
    c = px * px + py * py - radius * radius
    if b >= 0.0:
        return NEVER
    if c <= 0.0:
        return 0.0
    root = b * b - c
    if root < 0.0:
        return NEVER
    return -b - math.sqrt(root)


@rule
def disc_span(
    ax: float, ay: float, dx: float, dy: float, x: float, y: float, radius: float
) -> tuple[float, float]:
    """Return the distances at which a ray from a in direction d enters and leaves a disc.

    The first is at least 0. Return (NEVER, NEVER) if the ray misses the disc.
    """
    px = ax - x
    py = ay - y
    b = px * dx + py * dy
    root = b * b - (px * px + py * py - radius * radius)
    if root <= 0.0 or radius <= 0.0:
        return NEVER, NEVER
    half = math.sqrt(root)
    if -b + half <= 0.0:
        return NEVER, NEVER
    return max(0.0, -b - half), -b + half


@rule
def box_span(
    ax: float, ay: float, dx: float, dy: float, x: float, y: float, half_w: float, half_h: float
) -> tuple[float, float]:
    """Return the distances at which a ray from a in direction d enters and leaves a rectangle.

    The first is at least 0. Return (NEVER, NEVER) if the ray misses the rectangle.
    """
    if half_w <= 0.0 or half_h <= 0.0:
        return NEVER, NEVER
    low = 0.0
    high = NEVER
    if abs(dx) < TINY:
        if abs(ax - x) > half_w:
            return NEVER, NEVER
    else:
        middle = (x - ax) / dx
        half = half_w / abs(dx)
        low = max(low, middle - half)
        high = min(high, middle + half)
    if abs(dy) < TINY:
        if abs(ay - y) > half_h:
            return NEVER, NEVER
    else:
        middle = (y - ay) / dy
        half = half_h / abs(dy)
        low = max(low, middle - half)
        high = min(high, middle + half)
    if low >= high:
        return NEVER, NEVER
    return low, high


@rule
def crosses_disc(
    ax: float, ay: float, bx: float, by: float, x: float, y: float, radius: float
) -> bool:
    """Return True if the line segment from a to b crosses a disc."""
    ux = bx - ax
    uy = by - ay
    px = x - ax
    py = y - ay
    length = ux * ux + uy * uy
    aside = px * uy - py * ux
    if aside * aside >= radius * radius * length and length > 0.0:
        return False
    along = px * ux + py * uy
    if along <= 0.0:
        return px * px + py * py < radius * radius
    if along >= length:
        qx = x - bx
        qy = y - by
        return qx * qx + qy * qy < radius * radius
    return True


@rule
def crosses_box(
    ax: float, ay: float, bx: float, by: float, x: float, y: float, half_w: float, half_h: float
) -> bool:
    """Return True if the line segment from a to b crosses a rectangle."""
    if max(ax, bx) <= x - half_w or min(ax, bx) >= x + half_w:
        return False
    if max(ay, by) <= y - half_h or min(ay, by) >= y + half_h:
        return False
    # The projections on both axes overlap. The segment misses if all corners are on one side of its
    # line.
    ux = bx - ax
    uy = by - ay
    return abs((x - ax) * uy - (y - ay) * ux) < half_w * abs(uy) + half_h * abs(ux)
