"""Directions in words: by the compass, or relative to the view towards an enemy."""

from __future__ import annotations

import math

from carnage.common.text_format import count

COMPASS_POINTS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)

STRAIGHT = "toward the enemy"

Vector = tuple[float, float]


def compass_point(dx: float, dy: float) -> str:
    """Return the compass point of a direction; x is east and y is north."""
    return COMPASS_POINTS[round(math.degrees(math.atan2(dx, dy)) / 45.0) % 8]


def fine_compass_point(dx: float, dy: float) -> str:
    """Return one of 16 compass points of a direction, such as west-north-west."""
    step = round(math.degrees(math.atan2(dx, dy)) / 22.5) % 16
    before, after = COMPASS_POINTS[step // 2], COMPASS_POINTS[(step + 1) // 2 % 8]
    if before == after:
        return before
    main, between = (before, after) if step // 2 % 2 == 0 else (after, before)
    return f"{main}-{between}"


def degrees(dx: float, dy: float) -> int:
    """Return a direction in whole degrees, clockwise from north: 0 to 359."""
    return round(math.degrees(math.atan2(dx, dy))) % 360


def bearing(
    viewer: Vector, target: Vector, direction: Vector, target_name: str = "the enemy"
) -> str:
    """Return a direction relative to the line of sight from a viewer to a target, in words.

    Args:
        viewer: The place of the viewer.
        target: The place in view.
        direction: The direction as a vector.
        target_name: The name of the target.
    """
    side, side_degrees = _side_of_sight(viewer, target, direction)
    if side_degrees == 0:
        return f"toward {target_name}"
    if side_degrees == 180:
        return f"away from {target_name}"
    if side_degrees == 90:
        return f"to the {side}"
    if side_degrees < 90:
        return f"toward {target_name} and {count(side_degrees, 'degree')} to the {side}"
    return f"away from {target_name} and {count(180 - side_degrees, 'degree')} to the {side}"


def short_bearing(viewer: Vector, target: Vector, direction: Vector) -> str:
    """Return a direction relative to the line of sight from a viewer to an enemy, in few words."""
    side, side_degrees = _side_of_sight(viewer, target, direction)
    if side_degrees == 0:
        return STRAIGHT
    if side_degrees == 180:
        return "straight away"
    if side_degrees == 90:
        return f"to the {side}"
    if side_degrees < 90:
        return f"toward, {side_degrees}° {side}"
    return f"away, {180 - side_degrees}° {side}"


def _side_of_sight(viewer: Vector, target: Vector, direction: Vector) -> tuple[str, int]:
    """Return the side of the line of sight to which a direction turns, and by how many degrees."""
    line_of_sight = math.atan2(target[1] - viewer[1], target[0] - viewer[0])
    angle = math.atan2(direction[1], direction[0]) - line_of_sight
    left_degrees = round(math.degrees(angle)) % 360
    if left_degrees <= 180:
        return "left", left_degrees
    return "right", 360 - left_degrees
