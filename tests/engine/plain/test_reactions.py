"""Reactions: who may react, to what, how often, and what puts an end to watching."""

from __future__ import annotations

from typing import Any

import pytest
from examples_gear import one_of
from examples_reactions import shooting_back, two_against_one
from scene import Scene, instead

from carnage.engine.battle.attack.bullets import bullet_dice
from carnage.engine.battle.attack.dodging import can_react, dodge_increase
from carnage.engine.battle.attack.reactions import can_watch, overwatch, react, return_fire, watch
from carnage.engine.battle.frame.questions import (
    DODGE,
    REACT,
    TO_ATTACK,
    TO_MOVE,
    TO_SHOOT,
    TO_STOP,
    TO_WATCH,
)
from carnage.engine.battle.frame.state import RANGED
from carnage.engine.battle.harm.counters import knock_down, knock_out, stun
from carnage.engine.battle.harm.losses import remove_model
from carnage.engine.battle.turn.action_points import do_action, offer_actions, spend_action
from carnage.engine.battle.turn.round_structure import play_round
from carnage.engine.core.decisions import clear
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

SHOOTINGS = ("stat-test", "bullet-dice", "range-bands")
GAME = {
    "units": "individuals",
    "arc_of_sight": "360",
    "resolution": "dice-combination",
    "fighting": "stat-test",
    "damage": "certain-death",
    "action_points": "two-ap",
    "movement": "free-movement",
    "round_structure": "action-phase",
    "twist": "none",
}


def game(reactions: str, shooting: str = "stat-test", **others: str) -> Any:
    """Two of side 0, and an enemy of theirs with a six-gun, four inches from the first."""
    return two_against_one(
        rolled("skirmish", **{**GAME, "reactions": reactions, "shooting": shooting, **others})
    )


def whoever(kind: int, what: int) -> Any:
    """Answers a kind of question by an action or number, and everything else by the first
    option.
    """

    def choose(g: Any, side: int, asked: int, actor: int) -> int:
        if asked != kind:
            return 0
        return next(k for k in range(g.core.offered) if g.core.options[k].what == what)

    return choose


@pytest.mark.parametrize("shooting", SHOOTINGS)
def test_return_fire_follows_end_of_action(shooting: str) -> None:
    scene, (i, _), j = game("return-fire", shooting)
    g = scene.g
    g.kinds[g.models[j].kind].wounds = 9

    def act() -> None:
        with (
            instead("d6", lambda *_: 3),
            instead("d10", lambda *_: 3),
            instead("first_hit", lambda g, shooter, *_: (j if shooter == i else i, 1)),
        ):
            do_action(g, scene.log, i, TO_ATTACK, scene.weapon("six-gun"))

    scene.run(act, (), whoever(REACT, TO_SHOOT))
    (reaction,) = scene.events("reaction")
    assert (reaction.actor, reaction.target) == (j, i)
    assert g.models[j].reacted == 1
    assert g.models[i].reacted == 0  # nobody reacts to a reaction


def test_return_fire_may_be_declined() -> None:
    scene, (i, _), j = game("return-fire")
    scene.g.shot_at = 1 << j
    scene.run(lambda: return_fire(scene.g, scene.log, i), (), whoever(REACT, TO_STOP))
    assert not scene.events("reaction")
    assert scene.g.models[j].reacted == 0


def test_return_fire_needs_target_and_able_model() -> None:
    """The model was shot at, is able to act, and has its target in sight and range."""
    scene, (i, _), j = game("return-fire")
    shooting_back(scene, return_fire, i)  # nobody was shot at
    scene.piece(0, 0, 1, 6, "blocking")
    scene.g.shot_at = 1 << j
    shooting_back(scene, return_fire, i)
    scene.g.n_pieces = scene.g.blocking_to = 0
    scene.g.looked = -1
    for spoils in ("stun", "out", "fallen"):
        setattr(scene.g.models[j], spoils, 1)
        shooting_back(scene, return_fire, i)
        setattr(scene.g.models[j], spoils, 0)
    scene.g.models[i].x -= 8.0
    scene.g.looked = -1
    shooting_back(scene, return_fire, i)
    assert not scene.events("reaction")
    scene.g.models[i].x += 8.0
    scene.g.looked = -1
    shooting_back(scene, return_fire, i)
    assert len(scene.events("reaction")) == 1


