"""What the battle's greedy bot makes of small scenes: mistakes that it made once, and what its
weights do.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scene import Scene

from carnage.engine.battle.bots.game_phase import rounds_left, set_nerve_and_pull
from carnage.engine.battle.bots.greedy import greedy
from carnage.engine.battle.bots.turns import activation_value
from carnage.engine.battle.frame.questions import (
    ACT,
    DECLARE,
    GO_ON,
    PICK,
    PUSH,
    SET_UP,
    TO_AIM,
    TO_ATTACK,
    TO_MOVE,
    TO_STOP,
)
from carnage.engine.battle.frame.questions import MOVE as MOVE_TO
from carnage.engine.battle.frame.state import CLOSE, MORALE_PHASE, MOVE, RANGED, SPECIAL
from carnage.engine.battle.turn.action_points import offer_actions
from carnage.engine.battle.turn.picking import pick_unit
from carnage.engine.core.chance import start_chance
from carnage.engine.core.decisions import clear, offer
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

OPEN = {"units": "individuals", "activation_order": "alternating", "movement": "free-movement"}


def ready(scene: Scene) -> Scene:
    """With bots' draws of its own, and nobody left over in the lists of those who stand."""
    start_chance(scene.g.core, 1, 0)
    return scene


def answer(scene: Scene, side: int, kind: int, actor: int = -1) -> Any:
    """The option that the bot takes."""
    return scene.g.core.options[greedy(scene.g, side, kind, actor)]


def facing(scene: Scene, gap: float) -> tuple[int, int]:
    """A shooter of the first side, and an enemy so many inches in front of it."""
    i, j = scene.find(0, "trooper"), scene.find(1, "trooper")
    scene.put(i, -gap / 2.0, 0.0)
    scene.put(j, gap / 2.0, 0.0, (-1.0, 0.0))
    return i, j


def phased(**others: str) -> Scene:
    """Phases in which Special actions come before shots."""
    scene = ready(Scene(rolled("skirmish", **{**OPEN, "round_structure": "phased", **others})))
    scene.g.phases[:] = [MOVE, SPECIAL, RANGED, CLOSE, MORALE_PHASE]
    return scene


@pytest.mark.parametrize("spent", [0, 1])
def test_greedy_aims_only_if_it_can_shoot_later(spent: int) -> None:
    scene = phased(
        shooting="range-bands", action_points="two-unique-actions", damage="certain-death"
    )
    i, _ = facing(scene, 6.0)
    m, g = scene.g.models[i], scene.g
    m.loads[:] = [6] * len(m.loads)
    m.spent, m.used = spent, MOVE * spent
    g.phase = SPECIAL
    offer_actions(g, i)
    assert TO_AIM in [g.core.options[k].what for k in range(g.core.offered)]
    assert answer(scene, 0, ACT, i).what == (TO_STOP if spent else TO_AIM)


@pytest.mark.parametrize("gap", [6.0, 30.0])
def test_greedy_keeps_tokens_for_useful_phase(gap: float) -> None:
    scene = phased(activation_order="rationed-activations", action_points="one-of-everything")
    g = scene.g
    facing(scene, gap)
    g.weights[0].thrift = 1.0
    g.phase = MOVE
    for tokens, kept in ((1, gap < 10.0), (5, False)):
        g.sides[0].activation_tokens = tokens
        scene.run(lambda: pick_unit(g, scene.log, 0), choose=greedy)
        assert g.sides[0].passed == kept
        g.sides[0].passed = 0


@pytest.mark.parametrize(("gap", "goes_on"), [(6.0, 1), (40.0, 0)])
def test_greedy_continues_batch_if_useful(gap: float, goes_on: int) -> None:
    scene = ready(Scene(rolled(**{**OPEN, "activation_order": "batched-activations"})))
    facing(scene, gap)
    scene.g.weights[0].patience = 10.0
    clear(scene.g.core)
    offer(scene.g.core, 0, -1, -1)
    offer(scene.g.core, 1, -1, -1)
    assert answer(scene, 0, GO_ON, 1).what == goes_on


def test_greedy_declares_less_if_little_is_to_do() -> None:
    named = {}
    for gap in (6.0, 40.0):
        scene = ready(Scene(rolled(**{**OPEN, "activation_order": "push-your-luck"})))
        i, _ = facing(scene, gap)
        clear(scene.g.core)
        for n in range(1, 4):
            offer(scene.g.core, n, scene.g.models[i].unit, -1)
        named[gap] = answer(scene, 0, DECLARE, scene.g.models[i].unit).what
    assert named[6.0] > named[40.0]


@pytest.mark.parametrize(("has", "dice", "pushes"), [(1, 5, 1), (4, 1, 0)])
def test_greedy_pushes_throw_if_gain_exceeds_loss(has: int, dice: int, pushes: int) -> None:
    scene = ready(Scene(rolled("skirmish", resolution="push-your-throws")))
    clear(scene.g.core)
    offer(scene.g.core, 0, dice, has)
    offer(scene.g.core, 1, dice, has)
    assert answer(scene, 0, PUSH).what == pushes


