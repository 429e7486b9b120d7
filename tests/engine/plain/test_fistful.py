"""Fistful of Dice as published: the range chart, fights row by row, luck, markers, dynamite, and
tests.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from examples_gear import foes, tries
from scene import Scene, first, instead, rolling

from carnage.engine.battle.attack.brawls import enemy_total_change
from carnage.engine.battle.attack.contests import opposed_roll
from carnage.engine.battle.attack.dynamite import (
    burn_fuses,
    lay_stick,
    light_new_sticks,
    light_sticks,
    put_out_stick,
    throw_stick,
    throw_stick_at,
)
from carnage.engine.battle.attack.range_bands import d10_chance, number_to_reach, range_bands
from carnage.engine.battle.attack.sticks import lit_sticks_on_table, resample_fuses, unlit_sticks
from carnage.engine.battle.frame.dice_sets import best_arrangement
from carnage.engine.battle.frame.model_status import is_able, pace_of
from carnage.engine.battle.frame.questions import (
    LUCK,
    PUSH,
    TO_AIM,
    TO_ATTACK,
    TO_FIGHT,
    TO_LIGHT,
    TO_MOVE,
    TO_RELOAD,
    TO_REMOVE,
    TO_STEADY,
)
from carnage.engine.battle.frame.resolution import attempt_test
from carnage.engine.battle.harm.counters import (
    fade_stun_markers,
    knock_out,
    load_all,
    lose_aim,
    stun,
    wake_up,
)
from carnage.engine.battle.harm.damage import wound_surely
from carnage.engine.battle.see.line_of_sight import measure_gaps
from carnage.engine.battle.turn.action_points import offer_actions, take_action
from carnage.engine.core.decisions import clear
from carnage.engine.core.rule_ids import NOT_ASKED
from carnage.rulesets import odds
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

PRESET = {
    "round_structure": "speed-phases",
    "activation_order": "character-cards",
    "movement": "gaits",
    "arc_of_sight": "180",
    "shooting": "range-bands",
    "fighting": "opposed-roll",
    "luck": "luck-rolls",
    "damage": "slowed",
    "units": "individuals",
    "table": "4",
}

# The published chart: what each weapon adds at each three inches.
CHART = {
    "six-gun": (-1, 0, 1, 2, 3, 4, 5, 6),
    "scattergun": (-2, 0, 2, 3, 5, 7, 8, 10),
    "long-rifle": (3, 2, 1, 0, -1, -2, -3, -4),
}
# The published results: effect, inches pushed, Stun markers.
RESULTS = {
    9: ("out", 3, 4),
    8: ("out", 0, 4),
    7: ("down", 3, 3),
    6: ("down", 0, 3),
    5: ("stunned", 3, 2),
    4: ("stunned", 0, 2),
    3: ("shaken", 3, 1),
    2: ("shaken", 0, 1),
    1: ("none", 3, 0),
    0: ("none", 0, 0),
}


def preset(**options: str) -> Any:
    return rolled(book="skirmish", **PRESET | options)


def duel(
    far: float = 8.0,
    mine: tuple[str, ...] = ("six-gun",),
    theirs: tuple[str, ...] = ("fists",),
    **o: str,
) -> Any:
    """Two enemies so far apart, facing each other, ready to act in the first phase."""
    scene, i, j = foes(preset(**o), far, mine, theirs)
    scene.g.speed_phase = 1
    for k in (i, j):
        scene.g.models[k].acts = 3
    return scene, i, j


# ----------------------------------------------------------------------------------------- shooting


@pytest.mark.parametrize("weapon", CHART)
@pytest.mark.parametrize("column", range(8))
def test_range_chart_gives_number_to_reach(weapon: str, column: int) -> None:
    for far in (3 * column + 0.01, 3 * column + 1.5, 3 * column + 3.0):
        scene, i, j = duel(far, (weapon,))
        measure_gaps(scene.g, i)
        number = number_to_reach(scene.g, i, scene.weapon(weapon), j)
        assert number == 5 + CHART[weapon][column], far


def test_range_chart_beyond_last_column_offers_no_shot() -> None:
    for far, shoots in ((24.0, True), (24.1, False)):
        scene, i, _ = duel(far)
        offer_actions(scene.g, i)
        assert (TO_ATTACK in offered(scene)) == shoots


def offered(scene: Scene) -> list[int]:
    c = scene.g.core
    return [c.options[k].what for k in range(c.offered)]


MODIFIERS = {
    "the target is prone": 1,
    "the shooter ran": 1,
    "the shooter walked": 0,
    "to one side": 1,
    "to the other side": 1,
    "to the rear": 3,
    "one aim": -1,
    "two aims": -2,
    "three aims": -3,
    "aims at another": 0,
    "obscured": 1,
    "a lit stick": 1,
    "two lit sticks": 2,
    "a stick in hand": 0,
}


@pytest.mark.parametrize("case", MODIFIERS)
def test_shooting_modifiers_change_number_to_reach(case: str) -> None:
    scene, i, j = duel(5.0, twist="dynamite", arc_of_sight="90")
    g = scene.g
    m = g.models[i]
    if case == "the target is prone":
        g.models[j].prone = 1
    elif case.startswith("the shooter"):
        m.moved = 2 if case.endswith("ran") else 1
    elif case.startswith("to"):
        sides = {
            "to one side": (0.0, 1.0),
            "to the other side": (0.0, -1.0),
            "to the rear": (-1.0, 0.0),
        }
        m.fx, m.fy = sides[case]
    elif "aim" in case:
        m.aims = {"one": 1, "two": 2, "three": 3, "aims": 2}[case.split()[0]]
        m.aimed = j + 1 if case == "aims at another" else j
    elif case == "obscured":
        scene.piece(0, 0, 1, 4, "obscuring")
    else:
        for n in range(2 if case.startswith("two") else 1):
            g.sticks[n].lit, g.sticks[n].holder = 1, i if case.endswith("hand") else -1
            g.n_sticks = n + 1
    measure_gaps(g, i)
    assert number_to_reach(g, i, scene.weapon("six-gun"), j) == 5 + MODIFIERS[case]


def fire(
    scene: Scene, i: int, j: int, dice: list[int], choose: Any = first, weapon: str = "six-gun"
) -> Any:
    """One shot; returns the event that tells of it."""
    measure_gaps(scene.g, i)
    scene.run(lambda: range_bands(scene.g, scene.log, i, scene.weapon(weapon), j), dice, choose)
    return scene.events("shot")[-1]


@pytest.mark.parametrize("die", range(1, 11))
def test_shot_hits_at_number_and_jams_on_one(die: int) -> None:
    scene, i, j = duel(8.0)
    scene.g.models[j].luck = 0
    shot = fire(scene, i, j, [die])
    t = scene.g.models[j]
    assert (shot.a, bool(shot.b)) == (6, die >= 6)
    assert scene.g.models[i].jam == int(die == 1)
    assert (t.prone, t.out, t.wounds) == ((1, 4, 1) if die >= 6 else (0, 0, 0))
    assert pace_of(scene.g, j) == (2 if die >= 6 else 3)


def test_shot_one_always_misses() -> None:
    scene, i, j = duel(24.0, ("long-rifle",))
    shot = fire(scene, i, j, [1], weapon="long-rifle")
    assert (shot.a, shot.b, scene.g.models[i].jam) == (1, 0, 1)


def test_shot_number_over_ten_cannot_hit() -> None:
    scene, i, j = duel(23.0, ("scattergun",))
    scene.g.models[j].luck = 0
    shot = fire(scene, i, j, [10], weapon="scattergun")
    assert (shot.a, bool(shot.b)) == (15, False)


def test_d10_chance_equals_share_of_faces() -> None:
    for number in range(-1, 24):
        hits = sum(die != 1 and die >= number for die in range(1, 11))
        assert d10_chance(number) == pytest.approx(hits / 10), number


def test_gun_without_load_must_reload() -> None:
    scene, i, j = duel(8.0)
    for left in range(5, -1, -1):
        scene.g.looked = -1
        assert fire(scene, i, j, [2]).d == left
    offer_actions(scene.g, i)
    assert TO_ATTACK not in offered(scene)
    assert TO_RELOAD in offered(scene)
    scene.run(lambda: take_action(scene.g, scene.log, i, TO_RELOAD, -1))
    offer_actions(scene.g, i)
    assert TO_ATTACK in offered(scene)
    assert TO_RELOAD not in offered(scene)


def test_aims_add_up_to_three_and_are_used_by_shot() -> None:
    scene, i, j = duel(8.0)
    scene.g.models[i].acts = 9
    for aims in (1, 2, 3):
        scene.run(lambda: take_action(scene.g, scene.log, i, TO_AIM, -1))
        assert (scene.g.models[i].aims, scene.g.models[i].aimed) == (aims, j)
    offer_actions(scene.g, i)
    assert TO_AIM not in offered(scene)
    assert fire(scene, i, j, [2]).a == 3
    assert scene.g.models[i].aims == 0


def test_aims_are_lost_by_any_other_action() -> None:
    for what in (TO_MOVE, TO_RELOAD):
        scene, i, j = duel(8.0)
        scene.g.models[i].aims, scene.g.models[i].aimed = 2, j
        scene.g.models[i].loads[0] = 3
        scene.run(lambda scene=scene, what=what: take_action(scene.g, scene.log, 0, what, -1))
        assert scene.g.models[i].aims == 0
        assert len(scene.events("aim-lost")) == 1


def test_aims_are_lost_if_owner_is_hit_or_target_removed() -> None:
    scene, i, j = duel(8.0)
    scene.g.models[j].aims, scene.g.models[j].aimed = 2, i
    scene.g.models[j].luck = 0
    fire(scene, i, j, [9])
    assert scene.g.models[j].aims == 0
    scene, i, j = duel(8.0)
    scene.g.models[i].aims, scene.g.models[i].aimed = 1, j
    wound_surely(scene.g, scene.log, -1, j, 3)
    assert (scene.g.models[j].in_play, scene.g.models[i].aims) == (0, 0)


# --------------------------------------------------------------------------------------------- luck


def test_luck_roll_at_or_under_luck_saves_and_costs_a_point() -> None:
    for die, saved in ((7, True), (8, False)):
        scene, i, j = duel(8.0)
        fire(scene, i, j, [9, die], tries)
        assert scene.g.models[j].luck == 6
        assert (scene.g.models[j].wounds == 0) == saved
        assert (scene.g.models[j].prone == 0) == saved


@pytest.mark.parametrize(
    ("rolls", "saved", "left"), [([7, 6], True, 5), ([7, 7], False, 5), ([8], False, 6)]
)
def test_luck_against_ten_needs_two_rolls(rolls: list[int], saved: bool, left: int) -> None:
    scene, i, j = duel(8.0)
    fire(scene, i, j, [10, *rolls], tries)
    assert (scene.g.models[j].luck, scene.g.models[j].wounds == 0) == (left, saved)


def test_luck_too_low_is_not_offered() -> None:
    asked: list[int] = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        asked.append(kind)
        return 0

    scene, i, j = duel(8.0)
    scene.g.models[j].luck = 1
    fire(scene, i, j, [10], choose)
    assert LUCK not in asked


# ------------------------------------------------------------------------------------------- fights


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("loser", ["target", "fighter"])
def test_result_chart_gives_effect_push_and_markers(result: int, loser: str) -> None:
    effect, pushed, markers = RESULTS[result]
    scene, i, j = duel(0.0, ("fists",), ("fists",))
    dice = [10, 10 - result] if loser == "target" else [10 - result, 10]
    k = j if loser == "target" else i
    x = scene.g.models[k].x
    scene.run(lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("fists"), j), dice)
    t = scene.g.models[k]
    assert t.stun == markers
    assert abs(t.x - x) == pytest.approx(pushed)
    assert (t.prone, t.out) == {"out": (1, 4), "down": (1, 0)}.get(effect, (0, 0))
    assert t.wounds == int(effect == "out")
    assert scene.g.models[i if k == j else j].stun == 0


def test_result_chart_difference_over_nine_counts_as_nine() -> None:
    scene, i, j = duel(0.0, ("club",), ("fists",))
    scene.g.models[j].prone = 1
    scene.run(lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("club"), j), [10, 1])
    assert scene.events("beaten")[0].a == 9


SITUATIONS = {
    "the target moved": 1,
    "the target walked": 1,
    "the target is prone": -3,
    "the fighter moved": 1,
    "in the target's side": -1,
    "in the target's rear": -2,
    "to the fighter's side": 1,
    "to the fighter's rear": 3,
    "a lit stick": 1,
    "nothing": 0,
}


@pytest.mark.parametrize("case", SITUATIONS)
def test_fighting_modifiers_change_total(case: str) -> None:
    scene, i, j = duel(0.0, ("fists",), ("fists",), twist="dynamite", arc_of_sight="90")
    g = scene.g
    m, t = g.models[i], g.models[j]
    if case.endswith(("moved", "walked")):
        (t if "target" in case else m).moved = 1 if case.endswith("walked") else 2
    elif case.endswith("prone"):
        t.prone = 1
    elif case.endswith("side"):
        (t if "target" in case else m).fx, (t if "target" in case else m).fy = 0.0, 1.0
    elif case.endswith("rear"):
        (t if "target" in case else m).fx *= -1.0
    elif case.endswith("stick"):
        g.sticks[0].lit, g.sticks[0].holder, g.n_sticks = 1, -1, 1
    assert enemy_total_change(g, i, j) == SITUATIONS[case]
    scene.run(lambda: opposed_roll(g, scene.log, i, scene.weapon("fists"), j), [5, 5])
    (contest,) = scene.events("contest")
    terms = [contest.x0, contest.y0, contest.x1, contest.y1, contest.fx, contest.fy]
    assert [term for term in terms if term] == [SITUATIONS[case]] * (case != "nothing")
    assert contest.b == contest.a + SITUATIONS[case]


def test_weapons_modify_rolls_of_their_wielders() -> None:
    scene, i, j = duel(0.0, ("club", "fists"), ("long-rifle", "fists"))
    offer_actions(scene.g, i)
    c = scene.g.core
    (w,) = [c.options[k].who for k in range(c.offered) if c.options[k].what == TO_FIGHT]
    assert w == scene.weapon("club")
    scene.run(lambda: opposed_roll(scene.g, scene.log, i, w, j), [5, 5])
    (contest,) = scene.events("contest")
    assert (contest.a, contest.b) == (7, 5), "a gun adds nothing to a fight"


def test_fight_against_knocked_out_model_has_one_roll() -> None:
    scene, i, j = duel(0.0, ("fists",), ("club",))
    knock_out(scene.g, scene.log, j, 4)
    scene.run(lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("fists"), j), [4])
    assert scene.events("beaten")[0].a == 7


def test_luck_roll_cancels_result_of_fight() -> None:
    scene, i, j = duel(0.0, ("fists",), ("fists",))
    scene.run(
        lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("fists"), j), [10, 3, 7], tries
    )
    t = scene.g.models[j]
    assert (t.stun, t.prone, t.luck) == (0, 0, 6)


# ------------------------------------------------------------------------------------------ markers


def test_knocked_out_model_wakes_after_its_phases() -> None:
    scene, i, _ = duel()
    knock_out(scene.g, scene.log, i, 4)
    for awake in (False, False, False, True):
        wake_up(scene.g, scene.log, 1)
        assert is_able(scene.g.models[i]) == awake
    assert scene.g.models[i].prone == 1


def test_knocked_out_without_phases_lasts_to_the_end_of_the_next_round() -> None:
    scene, i, _ = foes(preset(round_structure="action-phase"), 8.0, ("six-gun",), ("fists",))
    knock_out(scene.g, scene.log, i, 4)
    for left in (1, 0):
        fade_stun_markers(scene.g, scene.log)
        assert scene.g.models[i].out == left
    (logged,) = scene.events("knocked-out")
    assert logged.a == 2, "rounds, the one under way included"


def test_stunned_model_may_only_remove_stun() -> None:
    scene, i, _ = duel()
    m = scene.g.models[i]
    m.acts = 9
    stun(scene.g, scene.log, i, 2)
    m.jam = 1
    for stunned, jam in ((1, 1), (0, 1), (0, 0)):
        offer_actions(scene.g, i)
        assert TO_REMOVE in offered(scene)
        assert (len(offered(scene)) == 2) == (m.stun > 0)
        scene.run(lambda: take_action(scene.g, scene.log, i, TO_REMOVE, -1))
        assert (m.stun, m.jam) == (stunned, jam)
    stun(scene.g, scene.log, i, 2)
    fade_stun_markers(scene.g, scene.log)
    assert m.stun == 1


def test_jammed_model_cannot_shoot() -> None:
    scene, i, _ = duel()
    scene.g.models[i].jam = 1
    offer_actions(scene.g, i)
    assert TO_ATTACK not in offered(scene)


def test_prone_model_stands_up_with_whole_move() -> None:
    scene, i, _ = duel()
    m = scene.g.models[i]
    m.prone = 1
    x = m.x
    scene.run(lambda: take_action(scene.g, scene.log, i, TO_MOVE, -1))
    assert (m.prone, m.x) == (0, x)
    m.prone = 1
    scene.run(
        lambda: take_action(scene.g, scene.log, i, TO_MOVE, -1),
        (),
        lambda g, *_: g.core.offered - 1,
    )
    (crawl,) = scene.events("crawl")
    assert abs(crawl.x1 - crawl.x0) + abs(crawl.y1 - crawl.y0) == pytest.approx(1.0)
    assert m.prone == 1


# ----------------------------------------------------------------------------------------- dynamite


def lit(far: float = 8.0, count: int = 1, pace: int = 1, **options: str) -> Any:
    """A model with lit dynamite in its hand: the scene, the model, its enemy and the stick."""
    scene, i, j = duel(far, twist="dynamite", **options)
    scene.g.sides[0].sticks = 3
    n = scene.run(lambda: light_new_sticks(scene.g, scene.log, i, count, pace), [3])
    return scene, i, j, n


@pytest.mark.parametrize(("far", "number"), [(1, 6), (6, 6), (6.1, 7), (9, 7), (9.1, 8), (12, 8)])
def test_throw_stick_number_grows_with_distance(far: float, number: int) -> None:
    scene, i, _, n = lit()
    m = scene.g.models[i]
    x = m.x + scene.g.radius + far
    scene.run(lambda: throw_stick_at(scene.g, scene.log, i, n, x, m.y, 0), [number])
    (hurl,) = scene.events("hurl")
    assert (hurl.a, hurl.b) == (number, 1)
    assert scene.g.sticks[n].x == pytest.approx(x, abs=0.001)


@pytest.mark.parametrize("way", range(1, 7))
def test_throw_stick_miss_scatters_by_d6(way: int) -> None:
    scene, i, _, n = lit()
    m = scene.g.models[i]
    x, y = m.x + 6.0, m.y
    scene.run(lambda: throw_stick_at(scene.g, scene.log, i, n, x, y, 0), [5, way])
    s = scene.g.sticks[n]
    bearing = np.degrees(np.arctan2(s.y - y, s.x - x)) % 360
    assert np.hypot(s.x - x, s.y - y) == pytest.approx(3.0, abs=0.01)
    assert bearing == pytest.approx((-60 * (way - 1)) % 360, abs=0.1)


def test_throw_stick_one_drops_at_feet() -> None:
    scene, i, _, n = lit()
    m = scene.g.models[i]
    scene.run(lambda: throw_stick_at(scene.g, scene.log, i, n, m.x + 6.0, m.y, 0), [1])
    s = scene.g.sticks[n]
    assert (s.x, s.y) == (pytest.approx(m.x, abs=0.001), pytest.approx(m.y, abs=0.001))


@pytest.mark.parametrize(("pace", "phases"), [(1, 7), (2, 4), (4, 2)])
def test_fuse_burns_for_its_phases(pace: int, phases: int) -> None:
    scene, i, _, n = lit(pace=pace)
    for _ in range(phases - 1):
        scene.run(lambda: burn_fuses(scene.g, scene.log))
        assert scene.g.sticks[n].lit == 1
    scene.run(lambda: burn_fuses(scene.g, scene.log))
    assert scene.g.sticks[n].lit == 0
    assert len(scene.events("blast")) == 1
    m = scene.g.models[i]
    assert (m.prone, m.stun, m.wounds) == (1, 4, 1)


@pytest.mark.parametrize("held", [True, False])
def test_throw_stick_event_tells_if_it_was_picked_up(held: bool) -> None:
    scene, i, _, n = lit(6.0)
    m = scene.g.models[i]
    if not held:
        lay_stick(scene.g, scene.log, n, m.x, m.y)
    scene.run(lambda: throw_stick(scene.g, scene.log, i), [10])
    assert [event.c for event in scene.events("hurl")] == [int(not held)]


def test_stick_is_lit_aimed_and_thrown_in_three_actions() -> None:
    scene, i, j = duel(6.0, twist="dynamite")
    scene.g.sides[0].sticks = 3
    m = scene.g.models[i]
    x = scene.g.models[j].x
    scene.run(lambda: take_action(scene.g, scene.log, i, TO_LIGHT, -1), [6])
    assert lit_sticks_on_table(scene.g) == 0
    scene.run(lambda: take_action(scene.g, scene.log, i, TO_STEADY, -1))
    scene.run(lambda: throw_stick_at(scene.g, scene.log, i, 0, x, m.y, 0), [6])
    assert scene.events("hurl")[0].a == 6
    assert (m.acts, m.aims, lit_sticks_on_table(scene.g)) == (1, 0, 1)


def test_light_stick_removes_aims_of_everybody() -> None:
    scene, i, j = duel(8.0, twist="dynamite")
    scene.g.models[j].aims, scene.g.models[j].aimed = 2, i
    scene.g.sides[0].sticks = 3
    scene.run(lambda: light_new_sticks(scene.g, scene.log, i, 1, 1), [3])
    assert scene.g.models[j].aims == 0


def test_stick_of_knocked_out_model_lies_on_table() -> None:
    scene, i, _, n = lit()
    knock_out(scene.g, scene.log, i, 4)
    scene.run(lambda: burn_fuses(scene.g, scene.log))
    assert scene.g.sticks[n].holder == -1
    assert lit_sticks_on_table(scene.g) == 1


def test_stick_put_out_and_lit_again_keeps_fuse() -> None:
    scene, i, _, n = lit(count=2, pace=2)
    g, s = scene.g, scene.g.sticks[n]
    left, fuse = g.sides[0].sticks, s.fuse
    scene.run(lambda: burn_fuses(g, scene.log))
    scene.run(lambda: put_out_stick(g, scene.log, i))
    assert (s.lit, s.burnt, g.sides[0].sticks) == (0, 2, left + 2)
    assert (unlit_sticks(g, 0), unlit_sticks(g, 1)) == (left, g.sides[1].sticks)
    scene.run(lambda: burn_fuses(g, scene.log))
    assert s.burnt == 2  # nothing burns that is put out
    scene.run(
        lambda: light_sticks(g, scene.log, i), choose=lambda g, *_: 0
    )  # what was put out is offered first
    assert (s.lit, s.holder, s.bundle, s.pace, s.burnt, s.fuse) == (1, i, 2, 2, 2, fuse)
    assert g.sides[0].sticks == left
    assert [(event.b, event.d) for event in scene.events("light")] == [(2, 0), (2, 2)]


def test_sticks_explode_from_the_oldest_on() -> None:
    """The place of a stick that has exploded is used again, so places say nothing about age."""
    scene, i, _, n = lit()
    g = scene.g
    g.sides[0].sticks = 3
    second = scene.run(lambda: light_new_sticks(g, scene.log, i, 2, 1), [3])
    assert (n, second) == (0, 1)
    g.sticks[n].lit = 0
    g.sticks[n].fuse = g.sticks[n].burnt = 0
    third = scene.run(lambda: light_new_sticks(g, scene.log, i, 1, 1), [3])
    assert third == n, "it takes the place of the first"
    for stick in (second, third):
        g.sticks[stick].burnt = g.sticks[stick].fuse
        g.sticks[stick].holder = -1
        g.sticks[stick].x = g.sticks[stick].y = 0.0
    scene.run(lambda: burn_fuses(g, scene.log))
    assert [event.a for event in scene.events("blast")] == [2, 1]


def test_blast_wound_may_kill_at_once() -> None:
    """Uncertain Death follows every wound, even from a stick that burns down when nobody acts."""
    scene, i, _, n = lit(damage="uncertain-death", luck="none", talents="none", morale="leg-it")
    g, m = scene.g, scene.g.models[i]
    kind = g.kinds[m.kind]
    m.wounds = kind.wounds - g.p.twist_wounds
    g.sticks[n].burnt = g.sticks[n].fuse - g.sticks[n].pace
    fails = scene.dice_for(kind.morale, g.p.damage_difficulty, 0)
    scene.run(lambda: burn_fuses(g, scene.log), fails)
    told = scene.names()
    assert told.index("blast") < told.index("wound") < told.index("test") < told.index("removed")
    assert m.in_play == 0


def test_light_new_stick_keeps_those_put_out() -> None:
    scene, i, _, n = lit()
    scene.run(lambda: put_out_stick(scene.g, scene.log, i))
    other = scene.run(lambda: light_new_sticks(scene.g, scene.log, i, 1, 1), [3])
    assert other != n
    assert scene.g.sticks[n].kept == 1


def test_planner_samples_fuses() -> None:
    """A rollout draws the fuse from those that have not burnt down yet."""
    for burnt in range(10):
        seen = set()
        for die in range(1, 7):
            scene, _, _, n = lit()
            scene.g.sticks[n].burnt = burnt
            scene.g.sticks[n].fuse = 4 + die
            for draw in range(6):
                with instead("below", lambda c, n, draw=draw: draw % n):
                    resample_fuses(scene.g, 0)
                seen.add(scene.g.sticks[n].fuse)
        assert seen == {fuse for fuse in range(5, 11) if fuse > burnt}


def test_greedy_values_do_not_depend_on_fuse() -> None:
    """The greedy bot's values are the same for every fuse."""
    from carnage.engine.battle.bots.greedy import greedy
    from carnage.engine.battle.frame.questions import ACT

    valued = []
    for fuse in range(5, 11):
        scene, _, j, n = lit(5.0)
        lay_stick(scene.g, scene.log, n, scene.g.models[j].x, scene.g.models[j].y)
        scene.g.sticks[n].fuse = fuse
        scene.g.models[j].acts = 1
        offer_actions(scene.g, j)
        greedy(scene.g, 1, ACT, j)
        c = scene.g.core
        valued.append([(c.options[k].what, c.options[k].value) for k in range(c.offered)])
    assert all(values == valued[0] for values in valued)


