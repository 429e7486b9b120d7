"""The Dwindling Tower: damage takes dice off it, and whoever has none left falls, as with all at
once.
"""

from __future__ import annotations

from typing import Any

import pytest
from scene import Scene, always, answering, first, instead

from carnage.engine.battle.attack.boots import boot_up
from carnage.engine.battle.bots.action_values import patch_up_value
from carnage.engine.battle.bots.aiming import tower_danger
from carnage.engine.battle.bots.attack_values import harm_value
from carnage.engine.battle.bots.risk import patched_tower_value
from carnage.engine.battle.bots.turns import evaluate_picks
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.state import CLOSE, RANGED
from carnage.engine.battle.harm.damage import resolve_harm, wound
from carnage.engine.battle.harm.dexterity import chance_added
from carnage.engine.battle.harm.tower import carry_tower, strike_towers, topple_tower, tower_bearer
from carnage.engine.battle.turn.drinks import drinks
from carnage.engine.battle.turn.outcome import side_harm as harm_of
from carnage.engine.battle.turn.picking import pick_unit
from carnage.engine.battle.turn.special import can_be_patched, patch_up
from carnage.engine.battle.turn.units import activate, end_activation
from carnage.engine.core.decisions import clear, offer
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

HEIGHT, AGAIN = 5, 3
PLAIN = {
    "units": "individuals",
    "forces": "mirrored",
    "round_structure": "action-phase",
    "activation_order": "alternating",
    "shooting": "stat-test",
    "fighting": "stat-test",
    "damage": "dwindling-tower",
    "morale": "none",
    "objectives": "points-removal",
    "table": "4",
}


def game(**options: str) -> Scene:
    return Scene(rolled(book="skirmish", **PLAIN | options)).begun()


def squad(**options: str) -> Scene:
    """Three models of one unit in a row, and an enemy far off."""
    scene = game(units="squads", forces="all-alike", size="mob", **options)
    for i in range(3):
        scene.put(i, 0, 2 * i - 2)
    scene.put(scene.g.half, 9, 0)
    return scene


@pytest.mark.parametrize("units", ["individuals", "squads", "ranked"])
def test_units_start_with_tower(units: str) -> None:
    g = game(units=units).g
    assert [u.tower for u in g.units[: g.n_units]] == [HEIGHT] * g.n_units
    assert all(u.tower == 0 for u in game(units=units, damage="the-tower").g.units)
    assert all(u.tower == 0 for u in game(units=units, damage="slowed").g.units)


def test_wound_each_point_removes_a_die_and_last_one_fells() -> None:
    scene = game()
    g = scene.g
    scene.put(0, 0, 0)
    with instead("draw_fall_added", always(False)):
        wound(g, scene.log, -1, 0, 2)
        assert g.units[0].tower == HEIGHT - 2
        assert g.models[0].fallen == 0
        wound(g, scene.log, -1, 0, 9)
        wound(g, scene.log, -1, 0, 1)
    assert [(event.a, event.b) for event in scene.events("dwindle")] == [(2, 3), (3, 0)]
    assert [event.a for event in scene.events("fall")] == [0]
    assert (g.models[0].fallen, g.units[0].tower) == (1, 0)
    assert not scene.events("rebuild")


def test_wound_tower_falls_fells_model() -> None:
    """The risk is that of the top die; dice that remain are not removed."""
    scene = game()
    g = scene.g
    scene.put(0, 0, 0)
    tried = []

    def topples(_: Any, side: int, n: int) -> bool:
        tried.append((side, n))
        return n == 4

    with instead("draw_fall_added", topples):
        wound(g, scene.log, -1, 0, 4)
    assert tried == [(0, 5), (0, 4)]
    assert [(event.a, event.b) for event in scene.events("dwindle")] == [(2, 3)]
    assert [event.a for event in scene.events("fall")] == [3]
    assert g.models[0].fallen == 1


