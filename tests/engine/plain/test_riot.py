"""Riot Dice to the letter: towers and who falls with them, bullets, hand signs, boots, loot and
leaving.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from examples_riot import steady
from scene import Scene, always, answering, instead

from carnage.engine.battle.attack.attacks import has_target
from carnage.engine.battle.attack.bullets import (
    HIT,
    LOST,
    STOPPED,
    first_hit,
    line_of_fire,
    resolve_bullet,
)
from carnage.engine.battle.attack.hand_signs import fight, hand_signs
from carnage.engine.battle.bots.risk import leaving_wins
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.questions import (
    ACT,
    BULLET,
    HAND,
    MOVE,
    PICK,
    PINCH,
    SHOVE,
    THUMP,
    TO_BOOT_IN,
    TO_BOOT_UP,
    TO_MOVE,
)
from carnage.engine.battle.frame.talent_list import HAS_BRAWLER
from carnage.engine.battle.harm.damage import resolve_harm, wound
from carnage.engine.battle.harm.losses import remove_model
from carnage.engine.battle.harm.tower import carry_tower, strike_towers, take_swig, tower_bearer
from carnage.engine.battle.move.loot import drop_loot, scoop_loot
from carnage.engine.battle.move.paths import clear_distance, list_obstacles
from carnage.engine.battle.move.scoot import scoot
from carnage.engine.battle.move.scoot_dice import DISCARD, offer_dice
from carnage.engine.battle.see.line_of_sight import measure_gaps, sees
from carnage.engine.battle.turn.action_points import offer_actions, play_actions
from carnage.engine.battle.turn.drinks import drinks
from carnage.engine.battle.turn.leg_it import force_leaving, leg_it
from carnage.engine.battle.turn.objectives import score_round
from carnage.engine.battle.turn.round_structure import play_round
from carnage.engine.battle.turn.units import activate, can_activate
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

RIOT = {
    "units": "individuals",
    "round_structure": "action-phase",
    "activation_order": "alternating",
    "action_points": "two-ap",
    "movement": "free-movement",
    "shooting": "bullet-dice",
    "fighting": "hand-signs",
    "damage": "the-tower",
    "morale": "leg-it",
    "objectives": "loot",
    "game_length": "the-clock",
    "twist": "none",
    "table": "4",
}


def riot(**options: str) -> Scene:
    return Scene(rolled(book="skirmish", **RIOT | options)).begun()


def facing_off(scene: Scene, gap: float = 0.0) -> tuple[int, int]:
    """A model of each side in the middle of the table, so far apart."""
    mine, theirs = 0, scene.g.half
    scene.put(mine, 0, 0)
    scene.put(theirs, 2 * scene.g.radius + gap, 0)
    return mine, theirs


def showing(*signs: int) -> Callable[..., int]:
    """Side 0 shows the first sign, side 1 the second, when asked; all else is the first option."""

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        return signs[side] if kind == HAND else 0

    return choose


# --------------------------------------------------------------------------------------- hand signs

BEATEN_BY = {THUMP: SHOVE, SHOVE: PINCH, PINCH: THUMP}
DOES = {THUMP: "thump", SHOVE: "shove", PINCH: "steal"}


@pytest.mark.parametrize(("mine", "theirs"), list(product(range(3), repeat=2)))
def test_hand_signs_have_nine_published_results(mine: int, theirs: int) -> None:
    """Compare which of both signs take effect, the active model's first."""
    scene = steady(riot())
    g = scene.g
    i, j = facing_off(scene)
    g.sides[0].stash = g.sides[1].stash = 3
    g.p.fighting_most, g.p.fighting_idle = 1, 9
    wanted = []
    if BEATEN_BY[mine] != theirs and (mine, theirs) != (PINCH, PINCH):
        wanted.append((DOES[mine], 0))
    if BEATEN_BY[theirs] != mine and (mine, theirs) != (PINCH, PINCH):
        wanted.append((DOES[theirs], 1))
    with (
        instead("draw_fall_added", always(False)),
        instead("draw_fall_moved", always(False)),
        instead("d6", always(True)),
        instead("separate_fighters", lambda *_: None),
        answering(showing(mine, theirs)),
    ):
        fight(g, scene.log, i, j)
    events = [
        (name, 1 - event.side if name == "shove" else event.side)
        for name, event in zip(scene.names(), scene.log.events, strict=False)
        if name in DOES.values()
    ]
    assert events == wanted


@pytest.mark.parametrize("leading", [True, False])
@pytest.mark.parametrize("sign", [THUMP, SHOVE, PINCH])
def test_fight_knocked_out_model_shows_no_sign(sign: int, leading: bool) -> None:
    scene = steady(riot(damage="slowed", shooting="range-bands"))
    g = scene.g
    i, j = facing_off(scene)
    g.models[j].out = 2
    g.sides[1].stash = 3
    with instead("d6", always(True)), answering(showing(sign, -1)):
        fight(g, scene.log, *((i, j) if leading else (j, i)))
    (shown,) = scene.events("signs")
    assert (shown.actor, shown.target, shown.a, shown.b) == (i, j, sign, -1)
    assert len(scene.events(DOES[sign])) == 1


