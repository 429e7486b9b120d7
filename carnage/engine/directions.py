"""Directions as people say them: by the compass, or as somebody sees them who looks at an enemy."""

from __future__ import annotations

import math

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def wind(dx: float, dy: float) -> str:
    """The wind that a direction points to; x is east and y north."""
    return WINDS[round(math.degrees(math.atan2(dx, dy)) / 45.0) % 8]


def bearing(ax: float, ay: float, ex: float, ey: float, dx: float, dy: float, whom: str = "the enemy") -> str:
    """A direction d as seen by somebody at a who looks at one at e, which is `whom`."""
    toward = math.atan2(ey - ay, ex - ax)
    degrees = round(math.degrees(math.atan2(dy, dx) - toward)) % 360
    if degrees == 0:
        return f"toward {whom}"
    if degrees == 180:
        return f"away from {whom}"
    side, degrees = ("left", degrees) if degrees < 180 else ("right", 360 - degrees)
    if degrees == 90:
        return f"to the {side}"
    if degrees < 90:
        return f"toward {whom} and {degrees} degrees to the {side}"
    return f"away from {whom} and {180 - degrees} degrees to the {side}"
