"""A playtest as JSON for programs: metrics, verdict, checks and measures. Needs no engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.lab.check_inputs import ESTIMATE_KEYS
from carnage.lab.checks import CheckResult, overall_grade
from carnage.lab.compared_metrics import COMPARED_METRICS, usual_span
from carnage.lab.severity import GRADES
from carnage.lab.strengths import GREEDY, PRACTISED, check_strengths, judge, verdict_sentence
from carnage.rulesets.ruleset import Ruleset


def export_json(ruleset: Ruleset, metrics: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metrics with the `verdict`, the results of all checks (`gates`) and the
    `measures`.

    `strengths` has the grade and the checks between greedy and between practised bots. `gates` are
    those between greedy bots.
    """
    strengths = check_strengths(ruleset, metrics)
    verdict = judge(strengths)
    gates = _export_gates(strengths.greedy)
    practised = strengths.practised
    return {
        **metrics,
        "verdict": {
            "grade": grade_name(verdict.grade),
            "sure": verdict.is_certain,
            "depends": verdict.depends,
            "sentence": verdict_sentence(strengths, metrics),
        },
        "gates": gates,
        "strengths": {
            GREEDY: _export_strength(strengths.greedy, metrics["games"]),
            PRACTISED: None
            if practised is None
            else _export_strength(practised, metrics["practised"]["games"]),
        },
        "measures": compared_values(ruleset, metrics),
    }


def _export_strength(results: Mapping[str, CheckResult], games: int) -> dict[str, Any]:
    """Return the grade and the checks at one strength."""
    grade, is_certain = overall_grade(results.values())
    return {
        "games": games,
        "grade": grade_name(grade),
        "sure": is_certain,
        "gates": _export_gates(results),
    }


def _export_gates(results: Mapping[str, CheckResult]) -> dict[str, Any]:
    return {
        each.name: {
            "grade": grade_name(each.grade),
            "mildest": grade_name(each.mildest_grade),
            "worst": grade_name(each.worst_grade),
            "sentence": each.sentence,
            **{end: round_value(getattr(each.metric, end)) for end in ESTIMATE_KEYS},
        }
        for each in results.values()
    }


def compared_values(ruleset: Ruleset, metrics: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Return each measure of this game by name.

    Each has its `value`, and the `low` and `high` ends of its interval if it has one. If the usual
    range of the book is known, `usual_low` and `usual_high` are its ends.
    """
    rows = {}
    for metric in COMPARED_METRICS:
        value = metric.read(ruleset, metrics)
        if value is None:
            continue
        row = {"value": round_value(value)}
        estimate = None
        if metric.estimate:
            estimate = metric.estimate(ruleset, metrics)
        if estimate is not None:
            row |= {end: round_value(getattr(estimate, end)) for end in ESTIMATE_KEYS}
        span = usual_span(ruleset, metric)
        if span is not None:
            row |= {"usual_low": span.low, "usual_high": span.high}
        rows[metric.name] = row
    return rows


def round_value(value: float) -> float:
    """Return a value rounded to six decimals."""
    return round(float(value), 6)


def grade_name(grade: int) -> str:
    """Return the name of a grade in lower case."""
    return GRADES[grade].lower()
