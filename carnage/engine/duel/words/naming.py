"""Names and measures as players would say them."""

from __future__ import annotations

ROWS = ("Mobility", "Offense", "Defense")
THINGS = ("die", "debris", "moon")
TOUCHING = 0.01  # inches: what is nearer lies at the rim
STEPS = ("moves", "attacks", "lead")


def inches(value: float) -> str:
    """A distance to a twentieth of an inch: half a hop is 0.85"."""
    return f'{round(round(float(value) * 20.0) / 20.0, 2):g}"'
