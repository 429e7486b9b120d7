"""Test the link of a replay that plays on from an event."""

from __future__ import annotations

import gzip
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser

from carnage.engine.recording import record_replay
from carnage.jobs.tasks.play import load_state
from carnage.matches.sessions import replay_to
from carnage.matches.state import PlayRequest
from tests.support.browser import open_page, serve
from tests.support.rulesets import BOOKS
from tests.support.shows import GAMES, InlineTurns, estimate_courses, play_replay, site


def find_link(code: str, at: int, query: str = "") -> str:
    """Return the address of the link on the page of an event."""
    page = site().test_client().get(f"{GAMES[code]}?at={at}{query}")
    link = BeautifulSoup(page.text, "html.parser").select_one("[data-onward]")
    return str(link["href"]) if link else ""


@pytest.mark.parametrize("code", BOOKS)
def test_play_on_replays_the_events_of_the_replay(code: str) -> None:
    digits = GAMES[code].rpartition("/")[2]
    cuts = json.loads(gzip.decompress(play_replay(code, digits, "", 0, 0, "greedy", "").reel))[
        "cuts"
    ]
    for at in (len(cuts) // 3, len(cuts) // 2):
        query = parse_qs(urlsplit(find_link(code, at)).query)
        assert query["at"] == [str(at)]
        bots = query["bots"][0]
        state = load_state(code, digits, "", 0, 0, bots, "", PlayRequest(event=at))
        game = replay_to(code, digits, "", 0, 0, bots, state.moves)
        assert not isinstance(game, str)
        events = [step.lines for step in record_replay(game.live_game.match).steps]
        assert len(events) >= at
        assert events == [tuple(cut.get("lines", ())) for cut in cuts[1 : len(events) + 1]]


def test_play_on_from_played_game_keeps_the_moves_before_the_event() -> None:
    digits = GAMES["duel"].rpartition("/")[2]
    bots = "person,greedy"
    whole = load_state("duel", digits, "", 0, 0, bots, "", PlayRequest(event=60)).moves
    game = replay_to("duel", digits, "", 0, 0, bots, whole)
    assert not isinstance(game, str)
    answers = len(game.live_game.answers)
    before = load_state("duel", digits, "", 0, 0, bots, whole, PlayRequest(event=30)).moves
    shorter = replay_to("duel", digits, "", 0, 0, bots, before)
    assert not isinstance(shorter, str)
    assert 0 < len(shorter.live_game.answers) < answers
    assert int(shorter.live_game.match.record.core.n_events) >= 30
    link = find_link("duel", 30, f"&bots={bots}&moves={whole}")
    assert parse_qs(urlsplit(link).query)["moves"] == [whole]


def test_play_page_with_event_redirects_to_the_moves() -> None:
    app = site()
    app.extensions["turns"] = InlineTurns(), InlineTurns()
    answer = app.test_client().get(find_link("duel", 30))
    assert answer.status_code in (302, 303)
    query = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert query["moves"]
    assert "at" not in query


def test_watch_page_of_other_bots_has_no_link_to_play_on() -> None:
    assert find_link("duel", 3, "&bots=random") == ""


@pytest.mark.browser
def test_play_on_link_follows_the_shown_event(browser: Browser) -> None:
    estimate_courses()
    with serve(site()) as address, open_page(browser, address) as page:
        page.goto(GAMES["duel"])
        page.locator(".watch[data-ready]").wait_for()
        link = page.locator("[data-onward]")
        for at in (12, 24, 36):
            page.locator(".scrub input").fill(str(at))
            assert link.get_attribute("href") == find_link("duel", at)
        addresses = json.loads(link.get_attribute("data-onward") or "")
        assert len(set(addresses)) == 2
        page.locator("[data-way=last]").click()
        assert not link.is_visible()