def test_reactions_return_each_round() -> None:
    scene, _, j = game("return-fire")
    scene.g.models[j].reacted = 1
    assert not can_react(scene.g, j)
    with instead("initiative", lambda *_: None), instead("action_phase", lambda *_: None):
        scene.run(lambda: play_round(scene.g, scene.log), [])
    assert can_react(scene.g, j)


def test_watch_is_ranged_action_with_loaded_gun() -> None:
    scene, (i, other), _ = game("overwatch", "range-bands")
    g = scene.g
    clear(g.core)
    offer_actions(g, i)
    assert TO_WATCH in [o.what for o in g.core.options[: g.core.offered]]
    scene.run(lambda: do_action(g, scene.log, i, TO_WATCH, -1))
    assert g.models[i].watching == 1
    assert g.models[i].used & RANGED
    assert not can_watch(g, i)
    g.models[other].jam = 1
    assert not can_watch(g, other)
    g.models[other].jam = 0
    assert can_watch(g, other)
    g.models[other].loads[0] = 0
    assert not can_watch(g, other)


@pytest.mark.parametrize("reactions", ["none", "return-fire", "dodge"])
def test_watch_is_not_offered_under_other_reactions(reactions: str) -> None:
    scene, (i, _), _ = game(reactions)
    assert not can_watch(scene.g, i)


def test_overwatch_reacts_to_model_that_moved() -> None:
    scene, (i, _), j = game("overwatch")
    g = scene.g
    scene.run(lambda: watch(g, scene.log, j))
    g.acting, g.units[g.models[i].unit].activated = g.models[i].unit, 1

    def act() -> None:
        with instead("d6", lambda *_: 1):
            do_action(g, scene.log, i, TO_MOVE, -1)

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if kind == REACT:
            return 1
        places = [(g.core.options[k].x, g.core.options[k].y) for k in range(g.core.offered)]
        m = g.models[actor]
        near = [k for k, (x, y) in enumerate(places) if 0.5 < abs(x - m.x) + abs(y - m.y) < 3.0]
        return near[0] if near else 0

    scene.run(act, (), choose)
    (reaction,) = scene.events("reaction")
    assert (reaction.actor, reaction.target) == (j, i)
    assert g.models[j].watching == 0


def test_overwatch_does_not_react_to_model_that_stayed() -> None:
    scene, (i, _), j = game("overwatch")
    scene.g.models[j].watching = 1
    scene.g.stirred = 0
    shooting_back(scene, overwatch, i)
    assert not scene.events("reaction")
    assert scene.g.models[j].watching == 1


def test_overwatch_declined_keeps_watching() -> None:
    scene, (i, _), j = game("overwatch")
    scene.g.models[j].watching = 1
    scene.g.stirred = 1 << i
    asked = []

    def holds_fire(g: Any, side: int, kind: int, actor: int) -> int:
        asked.append((kind, actor))
        return 0

    scene.run(lambda: overwatch(scene.g, scene.log, i), (), holds_fire)
    assert asked == [(REACT, j)]
    assert not scene.events("reaction")
    assert scene.g.models[j].watching == 1


@pytest.mark.parametrize("end", ["acts", "knocked down", "stunned", "removed", "moves"])
def test_overwatch_marker_is_removed(end: str) -> None:
    scene, _, j = game("overwatch", "range-bands", fighting="opposed-roll")
    g = scene.g
    g.models[j].watching = 1
    if end == "acts":
        scene.run(lambda: do_action(g, scene.log, j, TO_ATTACK, scene.weapon("six-gun")), [2])
    elif end == "knocked down":
        scene.run(lambda: knock_down(g, scene.log, j))
    elif end == "stunned":
        scene.run(lambda: stun(g, scene.log, j, 1))
    elif end == "removed":
        scene.run(lambda: remove_model(g, scene.log, j, 0))
    else:
        scene.run(lambda: do_action(g, scene.log, j, TO_MOVE, -1))
    assert g.models[j].watching == 0


