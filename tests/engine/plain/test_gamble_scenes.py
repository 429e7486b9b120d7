"""Heroes' Dice sentence by sentence: what the rulebook says is what the engine does."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from gamble_brute import Hand, brute_score
from gamble_scene import Scene, rolled
from test_gamble_exact import scale_of

from carnage.engine.core import records
from carnage.engine.gamble import pot, powers, scoring, turn
from carnage.engine.gamble.prepare import fill
from carnage.engine.gamble.questions import ADD, KEEP, RE_ROLL, THROW
from carnage.engine.gamble.state import Game
from tests.support.marks import soak_all_but

ALL = [(ADD, d) for d in range(5)]

pytestmark = pytest.mark.usefixtures("dice_may_wrap")


def throwing(*dice: int, last: bool = False) -> list[tuple[int, ...]]:
    """The answers that pick these dice for a throw; after the `last` die there is nothing left
    to ask.
    """
    picks: list[tuple[int, ...]] = [(ADD, d) for d in dice]
    return picks if last else [*picks, (THROW,)]


def test_published_example_is_played_as_printed() -> None:
    """Hero 7; five dice at once; three and two; one, two and two: 5, 4 and 30, and a pot of 30
    credits.
    """
    scene = Scene(rolled(players="three"))
    scene.play(
        [7, *(1, 1, 6, 1, 2), *(2, 2, 5), *(8, 12), 2, *(1, 2), *(5, 2)],
        [
            *ALL,
            *throwing(0, 1, 3),
            *throwing(2, 4, last=True),
            *throwing(4, last=True),
            *throwing(0, 1),
        ],
    )
    assert scene.scores == [5, 4, 30]
    assert scene.paid == [0, 0, 30]
    assert [s.paid_in for s in scene.g.seats[:3]] == [10, 10, 10]
    assert (scene.g.pot, scene.g.winner) == (30, 2)
    assert [e.a for e in scene.events("hero-number")] == [7]


def hand_score(scene: Scene, dice: list[tuple[int, int] | tuple[int, int, int]]) -> int:
    """What a hand of (value, throw, wild) scores."""
    g = scene.g
    powers.set_powers(g)
    scoring.set_scale(g)
    g.hand.n = len(dice)
    for d, die in enumerate(dice):
        g.hand.value[d], g.hand.throw[d] = die[0], die[1]
        g.hand.wild[d] = die[2] if len(die) > 2 else 0
    return int(scoring.best_score(g.hand, g.scale))


@pytest.mark.parametrize(
    ("dice", "score"),
    [
        ([(2, 1), (2, 1)], 4),
        ([(2, 1)] * 3, 10),
        ([(2, 1)] * 4, 20),
        ([(2, 1)] * 5, 30),
        ([(1, 1), (2, 1), (3, 1)], 6),
        ([(6, 1), (7, 1), (8, 1), (9, 1)], 30),
        ([(1, 1), (2, 1)], 0),  # two in sequence are no run
        ([(2, 1), (2, 2)], 8),  # the latest throw that any of its dice came from
        ([(2, 1), (2, 1), (2, 3)], 30),
        ([(1, 1), (2, 2), (3, 1)], 12),  # runs as well as sets
        (
            [(4, 1), (4, 1), (4, 1), (5, 1), (6, 1)],
            23,
        ),  # each die once: a pair and a run beat three fours
        (
            [(4, 1), (4, 1), (5, 3), (5, 3), (6, 3)],
            45,
        ),  # a late run beats an early pair and a late one
        ([(5, 1), (5, 1), (9, 3)], 10),  # a late die that scores nothing changes nothing
        ([(7, 1, 1), (5, 1), (5, 1)], 25),  # a wild makes three
        ([(7, 1, 1), (6, 1), (8, 1)], 21),  # or a run, where it counts as its face
        ([(1, 3, 1)], 0),
    ],
)
def test_hand_score_equals_published_score(dice: list[Any], score: int) -> None:
    scene = Scene(rolled())
    scored = hand_score(scene, dice)
    assert scored == score
    wanted = brute_score(tuple(Hand(d[0], d[1], len(d) > 2) for d in dice), scale_of(scene.g))
    assert scored == wanted


SETS = ("steep", "plain", "squares", "low-pairs")
RUNS = ("added-up", "length", "top", "none")
LATER_THROWS = ("multiply", "add", "last", "none")


@pytest.mark.parametrize(
    ("sets", "runs", "later"),
    soak_all_but(
        [
            *zip(SETS, RUNS, LATER_THROWS, strict=True),
            *zip(SETS, RUNS[1:] + RUNS[:1], LATER_THROWS[2:] + LATER_THROWS[:2], strict=True),
        ],
        product(SETS, RUNS, LATER_THROWS),
    ),
)
def test_hand_score_equals_brute_force(sets: str, runs: str, later: str) -> None:
    draw = random.Random(f"{sets} {runs} {later}")
    for dice in ("ladder", "small-change", "four-steps"):
        scene = Scene(rolled(sets=sets, runs=runs, later_throws=later, dice=dice))
        faces = [f for f in scene.g.faces if f]
        for _ in range(12):
            hand = [
                (draw.randint(1, sides), draw.randint(1, 3), int(draw.random() < 0.1))
                for sides in faces[draw.choice((0, 0, 0, 1)) :]
            ]
            scored = hand_score(scene, list(hand))
            assert scored == brute_score(
                tuple(Hand(v, t, bool(w)) for v, t, w in hand), scale_of(scene.g)
            )


def turn_of(scene: Scene, hero: int, dice: list[int], answers: list[tuple[int, ...]]) -> Any:
    """The Host's turn with this Hero number; returns the seat."""
    g = scene.g
    powers.set_powers(g)
    scoring.set_scale(g)
    g.seats[0].hero = hero
    scene.run(turn.play_throws, g, [], scene.log, 0, dice=dice, answers=answers)
    scene.run(turn.score_turn, g, scene.log, 0)
    return g.seats[0]


