"""Who comes, where they are set up, blocks, joined edges and wrecks."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from scene import Scene, answering, first, instead

from carnage.engine.battle.family import FAMILY
from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.questions import (
    ACT,
    BLOCK,
    CORNER,
    DRAFT,
    PLACE,
    RECRUIT,
    RING,
    RISE,
    TO_MOVE,
    TO_SHOUT,
    TO_STOP,
)
from carnage.engine.battle.frame.questions import MOVE as MOVE_TO
from carnage.engine.battle.frame.state import MOVE, SPECIAL
from carnage.engine.battle.harm.losses import remove_model
from carnage.engine.battle.harm.tower import tower_bearer
from carnage.engine.battle.move.crossing import CROSSES
from carnage.engine.battle.move.movement import flee_straight, take_move
from carnage.engine.battle.move.paths import can_stand_at
from carnage.engine.battle.move.ranks import slide_block
from carnage.engine.battle.muster.deployment import deployment
from carnage.engine.battle.muster.deployment_areas import (
    BEYOND,
    MIDDLE,
    deployment_shortfall,
    loot_shortfall,
)
from carnage.engine.battle.muster.forces import muster, score_unspent
from carnage.engine.battle.see.line_of_sight import sees
from carnage.engine.battle.turn.action_points import play_actions
from carnage.engine.battle.turn.initiative import initiative
from carnage.engine.battle.turn.markers import marker_gap, place_markers
from carnage.engine.battle.turn.special import can_be_patched
from carnage.engine.battle.turn.units import ranked
from carnage.engine.core.chance import start_chance
from carnage.engine.core.decisions import NothingOffered, clear
from carnage.rulesets.battlefield import get_battlefield
from tests.support.marks import soak_all_but
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

TERRAINS = ("sparse", "scattered", "ruins", "woods", "river")
AREAS = ("edges", "corners", "anywhere", "surrounded")


def skirmish(**options: str) -> Any:
    quiet = {"twist": "none", "damage": "certain-death", "objectives": "points-removal"}
    quiet |= {
        "shooting": "stat-test",
        "fighting": "stat-test",
        "morale": "fleeing",
        "scoot_dice": "all-the-way",
    }
    return rolled(book="skirmish", **quiet | options)


def table(**options: str) -> Scene:
    """A scene with this game's terrain on the table and its dice keyed."""
    ruleset = skirmish(**options)
    scene = Scene(ruleset)
    from carnage.engine.battle.frame.prepare import fill
    from carnage.engine.battle.frame.state import Game
    from carnage.engine.core import records
    from carnage.engine.core.log_reader import new_log

    scene.g = records.plain(Game)
    fill(scene.g, ruleset)
    scene.g.looked = -1
    scene.g.core.sealed_from = -1
    (scene.log,) = new_log(FAMILY, 600)
    start_chance(scene.g.core, 7, 0)
    return scene


def whim(seed: int) -> Callable[..., int]:
    """Any option, drawn the same way every time."""
    draw = random.Random(seed)
    return lambda g, side, kind, actor: draw.randrange(g.core.offered)


# ---------------------------------------------------------------------------------------- deploying


@pytest.mark.parametrize("ground", TERRAINS)
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("size", ["1", pytest.param("2", marks=pytest.mark.soak)])
@pytest.mark.parametrize("units", soak_all_but(["squads"], ["squads", "individuals", "ranked"]))
def test_deployment_has_room_for_twelve_a_side_on_small_tables(
    ground: str, area: str, size: str, units: str
) -> None:
    for seed in range(2):
        scene = table(
            terrain=ground, deployment=area, table=size, units=units, forces="all-alike", size="mob"
        )
        g = scene.g
        asked: Counter[int] = Counter()
        answer = whim(seed)

        def choose(
            g: Any, side: int, kind: int, actor: int, asked: Any = asked, answer: Any = answer
        ) -> int:
            asked[kind] = max(asked[kind], g.core.offered)
            return answer(g, side, kind, actor)

        with answering(choose):
            muster(g, scene.log)
            deployment(g, scene.log)
        assert asked[PLACE] <= 16
        inside = 0
        for i in range(g.n_models):
            m = g.models[i]
            assert m.in_play == 1
            assert can_stand_at(g, i, m.x, m.y)
            if area != "edges":
                inside += amiss_then(g, i) < 1.0e-6
        if area in ("corners", "surrounded"):
            assert inside >= g.n_models * 0.75, "who does not fit is the exception"
        if units == "ranked":
            for u in range(g.n_units):
                assert in_contact(g, u)


