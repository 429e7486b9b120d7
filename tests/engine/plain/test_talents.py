"""Talents: how they are given out, and what each of them does, against the same without it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from examples_gear import foes
from scene import Scene, instead

from carnage import catalog
from carnage.engine.battle.attack.contests import opposed_roll
from carnage.engine.battle.attack.dodging import can_react
from carnage.engine.battle.attack.hand_signs import apply_sign, thump
from carnage.engine.battle.attack.range_bands import range_bands
from carnage.engine.battle.attack.sticks import number_to_throw
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.luck import reset_re_rolls
from carnage.engine.battle.frame.model_status import flight_distance, gait_distance, speed_of
from carnage.engine.battle.frame.probabilities import unit_morale
from carnage.engine.battle.frame.queries import TALENTS
from carnage.engine.battle.harm.counters import load_all, stun
from carnage.engine.battle.harm.damage import take_doom_test, wound
from carnage.engine.battle.harm.tower import take_swig
from carnage.engine.battle.move.paths import list_obstacles
from carnage.engine.battle.muster.talents import can_have_talent, dealt, picked
from carnage.engine.battle.see.line_of_sight import measure_gaps
from carnage.engine.battle.turn.action_points import do_action
from carnage.engine.battle.turn.drinks import drinks
from carnage.engine.battle.turn.objectives import try_capture
from carnage.engine.battle.turn.units import activate
from carnage.rulesets.ruleset import Ruleset, resolve
from tests.support.rulesets import drawn, rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

GAME = {
    "units": "individuals",
    "forces": "mirrored",
    "talents": "dealt",
    "arc_of_sight": "360",
    "resolution": "dice-combination",
    "shooting": "stat-test",
    "fighting": "stat-test",
    "reactions": "none",
    "luck": "none",
    "damage": "certain-death",
    "action_points": "two-ap",
    "movement": "free-movement",
    "round_structure": "action-phase",
    "activation_order": "alternating",
    "twist": "none",
    "morale": "none",
    "objectives": "points-removal",
}
WEAPONS = ("six-gun", "sabre")


def game(**others: str) -> Ruleset:
    return rolled("skirmish", **{**GAME, **others})


def scene_of(
    ruleset: Ruleset, talent: int = 0, other: int = 0, far: float = 0.0
) -> tuple[Scene, int, int]:
    """Two enemies so far apart, base to base; the first has `talent`, the second `other`."""
    scene, i, j = foes(ruleset, far, WEAPONS, WEAPONS)
    scene.g.models[i].talent, scene.g.models[j].talent = talent, other
    return scene, i, j


def both(try_out: Any) -> tuple[Any, Any]:
    """What comes of something without a talent and with it."""
    return try_out(False), try_out(True)


def steady(face: int) -> Any:
    """All dice and cards show this."""
    return (
        instead("d6", lambda *_: face),
        instead("d10", lambda *_: face),
        instead("draw_card", lambda *_: face),
    )


def with_dice(scene: Scene, act: Any, face: int = 2, choose: Any = None) -> Any:
    def rolled_so() -> Any:
        a, b, c = steady(face)
        with a, b, c:
            return act()

    return scene.run(rolled_so, (), *([choose] if choose else []))


# ---------------------------------------------------------------------------------- giving them out


def test_talents_are_numbered_in_order_of_list() -> None:
    rules = catalog.book("skirmish").table("talent-list").rules
    assert list(TALENTS.names.values()) == ["none", *[rule.code for rule in rules]]
    assert len(rules) >= 12


def test_talents_number_is_within_limits_in_every_game() -> None:
    book = catalog.book("skirmish")
    numbers = []
    for n in range(100):
        seed = drawn(f"talents {n}", book)
        ruleset = resolve(book, seed.replaced(book.digit_offset("talents"), "9"))
        numbers.append(bin(Scene(ruleset).g.talents).count("1"))
    assert min(numbers) >= 4
    assert max(numbers) <= 16


def test_talents_none_gives_none() -> None:
    assert Scene(game(talents="none")).g.talents == 0


@pytest.mark.parametrize("units", ["individuals", "squads", "ranked"])
def test_dealt_talents_go_to_different_models(units: str) -> None:
    ruleset = game(units=units)
    scene = Scene(ruleset)
    g = scene.g
    scene.run(lambda: dealt(g, scene.log), [5, 2], lambda g, *_: g.core.offered - 1)
    deal = ruleset.params["talents.dealt"]
    for side in (0, 1):
        had = [m.talent for m in g.models[: g.n_models] if m.side == side and m.talent]
        assert len(had) == len(set(had)) == deal
        assert all(g.talents >> talent & 1 for talent in had)
    assert [event.side for event in scene.events("dealt")] == [0, 1]  # the winner first
    assert len(scene.events("gift")) == 2 * deal


def test_picked_talents_alternate_and_are_unique_per_side() -> None:
    ruleset = game(talents="picked")
    scene = Scene(ruleset)
    g = scene.g
    asked: list[tuple[int, int, tuple[int, ...]]] = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        asked.append((kind, side, tuple(o.what for o in g.core.options[: g.core.offered])))
        return 0

    scene.run(lambda: picked(g, scene.log), [2, 5], choose)
    assert all(Q.HAS_HARD_TO_KILL not in what for kind, _, what in asked if kind == Q.TALENT)
    turns = [side for kind, side, _ in asked if kind == Q.TALENT]
    assert turns == [1, 0] * ruleset.params["talents.picked"]
    for side in (0, 1):
        offered = [set(what) for kind, who, what in asked if kind == Q.TALENT and who == side]
        assert all(len(later) == len(earlier) - 1 for earlier, later in itertools.pairwise(offered))


def test_talents_exclude_left_out_unit() -> None:
    scene = Scene(game(initiative="bought"))
    g = scene.g
    g.sides[0].left_out = 0
    assert not can_have_talent(g, 0, 0)
    assert can_have_talent(g, 0, 1)
    assert not can_have_talent(g, 1, 1)


# ------------------------------------------------------------------------------- what each one does


def test_hard_to_kill_saves_once() -> None:
    scene, i, _ = scene_of(game(), Q.HAS_HARD_TO_KILL)
    m = scene.g.models[i]
    scene.run(lambda: wound(scene.g, scene.log, -1, i, 1))
    assert m.wounds == 0
    assert len(scene.events("shrug")) == 1
    scene.run(lambda: wound(scene.g, scene.log, -1, i, 1))
    assert m.wounds == 1


def test_hard_to_kill_cancels_shot_and_lost_fight() -> None:
    scene, i, j = scene_of(
        game(shooting="range-bands", fighting="opposed-roll"), 0, Q.HAS_HARD_TO_KILL, 4.0
    )
    g, w = scene.g, scene.weapon("six-gun")
    measure_gaps(g, i)
    with_dice(scene, lambda: range_bands(g, scene.log, i, w, j), 9)
    assert scene.events("shrug")
    assert (g.models[j].prone, g.models[j].wounds) == (0, 0)
    scene, i, j = scene_of(game(fighting="opposed-roll"), 0, Q.HAS_HARD_TO_KILL)
    g = scene.g
    scene.run(lambda: opposed_roll(g, scene.log, i, scene.weapon("sabre"), j), [10, 1])
    assert scene.events("beaten")
    assert (g.models[j].prone, g.models[j].stun, g.models[j].out) == (0, 0, 0)


@pytest.mark.parametrize(
    ("shooting", "kind", "field", "sharper", "harder"),
    [
        ("stat-test", "test", "b", 1, 0),
        ("range-bands", "shot", "a", -1, 1),
        ("bullet-dice", "bullet", "b", -1, 1),
    ],
)
def test_crack_shot_and_hard_to_hit_change_shooting_test(
    shooting: str, kind: str, field: str, sharper: int, harder: int
) -> None:
    def shoots(talent: int, other: int) -> list[tuple[int, int]]:
        scene, i, j = scene_of(game(shooting=shooting), talent, other, 4.0)
        w = scene.weapon("six-gun")

        def act() -> None:
            with instead("first_hit", lambda *_: (j, 1)):
                do_action(scene.g, scene.log, i, Q.TO_ATTACK, w)

        with_dice(scene, act)
        return [(getattr(event, field), event.c) for event in scene.events(kind)]

    plain, sharp, elusive = shoots(0, 0), shoots(Q.HAS_CRACK_SHOT, 0), shoots(0, Q.HAS_HARD_TO_HIT)
    assert plain
    assert [number for number, _ in sharp] == [number + sharper for number, _ in plain]
    assert [number for number, _ in elusive] == [number + harder for number, _ in plain]
    if shooting == "stat-test":
        assert [difficulty for _, difficulty in elusive] == [
            difficulty + 1 for _, difficulty in plain
        ]


def test_brawler_tests_with_more_skill() -> None:
    def strikes(talented: bool) -> int:
        scene, i, _ = scene_of(game(), Q.HAS_BRAWLER * talented)
        with_dice(
            scene, lambda: do_action(scene.g, scene.log, i, Q.TO_ATTACK, scene.weapon("sabre"))
        )
        return int(scene.events("test")[0].b)

    without, with_it = both(strikes)
    assert with_it == without + 1


def test_brawler_adds_to_fight_on_either_side() -> None:
    def fights(talent: int, other: int) -> tuple[int, int]:
        scene, i, j = scene_of(game(fighting="opposed-roll"), talent, other)
        scene.run(lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("sabre"), j), [5, 5])
        (contest,) = scene.events("contest")
        return contest.a, contest.b

    mine, theirs = fights(0, 0)
    assert fights(Q.HAS_BRAWLER, 0) == (mine + 2, theirs)
    assert fights(0, Q.HAS_BRAWLER) == (mine, theirs + 2)


def test_brawler_thumps_with_one_more_die() -> None:
    def thumps(talented: bool) -> tuple[int, int]:
        scene, i, j = scene_of(game(fighting="hand-signs"), Q.HAS_BRAWLER * talented)
        with_dice(scene, lambda: thump(scene.g, scene.log, i, j))
        (event,) = scene.events("thump")
        return event.n_dice, event.b

    without, with_it = both(thumps)
    assert with_it == (without[0] + 1, without[1] + 1)


def test_fleet_and_long_legged_go_farther() -> None:
    scene, i, j = scene_of(game(), Q.HAS_FLEET)
    assert speed_of(scene.g, i) == speed_of(scene.g, j) + 2
    scene, i, j = scene_of(game(movement="gaits", morale="fleeing"), Q.HAS_LONG_LEGGED)
    g = scene.g
    for inches in (3.0, 6.0):
        assert gait_distance(g, i, inches) == gait_distance(g, j, inches) + 1
    assert flight_distance(g, i) == flight_distance(g, j) + 1


def test_surefooted_ignores_difficult_ground() -> None:
    def rough(talented: bool) -> int:
        scene, i, _ = scene_of(game(), Q.HAS_SUREFOOTED * talented)
        scene.piece(-2, 0, 3, 3, "difficult")
        list_obstacles(scene.g, i, 6.0)
        return int(scene.g.n_near_rough)

    assert both(rough) == (1, 0)


def test_gunsmith_does_not_jam() -> None:
    def jams(talented: bool) -> tuple[int, int]:
        scene, i, j = scene_of(game(shooting="range-bands"), Q.HAS_GUNSMITH * talented, 0, 4.0)
        measure_gaps(scene.g, i)
        w = scene.weapon("six-gun")
        scene.run(lambda: range_bands(scene.g, scene.log, i, w, j), [1])
        (shot,) = scene.events("shot")
        return int(scene.g.models[i].jam), int(shot.b)

    assert both(jams) == ((1, 0), (0, 0))


def test_iron_nerve_adds_to_own_and_unit_tests() -> None:
    def nerve(talented: bool) -> tuple[int, int]:
        scene, i, _ = scene_of(
            game(damage="uncertain-death", morale="fleeing"), Q.HAS_IRON_NERVE * talented
        )
        with_dice(scene, lambda: take_doom_test(scene.g, scene.log, i, 0), 6)
        return int(scene.events("test")[0].b), unit_morale(scene.g, int(scene.g.models[i].unit))

    without, with_it = both(nerve)
    assert with_it == (without[0] + 2, without[1] + 2)


def test_light_fingered_adds_to_captures() -> None:
    def tries(talented: bool) -> int:
        scene, i, _ = scene_of(
            game(objectives="interactive-objectives"), Q.HAS_LIGHT_FINGERED * talented
        )
        with_dice(scene, lambda: try_capture(scene.g, scene.log, i, 0, 0))
        return int(scene.events("test")[0].b)

    without, with_it = both(tries)
    assert with_it == without + 2


def test_born_lucky_has_more_luck() -> None:
    scene, i, j = scene_of(game(luck="luck-rolls"), Q.HAS_BORN_LUCKY)
    load_all(scene.g)
    assert scene.g.models[i].luck == scene.g.models[j].luck + 2


def test_four_leaf_clover_adds_reroll_while_bearer_is_in_play() -> None:
    scene, i, _ = scene_of(game(luck="re-roll-tokens"), Q.HAS_FOUR_LEAF_CLOVER)
    g = scene.g
    for side in (0, 1):
        reset_re_rolls(g, side)
    assert g.sides[0].re_rolls == g.sides[1].re_rolls + 1
    g.n_upright[g.models[i].side] = 0
    reset_re_rolls(g, 0)
    assert g.sides[0].re_rolls == g.sides[1].re_rolls


def test_bully_shoves_farther() -> None:
    def shoves(talented: bool) -> float:
        scene, i, j = scene_of(game(fighting="hand-signs"), Q.HAS_BULLY * talented)
        before = scene.g.models[j].x
        scene.run(lambda: apply_sign(scene.g, scene.log, i, j, Q.SHOVE, Q.THUMP))
        return float(scene.g.models[j].x - before)

    def beats(talented: bool) -> float:
        scene, i, j = scene_of(game(fighting="opposed-roll"), Q.HAS_BULLY * talented)
        before = scene.g.models[j].x
        scene.run(lambda: opposed_roll(scene.g, scene.log, i, scene.weapon("sabre"), j), [6, 3])
        return float(scene.g.models[j].x - before)

    for pushes in (shoves, beats):
        without, with_it = both(pushes)
        assert with_it == pytest.approx(without + 3.0)


def test_hollow_leg_takes_swig_without_die() -> None:
    def swigs(talented: bool) -> int:
        scene, i, _ = scene_of(game(damage="the-tower"), Q.HAS_HOLLOW_LEG * talented)
        unit = int(scene.g.models[i].unit)
        scene.run(lambda: take_swig(scene.g, scene.log, unit))
        return int(scene.g.units[unit].tower)

    assert both(swigs) == (1, 0)


@pytest.mark.parametrize("talent", [Q.HAS_HOLLOW_LEG, Q.HAS_HARD_TO_KILL])
def test_talents_do_not_help_against_drinks(talent: int) -> None:
    scene, i, _ = scene_of(game(damage="the-tower", twist="drinks"), talent)
    scene.run(lambda: drinks(scene.g, scene.log))
    assert scene.g.units[scene.g.models[i].unit].tower == 1
    assert not scene.events("shrug")


def test_alert_reacts_once_more() -> None:
    scene, i, j = scene_of(game(reactions="return-fire"), Q.HAS_ALERT)
    g = scene.g
    g.models[i].reacted = g.models[j].reacted = 1
    assert can_react(g, i)
    assert not can_react(g, j)
    g.models[i].reacted = 2
    assert not can_react(g, i)


@pytest.mark.parametrize(("talented", "stuns"), [(False, 0), (True, 0), (True, 1)])
def test_springy_stands_up_when_activated(talented: bool, stuns: int) -> None:
    scene, i, _ = scene_of(game(fighting="opposed-roll"), Q.HAS_SPRINGY * talented)
    m = scene.g.models[i]
    m.prone, m.stun = 1, stuns
    scene.run(lambda: activate(scene.g, scene.log, int(m.unit)))
    assert m.prone == int(not talented or stuns > 0)


def test_thick_skull_takes_one_stun_less() -> None:
    scene, i, _ = scene_of(game(fighting="opposed-roll"), Q.HAS_THICK_SKULL)
    m = scene.g.models[i]
    scene.run(lambda: stun(scene.g, scene.log, i, 1))
    assert m.stun == 0
    scene.run(lambda: stun(scene.g, scene.log, i, 3))
    assert m.stun == 2


def test_sapper_needs_lower_number_to_throw() -> None:
    def needs(talented: bool) -> int:
        scene, i, j = scene_of(game(twist="dynamite"), Q.HAS_SAPPER * talented, 0, 8.0)
        t = scene.g.models[j]
        return number_to_throw(scene.g, i, t.x, t.y)

    without, with_it = both(needs)
    assert with_it == without - 2