# -------------------------------------------------------------------------------------------- tests


@pytest.mark.parametrize("value", range(9))
def test_target_ten_equals_printed_odds(value: int) -> None:
    game = preset(shooting="stat-test", resolution="target-ten")
    scene, how = Scene(game), odds.get_mechanic(game)
    for difficulty in range(1, 7):
        spread: dict[int, Fraction] = {0: Fraction()}
        for one in range(1, 11):
            number = 5 + difficulty - value
            seconds = range(1, 11) if number > 10 and one == 10 else [0]
            for two in seconds:
                dice = [one, two] if two else [one]
                with rolling(dice) as left:
                    got = attempt_test(scene.g, scene.log, 0, 0, 0, 0, value, difficulty)
                assert not left
                spread[got] = spread.get(got, Fraction()) + Fraction(1, 10 * len(seconds))
        assert spread == odds.success_distribution(how, value, difficulty)


@pytest.mark.parametrize("value", range(1, 8))
def test_push_your_throws_finds_best_sets_and_runs(value: int) -> None:
    game = preset(shooting="stat-test", resolution="push-your-throws")
    scene, how = Scene(game), odds.get_mechanic(game)
    assert isinstance(how, odds.DiceSets)
    for faces in odds._build_throw_distribution(value):
        packed = sum(n << (4 * face) for face, n in enumerate(faces))
        worth, idle = best_arrangement(scene.g, packed)
        best, left = how.count_successes(faces)
        assert worth == best, faces
        assert sum((idle >> (4 * face)) & 15 for face in range(6)) == sum(left), faces