def amiss_then(g: Any, i: int) -> float:
    """By how much model i is not where it may be, of whatever order it was set up in."""
    m = g.models[i]
    return deployment_shortfall(g, m.side, m.x, m.y)


def in_contact(g: Any, unit: int) -> bool:
    u = g.units[unit]
    at = [(g.models[i].x, g.models[i].y) for i in range(u.first, u.first + u.count)]
    gaps = [min(math.dist(a, b) for b in at if b is not a) - 2 * g.radius for a in at]
    return max(gaps) < 0.01


def test_deployment_anywhere_keeps_distance_if_possible() -> None:
    scene = table(
        terrain="sparse", deployment="anywhere", table="4", units="individuals", forces="all-alike"
    )
    g = scene.g
    near = []

    def deploy(g: Any, log: Any, by: int, side: int, model: int, *place: float) -> None:
        near.append(amiss_then(g, model))

    with answering(whim(1)), instead("deploy", deploy, writer=True):
        muster(g, scene.log)
        deployment(g, scene.log)
    assert len(near) == g.n_models
    assert max(near) < 1.0e-6


@pytest.mark.parametrize("size", ["2", "4"])
def test_deployment_anywhere_keeps_clear_of_markers(size: str) -> None:
    scene = table(
        terrain="sparse",
        deployment="anywhere",
        table=size,
        units="individuals",
        forces="all-alike",
        objectives="positional-objectives",
    )
    g = scene.g
    with answering(whim(1)):
        muster(g, scene.log)
        deployment(g, scene.log)
    gaps = [
        marker_gap(g, g.models[i].x, g.models[i].y, n)
        for i in range(g.n_models)
        for n in range(g.n_markers)
    ]
    assert min(gaps) > g.p.objectives_near