def test_last_throw_takes_all_dice_left_without_question() -> None:
    scene = Scene(rolled())
    seat = turn_of(scene, 12, [3, 3, 8, 10, 1], [*throwing(0), *throwing(1)])
    assert [e.b for e in scene.events("throw")] == [0b00001, 0b00010, 0b11100]
    assert seat.score == 12
    assert [len(options) for options in scene.offered[-4:]] == [1, 1, 1, 1]


def test_hero_reroll_belongs_to_last_throw() -> None:
    """It costs no throw, and the Hero counts as its face from then on."""
    scene = Scene(rolled())
    seat = turn_of(
        scene,
        3,
        [3, 1, 4, 4, 2, 12],
        [*throwing(0, 1), (KEEP,), *throwing(2, 3), (RE_ROLL, 0, 1)],
    )
    assert [(d.value, d.thrown) for d in seat.dice[:4]] == [(3, 1), (2, 2), (4, 2), (4, 2)]
    # The Hero is a 3 and no wild: 2-3-4 doubled is 18, the pair of fours doubled 16.
    assert seat.score == 18


def test_hero_kept_is_wild_at_end() -> None:
    scene = Scene(rolled(throws="two"))
    seat = turn_of(scene, 3, [3, 5, 5, 1, 2], [*throwing(0, 1, 2), (KEEP,)])
    assert seat.score == 25
    assert [(e.actor, e.a) for e in scene.events("wild")] == [(0, 5)]


def test_hero_acts_once_and_never_on_heroes() -> None:
    scene = Scene(rolled(throws="two"))
    turn_of(scene, 3, [3, 3, 6, 5, 1, 1], [*throwing(0, 1, 2), (RE_ROLL, 0, 2), (KEEP,)])
    first, second = scene.offered[4], scene.offered[5]
    assert first == [(KEEP, -1, -1), (RE_ROLL, 0, 2)]  # two Heroes of one throw are one answer
    assert second == [(KEEP, -1, -1), (RE_ROLL, 1, 2)]


def test_hero_reroll_may_make_another_hero() -> None:
    scene = Scene(rolled(throws="two"))
    seat = turn_of(
        scene, 3, [3, 6, 1, 3, 6, 1, 1], [*throwing(0, 1, 2), (RE_ROLL, 0, 2), (RE_ROLL, 2, 1)]
    )
    assert [d.hero for d in seat.dice[:3]] == [2, 0, 2]


def test_hero_after_last_throw_cannot_reroll() -> None:
    scene = Scene(rolled(throws="two"))
    seat = turn_of(scene, 3, [6, 1, 3, 3, 3], [*throwing(1)])
    assert [d.hero for d in seat.dice] == [0, 0, 1, 1, 1]
    assert [(KEEP, -1, -1)] not in scene.offered[-1:]  # nobody was even asked


