"""Helpers of a battle's scene: rounding of coordinates, and the state of deployment."""

from __future__ import annotations

from typing import Any

from carnage.rulesets.ruleset import Ruleset

MIDDLE = 1  # `Side.edge` of a side in the middle, surrounded by the other


def rounded_length(value: float) -> float:
    """Round a coordinate or a length to a thousandth, as the rules do."""
    return round(value, 3)


def rounded_component(value: float) -> float:
    """Round a component of a unit vector to four digits, which no picture resolves."""
    return round(value, 4)


def has_deployment_areas(ruleset: Ruleset, g: Any) -> bool:
    """Return whether the sides have their deployment areas.

    It is False if models may be set up anywhere.
    """
    return not ruleset.has("anywhere") and bool(g.sides[0].edge != g.sides[1].edge)
