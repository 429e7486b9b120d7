"""A playtest as JSON for programs: metrics, verdict, checks and measures. Needs no engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.lab import checks
from carnage.lab.check_inputs import ESTIMATE_KEYS
from carnage.lab.compared_metrics import COMPARED_METRICS, usual_span
from carnage.lab.report import verdict_sentence
from carnage.lab.severity import GRADES
from carnage.rulesets.ruleset import Ruleset


def export_json(ruleset: Ruleset, metrics: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metrics with the `verdict`, the results of all checks (`gates`) and the
    `measures`.
    """
    results = list(checks.run_checks(ruleset, metrics))
    grade, is_certain = checks.overall_grade(results)
    return {
        **metrics,
        "verdict": {
            "grade": grade_name(grade),
            "sure": is_certain,
            "sentence": verdict_sentence(results, metrics["complete"]),
        },
        "gates": {
            each.name: {
                "grade": grade_name(each.grade),
                "mildest": grade_name(each.mildest_grade),
                "worst": grade_name(each.worst_grade),
                "sentence": each.sentence,
                **{end: round_value(getattr(each.metric, end)) for end in ESTIMATE_KEYS},
            }
            for each in results
        },
        "measures": compared_values(ruleset, metrics),
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