def test_fight_of_two_knocked_out_models_does_not_begin() -> None:
    scene = steady(riot(damage="slowed", shooting="range-bands"))
    i, j = facing_off(scene)
    scene.g.models[i].out = scene.g.models[j].out = 1
    fight(scene.g, scene.log, i, j)
    assert scene.names() == []


def test_fight_fallen_model_does_not_reply() -> None:
    scene = riot()
    i, j = facing_off(scene)
    with (
        instead("draw_fall_added", always(True)),
        instead("d6", lambda *_: 6),
        answering(showing(THUMP, THUMP)),
    ):
        fight(scene.g, scene.log, i, j)
    assert [event.side for event in scene.events("thump")] == [0]
    assert scene.g.models[j].fallen == 1
    assert scene.g.models[i].fallen == 0


def test_fight_continues_until_apart() -> None:
    """Two fists always have an effect, so only the limit on throws ends the fight."""
    scene = steady(riot())
    g = scene.g
    i, j = facing_off(scene)
    with (
        instead("draw_fall_added", always(False)),
        instead("draw_fall_moved", always(False)),
        instead("d6", lambda *_: 1),
        answering(showing(THUMP, THUMP)),
    ):
        fight(g, scene.log, i, j)
    assert len(scene.events("signs")) == g.p.fighting_most
    assert round(g.models[j].x - g.models[i].x - 2 * g.radius, 3) == g.p.fighting_part


@pytest.mark.parametrize("signs", [(PINCH, PINCH), (PINCH, SHOVE)])
def test_fight_three_throws_without_effect_part_models(signs: tuple[int, int]) -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)  # both stashes are empty, so that no pinch takes anything
    with answering(showing(*signs)):
        fight(g, scene.log, i, j)
    assert len(scene.events("signs")) == g.p.fighting_idle == 3
    assert g.models[j].x - g.models[i].x > 2 * g.radius + 0.9


def test_shove_without_room_has_no_effect() -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    scene.put(g.half + 1, 4 * g.radius, 0)  # close behind
    with answering(showing(SHOVE, THUMP)):
        fight(g, scene.log, i, j)
    assert len(scene.events("signs")) == g.p.fighting_idle


def test_shove_moves_three_inches_straight_away() -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    x, y = g.models[j].x, g.models[j].y
    with answering(showing(SHOVE, THUMP)):
        fight(g, scene.log, i, j)
    assert (round(g.models[j].x - x, 3), g.models[j].y) == (3.0, y)
    assert not scene.events("thump")
    assert len(scene.events("signs")) == 1


@pytest.mark.parametrize(("kinds", "dice"), [(("impassable", "blocking"), 1), (("difficult",), 0)])
def test_shove_into_terrain_does_one_damage(kinds: tuple[str, ...], dice: int) -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    scene.piece(5, 0, 4, 4, *kinds)
    with instead("draw_fall_added", always(False)), answering(showing(SHOVE, THUMP)):
        fight(g, scene.log, i, j)
    assert g.units[g.models[j].unit].tower == dice


def test_shoved_model_moves_its_tower_for_its_own_player() -> None:
    """So its tower may fall, although the other side shoved."""
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    g.units[g.models[j].unit].tower = 4
    with instead("draw_fall_moved", always(True)), answering(showing(SHOVE, THUMP)):
        fight(g, scene.log, i, j)
    assert g.models[j].fallen == 1


def test_pinch_takes_loot_up_to_stash() -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    g.sides[1].stash = g.sides[1].victory = 1
    with answering(showing(PINCH, SHOVE)):
        fight(g, scene.log, i, j)
    assert (g.sides[0].stash, g.sides[1].stash) == (1, 0)
    assert (g.sides[0].victory, g.sides[1].victory) == (1, 0)
    assert len(scene.events("steal")) == 1
    assert len(scene.events("signs")) == 1 + g.p.fighting_idle


def test_pinch_without_loot_costs_next_activation() -> None:
    scene = riot(objectives="points-removal")
    g = scene.g
    i, j = facing_off(scene)
    with answering(showing(PINCH, SHOVE)):
        fight(g, scene.log, i, j)
    assert g.models[j].pinched == 1
    unit = g.models[j].unit
    scene.run(lambda: activate(g, scene.log, unit))
    assert [event.actor for event in scene.events("held-up")] == [unit]
    assert g.models[j].pinched == 0
    scene.run(lambda: activate(g, scene.log, unit))
    assert len(scene.events("held-up")) == 1


