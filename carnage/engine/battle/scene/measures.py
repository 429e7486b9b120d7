"""What the parts of a battle's scene share: how exactly places are told, and where a side sets up."""

from __future__ import annotations

from typing import Any

from carnage.ruleset import Ruleset

MIDDLE = 1  # the `edge` of a side that the other surrounds


def place(value: float) -> float:
    """A coordinate or a length to the thousandth, as the rules keep places."""
    return round(value, 3)


def way(value: float) -> float:
    """A part of a unit vector to where nobody sees the difference."""
    return round(value, 4)


def settled(ruleset: Ruleset, g: Any) -> bool:
    """Whether it is known by now which side sets up where, in a game that has such areas."""
    return not ruleset.has("anywhere") and bool(g.sides[0].edge != g.sides[1].edge)
