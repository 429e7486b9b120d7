"""The verdict of a game as plain values, by which games can be ordered."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.lab import checks
from carnage.lab.runner import Figures, steps
from carnage.rulesets.ruleset import Ruleset

LEAST = 1000  # games; as many as in comparisons, whose figures are shown beside a verdict


def judged(ruleset: Ruleset, threads: int | None = None) -> Iterator[Figures]:
    """Yield the `verdict` of a playtest after each evaluation, until it is settled after LEAST
    games or more.

    The verdict is the one at which a full playtest settles.
    """
    for figures in steps(ruleset, threads, planner=False, learner=False):  # no check needs them
        if not figures["ladder"]:
            continue
        said = verdict(ruleset, figures)
        yield said
        if said["sure"] and figures["games"] >= LEAST:
            return


def verdict(ruleset: Ruleset, figures: Figures) -> Figures:
    """Return the verdict that these figures give, with the worst check first.

    `judged` is the number of games. `faults`, `gates` and `sentences` are the grades, names and
    sentences of the checks that fail. `at_worst` has the worst grades that the intervals allow.
    `sure` is true if the verdict is settled.
    """
    said = list(checks.passed(ruleset, figures))
    wrong = sorted((each for each in said if each.grade), key=lambda each: -each.grade)
    return {
        "judged": figures["games"],
        "faults": [each.grade for each in wrong],
        "gates": [each.name for each in wrong],
        "sentences": [each.sentence for each in wrong],
        "at_worst": sorted((each.worst for each in said if each.worst), reverse=True),
        "sure": checks.verdict(said)[1],
    }
