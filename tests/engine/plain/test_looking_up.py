"""To look a rule up is not to be stopped by it: both are counted, and what a bot thinks of is
neither.
"""

from __future__ import annotations

import pytest
from scene import Scene

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.see.line_of_sight import is_in_arc, sees
from carnage.engine.battle.turn.game_length import is_game_over
from tests.support.rulesets import rolled


def counted(g: Game, number: int) -> tuple[int, int]:
    """How often a rule was looked up, and how often it changed something."""
    return int(g.core.looked_up[number]), int(g.core.fired[number])


@pytest.mark.parametrize("sight", ["models-eye-view", "abstracted", "bullets-path"])
def test_sight_counts_as_changed_if_target_is_hidden(sight: str) -> None:
    scene = Scene(
        rolled("skirmish", line_of_sight=sight, shooting="stat-test", units="individuals")
    )
    g = scene.g
    rule = int(g.chosen.line_of_sight)
    scene.put(0, -6, 0)
    scene.put(g.half, 6, 0)
    update_upright(g)
    before = counted(g, rule)
    assert sees(g, 0, g.models[0].x, g.models[0].y, g.half)
    assert counted(g, rule) == (before[0] + 1, before[1])
    for n in range(3):  # a wall of them, for whoever looks past edges
        scene.put(g.half + 1 + n, 0, 1.9 * g.radius * (n - 1))
    update_upright(g)
    assert not sees(g, 0, g.models[0].x, g.models[0].y, g.half)
    assert counted(g, rule) == (before[0] + 2, before[1] + 1)
    g.core.pondering = 1
    assert not sees(g, 0, g.models[0].x, g.models[0].y, g.half)
    assert counted(g, rule) == (before[0] + 2, before[1] + 1)


def test_arc_counts_as_changed_if_target_is_outside() -> None:
    scene = Scene(rolled(arc_of_sight="90"))
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 6, 0)
    rule = int(g.chosen.arc_of_sight)
    x, y = g.models[0].x, g.models[0].y
    assert is_in_arc(g, x, y, 1.0, 0.0, g.half)
    assert counted(g, rule) == (1, 0)
    assert not is_in_arc(g, x, y, -1.0, 0.0, g.half)
    assert counted(g, rule) == (2, 1)


@pytest.mark.parametrize("rounds", [1, 0])
def test_round_limit_counts_as_changed_in_last_round(rounds: int) -> None:
    scene = Scene(rolled(game_length="fixed-round-limit"))
    g = scene.g
    scene.put(0, -6, 0)
    scene.put(g.half, 6, 0)
    g.sides[0].models = g.sides[1].models = 1
    g.rounds = int(g.p.game_length_rounds) - rounds
    assert is_game_over(g, scene.log) == (rounds == 0)
    assert counted(g, R.GAME_LENGTH_FIXED_ROUND_LIMIT) == (1, int(rounds == 0))
