"""Names and measures as players would say them."""

from __future__ import annotations

import math
from collections.abc import Iterable

ROWS = ("Mobility", "Offense", "Defense")
THINGS = ("die", "debris", "moon")
STEPS = ("moves", "attacks", "lead")


def inches(value: float) -> str:
    """A distance to a twentieth of an inch: half a hop is 0.85"."""
    return f'{round(round(float(value) * 20.0) / 20.0, 2):g}"'


def count(number: int, noun: str) -> str:
    """One die, two dice, no pips."""
    many = {"die": "dice"}.get(noun, f"{noun}s")
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    told = words[number] if number < len(words) else str(number)
    return f"{told} {noun if number == 1 else many}"


def listed(words: Iterable[str]) -> str:
    """One, two and three."""
    found = list(words)
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)


def bearing(ax: float, ay: float, ex: float, ey: float, dx: float, dy: float, whom: str = "the enemy") -> str:
    """A direction d as seen by a ship at a that looks at one at e, which is `whom`."""
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
