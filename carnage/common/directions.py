"""Directions in words: by the compass, or relative to the view towards an enemy."""

from __future__ import annotations

import math

from carnage.common.text_format import count

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

STRAIGHT = "toward the enemy"


def wind(dx: float, dy: float) -> str:
    """Return the compass point of a direction; x is east and y is north."""
    return WINDS[round(math.degrees(math.atan2(dx, dy)) / 45.0) % 8]


def degrees(dx: float, dy: float) -> int:
    """Return a direction in whole degrees, clockwise from north: 0 to 359."""
    return round(math.degrees(math.atan2(dx, dy))) % 360


def bearing(
    ax: float, ay: float, ex: float, ey: float, dx: float, dy: float, whom: str = "the enemy"
) -> str:
    """Return a direction relative to the line of sight from one place to another, in words.

    Args:
        ax, ay: The place of the viewer.
        ex, ey: The place in view.
        dx, dy: The direction.
        whom: The name for the place in view.
    """
    toward = math.atan2(ey - ay, ex - ax)
    off = round(math.degrees(math.atan2(dy, dx) - toward)) % 360
    if off == 0:
        return f"toward {whom}"
    if off == 180:
        return f"away from {whom}"
    side, off = ("left", off) if off < 180 else ("right", 360 - off)
    if off == 90:
        return f"to the {side}"
    if off < 90:
        return f"toward {whom} and {count(off, 'degree')} to the {side}"
    return f"away from {whom} and {count(180 - off, 'degree')} to the {side}"