@pytest.mark.parametrize(("value", "harm"), [(2, 1), (3, 2), (6, 2)])
def test_thump_at_toughness_does_big_damage(value: int, harm: int) -> None:
    scene = steady(riot())
    g = scene.g
    i, j = scene.find(0, "hand"), scene.find(1, "hand")
    scene.put(i, 0, 0)
    scene.put(j, 2 * g.radius, 0)
    g.p.fighting_most = 1
    with (
        instead("draw_fall_added", always(False)),
        instead("draw_fall_moved", always(False)),
        instead("d6", lambda *_: value),
        answering(showing(THUMP, PINCH)),
    ):
        fight(g, scene.log, i, j)
    assert g.kinds[g.models[j].kind].toughness == 3
    assert g.units[g.models[j].unit].tower == harm  # a knife is one die, weak 1 and big 2


@pytest.mark.parametrize(("value", "doomed"), [(2, 0), (3, 1)])
def test_weak_hit_does_nothing_if_one_wound_is_as_bad_as_two(value: int, doomed: int) -> None:
    """Try thumps and bullets, below the Toughness and at it."""
    for talent in (0, HAS_BRAWLER):
        scene = riot(damage="doomed", units="squads", talents="picked")
        g = scene.g
        i, j = int(g.units[0].first), scene.find(1, "hand")
        assert g.units[0].count > 1
        scene.put(i, 0, 0)
        scene.put(i + 1, 2 * g.radius, 2 * g.radius)
        scene.put(j, 2 * g.radius, 0)
        g.models[i].talent = talent
        g.p.fighting_most = 1
        with instead("d6", lambda *_: value), answering(showing(THUMP, PINCH)):
            fight(g, scene.log, i, j)
        assert scene.events("thump")[0].n_dice >= 2
        assert g.models[j].doomed == doomed
    g.models[j].doomed = 0
    die = g.thrown[0]
    die.x, die.y, die.value, die.live = g.models[j].x, g.models[j].y, value, 1
    scene.run(lambda: resolve_bullet(g, scene.log, i, scene.weapon("six-gun"), 0, 0, 0))
    assert g.models[j].doomed == doomed


def test_thump_uses_all_close_weapons() -> None:
    scene = steady(riot())
    g = scene.g
    i, j = scene.find(0, "bruiser"), scene.find(1, "hand")
    scene.put(i, 0, 0)
    scene.put(j, 2 * g.radius, 0)
    g.p.fighting_most = 1
    with (
        instead("draw_fall_added", always(False)),
        instead("draw_fall_moved", always(False)),
        instead("d6", lambda *_: 6),
        answering(showing(THUMP, PINCH)),
    ):
        fight(g, scene.log, i, j)
    assert scene.events("thump")[0].n_dice == 3  # a sabre's two and a club's one


def test_move_into_contact_ends_activation() -> None:
    """The model is not asked again, although it has an action left."""
    scene = riot()
    g = scene.g
    i, _ = facing_off(scene, gap=4)
    asked = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        asked.append(kind)
        options = [g.core.options[k] for k in range(g.core.offered)]
        if kind == ACT:
            return next(k for k, o in enumerate(options) if o.what == TO_MOVE)
        if kind == MOVE:
            return max(range(len(options)), key=lambda k: options[k].x)
        return SHOVE if kind == HAND and side == 0 else 0

    g.p.fighting_most = 1
    with instead("d6", lambda *_: 1), instead("draw_fall_added", always(False)):
        scene.run(lambda: activate(g, scene.log, g.models[i].unit), choose=choose)
    assert asked.count(ACT) == 1
    assert g.fighting == 1
    assert len(scene.events("fight")) == 1
    assert scene.events("fight")[0].actor == i
    assert scene.names()[-1] == "swig"


def test_fight_happens_once_per_pair_and_activation() -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    g.models[i].bumped = 1
    with answering(showing(PINCH, PINCH)):
        hand_signs(g, scene.log)
        g.models[j].x = g.models[i].x + 2 * g.radius
        g.models[j].bumped = 1
        hand_signs(g, scene.log)
    assert len(scene.events("fight")) == 1


# ------------------------------------------------------------------------------------------- towers


def test_swig_follows_activation() -> None:
    scene = riot()
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 20, 0)
    scene.run(lambda: activate(g, scene.log, 0))
    assert g.units[0].tower == g.p.damage_swig == 1
    scene.lay(0)
    assert not can_activate(g, 0)
    take_swig(g, scene.log, 0)
    assert g.units[0].tower == 1


@pytest.mark.parametrize(("attack_dice", "swig"), [(0, 0), (1, 1)])
def test_swig_is_not_taken_by_side_without_dice_for_actions(attack_dice: int, swig: int) -> None:
    scene = riot(action_points="secret-allocation")
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 20, 0)
    g.sides[0].move_dice = 0
    g.sides[0].attack_dice = attack_dice
    scene.run(lambda: activate(g, scene.log, 0))
    assert g.units[0].tower == swig


def test_wound_adds_one_die_per_point() -> None:
    """The third die fells the tower, so the rest are not added."""
    scene = riot()
    g = scene.g
    scene.put(0, 0, 0)
    with instead("draw_fall_added", lambda g, side, n: n == 3):
        wound(g, scene.log, -1, 0, 5)
    assert [(event.a, event.b) for event in scene.events("tower")] == [(3, 3)]
    assert g.models[0].fallen == 1
    assert g.units[0].tower == 0
    wound(g, scene.log, -1, 0, 2)
    assert g.units[0].tower == 0


