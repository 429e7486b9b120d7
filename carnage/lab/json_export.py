"""A playtest as JSON for programs: figures, verdict, checks and measures. Needs no engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.lab import checks
from carnage.lab.check_inputs import ENDS
from carnage.lab.compared_metrics import MEASURES, spanned
from carnage.lab.report import overall
from carnage.lab.severity import GRADES
from carnage.rulesets.ruleset import Ruleset


def for_programs(ruleset: Ruleset, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures with the `verdict`, the results of all checks (`gates`) and the
    `measures`.
    """
    said = list(checks.passed(ruleset, figures))
    grade, sure = checks.verdict(said)
    return {
        **figures,
        "verdict": {
            "grade": grade_word(grade),
            "sure": sure,
            "sentence": overall(said, figures["complete"]),
        },
        "gates": {
            each.name: {
                "grade": grade_word(each.grade),
                "mildest": grade_word(each.mildest),
                "worst": grade_word(each.worst),
                "sentence": each.sentence,
                **{end: rounded(getattr(each.reading, end)) for end in ENDS},
            }
            for each in said
        },
        "measures": measures(ruleset, figures),
    }


def measures(ruleset: Ruleset, figures: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Return each measure of this game by name.

    Each has its `value`, and the `low` and `high` ends of its interval if it has one. If the usual
    range of the book is known, `usual_low` and `usual_high` are its ends.
    """
    rows = {}
    for measure in MEASURES:
        value = measure.read(ruleset, figures)
        if value is None:
            continue
        row = {"value": rounded(value)}
        reading = None
        if measure.estimate:
            reading = measure.estimate(ruleset, figures)
        if reading is not None:
            row |= {end: rounded(getattr(reading, end)) for end in ENDS}
        span = spanned(ruleset, measure)
        if span is not None:
            row |= {"usual_low": span.low, "usual_high": span.high}
        rows[measure.name] = row
    return rows


def rounded(value: float) -> float:
    """Return a value rounded to six decimals."""
    return round(float(value), 6)


def grade_word(grade: int) -> str:
    """Return the name of a grade in lower case."""
    return GRADES[grade].lower()
