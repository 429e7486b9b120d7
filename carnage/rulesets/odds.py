"""Exact probabilities of tests for each resolution mechanic, by enumeration, as fractions.

The rulebook prints them, and tests compare the engine with them. Cards are drawn from a full deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb

from carnage.rulesets.ruleset import Ruleset

Distribution = Mapping[int, Fraction]
"""The probability of each number of successes. 0 is a failed test. The sum is 1."""

DIE = 6
SUITS = 4
RANKS = 13
HALF_FOOT_INCHES = 6  # from an edge to the middle, for each foot of the table's width


@dataclass(frozen=True, slots=True)
class DicePool:
    """A test with `stat` D6, each a success from `success_on`. It needs `difficulty` successes."""

    success_on: int

    def get_distribution(self, stat: int, difficulty: int) -> Distribution:
        """Return the probability of each number of successes."""
        hit = Fraction(DIE + 1 - self.success_on, DIE)
        spread = {0: Fraction()}
        for hits in range(stat + 1):
            odds = comb(stat, hits) * hit**hits * (1 - hit) ** (stat - hits)
            successes = hits if hits >= difficulty else 0
            spread[successes] = spread.get(successes, Fraction()) + odds
        return spread


@dataclass(frozen=True, slots=True)
class TwoDiceSum:
    """A test of 2D6 + stat − Difficulty, which must be more than `beat`.

    Each full `step` above `beat` is one more success.
    """

    beat: int
    step: int

    def count_successes(self, total: int) -> int:
        """Return the successes of a test with this total."""
        return 1 + (total - self.beat) // self.step if total > self.beat else 0

    def get_distribution(self, stat: int, difficulty: int) -> Distribution:
        """Return the probability of each number of successes."""
        rolls = product(range(1, DIE + 1), repeat=2)
        return _count_equal_outcomes(
            [self.count_successes(sum(roll) + stat - difficulty) for roll in rolls]
        )


@dataclass(frozen=True, slots=True)
class CardDraw:
    """A test of a card + stat − Difficulty, which must be more than `beat`.

    Each full `step` above `beat` is one more success. `court` is the value of a court card and the
    maximum of number cards, `ace` that of an ace.
    """

    beat: int
    step: int
    court: int
    ace: int

    def get_card_value(self, rank: int) -> int:
        """Return the value of a card. Rank 1 is the ace, and 11 to 13 are jack, queen and king."""
        return self.ace if rank == 1 else min(rank, self.court) if rank <= 10 else self.court

    def get_distribution(self, stat: int, difficulty: int) -> Distribution:
        """Return the probability of each number of successes."""
        counted = TwoDiceSum(self.beat, self.step).count_successes
        ranks = range(1, RANKS + 1)
        return _count_equal_outcomes(
            [counted(self.get_card_value(rank) + stat - difficulty) for rank in ranks]
        )


@dataclass(frozen=True, slots=True)
class TenSidedDie:
    """A test of a D10, which must be `base` + Difficulty − stat or more.

    If that is more than `top`, the first die must show `top`, and a second D10 is added. Otherwise
    a die of `miss` fails. Each full `step` beyond the number is one more success.
    """

    base: int
    top: int
    step: int
    miss: int

    def get_target_number(self, stat: int, difficulty: int) -> int:
        """Return the number to reach."""
        return self.base + difficulty - stat

    def count_successes(self, number: int, first: int, second: int = 0) -> int:
        """Return the successes of a roll. The second die counts only for a number above `top`."""
        if number > self.top:
            rolled = first + second if first == self.top else 0
            return 1 + (rolled - number) // self.step if rolled >= number else 0
        return 1 + (first - number) // self.step if first >= number and first != self.miss else 0

    def get_distribution(self, stat: int, difficulty: int) -> Distribution:
        """Return the probability of each number of successes."""
        number = self.get_target_number(stat, difficulty)
        rolls = product(range(1, self.top + 1), repeat=2)
        return _count_equal_outcomes(
            [self.count_successes(number, first, second) for first, second in rolls]
        )


@dataclass(frozen=True, slots=True)
class DiceSets:
    """A test with `stat` D6, at most `most`, whose sets and runs count their dice less `lost`.

    A set has at least `set` equal dice, a run at least `run` different ones in sequence. If the
    successes are too few, the dice outside sets and runs, less `lost`, are thrown again, for at
    most `throws` throws. The test fails if a throw adds no success. A player stops with enough
    successes, as most tests need no more.
    """

    throws: int
    most: int
    set: int
    run: int
    lost: int

    def count_successes(self, faces: Faces) -> tuple[int, Faces]:
        """Return the successes of these dice, and the dice outside sets and runs, as many as
        possible.
        """
        return _arrange_dice(self, faces)

    def get_distribution(self, stat: int, difficulty: int) -> Distribution:
        """Return the probability of each number of successes."""
        exact: dict[int, Fraction] = {0: Fraction()}
        for faces, odds in _build_throw_distribution(min(stat, self.most)).items():
            for got, chance in _build_push_distribution(
                self, faces, self.throws - 1, difficulty
            ).items():
                exact[got] = exact.get(got, Fraction()) + odds * chance
        return exact


Faces = tuple[int, ...]
"""The number of dice that show each face, from one to six."""


@cache
def _arrange_dice(mechanic: DiceSets, faces: Faces) -> tuple[int, Faces]:
    """Return the best division of dice into sets and runs; of equal ones that with the most idle
    dice.
    """
    sets = sum(n - mechanic.lost for n in faces if n >= mechanic.set)
    idle = tuple(n if n < mechanic.set else 0 for n in faces)
    best = (sets, sum(idle), idle)
    for start in range(DIE):
        for end in range(start + mechanic.run, DIE + 1):
            if min(faces[start:end]) > 0:
                rest = tuple(n - (start <= face < end) for face, n in enumerate(faces))
                worth, left = _arrange_dice(mechanic, rest)
                best = max(best, (worth + end - start - mechanic.lost, sum(left), left))
    return best[0], best[2]


@cache
def _build_throw_distribution(dice: int) -> Mapping[Faces, Fraction]:
    """Return the probability of each result of a throw of `dice` dice."""
    spread = {(0,) * DIE: Fraction(1)}
    for _ in range(dice):
        more: dict[Faces, Fraction] = {}
        for faces, odds in spread.items():
            for face in range(DIE):
                one = (*faces[:face], faces[face] + 1, *faces[face + 1 :])
                more[one] = more.get(one, Fraction()) + odds / DIE
        spread = more
    return spread


@cache
def _build_push_distribution(
    mechanic: DiceSets, faces: Faces, left: int, difficulty: int
) -> Distribution:
    """Return the probability of each number of successes with these dice, and `left` throws
    left.
    """
    worth, idle = _arrange_dice(mechanic, faces)
    if worth >= difficulty:
        return {worth: Fraction(1)}
    if left == 0 or sum(idle) <= mechanic.lost:
        return {0: Fraction(1)}
    kept = tuple(n - away for n, away in zip(faces, idle, strict=True))
    outcomes: dict[int, Fraction] = {}
    for new, odds in _build_throw_distribution(sum(idle) - mechanic.lost).items():
        after = tuple(a + b for a, b in zip(kept, new, strict=True))
        better = _arrange_dice(mechanic, after)[0] > worth
        spread = (
            _build_push_distribution(mechanic, after, left - 1, difficulty)
            if better
            else {0: Fraction(1)}
        )
        for got, chance in spread.items():
            outcomes[got] = outcomes.get(got, Fraction()) + odds * chance
    return outcomes


LengthDistribution = Mapping[int, Fraction]
"""The probability that the game ends after each round. The sum is 1."""

Mechanic = DicePool | TwoDiceSum | CardDraw | TenSidedDie | DiceSets


def get_mechanic(ruleset: Ruleset) -> Mechanic:
    """Return the resolution mechanic of a game, with its parameters."""
    choice = ruleset.choice("resolution")
    params = {key: int(value) for key, value in choice.params.items() if key != "least"}
    # Use the traits of the option, because in a game without tests the option gives no traits to
    # the game.
    gives = choice.option.gives
    if "pool-tests" in gives:
        return DicePool(**params)
    if "ten-tests" in gives:
        return TenSidedDie(**params)
    if "throw-tests" in gives:
        return DiceSets(**params)
    if "card-tests" in gives:
        return CardDraw(params["beat"], params["step"], params["court"], params["ace"])
    return TwoDiceSum(**params)


@cache
def success_distribution(mechanic: Mechanic, stat: int, difficulty: int) -> Distribution:
    """Return the probability of each number of successes in a test of `stat` at `difficulty`."""
    return mechanic.get_distribution(stat, difficulty)


@cache
def success_chance(mechanic: Mechanic, stat: int, difficulty: int) -> Fraction:
    """Return the probability that a test of `stat` at `difficulty` succeeds."""
    return 1 - success_distribution(mechanic, stat, difficulty)[0]


@cache
def success_chance_with_reroll(mechanic: Mechanic, stat: int, difficulty: int) -> Fraction:
    """Return the probability that a test succeeds if it is repeated once after a failure."""
    miss = success_distribution(mechanic, stat, difficulty)[0]
    if isinstance(mechanic, CardDraw) and miss:
        # The failed card is not shuffled back, so the second draw has one losing card fewer.
        deck = SUITS * RANKS
        return 1 - miss * (miss * deck - 1) / (deck - 1)
    return 1 - miss * miss


@cache
def mean_successes(mechanic: Mechanic, stat: int, difficulty: int) -> Fraction:
    """Return the mean number of successes of a test. A failed test has none."""
    return sum(
        (n * odds for n, odds in success_distribution(mechanic, stat, difficulty).items()),
        Fraction(),
    )


def _latest_round(ruleset: Ruleset) -> int:
    """Return the last round before the ground is gone, or the Doom Track full at the latest."""
    params = ruleset.choice("game-length").params
    if ruleset.has("collapse"):
        ground = int(params["start"]) - 1 + ceil(HALF_FOOT_INCHES / params["deep"])
        return min(ground, int(params["rounds"]))
    spaces = ruleset.params["size.models"] + params["spaces"]
    return ceil(spaces / params["step"])


def game_length_distribution(ruleset: Ruleset) -> LengthDistribution:
    """Return the probability that the game ends after each round, if both sides have models until
    then.

    It is empty if a clock ends the game. For an end that losses may bring nearer, it is the latest
    round.
    """
    if ruleset.has("clock"):
        return {}
    if ruleset.has("collapse") or ruleset.has("doom-track"):
        return {_latest_round(ruleset): Fraction(1)}
    params = {key: int(value) for key, value in ruleset.choice("game-length").params.items()}
    if "rounds" in params:
        return {params["rounds"]: Fraction(1)}
    if "reach" in params:
        ends = {n: _chance_at_least(params["reach"] - n) for n in range(1, params["reach"])}
    else:
        ends = {
            params["first"]: _chance_at_least(params["first_on"]),
            params["second"]: _chance_at_least(params["second_on"]),
            params["last"]: Fraction(1),
        }
    lengths: dict[int, Fraction] = {}
    still = Fraction(1)
    for number, end in ends.items():
        if still * end:
            lengths[number] = still * end
        still *= 1 - end
    return lengths


def _chance_at_least(number: int) -> Fraction:
    """Return the probability that a D6 shows this number or more."""
    return Fraction(min(max(DIE + 1 - number, 0), DIE), DIE)


def _count_equal_outcomes(successes: Sequence[int]) -> Distribution:
    """Return the probabilities of equally likely rolls, given the successes of each."""
    counts = Counter(successes)
    return {number: Fraction(counts[number], len(successes)) for number in sorted({0, *counts})}