@pytest.mark.parametrize("by", [0, 1])
def test_struck_tower_falls_only_if_owner_threw(by: int) -> None:
    scene = riot()
    g = scene.g
    m = scene.put(0, 0, 0)
    g.units[0].tower = 4
    with instead("draw_fall_struck", always(True)):
        strike_towers(g, scene.log, by, m.x + g.radius, m.y)
    assert g.units[0].tower == 0
    assert g.models[0].fallen == (1 if by == 0 else 0)
    assert scene.names()[:2] == ["strike", "fall" if by == 0 else "sober"]


def test_strike_beyond_reach_misses_tower() -> None:
    scene = riot()
    g = scene.g
    m = scene.put(0, 0, 0)
    g.units[0].tower = 4
    with instead("draw_fall_struck", always(True)):
        strike_towers(g, scene.log, 0, m.x + g.radius + 0.4, m.y)
    assert g.units[0].tower == 4


@pytest.mark.parametrize("by", [0, 1])
def test_cascade_counts_as_knocked_over_by_its_first_side(by: int) -> None:
    """Use three towers an inch apart (mine, theirs, mine) and one that is too far away."""
    scene = riot()
    g = scene.g
    step = 2 * g.radius + 1.0
    models = [0, g.half, 1, 2]
    for n, i in enumerate(models):
        scene.put(i, n * step + (0.1 if n == 3 else 0.0), 0)
        g.units[g.models[i].unit].tower = 3
    with instead("draw_fall_struck", always(True)):
        strike_towers(g, scene.log, by, g.models[0].x, g.models[0].y)
    down = [bool(g.models[i].fallen) for i in models]
    assert down == ([True, False, True, False] if by == 0 else [False, True, False, False])
    assert [g.units[g.models[i].unit].tower for i in models] == [0, 0, 0, 3]


def test_carried_tower_may_fall_and_end_activation() -> None:
    scene = riot()
    g = scene.g
    m = scene.put(0, 0, 0)
    scene.put(g.half, 20, 0)
    g.units[0].tower = 2
    moved = []

    def topples(_: Any, side: int, dice: int, inches: float) -> bool:
        moved.append((side, dice, round(inches, 3)))
        return True

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        return 1

    x, y = m.x, m.y
    with instead("draw_fall_moved", topples):
        scene.run(lambda: activate(g, scene.log, 0), choose=choose)
    assert moved == [(0, 2, round(math.dist((x, y), (m.x, m.y)), 3))]
    assert m.fallen == 1
    assert len(scene.events("move")) == 1
    assert not scene.events("swig")


def test_first_fall_counts_as_removal_and_second_does_not() -> None:
    scene = riot(objectives="points-removal")
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 20, 0)
    with instead("draw_fall_added", always(True)):
        wound(g, scene.log, -1, 0, 1)
        assert g.sides[1].victory == g.units[0].points
        g.models[0].fallen = 0
        update_upright(g)
        wound(g, scene.log, -1, 0, 1)
    assert g.models[0].fallen == 1
    assert g.sides[1].victory == g.units[0].points
    assert len(scene.events("unit-lost")) == 1


def test_fallen_model_is_no_target_and_no_obstacle() -> None:
    scene = riot(shooting="stat-test", fighting="stat-test")
    g = scene.g
    i, j = facing_off(scene, gap=2)
    w = scene.weapon("six-gun")
    measure_gaps(g, i)
    assert has_target(g, i, w)
    scene.lay(j)
    g.looked = -1
    measure_gaps(g, i)
    assert not has_target(g, i, w)
    list_obstacles(g, i, 9.0)
    assert clear_distance(g, g.models[i].x, g.models[i].y, 1.0, 0.0, 9.0) == 9.0


@pytest.mark.parametrize(("state", "there"), [("prone", True), ("fallen", False)])
def test_prone_model_is_obstacle_and_blocks_sight(state: str, there: bool) -> None:
    """A prone model keeps its tower and counts as standing; a fallen model does not."""
    scene = riot(shooting="stat-test", fighting="opposed-roll", line_of_sight="models-eye-view")
    g = scene.g
    i, j = facing_off(scene, gap=2)
    behind = g.half + 1
    scene.put(behind, g.models[j].x - scene.middle + 3, g.models[j].y - scene.middle)
    setattr(g.models[j], state, 1)
    update_upright(g)
    x, y = g.models[i].x, g.models[i].y
    assert sees(g, i, x, y, behind) != there
    list_obstacles(g, i, 9.0)
    run = clear_distance(g, x, y, 1.0, 0.0, 9.0)
    assert run == pytest.approx(2.0 if there else 5.0, abs=0.001)


