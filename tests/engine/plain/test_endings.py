"""The ends of skirmish games: breaking, crumbling ground, the Doom Track, and the last tie-break."""

from __future__ import annotations

import pytest
from scene import Scene

from carnage.engine.battle.bots.crumbling import collapse_danger
from carnage.engine.battle.bots.game_phase import rounds_left
from carnage.engine.battle.turn.game_length import collapsing_ground, is_game_over
from carnage.engine.battle.turn.leg_it import force_leaving
from carnage.engine.battle.turn.outcome import BROKEN, DOOM, LENGTH, outcome
from carnage.engine.battle.turn.round_structure import victory
from carnage.engine.core import records
from carnage.engine.core.state import Result
from tests.support.rulesets import rolled

CALM = {
    "morale": "none",
    "damage": "certain-death",
    "fighting": "stat-test",
    "units": "individuals",
    "objectives": "points-removal",
    "forces": "mirrored",
    "size": "gang",
    "twist": "none",
}


def stage(length: str, **options: str) -> Scene:
    """A scene in which everybody is on the table, each side in a row of its own."""
    scene = Scene(rolled(book="skirmish", game_length=length, **CALM | options))
    half = scene.g.half
    for side in (0, 1):
        scene.g.sides[side].left_out = -1
        for n in range(half):
            scene.put(side * half + n, 1.2 * n - 4, 3 * side + 1)
    scene.g.first = 0
    return scene


def lose(scene: Scene, side: int, models: int) -> None:
    """Take the first models of a side off the table."""
    for i in range(side * scene.g.half, side * scene.g.half + models):
        scene.g.models[i].in_play = 0
        scene.g.sides[side].models -= 1


def is_over(scene: Scene) -> bool:
    return bool(scene.run(lambda: is_game_over(scene.g, scene.log)))


def ending(scene: Scene) -> int:
    result = records.plain(Result)
    outcome(scene.g, result)
    return int(result.ending)


