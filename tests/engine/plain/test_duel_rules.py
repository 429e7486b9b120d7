"""6d6 as published: one test for each thing that its rules say, and for what our rulings add."""

from __future__ import annotations

import math
from typing import Any

import pytest
from duel_scene import Scene, duel, options, picking

from carnage.engine.core.state import MAX_OPTIONS
from carnage.engine.duel import numbers as R
from carnage.engine.duel import questions as Q
from carnage.engine.duel.action_cleanup import settle_debts
from carnage.engine.duel.assignment import assign
from carnage.engine.duel.collisions import add_thing
from carnage.engine.duel.counts import dice_left, row_dice
from carnage.engine.duel.fuel import spend_pip
from carnage.engine.duel.jettison import offer_places
from carnage.engine.duel.move import longest_move, offer_moves, play_moves
from carnage.engine.duel.order import first_ship
from carnage.engine.duel.shot import attack
from carnage.engine.duel.state import DEFENSE, MOBILITY, MOON, OFFENSE
from carnage.engine.duel.tie_order import give_call
from carnage.engine.duel.turn import coasting, out_of_fuel, play_attacks, play_turn

SHOOT = picking(SHOOT=lambda o: o.what)


def scene(**options_: str) -> Scene:
    return Scene(duel(**options_))


# -------------------------------------------------------------------------------------------- setup


def test_ship_starts_with_six_full_dice_in_three_rows() -> None:
    s = scene()
    for side in (0, 1):
        assert s.pips(side) == [6] * 6
        assert [row_dice(s.g, side, row) for row in range(3)] == [2, 2, 2]


def test_ships_start_at_agreed_distance_facing_each_other() -> None:
    s = scene()
    a, b = s.g.ships
    assert math.dist((a.x, a.y), (b.x, b.y)) - 2 * s.g.radius == pytest.approx(
        s.g.p.start_distance_gap
    )
    assert (a.fx, b.fx) == (1.0, -1.0)


# -------------------------------------------------------------------------------- assign and reveal


def test_assign_any_die_to_any_row_leaves_rows_empty() -> None:
    s = scene()
    s.run(lambda: assign(s.g, s.log), picking(ASSIGN=lambda o: o.what == OFFENSE))
    assert [row_dice(s.g, 0, row) for row in range(3)] == [0, 6, 0]


def test_assign_reveals_both_sides_at_once() -> None:
    s = scene()
    seen = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        seen.append(g.core.n_events)
        return 2

    s.run(lambda: assign(s.g, s.log), choose)
    assert set(seen) == {0}
    assert len(s.events("reveal")) == 2


def test_assign_keeps_pips_of_dice() -> None:
    s = scene()
    s.rows(0, [1], [2, 6], [4])
    s.run(lambda: assign(s.g, s.log))
    assert s.in_row(0, MOBILITY) == [1, 2, 4, 6]


# -------------------------------------------------------------------------------------------- order


def test_first_ship_has_higher_mobility_or_offense() -> None:
    s = scene()
    s.rows(0, [6, 6], [6], [6])
    s.rows(1, [6], [6, 6], [6])
    assert s.run(lambda: first_ship(s.g, s.log, Q.MOVES)) == 0
    assert s.run(lambda: first_ship(s.g, s.log, Q.ATTACKS)) == 1


@pytest.mark.parametrize(
    ("mine", "theirs", "closer"),
    [
        ([6, 6], [1, 1, 1], 0),  # fewer dice, for all their pips
        ([5, 5, 5], [6, 5, 5], 0),  # as many dice, fewer pips
        ([6, 4, 2], [4, 4, 4], 0),  # as many of both, the lower single die
        ([4, 4, 4], [5, 4, 3], 1),
    ],
)
def test_give_call_tie_goes_to_player_closest_to_losing(
    mine: list[int], theirs: list[int], closer: int
) -> None:
    s = scene()
    s.rows(0, mine, [], [])
    s.rows(1, theirs, [], [])
    assert s.run(lambda: give_call(s.g, s.log)) == closer
    assert s.events("call")[-1].b == 0


def test_give_call_full_tie_is_decided_by_coin() -> None:
    leads = set()
    for counter in range(20):
        s = scene()
        s.g.core.counter = counter + s.g.core.counter
        leads.add(s.run(lambda s=s: give_call(s.g, s.log)))
        assert s.events("call")[-1].b == 1
    assert leads == {0, 1}