@pytest.mark.parametrize("units", ["individuals", "squads"])
def test_drinks_add_die_to_every_tower(units: str) -> None:
    scene = riot(units=units, twist="drinks")
    g = scene.g
    for i in range(g.half):
        scene.put(i, 2 * i - 8, 0)
    scene.lay(0)
    with instead("draw_fall_added", always(False)):
        drinks(g, scene.log)
    mine = [u for u in g.units[: g.n_units] if u.side == 0]
    standing = [
        sum(g.models[i].fallen == 0 for i in range(u.first, u.first + u.count)) for u in mine
    ]
    assert [u.tower for u in mine] == [int(count > 0) for count in standing]
    assert any(u.count > 1 for u in mine) == (units == "squads")


def test_short_shove_does_not_shake_tower() -> None:
    scene = riot()
    scene.put(0, 0, 0)
    scene.g.units[0].tower = 9
    with instead("draw_fall_moved", always(True)):
        carry_tower(scene.g, scene.log, 0, 0.01)
    assert scene.g.models[0].fallen == 0


# ------------------------------------------------------------------------------------------ bullets


def shot(scene: Scene, i: int, far: float = 8.0) -> tuple[int, int]:
    """What a bullet meets that model i fires due east."""
    m = scene.g.models[i]
    return first_hit(scene.g, i, m.x, m.y, m.x + 1, m.y, far)


def test_bullet_hits_first_thing_on_its_line() -> None:
    scene = riot()
    i, j = facing_off(scene, gap=4)
    assert shot(scene, i) == (j, HIT)
    friend = 1
    scene.put(friend, 2, 0)
    assert shot(scene, i) == (friend, HIT)
    scene.lay(friend)
    assert shot(scene, i) == (j, HIT)
    scene.lay(j)
    assert shot(scene, i) == (-1, LOST)


@pytest.mark.parametrize(("turned", "struck"), [(1, HIT), (-1, LOST)])
def test_bullet_that_flies_out_of_the_arc_is_lost(turned: int, struck: int) -> None:
    scene = riot(arc_of_sight="180")
    g = scene.g
    i, j = facing_off(scene, gap=4)
    g.models[i].fx, g.models[i].fy = float(turned), 0.0
    die = g.thrown[0]
    die.x, die.y, die.value, die.live = g.models[j].x, g.models[j].y, 4, 1
    met = line_of_fire(g, scene.log, i, scene.weapon("long-rifle"), 0)
    assert met == ((j, HIT) if struck == HIT else (-1, LOST))


@pytest.mark.parametrize(("gap", "struck"), [(7.9, HIT), (8.1, LOST)])
def test_bullet_range_is_that_of_weapon(gap: float, struck: int) -> None:
    scene = riot()
    i, _ = facing_off(scene, gap=gap)
    assert shot(scene, i)[1] == struck


def bullet_past(scene: Scene, aside: float, answer: int) -> tuple[list[int], tuple[int, int]]:
    """A die lies eight inches off, an enemy halfway and so many radii aside: whom the player is
    offered (the first option is what lies straight ahead), and what that answer hits.
    """
    g = scene.g
    i, j = facing_off(scene, gap=0)
    scene.put(j, 4, aside * g.radius)
    die = g.thrown[0]
    die.x, die.y, die.value, die.live = g.models[i].x + 8, g.models[i].y, 4, 1
    offered: list[int] = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        assert (side, kind, actor) == (0, BULLET, i)
        offered.extend(int(g.core.options[k].who) for k in range(g.core.offered))
        return answer

    with answering(choose):
        met = line_of_fire(g, scene.log, i, scene.weapon("long-rifle"), 0)
    return offered, met


def test_bullet_near_enemy_may_hit_it_by_choice() -> None:
    j = riot().g.half
    assert bullet_past(riot(), 0.0, 0) == ([], (j, HIT))  # every line hits
    assert bullet_past(riot(), 1.3, 1) == ([-1, j], (j, HIT))  # from the side of the base
    assert bullet_past(riot(), 1.3, 0) == ([-1, j], (-1, LOST))
    assert bullet_past(riot(), -0.9, 1) == ([j, -1], (-1, LOST))
    assert bullet_past(riot(), 2.2, 0) == ([], (-1, LOST))  # none does


def test_bullet_past_enemy_may_meet_what_is_behind() -> None:
    scene = riot()
    scene.piece(7, 0, 1, 8, "blocking")
    assert bullet_past(scene, -0.9, 1) == ([scene.g.half, -1], (-1, STOPPED))


def test_bullet_may_go_past_friend() -> None:
    scene = riot()
    friend = 1
    scene.put(friend, 2, scene.g.radius * 0.8)
    offered, met = bullet_past(scene, 0.0, 1)
    assert offered == [friend, scene.g.half]
    assert met == (scene.g.half, HIT)


