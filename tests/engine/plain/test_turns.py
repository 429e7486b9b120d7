"""Turns of skirmish: the speed chart, the bell, any model, cards, dice shared out, the clock."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from scene import Scene, answering, first, instead

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import acts_in_phase, update_upright
from carnage.engine.battle.frame.questions import DECLARE, GO_ON, PICK
from carnage.engine.battle.frame.state import FOCUS, MOVE, RANGED, SPECIAL
from carnage.engine.battle.harm.morale import frightens
from carnage.engine.battle.turn.action_points import may_act, spend_action
from carnage.engine.battle.turn.activation_order import (
    UNCOUNTED,
    activations,
    batched_activations,
    push_your_luck,
    unreliable_activation_order,
)
from carnage.engine.battle.turn.allocation import allocate, ask_to_defend, count_allocation_dice
from carnage.engine.battle.turn.chance_order import shuffle_cards
from carnage.engine.battle.turn.game_length import is_loot_settled
from carnage.engine.battle.turn.leg_it import can_leg_it
from carnage.engine.battle.turn.round_structure import phased, play_round, set_the_table
from carnage.engine.battle.turn.units import activate, can_activate, end_activation
from carnage.engine.core.chance import start_chance
from carnage.rulesets.forces import get_force
from tests.support.rulesets import rolled

pytestmark = pytest.mark.usefixtures("dice_may_wrap")

# The published chart, row by row: acts in each phase.
CHART = {1: (1, 0, 0), 2: (1, 1, 0), 3: (1, 1, 1), 4: (2, 1, 1), 5: (2, 2, 1), 6: (2, 2, 2)}
CHART |= {7: (3, 2, 2), 8: (3, 3, 2), 9: (3, 3, 3), 10: (4, 3, 3), 11: (4, 4, 3), 12: (4, 4, 4)}


@pytest.mark.parametrize(
    ("options", "time_up", "over"),
    [
        ({"damage": "certain-death"}, 0, True),
        ({"damage": "the-tower", "game_length": "the-clock"}, 0, False),
        ({"damage": "the-tower", "game_length": "the-clock"}, 3, True),
        ({"damage": "certain-death", "morale": "leg-it"}, 0, True),
        ({"damage": "the-tower", "game_length": "the-clock", "morale": "leg-it"}, 3, False),
        ({"damage": "certain-death", "game_length": "breaking-point"}, 0, False),
        ({"damage": "certain-death", "fighting": "hand-signs"}, 0, False),
    ],
)
def test_game_ends_when_nobody_can_be_robbed_of_most_of_the_loot(
    options: dict[str, str], time_up: int, over: bool
) -> None:
    calm = {"morale": "none", "fighting": "stat-test", "objectives": "loot"}
    scene = Scene(skirmish(**calm | options))
    for side in (0, 1):
        scene.put(side * scene.g.half, 0, side * 5)
    scene.g.time_up = time_up
    scene.g.sides[1].stash = 6
    assert not is_loot_settled(scene.g), "six of thirteen are not most of them"
    scene.g.sides[1].stash = 7
    assert is_loot_settled(scene.g) == over


def test_game_ends_with_activation_that_settles_the_loot() -> None:
    scene = Scene(skirmish(damage="certain-death", fighting="stat-test", objectives="loot"))
    for side in (0, 1):
        scene.put(side * scene.g.half, 0, side * 5)
    scene.g.sides[0].stash = 6
    end_activation(scene.g, scene.log, 0)
    assert scene.g.over == 0
    scene.g.sides[0].stash = 7
    end_activation(scene.g, scene.log, 0)
    assert scene.g.over == 1


@pytest.mark.parametrize(
    ("options", "leaves"),
    [
        ({"objectives": "loot", "fighting": "stat-test"}, False),
        ({"objectives": "loot", "fighting": "hand-signs"}, True),
        ({"objectives": "loot", "fighting": "stat-test", "damage": "the-tower"}, True),
        ({"objectives": "interactive-objectives", "fighting": "hand-signs"}, False),
        ({"objectives": "positional-objectives", "fighting": "stat-test"}, True),
        ({"objectives": "points-removal", "fighting": "stat-test"}, True),
    ],
)
def test_sides_may_leave_only_where_that_can_pay(options: dict[str, str], leaves: bool) -> None:
    scene = Scene(skirmish(morale="leg-it", **{"damage": "certain-death"} | options))
    scene.g.rounds = 2
    assert can_leg_it(scene.g) == leaves
    assert scene.ruleset.has("leg-it") == leaves
    assert not frightens(scene.g)


def skirmish(**options: str) -> Any:
    quiet = {"game_length": "last-side-standing", "units": "individuals", "table": "4"}
    return rolled(book="skirmish", **quiet | options)


def ready(scene: Scene) -> Scene:
    """Both forces set up, before the first round."""
    start_chance(scene.g.core, 7, 0)
    scene.g.core.sealed_from = -1
    with answering(first):
        set_the_table(scene.g, scene.log)
    scene.g.first = 0
    return scene


def activations_of(scene: Scene) -> list[tuple[int, int]]:
    """Side and unit of each activation so far."""
    return [(event.side, event.actor) for event in scene.events("activate")]


@pytest.mark.parametrize("pace", CHART)
def test_speed_chart_gives_actions_per_phase(pace: int) -> None:
    scene = Scene(skirmish(round_structure="speed-phases"))
    scene.put(0, 0, 0)
    scene.g.kinds[scene.g.models[0].kind].pace = pace
    times = []
    for phase in (1, 2, 3):
        scene.g.speed_phase = phase
        times.append(acts_in_phase(scene.g, 0))
    assert tuple(times) == CHART[pace]


def test_speed_chart_wound_costs_one_row() -> None:
    scene = Scene(skirmish(round_structure="speed-phases", damage="slowed"))
    scene.put(0, 0, 0)
    scene.g.kinds[scene.g.models[0].kind].pace = 4
    scene.g.speed_phase = 1
    assert acts_in_phase(scene.g, 0) == 2
    scene.g.models[0].wounds = 1
    assert acts_in_phase(scene.g, 0) == 1


def test_the_bell_lets_both_sides_act_equally_often() -> None:
    scene = ready(
        Scene(skirmish(round_structure="the-bell", activation_order="alternating", size="gang"))
    )
    units = len(get_force(scene.ruleset).units)
    for i in range(units // 2):  # the first side has lost half of its gang
        scene.g.models[i].in_play = 0
        scene.g.units[scene.g.models[i].unit].in_play = 0
        scene.g.sides[0].models -= 1
    update_upright(scene.g)
    with answering(first):
        activations(scene.g, scene.log)
    acted = activations_of(scene)
    assert [side for side, _ in acted].count(0) == [side for side, _ in acted].count(1) == units
    mine = [unit for side, unit in acted if side == 0]
    left = units - units // 2
    assert len(set(mine[:left])) == left, "nobody twice before all others have been"


def test_any_model_may_act_again_at_a_cost() -> None:
    scene = ready(
        Scene(skirmish(round_structure="the-bell", activation_order="any-model", morale="shaken"))
    )

    def always_the_last(g: Any, side: int, kind: int, actor: int) -> int:
        return g.core.offered - 1 if kind == PICK else 0

    with answering(always_the_last):
        activations(scene.g, scene.log)
    mine = [unit for side, unit in activations_of(scene) if side == 0]
    again = sum(a == b for a, b in pairwise(mine))
    assert again > 0
    assert [event.actor for event in scene.events("toll")].count(-1) == 0
    assert sum(event.side == 0 for event in scene.events("toll")) == len(mine) - len(set(mine))


def test_phased_unit_has_same_actions_however_often_activated() -> None:
    scene = ready(
        Scene(
            skirmish(
                round_structure="phased",
                activation_order="any-model",
                action_points="one-thing-a-phase",
            )
        )
    )
    g = scene.g
    for phase in (MOVE, SPECIAL):  # whether it finds anything to do there or not
        g.phase = phase
        assert can_activate(g, 0)
    g.units[0].activated = 1
    g.phase = MOVE
    assert can_activate(g, 0), "it has done nothing in its first activation"
    spend_action(g, scene.log, 0, MOVE)
    assert not can_activate(g, 0)


def test_unreliable_turn_is_not_ended_by_shaken_unit() -> None:
    scene = ready(Scene(skirmish(activation_order="unreliable-activation-order", morale="shaken")))
    g = scene.g
    g.sides[0].quota = g.sides[1].quota = UNCOUNTED
    with (
        answering(first),
        instead("overcomes_shaken", lambda *_: False),
        instead("take_unit_test", lambda *_: True),
    ):
        unreliable_activation_order(g, scene.log, 0)
    assert all(u.activated for u in g.units[: g.n_units] if u.side == 0)
    with answering(first), instead("take_unit_test", lambda *_: False):
        unreliable_activation_order(g, scene.log, 1)
    assert sum(u.activated for u in g.units[: g.n_units] if u.side == 1) == 1


@pytest.mark.parametrize("rounds", ["action-phase", "the-bell"])
def test_igougo_keeps_half_of_the_first_side_back(rounds: str) -> None:
    scene = ready(Scene(skirmish(round_structure=rounds, activation_order="igougo", size="gang")))
    units = len(get_force(scene.ruleset).units)
    with answering(first):
        activations(scene.g, scene.log)
    acted = [side for side, _ in activations_of(scene)]
    kept = units // 2
    assert acted == [0] * (units - kept) + [1] * units + [0] * kept


@pytest.mark.parametrize(("opener", "activated"), [(-1, 1), (1, 2)])
def test_batched_turn_that_opens_game_has_one_activation(opener: int, activated: int) -> None:
    scene = ready(Scene(skirmish(activation_order="batched-activations", size="gang")))
    g = scene.g
    g.opener = opener
    g.sides[0].quota = g.sides[1].quota = UNCOUNTED

    def go_on(g: Any, side: int, kind: int, actor: int) -> int:
        return g.core.offered - 1 if kind == GO_ON else 0

    with answering(go_on):
        batched_activations(g, scene.log, 0)
    assert len(activations_of(scene)) == activated


@pytest.mark.parametrize(
    ("book", "opener", "most"), [("skirmish", -1, 1), ("skirmish", 0, 6), ("classic", -1, 3)]
)
def test_push_your_luck_names_one_activation_while_nobody_has_acted(
    book: str, opener: int, most: int
) -> None:
    scene = ready(Scene(rolled(book=book, activation_order="push-your-luck")))
    g = scene.g
    g.opener = opener

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        return g.core.offered - 1 if kind == DECLARE else 0

    with answering(choose), instead("take_unit_test", lambda *_: False):
        push_your_luck(g, scene.log, 0)
    (declared,) = scene.events("declare")
    assert declared.a == most


def test_character_cards_come_up_once_in_random_order() -> None:
    scene = ready(Scene(skirmish(activation_order="character-cards", size="gang")))
    orders = set()
    for _ in range(5):
        shuffle_cards(scene.g)
        order = tuple(int(card) for card in scene.g.cards[: scene.g.n_cards])
        assert sorted(order) == list(range(scene.g.n_units))
        orders.add(order)
    assert len(orders) == 5
    with answering(first):
        activations(scene.g, scene.log)
    assert len(activations_of(scene)) == scene.g.n_units


@pytest.mark.parametrize(("units", "dice"), [(1, 3), (3, 5), (4, 6), (7, 9)])
def test_secret_allocation_gives_two_dice_and_one_for_each_unit(units: int, dice: int) -> None:
    scene = Scene(skirmish(action_points="secret-allocation", size="mob"))
    g = scene.g
    own = [u for u in range(g.n_units) if g.units[u].side == 0]
    assert len(own) >= units
    for number, unit in enumerate(own):
        g.units[unit].in_play = int(number < units)
    assert count_allocation_dice(g, 0) == dice


@pytest.mark.parametrize(("fallen", "passes"), [(False, 0), (True, 2)])
def test_special_phase_is_skipped_if_nobody_can_act_in_it(fallen: bool, passes: int) -> None:
    scene = ready(
        Scene(
            skirmish(
                round_structure="phased",
                forces="all-alike",
                damage="the-tower",
                shooting="stat-test",
                fighting="stat-test",
                twist="none",
            )
        )
    )
    g = scene.g
    for n in range(len(g.phases)):
        g.phases[n] = SPECIAL if n == 0 else 0
    if fallen:
        scene.put(0, 0, 0)
        scene.put(1, 2 * g.radius, 0)
        scene.lay(1)
    with answering(lambda g, side, kind, actor: g.core.offered - 1):
        phased(g, scene.log)
    assert len(scene.events("pass")) == passes


@pytest.mark.parametrize("units", [1, 2, 3, 4, 7])
def test_secret_allocation_offers_each_share_once(units: int) -> None:
    scene = ready(Scene(skirmish(action_points="secret-allocation", size="mob")))
    g = scene.g
    for unit in range(g.n_units):
        g.units[unit].in_play = int(unit < units and g.units[unit].side == 0)
    shares = []

    def see(g: Any, side: int, kind: int, actor: int) -> int:
        shares.append([(o.what, o.who, o.other) for o in g.core.options[: g.core.offered]])
        return 0

    with answering(see):
        allocate(g, scene.log)
    assert all(len(set(offers)) == len(offers) for offers in shares)
    assert {sum(share) for share in shares[0]} == {units + 2}


def test_secret_allocation_dice_pay_for_actions() -> None:
    scene = ready(Scene(skirmish(action_points="secret-allocation")))
    g = scene.g
    with answering(first):
        allocate(g, scene.log)
    for side in g.sides:
        total = side.move_dice + side.attack_dice + side.defend_dice
        assert total == count_allocation_dice(g, 0)
    g.sides[0].move_dice, g.sides[0].attack_dice = 1, 0
    assert may_act(g, 0, MOVE)
    assert not may_act(g, 0, RANGED)
    g.sides[0].move_dice = 0
    assert not may_act(g, 0, MOVE)
    g.sides[1].defend_dice = 1
    with answering(lambda *_: 1):
        assert ask_to_defend(g, scene.log, 1, g.half) == g.p.action_points_harder == 1
        assert ask_to_defend(g, scene.log, 1, g.half) == 0
    assert g.sides[1].defend_dice == 0


@pytest.mark.parametrize(
    ("options", "serves"),
    [
        ({}, False),
        ({"shooting": "stat-test"}, True),
        ({"fighting": "stat-test"}, True),
        ({"objectives": "interactive-objectives"}, False),
    ],
)
def test_focus_without_attacks_by_tests_is_not_offered(
    options: dict[str, str], serves: bool
) -> None:
    untested = {"shooting": "bullet-dice", "fighting": "hand-signs", "objectives": "points-removal"}
    turn = {"action_points": "two-ap", "round_structure": "action-phase", "morale": "shaken"}
    scene = ready(Scene(skirmish(**turn | untested | options)))
    assert bool(may_act(scene.g, 0, FOCUS)) == serves


@pytest.mark.parametrize("length", ["the-clock", "the-clock-last-orders"])
def test_the_clock_runs_for_three_activations_per_unit(length: str) -> None:
    scene = ready(Scene(skirmish(game_length=length, round_structure="the-bell", size="gang")))
    g = scene.g
    assert g.time == 3 * g.n_units
    with answering(first):
        while g.over == 0 and g.time_up == 0:
            play_round(g, scene.log)
    (up,) = scene.events("time-up")
    assert up.a == g.time
    after = scene.log.events[: g.core.n_events]
    later = [
        e
        for e in after[after.index(up) :]
        if e.rule == R.NUMBERING.number("round-structure.the-bell")
    ]
    if length.endswith("orders"):
        assert g.over == 1
    else:
        assert later or g.over == 0


def test_the_clock_with_phases_counts_unit_once_per_round() -> None:
    turns = {"round_structure": "speed-phases", "activation_order": "alternating"}
    scene = ready(Scene(skirmish(game_length="the-clock", size="gang", **turns)))
    g = scene.g
    with answering(first):
        for _ in range(2):
            play_round(g, scene.log)
    assert g.clock == 2 * g.n_units
    assert len(activations_of(scene)) > g.clock


def test_last_orders_end_phase_includes_drinks() -> None:
    scene = ready(
        Scene(skirmish(game_length="the-clock-last-orders", twist="drinks", damage="the-tower"))
    )
    g = scene.g
    g.clock = g.time - 1
    with answering(first):
        play_round(g, scene.log)
    drunk = [
        event for event in scene.events("swig") if event.rule == R.NUMBERING.number("twist.drinks")
    ]
    assert len(drunk) == g.n_units
    assert g.over == 1


def test_any_model_toll_wound_may_kill() -> None:
    """Uncertain Death follows every wound, even from a toll, which is no action."""
    scene = Scene(
        skirmish(
            round_structure="the-bell",
            activation_order="any-model",
            damage="uncertain-death",
            morale="leg-it",
            luck="none",
            talents="none",
        )
    )
    g = scene.g
    m = scene.put(0, 0, 0)
    scene.put(g.half, 9, 0)
    kind = g.kinds[m.kind]
    m.wounds = kind.wounds - g.p.activation_order_toll
    for removed, successes in ((False, g.p.damage_difficulty), (True, 0)):
        g.units[m.unit].rest = 1
        before = len(scene.names())
        scene.run(
            lambda: end_activation(g, scene.log, m.unit),
            scene.dice_for(kind.morale, g.p.damage_difficulty, successes),
        )
        told = scene.names()[before:]
        assert told[:4] == ["toll", "wound", "test", "removed" if removed else "survive"]
        assert m.in_play == int(not removed)


def test_any_model_player_may_pass_instead_of_paying() -> None:
    """With one unit left, a player may pass until the bell, unless that unit is fresh."""
    scene = ready(
        Scene(skirmish(round_structure="the-bell", activation_order="any-model", morale="shaken"))
    )
    g = scene.g
    for unit in range(1, g.half):
        g.units[unit].in_play = 0
    g.first = 0

    def passes(g: Any, side: int, kind: int, actor: int) -> int:
        return g.core.offered - 1 if kind == PICK and side == 0 else 0

    with answering(passes):
        activations(g, scene.log)
    assert [side for side, _ in activations_of(scene)].count(0) == 1
    assert [event.side for event in scene.events("pass")] == [0]
    assert not [event for event in scene.events("toll") if event.side == 0]


@pytest.mark.parametrize("units", ["squads", "ranked"])
def test_pinched_model_sits_out_with_event(units: str) -> None:
    scene = ready(Scene(skirmish(units=units, size="mob", twist="drinks", shooting="bullet-dice")))
    g = scene.g
    g.models[1].pinched = 1
    with answering(first):
        activate(g, scene.log, int(g.models[1].unit))
    assert [event.actor for event in scene.events("sits-out")] == [1]
    assert g.models[1].pinched == 0


def test_last_orders_are_one_activation_each_other_side_first() -> None:
    scene = ready(
        Scene(skirmish(game_length="the-clock-last-orders", activation_order="alternating"))
    )
    g = scene.g
    g.clock = g.time - 1
    with answering(first):
        play_round(g, scene.log)
    sides = [side for side, _ in activations_of(scene)]
    assert len(sides) == 3
    assert sides == [g.first, 1 - g.first, g.first]
    assert g.over == 1
