"""A playtest for programs: its figures, and what they come to. Reads figures as JSON; needs no engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.playtest import gates
from carnage.playtest.findings import overall
from carnage.playtest.grading import GRADES
from carnage.playtest.measures import MEASURES, spanned
from carnage.playtest.readings import ENDS
from carnage.ruleset import Ruleset


def for_programs(ruleset: Ruleset, figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with the `verdict` on the game, what each of the `gates` says of it, and its `measures`
    beside those of most games of the book."""
    said = list(gates.passed(ruleset, figures))
    grade, sure = gates.verdict(said)
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
    """Each measure that there is of this game by its name: its `value`, with its `low` and `high` ends where
    it has an interval, and between which most games of the book lie, where somebody knows (`usual_low`,
    `usual_high`)."""
    rows = {}
    for measure in MEASURES:
        value = measure.read(ruleset, figures)
        if value is None:
            continue
        row = {"value": rounded(value)}
        reading = measure.estimate(ruleset, figures) if measure.estimate else None
        if reading is not None:
            row |= {end: rounded(getattr(reading, end)) for end in ENDS}
        span = spanned(ruleset, measure)
        if span is not None:
            row |= {"usual_low": span.low, "usual_high": span.high}
        rows[measure.name] = row
    return rows


def rounded(value: float) -> float:
    """To six places, so that halves stay halves."""
    return round(float(value), 6)


def grade_word(grade: int) -> str:
    """How bad something is, as a word."""
    return GRADES[grade].lower()
