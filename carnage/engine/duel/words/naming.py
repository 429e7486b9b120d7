"""Names and distances in the words of players."""

from __future__ import annotations

ROWS = ("Mobility", "Offense", "Defense")
THINGS = ("die", "debris", "moon")
TOUCHING_INCHES = 0.01  # inches; a die at most this far away is "at the rim"
STEPS = ("moves", "attacks", "lead")


def distance_text(value: float) -> str:
    """Return a distance as text, rounded to a twentieth of an inch: half a move by one penny is
    0.85".
    """
    return f'{round(round(float(value) * 20.0) / 20.0, 2):g}"'
