"""The gamble family compiled: exact values against many games, the scorer against trying
everything.
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

import pytest

from carnage.engine.core import records
from carnage.engine.gamble import expected_scores
from carnage.engine.gamble.policy_lookup import score_hands, turn_value
from carnage.engine.gamble.policy_table import FINE
from carnage.engine.gamble.state import BotTable, Hand
from carnage.engine.games import Match, family_of, load_family
from carnage.engine.narration import Narrator
from carnage.engine.simulation import simulate
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.throws import count_throws, list_dice
from tests.support import rulesets
from tests.support.marks import soak_all_but

sys.path.insert(0, str(Path(__file__).parent / "plain"))

from gamble_brute import Hand as BruteHand
from gamble_brute import brute_score

HANDS, MANY_HANDS = 300, 100_000
GAMES, MANY_GAMES = 3_000, 1_000_000
BOOK = "gamble"


def rolled(**options: str) -> Ruleset:
    return rulesets.rolled(BOOK, **options)


def options_of(table: str) -> list[str]:
    return [option.code for option in rulesets.catalog.book(BOOK).table(table).options]


def brute_scale(ruleset: Ruleset) -> tuple[object, ...]:
    """What the scorer of `gamble_brute` has to know, out of the rules as they are printed."""
    p, throws = ruleset.params, count_throws(ruleset)
    code = ruleset.choice("later-throws").option.code
    factor, plus = [1] * 5, [0] * 5
    if code == "multiply":
        factor[2:] = [int(p[f"later-throws.{n}"]) for n in ("second", "third", "fourth")]
    if code == "add":
        plus[2:] = [int(p[f"later-throws.{n}_plus"]) for n in ("second", "third", "fourth")]
    if code == "last":
        factor[throws] = int(p["later-throws.last"])
    sets = (0, 0, *(int(p.get(f"sets.{n}", 0)) for n in ("two", "three", "four", "five")))
    runs = ruleset.choice("runs").option.code
    return (
        max(list_dice(ruleset)),
        sets,
        runs,
        int(p["runs.shortest"]),
        tuple(factor),
        tuple(plus),
    )


CASES = [
    *[{"dice": code} for code in options_of("dice")],
    *[{"sets": code} for code in options_of("sets")],
    *[{"runs": code} for code in options_of("runs")],
    *[{"later_throws": code} for code in options_of("later-throws")],
    {"throws": "four", "dice": "sixes", "runs": "top", "sets": "squares"},
    {"throws": "two", "dice": "small-change", "runs": "length", "later_throws": "last"},
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options", soak_all_but(CASES[::4], CASES), ids=["-".join(each.values()) for each in CASES]
)
def test_scorer_equals_brute_force(options: dict[str, str]) -> None:
    score_and_try(rolled(**options), HANDS)


@pytest.mark.soak
@pytest.mark.parametrize("dice", options_of("dice"))
def test_scorer_equals_brute_force_in_many_hands(dice: str) -> None:
    score_and_try(rolled(dice=dice), MANY_HANDS)


def score_and_try(ruleset: Ruleset, count: int) -> None:
    """Score so many random hands, and hold the scores against trying everything."""
    load_family("gamble")
    draw = random.Random(ruleset.canonical_seed)
    throws = count_throws(ruleset)
    hands, by_hand = records.new(Hand, count), []
    for hand in hands:
        dice = []
        for sides in list_dice(ruleset):
            if draw.random() < 0.95:  # now and then one is still in hand
                wild = draw.random() < 0.08 and sum(die.wild for die in dice) < 2
                dice.append(BruteHand(draw.randint(1, sides), draw.randint(1, throws), wild))
        hand.n = len(dice)
        for d, die in enumerate(dice):
            hand.value[d], hand.throw[d], hand.wild[d] = die
        by_hand.append(tuple(sorted(dice)))
    scores = records.new(BotTable, count)
    score_hands(family_of("gamble").template(ruleset), hands, scores)
    scale = brute_scale(ruleset)
    assert scores.word.tolist() == [brute_score(hand, scale) for hand in by_hand]


SOLVED = [
    {},
    {"choice": "free"},
    {"dice": "sixes", "choice": "rush"},
    {"dice": "four-big", "hero": "none"},
    {"dice": "small-change", "choice": "free", "hero": "common"},
    {"throws": "two", "powers": "re-roll", "later_throws": "none"},
    {"choice": "rush", "powers": "everything", "hero": "own", "sets": "low-pairs"},
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options",
    soak_all_but([SOLVED[4]], SOLVED),
    ids=["-".join(each.values()) or "published" for each in SOLVED],
)
def test_exact_bot_mean_equals_expected_score(options: dict[str, str]) -> None:
    play_and_compare(rolled(**options), GAMES)


@pytest.mark.soak
def test_exact_bot_mean_of_a_million_games_equals_expected_score() -> None:
    play_and_compare(rolled(), MANY_GAMES)


def play_and_compare(ruleset: Ruleset, games: int) -> None:
    """The exact bot's mean score in so many games against a greedy one, and the value worked
    out.
    """
    simulation = simulate(ruleset, games, ("exact", "greedy"))
    first = simulation.scores[0]
    assert first.expected == pytest.approx(expected_scores.expected_score(ruleset))
    error = (first.high - first.low) / 2 / 1.96
    assert abs(first.mean - first.expected) < 4 * error
    assert not math.isclose(error, 0)
    # What nobody beats on average, greedy does not beat either.
    assert expected_scores.expected_score(ruleset) > simulation.scores[1].mean - 4 * error


def test_chance_to_beat_bot_wins_more_often_than_greedy() -> None:
    ruleset = rolled(dice="four-steps", throws="two")
    assert expected_scores.plays_to_beat(ruleset, 1)
    assert not expected_scores.plays_to_beat(ruleset, 0)
    chances = [
        expected_scores.chance_to_beat(ruleset, score) for score in (-1, 0, 10, 20, 60, 2000)
    ]
    assert chances[1:] == sorted(chances[1:], reverse=True)
    assert chances[-1] == 0.0
    games = 4_000
    exact = simulate(ruleset, games, ("greedy", "exact"))
    greedy = simulate(ruleset, games, ("greedy", "greedy"))
    assert exact.wins[1] + 0.5 * exact.draws > greedy.wins[1] + 0.5 * greedy.draws - 2 * math.sqrt(
        games
    )


@pytest.mark.thorough
def test_chance_to_beat_equals_share_of_wins() -> None:
    ruleset = rolled(
        players="two", dice="four-steps", hero="common", powers="re-roll", ties="first-stands"
    )
    known, game = expected_scores.thread_lore(ruleset), family_of("gamble").template(ruleset)
    wins, expected, spread, re_rolls = 0, 0.0, 0.0, 0
    for number in range(1_500):
        match = Match(ruleset, 5, number, ("greedy", "exact"))
        first, last = match.record.seats[0], match.record.seats[1]
        wins += int(last.score > first.score)
        chance = turn_value(game, known, int(last.hero), int(first.score), 0) / FINE
        expected += chance
        spread += chance * (1 - chance)
        re_rolls += any(
            line.startswith("The Hero on") and "again" in line
            for line in Narrator(match).new_lines()
        )
    assert abs(wins - expected) < 4 * math.sqrt(spread)
    assert re_rolls > 300


@pytest.mark.thorough
def test_chance_to_beat_under_published_rules_equals_known_values() -> None:
    """The values were computed without shortcuts for re-rolls."""
    for score, chance in (
        (20, 0.7275466918945312),
        (30, 0.6207214196523031),
        (40, 0.5281887054443359),
    ):
        assert expected_scores.chance_to_beat(rolled(choice="free"), score) == pytest.approx(
            chance, abs=1e-9
        )


def test_expected_score_under_published_rules_equals_known_value() -> None:
    """A million games have a mean of 48.87 points per turn."""
    assert expected_scores.expected_score(rolled(choice="free")) == pytest.approx(48.8654, abs=1e-3)
    assert FINE == 1 << 20


def test_greedy_beats_random_in_gamble() -> None:
    simulation = simulate(rolled(), 2_000, ("greedy", "random"), swap=True)
    assert simulation.wins[0] > 0.65 * sum(simulation.wins)
