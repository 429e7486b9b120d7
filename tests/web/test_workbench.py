"""The workbench, and house rules in every carrier of a game."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from carnage.jobs.status import JobStatus
from carnage.lab.sampling_plan import BALANCE, BEFORE_AFTER
from carnage.rulesets.house_rules import change_rules
from carnage.web import create_app
from tests.support.rulesets import ruleset
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

GAME = ruleset()
RULES = "morale.distance:9"
DIGITS = GAME.seed.digits
QUERY = {"rules": RULES}
CHANGED = change_rules(GAME, RULES)

ROWS = [
    {
        "name": "first",
        "before": 0.6,
        "after": 0.5,
        "shift": {"value": -0.1, "low": -0.15, "high": -0.05},
    },
    {"name": "rounds", "before": 4.5, "after": 4.6, "shift": None},
]
ANSWER = {
    "aim": "fair",
    "rules": [{"number": "victory.second_points", "value": 3}],
    # Games with the same rules share an answer.
    "address": "/classic/000000000000000?rules=victory.second_points:3",
    "reached": True,
    "neighbour_gap": 0.02,
    "before": {"greedy": {"first": {"value": 0.6, "low": 0.55, "high": 0.65}, "drawn": 0.0}},
    "after": {"greedy": {"first": {"value": 0.51, "low": 0.49, "high": 0.53}, "drawn": 0.0}},
    "step": "done",
    "complete": True,
}


class StubPlaytests(StubQueue):
    """Stand in for the queue of playtests, with both games compared and one balanced."""

    def status(self, key: Any) -> JobStatus[Any]:
        if BEFORE_AFTER in key:
            result = {"strengths": {"greedy": ROWS}, "games": 1000, "step": "done"}
            return JobStatus(True, result | {"complete": True})
        if BALANCE in key:
            return JobStatus(True, ANSWER)
        return JobStatus()


@pytest.fixture
def app() -> Flask:
    made = create_app()
    made.extensions["playtests"] = StubPlaytests()
    return made


def test_workbench_form_redirects_to_changed_numbers(app: Flask) -> None:
    client = app.test_client()
    page = soup(client.get(f"/workbench/classic/{DIGITS}").text)
    fields = {
        str(field["name"]): str(field["value"]) for field in page.select("form.workbench input")
    }
    assert fields["n.morale.distance"] == "6"
    assert "n.deployment.near" not in fields, "locked"
    answer = client.get(
        f"/workbench/classic/{DIGITS}",
        query_string=fields | {"n.morale.distance": "9", "name": "Grub"},
    )
    assert answer.status_code in (302, 303)
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert asked == {"rules": [RULES], "name": ["Grub"]}


def test_workbench_value_out_of_bounds_says_bounds(app: Flask) -> None:
    answer = app.test_client().get(f"/workbench/classic/{DIGITS}?n.morale.distance=99")
    assert answer.status_code == 400
    assert "from 2 to 18, such as morale.distance:6" in soup(answer.text).text


def test_workbench_shows_figures_before_and_after(app: Flask) -> None:
    page = soup(app.test_client().get(f"/workbench/classic/{DIGITS}", query_string=QUERY).text)
    rows = [
        [" ".join(cell.text.split()) for cell in row.select("th, td")]
        for row in page.select("#report table tbody tr")
    ]
    assert rows == [
        ["Wins of the player who activated first", "60.0%", "50.0% ▼ less than before"],
        ["Rounds on average", "4.5", "4.6"],
    ]
    assert "1 house rule: Morale: distance 9 (the book has 6)" in " ".join(page.text.split())


def test_workbench_shows_balanced_game(app: Flask) -> None:
    page = soup(app.test_client().get(f"/workbench/classic/{DIGITS}?aim=fair").text)
    told = " ".join(page.select_one("#report").text.split())
    assert "Give the side that goes second 3 victory points at the end." in told
    assert "the first player then wins 51.0% of 4,000 fresh games (49.0% to 53.0%)" in told
    used = page.find("a", string="Use these numbers")
    assert str(used["href"]) == f"/workbench{GAME.path}?rules=victory.second_points:3"


def test_workbench_titles_link_to_their_rules(app: Flask) -> None:
    client = app.test_client()
    page = soup(client.get(f"/workbench/classic/{DIGITS}").text)
    there = [str(link["href"]) for link in page.select(".workbench legend a")]
    assert f"{GAME.path}#morale" in there
    rulebook = soup(client.get(GAME.path).text)
    missing = [each for each in there if not rulebook.find(id=each.partition("#")[2])]
    assert not missing


def test_lab_links_to_workbench_with_house_rules(app: Flask) -> None:
    page = soup(app.test_client().get(f"/lab/classic/{DIGITS}", query_string=QUERY).text)
    link = page.find("a", string="change its numbers")
    assert str(link["href"]) == f"/workbench{GAME.path}?rules={RULES}"


def test_workbench_duel_cannot_be_made_fair(app: Flask) -> None:
    client = app.test_client()
    page = soup(client.get("/workbench/duel/1041689922952").text)
    assert "no number makes it fair" in page.text
    answer = client.post("/workbench/duel/1041689922952/balance", data={"aim": "fair"})
    assert answer.status_code == 400
    assert "The aims are draws and rounds=6." in soup(answer.text).text


def test_game_page_drops_rules_of_other_options(app: Flask) -> None:
    answer = app.test_client().get(f"/classic/{DIGITS}?rules=movement.leg:3,{RULES}")
    assert answer.status_code == 200
    page = soup(answer.text)
    assert "House rule: distance 9" in page.text
    assert "movement.leg" not in str(page.select_one("a[rel=bookmark]")["href"])


@pytest.mark.parametrize(
    "page",
    [
        "/classic/{}",
        "/table/classic/{}",
        "/own/classic/{}",
        "/print/classic/{}",
        "/lab/classic/{}",
        "/lab/classic/{}/beside",
        "/lab/classic/{}/movement",
        "/workbench/classic/{}",
    ],
)
def test_page_with_house_rules_keeps_them_in_links(app: Flask, page: str) -> None:
    """Follow every link of the page to the same game: it has the house rules."""
    answer = app.test_client().get(page.format(DIGITS), query_string=QUERY)
    assert answer.status_code == 200
    links = [
        str(link["href"])
        for link in soup(answer.text).select("main a[href]")
        if DIGITS in str(link["href"]) and not str(link["href"]).startswith("#")
    ]
    assert links
    without = [link for link in links if "rules=" not in link]
    assert [link for link in without if not link.startswith((f"/lab/classic/{DIGITS}.",))] in (
        [],
        [f"/workbench/classic/{DIGITS}"],
    )


@pytest.mark.parametrize("ending", ["md", "json", "html"])
def test_download_has_house_rules(app: Flask, ending: str) -> None:
    answer = app.test_client().get(f"/classic/{DIGITS}.{ending}", query_string=QUERY)
    assert answer.status_code == 200
    assert "distance 9 (the book has 6)" in answer.text or '"value":9' in answer.text.replace(
        " ", ""
    )


def test_roll_keeps_house_rules(app: Flask) -> None:
    answer = app.test_client().get(
        "/roll", query_string={"book": "classic", "from": DIGITS, "only": "damage", **QUERY}
    )
    assert parse_qs(urlsplit(answer.headers["Location"]).query)["rules"] == [RULES]


def test_comparison_with_changed_game_keeps_its_rules(app: Flask) -> None:
    there = f"/lab/classic/{DIGITS}/beside"
    query = {"game": f"classic/{DIGITS}?rules={RULES}"}
    answer = app.test_client().post(there, query_string=query)
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert asked["game"] == [f"classic/{DIGITS}?rules={RULES}"]
    told = app.test_client().get(there, query_string={"game": f"classic/{DIGITS}?rules=foo:3"})
    assert told.status_code == 400
    assert "has no number 'foo'" in soup(told.text).text
