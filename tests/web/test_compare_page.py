"""Test the page that compares two games."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from flask import Flask

from carnage.jobs.status import JobStatus
from carnage.lab.comparison import compare
from carnage.lab.sampling_plan import COMPARISON
from carnage.web import create_app
from tests.support.rulesets import PUBLISHED, rolled, ruleset
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

HERE = f"/lab/classic/{PUBLISHED}/beside"


class StubPlaytests(StubQueue):
    """Stand in for the queue of playtests, with a job status given beforehand."""

    def __init__(self, stands: JobStatus[Any]) -> None:
        self.stands = stands
        self.submitted: list[Any] = []

    def submit(self, key: Any, visitor: str = "") -> None:
        self.submitted.append(key)

    def status(self, key: Any) -> JobStatus[Any]:
        return self.stands


def app(stands: JobStatus[Any] | None = None) -> Flask:
    made = create_app()
    made.extensions["playtests"] = StubPlaytests(stands or JobStatus())
    return made


def read_main(page: Any) -> str:
    """Return the text of a page's main part on one line."""
    return " ".join(page.main.text.split())


OTHER = f"{PUBLISHED[:-1]}9"


@pytest.mark.parametrize(
    "named",
    [
        f"classic/{OTHER}",
        OTHER,
        f"/classic/{OTHER}?name=Last+Stand",
        f"https://example.org/lab/classic/{OTHER}#rules",
        f"{OTHER[:5]} {OTHER[5:9]}-{OTHER[9:]}",
    ],
)
def test_compare_page_game_digits_or_address_is_read(named: str) -> None:
    page = soup(app().test_client().get(HERE, query_string={"game": named}).text)
    (row,) = page.select("table.pair tbody tr")
    assert row.th is not None
    assert row.th.text == "Objectives"
    assert [cell.text for cell in row.select("td")] == [
        ruleset(digits).choice("objectives").option.label for digits in (PUBLISHED, OTHER)
    ]
    form = page.select_one("main form[method=post]")
    assert form is not None
    assert form["action"] == f"{HERE}?game=classic/{OTHER}"


@pytest.mark.parametrize("named", ["chess/123", "classic/12x", "nonsense"])
def test_compare_page_invalid_game_is_refused(named: str) -> None:
    for ask in (app().test_client().get, app().test_client().post):
        answer = ask(HERE, query_string={"game": named})
        assert answer.status_code in (400, 404)
        assert PUBLISHED in answer.text or "digits" in answer.text


def test_compare_page_without_game_shows_form() -> None:
    page = soup(app().test_client().get(HERE).text)
    assert page.select_one("form[method=get] input[name=game]") is not None
    lab = soup(app().test_client().get(f"/lab/classic/{PUBLISHED}").text)
    assert lab.select_one(f'a[href="{HERE}"]') is not None


def test_compare_page_post_submits_job() -> None:
    site = app()
    answer = site.test_client().post(HERE, query_string={"game": OTHER})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{HERE}?game=classic/{OTHER}")
    (key,) = site.extensions["playtests"].submitted
    assert key == (
        "classic",
        ruleset().canonical_seed,
        COMPARISON,
        f"classic/{ruleset(OTHER).canonical_seed}",
    )


def test_compare_page_name_is_preserved() -> None:
    client = app().test_client()
    page = soup(client.get(HERE, query_string={"name": "Last Stand"}).text)
    hidden = page.select_one("form input[name=name]")
    assert hidden is not None
    assert hidden["value"] == "Last Stand"
    page = soup(client.get(HERE, query_string={"game": OTHER, "name": "Last Stand"}).text)
    assert "Compare Last Stand with" in read_main(page)
    form = page.select_one("main form[method=post]")
    assert form is not None
    assert form["action"] == f"{HERE}?game=classic/{OTHER}&name=Last+Stand"


@pytest.mark.thorough
def test_compare_page_results_are_shown_side_by_side() -> None:
    *_, figures = compare(ruleset(), ruleset(OTHER), games=60)
    page = soup(
        app(JobStatus(True, figures)).test_client().get(HERE, query_string={"game": OTHER}).text
    )
    rows = page.select("table.others tbody tr")
    assert [row.th.text for row in rows if row.th] == [ruleset().name, ruleset(OTHER).name]
    assert "Each of the two games was played 60 times, on the same dice" in read_main(page)
    (program,) = page.select("main a[href*='.json']")
    there = app(JobStatus(True, figures)).test_client().get(str(program["href"]))
    assert there.json["other"] == f"/classic/{OTHER}"
    assert "of games have another winner" in read_main(page)


def test_compare_page_different_books_shows_both() -> None:
    duel = rolled("duel")
    figures = next(compare(ruleset(), duel, games=40))
    page = soup(
        app(JobStatus(True, figures)).test_client().get(HERE, query_string={"game": duel.path}).text
    )
    assert duel.name in read_main(page)
    assert "–" in page.select("table.pair tbody tr")[-1].text


@pytest.mark.parametrize(
    ("stands", "said"),
    [
        (JobStatus(True, under_way=True), "Playing the games"),
        (JobStatus(True, failed=True), "failed"),
    ],
)
def test_compare_page_shows_job_status(stands: JobStatus[Any], said: str) -> None:
    assert said in app(stands).test_client().get(HERE, query_string={"game": OTHER}).text


@pytest.mark.thorough
def test_playtest_step_same_game_changes_nothing() -> None:
    from carnage.jobs.tasks.playtest import run_playtest_step

    rules = rolled("gamble")
    figures: dict[str, Any] = {"complete": False}
    for step in count():
        if figures["complete"]:
            break
        figures = run_playtest_step(
            "gamble", rules.canonical_seed, COMPARISON, f"gamble/{rules.canonical_seed}", step
        )
    assert figures["rows"][0]["unchanged"]
    assert figures["rows"][0]["faults"] == figures["faults"]
