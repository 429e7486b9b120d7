"""Test pages with the local storage of an earlier version, `tests/saved/local_storage.json`.

It was written by the scripts of commit 2300c21e: a book was chosen, a game kept, rated and noted,
another read, a round counted at the table, a game begun, and two switches turned off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, open_page, serve
from tests.support.shows import GAMES
from tests.support.web import GAME

STORED = json.loads(
    (Path(__file__).parents[1] / "saved" / "local_storage.json").read_text(encoding="utf-8")
)
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """Open a page in a browser with the local storage of an earlier version."""
    with open_page(browser, site, viewport=PHONE) as page:
        page.goto("/credits")
        page.evaluate("stored => Object.assign(localStorage, stored)", STORED)
        yield page


def test_home_page_earlier_storage_chooses_the_book(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".hero [name=book][value=duel]")).to_be_checked()


def test_play_page_earlier_storage_offers_the_game(page: Page) -> None:
    page.goto("/play")
    resumed = page.locator("[data-going] a")
    assert resumed.inner_text() == "Ruinous Throne"
    assert resumed.get_attribute("href") == json.loads(STORED["carnage.going"])["address"]


def test_shelf_earlier_storage_lists_its_games(page: Page) -> None:
    page.goto("/shelf")
    kept = page.locator("[data-list=own] > li")
    expect(kept).to_have_count(1)
    expect(kept.locator("[data-title]")).to_have_text("Last Stand")
    address = kept.locator("h3 a").get_attribute("href")
    assert address == f"{GAME}?name=Last+Stand&own=captain%7EGrub"
    expect(kept.locator("[name=rating]")).to_have_value("4")
    expect(kept.locator("[name=notes]")).to_have_value("Played twice.\n<b>Anna</b> won.")
    expect(page.locator("[data-list=seen] [data-title]")).to_have_text(["Spent Hull"])


def test_companion_earlier_storage_shows_its_counts(page: Page) -> None:
    page.goto(f"/table{GAME}")
    expect(page.locator("[data-round]")).to_have_value("2")
    side = page.get_by_role("group", name="Side 1", exact=True)
    points = side.get_by_role("textbox", name="Victory points")
    expect(points).to_have_value("1")


def test_game_page_earlier_storage_hides_the_notes(page: Page) -> None:
    page.goto(GAME)
    expect(page.locator("#notes")).not_to_be_checked()


def test_replay_earlier_storage_shows_the_whole_table(page: Page) -> None:
    page.goto(GAMES["classic"])
    page.locator(".watch[data-ready]").wait_for()
    x, y, width, height = map(float, page.locator("#t-table").get_attribute("viewBox").split())
    ground = page.evaluate(
        "(() => { const b = document.querySelector('[data-part=ground]').getBBox();"
        " return [b.x, b.y, b.x + b.width, b.y + b.height]; })()"
    )
    assert x <= ground[0]
    assert y <= ground[1]
    assert ground[2] <= x + width
    assert ground[3] <= y + height
