"""What the duel's other options do: the four optional rules of 6d6, and our own."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from duel_scene import Scene, duel, options, picking

from carnage.engine.duel import questions as Q
from carnage.engine.duel.action_cleanup import settle_debts
from carnage.engine.duel.assignment import assign
from carnage.engine.duel.collisions import add_thing
from carnage.engine.duel.counts import dice_left, row_dice
from carnage.engine.duel.jettison import drift, offer_places
from carnage.engine.duel.lines import find_line
from carnage.engine.duel.move import longest_move, offer_moves, play_moves
from carnage.engine.duel.order import first_ship, the_lead
from carnage.engine.duel.shapes import SHAPES
from carnage.engine.duel.shot import attack
from carnage.engine.duel.state import DEBRIS, DEFENSE, MOBILITY, MOON, OFFENSE
from carnage.engine.duel.tie_order import give_call
from carnage.engine.duel.turn import out_of_fuel, play_attacks, set_up_game

SHOOT = picking(SHOOT=lambda o: o.what)


def scene(**options_: str) -> Scene:
    return Scene(duel(**options_))


def laid_out(s: Scene) -> list[Any]:
    """What lies about at the start."""
    s.run(lambda: set_up_game(s.g, s.log))
    return s.g.things[: s.g.n_things]


# --------------------------------------------------------------------------------------- assignment


def arrangements(s: Scene, choose: Callable[[Any, int, int, int], int]) -> list[int]:
    """How many dice ship 0 has in each row after an assignment."""
    s.run(lambda: assign(s.g, s.log), choose)
    return [row_dice(s.g, 0, row) for row in range(3)]


@pytest.mark.parametrize("row", [MOBILITY, OFFENSE, DEFENSE])
def test_minimum_puts_one_die_into_every_row(row: int) -> None:
    dice = arrangements(scene(assignment="minimum"), picking(ASSIGN=lambda o: o.what == row))
    assert sorted(dice) == [1, 1, 4]
    assert dice[row] == 4


def test_minimum_with_three_dice_left_binds_nobody() -> None:
    s = scene(assignment="minimum")
    s.rows(0, [6], [6], [6])
    assert arrangements(s, picking(ASSIGN=lambda o: o.what == OFFENSE)) == [0, 3, 0]


def test_minimum_number_of_questions_is_constant() -> None:
    """Otherwise the number of questions would reveal the answers."""
    counts = set()
    for row in range(3):
        asked: list[int] = []

        def choose(g: Any, side: int, *_: int, row: int = row, asked: list[int] = asked) -> int:
            asked.append(side)
            return next((k for k, o in enumerate(options(g)) if o.what == row), 0)

        arrangements(scene(assignment="minimum"), choose)
        counts.add((asked.count(0), asked.count(1)))
    assert counts == {(6, 6)}


def test_minimum_forced_die_may_move_with_previous_die() -> None:
    s = scene(assignment="minimum")
    s.rows(0, [6], [5], [4, 3])
    rows = iter([MOBILITY, MOBILITY, OFFENSE])

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if side == 1:
            return 0
        wanted = next(rows, None)
        sending = [k for k, o in enumerate(options(g)) if o.what == wanted and o.other < 0]
        return sending[0] if sending else 1

    s.run(lambda: assign(s.g, s.log), choose)
    assert [s.in_row(0, row) for row in range(3)] == [[5, 6], [3], [4]]


def test_balanced_limits_dice_per_row() -> None:
    for dice, most in (([6] * 6, 3), ([6] * 5, 3), ([6] * 4, 2), ([6], 1)):
        s = scene(assignment="balanced")
        s.rows(0, dice, [], [])
        assert max(arrangements(s, picking(ASSIGN=lambda o: o.what == OFFENSE))) == most


def test_stiff_valves_limit_dice_that_change_rows() -> None:
    s = scene(assignment="stiff-valves")
    s.rows(0, [6, 5], [4, 3], [2, 1])
    picks = iter([6, OFFENSE, 5, OFFENSE])

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        if side == 1:
            return 0
        wanted = next(picks)
        if actor < 0:
            return next(
                k for k, o in enumerate(options(g)) if g.ships[0].cells[o.who].pips == wanted
            )
        return wanted

    assert arrangements(s, choose) == [0, 4, 2]


# --------------------------------------------------------------------------------- order, tie order


def test_lower_first_moves_lower_mobility_first() -> None:
    s = scene(order="lower-first")
    s.rows(0, [6, 6], [6], [6])
    s.rows(1, [6], [6, 6], [6])
    assert s.run(lambda: first_ship(s.g, s.log, Q.MOVES)) == 1
    assert s.run(lambda: first_ship(s.g, s.log, Q.ATTACKS)) == 0


def test_called_lets_holder_of_call_choose_order() -> None:
    s = scene(order="called")
    s.rows(0, [6, 6], [6], [6])
    s.rows(1, [6], [6], [])
    mine = picking(ORDER=lambda o: o.what == 1)
    assert s.run(lambda: first_ship(s.g, s.log, Q.MOVES), mine) == 1
    assert s.events("order")[0].c == 1


@pytest.mark.parametrize("leader", [0, 1])
def test_the_lead_moves_and_attacks_first(leader: int) -> None:
    s = scene(order="the-lead")
    s.run(lambda: the_lead(s.g, s.log), picking(ORDER=lambda o: o.what == leader))
    assert s.g.lead == leader
    assert s.run(lambda: first_ship(s.g, s.log, Q.MOVES)) == leader
    assert s.run(lambda: first_ship(s.g, s.log, Q.ATTACKS)) == leader
    s.rows(leader, [6], [], [6])
    assert (
        s.run(lambda: first_ship(s.g, s.log, Q.ATTACKS)) == 1 - leader
    )  # the only one with a shot


def test_the_lead_coin_decides_who_assigns_it() -> None:
    s = scene(order="the-lead", tie_order="see-saw")
    for number in range(12):
        s.g.core.key = np.uint64(number)
        s.run(lambda: the_lead(s.g, s.log), picking(ORDER=lambda o: o.what))
    assert {order.c for order in s.events("order")} == {0, 1}  # whoever wins the flip
    assert {order.a for order in s.events("order")} == {1}  # says who
    assert not s.events("call")


def test_the_lead_makes_call_unused() -> None:
    for order in ("higher-first", "lower-first", "called", "the-lead"):
        rules = duel(order=order)
        choice = next(choice for choice in rules.choices if choice.table.id == "tie-order")
        assert rules.uses(choice.table, choice.option) == (order != "the-lead")


def test_fewer_pips_gives_call_to_ship_with_fewer() -> None:
    s = scene(tie_order="fewer-pips")
    s.rows(0, [6], [6], [])
    s.rows(1, [1], [1], [1])
    assert s.run(lambda: give_call(s.g, s.log)) == 1


def test_see_saw_alternates_call() -> None:
    s = scene(tie_order="see-saw")
    calls = [s.run(lambda: give_call(s.g, s.log)) for _ in range(4)]
    assert calls in ([0, 1, 0, 1], [1, 0, 1, 0])
    assert [e.b for e in s.events("call")] == [1, 0, 0, 0]


def test_coin_gives_call_at_random() -> None:
    s = scene(tie_order="coin")
    s.rows(0, [1], [], [])
    assert {s.run(lambda: give_call(s.g, s.log)) for _ in range(30)} == {0, 1}


# -------------------------------------------------------------------------------------------- moves


def test_long_burn_reaches_three_pennies() -> None:
    s = scene(move="long-burn")
    s.apart(20.0)
    offer_moves(s.g, 0)
    gone = max(math.dist((0, 0), (o.x, o.y)) for o in options(s.g) if o.what == Q.GO)
    params = s.ruleset.params
    assert gone == pytest.approx(
        params["conventions.ship"] + 3 * params["conventions.penny"], abs=0.002
    )


def test_turning_moves_near_prow_or_turns_in_place() -> None:
    s = scene(move="turning")
    s.apart(20.0)
    s.put(0, 0.0, 0.0, 0.0, 1.0)
    offer_moves(s.g, 0)
    least = math.cos(math.radians(s.ruleset.params["move.degrees"]))
    for o in options(s.g):
        if o.what == Q.GO:
            assert o.fy >= least - 1e-9
            assert math.dist((0, 0), (o.x, o.y)) == pytest.approx(longest_move(s.g), abs=0.002)
    s.rows(0, [6], [], [])
    s.run(
        lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: (o.what == Q.TURN_ABOUT) + o.fx)
    )
    ship = s.g.ships[0]
    assert (ship.x, ship.y) == (0.0, 0.0)
    assert ship.fx == pytest.approx(1.0)
    assert s.in_row(0, MOBILITY) == [5]


# -------------------------------------------------------------------------------------------- shots


def line(s: Scene, offense: int = 1) -> int:
    ship, enemy = s.g.ships
    return int(find_line(s.g, ship.x, ship.y, ship.fx, ship.fy, offense, enemy.x, enemy.y)[0])


def test_endless_shot_has_no_range_limit() -> None:
    s = scene(shot="endless")
    s.apart(60.0)
    assert line(s) == 0


@pytest.mark.parametrize(
    ("prow", "hits"), [((1.0, 0.0), True), ((0.6, 0.8), True), ((-1.0, 0.0), False)]
)
def test_endless_shot_starts_at_prow(prow: tuple[float, float], hits: bool) -> None:
    s = scene(shot="endless")
    s.apart(5.0)
    s.put(0, 0.0, 0.0, *prow)
    s.rows(0, [], [6], [])
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    shots = s.events("attack")
    assert bool(shots) == hits
    for shot in shots:
        assert (shot.x0, shot.y0) == pytest.approx(
            (prow[0] * s.g.radius, prow[1] * s.g.radius), abs=0.001
        )


def test_endless_prow_turns_to_direction_of_move() -> None:
    s = scene(shot="endless")
    s.apart(20.0)
    s.rows(0, [6], [], [])
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.y))
    ship = s.g.ships[0]
    assert (ship.fx, ship.fy) == pytest.approx((0.0, 1.0), abs=1e-9)


# --------------------------------------------------------------------------------------------- hits


def test_breach_removes_at_most_half_of_ship() -> None:
    for others, left in (([1, 2], [5, 6]), ([1, 2, 3], [5, 6]), ([], [6])):
        s = scene(hit="breach")
        s.apart(2.0)
        s.rows(0, [], [6, 6, 6, 6], [])
        s.rows(1, others, [6], [5])
        s.run(lambda s=s: attack(s.g, s.log, 0), SHOOT)
        assert s.pips(1) == left


def test_glancing_hit_removes_difference() -> None:
    s = scene(hit="glancing")
    s.apart(2.0)
    s.rows(0, [], [6, 6, 6], [])
    s.rows(1, [1, 2], [6], [5])
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert s.pips(1) == [5, 6]


@pytest.mark.parametrize(("hit", "left"), [("glancing", 17), ("breach", 17), ("whole-cells", 15)])
def test_block_costs_offense_but_defense_with_whole_cells(hit: str, left: int) -> None:
    s = scene(hit=hit)
    s.apart(2.0)
    s.rows(0, [], [6], [])
    s.rows(1, [], [6], [6, 6, 6])
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert sum(s.in_row(1, DEFENSE)) == left


def duelling(hit: str, mine: list[int], theirs: list[int], **options_: str) -> Scene:
    """Two ships in range with these dice in Offense, of which ship 0 attacks first, after that."""
    s = scene(hit=hit, **options_)
    s.apart(2.0)
    s.rows(0, [], mine, [])
    s.rows(1, [], theirs, [])
    s.run(lambda: play_attacks(s.g, s.log, 0), SHOOT)
    return s


@pytest.mark.parametrize(
    ("hit", "strengths"), [("breach", [2, 2]), ("glancing", [2, 2]), ("whole-cells", [2])]
)
def test_ship_pierced_first_attacks_with_all_its_dice(hit: str, strengths: list[int]) -> None:
    s = duelling(hit, [6, 6], [6, 6])
    assert [event.a for event in s.events("attack")] == strengths
    assert dice_left(s.g, 1) < 2


def test_ship_pierced_first_loses_its_dice_after_its_attack() -> None:
    s = duelling("breach", [6, 6], [6, 6])
    kinds = [event.side for event in [*s.events("attack"), *s.events("lose")]]
    assert kinds == [0, 1, 0, 1]
    assert s.g.ships[1].due == 0


def test_both_ships_lost_in_one_exchange_is_a_draw_with_dead_heat() -> None:
    s = duelling("breach", [6], [6], last_gasp="dead-heat")
    s.run(lambda: out_of_fuel(s.g, s.log))
    assert s.g.winner == -1


def test_first_attacker_without_dice_ends_game_before_any_answer() -> None:
    s = duelling("breach", [1], [6], last_gasp="parting-shot")
    assert len(s.events("attack")) == 1
    assert dice_left(s.g, 0) == dice_left(s.g, 1) == 0
    s.run(lambda: out_of_fuel(s.g, s.log))
    assert s.g.winner == 0


# ------------------------------------------------------------------------------- jettison and tanks


def test_drift_at_end_of_turn_moves_dice_away_from_ship() -> None:
    s = scene(jettison="drift")
    s.apart(20.0)
    s.rows(0, [1], [6], [])
    s.g.ships[0].owes[MOBILITY] = 1
    s.run(lambda: settle_debts(s.g, s.log, 0), picking(JETTISON=lambda o: o.y))
    die = s.g.things[0]
    x, y = die.x, die.y
    s.run(lambda: drift(s.g, s.log))
    assert math.dist((x, y), (die.x, die.y)) == pytest.approx(
        s.ruleset.params["jettison.slide"], abs=0.002
    )
    assert die.y > y


def test_drift_stops_at_obstacle() -> None:
    s = scene(jettison="drift")
    s.apart(20.0)
    s.die(3.0, 0.0)
    s.die(3.0 + 0.63 + 0.2, 0.0, 1)  # it has come the other way, and is farther from its ship
    s.run(lambda: drift(s.g, s.log))
    assert [thing.x for thing in s.g.things[:2]] == pytest.approx([3.0, 3.63], abs=0.003)


def test_drift_moves_farthest_die_first() -> None:
    s = scene(jettison="drift")
    s.apart(20.0)
    s.die(2.0, 0.0)
    s.die(2.0 + 0.63, 0.0)
    s.run(lambda: drift(s.g, s.log))
    slide = s.ruleset.params["jettison.slide"]
    assert [thing.x for thing in s.g.things[:2]] == pytest.approx(
        [2.0 + slide, 2.63 + slide], abs=0.003
    )


@pytest.mark.parametrize("first", [0, 1])
def test_drift_of_equally_far_dice_starts_with_first_jettisoned(first: int) -> None:
    s = scene(jettison="drift")
    s.apart(5.0)
    enemy = s.g.ships[1].x
    places = [(2.4, 0.0), (enemy - 2.4, 0.001)]  # as far, but for what rounding leaves
    for side in (first, 1 - first):
        s.die(*places[side], side)
    gap = places[1][0] - places[0][0] - 2 * s.g.die
    s.run(lambda: drift(s.g, s.log))
    slid = [math.dist((e.x0, e.y0), (e.x1, e.y1)) for e in s.events("drift")]
    assert slid == pytest.approx([gap], abs=0.003)
    assert s.events("drift")[0].side == first


def test_drift_direction_is_from_current_place_of_ship() -> None:
    s = scene(jettison="drift")
    s.put(0, 0.0, 0.0)
    s.put(1, 10.0, 0.0)
    s.die(5.0, 0.0, 1)
    s.put(1, 5.0, 5.0)
    s.run(lambda: drift(s.g, s.log))
    assert (s.g.things[0].x, s.g.things[0].y) == pytest.approx((5.0, -0.75), abs=0.003)


def test_drift_over_edge_removes_die() -> None:
    s = scene(jettison="drift", edges="walls")
    s.die(s.g.square - 0.1, 12.0)
    s.run(lambda: drift(s.g, s.log))
    assert s.g.n_things == 0
    assert s.events("drift-off")


def test_clinging_dice_touch_their_ship() -> None:
    s = scene(jettison="clinging")
    s.apart(20.0)
    offer_places(s.g, 0)
    assert len(options(s.g)) == 12
    for o in options(s.g):
        assert math.dist((0, 0), (o.x, o.y)) == pytest.approx(s.g.radius + s.g.die, abs=0.002)


def test_clinging_finds_room_between_usual_places() -> None:
    s = scene(jettison="clinging")
    s.apart(20.0)
    touch = s.g.radius + s.g.die
    for angle in (62.5, 115.5, 168.5, 221.5, 274.5, 327.5):  # room at 15 degrees alone
        s.die(touch * math.cos(math.radians(angle)), touch * math.sin(math.radians(angle)))
    offer_places(s.g, 0)
    (place,) = options(s.g)
    assert math.degrees(math.atan2(place.y, place.x)) == pytest.approx(15.0, abs=1.0)


def bomb(s: Scene) -> Callable[[Any, int, int, int], int]:
    return picking(JETTISON=lambda o: o.what, PAY=lambda o: -o.other)


def test_exploding_die_on_enemy_is_free_attack_of_three() -> None:
    s = scene(tanks="exploding")
    s.apart(1.0)
    s.rows(0, [1], [6], [])
    s.rows(1, [3], [4], [5, 6])
    s.g.ships[0].owes[MOBILITY] = 1
    s.run(lambda: settle_debts(s.g, s.log, 0), bomb(s))
    assert s.events("hit")[0].a == 3
    assert dice_left(s.g, 1) <= 1
    assert s.in_row(0, OFFENSE) == [6] or s.events("explode")[1:]


def test_exploding_die_reaches_as_far_as_jettison() -> None:
    for gap, near in ((1.6, True), (1.8, False)):
        s = scene(tanks="exploding")
        s.apart(gap)
        offer_places(s.g, 0)
        assert any(o.what == 1 for o in options(s.g)) == near


def test_exploding_last_die_may_draw_game() -> None:
    s = scene(tanks="exploding")
    s.apart(1.0)
    s.rows(0, [], [6, 6], [])
    s.rows(1, [1], [], [])
    s.g.ships[0].cells[1].pips = 1
    s.g.ships[0].cells[0].pips = 3
    s.run(lambda: attack(s.g, s.log, 0), picking(SHOOT=lambda o: o.what, JETTISON=lambda o: o.what))
    s.run(lambda: out_of_fuel(s.g, s.log))
    assert s.events("explode")
    assert s.g.winner == -1


def test_inert_tanks_offer_no_place_on_ships() -> None:
    s = scene(tanks="inert")
    s.apart(1.0)
    offer_places(s.g, 0)
    assert all(o.what == 0 for o in options(s.g))


def test_brittle_shot_shatters_first_die_only() -> None:
    for dice, hits in ((1, True), (2, False)):
        s = scene(tanks="brittle")
        s.apart(4.0)
        for k in range(dice):
            for n in range(-5, 6):
                s.die(2.0 + k * 0.7, n * 1.3)
        s.run(lambda s=s: attack(s.g, s.log, 0), SHOOT)
        assert bool(s.events("hit")) == bool(s.events("shatter")) == hits


# ---------------------------------------------------------------------------------- edges and field


def test_wrap_around_ship_returns_over_opposite_edge() -> None:
    s = scene(edges="wrap-around")
    s.put(0, 0.5, 12.0)
    s.put(1, 20.0, 4.0)
    s.rows(0, [6], [], [])
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.x))
    assert s.g.ships[0].x > s.g.square - 2.0
    assert s.events("move")[0].a == 1


def test_wrap_around_shot_does_not_wrap() -> None:
    s = scene(edges="wrap-around", shot="endless")
    s.put(0, 1.0, 12.0, -1.0, 0.0)
    s.put(1, 23.0, 12.0)
    assert line(s) < 0


def test_wrap_around_obstacle_beyond_edge_blocks() -> None:
    s = scene(edges="wrap-around")
    s.put(0, 0.5, 12.0)
    s.put(1, 12.0, 4.0)
    for n in range(-4, 5):
        s.die(s.g.square - 0.5, 12.0 + n * 0.6)
    offer_moves(s.g, 0)
    assert all(o.who != 2 or abs(o.y - 12.0) > 1 for o in options(s.g) if o.what == Q.GO)


def test_walls_keep_ships_inside() -> None:
    s = scene(edges="walls")
    s.put(0, 0.5, 12.0)
    offer_moves(s.g, 0)
    moves = [o for o in options(s.g) if o.what == Q.GO]
    assert moves
    assert all(o.x >= 0 for o in moves)


def test_walls_keep_jettisoned_dice_inside() -> None:
    s = scene(edges="walls")
    s.put(0, 0.2, 0.2)
    offer_places(s.g, 0)
    assert all(o.x >= 0 and o.y >= 0 for o in options(s.g))


def test_debris_is_in_row_midway() -> None:
    s = scene(field="debris")
    debris = laid_out(s)
    assert [thing.kind for thing in debris] == [DEBRIS] * 5
    ys = sorted(thing.y for thing in debris)
    gaps = [b - a - 2 * s.g.die for a, b in pairwise(ys)]
    assert gaps == pytest.approx([s.ruleset.params["field.between"]] * 4, abs=0.002)


def test_moon_stops_ships_and_shots() -> None:
    s = scene(field="moon", tanks="brittle")
    (moon,) = laid_out(s)
    assert moon.kind == MOON
    assert line(s, 6) < 0
    s.g.n_things = 0
    s.apart(5.0)
    add_thing(s.g, MOON, 2.2, 0.0, 1.2, -1)
    offer_moves(s.g, 0)
    assert all(
        math.dist((o.x, o.y), (2.2, 0.0)) >= 1.2 + s.g.radius - 0.003 for o in options(s.g)[1:]
    )


def test_exploding_jettisons_dice_before_blocks_are_paid() -> None:
    s = scene(tanks="exploding")
    s.apart(0.5)
    s.rows(0, [3], [3], [])
    s.rows(1, [], [], [4, 4, 4])
    s.g.ships[0].lost = 2
    s.run(
        lambda: settle_debts(s.g, s.log, 1),
        picking(JETTISON=lambda o: o.what, PAY=lambda o: o.other),
    )
    names = [SHAPES[e.event].name for e in s.log.events[: s.g.core.n_events]]
    assert names == ["explode", "hit", "explode", "hit", *["spend"] * 6]


def test_the_lead_ship_that_cannot_move_is_skipped() -> None:
    s = scene(order="the-lead")
    s.rows(0, [], [6], [])
    s.rows(1, [6], [6], [])
    s.g.lead = 0
    assert s.run(lambda: first_ship(s.g, s.log, Q.MOVES)) == 1


def test_odd_lot_is_dealt_from_smallest_die() -> None:
    s = Scene(duel(dice="odd-lot"))
    params = s.ruleset.params
    assert len(s.pips(0)) == params["dice.cells"]
    assert [s.in_row(0, row) for row in range(3)] == [[6, 10], [6, 8], [4, 8]]