def test_bullet_is_stopped_by_terrain_unless_target_is_in_it() -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene, gap=4)
    scene.piece(2, 0, 1, 4, "blocking")
    assert shot(scene, i) == (-1, STOPPED)
    g.pieces[0].x = g.models[i].x  # the shooter is in it
    assert shot(scene, i) == (j, HIT)
    g.pieces[0].x = g.models[j].x  # the model that is hit is in it
    assert shot(scene, i) == (j, HIT)
    g.pieces[0].x = g.models[j].x + 3  # behind it
    assert shot(scene, i) == (j, HIT)
    g.pieces[0].x, g.pieces[0].blocking = scene.middle + 2, 0  # a pond
    assert shot(scene, i) == (j, HIT)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("toughness", [2, 3, 5])
def test_bullet_damage_depends_on_toughness(toughness: int, value: int) -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene, gap=4)
    w = scene.weapon("long-rifle")
    g.kinds[g.models[j].kind].toughness = toughness
    die = g.thrown[0]
    die.x, die.y, die.value, die.live = g.models[j].x, g.models[j].y, value, 1
    with instead("draw_fall_added", always(False)):
        scene.run(lambda: resolve_bullet(g, scene.log, i, w, 0, 0, 0))
    assert g.units[g.models[j].unit].tower == (3 if value >= toughness else 1)


def test_defend_die_counts_against_all_bullets_of_throw() -> None:
    scene = riot(action_points="secret-allocation")
    g = scene.g
    i, j = facing_off(scene, gap=4)
    g.sides[1].defend_dice = 2
    w = scene.weapon("six-gun")
    g.kinds[g.models[j].kind].toughness = 3
    for n in range(2):
        die = g.thrown[n]
        die.x, die.y, die.value, die.live = g.models[j].x, g.models[j].y, 3, 1
    with instead("draw_fall_added", always(False)), answering(lambda *_: 1):
        asked, guarded = resolve_bullet(g, scene.log, i, w, 0, 0, 0)
        resolve_bullet(g, scene.log, i, w, 1, asked, guarded)
    assert [(event.b, event.c) for event in scene.events("bullet")] == [(4, 1), (4, 1)]
    assert g.sides[1].defend_dice == 1


# ---------------------------------------------------------------------------- scoots and their dice


def lay_dice(scene: Scene, *dice: tuple[int, float]) -> None:
    """Move Dice due east of model 0: each with its number and how far from it."""
    for n, (value, far) in enumerate(dice):
        die = scene.g.thrown[n]
        die.x, die.y, die.value, die.live = scene.middle + far, scene.middle, value, 1


def offered(scene: Scene, dice: int) -> list[tuple[int, int, float]]:
    """What may be done with which die, and how far that goes."""
    g = scene.g
    offer_dice(g, 0, 0, dice)
    options = [g.core.options[k] for k in range(g.core.offered)]
    return [(o.what, o.other, round(o.x - scene.middle, 2)) for o in options]


DICE = ((5, 9.0), (2, 12.0), (3, 4.0))


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("all-the-way", {(0, 0, 5.0), (0, 1, 2.0), (0, 2, 3.0)}),
        ("nearest-first", {(0, 2, 3.0)}),
        ("ascending", {(0, 1, 2.0)}),
    ],
)
def test_scoot_dice_options_limit_dice(code: str, wanted: set[tuple[int, int, float]]) -> None:
    scene = riot(movement="scoot", scoot_dice=code)
    scene.put(0, 0, 0)
    lay_dice(scene, *DICE)
    assert set(offered(scene, 3)) == wanted


def test_scoot_die_may_be_discarded_or_followed_in_part() -> None:
    scene = riot(movement="scoot", scoot_dice="may-discard")
    scene.put(0, 0, 0)
    lay_dice(scene, *DICE)
    assert sorted(die for what, die, _ in offered(scene, 3) if what == DISCARD) == [0, 1, 2]
    scene = riot(movement="scoot", scoot_dice="may-stop-short")
    scene.put(0, 0, 0)
    lay_dice(scene, *DICE)
    assert {far for what, die, far in offered(scene, 3) if die == 0} == {5.0, 2.5, 0.0}


def test_scoot_die_reached_pulls_no_farther() -> None:
    scene = riot(movement="scoot")
    scene.put(0, 0, 0)
    lay_dice(scene, (6, 3.0))
    ((_, _, far),) = offered(scene, 1)
    assert far == pytest.approx(3.0 - scene.g.radius - 0.35, abs=0.01)


def test_scoot_away_from_enemy_in_contact_is_possible() -> None:
    scene = riot(movement="scoot")
    g = scene.g
    i, _ = facing_off(scene)
    g.acting, g.units[g.models[i].unit].activated = g.models[i].unit, 1
    g.n_thrown = 2
    for n, far in enumerate((-4.0, -9.0)):
        g.thrown[n].x, g.thrown[n].y, g.thrown[n].value = scene.middle + far, scene.middle, 2
    scene.run(lambda: scoot(g, scene.log, i))
    assert len(scene.events("use")) == 2
    assert round(g.models[i].x - scene.middle, 2) == -4.0 + 0.5 + 0.35 - 0.85