@pytest.mark.parametrize("value", [2, *(pytest.param(n, marks=pytest.mark.soak) for n in (3, 4))])
def test_push_your_throws_enumerated_equals_printed_odds(value: int) -> None:
    """Enumerate all throws, pushed while the test would fail."""
    game = preset(shooting="stat-test", resolution="push-your-throws", luck="none")
    scene, how = Scene(game), odds.get_mechanic(game)

    def spread(dice: tuple[int, ...], difficulty: int) -> dict[int, Fraction]:
        scene.g.core.n_events = 0
        with rolling(dice) as left, instead("ask", lambda g, log, side, kind, actor: 0):
            try:
                got = attempt_test(scene.g, scene.log, 0, 0, 0, 0, value, difficulty)
            except AssertionError:
                outcomes: dict[int, Fraction] = {}
                for face in range(1, 7):
                    for key, chance in spread((*dice, face), difficulty).items():
                        outcomes[key] = outcomes.get(key, Fraction()) + chance / 6
                return outcomes
        assert not left
        return {got: Fraction(1)}

    for difficulty in (1, 2):
        total: dict[int, Fraction] = {}
        for dice in product(range(1, 7), repeat=value):
            for key, chance in spread(dice, difficulty).items():
                total[key] = total.get(key, Fraction()) + chance / 6**value
        wanted = {n: p for n, p in odds.success_distribution(how, value, difficulty).items() if p}
        assert {n: p for n, p in total.items() if p} == wanted


