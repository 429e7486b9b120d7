"""Verdicts at two strengths of player: greedy bots and bots that have practised the game.

Greedy bots stand for beginners. A check depends on the strength if its grade differs clearly:
if the intervals of both strengths, or of two trainings, allow no common grade.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carnage.lab.check_inputs import find_pairing
from carnage.lab.checks import CheckResult, overall_grade, run_checks
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE
from carnage.rulesets.ruleset import Ruleset

GREEDY = "greedy"
PRACTISED = "practised"
RETRAINED = "retrained"
BEGINNERS = "beginners"
PRACTISED_PLAYERS = "practised players"
PLAYERS = {GREEDY: BEGINNERS, PRACTISED: PRACTISED_PLAYERS}
CLEAR_EDGE = 0.6  # share of practised bots against greedy ones from which bots are trained again

VERDICT_SENTENCES = {
    FINE: "No fault was found in these games.",
    BLEMISH: "The game works, with small flaws.",
    FAULT: "The game can be played, but it has a fault.",
    BROKEN: "The game is broken.",
}
GRADE_PHRASES = ("no fault", "a blemish", "a fault", "broken")


@dataclass(frozen=True, slots=True)
class StrengthCheck:
    """The result of one check at each strength. None means that the check does not apply.

    Attributes:
        name: The name of the check.
        greedy: Its result between greedy bots.
        practised: Its result between practised bots.
        retrained: Its result between bots that have practised with other dice.
    """

    name: str
    greedy: CheckResult | None
    practised: CheckResult | None = None
    retrained: CheckResult | None = None

    @property
    def worst(self) -> CheckResult:
        """Return the result of the strength with the worse grade: the greedy one if both have it.

        The second training only tells how sure the result of practised bots is.
        """
        results = [each for each in (self.greedy, self.practised) if each]
        return max(results, key=lambda each: (each.grade, each.worst_grade))


@dataclass(frozen=True, slots=True)
class Strengths:
    """The results of all checks at each strength.

    Attributes:
        greedy: The results between greedy bots, by check.
        practised: The results between practised bots; None if they have not played.
        retrained: The results between bots that have practised with other dice; None likewise.
    """

    greedy: Mapping[str, CheckResult]
    practised: Mapping[str, CheckResult] | None = None
    retrained: Mapping[str, CheckResult] | None = None

    @property
    def checks(self) -> tuple[StrengthCheck, ...]:
        """Return the checks that apply at one strength at least, in their order."""
        practised = self.practised or {}
        retrained = self.retrained or {}
        names = dict.fromkeys((*self.greedy, *practised))
        return tuple(
            StrengthCheck(name, self.greedy.get(name), practised.get(name), retrained.get(name))
            for name in names
        )

    def depends(self, name: str) -> bool:
        """Return True if the grade of a check depends clearly on the strength or the training."""
        if self.practised is None:
            return False
        spans = [_grade_span(self.greedy.get(name)), _grade_span(self.practised.get(name))]
        if self.retrained is not None:
            spans.append(_grade_span(self.retrained.get(name)))
        return max(low for low, _ in spans) > min(high for _, high in spans)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of a game.

    Attributes:
        grade: The worst grade at any strength.
        is_certain: True if the intervals allow no other grade, at each strength.
        depends: True if a check depends on the strength, and the verdict with it.
        strengths: The grade and whether it is certain, by strength.
    """

    grade: int
    is_certain: bool
    depends: bool
    strengths: Mapping[str, tuple[int, bool]]


