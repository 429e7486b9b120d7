"""The time that a battle takes: one formula, and one guess in seconds.

A battle is set up, and then units are activated one after another. The rulebook estimates the
number of activations from the rules. The lab counts the decisions of its games instead
(`carnage.lab.statistics.estimate_minutes`), with the same seconds and the same time to set up.
`tests/rulebook/test_play_time.py` compares both with games between bots.
"""

from __future__ import annotations

from fractions import Fraction

from carnage.rulebook.battle.requirements import EARLY_ENDINGS
from carnage.rulebook.model import PlayTime
from carnage.rulesets import odds
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset

SECONDS_PER_ACTIVATION = 40
"""Seconds of one activation of one figure, a test or a draw included. A guess until people have
played with a clock: all other times follow from it."""

DECISIONS_PER_ACTIVATION = 4.3
"""Decisions in one activation of one figure that are not routine: the median of 40 random rulesets
of skirmish and classic, 40 games each between greedy bots."""

SECONDS_PER_DECISION = SECONDS_PER_ACTIVATION / DECISIONS_PER_ACTIVATION
"""Seconds of a decision that is not routine, with its dice and its measuring."""

FURTHER_FIGURE_SHARE = 0.4
"""The part of those seconds that each further figure of a unit takes: units of 2.5 and 3 figures
have 7.1 decisions an activation that are not routine."""

SETUP_MINUTES = 15
EXTRA_SETUP_MINUTES = 5  # once, for towers, loot, talents, a draft or a points list
EXTRA_SETUP_TRAITS = ("tower", "dwindling", "loot", "talents", "draft", "points-buy", "price-list")
LAST_ORDERS_MINUTES = 5  # minutes that a game goes on after its clock, with one activation left
OVERTIME_MINUTES = 20  # minutes that any other game with a clock goes on

# Activations in a round, as a share of the units of all sides at its start: the medians of three
# games between greedy bots of each of 465 random rulesets. Losses and missed turns are in them.
ACTIVATED_SHARES = {
    "alternating": 0.83,
    "any-model": 0.7,
    "bag-draw": 0.62,
    "batched-activations": 0.84,
    "character-cards": 0.9,
    "fungible-activations": 0.68,
    "igougo": 0.89,
    "limited-activations": 0.5,
    "push-your-luck": 1.2,
    "rationed-activations": 0.66,
    "saved-activations": 0.51,
    "unreliable-activation-order": 0.81,
}
STAGES = {"speed-phases": 3, "by-phases": 2}  # the activations of a unit in a round, by trait
UNFINISHED_SHARE = 0.75  # of the rounds of a game that losses may end before its last
LOW_SHARE, HIGH_SHARE = 0.75, 1.35  # of the activations: the middle of the games of that sample
STEP_MINUTES = 5
ROUND_STEP_MINUTES = 10


def estimate_time(ruleset: Ruleset) -> PlayTime:
    """Return the time that a battle takes."""
    set_up = estimate_setup(ruleset)
    if ruleset.has("clock"):
        timed = set_up + int(ruleset.params["game-length.minutes"])
        last_orders = "last-orders" in ruleset.traits
        overtime = LAST_ORDERS_MINUTES if last_orders else OVERTIME_MINUTES
        return PlayTime(_round_up(timed + overtime), timed, timed + overtime + STEP_MINUTES, set_up)
    short, usual, long = _estimate_rounds(ruleset)
    round_minutes = estimate_activations(ruleset, 1) * _estimate_seconds(ruleset) / 60
    low = set_up + short * round_minutes * LOW_SHARE
    high = set_up + long * round_minutes * HIGH_SHARE
    minutes = _round_up(set_up + usual * round_minutes)
    high = -(-int(high) // STEP_MINUTES) * STEP_MINUTES
    return PlayTime(
        minutes=minutes,
        low=int(low // STEP_MINUTES) * STEP_MINUTES,
        high=max(high, minutes + STEP_MINUTES),
        set_up=set_up,
    )


def estimate_setup(ruleset: Ruleset) -> int:
    """Return the minutes to set up a battle."""
    has_more = any(
        ruleset.has(trait) for trait in EXTRA_SETUP_TRAITS if trait in ruleset.book.traits
    )
    return SETUP_MINUTES + EXTRA_SETUP_MINUTES * has_more


def estimate_minutes(ruleset: Ruleset) -> tuple[int, int]:
    """Return the times of a short and of a long game in minutes."""
    time = estimate_time(ruleset)
    return time.low, time.high


def estimate_activations(ruleset: Ruleset, rounds: float | None = None) -> float:
    """Return the number of activations of a game without a clock, of all sides together.

    Args:
        ruleset: The game.
        rounds: The number of rounds; by default the mean.
    """
    if rounds is None:
        rounds = _estimate_rounds(ruleset)[1]
    stages = 1
    for trait, number in STAGES.items():
        if trait in ruleset.traits:
            stages = max(stages, number)
    units = len(get_force(ruleset).unit_sizes)
    share = ACTIVATED_SHARES[ruleset.choice("activation-order").option.code]
    return ruleset.players * units * stages * rounds * share


def format_time(ruleset: Ruleset) -> str:
    """Return the time in one line, such as "about 70 minutes with setting up (50–90)"."""
    time = estimate_time(ruleset)
    return f"about {time.minutes} minutes with setting up ({time.low}–{time.high})"


def _estimate_seconds(ruleset: Ruleset) -> float:
    """Return the seconds of one activation of a unit of mean size."""
    force = get_force(ruleset)
    further = force.size / len(force.unit_sizes) - 1
    return SECONDS_PER_ACTIVATION * (1 + FURTHER_FIGURE_SHARE * further)


def _estimate_rounds(ruleset: Ruleset) -> tuple[float, float, float]:
    """Return the rounds of a short game, the mean, and the rounds of a long game."""
    ends = odds.game_length_distribution(ruleset)
    mean = float(sum(number * chance for number, chance in ends.items()))
    short, long = (_find_quantile(ends, share) for share in (Fraction(1, 4), Fraction(3, 4)))
    if ruleset.choice("game-length").option.code in EARLY_ENDINGS:
        return short * UNFINISHED_SHARE**2, mean * UNFINISHED_SHARE, long
    return short, mean, long


def _find_quantile(ends: odds.LengthDistribution, share: Fraction) -> int:
    total = Fraction()
    for number, chance in ends.items():
        total += chance
        if total >= share:
            return number
    return max(ends)


def _round_up(minutes: float) -> int:
    return -(-int(minutes) // ROUND_STEP_MINUTES) * ROUND_STEP_MINUTES
