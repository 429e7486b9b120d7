"""Thrown dice and towers do what docs/reference/options.md says, compiled and plain."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from carnage.catalog.dexterity import MAX_TOWER_DICE, Dexterity, DexterityLevel
from carnage.engine.games import family_of
from tests.support.arena import uncompiled
from tests.support.rulesets import classic, rolled
from tests.support.throws import HEIGHTS, Outcome, Trial, run

LIMIT = 5.0  # standard errors
HANDS = ("clumsy", "average", "steady")


def dexterity() -> Dexterity:
    data = classic().dexterity
    assert data is not None
    return data


def risks(hand: DexterityLevel, n: int, inches: float) -> tuple[float, float, float]:
    """The documented chances that a tower of n dice falls: added to, moved so far, struck."""
    if n == 0:
        return 0.0, 0.0, 0.0
    at = min(n, MAX_TOWER_DICE) - 1
    inch, whole = hand.moved[at] / 1e4, math.floor(inches)
    stands = (1 - inch) ** whole * (1 - inch * (inches - whole))
    return hand.added[at] / 1e4 if n <= MAX_TOWER_DICE else 1.0, 1 - stands, hand.struck[at] / 1e4


def within(hits: int, of: int, chance: float) -> bool:
    """Whether so many of so many may come of this chance."""
    if chance in (0, 1):
        return hits == of * chance
    return abs(hits - of * chance) <= LIMIT * math.sqrt(of * chance * (1 - chance)) + 1


def hold(trial: Trial, outcome: Outcome) -> None:
    """Compare what came of a trial with the documented model."""
    hand = dexterity().get_level(trial.hands[trial.side])
    way = np.array([trial.x - 1.0, trial.y - 2.0])
    distance = float(np.hypot(*way))
    ahead = way / distance
    aside = np.array([-ahead[1], ahead[0]])
    errors = outcome.rests - np.array([trial.x, trial.y])
    s, count = hand.scatter, trial.throws
    means = (s.overshoot * distance, 0.0)
    deviations = (
        s.along_base + s.along_share * distance,
        s.across_base + s.across_share * distance,
    )
    for axis, mean, deviation in zip((ahead, aside), means, deviations, strict=True):
        along = errors @ axis
        assert abs(along.mean() - mean) <= LIMIT * deviation / math.sqrt(count)
        assert abs(along.std() / deviation - 1) <= LIMIT / math.sqrt(2 * count)
        # Near enough to normal: 68 and 95 of a hundred within one and two deviations.
        for times, share in ((1, 0.6827), (2, 0.9545)):
            near = (np.abs(along - mean) <= times * deviation).mean()
            assert abs(near - share) <= LIMIT * math.sqrt(share * (1 - share) / count) + 0.005
    apart = float(np.corrcoef(errors @ ahead, errors @ aside)[0, 1])
    assert abs(apart) <= LIMIT / math.sqrt(count)
    for n in range(HEIGHTS):
        for k, chance in enumerate(risks(hand, n, trial.moved)):
            assert outcome.chances[n, k] == pytest.approx(chance, abs=1e-12)
            assert within(int(outcome.fell[n, k]), trial.tries, chance), (n, k)


@pytest.mark.parametrize("code", HANDS)
@pytest.mark.parametrize("side", [0, 1])
def test_throws_follow_documented_odds(code: str, side: int) -> None:
    hands = ("average", code) if side else (code, "average")
    trial = Trial(hands, side, 7.0, -6.0, 3.25, 40_000, 20_000)
    hold(trial, run(trial))


TRIALS = [
    Trial(("clumsy", "steady"), 0, 7.0, 10.0, 4.5, 1500, 300),
    Trial(("clumsy", "steady"), 1, -2.5, 3.0, 0.4, 1500, 300),
    Trial(("average", "average"), 0, 1.0, 19.75, 12.0, 1500, 300),
]


def test_throws_uncompiled_equal_compiled() -> None:
    feed = pickle.dumps([tuple(trial) for trial in TRIALS])
    plain = [Outcome(*outcome) for outcome in pickle.loads(uncompiled("throws.py", feed=feed))]
    for trial, left in zip(TRIALS, plain, strict=True):
        hold(trial, left)
        for mine, other in zip(run(trial), left, strict=True):
            assert np.array_equal(mine, other)


def test_throw_at_own_position_scatters_by_base_only() -> None:
    outcome = run(Trial(("average", "average"), 0, 1.0, 2.0, 0.0, 20_000, 1))
    s = dexterity().get_level("average").scatter
    assert outcome.rests.std(axis=0) == pytest.approx([s.along_base, s.across_base], rel=0.03)
    assert outcome.rests.mean(axis=0) == pytest.approx([1.0, 2.0], abs=0.05)
    assert not outcome.chances[:, 1].any()
    assert not outcome.fell[:, 1].any()


def test_throws_on_centimetre_table_scale() -> None:
    assert rolled(deployment="1").has("centimetres")
    there = run(Trial(("average", "average"), 0, 1.0, 2.0 + 2.54 * 6, 2.54 * 2, 2000, 1, "1"))
    here = run(Trial(("average", "average"), 0, 1.0, 8.0, 2.0, 2000, 1))
    assert there.rests - [1.0, 2.0] == pytest.approx((here.rests - [1.0, 2.0]) * 2.54, abs=1e-9)
    assert there.chances == pytest.approx(here.chances, abs=1e-6)


def test_template_hands_default_to_average() -> None:
    g = family_of("battle").template(rolled())[0]
    usual = dexterity().get_level("average")
    for side in (0, 1):
        assert tuple(g.hands[side].added) == usual.added
        assert tuple(g.hands[side].moved) == usual.moved
        assert tuple(g.hands[side].struck) == usual.struck
        assert g.hands[side].along_share == usual.scatter.along_share