@pytest.mark.parametrize("chosen", [0, 1])
def test_first_ship_tie_is_chosen_by_holder_of_call(chosen: int) -> None:
    s = scene()
    s.rows(0, [5], [5], [])
    s.rows(1, [6], [6], [])
    asked = []

    def choose(g: Any, side: int, kind: int, actor: int) -> int:
        asked.append((side, kind))
        return next(k for k, o in enumerate(options(g)) if o.what == chosen)

    assert s.run(lambda: first_ship(s.g, s.log, Q.MOVES), choose) == chosen
    assert asked == [(0, Q.ORDER)]


# ----------------------------------------------------------------------------------------- spending


@pytest.mark.parametrize(("take", "left"), [(min, [3, 6]), (max, [5, 5])])
def test_settle_debts_player_chooses_dice_of_row(take: Any, left: list[int]) -> None:
    s = scene()
    s.rows(0, [6, 5], [6], [6])
    key = picking(PAY=lambda o: -o.other if take is min else o.other)
    s.g.ships[0].owes[MOBILITY] = 2 if take is min else 1
    s.run(lambda: settle_debts(s.g, s.log, 0), key)
    assert s.in_row(0, MOBILITY) == left
    assert s.in_row(0, OFFENSE) == [6]


def test_settle_debts_empty_die_is_jettisoned_at_once() -> None:
    s = scene()
    s.rows(0, [1, 6], [], [])
    s.g.ships[0].owes[MOBILITY] = 2
    s.run(lambda: settle_debts(s.g, s.log, 0), picking(PAY=lambda o: -o.other))
    names = [e.event for e in s.log.events[: s.g.core.n_events]]
    spends = [n for n, e in enumerate(names) if e == s.events("spend")[0].event]
    jettisoned = names.index(s.events("jettison")[0].event)
    assert spends[0] < jettisoned < spends[1]
    assert s.g.n_things == 1


def test_settle_debts_stops_at_empty_row() -> None:
    s = scene()
    s.rows(0, [1], [6], [6])
    s.g.ships[0].owes[MOBILITY] = 3
    s.run(lambda: settle_debts(s.g, s.log, 0))
    assert s.in_row(0, MOBILITY) == []
    assert s.pips(0) == [6, 6]
    assert len(s.events("spend")) == 1
    s.run(lambda: spend_pip(s.g, s.log, 0, MOBILITY, R.TURN_SPENDING))
    assert s.pips(0) == [6, 6]


# -------------------------------------------------------------------------------------------- moves


def ways(s: Scene, side: int = 0) -> list[Any]:
    offer_moves(s.g, side)
    return [o for o in options(s.g) if o.what == Q.GO]


def test_move_length_is_ship_and_penny_at_most() -> None:
    s = scene()
    s.apart(20.0)
    most = s.ruleset.params["conventions.ship"] + s.ruleset.params["conventions.penny"]
    gone = [math.dist((0, 0), (o.x, o.y)) for o in ways(s)]
    assert max(gone) == pytest.approx(most, abs=0.002)
    assert longest_move(s.g) == pytest.approx(most)


def test_move_costs_one_pip_up_to_mobility() -> None:
    s = scene()
    s.apart(20.0)
    s.rows(0, [6, 6, 6], [6], [6])
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.x))
    assert len(s.events("move")) == 3
    assert sum(s.in_row(0, MOBILITY)) == 15
    assert s.in_row(0, OFFENSE) == [6]


def test_mobility_is_counted_at_reveal() -> None:
    s = scene()
    s.apart(20.0)
    s.rows(0, [1, 6], [], [])
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.x, PAY=lambda o: -o.other))
    assert len(s.events("move")) == 2
    assert s.in_row(0, MOBILITY) == [5]


def test_move_may_be_declined() -> None:
    s = scene()
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.what == Q.STAY))
    assert not s.events("move")
    assert s.pips(0) == [6] * 6


def test_move_with_empty_row_is_impossible() -> None:
    s = scene()
    s.rows(0, [], [6], [6])
    s.g.ships[0].still = 2
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.x))
    assert not s.events("move")


def test_move_does_not_enter_or_cross_dice() -> None:
    s = scene()
    s.apart(20.0)
    s.die(1.2, 0.0)
    step, touch = longest_move(s.g), s.g.radius + s.g.die
    for o in ways(s):
        assert all(
            math.dist((o.x * t, o.y * t), (1.2, 0.0)) >= touch - 0.003
            for t in (0.25, 0.5, 0.75, 1.0)
        )
    assert any(math.dist((0, 0), (o.x, o.y)) > step - 0.01 for o in ways(s))


