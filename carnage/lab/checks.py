"""Checks (gates in the code): measures with bounds that grade a game. Reads metrics as JSON; needs
no engine.

The bounds divide the values of a measure into grades: fine, blemish, fault or broken. A check is
settled when its whole interval has one grade. The verdict is the worst check, never a weighted sum.
docs/explanation/playtests.md lists all checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from carnage.common.text_format import join_words
from carnage.lab.check_inputs import (
    Metric,
    Metrics,
    compute_edge,
    idle_reader,
    read_capped_share,
    read_fairness,
    read_forced_share,
    read_median_rounds,
    read_minutes,
    read_one_round_share,
    read_rounds_above_one,
    read_routine_share,
    read_side_share,
    read_skill_edge,
    share_reader,
    tension_reader,
    unhurt_reader,
)
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE, GRADE_PHRASES, Check
from carnage.rulesets.ruleset import Ruleset

TOO_FEW_ROUNDS = 2  # rounds; too few for a plan
TOO_MANY_ROUNDS = 12  # rounds; too many for an evening


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check for one game.

    Attributes:
        name: The name of the check.
        grade: The grade of the value.
        sentence: The result in words.
        metric: The value with its interval.
        mildest_grade: The mildest grade within the interval.
        worst_grade: The worst grade within the interval.
    """

    name: str
    grade: int
    sentence: str
    metric: Metric
    mildest_grade: int
    worst_grade: int

    @property
    def is_certain(self) -> bool:
        """Return True if the whole interval has one grade."""
        return self.mildest_grade == self.worst_grade

    @property
    def interval(self) -> str:
        """Return the interval as text, or nothing if the value has none.

        Percentages have one decimal if the interval crosses a bound.
        """
        low = self.metric.low
        high = self.metric.high
        texts = [self.metric.format_value(end, 0 if self.is_certain else 1) for end in (low, high)]
        # The minutes are an estimate by themselves, with a larger error than that of the games.
        if low >= high or self.metric.unit == "minute":
            return ""
        return f"{texts[0]} to {texts[1]}"

    @property
    def crossed_bounds(self) -> str:
        """Return the bounds within the interval as text, or nothing if the check is settled."""
        low = self.metric.low
        high = self.metric.high
        crossed = [bound for bound in find_check(self.name).bounds if low < bound <= high]
        if self.is_certain:
            return ""
        values = join_words(map(self.metric.format_value, crossed))
        if len(crossed) > 1:
            return f"the limits {values}"
        grades = (GRADE_PHRASES[self.mildest_grade], GRADE_PHRASES[self.worst_grade])
        return f"{values}, the limit between {join_words(grades)}"


def run_checks(ruleset: Ruleset, metrics: Metrics) -> Iterator[CheckResult]:
    """Yield the result of each check that applies to the game."""
    for check in CHECKS:
        metric = check.read(ruleset, metrics)
        if metric is None:
            continue
        interval = check.interval_index(metric.value)
        grades = check.grades_between(metric.low, metric.high)
        sentence = check.sentences[interval].format(
            share=metric.format_value(metric.value), detail=metric.detail, note=metric.note
        )
        yield CheckResult(
            check.name, check.grades[interval], sentence, metric, min(grades), max(grades)
        )


def overall_grade(results: Iterable[CheckResult]) -> tuple[int, bool]:
    """Return the worst grade, and True if it is settled.

    It is settled if the intervals allow no worse grade, and at least one of them no better one.
    """
    each = list(results)
    grade = max((one.grade for one in each), default=FINE)
    worst = max((one.worst_grade for one in each), default=FINE)
    mildest = max((one.mildest_grade for one in each), default=FINE)
    return grade, worst == mildest


def is_conclusive(ruleset: Ruleset, metrics: Metrics) -> bool:
    """Return True if the verdict is settled, and every check that could have its grade.

    A milder check may be open. The checks of the ladder have their own schedule and do not count.
    """
    results = [each for each in run_checks(ruleset, metrics) if each.name not in LADDER_CHECKS]
    verdict = max((each.mildest_grade for each in results), default=FINE)
    return all(each.is_certain or each.worst_grade < verdict for each in results)


