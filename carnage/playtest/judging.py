"""What gates say of a game, taken down as plain values, so that games can be set in order by it."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.playtest import gates
from carnage.playtest.running import Figures, steps
from carnage.ruleset import Ruleset

LEAST = 1000  # games: as many as others are compared by, whose figures stand beside a verdict


def judged(ruleset: Ruleset, threads: int | None = None) -> Iterator[Figures]:
    """The `verdict` of a playtest, look by look, until it is sure, of LEAST games at least, if the lab plays
    as many: the same that it plays on from until it is sure of all else."""
    for figures in steps(ruleset, threads, planner=False, learner=False):  # which no gate asks for
        if not figures["ladder"]:
            continue
        said = verdict(ruleset, figures)
        yield said
        if said["sure"] and figures["games"] >= LEAST:
            return


def verdict(ruleset: Ruleset, figures: Figures) -> Figures:
    """What gates say of these figures: after how many games (`judged`), the grades of `faults`, by which
    `gates`, and, in `sentences`, what they are; `at_worst` the grades that so few games do not rule out;
    whether the worst of them is `sure`. The worst comes first."""
    said = list(gates.passed(ruleset, figures))
    wrong = sorted((each for each in said if each.grade), key=lambda each: -each.grade)
    return {
        "judged": figures["games"],
        "faults": [each.grade for each in wrong],
        "gates": [each.name for each in wrong],
        "sentences": [each.sentence for each in wrong],
        "at_worst": sorted((each.worst for each in said if each.worst), reverse=True),
        "sure": gates.verdict(said)[1],
    }
