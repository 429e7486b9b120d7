"""Test that the option to leg it says what leaving then does."""

from __future__ import annotations

import pytest
from test_riot import facing_off, riot

from carnage.engine.battle.move.loot import lay_token, scoop_loot
from carnage.engine.battle.turn.leg_it import leg_it
from carnage.engine.battle.words.leaving import leaving_line
from carnage.engine.battle.words.naming import Names

pytestmark = pytest.mark.usefixtures("dice_may_wrap")


@pytest.mark.parametrize(("gap", "kept"), [(6.0, 2), (6.01, 3)])
def test_leg_it_option_says_how_the_loot_ends(gap: float, kept: int) -> None:
    scene = riot()
    g = scene.g
    facing_off(scene, gap=gap)
    g.sides[0].stash, g.sides[1].stash = 3, 1
    lay_token(g, scene.log, -1, 3.0, 3.0)
    line = leaving_line(Names(scene.ruleset), g, 0)
    leg_it(g, scene.log, 0, 0)
    scoop_loot(g, scene.log)
    assert g.sides[0].stash == kept
    assert line == (
        f"Leg it: end the game at once, with {kept} Loot Tokens to the enemy’s {g.sides[1].stash}"
    )


def test_leg_it_option_says_what_is_lost_of_the_score() -> None:
    scene = riot(objectives="positional-objectives")
    g = scene.g
    facing_off(scene)
    g.sides[0].victory = 5
    line = leaving_line(Names(scene.ruleset), g, 0)
    leg_it(g, scene.log, 0, 0)
    assert (g.sides[0].victory, g.sides[1].victory) == (3, 1)
    assert line == (
        "Leg it: leave for good, score no more and lose 2 of your 5 victory points; "
        "1 model near an enemy will be lost, for 1 point to the enemy"
    )


def test_leg_it_option_says_what_the_enemy_scores() -> None:
    scene = riot(objectives="points-removal")
    g = scene.g
    facing_off(scene, gap=7.0)
    before = int(g.sides[1].victory)
    line = leaving_line(Names(scene.ruleset), g, 0)
    leg_it(g, scene.log, 0, 0)
    scored = int(g.sides[1].victory) - before
    assert scored > 0
    assert line == f"Leg it: leave for good and give the enemy {scored} points"