def test_move_does_not_enter_or_cross_other_ship() -> None:
    s = scene()
    s.apart(0.1)
    for o in ways(s):
        for t in (0.25, 0.5, 0.75, 1.0):
            other = s.g.ships[1]
            assert math.dist((o.x * t, o.y * t), (other.x, other.y)) >= 2 * s.g.radius - 0.003


def test_move_penny_does_not_overlap_anything() -> None:
    """A half move to the side puts its penny ahead or behind: dice in both places forbid it."""
    s = scene()
    s.apart(20.0)
    half = longest_move(s.g) / 2

    def short() -> list[Any]:
        return [
            o
            for o in ways(s)
            if o.y > 0.5 and abs(o.x) < 0.01 and math.dist((0, 0), (o.x, o.y)) < half + 0.1
        ]

    assert short()
    s.die(1.1, half / 2)
    assert short(), "it may still lie on the other side"
    s.die(-1.1, half / 2)
    assert not short()


def test_move_empties_die_that_is_jettisoned_at_end_of_move() -> None:
    s = scene()
    s.apart(20.0)
    s.rows(0, [1], [6], [6])
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: -o.x))
    ship, die = s.g.ships[0], s.g.things[0]
    assert ship.x < -1
    reach = s.ruleset.params["jettison.reach"]
    assert math.dist((ship.x, ship.y), (die.x, die.y)) <= s.g.radius + s.g.die + reach + 0.002


# ------------------------------------------------------------------------------------------ attacks


@pytest.mark.parametrize(("gap", "hits"), [(5.9, True), (6.1, False)])
def test_shot_range_is_one_finger_per_offense_die(gap: float, hits: bool) -> None:
    s = scene()
    s.apart(gap)
    s.rows(0, [], [6, 6], [])
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert bool(s.events("hit")) == hits


def test_shot_costs_one_pip_per_offense_die() -> None:
    s = scene()
    s.apart(2.0)
    s.rows(0, [6], [6, 6, 6], [6])
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert sum(s.in_row(0, OFFENSE)) == 15
    assert s.in_row(0, MOBILITY) == [6]


def test_attack_without_line_asks_nobody() -> None:
    s = scene()
    s.apart(9.0)
    s.rows(0, [6], [6], [6])
    s.run(lambda: attack(s.g, s.log, 0), picking())
    assert s.events("no-shot")
    assert not s.events("hold-fire")


def test_attack_declined_costs_nothing() -> None:
    s = scene()
    s.apart(2.0)
    s.run(lambda: attack(s.g, s.log, 0))
    assert s.pips(0) == [6] * 6
    assert s.events("hold-fire")
    assert not s.events("attack")


def test_attack_with_empty_offense_is_impossible() -> None:
    s = scene()
    s.apart(2.0)
    s.rows(0, [6], [], [6])
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert not s.events("attack")


def test_attack_through_wall_of_dice_is_impossible() -> None:
    s = scene()
    s.apart(4.0)
    for n in range(-6, 7):
        s.die(2.5, n * 0.65)
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert not s.events("attack")


def test_shot_is_stopped_by_first_obstacle() -> None:
    """The last pip of the row pays for it, and the emptied die may be put in front of the gun."""
    s = scene()
    s.apart(2.6)
    s.rows(0, [6], [1], [6])
    s.rows(1, [6], [6], [])
    ahead = picking(SHOOT=lambda o: o.what, JETTISON=lambda o: o.x - abs(o.y))
    s.run(lambda: attack(s.g, s.log, 0), ahead)
    assert s.events("stopped")
    assert not s.events("hit")
    assert s.pips(1) == [6, 6]


def test_shot_may_start_anywhere_on_rim() -> None:
    """A die straight ahead does not stop a shot from the side."""
    s = scene()
    s.apart(4.0)
    s.die(0.475 + 0.4, -0.3)
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    (shot,) = s.events("attack")
    assert shot.y0 > 0.1
    assert s.events("hit")


def test_shot_needs_gap_of_penny() -> None:
    """A gap narrower than a penny stops a shot."""
    penny, die = 0.75, 0.63
    for gap, through in ((penny + 0.1, True), (penny - 0.1, False)):
        s = scene()
        s.apart(4.0)
        for n in range(6):
            for sign in (1, -1):
                s.die(2.475, sign * ((gap + die) / 2 + n * die))
        s.run(lambda s=s: attack(s.g, s.log, 0), SHOOT)
        assert bool(s.events("hit")) == through


