"""Measures: figures of a game beside those of most games of its book."""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec
import pytest

from carnage import catalog
from carnage.catalog import CatalogError
from carnage.catalog.norms import DrawRates, Norms, Span, check_norms
from carnage.lab.checks import CHECKS, find_check
from carnage.lab.compared_metrics import (
    COMPARED_METRICS,
    FAIR,
    LONG,
    WORKS,
    format_metrics,
    metric_of_check,
)
from carnage.lab.csv_export import COLUMNS, export_csv
from carnage.lab.json_export import export_json
from carnage.lab.report import build_report
from carnage.lab.report_sections import QUESTIONS
from carnage.lab.severity import BLEMISH, BROKEN, FAULT, FINE, GRADES
from carnage.rulesets.ruleset import Ruleset
from tests.support import job_tasks
from tests.support.rulesets import ruleset


def beside(drawn: Span | None, rounds: Span | None = None) -> Ruleset:
    """The published game, in a book whose games are mostly as this says."""
    spans = {"drawn": drawn, "rounds": rounds}
    usual = Norms(rulesets=9, games=9, measure={name: span for name, span in spans.items() if span})
    own = ruleset()
    return Ruleset(msgspec.structs.replace(own.book, norms=usual), own.seed, own.choices)


def figures(drawn: float) -> dict[str, Any]:
    share = {"value": drawn, "low": drawn, "high": drawn}
    return job_tasks.FIGURES | {"shares": job_tasks.FIGURES["shares"] | {"drawn": share}}  # type: ignore[operator]


@pytest.mark.parametrize(
    ("low", "high", "side"),
    [(0.2, 0.4, "below"), (0.0, 0.01, "above"), (0.0, 0.1, ""), (0.0504, 0.2, "")],
)
def test_format_metrics_shows_side_of_usual_range(low: float, high: float, side: str) -> None:
    rows = format_metrics(beside(Span(low=low, high=high)), job_tasks.FIGURES, WORKS)
    (row,) = (row for row in rows if row.label == "Games drawn")
    assert (row.value, row.deviation) == ("5%", side)


def test_format_metrics_equal_bounds_show_one_number() -> None:
    rules = beside(Span(low=0.1, high=0.25), Span(low=6, high=6))
    assert {row.label: row.usual for row in format_metrics(rules, job_tasks.FIGURES, WORKS)}[
        "Games drawn"
    ] == "10% to 25%"
    assert {row.label: row.usual for row in format_metrics(rules, job_tasks.FIGURES, LONG)} == {
        "Rounds of the median game": "6",
        "Decisions per player": "",
    }


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.0, 0.2, "Most games of this book: 0% to 20%"),
        (0.55, 0.9, "Most games of this book have this fault: 55% to 90%"),
        (0.3, 0.9, "Most games of this book: 30% to 90%"),
    ],
)
def test_report_finding_usual_in_book_says_so(low: float, high: float, said: str) -> None:
    (finding,) = build_report(beside(Span(low=low, high=high)), figures(0.6)).findings
    assert (finding.grade, finding.usual) == (BROKEN, said)


def test_report_book_without_norms_omits_usual() -> None:
    (finding,) = build_report(beside(None), figures(0.6)).findings
    assert finding.usual == ""


def test_two_sided_check_grades_interval_by_its_mildest_value() -> None:
    fairness = find_check("fairness")
    assert min(fairness.grades_between(0.1, 0.9)) == FINE
    assert min(fairness.grades_between(0.61, 0.9)) == FAULT
    assert min(find_check("drawn").grades_between(0.12, 0.6)) == BLEMISH


def test_compared_metrics_and_checks_refer_to_each_other() -> None:
    named = [name for measure in COMPARED_METRICS for name in measure.checks]
    assert set(named) <= {each.name for each in CHECKS}
    assert {measure.question for measure in COMPARED_METRICS} == set(QUESTIONS)
    fairness = metric_of_check("fairness")
    assert fairness is not None
    assert fairness.question == FAIR
    assert metric_of_check("capped") is None


@pytest.mark.parametrize("code", catalog.book_codes())
def test_book_norms_have_main_metrics(code: str) -> None:
    usual = catalog.book(code).norms
    assert usual is not None
    assert usual.rulesets >= 200
    assert set(usual.measure) <= {measure.name for measure in COMPARED_METRICS}
    assert {"drawn", "skill", "decisions"} <= set(usual.measure)


def often_drawn(often: int, having: int) -> Norms:
    """A book's figures in which so many of so many rulesets with loot are often drawn."""
    drawn = DrawRates(
        rulesets=9, games=9, often=0.2, share=0.1, option={"objectives.loot": (often, having)}
    )
    return Norms(rulesets=9, games=9, measure={}, drawn=drawn)


@pytest.mark.parametrize(
    ("usual", "complaint"),
    [
        (Norms(rulesets=0, games=9, measure={}), "from 1"),
        (
            Norms(rulesets=9, games=9, measure={"drawn": Span(low=0.2, high=0.1)}),
            "drawn: `low` is above",
        ),
        (often_drawn(9, 8), "objectives.loot: two numbers"),
        (often_drawn(0, 0), "objectives.loot: two numbers"),
    ],
)
def test_check_norms_invalid_raises(usual: Norms, complaint: str) -> None:
    with pytest.raises(CatalogError, match=complaint):
        check_norms("tables/usual/skirmish.toml", usual)


def test_export_csv_has_one_row_per_metric() -> None:
    rules = beside(Span(low=0.1, high=0.25))
    head, *rows = csv.reader(io.StringIO(export_csv(rules, job_tasks.FIGURES)))
    assert tuple(head) == COLUMNS
    assert all(len(row) == len(COLUMNS) for row in rows)
    drawn = job_tasks.FIGURES["shares"]["drawn"]
    between = [str(drawn["low"]), str(drawn["high"])]
    assert ["measure", "drawn", "0.05", *between, "0.1", "0.25"] in rows
    assert ["gate goes by", "drawn", "0.05", *between, "", ""] in rows
    assert [row[2] for row in rows if row[0] == "won by side"] == [
        str(wins / job_tasks.FIGURES["games"]) for wins in job_tasks.FIGURES["wins"]
    ]
    assert ["share", "tie-break", "0.05", "0.02", "0.08", "", ""] in rows
    assert ["rounds", "4", "0.4", "", "", "", ""] in rows
    assert len({tuple(row[:2]) for row in rows}) == len(rows)


def test_export_json_has_verdict_and_its_grades() -> None:
    rules = beside(Span(low=0.1, high=0.25))
    told = export_json(rules, job_tasks.FIGURES)
    found = build_report(rules, job_tasks.FIGURES)
    assert told["verdict"]["sentence"] == found.verdict
    grades = {name: row["grade"] for name, row in told["gates"].items()}
    assert GRADES.index(told["verdict"]["grade"].capitalize()) == max(
        GRADES.index(grade.capitalize()) for grade in grades.values()
    )
    drawn = told["measures"]["drawn"]
    assert drawn["low"] <= drawn["value"] <= drawn["high"]
    assert (drawn["usual_low"], drawn["usual_high"]) == (0.1, 0.25)
    assert {name: told[name] for name in job_tasks.FIGURES} == job_tasks.FIGURES
