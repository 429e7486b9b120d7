"""Loot near a place that a person tries: whether the figure takes it there, and how it can."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carnage.engine.games import Match

Place = tuple[float, float]

TAPPED_INCHES = 0.25  # beyond the rim of a token, a tap still means it
BARELY_INCHES = 0.25  # a base that ends so near a token is meant to take it
# Degrees by which a way leaves the straight one to a token that it may still touch.
SIDE_DEGREES = (0, 20, -20, 40, -40, 55, -55, 65, -65, 70, -70, 74, -74, 77, -77)
PAST_INCHES = 2.0  # beyond the token; a cell of the grid so far away gives its way precisely


def find_taking_decision(match: Match, aim: Place, place: Place | None) -> int:
    """Return the decision for a point that takes the loot at or near a point; -1 if there is none.

    A figure stops at loot, so a point beyond the token takes it. If the token lies too near for a
    move straight at it, a slanting one touches it after a longer way.

    Args:
        match: The match, in which a figure moves to a point.
        aim: The point that the person tries.
        place: The place to which that point leads; None if the rules refuse it.
    """
    from carnage.engine.games import PointRefused

    token = _find_token(match, aim, place)
    if token is None or (place is not None and count_taken(match, place)):
        return -1
    assert match.question is not None
    model = match.record.models[match.question.actor]
    length = math.dist(token, (model.x, model.y)) + PAST_INCHES
    straight = math.atan2(token[1] - model.y, token[0] - model.x)
    for degrees in SIDE_DEGREES:
        way = straight + math.radians(degrees)
        x = model.x + length * math.cos(way)
        y = model.y + length * math.sin(way)
        decision = match.point_decision(x, y)
        if decision < 0:
            continue
        try:
            option = match.option(decision)
        except PointRefused:
            continue
        if count_taken(match, (option.x, option.y)):
            return decision
    return -1


def describe_loot(match: Match, place: Place, unit: str) -> str:
    """Return the loot that a figure gets at a place, in words; "" where none is near."""
    from carnage.engine.battle.words.loot_text import loot_clause

    if not has_loot(match):
        return ""
    return loot_clause(match.record, place, lambda inches: f"{inches:.1f} {unit}")


def has_loot(match: Match) -> bool:
    """Return whether Loot Tokens lie on the table."""
    return match.family.name == "battle" and match.record.n_loot > 0


def count_taken(match: Match, place: Place) -> int:
    """Return the number of Loot Tokens that a figure takes at a place."""
    from carnage.engine.battle.words.loot_text import taken_tokens

    return taken_tokens(match.record, place)


def _find_token(match: Match, aim: Place, place: Place | None) -> Place | None:
    """Return the token that a person means by a point; None for none."""
    from carnage.engine.battle.words.loot_text import tokens_down

    if not has_loot(match):
        return None
    record: Any = match.record
    for token in tokens_down(record):
        if math.dist(aim, token) <= record.token_radius + TAPPED_INCHES:
            return token
    for token in tokens_down(record):
        reach = record.radius + record.token_radius + BARELY_INCHES
        if place is not None and math.dist(place, token) <= reach:
            return token
    return None