def test_push_your_throws_success_may_push_and_lose() -> None:
    game = preset(shooting="stat-test", resolution="push-your-throws", luck="none")
    for last, got in ((4, 2), (2, 0)):
        scene = Scene(game)
        kinds: list[int] = []

        def choose(g: Any, side: int, kind: int, actor: int, kinds: list[int] = kinds) -> int:
            kinds.append(kind)
            return int(len(kinds) == 1)

        # A pair of fours is enough; the one and the six are idle, and one of them is thrown again.
        result = scene.run(
            lambda scene=scene: attempt_test(scene.g, scene.log, 0, 0, 0, 0, 4, 1),
            [4, 4, 1, 6, last],
            choose,
        )
        assert result == got
        assert kinds[0] == PUSH


def test_classic_without_luck_table_has_rerolls() -> None:
    from carnage.engine.battle.frame.luck import reset_re_rolls
    from tests.support.rulesets import rolled as any_rolled

    scene = Scene(any_rolled())
    assert scene.g.chosen.luck == NOT_ASKED
    for side in (0, 1):
        reset_re_rolls(scene.g, side)
    assert [side.re_rolls for side in scene.g.sides] == [5, 5]
    clear(scene.g.core)
    load_all(scene.g)
    lose_aim(scene.g, scene.log, 0)
    assert scene.g.core.n_events == 0
