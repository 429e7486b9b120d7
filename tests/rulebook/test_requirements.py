"""The limits of tests in a game: dice, throws and numbers that its rules can ask for."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

from carnage.rulebook import build_rulebook
from carnage.rulebook.battle.requirements import MIN_DICE_BY_THROWS, find_max_number
from carnage.rulesets import odds
from carnage.rulesets.odds import DiceSets
from tests.support.rulesets import rolled

PUSHED = rolled(
    book="skirmish",
    resolution="push-your-throws",
    forces="all-alike",
    morale="leg-it",
    damage="the-tower",
    activation_order="alternating",
    talents="none",
)
SETS = odds.get_mechanic(PUSHED)


def faces(throw: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(throw.count(face) for face in range(1, 7))


@cache
def most_throws(shown: tuple[int, ...]) -> int:
    """How many throws there may be in all, if each push adds a success."""
    assert isinstance(SETS, DiceSets)
    worth, idle = SETS.count_successes(shown)
    again = sum(idle) - SETS.lost
    if again < 1:
        return 1
    kept = [number - left for number, left in zip(shown, idle, strict=True)]
    deepest = 1
    for more in combinations_with_replacement(range(1, 7), again):
        after = tuple(a + b for a, b in zip(kept, faces(more), strict=True))
        if SETS.count_successes(after)[0] > worth:
            deepest = max(deepest, 1 + most_throws(after))
    return deepest


@pytest.mark.parametrize("dice", range(1, 8))
def test_throws_of_test_are_as_many_as_its_dice_allow(dice: int) -> None:
    throws = combinations_with_replacement(range(1, 7), dice)
    most = max(most_throws(faces(throw)) for throw in throws)
    assert most == max(n for n, least in MIN_DICE_BY_THROWS.items() if dice >= least)


def test_third_throw_is_not_told_where_no_test_comes_to_it() -> None:
    text = build_rulebook(PUSHED).markdown()
    assert "Here one push is all that a test has dice for." in text
    assert "three times in all" not in text
    assert "never more than 9" not in text


def test_second_die_is_told_only_where_number_may_exceed_ten() -> None:
    low = rolled(
        book="skirmish",
        resolution="target-ten",
        shooting="range-bands",
        fighting="opposed-roll",
        morale="shaken",
        objectives="points-removal",
        activation_order="alternating",
        damage="certain-death",
    )
    assert 0 < find_max_number(low) <= 10
    assert "a second D10" not in build_rulebook(low).markdown()
    high = rolled(
        book="skirmish",
        resolution="target-ten",
        shooting="stat-test",
        forces="mirrored",
        talents="picked",
    )
    assert ("a second D10" in build_rulebook(high).markdown()) == (find_max_number(high) > 10)
