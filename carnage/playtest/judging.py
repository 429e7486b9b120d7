"""What gates say of a game, taken down as plain values, so that games can be set in order by it."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.playtest import gates
from carnage.playtest.running import Figures, steps
from carnage.ruleset import Ruleset

LEAST = 1000  # games, so that figures beside a verdict are as good as those that games are compared by
SHARES = ("drawn", "tie_break", "nil_nil", "unhurt")  # of games, as far as they are known


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
    whether the worst of them is `sure`; the worst comes first. Beside them the `measures` of the same games.
    """
    said = list(gates.passed(ruleset, figures))
    wrong = sorted((each for each in said if each.grade), key=lambda each: -each.grade)
    return {
        "judged": figures["games"],
        "faults": [each.grade for each in wrong],
        "gates": [each.name for each in wrong],
        "sentences": [each.sentence for each in wrong],
        "at_worst": sorted((each.worst for each in said if each.worst), reverse=True),
        "sure": gates.verdict(said)[1],
        "measures": measures(figures),
    }


def measures(figures: Figures) -> Figures:
    """What games are compared by."""
    shares, rounds, ladder = figures["shares"], figures["rounds"], figures["ladder"]
    return {
        "first": shares["places"][0]["value"],
        "rounds": rounds["mean"] if rounds else None,
        **{name: shares[name]["value"] for name in SHARES if name in shares},
        "skill": ladder[0]["value"],
    }
