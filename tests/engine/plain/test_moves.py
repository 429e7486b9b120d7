"""Movement, leg by leg, on an empty table and beside a wall: what a log does not show."""

from __future__ import annotations

import math
from typing import Any

import pytest
from scene import Scene

from carnage.engine.battle.move.movement import take_move
from carnage.engine.core.geometry import distance
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import rolled


def ends(
    game: Ruleset, place: Any = None, foe: tuple[float, float] = (8.0, 3.0)
) -> tuple[Scene, Any, list[Any]]:
    """All places that a Trooper in the middle, facing east, is offered; `place` adds terrain and
    the like.
    """
    scene = Scene(game)
    i = scene.find(0, "trooper")
    m = scene.put(i, 0, 0)
    scene.put(scene.find(1, "captain"), *foe)
    if place:
        place(scene)
    places: list[Any] = []

    def look(g: Any, *_: int) -> int:
        if not places:
            places.extend((o.x, o.y, o.fx, o.fy) for o in g.core.options[: g.core.offered])
        return 0

    before = (m.x, m.y)
    scene.run(lambda: take_move(scene.g, scene.log, i), choose=look)
    return scene, (*before, scene.models[i].stats["speed"]), places


FREE = rolled(movement="free-movement", deployment="3", arc_of_sight="90")
DRIVE = rolled(movement="momentum-movement", deployment="3")
STIFF = rolled(movement="restricted-movement", deployment="3")
RUN = rolled(movement="measureless-movement", deployment="3")


def test_free_movement_goes_any_way_up_to_speed() -> None:
    _, (x, y, speed), places = ends(FREE)
    far = [distance(x, y, o[0], o[1]) for o in places]
    assert max(far) == pytest.approx(speed)
    ways = {
        round(math.atan2(o[1] - y, o[0] - x), 1) for o in places if distance(x, y, o[0], o[1]) > 1
    }
    assert len(ways) >= 5