def is_skill_conclusive(pairing: Mapping[str, float], players: int) -> bool:
    """Return True if the check of skill is settled.

    Args:
        rung: The result of greedy against random bots.
        players: The number of players.
    """
    metric = compute_edge(pairing, players)
    return SKILL.interval_index(metric.low) == SKILL.interval_index(metric.high)


SCORE_TEXT = (
    "bots that play to win get {share} of the possible gain over bots that play at random. They "
    "win {detail}."
)

SKILL = Check(
    "skill",
    "no skill",
    read_skill_edge,
    (-0.1, 0.1, 0.3),
    (FAULT, BROKEN, BLEMISH, FINE),
    (
        "Bots do not understand this game, so this report may be wrong: " + SCORE_TEXT,
        "It is a coin flip: " + SCORE_TEXT,
        "Skill counts for little: " + SCORE_TEXT,
        "Choices matter, at least against random play: bots that play to win take {detail}.",
    ),
)

SHARE_BOUNDS = (0.1, 0.25, 0.4, 0.45, 0.55, 0.6, 0.75, 0.9)
SHARE_GRADES = (BROKEN, BROKEN, FAULT, BLEMISH, FINE, BLEMISH, FAULT, BROKEN, BROKEN)


def share_sentences(fair: str) -> tuple[str, ...]:
    """Return the sentence of each interval of SHARE_BOUNDS; `fair` is the one in the middle."""
    return (
        "{detail} nearly always loses: it wins {share} of games{note}.",
        "{detail} is far too weak: it wins {share} of games{note}.",
        "{detail} is clearly worse off: it wins {share} of games{note}.",
        "{detail} is a little worse off: it wins {share} of games{note}.",
        fair,
        "{detail} is a little better off: it wins {share} of games{note}.",
        "{detail} is clearly better off: it wins {share} of games{note}.",
        "{detail} is far too strong: it wins {share} of games{note}.",
        "{detail} nearly always wins: {share} of games{note}.",
    )