def test_overwatch_knocked_out_model_stops_watching() -> None:
    scene, _, j = game("overwatch", "range-bands")
    scene.g.models[j].watching = 1
    scene.run(lambda: knock_out(scene.g, scene.log, j, 2))
    assert scene.g.models[j].watching == 0


def test_overwatch_spending_action_keeps_watching() -> None:
    """Models of a block spend the actions of the others but keep watching if they stand still."""
    scene, _, j = game("overwatch")
    scene.g.models[j].watching = 1
    scene.run(lambda: spend_action(scene.g, scene.log, j, RANGED))
    assert scene.g.models[j].watching == 1


@pytest.mark.parametrize(
    ("shooting", "name"),
    [("stat-test", "harder"), ("range-bands", "farther"), ("bullet-dice", "tougher")],
)
def test_dodge_increases_difficulty_of_shot(shooting: str, name: str) -> None:
    """Compare a shot at a model that dodges and at one that does not."""
    needed = []
    for dodges in (0, 1):
        scene, (i, _), j = game("dodge", shooting)
        g = scene.g

        def act(scene: Scene = scene, i: int = i, j: int = j) -> None:
            with (
                instead("d6", lambda *_: 1),
                instead("d10", lambda *_: 2),
                instead("first_hit", lambda *_: (j, 1)),
            ):
                do_action(scene.g, scene.log, i, TO_ATTACK, scene.weapon("six-gun"))

        scene.run(act, (), whoever(DODGE, dodges))
        assert len(scene.events("dodge")) == dodges
        assert g.models[j].reacted == dodges
        kind, field = {
            "stat-test": ("test", "c"),
            "range-bands": ("shot", "a"),
            "bullet-dice": ("bullet", "b"),
        }[shooting]
        needed.append([getattr(event, field) for event in scene.events(kind)])
        more = scene.ruleset.params[f"reactions.{name}"]
    assert needed[1] == [number + more for number in needed[0]]
    assert needed[0]


def test_dodge_is_possible_once_per_round() -> None:
    scene, (i, _), j = game("dodge")
    g = scene.g
    w = scene.weapon("six-gun")
    assert scene.run(lambda: dodge_increase(g, scene.log, i, w, j, 2, 1), (), lambda *_: 1) == 1
    g.dodging = 0
    assert scene.run(lambda: dodge_increase(g, scene.log, i, w, j, 2, 1), (), lambda *_: 1) == 0


def test_dodge_increase_under_other_reactions_is_zero() -> None:
    for reactions in ("none", "return-fire", "overwatch"):
        scene, (i, _), j = game(reactions)
        w = scene.weapon("six-gun")
        assert (
            scene.run(lambda s=scene, i=i, j=j, w=w: dodge_increase(s.g, s.log, i, w, j, 2, 1)) == 0
        )
        scene.g.shot_at = scene.g.stirred = 0
        scene.run(lambda s=scene, i=i: react(s.g, s.log, i))


@pytest.mark.parametrize("whose", [0, 1], ids=["its own", "an enemy's"])
def test_overwatch_bullets_leave_move_dice(whose: int) -> None:
    """Later models of a squad follow the same dice, even after a shot."""
    scene, (i, _), j = game("overwatch", "bullet-dice", movement="scoot", units="squads")
    g = scene.g
    one_of(scene, 1, "six-gun")
    for n in range(3):
        g.thrown[n].x, g.thrown[n].y, g.thrown[n].value, g.thrown[n].live = 1.0 + n, 2.0, 3, 1
    g.n_thrown = 3
    g.acting = g.models[i].unit
    if whose == 0:
        shots = lambda g, log, i: bullet_dice(g, log, i, scene.weapon("six-gun"))  # noqa: E731
    else:
        g.models[j].watching = 1
        g.stirred = 1 << i
        shots = overwatch
    shooting_back(scene, shots, i)
    assert scene.events("throw")
    assert g.n_thrown == 3
    assert [(die.x, die.value, die.live) for die in g.thrown[:3]] == [
        (1.0, 3, 1),
        (2.0, 3, 1),
        (3.0, 3, 1),
    ]