def test_drive_is_chain_of_legs_with_turns_of_45_degrees() -> None:
    """The possible ends are known: straight legs with the largest allowed turns."""
    _, (x, y, speed), places = ends(DRIVE)
    leg, degrees = 2.0, 45.0
    assert places
    for ex, ey, fx, fy in places:
        far = distance(x, y, ex, ey)
        assert far <= speed + 1e-6
        assert ex - x >= leg - 1e-6, "the first leg is straight ahead"
        turned = math.degrees(abs(math.atan2(fy, fx)))
        assert turned <= degrees * (speed // leg) + 1e-6
        # All but the last leg of three have gone less than twice 45 degrees off.
        assert abs(ey - y) <= (speed - leg) + 1e-6


@pytest.mark.parametrize("short", [False, True])
def test_drive_is_at_least_half_of_speed(short: bool) -> None:
    def wall(scene: Scene) -> None:
        if short:
            scene.piece(3.0, 0, 1, 30, "impassable")

    _, (x, y, speed), places = ends(DRIVE, wall)
    for ex, ey, _, _ in places:
        far = distance(x, y, ex, ey)
        if short:  # the wall stops the base when its rim touches
            assert ex <= x + 2.0 + 1e-3
        else:
            assert far >= speed / 2 - 0.35, "as the crow flies a curve is a little shorter"


def test_drive_ending_between_legs_has_no_turn_there() -> None:
    _, (x, y, speed), places = ends(DRIVE)
    assert speed / 2 == 3.0, "one leg and half of another"
    short = [end for end in places if distance(x, y, *end[:2]) <= speed / 2 + 1e-6]
    assert short
    assert all(math.degrees(abs(math.atan2(fy, fx))) <= 45.0 + 1e-6 for _, _, fx, fy in short)


def test_drive_minimum_in_difficult_ground_is_shorter() -> None:
    _, (x, y, speed), places = ends(DRIVE, lambda scene: scene.piece(0, 0, 60, 60, "difficult"))
    far = [distance(x, y, *end[:2]) for end in places]
    assert min(far) == pytest.approx(speed / 4, abs=0.15)
    assert max(far) <= speed / 2 + 1e-6


def test_drive_may_stop_short_at_friendly_base() -> None:
    def crowd(scene: Scene) -> None:
        friends = [i for i in range(scene.g.half) if i != scene.find(0, "trooper")]
        for n, i in enumerate(friends[:5]):
            scene.put(i, 3.3, 0.9 * (n - 2))

    _, (x, y, speed), places = ends(DRIVE, crowd)
    assert min(distance(x, y, *end[:2]) for end in places) < speed / 2 - 0.35


def test_pivots_cost_a_quarter_and_crab_goes_half() -> None:
    _, (x, y, speed), places = ends(STIFF)
    for ex, ey, fx, fy in places:
        far = distance(x, y, ex, ey)
        if far < 0.01:
            continue
        ahead = ((ex - x) * fx + (ey - y) * fy) / far
        turned = math.degrees(abs(math.atan2(fy, fx)))
        if ahead > 0.99:
            pivots = 0 if turned < 0.1 else 1 if turned <= 90.01 else 2
            assert far <= speed * (1 - 0.25 * pivots) + 1e-6
        else:
            assert (fx, fy) == (1.0, 0.0), "crabs do not turn"
            assert far <= speed / 2 + 1e-6


def test_difficult_ground_counts_double() -> None:
    def swamp(scene: Scene) -> None:
        scene.piece(10.0, 0, 16.0, 30.0, "difficult")

    _, (x, y, speed), places = ends(FREE, swamp, (12.0, 0.0))
    east = max(o[0] - x for o in places if abs(o[1] - y) < 0.01)
    assert east == pytest.approx(2.0 + (speed - 2.0) / 2)


def test_measureless_move_goes_until_stopped() -> None:
    _, (x, _, _), places = ends(RUN, None, (8.0, 0.0))
    assert max(o[0] for o in places) - x == pytest.approx(7.0), "into contact"

    def tower(scene: Scene) -> None:
        scene.piece(5.0, 0.0, 2.0, 2.0, "blocking", "difficult")

    _, (x, y, _), places = ends(RUN, tower, (8.0, 0.0))
    assert max(o[0] for o in places if abs(o[1] - y) < 0.01) - x == pytest.approx(3.5), (
        "to the tower"
    )

    def swamp(scene: Scene) -> None:
        scene.piece(6.0, 0.0, 8.0, 8.0, "difficult")

    _, (x, y, _), places = ends(RUN, swamp, (12.0, 0.0))
    assert max(o[0] for o in places if abs(o[1] - y) < 0.01) - x == pytest.approx(2.5), (
        "until its base is in"
    )


@pytest.mark.parametrize("game", [FREE, DRIVE, STIFF, RUN], ids=["free", "drive", "stiff", "run"])
def test_move_does_not_enter_enemies_walls_or_leave_table(game: Ruleset) -> None:
    def surround(scene: Scene) -> None:
        scene.piece(3.0, 3.0, 2.0, 2.0, "impassable")
        scene.put(scene.find(1, "sniper"), 4.0, -1.0)

    scene, _, places = ends(game, surround, (2.0, 0.0))
    foes = [scene.g.models[scene.find(1, code)] for code in ("captain", "sniper")]
    for ex, ey, _, _ in places:
        assert all(distance(ex, ey, foe.x, foe.y) >= 1.0 - 0.002 for foe in foes)
        dx, dy = abs(ex - scene.middle - 3.0) - 1.0, abs(ey - scene.middle - 3.0) - 1.0
        assert math.hypot(max(dx, 0), max(dy, 0)) >= 0.5 - 0.002


# ---------------------------------------------------------------------------------------- in a squad

DRIVE_IN_SQUAD = rolled(units="squads", movement="momentum-movement", deployment="3")
WALK_IN_SQUAD = rolled(units="squads", movement="free-movement", deployment="3")


def squad_ends(game: Ruleset, x: float, y: float, place: Any = None) -> tuple[Any, list[Any]]:
    """The places that a model in the middle, facing east, is offered when its squad's leader has
    moved to x, y; and the squad's gap from each of them, as rules measure it.
    """
    scene = Scene(game)
    first = scene.g.units[0].first
    scene.put(first, x, y)
    m = scene.put(first + 1, 0, 0)
    scene.put(scene.find(1, "captain"), -8.0, -8.0)
    scene.g.units[0].leader = first
    if place:
        place(scene)
    leader = scene.g.models[first]
    offered: list[Any] = []

    def look(g: Any, *_: int) -> int:
        if not offered:
            offered.extend((o.x, o.y) for o in g.core.options[: g.core.offered])
        return 0

    scene.run(lambda: take_move(scene.g, scene.log, first + 1), choose=look)
    if not offered:  # the only option is not asked about
        offered.append((m.x, m.y))
    base = 2.0 * scene.g.radius
    return scene, [distance(*end, leader.x, leader.y) - base for end in offered]


def test_drive_that_leaves_squad_in_any_case_may_only_stay() -> None:
    """The leader touches its back, and no curve comes round again."""
    _, gaps = squad_ends(DRIVE_IN_SQUAD, -2.0 * Scene(DRIVE_IN_SQUAD).g.radius, 0.0)
    assert gaps == [pytest.approx(0.0, abs=0.01)]


def test_drive_to_squad_out_of_reach_ends_nearer_or_stays() -> None:
    _, gaps = squad_ends(DRIVE_IN_SQUAD, 9.0, 9.0)
    before = distance(0.0, 0.0, 9.0, 9.0) - 2.0 * Scene(DRIVE_IN_SQUAD).g.radius
    assert len(gaps) > 1
    assert all(gap <= before + 0.01 for gap in gaps)


def test_drive_round_wall_ends_near_squad() -> None:
    """A wall stops the curve straight at the leader, but not the one that turns back after it."""
    reach = 1.0
    _, gaps = squad_ends(
        DRIVE_IN_SQUAD, 5.0, -1.6, lambda scene: scene.piece(2.6, -2.1, 0.6, 3.0, "impassable")
    )
    assert gaps
    assert all(gap <= reach + 0.01 for gap in gaps)


def test_walk_past_enemy_ends_near_squad() -> None:
    """An enemy stands in the straight way to the leader, and a slanting one leads to it."""
    reach = 1.0
    _, gaps = squad_ends(
        WALK_IN_SQUAD,
        6.0,
        0.0,
        lambda scene: scene.put(scene.find(1, "trooper"), 2.0, 0.7),
    )
    stays, *ends = gaps
    assert stays > reach
    assert ends
    assert all(gap <= reach + 0.01 for gap in ends)
