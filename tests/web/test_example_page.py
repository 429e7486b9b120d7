"""Test the examples of play on the site: their page, their link in a rulebook, and in PDFs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from carnage.jobs.status import JobLimit, JobStatus, QueueFull, VisitorLimit
from carnage.jobs.tasks.example import make_example
from carnage.jobs.tasks.print import print_game
from carnage.rulebook.examples import Example, find_example
from carnage.web import create_app
from tests.support.browser import serve, watch_for_faults
from tests.support.pages import read_text, remove_spaces
from tests.support.rulesets import PUBLISHED, game_at
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

GAME = "/duel/5898888888888"
RULES_KEY = game_at(GAME[1:]).rules_key


@cache
def choose(*key: str) -> dict[str, Any]:
    """Return the example of a game as its job does."""
    return make_example(*key)


class StubExamples(StubQueue):
    """Stand in for the queue of examples: a job ends when its status was requested `polls` times."""

    def __init__(self, polls: int = 0, limit: JobLimit | None = None, broken: bool = False) -> None:
        self.polls, self.limit, self.broken = polls, limit, broken
        self.submitted: list[tuple[str, ...]] = []

    def submit(self, key: tuple[str, ...], visitor: str = "") -> None:
        if self.limit:
            raise self.limit
        self.submitted.append(key)

    def status(self, key: tuple[str, ...]) -> JobStatus[dict[str, Any]]:
        self.polls -= 1
        if self.polls >= 0:
            return JobStatus(known=True, under_way=True, seconds=60.0, ahead=1)
        if self.broken:
            return JobStatus(known=True, failed=True)
        return JobStatus(known=True, result=choose(*key))


class StubPrints(StubQueue):
    """Stand in for the queue of prints."""

    def __init__(self) -> None:
        self.submitted: list[tuple[Any, ...]] = []

    def submit(self, key: tuple[Any, ...], visitor: str = "") -> None:
        self.submitted.append(key)

    def status(self, key: tuple[Any, ...]) -> JobStatus[bytes]:
        return JobStatus(True, b"%PDF")


def create_client(
    examples: StubExamples | None = None, prints: StubPrints | None = None
) -> FlaskClient:
    """Return a client of an application with these queues."""
    app = create_app()
    app.extensions["examples"] = examples or StubExamples()
    app.extensions["prints"] = prints or StubPrints()
    return app.test_client()


def test_example_page_has_passages_rules_and_a_game_to_watch() -> None:
    examples = StubExamples()
    answer = create_client(examples).get(f"{GAME}/example")
    assert answer.status_code == 200
    assert examples.submitted == [("duel", RULES_KEY)]
    page = soup(answer.text)
    shown = msgspec.convert(choose("duel", RULES_KEY), Example)
    passages = page.select("#example p strong")
    assert [passage.text.rstrip(".") for passage in passages] == [
        passage.heading for passage in shown.passages
    ]
    anchors = {link["href"] for link in page.select("#example em a")}
    assert anchors == {f"{GAME}#{table}" for passage in shown.passages for table in passage.tables}
    watched = f"/watch{GAME}?game={shown.number}&at={shown.event}"
    assert page.find("a", string="Watch these turns")["href"] == watched


def test_example_page_uses_words_of_setting_and_own_names() -> None:
    client = create_client()
    named = client.get(f"{GAME}/example").text
    assert "Player 1" not in named
    plain = client.get(f"{GAME}/example?setting=none").text
    assert "Player 1" in plain
    own = client.get(f"{GAME}/example?own=side-1~Gulls&setting=none").text
    assert "Gulls" in own
    assert f"{GAME}?own=side-1~Gulls&amp;setting=none#" in own


def test_example_page_while_bots_play_loads_itself_again() -> None:
    client = create_client(StubExamples(polls=1))
    answer = client.get(f"{GAME}/example")
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "2")
    assert soup(answer.text).find("meta", {"http-equiv": "refresh"})["content"] == "2"
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get(f"{GAME}/example").status_code == 200


@pytest.mark.parametrize(
    ("limit", "status"), [(VisitorLimit(2), 429), (QueueFull(128), 503)], ids=["visitor", "site"]
)
def test_example_page_at_a_limit_says_when_to_try_again(limit: JobLimit, status: int) -> None:
    answer = create_client(StubExamples(limit=limit)).get(f"{GAME}/example")
    assert answer.status_code == status
    assert "Retry-After" in answer.headers
    assert "examples of play" in answer.text


def test_example_page_of_failed_job_is_an_error() -> None:
    answer = create_client(StubExamples(broken=True)).get(f"{GAME}/example")
    assert answer.status_code == 500
    assert "The example failed" in answer.text


def test_example_page_of_recorded_example_needs_no_job() -> None:
    assert find_example(game_at(f"classic/{PUBLISHED}"))
    examples = StubExamples()
    assert create_client(examples).get(f"/classic/{PUBLISHED}/example").status_code == 200
    assert examples.submitted == []


def test_rules_page_links_to_example_and_runs_no_job() -> None:
    examples = StubExamples()
    page = soup(create_client(examples).get(f"{GAME}?name=Last+Stand").text)
    assert page.select_one("#example .see-example a")["href"] == f"{GAME}/example?name=Last+Stand"
    assert page.select_one('.contents a[href="#example"]')
    assert page.select_one(".see-it").find_next_sibling("section")["id"] == "example"
    assert examples.submitted == []


def test_rules_page_with_recorded_example_has_no_link_to_it() -> None:
    page = soup(create_client().get(f"/classic/{PUBLISHED}").text)
    assert not page.select(".see-example")
    assert len(page.select("#example")) == 1


def test_pdf_of_rules_contains_the_example() -> None:
    prints = StubPrints()
    assert create_client(prints=prints).get(f"{GAME}.pdf").status_code == 200
    text = read_text(print_game(*prints.submitted[0]))
    shown = msgspec.convert(choose("duel", RULES_KEY), Example)
    assert "ExampleofPlayFromagamebetweenbots" in text
    assert remove_spaces(f"{shown.passages[0].heading}.") in text


def test_pdf_waits_for_the_example() -> None:
    prints = StubPrints()
    client = create_client(StubExamples(polls=1), prints)
    assert client.get(f"{GAME}.pdf").status_code == 503
    assert prints.submitted == []
    assert client.get(f"{GAME}.pdf").status_code == 200


@pytest.mark.parametrize("query", ["?part=sheets", ""], ids=["sheets", "failed example"])
def test_pdf_without_example_is_printed(query: str) -> None:
    prints = StubPrints()
    client = create_client(StubExamples(broken=True), prints)
    assert client.get(f"{GAME}.pdf{query}").status_code == 200
    assert len(prints.submitted[0]) == 8


@pytest.mark.thorough
@pytest.mark.browser
def test_rules_page_script_shows_the_example_near_its_place(browser: Browser) -> None:
    app = create_client(StubExamples(polls=1)).application
    with serve(app) as address, watch_for_faults(browser.new_page()) as page:
        page.goto(address + GAME)
        expect(page.locator(".see-example")).to_be_attached()
        page.locator("#example-heading").scroll_into_view_if_needed()
        expect(page.locator("#example strong").first).to_be_visible(timeout=20_000)
        expect(page.locator(".see-example")).to_have_count(0)
        assert page.locator("#example em a").first.get_attribute("href").startswith("#")