def check_strengths(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Strengths:
    """Return the results of all checks at each strength that has played."""
    ladder = {"ladder": metrics["ladder"]}

    def results(name: str) -> dict[str, CheckResult] | None:
        played = metrics.get(name)
        if not played:
            return None
        return {each.name: each for each in run_checks(ruleset, {**played, **ladder})}

    greedy = {each.name: each for each in run_checks(ruleset, metrics)}
    return Strengths(greedy, results(PRACTISED), results(RETRAINED))


def judge(strengths: Strengths) -> Verdict:
    """Return the verdict.

    It depends on the strength if a check does that could change the grade: one that has the
    overall grade at some strength.
    """
    grades = {GREEDY: overall_grade(strengths.greedy.values())}
    if strengths.practised is not None:
        grades[PRACTISED] = overall_grade(strengths.practised.values())
    worst = max(grade for grade, _ in grades.values())
    depends = any(
        strengths.depends(check.name)
        for check in strengths.checks
        if check.worst.worst_grade >= worst
    )
    return Verdict(worst, all(sure for _, sure in grades.values()), depends, grades)


def needs_retraining(ruleset: Ruleset, metrics: Mapping[str, Any]) -> bool:
    """Return True if a check depends on the strength, or practice helps clearly."""
    strengths = check_strengths(ruleset, metrics)
    pairing = find_pairing(metrics, "learned", "greedy")
    return any(strengths.depends(check.name) for check in strengths.checks) or (
        pairing is not None and pairing["low"] > CLEAR_EDGE
    )


def verdict_sentence(strengths: Strengths, metrics: Mapping[str, Any]) -> str:
    """Return the verdict as a sentence that says for which players it holds."""
    verdict = judge(strengths)
    if strengths.practised is None:
        sentence = _grade_sentence(strengths.greedy, metrics["complete"])
        if metrics["practises"]:
            return (
                f"Between beginners: {_uncapitalized(sentence)} Practised players are being tried."
            )
        return f"{sentence} Bots cannot practise this game, so it is tried by one kind of player."
    greedy = _grade_phrase(strengths.greedy)
    practised = _grade_phrase(strengths.practised)
    if verdict.depends:
        if greedy == practised:
            return (
                f"It depends on how well the game is played: {greedy} between {BEGINNERS} and "
                f"between {PRACTISED_PLAYERS}, but for other reasons."
            )
        return (
            f"It depends on how well the game is played: {greedy} between {BEGINNERS}, "
            f"{practised} between {PRACTISED_PLAYERS}."
        )
    if greedy == practised and verdict.is_certain:
        sentence = VERDICT_SENTENCES[verdict.grade]
        return f"{sentence} This holds for {BEGINNERS} and for {PRACTISED_PLAYERS}."
    if greedy == practised:
        return f"The game is {greedy}, for {BEGINNERS} and for {PRACTISED_PLAYERS}."
    return f"Between {BEGINNERS}: {greedy}. Between {PRACTISED_PLAYERS}: {practised}."


def strength_sentence(strengths: Strengths, check: StrengthCheck) -> str:
    """Return for which players the result of a check holds, with the figures of both."""
    if strengths.practised is None:
        return ""
    greedy = _figure(check.greedy)
    practised = _figure(check.practised)
    if check.retrained is not None and strengths.depends(check.name):
        practised += f", after another training {_figure(check.retrained)},"
    figures = f"{greedy} between {BEGINNERS}, {practised} between {PRACTISED_PLAYERS}"
    if strengths.depends(check.name):
        return f"Depends on how well it is played: {figures}."
    return f"Holds for both: {figures}."


def _figure(result: CheckResult | None) -> str:
    if result is None:
        return "no such case"
    metric = result.metric
    value = metric.format_value(metric.value)
    low, high = (metric.format_value(end).removesuffix("%") for end in (metric.low, metric.high))
    if low == high or metric.unit:
        return value
    return f"{value} ({low} to {high})"


def _grade_span(result: CheckResult | None) -> tuple[int, int]:
    """Return the mildest and the worst grade; fine if the check does not apply."""
    if result is None:
        return FINE, FINE
    return result.mildest_grade, result.worst_grade


def _grade_sentence(results: Mapping[str, CheckResult], complete: bool) -> str:
    """Return the verdict at one strength as a sentence."""
    grade, is_certain = overall_grade(results.values())
    if is_certain or not complete:
        return VERDICT_SENTENCES[grade]
    return f"The game is {_grade_phrase(results)}."


def _grade_phrase(results: Mapping[str, CheckResult]) -> str:
    """Return the grade at one strength in a few words: both grades if it is on the edge."""
    grade, is_certain = overall_grade(results.values())
    if is_certain:
        return GRADE_PHRASES[grade]
    mildest = max((each.mildest_grade for each in results.values()), default=FINE)
    worst = max((each.worst_grade for each in results.values()), default=FINE)
    return f"on the edge between {GRADE_PHRASES[mildest]} and {GRADE_PHRASES[worst]}"


def _uncapitalized(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]