def test_attack_counts_dice_left_in_row() -> None:
    s = scene()
    s.apart(2.0)
    s.rows(0, [6], [2, 6], [6])
    s.g.ships[0].cells[1].pips = 0  # shot away before its turn to attack
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)
    assert s.events("attack")[0].a == 1
    assert s.in_row(0, OFFENSE) == [5]


# --------------------------------------------------------------------------------------------- hits


def hit(
    s: Scene, offense: list[int], mobility: list[int], mine: list[int], defense: list[int]
) -> None:
    s.apart(2.0)
    s.rows(0, [6], offense, [])
    s.rows(1, mobility, mine, defense)
    s.run(lambda: attack(s.g, s.log, 0), SHOOT)


def test_hit_offense_over_defense_removes_emptiest_dice() -> None:
    s = scene()
    hit(s, [6, 6, 6], [5, 2], [1, 6], [4])
    assert s.pips(1) == [5, 6]
    assert [e.b for e in s.events("lose")] == [1, 2, 4]
    assert len(s.events("jettison")) == 3


def test_hit_equally_empty_dice_are_chosen_by_owner() -> None:
    for row in (MOBILITY, DEFENSE):
        s = scene()
        s.apart(2.0)
        s.rows(0, [], [6, 6], [])
        s.rows(1, [2], [6, 6], [2])
        keys = picking(SHOOT=lambda o: o.what, LOSE=lambda o, row=row: o.what == row)
        s.g.ships[0].cells[1].pips = 0  # Offense 1 would be blocked by 1
        s.g.ships[1].cells[3].pips = 2
        s.rows(0, [], [6, 6, 6], [])
        s.rows(1, [2, 2], [6], [2, 2])
        s.run(lambda s=s, keys=keys: attack(s.g, s.log, 0), keys)
        assert s.events("lose")[0].a == row


def test_block_offense_not_over_defense_costs_defense_pips() -> None:
    for offense in ([6], [6, 6], [6, 6, 6]):
        s = scene()
        hit(s, offense, [6], [6], [6, 6, 6])
        assert not s.events("lose")
        assert sum(s.in_row(1, DEFENSE)) == 15
        assert s.in_row(1, MOBILITY) == [6]


def test_block_may_empty_dice() -> None:
    s = scene()
    hit(s, [6], [6], [6], [1, 1])
    assert s.in_row(1, DEFENSE) == []
    assert len(s.events("jettison")) == 2


# ----------------------------------------------------------------------------------------- jettison


def test_jettison_places_are_within_two_fingers_and_free() -> None:
    s = scene()
    s.apart(3.0)
    s.die(1.5, 0.0)
    offer_places(s.g, 0)
    places = options(s.g)
    assert len(places) > 8
    reach = s.ruleset.params["jettison.reach"]
    for o in places:
        gap = math.dist((0, 0), (o.x, o.y)) - s.g.radius - s.g.die
        assert -0.003 <= gap <= reach + 0.003
        assert math.dist((o.x, o.y), (1.5, 0.0)) >= 2 * s.g.die - 0.003


def test_jettison_with_throw_offers_all_places() -> None:
    """One throw and sixteen places would be too many, but two of them never have room at once."""
    for hundredths in range(0, 200, 3):
        s = scene(tanks="exploding")
        s.apart(hundredths / 100)
        offer_places(s.g, 0)
        throw, *places = options(s.g)
        assert len(places) < MAX_OPTIONS or throw.what == 0
        for o in places:
            assert any(math.dist((o.x, -o.y), (p.x, p.y)) < 0.01 for p in (throw, *places))


def test_jettisoned_dice_block_both_ships() -> None:
    for side in (0, 1):
        s = scene()
        s.apart(4.0)
        for n in range(-6, 7):
            s.die(2.5, n * 0.65)
        s.run(lambda s=s, side=side: attack(s.g, s.log, side), SHOOT)
        assert not s.events("attack")


def test_jettison_without_room_puts_die_aside() -> None:
    s = scene()
    s.put(0, 0.0, 0.0)
    s.put(1, 30.0, 0.0)
    add_thing(s.g, MOON, 0.0, 0.0, 6.0, -1)
    s.g.ships[0].lost = 1
    s.run(lambda: settle_debts(s.g, s.log, 0))
    assert s.events("nowhere")
    assert s.g.n_things == 1


# ------------------------------------------------------------------------------------------- ending


def test_jettison_of_last_die_loses_game() -> None:
    s = scene()
    s.apart(20.0)
    s.rows(0, [1], [], [])
    s.run(lambda: play_moves(s.g, s.log, 0), picking(MOVE=lambda o: o.x))
    assert dice_left(s.g, 0) == 0
    assert s.events("jettison")
    s.run(lambda: out_of_fuel(s.g, s.log))
    assert (s.g.over, s.g.winner) == (1, 1)


