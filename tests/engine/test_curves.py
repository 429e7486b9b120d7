"""Curves of Momentum Movement: the way that a log tells is one that the rule allows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest

from carnage.engine.battle.words.moves import turning_points
from carnage.engine.games import Match
from carnage.engine.narration import logged_events
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import having

Place = tuple[float, float]
MOMENTUM = "movement.momentum-movement"
ROUNDING_DEGREES = 0.5  # of a leg between places in thousandths of an inch
ROUNDING_INCHES = 0.01
SHORT_INCHES = 0.2  # a leg that is too short for its direction to be measured
FACED = ("deploy", "move", "face", "flee")
GAMES = [
    pytest.param(game, id=f"{book}-{n}")
    for book in ("classic", "skirmish")
    for n, game in enumerate(having(MOMENTUM, book, 6))
]


class Curve(NamedTuple):
    """A move with its turns: places from the start to the end, and the facings at both."""

    places: tuple[Place, ...]
    start_facing: Place
    end_facing: Place

    @property
    def inches(self) -> float:
        return sum(math.dist(a, b) for a, b in pairwise(self.places))


def curves(match: Match) -> Iterator[Curve]:
    """The moves of a game that turn on their way."""
    facings: dict[int, Place] = {}
    for event in logged_events(match):
        turns = turning_points(event)
        if turns:
            places = ((event.x0, event.y0), *turns, (event.x1, event.y1))
            yield Curve(places, facings[event.actor], (event.fx, event.fy))
        if event.name in FACED:
            facings[event.actor] = (event.fx, event.fy)


def degrees_between(a: Place, b: Place) -> float:
    cosine = (a[0] * b[0] + a[1] * b[1]) / (math.hypot(*a) * math.hypot(*b))
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


@pytest.mark.parametrize("game", GAMES)
def test_curve_goes_where_it_faces_and_turns_by_45_degrees(game: Ruleset) -> None:
    found = [curve for number in range(3) for curve in curves(Match(game, 0, number))]
    assert found
    for curve in found:
        facing = curve.start_facing
        for n, (start, end) in enumerate(pairwise(curve.places)):
            if math.dist(start, end) > SHORT_INCHES:
                leg = (end[0] - start[0], end[1] - start[1])
                turn = degrees_between(leg, facing)
                assert turn < ROUNDING_DEGREES if n == 0 else turn < 45.0 + ROUNDING_DEGREES
                facing = leg
        assert degrees_between(facing, curve.end_facing) < 45.0 + ROUNDING_DEGREES


@pytest.mark.parametrize("game", GAMES)
def test_curve_is_no_longer_than_speed_and_turns_after_full_legs(game: Ruleset) -> None:
    leg = float(game.params["movement.leg"])
    most = max(model.stats["speed"] for model in get_force(game).kinds)
    if game.has("talents"):
        most += int(game.params["talent-list.faster"])
    for number in range(3):
        for curve in curves(Match(game, 0, number)):
            assert curve.inches <= most + ROUNDING_INCHES
            turns = len(curve.places) - 2
            assert turns <= most / leg + ROUNDING_INCHES
            first_leg = math.dist(curve.places[0], curve.places[1])
            assert first_leg >= leg / 2.0 - ROUNDING_INCHES, "half of it in difficult terrain"
