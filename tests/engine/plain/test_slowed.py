"""What lost Pace does to how far a model goes, by whatever way it moves."""

from __future__ import annotations

from typing import Any

import pytest
from scene import Scene

from carnage.engine.battle.move.movement import take_move
from carnage.engine.core.geometry import distance
from tests.support.rulesets import rolled


def farthest(movement: str, wounds: int) -> float:
    """How far the farthest place is that a wounded model is offered."""
    game = rolled(
        book="skirmish",
        damage="slowed",
        movement=movement,
        table="4",
        units="individuals",
        twist="none",
        round_structure="action-phase",
        morale="none",
    )
    scene = Scene(game)
    m = scene.put(0, 0, 0)
    m.wounds = wounds
    scene.put(scene.g.half, 0, 20)
    far = 0.0

    def look(g: Any, *_: int) -> int:
        nonlocal far
        for o in g.core.options[: g.core.offered]:
            far = max(far, distance(scene.middle, scene.middle, o.x, o.y))
        return 0

    scene.run(lambda: take_move(scene.g, scene.log, 0), choose=look)
    return far


@pytest.mark.parametrize("movement", ["free-movement", "restricted-movement"])
def test_lost_pace_costs_two_inches_of_speed(movement: str) -> None:
    assert farthest(movement, 1) == pytest.approx(farthest(movement, 0) - 2.0)


def test_lost_pace_costs_one_inch_of_run() -> None:
    assert farthest("gaits", 1) == pytest.approx(farthest("gaits", 0) - 1.0)
