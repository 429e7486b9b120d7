"""Verdicts at two strengths of player: greedy bots and bots that have practised the game.

Greedy bots stand for beginners. A check depends on the strength if its grade differs clearly:
if the intervals of both strengths allow no common grade. It depends on the training if those of
both strengths do, but those of two trainings do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carnage.common.text_format import join_words
from carnage.lab.check_inputs import find_pairing
from carnage.lab.checks import CheckResult, find_check, overall_grade, run_checks
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE, GRADE_PHRASES
from carnage.rulesets.ruleset import Ruleset

GREEDY = "greedy"
PRACTISED = "practised"
RETRAINED = "retrained"
BEGINNERS = "beginners"
PRACTISED_PLAYERS = "practised players"
RETRAINED_PLAYERS = "others who practised separately"
PLAYERS = {
    GREEDY: BEGINNERS,
    PRACTISED: PRACTISED_PLAYERS,
    RETRAINED: RETRAINED_PLAYERS,
}
ON_STRENGTH = "on how well the game is played"
ON_TRAINING = "on how the game is practised"
CLEAR_EDGE = 0.6  # share of practised bots against greedy ones from which bots are trained again

SURE = "Sure: the 95% intervals allow no other verdict."
UNSURE = "Not sure: the 95% intervals allow more than one verdict."
VERDICT_SENTENCES = {
    FINE: "No fault was found in these games.",
    BLEMISH: "The game works, with small flaws.",
    FAULT: "The game can be played, but it has a fault.",
    BROKEN: "The game is broken.",
}


@dataclass(frozen=True, slots=True)
class StrengthCheck:
    """The result of one check at each strength. None means that the check does not apply.

    Attributes:
        name: The name of the check.
        greedy: Its result between greedy bots.
        practised: Its result between practised bots.
        retrained: Its result between bots that have practised with other dice.
        dependence: ON_STRENGTH or ON_TRAINING if its grade depends clearly on it, else empty.
    """

    name: str
    greedy: CheckResult | None
    practised: CheckResult | None = None
    retrained: CheckResult | None = None
    dependence: str = ""

    @property
    def worst_strength(self) -> str:
        """Return the strength with the worst grade, or the first one of several.

        The second training has fewer games, so it is a candidate only if the grade depends on the
        strength or the training.
        """
        candidates = {GREEDY: self.greedy, PRACTISED: self.practised}
        if self.dependence:
            candidates[RETRAINED] = self.retrained
        grades = {}
        for strength, result in candidates.items():
            if result is not None:
                grades[strength] = (result.grade, result.worst_grade)
        return max(grades, key=lambda strength: grades[strength])

    @property
    def worst(self) -> CheckResult:
        """Return the result at the strength with the worst grade."""
        result: CheckResult = getattr(self, self.worst_strength)
        return result


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
        checks = []
        for name in names:
            check = StrengthCheck(
                name,
                self.greedy.get(name),
                practised.get(name),
                retrained.get(name),
                self.dependence(name),
            )
            checks.append(check)
        return tuple(checks)

    @property
    def deciding_checks(self) -> tuple[StrengthCheck, ...]:
        """Return the checks that depend on strength or training and could change the verdict.

        These have the overall grade at some strength.
        """
        results = [*self.greedy.values(), *(self.practised or {}).values()]
        worst, _ = overall_grade(results)
        return tuple(
            check for check in self.checks if check.dependence and check.worst.worst_grade >= worst
        )

    def depends(self, name: str) -> bool:
        """Return True if the grade of a check depends clearly on the strength or the training."""
        return bool(self.dependence(name))

    def dependence(self, name: str) -> str:
        """Return ON_STRENGTH or ON_TRAINING if a check depends clearly on it, else nothing."""
        if self.practised is None:
            return ""
        spans = [_grade_span(self.greedy.get(name)), _grade_span(self.practised.get(name))]
        if _are_apart(spans):
            return ON_STRENGTH
        if self.retrained is not None:
            spans.append(_grade_span(self.retrained.get(name)))
        return ON_TRAINING if _are_apart(spans) else ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of a game.

    Attributes:
        grade: The worst grade at any strength.
        is_certain: True if the intervals allow no other grade, at each strength.
        depends: True if a check depends on the strength or the training, and the verdict with it.
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
    """Return the verdict."""
    grades = {GREEDY: overall_grade(strengths.greedy.values())}
    if strengths.practised is not None:
        grades[PRACTISED] = overall_grade(strengths.practised.values())
    worst = max(grade for grade, _ in grades.values())
    depends = bool(strengths.deciding_checks)
    return Verdict(worst, all(sure for _, sure in grades.values()), depends, grades)


def needs_retraining(ruleset: Ruleset, metrics: Mapping[str, Any]) -> bool:
    """Return True if the verdict depends on the strength, or practice helps clearly."""
    strengths = check_strengths(ruleset, metrics)
    pairing = find_pairing(metrics, "learned", "greedy")
    return bool(strengths.deciding_checks) or (pairing is not None and pairing["low"] > CLEAR_EDGE)


def verdict_sentence(strengths: Strengths, metrics: Mapping[str, Any]) -> str:
    """Return the verdict in words: for which players it holds and, once it is final, how sure."""
    verdict = judge(strengths)
    text = _verdict_text(verdict, strengths, metrics)
    is_going_on = strengths.practised is None and metrics["practises"]
    if is_going_on or verdict.depends or not metrics["complete"]:
        return text
    if verdict.is_certain:
        return f"{text} {SURE}"
    return f"{text} {UNSURE}"


def _verdict_text(verdict: Verdict, strengths: Strengths, metrics: Mapping[str, Any]) -> str:
    """Return the verdict and for which players it holds."""
    if strengths.practised is None:
        sentence = _grade_sentence(strengths.greedy, metrics["complete"])
        if metrics["practises"]:
            return (
                f"Between beginners: {_uncapitalized(sentence)} Practised players are being tried."
            )
        return f"{sentence} This holds for {BEGINNERS}; bots cannot practise this game."
    greedy = _grade_phrase(strengths.greedy)
    practised = _grade_phrase(strengths.practised)
    if verdict.depends:
        return _dependence_sentences(strengths, greedy, practised)
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
    figures = f"{greedy} between {BEGINNERS}, {practised} between {PRACTISED_PLAYERS}"
    if check.dependence and strengths.retrained is not None:
        figures += f", {_figure(check.retrained)} between {RETRAINED_PLAYERS}"
    if check.dependence:
        return f"Depends {check.dependence}: {figures}."
    results = (check.greedy, check.practised)
    is_certain = all(result is None or result.is_certain for result in results)
    if is_certain:
        return f"Holds for both: {figures}."
    return f"No clear difference between them: {figures}."


def _dependence_sentences(strengths: Strengths, greedy: str, practised: str) -> str:
    """Return the verdict of a game that depends on its players, and the faults that differ.

    Args:
        strengths: The results of all checks.
        greedy: The grade between greedy bots, in a few words.
        practised: The grade between practised bots.
    """
    deciding = strengths.deciding_checks
    is_by_strength = any(check.dependence == ON_STRENGTH for check in deciding)
    dependence = ON_STRENGTH if is_by_strength else ON_TRAINING
    if greedy == practised:
        grades = f"Between {BEGINNERS} and between {PRACTISED_PLAYERS}: {greedy}."
    else:
        grades = f"Between {BEGINNERS}: {greedy}. Between {PRACTISED_PLAYERS}: {practised}."
    faults = join_words(f"“{find_check(check.name).fault}”" for check in deciding)
    if is_by_strength:
        difference = f"They differ in {faults}."
    else:
        difference = f"Players who practised separately differ in {faults}."
    return f"It depends {dependence}. {grades} {difference}"


def _figure(result: CheckResult | None) -> str:
    if result is None:
        return "no such case"
    value, low, high = format_estimate(result)
    if low == high or result.metric.unit:
        return value
    return f"{value} ({low} to {high})"


def format_estimate(result: CheckResult) -> tuple[str, str, str]:
    """Return the value of a check, and the ends of its interval without percent signs.

    They have a decimal if the interval crosses a limit, so that each end shows its side of it.
    """
    metric = result.metric
    decimals = 0 if result.is_certain else 1
    value, low, high = (
        metric.format_value(each, decimals) for each in (metric.value, metric.low, metric.high)
    )
    return value, low.removesuffix("%"), high.removesuffix("%")


def _grade_span(result: CheckResult | None) -> tuple[int, int]:
    """Return the mildest and the worst grade; fine if the check does not apply."""
    if result is None:
        return FINE, FINE
    return result.mildest_grade, result.worst_grade


def _are_apart(spans: Sequence[tuple[int, int]]) -> bool:
    """Return True if these spans of grades have no grade in common."""
    return max(low for low, _ in spans) > min(high for _, high in spans)


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