@pytest.mark.parametrize("by", [0, 1])
def test_struck_tower_falls_is_one_point_of_damage_for_either_side(by: int) -> None:
    scene = game()
    g = scene.g
    m = scene.put(0, 0, 0)
    with instead("draw_fall_struck", always(True)):
        strike_towers(g, scene.log, by, m.x + g.radius, m.y)
    assert scene.names() == ["strike", "dwindle"]
    assert (g.models[0].fallen, g.units[0].tower) == (0, HEIGHT - 1)
    assert g.sides[1].victory == 0


def test_cascade_fells_models_of_both_sides() -> None:
    scene = game()
    g = scene.g
    models = [0, g.half, 1]
    for n, i in enumerate(models):
        scene.put(i, n * (2 * g.radius + 1.0), 0)
    with instead("draw_fall_struck", always(True)):
        topple_tower(g, scene.log, 0, 0)
    assert [g.models[i].fallen for i in models] == [1, 1, 1]
    assert not scene.events("sober")


def test_carried_tower_falls_ends_activation() -> None:
    scene = game(action_points="two-ap", movement="free-movement")
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 20, 0)
    with instead("draw_fall_moved", always(True)):
        scene.run(lambda: activate(g, scene.log, 0), choose=lambda *_: 1)
    assert len(scene.events("move")) == 1
    assert g.models[0].fallen == 1


def test_activation_adds_no_swig() -> None:
    scene = game()
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 20, 0)
    scene.run(lambda: activate(g, scene.log, 0))
    assert g.units[0].tower == HEIGHT
    assert not scene.events("swig")


def test_boot_up_starts_with_fewer_dice() -> None:
    scene = game()
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(1, 0, 2 * g.radius)
    scene.lay(0)
    g.units[0].tower = 0
    boot_up(g, scene.log, 1, 0)
    assert scene.names() == ["boot-up", "rebuild"]
    assert (g.units[0].tower, g.units[1].tower) == (AGAIN, HEIGHT)


def test_squad_keeps_tower_while_any_model_stands() -> None:
    scene = squad()
    g = scene.g
    assert tower_bearer(g, 0) == 0
    with instead("draw_fall_added", always(False)):
        wound(g, scene.log, -1, 1, HEIGHT)
        assert ([m.fallen for m in g.models[:3]], g.units[0].tower, tower_bearer(g, 0)) == (
            [0, 1, 0],
            AGAIN,
            0,
        )
        wound(g, scene.log, -1, 2, AGAIN + 1)
        assert ([m.fallen for m in g.models[:3]], g.units[0].tower, tower_bearer(g, 0)) == (
            [0, 1, 1],
            AGAIN,
            0,
        )
        assert g.units[0].gone == 0
        wound(g, scene.log, -1, 0, AGAIN)
    assert ([m.fallen for m in g.models[:3]], g.units[0].tower) == ([1, 1, 1], 0)
    assert g.units[0].gone == 1
    boot_up(g, scene.log, 3, 1)
    assert (g.units[0].tower, tower_bearer(g, 0)) == (AGAIN, 1)
    boot_up(g, scene.log, 3, 2)
    assert (g.units[0].tower, tower_bearer(g, 0)) == (AGAIN, 1), (
        "a unit that has a tower builds none"
    )
    assert [event.actor for event in scene.events("rebuild")] == [0, 0, 1]


def test_spill_does_not_reach_tower_rebuilt_afterwards() -> None:
    """Use two squads side by side, which knock each other over once."""
    scene = squad()
    g = scene.g
    other = g.units[1].first
    scene.put(other, 2 * g.radius + 0.5, -2)
    scene.put(other + 1, 8, 8)
    with instead("draw_fall_struck", always(True)):
        topple_tower(g, scene.log, 0, 1)
    assert [event.actor for event in scene.events("fall")] == [0, other]
    assert scene.names().index("rebuild") > max(
        n for n, name in enumerate(scene.names()) if name == "spill"
    )
    assert g.units[0].tower == g.units[1].tower == AGAIN


