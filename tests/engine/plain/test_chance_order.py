"""Cards and bags: whose turn chance says it is, and how the First Player forestalls it."""

from __future__ import annotations

from typing import Any

import pytest
from examples_bag import played, with_units
from scene import Scene, instead

from carnage.engine.battle.frame.questions import JUMP
from carnage.engine.battle.turn.activation_order import activations
from carnage.engine.battle.turn.chance_order import (
    LAST_CALLS,
    bag_draw,
    draw_token,
    fill_bag,
    shuffle_cards,
)
from carnage.engine.battle.turn.round_structure import play_round
from carnage.engine.battle.turn.units import ACTED, reason_not_to_act
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

GAME = {
    "units": "individuals",
    "round_structure": "action-phase",
    "morale": "none",
    "twist": "none",
}


def table(order: str, units: int = 2) -> Scene:
    return with_units(rolled("skirmish", **GAME, activation_order=order), units)


@pytest.mark.parametrize(("time_up", "cards"), [(0, 4), (3, 3)])
def test_shuffle_cards_leaves_out_fallen_units_once_boots_are_over(
    time_up: int, cards: int
) -> None:
    rules = {**GAME, "damage": "the-tower", "game_length": "the-clock"}
    scene = with_units(rolled("skirmish", **rules, activation_order="character-cards"), 2)
    scene.lay(scene.g.units[0].first)
    scene.g.time_up = time_up
    with instead("below", lambda core, most: most - 1):
        shuffle_cards(scene.g)
    assert scene.g.n_cards == cards
    assert (0 in scene.g.cards[:cards]) == (time_up == 0)


def test_fill_bag_has_one_token_per_unit_in_play() -> None:
    scene = table("bag-draw", 3)
    scene.g.models[scene.g.units[0].first].in_play = 0
    fill_bag(scene.g)
    assert list(scene.g.bag) == [2, 3, 2]


def test_draw_token_each_token_is_equally_likely() -> None:
    scene = table("bag-draw", 3)
    fill_bag(scene.g)
    drawn = []
    for at in range(8):
        with instead("below", lambda core, most, at=at: at):
            drawn.append(draw_token(scene.g))
    assert drawn == [0, 0, 0, 1, 1, 1, LAST_CALLS, LAST_CALLS]


def test_bag_draw_second_last_call_ends_round() -> None:
    scene = table("bag-draw")
    assert [scene.g.units[u].side for u in played(scene, [1, LAST_CALLS, 0, LAST_CALLS])] == [1, 0]
    assert [event.a for event in scene.events("last-call")] == [1, 0]
    assert list(scene.g.bag) == [0, 0, 0]


def test_bag_draw_without_player_tokens_ends_round() -> None:
    scene = table("bag-draw")
    assert len(played(scene, [0, 0, 1, LAST_CALLS, 1])) == 4
    assert len(scene.events("last-call")) == 1


def test_bag_draw_unusable_token_is_discarded() -> None:
    scene = table("bag-draw")
    scene.g.sides[0].gone = 1
    assert [scene.g.units[u].side for u in played(scene, [0, 1, 0, 1])] == [1, 1]
    assert [event.b for event in scene.events("drawn")] == [1, 0, 1, 0]


def jumping(scene: Scene, which: int) -> list[int]:
    """The units that are activated where the First Player goes with the unit offered in place
    `which`.
    """
    activated: list[int] = []

    def activate(g: Any, log: Any, unit: int) -> None:
        g.units[unit].activated = 1
        activated.append(unit)

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        return min(which, g.core.offered - 1) if kind == JUMP else 0

    def act() -> None:
        with instead("activate", activate), instead("is_stopped", lambda *_: False):
            activations(scene.g, scene.log)

    scene.run(act, (), choose)
    return activated


@pytest.mark.parametrize("order", ["bag-draw", "character-cards"])
@pytest.mark.parametrize("first", [0, 1])
def test_first_player_acts_once_before_chance(order: str, first: int) -> None:
    scene = table(order)
    g = scene.g
    g.first = first
    own = [n for n in range(g.n_units) if g.units[n].side == first and g.units[n].in_play]
    with instead("draw_token", lambda g: 0 if g.bag[0] else 1):
        activated = jumping(scene, 2)
    assert activated[0] == own[1]
    assert sorted(activated) == sorted(n for n in range(g.n_units) if g.units[n].in_play)
    (jump,) = scene.events("jump")
    assert (jump.side, jump.actor) == (first, own[1])
    if order == "character-cards":
        assert [event.a for event in scene.events("card") if event.actor == own[1]] == [ACTED]
    else:
        assert len(scene.events("drawn")) == 3  # one token was taken out


@pytest.mark.parametrize("order", ["bag-draw", "character-cards"])
def test_first_player_need_not_act_first(order: str) -> None:
    scene = table(order)
    with instead("draw_token", lambda g: 0 if g.bag[0] else 1):
        assert len(jumping(scene, 0)) == 4
    assert not scene.events("jump")
    assert scene.g.jumped == 0


def test_first_player_acts_before_chance_once_per_round() -> None:
    scene = table("character-cards")
    scene.g.jumped = 1
    jumping(scene, 1)
    assert not scene.events("jump")
    with instead("initiative", lambda *_: None), instead("action_phase", lambda *_: None):
        scene.run(lambda: play_round(scene.g, scene.log), [])
    assert scene.g.jumped == 0


def test_character_card_of_activated_unit_is_passed_over() -> None:
    scene = table("character-cards")
    scene.g.units[0].activated = 1
    assert reason_not_to_act(scene.g, 0) == ACTED


def test_bag_is_refilled_each_round() -> None:
    scene = table("bag-draw")
    played(scene, [LAST_CALLS, LAST_CALLS])
    drawn: list[int] = []

    def draw() -> None:
        with instead("draw_token", lambda g: drawn.append(sum(g.bag)) or LAST_CALLS):
            bag_draw(scene.g, scene.log)

    scene.run(draw)
    assert drawn[0] == 6