@pytest.mark.parametrize(
    ("acts", "began_as", "throws"),
    [(True, 3, 1), (True, 1, 2), (False, 3, 2)],
    ids=["a squad's later Move", "a squad of one", "shouts at another squad"],
)
def test_scoot_squad_follows_dice_of_its_own_throw(acts: bool, began_as: int, throws: int) -> None:
    scene = riot(movement="scoot", units="squads", size="mob")
    g = scene.g
    scene.put(0, 0, 0)
    g.units[0].count, g.units[0].activated = began_as, int(acts)
    g.acting, g.n_thrown = 0 if acts else 1, 0
    with answering(lambda *_: 0):
        for _ in range(2):
            scoot(g, scene.log, 0)
    assert len(scene.events("throw")) == throws
    assert (g.n_thrown > 0) == (throws == 1), (
        "what the acting squad threw, and nothing else, lies for later"
    )


def test_tower_bearer_is_first_standing_model_until_one_acts() -> None:
    scene = riot(units="squads", size="mob")
    g = scene.g
    for i in range(3):
        scene.put(i, 2 * i, 0)
    assert tower_bearer(g, 0) == 0
    scene.lay(0)
    assert tower_bearer(g, 0) == 1
    g.units[0].bearer = 2
    assert tower_bearer(g, 0) == 2
    scene.lay(2)
    assert tower_bearer(g, 0) == 1


# -------------------------------------------------------------------------------------------- boots


def can(scene: Scene, i: int) -> set[int]:
    """What model i may do."""
    offer_actions(scene.g, i)
    return {scene.g.core.options[k].what for k in range(scene.g.core.offered)}


def test_boots_need_fallen_model_in_contact() -> None:
    scene = riot()
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(1, 0, 2 * g.radius)
    scene.put(g.half, 2 * g.radius, 0)
    assert not can(scene, 0) & {TO_BOOT_UP, TO_BOOT_IN}
    scene.lay(1, g.half)
    assert can(scene, 0) & {TO_BOOT_UP, TO_BOOT_IN} == {TO_BOOT_UP}  # the enemy's stash is empty
    g.sides[1].stash = 2
    assert can(scene, 0) & {TO_BOOT_UP, TO_BOOT_IN} == {TO_BOOT_UP, TO_BOOT_IN}
    g.models[1].x += 0.5
    g.models[g.half].x += 0.5
    assert not can(scene, 0) & {TO_BOOT_UP, TO_BOOT_IN}


def test_boot_up_after_time_is_up_is_not_offered() -> None:
    scene = riot()
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(1, 0, 2 * g.radius)
    scene.lay(1)
    scene.put(g.half, 9, 0)
    assert TO_BOOT_UP in can(scene, 0)
    g.time_up = 3
    assert TO_BOOT_UP not in can(scene, 0)


def test_standing_up_beside_enemy_starts_fight() -> None:
    scene = riot()
    g = scene.g
    i, j = facing_off(scene)
    lifter = 1
    scene.lay(i)
    scene.put(lifter, -2 * g.radius, 0)

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if kind == ACT:
            return next(k for k in range(g.core.offered) if g.core.options[k].what == TO_BOOT_UP)
        return SHOVE if kind == HAND and side == 0 else THUMP

    scene.run(lambda: play_actions(g, scene.log, lifter), choose=choose)
    (broken,) = scene.events("fight")
    assert (broken.actor, broken.target) == (i, j)
    assert g.fighting == 1


# --------------------------------------------------------------------------------- loot and leaving


def test_drop_loot_is_four_inches_from_edges() -> None:
    scene = riot(table="2")
    g = scene.g
    scene.piece(0, 5, 8, 8, "impassable")
    drop_loot(g, scene.log)
    assert g.n_loot == 13
    for n in range(13):
        token = g.loot[n]
        assert 4 + g.token_radius <= min(token.x, token.y)
        assert max(token.x, token.y) <= g.table - 4 - g.token_radius
    assert (g.loot[12].x, g.loot[12].y) == (scene.middle, scene.middle)
    assert all(
        g.loot[n].y < scene.middle + 1 or abs(g.loot[n].x - scene.middle) > 4 for n in range(12)
    )


@pytest.mark.parametrize(("gap", "caught"), [(6.0, True), (6.01, False)])
def test_leg_it_enemy_within_six_inches_catches(gap: float, caught: bool) -> None:
    scene = riot()
    g = scene.g
    i, _ = facing_off(scene, gap=gap)
    g.sides[0].stash = g.sides[0].victory = 3
    leg_it(g, scene.log, 0, 0)
    assert g.models[i].in_play == 0
    assert g.sides[0].stash == g.sides[0].victory == (2 if caught else 3)
    assert scene.names()[1] == ("removed" if caught else "leave")
    assert g.over == 1
    scoop_loot(g, scene.log)
    assert g.sides[1].stash == (1 if caught else 0)


