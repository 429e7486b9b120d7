"""Test the lab page: findings with their buttons, charts and the usage of rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, FileSystemLoader
from msgspec import structs

from carnage.catalog.norms import UnusedRules
from carnage.common.text_format import percent
from carnage.jobs.status import JobStatus
from carnage.lab.report import build_report
from carnage.lab.sampling_plan import DETAILS, FIXES
from carnage.web import create_app
from tests.support import job_tasks
from tests.support.rulesets import PUBLISHED, ruleset
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

ROOT = Path(__file__).parents[2]
LAB = f"/lab/classic/{PUBLISHED}"
DRAWN = {"value": 0.6, "low": 0.55, "high": 0.65}
FIGURES = {
    **job_tasks.FIGURES,
    "shares": {**job_tasks.FIGURES["shares"], "drawn": DRAWN},
    "endings": {"length": 300, "nobody-left": 200, "left-the-table": 0},
    "tension": {
        "skill": 0.4, "openness": 0.5, "comebacks": 0.2, "settled": 0.2, "changes": 1.0,
        "course": [0.5, 0.75], "settled_interval": [0.18, 0.22],
    },
    "courses": {"usual": [0.5, 0.75, 1.0], "oddest": [0.5] * 60 + [1.0], "closest": [0.5, 0.25, 1.0]},
    "rules": {"damage.certain-death": {"fired": 0, "games": 0}, "morale.fleeing": {"fired": 0, "games": 0}},
}  # fmt: skip
OTHERS = {
    "table": "damage", "title": "Damage", "label": "Another", "roll": "3", "unchanged": False,
    "other_winner": {"value": 0.25, "low": 0.2, "high": 0.3},
    "shifts": {
        "drawn": {"value": 0.12, "low": 0.05, "high": 0.19},
        "first": {"value": 0.02, "low": -0.05, "high": 0.09},
        "rounds": {"value": -1.25, "low": -1.5, "high": -1.0},
    },
}  # fmt: skip


class StubPlaytests(StubQueue):
    """Stand in for the queue of playtests, with a report and a comparison of each rule."""

    def status(self, key: Any) -> JobStatus[Any]:
        if DETAILS in key:
            return JobStatus()
        result = {**FIGURES, "mildest": [OTHERS]} if FIXES in key else FIGURES
        return JobStatus(True, result)


def create_lab_app() -> Flask:
    made = create_app()
    made.extensions["playtests"] = StubPlaytests()
    return made


def load_report() -> Any:
    return soup(create_lab_app().test_client().get(LAB).text)


def test_lab_page_findings_have_buttons_to_try_tables() -> None:
    client = create_lab_app().test_client()
    found = build_report(ruleset(), FIGURES).findings
    rows = load_report().select(".findings li")
    assert len(rows) == len(found) > 0
    assert any(finding.tables for finding in found)
    for row, finding in zip(rows, found, strict=True):
        buttons = row.select("form[method=post] button")
        assert [button.text for button in buttons] == [table.title for table in finding.tables]
        for button, table in zip(buttons, finding.tables, strict=True):
            assert button["formaction"] == f"{LAB}/{table.id}"
            answer = client.post(str(button["formaction"]))
            assert (answer.status_code, answer.headers["Location"]) == (303, button["formaction"])


def test_lab_page_endings_chart_is_a_table() -> None:
    tables = {each.caption.text: each for each in load_report().select("figure.chart table")}
    assert [" ".join(row.text.split()) for row in tables["Results of games"].select("tr")] == [
        "Won 30%",
        "Won by the tie-break 5%",
        "Drawn 60%",
        "Stopped by the engine 5%",
    ]
    assert [" ".join(row.text.split()) for row in tables["Causes of the end"].select("tr")] == [
        "Length 60%",
        "Nobody left 40%",
    ]


def test_lab_page_course_chart_has_text_and_dashes() -> None:
    picture = load_report().select_one("figure.lines")
    assert picture is not None
    drawing = picture.select_one("svg[role=img]")
    assert drawing is not None
    heard = str(drawing["aria-label"]).split("; ")
    assert heard[0] == "usual: 50%, 75%, 100%"
    assert heard[2] == "closest: 50%, 25%, 100%"
    assert heard[1].startswith("oddest: 50%, ")
    assert heard[1].endswith(", 100%")
    assert heard[1].count(",") <= 12
    classes = [line["class"] for line in drawing.select("polyline")]
    assert len(classes) == 3
    assert len({str(each) for each in classes}) == 3
    key = picture.select(".key li")
    assert [each.text.strip() for each in key] == ["usual", "oddest", "closest"]
    assert [each.polyline["class"] for each in key if each.polyline] == classes
    text = (ROOT / "static/css/lab.css").read_text()
    dashes = [re.search(rf"\.line-{n} {{[^}}]*stroke-dasharray: ([^;]*)", text) for n in (1, 2, 3)]
    assert len({each and each[1] for each in dashes}) == 3


def test_line_chart_spans_game_and_marks_equal_chance() -> None:
    for players in (2, 3):
        macro = Environment(loader=FileSystemLoader(ROOT / "carnage/templates"))
        macro.filters["percent"] = percent
        charts = macro.get_template("lab/charts.html").module
        drawn = soup(str(charts.line("Chance", build_report(ruleset(), FIGURES).course, players)))
        line = drawn.select_one("polyline")
        assert line is not None
        assert str(line["points"]).split()[-1] == "320.0,0.0"
        assert [text.text for text in drawn.select("text")] == [
            "0%",
            percent(1 / players),
            "100%",
            "start",
            "end of the game",
        ]


def test_lab_page_least_effects_show_changes() -> None:
    (row,) = load_report().select("table.mildest tbody tr")
    told = [" ".join(cell.text.split()) for cell in row.select("td")]
    assert told == ["25%", "▲ more by 12%", "– no significant change", "▼ less by 1.2"]


@pytest.mark.parametrize("idle", [None, (10, 100), (90, 100)])
def test_lab_page_idle_rules_are_listed(
    monkeypatch: pytest.MonkeyPatch, idle: tuple[int, int] | None
) -> None:
    book = ruleset().book
    never = UnusedRules(100, 200, {"damage.certain-death": idle}) if idle else None
    monkeypatch.setattr(type(book), "norms", structs.replace(book.norms, never=never))
    page = load_report()
    own, ever = (
        " ".join(each.text for each in page.select(f"ul.{name}")) for name in ("never", "ever-idle")
    )
    assert ("Damage" in own, "Damage" in ever) == (idle != (90, 100), idle == (90, 100))
    assert ("no effect in 90% of the games of this book that have it" in ever) == (
        idle == (90, 100)
    )
