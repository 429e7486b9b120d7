"""The verdict of a game between greedy bots as plain values, by which games can be ordered."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.lab import checks
from carnage.lab.runner import Metrics, Playtest, first_verdict_steps
from carnage.rulesets.ruleset import Ruleset

MIN_GAMES = 1000  # games; as many as in comparisons, whose figures are shown beside a verdict


def judge_in_steps(ruleset: Ruleset, threads: int | None = None) -> Iterator[Metrics]:
    """Yield the `verdict` of a playtest after each evaluation, until it is settled after MIN_GAMES
    games or more, or until the playtest stops, which may be sooner.

    The verdict is the one between greedy bots at which a full playtest settles.
    """
    for metrics in first_verdict_steps(Playtest(ruleset, threads)):
        if not metrics["ladder"]:
            continue
        verdict = build_verdict(ruleset, metrics)
        yield verdict
        if verdict["sure"] and metrics["games"] >= MIN_GAMES:
            return


def build_verdict(ruleset: Ruleset, metrics: Metrics) -> Metrics:
    """Return the verdict that these metrics give, with the worst check first.

    `judged` is the number of games. `faults`, `gates` and `sentences` are the grades, names and
    sentences of the checks that fail. `at_worst` has the worst grades that the intervals allow.
    `sure` is true if the verdict is settled.
    """
    results = list(checks.run_checks(ruleset, metrics))
    wrong = sorted((each for each in results if each.grade), key=lambda each: -each.grade)
    return {
        "judged": metrics["games"],
        "faults": [each.grade for each in wrong],
        "gates": [each.name for each in wrong],
        "sentences": [each.sentence for each in wrong],
        "at_worst": sorted(
            (each.worst_grade for each in results if each.worst_grade), reverse=True
        ),
        "sure": checks.overall_grade(results)[1],
    }