def test_powers_absent_are_not_offered() -> None:
    scene = Scene(rolled(powers="wild", throws="two"))
    seat = turn_of(scene, 3, [3, 5, 5, 1, 2], [*throwing(0, 1, 2)])
    assert seat.score == 25
    scene = Scene(rolled(powers="re-roll", throws="two"))
    seat = turn_of(scene, 3, [3, 5, 5, 10, 12], [*throwing(0, 1, 2), (KEEP,)])
    assert seat.score == 10


def test_dice_picked_up_are_thrown_again() -> None:
    scene = Scene(rolled(choice="again"))
    seat = turn_of(scene, 11, [1, 5, 3, 5, 12, 4, 2, 5], [*throwing(0, 2), *throwing(2)])
    assert [e.b for e in scene.events("throw")] == [0b11111, 0b00101, 0b00100]
    assert [seat.dice[d].value for d in range(5)] == [4, 5, 5, 5, 12]
    assert seat.score == 3 * 5 * 5


def test_turn_ends_if_no_dice_are_picked_up() -> None:
    scene = Scene(rolled(choice="again"))
    seat = turn_of(scene, 11, [1, 5, 3, 5, 12], [(THROW,)])
    assert [e.b for e in scene.events("throw")] == [0b11111]
    assert seat.score == 10


def test_choice_options_limit_dice_of_throw() -> None:
    scene = Scene(rolled(choice="rush"))
    turn_of(scene, 12, [1, 2, 3, 4, 12], [*throwing(0, 1, 2), *throwing(3)])
    assert scene.offered[0] == [(ADD, 0, 0), (ADD, 1, 0), (ADD, 2, 0)]


def paid(scores: list[int], dice: tuple[int, ...] = (), **options: str) -> list[int]:
    """What everybody is paid of a pot of antes of 10."""
    return paid_out(scores, dice, **options).paid


def paid_out(scores: list[int], dice: tuple[int, ...] = (), **options: str) -> Scene:
    """A game whose pot has been paid out."""
    names = {2: "two", 3: "three", 4: "four"}
    scene = Scene(rolled(players=names[len(scores)], **options))
    g = scene.g
    scoring.set_scale(g)
    scene.run(turn.collect_antes, g, scene.log)
    for side, score in enumerate(scores):
        g.seats[side].score = score
    scene.run(pot.pay_out, g, scene.log, dice=dice)
    assert sum(scene.paid) == g.pot
    return scene


@pytest.mark.parametrize(
    ("scores", "options", "wanted"),
    [
        ([5, 4, 30], {}, [0, 0, 30]),
        ([8, 8, 1], {}, [15, 15, 0]),
        (
            [8, 8, 8, 1],
            {"ante": "host-doubles"},
            [17, 17, 16, 0],
        ),  # odd credits in the order of the throws
        ([8, 8, 1], {"ties": "first-stands"}, [30, 0, 0]),
        ([8, 8, 1], {"ties": "host-loses"}, [0, 30, 0]),
        ([8, 8, 8], {"ties": "host-loses"}, [0, 15, 15]),
        ([1, 8, 8], {"ties": "host-loses"}, [0, 15, 15]),
        ([5, 4, 30], {"pot": "second-saves"}, [10, 0, 20]),
        ([5, 5, 30], {"pot": "second-saves"}, [5, 5, 20]),
        ([30, 30, 5], {"pot": "second-saves"}, [15, 15, 0]),
        ([30, 5], {"pot": "second-saves"}, [20, 0]),
        ([5, 4, 30], {"pot": "two-shares"}, [10, 0, 20]),
        ([5, 4, 30], {"pot": "two-shares", "ties": "throw-off"}, [10, 0, 20]),
        ([5, 4, 30], {"pot": "in-proportion"}, [3, 3, 24]),
        ([0, 0, 0], {"pot": "in-proportion", "ante": "by-seat"}, [10, 12, 14]),
        ([0, 0, 0], {}, [10, 10, 10]),
        ([0, 0, 0], {"ties": "first-stands"}, [30, 0, 0]),
        ([0, 0, 0], {"pot": "second-saves", "ties": "first-stands"}, [20, 10, 0]),
        (
            [8, 8, 5],
            {"pot": "two-shares", "ties": "first-stands"},
            [20, 10, 0],
        ),  # second comes who is level, not 5
        ([0, 0], {"ties": "host-loses"}, [0, 20]),
    ],
)
def test_pots_and_ties_pay_as_printed(
    scores: list[int], options: dict[str, str], wanted: list[int]
) -> None:
    assert paid(scores, **options) == wanted


