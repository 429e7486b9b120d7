"""Names and distances in the words of players."""

from __future__ import annotations

ROWS = ("Mobility", "Offense", "Defense")
THINGS = ("die", "debris", "moon")
TOUCHING_INCHES = 0.01  # a die at most this far away is "at the rim"
STEPS_PER_INCH = 20.0
STEPS = ("moves", "attacks", "lead")


def distance_text(inches: float) -> str:
    """Return a distance as text, rounded to a twentieth of an inch.

    Half a move by one penny is 0.85".
    """
    rounded = round(float(inches) * STEPS_PER_INCH) / STEPS_PER_INCH
    return f'{round(rounded, 2):g}"'