def test_greedy_breaks_ties_at_random() -> None:
    scene = ready(Scene(rolled()))
    taken: Counter[int] = Counter()
    for n in range(60):
        clear(scene.g.core)
        for unit in range(3):
            offer(scene.g.core, 0, unit, -1)
        scene.g.core.bot_counter = np.uint64(64 * n)
        taken[answer(scene, 0, SET_UP).who] += 1
    assert set(taken) == {0, 1, 2}
    assert min(taken.values()) >= 10


@pytest.mark.parametrize("doomed", [0, 1])
def test_greedy_does_not_shoot_doomed_target(doomed: int) -> None:
    scene = ready(Scene(rolled(**{**OPEN, "damage": "doomed"})))
    i, j = facing(scene, 6.0)
    scene.g.models[j].doomed = doomed
    offer_actions(scene.g, i)
    assert TO_ATTACK in [scene.g.core.options[k].what for k in range(scene.g.core.offered)]
    assert (answer(scene, 0, ACT, i).what == TO_ATTACK) != doomed


def test_greedy_fetches_loot_before_end() -> None:
    """The side is behind in the last round, with loot 2.8 inches away and an enemy to shoot at."""
    scene = ready(
        Scene(
            rolled(
                "skirmish",
                **OPEN,
                action_points="one-thing-a-phase",
                round_structure="action-phase",
                shooting="stat-test",
                damage="certain-death",
                objectives="loot",
                game_length="fixed-round-limit",
            )
        )
    )
    g = scene.g
    i, _ = facing(scene, 8.0)
    g.rounds = int(g.p.game_length_rounds)
    g.sides[1].victory = g.sides[1].stash = 4
    g.n_loot, g.loot[0].down = 1, 1
    g.loot[0].x, g.loot[0].y = g.models[i].x, g.models[i].y + 2.8
    offer_actions(g, i)
    assert {TO_ATTACK, TO_MOVE} <= {g.core.options[k].what for k in range(g.core.offered)}
    assert answer(scene, 0, ACT, i).what == TO_MOVE


def test_greedy_nerve_and_pull_follow_rounds_left() -> None:
    scene = ready(Scene(rolled("skirmish", game_length="fixed-round-limit")))
    g = scene.g
    w = g.weights[0]
    w.fear, w.calm, w.bold, w.hurry = 1.0, 0.5, 0.5, 1.0
    g.rounds = int(g.p.game_length_rounds) - 2
    assert rounds_left(g) == 2.0
    set_nerve_and_pull(g, 0)
    before = g.nerve, g.pull
    g.rounds += 2
    set_nerve_and_pull(g, 0)
    assert (g.nerve, g.pull) == pytest.approx((0.5, 2.0))
    assert before[0] > g.nerve
    assert before[1] < g.pull
    g.sides[1].victory = 3
    set_nerve_and_pull(g, 0)
    assert g.nerve == pytest.approx(0.25)


@pytest.mark.parametrize(("eager", "what"), [(5.0, TO_MOVE), (0.0, TO_STOP)])
def test_greedy_uses_weights_of_its_side(eager: float, what: int) -> None:
    scene = ready(Scene(rolled(**OPEN, objectives="points-removal")))
    i, j = facing(scene, 40.0)
    scene.g.weights[0].stir, scene.g.weights[1].stir = eager, 5.0 - eager
    offer_actions(scene.g, i)
    assert answer(scene, 0, ACT, i).what == what
    offer_actions(scene.g, j)
    assert (answer(scene, 1, ACT, j).what == TO_MOVE) == (eager == 0.0)


def test_greedy_does_not_pay_last_wound_for_nothing() -> None:
    """The side has no die left, and acting again would cost the unit its last wound."""
    scene = ready(
        Scene(
            rolled(
                "skirmish",
                **{**OPEN, "activation_order": "any-model"},
                action_points="secret-allocation",
                round_structure="action-phase",
                damage="slowed",
            )
        )
    )
    g = scene.g
    i, _ = facing(scene, 6.0)
    g.models[i].wounds = g.kinds[g.models[i].kind].pace - 1
    g.units[g.models[i].unit].activated = 1
    g.sides[0].move_dice = g.sides[0].attack_dice = 0
    clear(g.core)
    for unit in range(g.n_units):
        if g.units[unit].side == 0:
            offer(g.core, 0, unit, -1)
    offer(g.core, 0, -1, -1)
    assert answer(scene, 0, PICK).who != g.models[i].unit
    assert activation_value(g, g.models[i].unit) == 0.0
    g.sides[0].attack_dice = 1
    assert activation_value(g, g.models[i].unit) > 0.0


@pytest.mark.parametrize("moved", [0, 2])
def test_greedy_does_not_move_back_and_forth(moved: int) -> None:
    """The other places are slightly worse; one of them is where the model came from."""
    scene = ready(Scene(rolled(**OPEN, objectives="points-removal")))
    g = scene.g
    i, _ = facing(scene, 40.0)
    m = g.models[i]
    m.moved = moved
    clear(g.core)
    for back in (0.0, 1.0):
        at = g.core.offered
        offer(g.core, 0, -1, -1)
        o = g.core.options[at]
        o.x, o.y, o.fx, o.fy = m.x - back, m.y, m.fx, m.fy
    stays = answer(scene, 0, MOVE_TO, i).x == m.x
    assert stays == bool(moved)