def losses_to_break(scene: Scene) -> int:
    return -int(-scene.g.p.game_length_share * scene.g.half // 1)


@pytest.mark.parametrize(("short", "over"), [(1, False), (0, True)])
def test_breaking_point_ends_game_at_its_share_of_losses(short: int, over: bool) -> None:
    scene = stage("breaking-point", objectives="positional-objectives")
    lose(scene, 1, losses_to_break(scene) - short)
    assert is_over(scene) == over
    assert scene.g.sides[0].victory == (scene.g.p.game_length_bonus if over else 0)
    assert scene.g.sides[1].victory == 0
    assert ending(scene) == (BROKEN if over else LENGTH)


def test_breaking_point_unit_left_out_is_no_loss() -> None:
    scene = stage("breaking-point")
    scene.g.p.game_length_share = 0.4
    lose(scene, 1, losses_to_break(scene))
    scene.g.sides[1].left_out = scene.g.models[scene.g.half].unit
    assert not is_over(scene)


def test_breaking_point_gives_more_where_points_are_scored_for_losses() -> None:
    scene = stage("breaking-point", objectives="points-removal")
    lose(scene, 1, losses_to_break(scene))
    assert is_over(scene)
    assert scene.g.sides[0].victory == scene.g.p.game_length_kill_bonus


def test_breaking_point_both_sides_broken_score_alike() -> None:
    scene = stage("breaking-point", objectives="positional-objectives")
    for side in (0, 1):
        lose(scene, side, losses_to_break(scene))
    assert is_over(scene)
    assert scene.g.sides[0].victory == scene.g.sides[1].victory == scene.g.p.game_length_bonus


def test_breaking_point_side_that_got_away_does_not_break() -> None:
    scene = stage("breaking-point", morale="leg-it")
    lose(scene, 1, scene.g.half)
    for i in range(scene.g.half, 2 * scene.g.half):
        scene.g.models[i].away = 1
    scene.g.sides[1].gone = 1
    assert is_over(scene)
    assert not scene.events("broken")


@pytest.mark.parametrize(
    "objectives", ["points-removal", "positional-objectives", "interactive-objectives", "loot"]
)
def test_breaking_point_wiping_out_side_pays_its_points(objectives: str) -> None:
    scene = stage("breaking-point", morale="leg-it", damage="the-tower", objectives=objectives)
    g = scene.g
    for i in range(g.half, 2 * g.half):
        g.models[i].fell = 1
        scene.lay(i)
    scene.run(lambda: force_leaving(g, scene.log))
    if g.over == 0:
        assert is_over(scene)
    assert len(scene.events("broken")) == 1
    assert g.sides[0].victory >= g.p.game_length_bonus


def test_breaking_point_counts_first_fall_as_loss() -> None:
    scene = stage("breaking-point", damage="the-tower")
    for i in range(losses_to_break(scene)):
        scene.g.models[i].fell = 1
    assert is_over(scene)


def test_collapsing_ground_spares_table_before_its_first_round() -> None:
    scene = stage("collapsing-ground")
    scene.g.rounds = scene.g.p.game_length_start - 1
    scene.g.models[0].x = 0.5
    scene.run(lambda: collapsing_ground(scene.g, scene.log))
    assert scene.g.models[0].in_play == 1
    assert not scene.events("crumble")


def test_collapsing_ground_removes_models_in_strip_for_points() -> None:
    scene = stage("collapsing-ground")
    g = scene.g
    g.rounds = g.p.game_length_start
    g.models[0].x = 0.5
    scene.run(lambda: collapsing_ground(g, scene.log))
    assert [g.models[i].in_play for i in (0, 1)] == [0, 1]
    assert g.sides[1].victory == g.units[0].points
    assert g.lost_depth > 0


def test_collapsing_ground_ends_game_before_the_middle_is_lost() -> None:
    scene = stage("collapsing-ground")
    g = scene.g
    for side in (0, 1):
        g.models[side * g.half].x = g.models[side * g.half].y = g.table / 2
    while not is_over(scene):
        g.rounds += 1
        scene.run(lambda: collapsing_ground(g, scene.log))
    assert min(side.models for side in g.sides) > 0
    assert g.rounds == g.p.game_length_rounds == 6


@pytest.mark.parametrize(("inches", "lost"), [(-0.01, True), (0.0, False)])
def test_collapsing_ground_spares_model_on_the_border(inches: float, lost: bool) -> None:
    scene = stage("collapsing-ground")
    g = scene.g
    g.rounds = g.p.game_length_start
    g.models[0].x = g.table / 12 + inches
    scene.run(lambda: collapsing_ground(g, scene.log))
    assert g.models[0].in_play == int(not lost)


def test_collapse_danger_grows_toward_the_edge() -> None:
    scene = stage("collapsing-ground")
    g = scene.g
    g.rounds = g.p.game_length_start
    depth = g.table / 12
    places = (depth / 2, depth * 1.5, g.table / 2)
    now, next_round, never = (collapse_danger(g, 0, x, g.table / 2) for x in places)
    assert now > next_round > never == 0


def test_doom_track_ends_game_on_its_last_space() -> None:
    scene = stage("doom-track")
    g = scene.g
    spaces = int(g.half + g.p.game_length_spaces)
    g.rounds = 1
    lose(scene, 1, 1)
    before = rounds_left(g)
    assert not is_over(scene)
    assert g.doom == 2
    assert rounds_left(g) < before
    g.rounds = spaces - 1
    assert is_over(scene)
    assert g.doom == spaces
    assert ending(scene) == DOOM


@pytest.mark.parametrize("nearest", [0, 1])
def test_level_game_is_won_by_side_nearest_to_the_middle(nearest: int) -> None:
    scene = Scene(rolled(book="skirmish", **CALM | {"forces": "all-alike"}))
    for side in (0, 1):
        scene.put(side * scene.g.half, 4 if side == nearest else 6, 0)
    scene.run(lambda: victory(scene.g, scene.log))
    assert scene.g.winner == nearest


def test_level_game_with_equal_distances_is_drawn() -> None:
    scene = Scene(rolled(book="skirmish", **CALM | {"forces": "all-alike"}))
    scene.g.winner = -1
    for side in (0, 1):
        scene.put(side * scene.g.half, 5 - 10 * side, 0)
    scene.run(lambda: victory(scene.g, scene.log))
    assert scene.g.winner == -1