def test_deployment_anywhere_on_full_table_takes_farthest_place() -> None:
    """Fill the table with enemies: the unit goes where it is farthest from them."""
    scene = table(
        terrain="sparse", deployment="anywhere", table="1", units="individuals", size="mob"
    )
    g = scene.g
    places = [(5 + 8 * (n % 4), 5 + 10 * (n // 4)) for n in range(12)]
    for i, (x, y) in enumerate(places, 12):
        g.models[i].x, g.models[i].y, g.models[i].in_play = (
            min(x, g.table - 1),
            min(y, g.table - 1),
            1,
        )
    update_upright(g)
    from carnage.engine.battle.muster.deployment_areas import offer_first_fitting_place

    g.core.offered = 0
    offer_first_fitting_place(g, 0)
    assert g.core.offered == 1
    best = g.core.options[0]
    worst = deployment_shortfall(g, 0, best.x, best.y)
    tried = [
        deployment_shortfall(g, 0, x / 4, y / 4)
        for x in range(4, int(g.table * 4) - 3)
        for y in range(4, int(g.table * 4) - 3)
        if can_stand_at(g, 0, x / 4, y / 4)
    ]
    assert worst <= min(tried) + 0.3


def test_deployment_surrounded_middle_player_deploys_first() -> None:
    scene = table(
        deployment="surrounded", units="individuals", forces="all-alike", terrain="sparse"
    )
    with (
        answering(lambda g, side, kind, actor: 1 if kind == RING else 0),
        instead("roll_off", lambda *_: 1),
    ):
        muster(scene.g, scene.log)
        deployment(scene.g, scene.log)
    order = [event.side for event in scene.events("deploy")]
    half = len(order) // 2
    assert order == [1] * half + [0] * half
    assert scene.g.sides[1].edge == MIDDLE
    middle = scene.g.table / 2
    reach = scene.g.table / scene.g.p.deployment_middle_parts
    for i in range(scene.g.half, scene.g.n_models):
        m = scene.g.models[i]
        assert math.dist((m.x, m.y), (middle, middle)) + scene.g.radius <= reach + 0.002
        assert (m.x - middle) * m.fx + (m.y - middle) * m.fy >= -0.001, "faces away from the middle"


@pytest.mark.parametrize("objectives", ["loot", "positional-objectives"])
def test_deployment_surrounded_outside_keeps_clear_of_objectives(objectives: str) -> None:
    scene = table(deployment="surrounded", objectives=objectives, terrain="sparse", table="4")
    g = scene.g
    for side, where in ((0, 0), (1, MIDDLE)):
        g.sides[side].edge = where
    place_markers(g)
    thing = g.loot[0] if objectives == "loot" else g.markers[0]
    radius = g.token_radius if objectives == "loot" else g.marker_radius
    if objectives == "loot":
        g.n_loot = 1
        thing.down = 1
        thing.x = 8.0
        thing.y = 20.0
    clear = g.p.deployment_clear
    if objectives != "loot":
        clear += BEYOND
    near = deployment_shortfall(g, 0, thing.x - radius - g.radius, thing.y)
    far = deployment_shortfall(g, 0, thing.x - radius - g.radius - clear, thing.y)
    assert near == pytest.approx(clear)
    assert far == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("forces", "spent", "scored"), [("points", 31, 9), ("price-list", 250, 2), ("draft", 30, 0)]
)
def test_points_unspent_for_initiative_score_for_other_side(
    forces: str, spent: int, scored: int
) -> None:
    scene = table(forces=forces, initiative="bought", objectives="points-removal", size="handful")
    g = scene.g
    g.sides[0].spent = spent
    g.sides[1].spent = g.p.forces_each * g.half
    score_unspent(g, scene.log)
    assert (g.sides[0].victory, g.sides[1].victory) == (0, scored)


def test_deployment_corners_are_opposite_and_markers_on_other_diagonal() -> None:
    for corner in range(4):
        scene = table(deployment="corners", objectives="positional-objectives", terrain="sparse")
        choose = lambda g, side, kind, actor, c=corner: c if kind == CORNER else 0  # noqa: E731
        with answering(choose), instead("roll_off", lambda *_: 0):
            muster(scene.g, scene.log)
            deployment(scene.g, scene.log)
        place_markers(scene.g)
        g = scene.g
        assert (g.sides[0].edge, g.sides[1].edge) == (corner, (corner + 2) % 4)
        for n in range(g.n_markers):
            marker = g.markers[n]
            mine, theirs = (
                math.dist((marker.x, marker.y), at)
                for at in (corner_of(g, corner), corner_of(g, corner + 2))
            )
            assert abs(mine - theirs) < 0.001


def corner_of(g: Any, corner: int) -> tuple[float, float]:
    return ((0.0, 0.0), (g.table, 0.0), (g.table, g.table), (0.0, g.table))[corner % 4]


# ------------------------------------------------------------------------------------------ picking


def sizes_of(g: Any, side: int) -> list[int]:
    """How many models a side has in each of its units."""
    return [
        sum(not g.models[i].absent for i in range(u.first, u.first + u.count))
        for u in g.units[: g.n_units]
        if u.side == side
    ]


@pytest.mark.parametrize("forces", ["points", "price-list"])
@pytest.mark.parametrize("units", ["squads", "individuals"])
def test_lists_stay_within_their_limit(forces: str, units: str) -> None:
    for seed in range(10):
        scene = table(forces=forces, units=units)
        g = scene.g
        with answering(whim(seed)):
            muster(g, scene.log)
        budget = g.p.forces_each * g.half
        for side in (0, 1):
            mine = [m for m in g.models[side * g.half : (side + 1) * g.half] if not m.absent]
            costs = [
                g.kinds[m.kind].price if forces == "price-list" else g.kinds[m.kind].points
                for m in mine
            ]
            assert sum(costs) == g.sides[side].spent <= budget
            assert len(mine) == g.half if forces == "price-list" else 1 <= len(mine) <= g.half
            sizes = sizes_of(g, side)
            if units == "squads":
                assert max(sizes) - min(sizes) <= 1
            worth = [
                sum(g.kinds[g.models[i].kind].points for i in range(u.first, u.first + n))
                for u, n in zip(
                    [u for u in g.units[: g.n_units] if u.side == side], sizes, strict=True
                )
            ]
            assert worth == [
                u.points for u, n in zip(g.units[side * g.n_units // 2 :], worth, strict=False)
            ]


def test_lists_are_hidden_until_both_are_shown() -> None:
    scene = table(forces="points")
    before, absent = [m.kind for m in scene.g.models], [m.absent for m in scene.g.models]
    seen = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        assert kind == RECRUIT
        seen.append((g.core.n_events, [m.kind for m in g.models], [m.absent for m in g.models]))
        return 0

    with answering(choose):
        muster(scene.g, scene.log)
    assert all(state == (0, before, absent) for state in seen)


def test_list_of_few_models_has_few_units() -> None:
    scene = table(forces="points", units="individuals")
    g = scene.g

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        last = g.core.options[g.core.offered - 1]
        return g.core.offered - 1 if kind == RECRUIT and side == 0 and last.what < 0 else 0

    with answering(choose):
        muster(g, scene.log)
        deployment(g, scene.log)
    assert [m.in_play for m in g.models[: g.half]] == [1] + [0] * (g.half - 1)
    assert g.sides[0].models == g.sides[0].started == 1
    assert sum(event.side == 0 for event in scene.events("deploy")) == 1


def test_list_of_few_models_splits_into_as_many_units_as_possible() -> None:
    for size in ("handful", "gang", "mob"):
        for wanted in range(1, 13):
            scene = table(forces="points", units="squads", size=size)
            g = scene.g
            if wanted > g.half:
                break
            full = sum(u.side == 0 for u in g.units[: g.n_units])

            def choose(g: Any, side: int, kind: int, actor: int, wanted: int = wanted) -> int:
                last = g.core.options[g.core.offered - 1]
                cheapest = min(range(g.n_kinds), key=lambda kind: g.kinds[kind].points)
                if last.what < 0 and last.who >= wanted:
                    return g.core.offered - 1
                return next(k for k in range(g.core.offered) if g.core.options[k].what == cheapest)

            with answering(choose):
                muster(g, scene.log)
            sizes = sizes_of(g, 0)
            assert sum(sizes) == wanted
            assert sizes == sorted(sizes, reverse=True)
            assert sum(size > 0 for size in sizes) == min(wanted, full)
            assert max(sizes) - min(size for size in sizes if size) <= 1


def test_draft_takes_one_and_then_two_each_from_common_pool() -> None:
    scene = table(forces="draft")
    g = scene.g
    pool = list(g.pool)
    asked = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if kind == DRAFT:
            asked.append(side)
        return g.core.offered - 1

    with answering(choose), instead("roll_off", lambda *_: 1):
        muster(g, scene.log)
    in_turn = [1, 0, 0, 1] * g.half
    assert [event.side for event in scene.events("recruit")] == in_turn[: g.n_models]
    taken = Counter(m.kind for m in g.models[: g.n_models])
    assert [before - taken[kind] for kind, before in enumerate(pool)] == list(g.pool)
    assert sum(g.pool) == g.p.forces_spare
    assert [u.points for u in g.units[: g.n_units]] == [
        sum(g.kinds[g.models[i].kind].points for i in range(u.first, u.first + u.count))
        for u in g.units[: g.n_units]
    ]


@pytest.mark.parametrize("winner", [0, 1])
def test_bought_after_draft_makes_loser_of_draft_first_player(winner: int) -> None:
    scene = table(forces="draft", initiative="bought")
    g = scene.g
    with answering(first), instead("roll_off", lambda *_: winner):
        muster(g, scene.log)
    g.rounds = 1
    g.sides[1 - winner].spent = g.sides[winner].spent + 1  # It does not matter who spent less.
    initiative(g, scene.log)
    assert g.first == 1 - winner


# ------------------------------------------------------------------------------------------- blocks


def block(**options: str) -> Scene:
    """Three models in a line from south to north, facing east, all of one block, in the middle."""
    scene = Scene(skirmish(units="ranked", forces="all-alike", size="mob", **options))
    for i in range(3):
        scene.put(i, 0, i - 1)
    start_chance(scene.g.core, 7, 0)
    return scene


def places(scene: Scene, count: int = 3) -> list[tuple[float, float]]:
    at = [(m.x - scene.middle, m.y - scene.middle) for m in scene.g.models[:count]]
    return [(round(x, 2), round(y, 2)) for x, y in at]


def test_block_slides_until_first_model_is_stopped() -> None:
    scene = block()
    scene.put(scene.g.half, 4, 1.2)
    far = scene.run(
        lambda: slide_block(
            scene.g,
            scene.log,
            E.MOVE,
            R.NUMBERING.number("movement.free-movement"),
            0,
            1.0,
            0.0,
            6.0,
        )
    )
    room = 4 - math.sqrt(1 - 0.2**2)
    assert far == pytest.approx(room, abs=0.001)
    assert [x for x, _ in places(scene)] == [round(room, 2)] * 3


def test_block_ground_under_any_model_slows_all() -> None:
    scene = block()
    scene.piece(3, 1, 2, 1, "difficult")
    far = scene.run(
        lambda: slide_block(
            scene.g,
            scene.log,
            E.MOVE,
            R.NUMBERING.number("movement.free-movement"),
            0,
            1.0,
            0.0,
            6.0,
        )
    )
    assert far == pytest.approx(4.0, abs=0.001)


def test_block_passes_friends_and_ends_on_none() -> None:
    scene = block()
    scene.put(4, 6.3, -1)
    far = scene.run(
        lambda: slide_block(
            scene.g,
            scene.log,
            E.MOVE,
            R.NUMBERING.number("movement.free-movement"),
            0,
            1.0,
            0.0,
            6.0,
        )
    )
    assert far == pytest.approx(5.3, abs=0.01)


@pytest.mark.parametrize(
    "movement",
    ["free-movement", "restricted-movement", "momentum-movement", "measureless-movement", "scoot"],
)
def test_block_keeps_shape_in_every_movement(movement: str) -> None:
    for seed in range(12):
        scene = block(movement=movement, terrain="scattered")
        g = scene.g
        scene.put(g.half, 9, 1)
        scene.put(g.half + 1, -7, -5)
        scene.piece(3, 4, 2, 2, "impassable")
        scene.piece(-3, -2, 3, 3, "difficult")
        before = [(m.x, m.y) for m in g.models[:3]]
        start_chance(g.core, seed, 0)
        with answering(whim(seed)):
            take_move(g, scene.log, 1)
        steps = [(m.x - x, m.y - y) for m, (x, y) in zip(g.models[:3], before, strict=True)]
        assert max(math.dist(s, t) for s in steps for t in steps) < 0.01
        assert len({(m.fx, m.fy) for m in g.models[:3]}) == 1
        for i in range(3):
            assert can_stand_at(g, i, g.models[i].x, g.models[i].y)


def test_block_picks_up_loot_that_any_model_touches() -> None:
    scene = block(objectives="loot")
    g = scene.g
    token, last = g.loot[0], g.models[2]
    token.x, token.y, token.down = last.x + g.radius + g.token_radius, last.y, 1
    g.n_loot = 1
    with answering(whim(1)):
        take_move(g, scene.log, 0)
    assert [event.actor for event in scene.events("loot")] == [2]
    assert g.sides[0].stash == 1


@pytest.mark.parametrize("way", [flee_straight, take_move], ids=["fleeing", "crawling"])
def test_fleeing_or_crawling_model_picks_up_loot(way: Callable[..., None]) -> None:
    scene = Scene(
        skirmish(
            units="individuals",
            movement="gaits",
            objectives="loot",
            shooting="range-bands",
            fighting="opposed-roll",
            morale="fleeing",
        )
    )
    g = scene.g
    m = scene.put(0, 0, 0)
    scene.put(g.half, 3, 0)
    token = g.loot[0]
    token.x, token.y, token.down = m.x + g.radius + g.token_radius, m.y, 1
    g.n_loot = 1
    m.prone = int(way is take_move)
    crawls = lambda g, side, kind, actor: g.core.offered - 1  # noqa: E731
    with answering(crawls):
        way(g, scene.log, 0)
    assert (m.x, m.y) != (scene.middle, scene.middle)
    assert g.sides[0].stash == 1


def test_block_cannot_patch_up_its_own_tower() -> None:
    scene = block(damage="the-tower")
    g = scene.g
    other = g.units[1].first
    scene.put(other, 1, -1)
    for unit in (0, 1):
        g.units[unit].tower = 3
    g.units[0].bearer = 1
    assert not can_be_patched(g, 0, 1)
    assert can_be_patched(g, 0, other)


def test_tower_bearer_changes_by_acting_only() -> None:
    scene = Scene(skirmish(units="squads", damage="the-tower", forces="all-alike", size="mob"))
    g = scene.g
    for i in range(3):
        scene.put(i, 0, 2 * i - 2)
    scene.put(g.half, 8, 0)
    start_chance(g.core, 7, 0)
    g.units[0].tower, g.units[0].bearer = 2, 2

    def stops(g: Any, side: int, kind: int, actor: int) -> int:
        return next(k for k in range(g.core.offered) if g.core.options[k].what == TO_STOP)

    with answering(stops):
        play_actions(g, scene.log, 0)
    assert tower_bearer(g, 0) == 2

    def moves(g: Any, side: int, kind: int, actor: int) -> int:
        wanted = TO_MOVE if kind == ACT and g.models[0].used & MOVE == 0 else TO_STOP
        return next((k for k in range(g.core.offered) if g.core.options[k].what == wanted), 0)

    with answering(moves):
        play_actions(g, scene.log, 0)
    assert tower_bearer(g, 0) == 0


def test_ask_without_options_raises() -> None:
    scene = block()
    clear(scene.g.core)
    with pytest.raises(NothingOffered):
        ask(scene.g, scene.log, 0, BLOCK, 0)


def test_block_flees_together() -> None:
    scene = block()
    scene.put(scene.g.half, 3, 0)
    scene.run(lambda: flee_straight(scene.g, scene.log, 0))
    (x, y), *_ = places(scene)
    assert places(scene) == [(x, round(y + n, 2)) for n in range(3)]
    assert math.dist((x, y), (0, -1)) == pytest.approx(6.0, abs=0.01)
    assert len(scene.events("flee")) == 3


def test_block_action_is_taken_by_all_able_models() -> None:
    scene = block(action_points="move-action", round_structure="action-phase")
    g = scene.g
    for n in range(3):
        scene.put(g.half + n, 4, n - 1)
    chosen: list[int] = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if kind == BLOCK:
            kinds = [g.core.options[k].what for k in range(g.core.offered)]
            chosen.append(kinds)
            return next((k for k, what in enumerate(kinds) if what & 2), 0)
        return 1 if g.core.offered > 1 and kind != MOVE_TO and len(chosen) == 1 else 0

    dice = iter([1] * 200)
    with answering(choose), instead("d6", lambda *_: next(dice)):
        ranked(g, scene.log, 0)
    attackers = [event.actor for event in scene.events("attack")]
    assert attackers == [0, 1, 2]
    assert not any(kind & 2 for kind in chosen[1]), "the whole block has shot"
    assert MOVE in chosen[1]


def test_block_move_is_led_by_one_model() -> None:
    scene = block(action_points="two-unique-actions", round_structure="action-phase")
    g = scene.g
    scene.put(g.half, 20, 0)
    moves = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if kind == BLOCK:
            kinds = [g.core.options[k].what for k in range(g.core.offered)]
            moves.append(MOVE in kinds)
            return kinds.index(MOVE) if MOVE in kinds else 0
        return min(1, g.core.offered - 1)

    with answering(choose):
        ranked(g, scene.log, 0)
    assert moves[:2] == [True, False]
    assert [event.actor for event in scene.events("move")] == [0, 1, 2]


def test_block_shouted_at_by_own_model_moves_for_free() -> None:
    scene = Scene(
        skirmish(
            units="ranked",
            forces="mirrored",
            size="mob",
            action_points="one-of-everything",
            round_structure="action-phase",
        )
    )
    g = scene.g
    boss = scene.find(0, "boss")
    u = g.units[g.models[boss].unit]
    own = range(u.first, u.first + u.count)
    assert len(own) > 1
    for n, i in enumerate(own):
        scene.put(i, 0, n)
    scene.put(g.half, 20, 0)
    start_chance(g.core, 7, 0)
    kinds = iter((SPECIAL, MOVE))

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        offered = [g.core.options[k].what for k in range(g.core.offered)]
        if kind == BLOCK:
            wanted = next(kinds, 0)
            assert wanted in offered, "a Move that was shouted for is none of the block's own"
            return offered.index(wanted)
        if kind == ACT:
            return offered.index(TO_SHOUT) if TO_SHOUT in offered else min(1, g.core.offered - 1)
        return g.core.offered - 1 if kind == MOVE_TO else 0

    with answering(choose):
        ranked(g, scene.log, g.models[boss].unit)
    assert [event.actor for event in scene.events("shout")] == [boss]
    moved = Counter(event.actor for event in scene.events("move"))
    assert moved == {i: 2 for i in own}


def test_block_model_standing_up_stays_behind() -> None:
    """Standing up takes all of a model's Move, although its block moves afterwards."""
    scene = block(
        action_points="two-unique-actions", round_structure="action-phase", shooting="range-bands"
    )
    g = scene.g
    scene.put(g.half, 20, 0)
    g.models[0].prone = 1

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if kind == BLOCK:
            kinds = [g.core.options[k].what for k in range(g.core.offered)]
            return kinds.index(MOVE) if MOVE in kinds else 0
        return 0 if kind == RISE else min(1, g.core.offered - 1)

    with answering(choose):
        ranked(g, scene.log, 0)
    assert [event.actor for event in scene.events("move")] == [1, 2]
    assert g.models[0].prone == 0
    assert places(scene)[0] == (0, -1)


# --------------------------------------------------------------------------------- edges and wrecks


def test_wrap_around_move_continues_from_opposite_edge() -> None:
    scene = Scene(
        skirmish(twist="wrap-around", movement="free-movement", units="individuals", table="3")
    )
    g = scene.g
    start_chance(g.core, 7, 0)
    scene.put(0, 15.5, 3)
    scene.put(g.half, -15, 3)

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        ends = [(k, g.core.options[k]) for k in range(g.core.offered)]
        return next((k for k, o in ends if kind == MOVE_TO and o.what == CROSSES and o.fx > 0.9), 0)

    scene.run(lambda: take_move(g, scene.log, 0), choose=choose)
    # Two inches to the edge, then up to the enemy, whose base begins a base's width from where it
    # comes back.
    assert [event.actor for event in scene.events("cross")] == [0]
    assert g.models[0].x == pytest.approx(2.0, abs=0.01)
    assert g.models[0].y == pytest.approx(scene.middle + 3, abs=0.01)


def test_wrap_around_move_onto_model_is_not_offered() -> None:
    scene = Scene(
        skirmish(twist="wrap-around", movement="free-movement", units="individuals", table="3")
    )
    g = scene.g
    scene.put(0, 17.5, 3)
    scene.put(1, -17.2, 3.4)
    ends = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        ends.extend(
            g.core.options[k].what for k in range(g.core.offered) if g.core.options[k].fx > 0.9
        )
        return 0

    scene.run(lambda: take_move(g, scene.log, 0), choose=choose)
    assert CROSSES not in ends


def test_wreck_blocks_moves_and_sight() -> None:
    scene = Scene(
        skirmish(
            twist="wreckage", movement="free-movement", units="individuals", forces="all-alike"
        )
    )
    g = scene.g
    scene.put(0, -3, 0)
    scene.put(1, 0, 0)
    scene.put(g.half, 4, 0)
    assert sees(g, 0, g.models[0].x, g.models[0].y, g.half)
    scene.run(lambda: remove_model(g, scene.log, 1, R.DAMAGE_CERTAIN_DEATH))
    assert (g.models[1].in_play, g.models[1].wreck) == (0, 1)
    assert not can_stand_at(g, 0, scene.middle + 0.5, scene.middle)
    far = scene.run(
        lambda: slide_block(
            g, scene.log, E.MOVE, R.NUMBERING.number("movement.free-movement"), 0, 1.0, 0.0, 6.0
        )
    )
    assert far == pytest.approx(2.0, abs=0.01)
    assert not sees(g, 0, g.models[0].x, scene.middle, g.half)


def test_removed_model_without_twist_leaves_no_wreck() -> None:
    scene = Scene(skirmish(units="individuals", forces="all-alike"))
    scene.put(0, 0, 0)
    scene.run(lambda: remove_model(scene.g, scene.log, 0, R.DAMAGE_CERTAIN_DEATH))
    assert scene.g.models[0].wreck == 0


@pytest.mark.parametrize("layout", TERRAINS)
def test_terrain_layout_has_rotational_symmetry(layout: str) -> None:
    pieces = get_battlefield(skirmish(terrain=layout)).terrain
    there = {(p.label, p.shape, p.x, p.y, p.width, p.height, p.kinds) for p in pieces}
    turned = {
        (p.label, p.shape, round(1 - p.x, 4), round(1 - p.y, 4), p.width, p.height, p.kinds)
        for p in pieces
    }
    assert there == turned
    assert len(pieces) <= 12


def test_deployment_keeps_clear_of_rim_of_loot_token() -> None:
    scene = Scene(rolled(book="skirmish", objectives="loot", deployment="anywhere", table="3"))
    g = scene.g
    g.n_loot = 1
    g.loot[0].x, g.loot[0].y, g.loot[0].down = scene.middle, scene.middle, 1
    assert g.token_radius != g.marker_radius
    rim_to_rim = g.p.deployment_clear + g.radius + g.token_radius
    assert loot_shortfall(g, scene.middle + rim_to_rim, scene.middle) == pytest.approx(0.0)
    assert loot_shortfall(g, scene.middle + rim_to_rim - 0.1, scene.middle) == pytest.approx(0.1)