def test_patch_up_adds_die_up_to_starting_height() -> None:
    scene = game()
    g = scene.g
    healer = scene.find(0, "sawbones")
    friend = next(i for i in range(g.half) if i != healer)
    g.kinds[g.models[healer].kind].patch_up = 1
    scene.put(healer, 0, 0)
    scene.put(friend, 0, 2 * g.radius)
    u = g.units[g.models[friend].unit]
    assert not can_be_patched(g, healer, friend), "it lacks nothing"
    u.tower = HEIGHT - 1
    assert can_be_patched(g, healer, friend)
    tried = []

    def topples(_: Any, side: int, n: int) -> bool:
        tried.append(n)
        return False

    with instead("draw_fall_added", topples), answering(first):
        patch_up(g, scene.log, healer)
    assert (u.tower, tried) == (HEIGHT, [HEIGHT])
    assert scene.names() == ["patch-up", "tower"]
    u.tower = 2
    with instead("draw_fall_added", always(True)), answering(first):
        patch_up(g, scene.log, healer)
    assert g.models[friend].fallen == 1
    assert scene.names()[2:5] == ["patch-up", "tower", "fall"]


def test_patch_up_of_squad_heals_bearer_of_another_squad_only() -> None:
    scene = squad()
    g = scene.g
    other = g.units[1].first
    scene.put(other, 1, -2)
    for unit in (0, 1):
        g.units[unit].tower = 2
    assert not can_be_patched(g, 1, 0)
    assert can_be_patched(g, 0, other)


@pytest.mark.parametrize("units", ["individuals", "squads"])
def test_any_model_acting_again_costs_a_die(units: str) -> None:
    scene = game(units=units, round_structure="the-bell", activation_order="any-model", size="mob")
    g = scene.g
    last = g.units[0].count - 1
    for i in range(g.units[0].count):
        scene.put(i, 0, 2 * i)
    scene.put(g.half, 4, 0)  # nearest to the first of them, which bears no tower where another does
    g.units[0].bearer = last
    g.units[0].rest = 1
    with instead("draw_fall_added", always(False)):
        end_activation(g, scene.log, 0)
    assert [event.actor for event in scene.events("toll")] == [last]
    assert g.units[0].tower == HEIGHT - 1
    g.units[0].rest = 1
    g.units[0].tower = 0
    scene.lay(*range(g.units[0].count))
    end_activation(g, scene.log, 0)
    assert len(scene.events("toll")) == 1, "who has fallen has nothing to pay with"


def test_any_model_player_may_pass_instead_of_paying_a_die() -> None:
    scene = game(round_structure="the-bell", activation_order="any-model")
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 9, 0)
    for activated, passes in ((0, False), (1, True)):
        g.units[0].activated = activated
        offered = []

        def choose(g: Any, *_: Any, offered: list[int] = offered) -> int:
            offered.extend(g.core.options[k].what for k in range(g.core.offered))
            return 0

        with instead("ask", lambda g, log, *rest, choose=choose: choose(g, *rest)):
            pick_unit(g, scene.log, 0)
        assert (Q.TO_PASS in offered) is passes


def test_drinks_leave_towers_unchanged() -> None:
    scene = game(twist="drinks")
    g = scene.g
    for i in range(2):
        scene.put(i, 2 * i, 0)
    scene.put(g.half, 9, 0)
    scene.lay(1)
    scene.run(lambda: drinks(g, scene.log), [1, 4])
    assert [event.actor for event in scene.events("drunk")] == [0]
    assert g.units[0].tower == HEIGHT


def test_luck_roll_saves_all_dice() -> None:
    scene = game(luck="luck-rolls")
    g = scene.g
    scene.put(0, 0, 0)
    g.models[0].luck = 7
    scene.run(lambda: wound(g, scene.log, -1, 0, 3), [7], choose=lambda *_: 1)
    assert g.units[0].tower == HEIGHT


