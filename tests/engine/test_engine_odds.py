"""The engine's chances against the rulebook's exact odds.

The compiled mechanics are looked at through whole games: the log's tests, rolls and draws.
Statistics have fixed seeds and limits of five standard errors. Small trees are enumerated in
`plain/`.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from carnage.engine.battle.frame.shapes import NUMBERS
from carnage.engine.core import records
from carnage.engine.core.decisions import NeedDecision
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.state import GREEDY, RANDOM
from carnage.engine.games import Match, family_of
from carnage.rulesets import odds
from carnage.rulesets.ruleset import Ruleset
from tests.support.arena import Happening, batch, happenings
from tests.support.marks import soak_all_but
from tests.support.rulesets import rolled, ruleset

LIMIT = 5.0  # standard errors


def within(hits: int, of: int, chance: Fraction) -> bool:
    """Whether so many of so many may come of this chance."""
    if chance in (0, 1):
        return hits == of * chance
    error = math.sqrt(of * float(chance) * float(1 - chance))
    return abs(hits - of * float(chance)) <= LIMIT * error + 1


def logs(game: Ruleset, games: int) -> tuple[Happening, ...]:
    """The events of many games, one after the other."""
    return _logs(str(game.seed), games)


@cache
def _logs(digits: str, games: int) -> tuple[Happening, ...]:
    game = ruleset(digits)
    logged: list[Happening] = []
    for number in range(games):
        logged += happenings(
            Match(game, 7, number, ("random", "greedy") if number % 2 else ("greedy", "random"))
        )
    return tuple(logged)


def named(events: tuple[Happening, ...], name: str) -> list[Happening]:
    return [event for event in events if event.event == NUMBERS[name]]


MECHANICS = ["dice-pool", "dice-combination", "card-draw"]


def games_with(resolution: str) -> Ruleset:
    """Much testing: activation tests, uncertain death, marker captures, focus."""
    return rolled(
        resolution=resolution,
        units="individuals",
        round_structure="action-phase",
        activation_order="push-your-luck",
        action_points="two-unique-actions",
        damage="uncertain-death",
        objectives="interactive-objectives",
        deployment="2",
    )


@pytest.mark.thorough
@pytest.mark.parametrize("resolution", soak_all_but(["card-draw"], MECHANICS))
def test_success_rate_equals_printed_odds(resolution: str) -> None:
    game = games_with(resolution)
    how = odds.get_mechanic(game)
    tried: Counter[tuple[int, int]] = Counter()
    got: Counter[tuple[int, int, int]] = Counter()
    for event in named(logs(game, 150), "test"):
        tried[event.b, event.c] += 1
        got[event.b, event.c, event.d] += 1
    assert len(tried) > 12
    for (value, difficulty), times in tried.items():
        spread = odds.success_distribution(how, value, difficulty)
        assert {d for v, x, d in got if (v, x) == (value, difficulty)} <= set(spread)
        for successes, chance in spread.items():
            # A deck that is drawn down varies less than one drawn afresh: the same limits hold.
            assert within(got[value, difficulty, successes], times, chance), (
                value,
                difficulty,
                successes,
            )


@pytest.mark.parametrize("resolution", MECHANICS)
def test_template_chances_equal_printed_odds(resolution: str) -> None:
    """Bots and re-roll offers use these chances."""
    game = games_with(resolution)
    how = odds.get_mechanic(game)
    chances = family_of("battle").template(game)[0].chances
    for value in range(1, 15):
        for difficulty in range(1, 7):
            assert chances[value * 7 + difficulty] == float(
                odds.success_chance(how, value, difficulty)
            )


@pytest.mark.thorough
def test_cards_are_drawn_without_replacement_and_reshuffled() -> None:
    game = games_with("card-draw")
    for number in range(30):
        match = Match(game, 11, number)
        for side in (0, 1):
            drawn = [e.dice[0] for e in named(tuple(happenings(match)), "test") if e.side == side]
            for first in range(0, len(drawn) - 51, 52):
                assert Counter(drawn[first : first + 52]) == {rank: 4 for rank in range(1, 14)}
    drawn = [e.dice[0] for e in named(logs(game, 150), "test")]
    assert len(drawn) > 52 * 100
    assert all(within(drawn.count(rank), len(drawn), Fraction(1, 13)) for rank in range(1, 14))


@pytest.mark.thorough
def test_dice_are_fair() -> None:
    dice = Counter(
        die for e in named(logs(games_with("dice-pool"), 150), "test") for die in e.dice[: e.n_dice]
    )
    assert set(dice) == set(range(1, 7))
    assert all(within(dice[face], dice.total(), Fraction(1, 6)) for face in dice)


# --------------------------------------------------------------------------------- many short games


@pytest.mark.parametrize(
    "roll", [0, 9, *(pytest.param(roll, marks=pytest.mark.soak) for roll in range(1, 9))]
)
def test_game_lengths_follow_printed_odds(roll: int) -> None:
    base = rolled(
        initiative="random-static",
        damage="uncertain-death",
        deployment="4",
        movement="momentum-movement",
    )
    place = base.book.digit_offset("game-length")
    game = type(base)(base.book, base.seed.replaced(place, str(roll)), base.name)
    rounds = Counter(np.asarray(batch(game, 1200, (RANDOM, RANDOM), 5).rounds).tolist())
    ends = odds.game_length_distribution(game)
    # Random bots on a wide table hardly ever remove a whole side; those games would end sooner.
    early = sum(count for number, count in rounds.items() if number not in ends)
    assert early <= 6
    for number, chance in ends.items():
        assert within(rounds[number], 1200 - early, chance), (number, rounds)


@pytest.mark.parametrize(
    "how",
    [
        "random-static",
        *(pytest.param(how, marks=pytest.mark.thorough) for how in ("random-shifting", "bought")),
    ],
)
def test_roll_offs_are_fair(how: str) -> None:
    game = rolled(initiative=how, units="individuals", deployment="3")
    offs = named(logs(game, 120), "roll-off")
    assert within(sum(e.a for e in offs), len(offs), Fraction(1, 2))
    pairs = Counter(e.dice[:2] for e in offs)
    ties = sum(count for (a, b), count in pairs.items() if a == b)
    assert within(ties, len(offs), Fraction(1, 6))


def test_phase_orders_are_equally_likely() -> None:
    game = rolled(round_structure="phased", game_length="fixed-round-limit")
    family = family_of("battle")
    Match(game)
    orders: Counter[tuple[int, ...]] = Counter()
    place, template, log = records.new(family.Game), family.template(game), new_log(family, 40)
    bot_table = family.bot_table(game, ("greedy", "greedy"))
    games = 6000
    for number in range(games):
        records.restore(place, template)
        family.entries.begin(place, 1, number)
        place[0].core.bots[0] = (
            2  # a person, who is asked first: the game stops soon after the shuffle
        )
        place[0].core.n_script = 2
        with pytest.raises(NeedDecision):
            family.entries.play_stage(place, bot_table, log)
        shuffled = next(e for e in log[0].events[:40] if e.event == NUMBERS["phases"])
        orders[tuple(int(d) for d in shuffled.dice[:5])] += 1
    assert len(orders) == 120
    assert all(within(count, games, Fraction(1, 120)) for count in orders.values())


def test_bids_roll_one_die_per_token() -> None:
    game = rolled(initiative="earnt-resource-buy")
    bids = named(logs(game, 120), "bid")
    assert {event.a for event in bids} >= set(range(6))
    for tokens in range(1, 6):
        totals = [event.b for event in bids if event.a == tokens]
        assert min(totals) >= tokens
        assert max(totals) <= 6 * tokens
        error = math.sqrt(35 / 12 * tokens / len(totals))
        assert abs(sum(totals) / len(totals) - 3.5 * tokens) <= LIMIT * error


@pytest.mark.thorough
@pytest.mark.parametrize("resolution", MECHANICS)
def test_deaths_by_uncertain_die_follow_printed_odds(resolution: str) -> None:
    """Count only the first tries of Morale tests at the Difficulty of death."""
    game = games_with(resolution)
    how = odds.get_mechanic(game)
    events = logs(game, 150)
    died: Counter[int] = Counter()
    tried: Counter[int] = Counter()
    stays = {NUMBERS["survive"], NUMBERS["removed"]}
    for test, after in pairwise(events):
        if test.event == NUMBERS["test"] and test.a == 2 and test.c == 4 and after.event in stays:
            tried[test.b] += 1
            died[test.b] += after.event == NUMBERS["removed"]
            assert (test.d == 0) == (after.event == NUMBERS["removed"])
    assert tried.total() > 100
    for value in tried:
        miss = 1 - odds.success_chance(how, value, 4)
        # A failed test may have been re-rolled first, so that it can only be fewer.
        assert died[value] <= tried[value] * float(miss) + LIMIT * math.sqrt(tried[value]) + 1


def test_batches_with_other_seeds_share_no_dice() -> None:
    game = rolled()
    left = np.asarray(batch(game, 200, (GREEDY, GREEDY), 1).check)
    right = np.asarray(batch(game, 200, (GREEDY, GREEDY), 2).check)
    assert len(set(left.tolist())) == 200
    assert not set(left.tolist()) & set(right.tolist())