def test_leg_it_loses_share_of_score_of_ground() -> None:
    scene = riot(objectives="positional-objectives")
    g = scene.g
    facing_off(scene)
    g.sides[0].victory, g.sides[1].victory = 5, 2
    leg_it(g, scene.log, 0, 0)
    assert (g.sides[0].victory, g.sides[1].victory) == (3, 3), "the enemy scores for one caught"


@pytest.mark.parametrize(("score", "wins"), [(8, False), (9, False), (10, True)])
def test_leaving_wins_if_rest_of_score_beats_enemy_with_all_markers(score: int, wins: bool) -> None:
    scene = riot(objectives="positional-objectives")
    g = scene.g
    facing_off(scene)
    g.n_markers = 3
    g.sides[0].victory, g.sides[1].victory = score, 2
    assert leaving_wins(g, 0) == wins


def test_leg_it_with_empty_stash_drops_nothing() -> None:
    scene = riot()
    facing_off(scene)
    leg_it(scene.g, scene.log, 0, 0)
    assert not scene.events("drop")
    assert scene.g.sides[0].stash == 0


def test_leg_it_of_model_gives_share_of_its_points() -> None:
    scene = riot(objectives="points-removal")
    g = scene.g
    i, _ = facing_off(scene)
    scene.put(1, -20, 0)
    leg_it(g, scene.log, 0, 0)
    assert g.sides[1].victory == g.units[g.models[i].unit].points + -(-g.units[1].points // 4)
    assert g.over == 1
    assert g.sides[0].models == 0


def test_leg_it_is_forced_if_nobody_stands() -> None:
    scene = riot()
    g = scene.g
    i, _ = facing_off(scene)
    force_leaving(g, scene.log)
    assert g.over == 0
    scene.lay(i)
    force_leaving(g, scene.log)
    assert g.sides[0].gone == 1
    assert scene.events("leg-it")[0].a == 1


def test_last_side_scoops_up_loot() -> None:
    scene = riot()
    g = scene.g
    i, _ = facing_off(scene)
    g.loot[0].down = g.loot[1].down = 1
    g.n_loot = 2
    scoop_loot(g, scene.log)
    assert not scene.events("scoop")  # both are still there
    scene.lay(i)
    scoop_loot(g, scene.log)
    assert g.sides[1].stash == g.sides[1].victory == 2


def test_leg_it_with_loot_ends_game_at_once() -> None:
    scene = riot(round_structure="the-bell", activation_order="any-model", twist="drinks")
    g = scene.g
    facing_off(scene, gap=9)
    g.rounds, g.first = 2, 0
    g.sides[0].started = g.sides[1].started = 1

    def leaves(g: Any, side: int, kind: int, actor: int) -> int:
        return g.core.offered - 1 if kind == PICK else 0

    with answering(leaves):
        play_round(g, scene.log)
    assert g.over == 1
    events = scene.names()
    assert events[events.index("leg-it") :] == ["leg-it", "leave"], "no bell, no drinks"


@pytest.mark.parametrize("objectives", ["points-removal", "positional-objectives"])
def test_side_that_left_scores_no_more(objectives: str) -> None:
    scene = riot(objectives=objectives, damage="certain-death", fighting="stat-test")
    g = scene.g
    _, j = facing_off(scene, gap=9)
    g.n_markers = 1
    g.markers[0].holder = 0
    leg_it(g, scene.log, 0, 0)
    remove_model(g, scene.log, j, R.DAMAGE_CERTAIN_DEATH)
    score_round(g, scene.log)
    assert g.sides[0].victory == 0


def test_exploding_model_caught_leaving_does_not_go_off() -> None:
    scene = riot(objectives="points-removal", twist="exploding")
    g = scene.g
    i, _ = facing_off(scene, gap=1)
    leg_it(g, scene.log, 0, 0)
    resolve_harm(g, scene.log)
    assert (g.models[i].in_play, scene.events("goes-off")) == (0, [])


def test_exploding_model_felled_by_swig_goes_off_at_once() -> None:
    scene = riot(objectives="points-removal", twist="exploding")
    g = scene.g
    i, j = facing_off(scene, gap=1)
    g.units[g.models[i].unit].tower = 3
    g.rounds = 2
    with instead("draw_fall_added", lambda g, side, n: n == 4):
        scene.run(lambda: activate(g, scene.log, int(g.models[i].unit)))
    events = scene.names()
    assert events[events.index("fall") :][:5] == ["fall", "unit-lost", "score", "goes-off", "tower"]
    assert g.units[g.models[j].unit].tower == 1


def test_leg_it_in_first_round_is_impossible() -> None:
    from carnage.engine.battle.turn.leg_it import can_leg_it

    scene = riot()
    assert scene.g.chosen.morale == R.MORALE_LEG_IT
    scene.g.rounds = 1
    assert not can_leg_it(scene.g)
    scene.g.rounds = 2
    assert can_leg_it(scene.g)
    scene.g.sides[1].gone = 1
    assert not can_leg_it(scene.g), "the other side has left"