def test_exploding_first_fall_goes_off() -> None:
    scene = game(twist="exploding")
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 2 * g.radius + 1.5, 0)
    with instead("draw_fall_added", always(False)):
        wound(g, scene.log, -1, 0, HEIGHT)
        resolve_harm(g, scene.log)
    assert len(scene.events("goes-off")) == 1
    assert g.units[g.models[g.half].unit].tower == HEIGHT - g.p.twist_wounds


def test_carry_tower_without_move_does_not_shake_it() -> None:
    scene = game()
    scene.put(0, 0, 0)
    with instead("draw_fall_moved", always(True)):
        carry_tower(scene.g, scene.log, 0, 0.01)
        assert scene.g.models[0].fallen == 0
        carry_tower(scene.g, scene.log, 0, 1.0)
    assert scene.g.models[0].fallen == 1


def test_harm_counts_lost_dice_and_falls() -> None:
    scene = game()
    g = scene.g
    for i in range(g.half):
        scene.put(i, 2 * i, 0)
    assert harm_of(g, 0) == 0
    g.units[0].tower = HEIGHT - 2
    assert harm_of(g, 0) == 2
    with instead("draw_fall_added", always(False)):
        wound(g, scene.log, -1, 0, HEIGHT)
    assert harm_of(g, 0) == HEIGHT + 1


def test_greedy_prefers_targets_with_few_dice_left() -> None:
    scene = game()
    g = scene.g
    j = g.half
    scene.put(0, 0, 0)
    scene.put(j, 3, 0)
    u = g.units[g.models[j].unit]
    worth = []
    for tower in range(1, HEIGHT + 1):
        u.tower = tower
        worth.append(harm_value(g, j, 1.0, 0.5))
    assert worth[0] > 2 * worth[1]
    assert worth == sorted(worth, reverse=True) or worth[-1] > worth[-2], (
        "but for towers that totter"
    )
    assert harm_value(g, j, 3.0, 0.5) > harm_value(g, j, 1.0, 0.5)


def test_greedy_throws_at_enemy_towers_only() -> None:
    scene = game()
    g = scene.g
    mine, theirs = scene.put(0, -9, 0), scene.put(g.half, 9, 0)
    assert tower_danger(g, 0, mine.x, mine.y, 2) > 0.0
    assert tower_danger(g, 0, theirs.x, theirs.y, 2) < 0.0


def test_greedy_patches_up_only_at_low_risk() -> None:
    scene = game()
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(1, 0, 2 * g.radius)
    g.kinds[g.models[0].kind].patch_up = 1
    g.units[1].tower = 1
    assert patch_up_value(g, 0) == patched_tower_value(g, 1) > 0.0
    g.hands[0].added[HEIGHT - 1] = 9999
    g.units[1].tower = HEIGHT - 1
    assert chance_added(g, 0, HEIGHT) > 0.9
    assert patch_up_value(g, 0) < 0.0


def test_greedy_pays_no_die_for_idle_phase() -> None:
    """The unit is in contact in the Close Phase, so its fight is already over."""
    scene = game(round_structure="phased", activation_order="any-model", fighting="hand-signs")
    g = scene.g
    scene.put(0, 0, 0)
    scene.put(g.half, 2 * g.radius, 0)
    g.phase = CLOSE
    g.units[0].activated = 1
    for phase, passes in ((CLOSE, True), (RANGED, False)):
        g.phase = phase
        clear(g.core)
        offer(g.core, 0, 0, -1)
        offer(g.core, Q.TO_PASS, -1, -1)
        evaluate_picks(g, 0)
        assert (g.core.options[1].value > g.core.options[0].value) is passes


def test_the_clock_adds_more_time_if_models_fall() -> None:
    """Where models can fall, the extra time is longer."""
    from carnage.engine.battle.turn.game_length import the_clock

    for damage, more in (("dwindling-tower", "bound"), ("slowed", "grace")):
        g = game(game_length="the-clock", damage=damage).g
        update_upright(g)
        g.time_up, g.rounds = 2, 2 + getattr(g.p, f"game_length_{more}") - 1
        assert not the_clock(g)
        g.rounds += 1
        assert the_clock(g)