def test_shot_with_last_dice_may_draw_game() -> None:
    s = scene()
    s.apart(2.0)
    s.rows(0, [], [1, 1], [])
    s.rows(1, [6], [6], [])
    away = picking(SHOOT=lambda o: o.what, JETTISON=lambda o: -o.x)
    s.run(lambda: attack(s.g, s.log, 0), away)
    assert dice_left(s.g, 0) == dice_left(s.g, 1) == 0
    s.run(lambda: out_of_fuel(s.g, s.log))
    assert (s.g.over, s.g.winner) == (1, -1)


def test_coast_idle_turn_costs_each_ship_a_pip() -> None:
    s = scene()
    s.run(
        lambda: play_turn(s.g, s.log)
    )  # whoever answers with the first option stays and holds fire
    assert s.events("coast")
    assert [sum(s.pips(side)) for side in (0, 1)] == [35, 35]


def test_coast_costs_a_pip_more_each_time() -> None:
    s = scene()
    for left in (35, 33, 30):
        s.run(lambda: play_turn(s.g, s.log))
        assert [sum(s.pips(side)) for side in (0, 1)] == [left, left]
    assert [event.a for event in s.events("coast")] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("side", [0, 1])
def test_coast_only_ship_that_has_not_acted_pays(side: int) -> None:
    s = scene()
    s.g.ships[1 - side].acted = 1
    s.run(lambda: coasting(s.g, s.log))
    assert [e.side for e in s.events("coast")] == [side]
    assert [sum(s.pips(ship)) for ship in (side, 1 - side)] == [35, 36]


@pytest.mark.parametrize("last_gasp", ["dead-heat", "parting-shot", "at-once"])
@pytest.mark.parametrize(("fuel", "winner"), [(1, -1), (2, 1)])
def test_coasting_both_run_dry_more_pips_before_it_wins(
    last_gasp: str, fuel: int, winner: int
) -> None:
    for first in (0, 1):
        s = scene(last_gasp=last_gasp)
        s.rows(0, [1], [], [])
        s.rows(1, [fuel], [], [])
        s.g.first = first
        for ship in s.g.ships:
            ship.coasts = 1
        s.run(lambda s=s: coasting(s.g, s.log))
        s.run(lambda s=s: out_of_fuel(s.g, s.log))
        assert next(e.side for e in s.events("spend")) == first
        assert (s.g.over, s.g.winner) == (1, winner)


@pytest.mark.parametrize("hit", ["breach", "glancing"])
def test_attack_of_ship_pierced_first_counts_one_less(hit: str) -> None:
    s = scene(hit=hit)
    s.apart(2.0)
    s.rows(0, [6], [6, 6], [6])
    s.rows(1, [6], [6, 6], [6])
    s.run(lambda: play_attacks(s.g, s.log, 0), SHOOT)
    assert [(e.side, e.a, e.c) for e in s.events("hit")] == [(1, 2, 1), (0, 1, 0)]
    assert [e.a for e in s.events("attack")] == [2, 2]


@pytest.mark.parametrize("behind", [0, 1])
def test_coast_if_neither_can_move_starts_without_call(behind: int) -> None:
    s = scene()
    s.rows(behind, [], [], [1])
    s.rows(1 - behind, [], [1], [1])
    s.g.first = behind  # as it was the turn before
    s.run(lambda: coasting(s.g, s.log))
    assert [e.a for e in s.events("call")] == [behind]
    assert [e.side for e in s.events("spend")] == [1 - behind, behind]


def test_coast_if_neither_can_move_starts_with_lead() -> None:
    s = scene(order="the-lead")
    for side in (0, 1):
        s.rows(side, [], [], [2])
    s.g.lead = 1
    s.run(lambda: coasting(s.g, s.log))
    assert not s.events("call")
    assert [e.side for e in s.events("spend")] == [1, 0]


def test_offense_is_counted_before_shot_is_paid() -> None:
    s = scene()
    s.apart(2.0)
    s.rows(0, [], [1, 6], [6])
    s.rows(1, [6, 6], [6], [6])
    s.run(lambda: attack(s.g, s.log, 0), picking(SHOOT=lambda o: o.what, PAY=lambda o: -o.other))
    assert s.in_row(0, OFFENSE) == [5]
    assert [(e.a, e.b) for e in s.events("hit")] == [(2, 1)]
    assert len(s.events("lose")) == 2