def test_throw_off_is_among_tied_players_and_ends() -> None:
    assert paid([8, 8, 1], (3, 5), ties="throw-off") == [0, 30, 0]
    assert paid([8, 8, 8], (3, 5, 5, 2, 1), ties="throw-off") == [0, 30, 0]
    assert paid([8, 8, 1], (3, 3, 4, 4, 12, 12), ties="throw-off") == [30, 0, 0]
    assert paid([8, 8, 8], (5, 3, 3), ties="throw-off") == [
        30,
        0,
        0,
    ]  # two are level still, but for no place
    assert paid([8, 8, 8], (5, 3, 3, 2, 6), ties="throw-off", pot="two-shares") == [20, 0, 10]
    assert paid([8, 1, 1], (), ties="throw-off") == [
        30,
        0,
        0,
    ]  # nobody is paid for the second place


def test_throw_off_in_proportion_decides_remaining_credits() -> None:
    for ties in ("throw-off", "first-stands", "host-loses"):
        scene = paid_out([8, 8], pot="in-proportion", ties=ties)
        assert [(s.place, s.level) for s in scene.g.seats[:2]] == [(0, 2), (0, 2)]
    by_points = {"pot": "in-proportion", "ties": "throw-off"}
    assert paid([8, 8, 1], (3, 5), **by_points) == [14, 15, 1]
    assert paid([8, 8], (), **by_points) == [10, 10]
    assert paid([0, 0, 0], (), **by_points) == [10, 10, 10]


def test_hero_may_act_without_dice_left() -> None:
    scene = Scene(rolled(powers="re-roll"))
    seat = turn_of(
        scene, 3, [3, 5, 6, 9, 12, 3], [*throwing(0, 1, 2, 3, 4)[:-1], (RE_ROLL, 0, 1), (KEEP,)]
    )
    assert seat.score == 6  # both threes are of the first throw


def test_own_heroes_are_rolled_each_turn() -> None:
    scene = Scene(rolled(players="two", hero="own", throws="two", powers="wild"))
    scene.play([3, 1, 2, 3, 9, 9, 5, 1, 2, 3, 9, 9], [*throwing(1, 2), *throwing(1, 2)])
    assert [(e.side, e.a) for e in scene.events("hero-number")] == [(0, 3), (1, 5)]


def play_rounds(
    dice: list[int], answers: list[tuple[int, ...]], **options: str
) -> tuple[Scene, list[int]]:
    """A game of two players that goes round by round, and the sides that throw, in order."""
    scene = Scene(rolled(players="two", throws="rounds", **options))
    scene.play(dice, answers)
    return scene, [e.side for e in scene.events("throw")]


def test_rounds_have_one_throw_of_each_player() -> None:
    hand = [1, 2, 4, 8, 12]
    answers = throwing(4, last=True) * 4
    dice = [*hand, *hand, 11, 10, 9, 8]
    _, sides = play_rounds(dice, answers, choice="again", hero="none")
    assert sides == [0, 1, 0, 1, 0, 1]


def test_rounds_leave_out_a_player_who_has_stopped() -> None:
    hand = [1, 2, 4, 8, 12]
    answers = [(THROW,), *throwing(4, last=True) * 2]
    scene, sides = play_rounds([*hand, *hand, 11, 8], answers, choice="again", hero="none")
    assert sides == [0, 1, 1, 1]
    assert [(e.side, e.b) for e in scene.events("score")] == [(0, -1), (1, 0)]
    assert scene.g.winner == 1


def test_rounds_heroes_act_before_the_next_throw() -> None:
    """The other player has thrown by then, and the die belongs to the throw before."""
    scene, sides = play_rounds(
        [3, 3, 5, 5, 7, 12, 1, 2, 4, 8, 12, 7],
        [(RE_ROLL, 0, 4), (THROW,), (THROW,)],
        choice="again",
        powers="re-roll",
        hero="host",
    )
    assert sides == [0, 1]
    assert scene.g.seats[0].dice[4].thrown == 1


def test_plain_record_starts_as_ruleset_says() -> None:
    g = records.plain(Game)
    fill(g, rolled(dice="four-big"))
    assert (g.n_dice, list(g.faces), g.players) == (4, [10, 10, 10, 10, 0], 2)
