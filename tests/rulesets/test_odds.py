"""The printed odds against odds worked out by hand."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carnage.common.text_format import percent
from carnage.rulesets.forces import get_force
from carnage.rulesets.odds import (
    CardDraw,
    DicePool,
    Mechanic,
    TwoDiceSum,
    game_length_distribution,
    get_mechanic,
    mean_successes,
    success_chance,
    success_chance_with_reroll,
    success_distribution,
)
from tests.support.rulesets import rolled

POOL, SUM, CARDS = DicePool(4), TwoDiceSum(10, 3), CardDraw(10, 3, 10, 1)


@pytest.mark.parametrize(
    ("how", "stat", "difficulty", "worked_out"),
    [
        (POOL, 3, 1, F(7, 8)),  # all three dice fail one time in eight
        (POOL, 3, 2, F(1, 2)),
        (POOL, 3, 3, F(1, 8)),
        (POOL, 3, 4, F(0)),
        (POOL, 5, 2, F(26, 32)),  # 32 less one with no success and five with one
        (POOL, 7, 5, F(21 + 7 + 1, 128)),
        (SUM, 6, 2, F(21, 36)),  # 7 or more on two dice
        (SUM, 6, 1, F(26, 36)),  # 6 or more
        (SUM, 6, 3, F(15, 36)),  # 8 or more
        (SUM, 8, 5, F(15, 36)),  # 8 or more
        (SUM, 1, 3, F(0)),
        (CARDS, 6, 2, F(7, 13)),  # 7, 8, 9, 10, jack, queen, king
        (CARDS, 6, 1, F(8, 13)),
        (CARDS, 6, 3, F(6, 13)),
        (CARDS, 1, 2, F(0)),
        (CARDS, 12, 1, F(1)),
    ],
)
def test_success_chance_equals_worked_value(
    how: Mechanic, stat: int, difficulty: int, worked_out: F
) -> None:
    assert success_chance(how, stat, difficulty) == worked_out


def test_success_distribution_equals_worked_values() -> None:
    assert success_distribution(POOL, 3, 2) == {0: F(1, 2), 2: F(3, 8), 3: F(1, 8)}
    # 7 and 8 on the dice make 11 and 12, one success; 9 to 11 make 13 to 15, two; 12 makes 16,
    # three.
    assert success_distribution(SUM, 6, 2) == {
        0: F(15, 36),
        1: F(6 + 5, 36),
        2: F(4 + 3 + 2, 36),
        3: F(1, 36),
    }
    # A 7 or 8 is one success; a 9 and the four tens are two.
    assert success_distribution(CARDS, 6, 2) == {0: F(6, 13), 1: F(2, 13), 2: F(5, 13)}


def test_mean_successes_equals_worked_values() -> None:
    assert mean_successes(POOL, 3, 1) == F(3, 2)
    assert mean_successes(POOL, 3, 2) == F(9, 8)
    assert mean_successes(CARDS, 6, 2) == F(2 + 2 * 5, 13)


def test_success_chance_with_reroll_equals_worked_values() -> None:
    assert success_chance_with_reroll(POOL, 3, 2) == F(3, 4)
    assert success_chance_with_reroll(SUM, 6, 2) == 1 - F(15, 36) ** 2
    # 24 of 52 cards lose; after one of them is gone, 23 of 51.
    assert success_chance_with_reroll(CARDS, 6, 2) == 1 - F(24, 52) * F(23, 51)
    assert success_chance_with_reroll(CARDS, 12, 1) == 1
    assert success_chance_with_reroll(CARDS, 1, 2) == 0


@given(st.sampled_from([POOL, SUM, CARDS]), st.integers(1, 12), st.integers(1, 6))
def test_odds_are_consistent(how: Mechanic, stat: int, difficulty: int) -> None:
    spread = success_distribution(how, stat, difficulty)
    assert sum(spread.values()) == 1
    assert all(odds >= 0 for odds in spread.values())
    assert success_chance(how, stat, difficulty) >= success_chance(how, stat, difficulty + 1)
    assert success_chance(how, stat, difficulty) <= success_chance(how, stat + 1, difficulty)
    assert (
        success_chance(how, stat, difficulty)
        <= success_chance_with_reroll(how, stat, difficulty)
        <= 1
    )


@pytest.mark.parametrize("stat", [1, 3, 5])
def test_success_chance_of_pool_equals_enumeration(stat: int) -> None:
    for difficulty in (1, 2, 3):
        thrown = [sum(die >= 4 for die in dice) for dice in product(range(1, 7), repeat=stat)]
        assert success_chance(POOL, stat, difficulty) == F(
            sum(hits >= difficulty for hits in thrown), len(thrown)
        )


def test_get_mechanic_reads_numbers_of_tables() -> None:
    assert get_mechanic(rolled(resolution="dice-pool")) == POOL
    assert get_mechanic(rolled(resolution="dice-combination")) == SUM
    assert get_mechanic(rolled(resolution="card-draw")) == CARDS


def test_game_length_distribution_equals_worked_values() -> None:
    assert game_length_distribution(rolled(game_length="fixed-round-limit")) == {3: 1}
    late = game_length_distribution(rolled(game_length="uncertain-round-limit-5-7"))
    assert late == {5: F(1, 3), 6: F(2, 3) * F(2, 3), 7: F(2, 3) * F(1, 3)}
    open_ended = game_length_distribution(rolled(game_length="uncertain-round-limit-3-10"))
    # Round 3 ends on a 6, round 4 on 5 and up, …, round 8 always.
    assert list(open_ended) == [3, 4, 5, 6, 7, 8]
    assert open_ended[3] == F(1, 6)
    assert open_ended[4] == F(5, 6) * F(2, 6)
    assert sum(open_ended.values()) == 1


@pytest.mark.parametrize(
    ("odds", "shown"),
    [
        (F(0), "0%"),
        (F(1), "100%"),
        (F(1, 8), "13%"),
        (F(1, 2), "50%"),
        (F(1, 1000), "<1%"),
        (F(999, 1000), ">99%"),
        (F(21, 36), "58%"),
    ],
)
def test_percent_formats_odds(odds: F, shown: str) -> None:
    assert percent(odds) == shown


def test_success_chance_of_typical_attack_is_about_half() -> None:
    for code in ("dice-pool", "dice-combination", "card-draw"):
        game = rolled(resolution=code)
        trooper = next(
            m for unit in get_force(game).units for m in unit.models if m.code == "trooper"
        )
        how = get_mechanic(game)
        for skill in ("ranged_skill", "close_skill"):
            assert (
                F(2, 5)
                <= success_chance(how, trooper.stats[skill], trooper.stats["defense"])
                <= F(3, 5)
            )
