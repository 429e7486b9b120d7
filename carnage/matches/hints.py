"""Hints: the chance of each option to win, and the best option with its reason."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from carnage.common.intervals import Z95, widened_variance
from carnage.common.text_format import count, join_words, percent
from carnage.matches.sights import SeenPiece, list_sights

if TYPE_CHECKING:
    from carnage.engine.games import Match

ADVICE_S = 1.2  # The time for the win estimates of all options together.
ROLLOUTS = 8  # The rollouts of an option in each round.
FINALISTS = 3  # The options that are tried on after the first rounds.
FIRST_SHARE = 0.35  # The share of the time in which all options are tried.
NO_POINT = -1  # The decision for no point.


class WinEstimate(NamedTuple):
    """The share of an option's rollouts that were won, with a 95 % interval.

    A draw counts as half.
    """

    won: float
    low: float
    high: float


class Hint(NamedTuple):
    """The win estimate of each option, and the best option with its reason in words."""

    estimates: tuple[WinEstimate, ...]
    text: str


def find_hint(
    match: Match, lines: Sequence[str], numbers: Sequence[int], tried: int = NO_POINT
) -> Hint:
    """Return the win estimates of the options, and the best one with its reason.

    Greedy bots play rollouts with random dice, the same for each option, until ADVICE_S is over.
    The best options are tried most often.

    Args:
        match: The match.
        lines: The options in words.
        numbers: The numbers that pages show before them.
        tried: The decision for a point that the person tries, which is compared with them.
    """
    results, tried_results = _try_options(match, tried)
    estimates = tuple(map(_win_estimate, results))
    text = _describe_best(match, lines=lines, numbers=numbers, results=results, estimates=estimates)
    if tried_results:
        best = max(range(len(estimates)), key=lambda option: estimates[option].won)
        compared = _compare_place(tried_results, results[best])
        text = f"{compared} {text}".strip()
    return Hint(estimates, text)


def _describe_best(
    match: Match,
    *,
    lines: Sequence[str],
    numbers: Sequence[int],
    results: Sequence[Sequence[float]],
    estimates: Sequence[WinEstimate],
) -> str:
    """Return the best option with its reason in words; "" for a single option."""
    if len(estimates) < 2:
        return ""
    ranked = sorted(range(len(estimates)), key=lambda option: -estimates[option].won)
    best, second = ranked[:2]
    if not _is_clear(results[best], results[second]):
        alike = [n for n in range(len(lines)) if not _is_clear(results[best], results[n])]
        alike_numbers = sorted(numbers[n] for n in alike)
        return describe_alike(alike_numbers, len(lines), estimates[best].won)
    text = (
        f"{lines[best]}. You win about {percent(estimates[best].won)} of the time with it, "
        f"and about {percent(estimates[second].won)} with the next best."
    )
    reason = _compare_sights(match, best, second)
    return f"{text} {reason}".strip()


def _compare_place(place: Sequence[float], best: Sequence[float]) -> str:
    """Return the estimate of the place that a person tries, compared with the best option's."""
    won = percent(_win_estimate(place).won)
    if _is_clear(best, place):
        return f"Your place wins about {won} of the time, which is worse than the best."
    if _is_clear(place, best):
        return f"Your place wins about {won} of the time, which is better than all of these."
    return f"Your place wins about {won} of the time, which is about as good as the best."


def describe_alike(alike: Sequence[int], offered: int, won: float) -> str:
    """Return a hint for several options that are about as good as each other.

    Args:
        alike: Their numbers.
        offered: The number of all options.
        won: The share of games that the best of them wins.
    """
    named = "Any of these is"
    if len(alike) < offered:
        named = f"Options {join_words([str(n) for n in alike])} are"
    return f"{named} about as good: you win about {percent(won)} of the time."


def _try_options(match: Match, tried: int) -> tuple[list[list[float]], list[float]]:
    """Return the results of the rollouts of each option, and of a point unless it is NO_POINT."""
    from carnage.engine.planner import Rollouts

    rollouts = Rollouts(match, int(match.record.core.n_decisions))
    assert match.question is not None
    options = list(range(len(match.question.options)))
    results: dict[int, list[float]] = {option: [] for option in options}
    points = []
    if tried != NO_POINT:
        results[tried] = []
        points.append(tried)
    start = time.monotonic()
    while not results[0] or time.monotonic() < start + ADVICE_S:
        if len(options) > FINALISTS and time.monotonic() > start + FIRST_SHARE * ADVICE_S:
            options.sort(key=lambda option: -sum(results[option]) / len(results[option]))
            del options[FINALISTS:]
        for option in options + points:
            leads = rollouts.results(option, len(results[option]), ROLLOUTS)
            results[option] += map(_rollout_result, leads.tolist())
    tried_results = results.pop(tried, [])
    return list(results.values()), tried_results


def _is_clear(best: Sequence[float], second: Sequence[float]) -> bool:
    """Return whether the interval of the difference of two options leaves out 0.

    The rollouts of both have the same dice, so they are compared pair by pair.
    """
    pairs = min(len(best), len(second))
    differences = [best[n] - second[n] for n in range(pairs)]
    mean = sum(differences) / pairs
    variance = sum((difference - mean) ** 2 for difference in differences) / pairs
    return mean > Z95 * math.sqrt(widened_variance(variance, pairs))


def _compare_sights(match: Match, best: int, second: int) -> str:
    """Return the difference of two places of a figure in a sentence; "" if there is none."""
    there = _sights_of(match, best)
    instead = _sights_of(match, second)
    if not there and not instead:
        return ""
    reached = sum(sight.reaches for sight in there)
    reached_instead = sum(sight.reaches for sight in instead)
    watching = sum(sight.looks_back for sight in there)
    watching_instead = sum(sight.looks_back for sight in instead)
    if reached > reached_instead:
        return f"It puts {count(reached, 'enemy')} in range, not {reached_instead}."
    if watching < watching_instead:
        verb = "sees" if watching == 1 else "see"
        return f"{count(watching, 'enemy')} {verb} you there, not {watching_instead}."
    return ""


def _sights_of(match: Match, option: int) -> tuple[SeenPiece, ...]:
    """Return the enemies as the figure of the question sees them after an option with a place."""
    from carnage.engine.question_data import highlights

    _, options = highlights(match)
    highlight = options[option]
    if highlight.place is None:
        return ()
    return list_sights(match, highlight.place, highlight.facing)


def _rollout_result(lead: float) -> float:
    """Return 1 for a lead of the asker at the end of a rollout, 0.5 for a draw and 0 for a loss."""
    if lead == 0.0:
        return 0.5
    return 1.0 if lead > 0.0 else 0.0


def _win_estimate(results: Sequence[float]) -> WinEstimate:
    """Return the mean of results between 0 and 1 with an interval.

    The interval is at least as wide as one more result of either kind would make it.
    """
    mean = sum(results) / len(results)
    variance = sum((result - mean) ** 2 for result in results) / len(results)
    half_width = Z95 * math.sqrt(widened_variance(variance, len(results)))
    return WinEstimate(won=mean, low=max(0.0, mean - half_width), high=min(1.0, mean + half_width))
