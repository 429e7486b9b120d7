"""Five figures of a game before and after a change, on the same dice and at both strengths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.common.intervals import Z95, Estimate
from carnage.engine.core.family import Weights
from carnage.engine.summary import Mean
from carnage.engine.tuning import tune_weights
from carnage.lab import statistics
from carnage.lab.check_inputs import MIN_BRIER_SKILL
from carnage.lab.runner import Playtest
from carnage.lab.sampling_plan import TUNING_ITERATIONS
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.ruleset import Ruleset

LOOKS = (250, 1000)  # games of each, after which the figures are shown
PRACTISED_GAMES = 1000


def compare_before_after(
    before: Ruleset, after: Ruleset, threads: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the figures of two games with the same players, as JSON.

    `strengths` has the rows of each strength that has played (`_compare`). In the last state,
    `complete` is true.
    """
    strengths: dict[str, list[dict[str, Any]]] = {}
    games = 0

    def snapshot(step: str, complete: bool = False) -> dict[str, Any]:
        return {"strengths": dict(strengths), "games": games, "step": step, "complete": complete}

    yield snapshot("playing")
    tests = [Playtest(ruleset, threads, z=Z95) for ruleset in (before, after)]
    for games in LOOKS:
        strengths[GREEDY] = _play(tests, games)
        yield snapshot("playing")
    if tests[0].family.weights:
        yield snapshot("practising")
        trained = []
        for ruleset in (before, after):
            weights: Weights = tune_weights(ruleset, iterations=TUNING_ITERATIONS)
            trained.append(Playtest(ruleset, threads, z=Z95, weights=weights))
            yield snapshot("practising")
        strengths[PRACTISED] = _play(trained, PRACTISED_GAMES)
    yield snapshot("done", complete=True)


def _play(tests: list[Playtest], games: int) -> list[dict[str, Any]]:
    for test in tests:
        test.evaluate(games)
    return list(_compare(tests[0], tests[1]))


def _compare(before: Playtest, after: Playtest) -> Iterator[dict[str, Any]]:
    """Yield a row for each measure: its name, its values before and after, and the change.

    The change is the mean difference between games on the same dice, with its confidence interval.
    It is None for `minutes` and `settled`.
    """
    players = before.ruleset.players
    pairs = [before.results, after.results]
    if before.evaluated["opened"]:
        yield _paired_row(
            "first", [statistics.points_by_place(each, players)[:, 0] for each in pairs]
        )
    yield _paired_row("drawn", [(each.winner < 0).astype(float) for each in pairs])
    if before.evaluated["rounds"]:
        yield _paired_row("rounds", [each.rounds.astype(float) for each in pairs])
    minutes = [test.evaluated["minutes"] for test in (before, after)]
    yield _row("minutes", [each["value"] for each in minutes])
    tension = [test.evaluated["tension"] for test in (before, after)]
    if all(each and each["skill"] >= MIN_BRIER_SKILL for each in tension):
        yield _row("settled", [each["settled"] for each in tension])


def _paired_row(name: str, values: list[Any]) -> dict[str, Any]:
    shift = Mean.from_values(values[1] - values[0])
    row = _row(name, [float(each.mean()) for each in values])
    return row | {"shift": Estimate(shift.mean, shift.low, shift.high).json()}


def _row(name: str, values: list[float]) -> dict[str, Any]:
    return {
        "name": name,
        "before": round(values[0], 4),
        "after": round(values[1], 4),
        "shift": None,
    }