CHECKS: Sequence[Check] = (
    Check(
        "capped",
        "endless games",
        read_capped_share,
        (0.02,),
        (FAULT, BROKEN),
        ("{share} of games never end.", "{share} of games never end."),
    ),
    Check(
        "drawn",
        "too many draws",
        share_reader("drawn"),
        (0.1, 0.25, 0.5),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Few games are drawn ({share}).",
            "{share} of games are drawn.",
            "{share} of games are drawn: too many to play for a win.",
            "{share} of games are drawn.",
        ),
    ),
    Check(
        "nobody-meets",
        "nobody meets",
        unhurt_reader(True),
        (0.1, 0.35, 0.75),
        (BLEMISH, BLEMISH, FAULT, BROKEN),
        (
            "Attacks are rare ({detail} attacks per game), but they hurt somebody in most games.",
            "Attacks are rare ({detail} attacks per game): {share} of games end with nobody hurt "
            "by the other side.",
            "The sides rarely meet ({detail} attacks per game): {share} of games end with nobody "
            "hurt by the other side.",
            "The sides rarely meet ({detail} attacks per game): {share} of games end with nobody "
            "hurt by the other side.",
        ),
    ),
    Check(
        "nobody-is-hurt",
        "nobody is hurt",
        unhurt_reader(False),
        (0.1, 0.35, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Attacks hurt somebody in most games ({detail} attacks per game).",
            "{share} of games end with nobody hurt by the other side.",
            "{share} of games end with nobody hurt by the other side, despite {detail} attacks per "
            "game.",
            "Attacks are useless: {share} of games end with nobody hurt by the other side "
            "({detail} attacks per game).",
        ),
    ),
    Check(
        "nil-nil",
        "nobody scores",
        share_reader("nil_nil"),
        (0.15, 0.4, 0.75),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Somebody scores in most games ({share} end without a point).",
            "{share} of games end without a point scored.",
            "{share} of games end without a point scored.",
            "Nobody scores: {share} of games end at 0 : 0.",
        ),
    ),
    Check(
        "tie-break",
        "only the tie-break decides",
        share_reader("tie_break"),
        (0.2, 0.4, 0.7),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "",
            "{share} of games are level in points and decided by the tie-break.",
            "{share} of games are level in points and decided by the tie-break: points hardly "
            "matter.",
            "{share} of games are level in points and decided by the tie-break: points do not "
            "matter.",
        ),
    ),
    Check(
        "over-at-once",
        "over at once",
        read_one_round_share,
        (0.1, 0.3, 0.6),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "Few games are over in the first {detail} ({share}).",
            "{share} of games are over in the first {detail}.",
            "{share} of games are over in the first {detail}.",
            "{share} of games are over in the first {detail}.",
        ),
    ),
    Check(
        "over-soon",
        "over too soon",
        read_rounds_above_one,
        (TOO_FEW_ROUNDS + 1,),
        (BLEMISH, FINE),
        ("Median length: {detail}, which is too short for any plan.", ""),
    ),
    Check(
        "length",
        "too long",
        read_median_rounds,
        (TOO_FEW_ROUNDS + 1, TOO_MANY_ROUNDS),
        (FINE, FINE, BLEMISH),
        (
            "",
            "Median length: {detail}.",
            "The median game has {detail}, which is too many.",
        ),
    ),
    Check(
        "minutes",
        "too many minutes",
        read_minutes,
        (120.0, 240.0),
        (FINE, BLEMISH, FAULT),
        (
            "A game takes people about {share}.",
            "A game takes people about {share}: too long for an evening.",
            "A game takes people about {share}: far too long.",
        ),
    ),
    Check(
        "dead-turns",
        "dead turns",
        idle_reader("dead"),
        (0.35, 0.6),
        (FINE, BLEMISH, FAULT),
        (
            "",
            "In {share} of {detail} nothing changes: no point, no harm, no loss.",
            "In {share} of {detail} nothing changes: no point, no harm, no loss.",
        ),
    ),
    Check(
        "dead-end",
        "games that can no longer change",
        idle_reader("frozen"),
        (0.2, 0.4, 0.7),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "",
            "After the last change, {share} of a game is still to play.",
            "After the last change, {share} of a game is still to play: it should end sooner.",
            "After the last change, {share} of a game is still to play: it should end sooner.",
        ),
    ),
    Check(
        "fairness",
        "unfair",
        read_fairness,
        SHARE_BOUNDS,
        SHARE_GRADES,
        share_sentences("{detail} wins {share} of games{note}: nearly even."),
    ),
    Check(
        "sides",
        "unequal sides",
        read_side_share,
        SHARE_BOUNDS,
        SHARE_GRADES,
        share_sentences("{detail} wins {share} of games{note}: the sides are nearly even."),
    ),
    SKILL,
    Check(
        "settled-early",
        "decided too early",
        tension_reader("settled"),
        (0.35, 0.5),
        (FINE, BLEMISH, FAULT),
        (
            "The winner is decided with {share} of the game still to play.",
            "The winner is decided with {share} of the game still to play.",
            "The winner is decided with {share} of the game still to play.",
        ),
    ),
    Check(
        "one-answer",
        "nothing to decide",
        read_forced_share,
        (0.3, 0.6, 0.9),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "",
            "{share} of decisions are forced: bots nearly always answer {detail}.",
            "{share} of decisions are forced: bots nearly always answer {detail}.",
            "There is nothing to decide: bots nearly always answer {detail}.",
        ),
    ),
    Check(
        "routine",
        "routine decisions",
        read_routine_share,
        (0.35, 0.55, 0.8),
        (FINE, BLEMISH, FAULT, BROKEN),
        (
            "",
            "{share} of decisions are routine: their answer hardly matters.",
            "{share} of decisions are routine: their answer hardly matters.",
            "{share} of decisions are routine: there is hardly anything to decide.",
        ),
    ),
)
# The names of checks that depend on the ladder, which has its own schedule.
LADDER_CHECKS = frozenset({SKILL.name})


def find_check(name: str) -> Check:
    """Return the check of this name. Raises KeyError."""
    return _CHECKS_BY_NAME[name]


_CHECKS_BY_NAME = {each.name: each for each in CHECKS}
