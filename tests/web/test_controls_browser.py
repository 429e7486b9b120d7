"""Test that a click at the middle of each control reaches it, at every width of the window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from carnage import catalog
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.lab import comparison
from carnage.lab.runner import steps
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.web import create_app
from tests.support.browser import serve, until
from tests.support.controls import HEIGHT_PX, find_faults
from tests.support.marks import soak_all_but
from tests.support.shows import GAMES, InlineReplays, InlineTurns
from tests.support.stand_ins import StubQueue
from tests.support.web import GAME, KINDS

pytestmark = pytest.mark.browser

NARROWEST_PX, WIDEST_PX = 320, 1400
TABLE = "golden-rule"

# An address of each kind of page, with the longest seed and the longest texts.
PAGES = {
    kind: KINDS[kind][0]
    for kind in (
        "home",
        "long kept",
        "tray",
        "all dice",
        "gamble tables",
        "presets",
        "find",
        "picks",
        "naming",
        "shelf",
        "which game",
        "at the table",
        "ships at the table",
        "credits",
        "help for players",
        "help for designers",
        "atlas",
        "missing",
        "refused",
        "renamed",
    )
} | {
    "tray with a wish": f"{GAME}?die=movement&was=243856987015781&keep=units&wish=60+minutes",
    "not picked": "/gamble/?pick-players=x",
    "found": "/find/classic?about=60",
    "six at the table": "/table/gamble/944117715162",
    "on paper": f"/print{GAME}",
    "privacy": "/privacy",
    "chart": "/atlas/gamble",
    "league": "/atlas/gamble/mean.rounds",
    "lab": f"/lab{GAME}",
    "what if": f"/lab{GAME}/{TABLE}",
    "beside": f"/lab{GAME}/beside",
}
PAGES |= {f"watch {book}": f"{GAMES[book]}?at=20" for book in ("classic", "duel", "gamble")}
PAGES |= {
    f"play {book}": f"{GAMES[book].replace('/watch/', '/play/')}?bots=person,greedy"
    for book in GAMES
}

# The narrowest windows of the layouts: breakpoints are at 384, 640, 736 and 960 px.
LAYOUT_WIDTHS_PX = (NARROWEST_PX, 400, 640, 740, 960, WIDEST_PX)
CLICKED_WIDTHS_PX = soak_all_but([320, 1400], (320, 400, 620, 740, 840, 940, 980, 1040, 1400))

# Pages of games are ready when their script has read the game.
READY = "document.querySelector('[data-ready]') || !document.querySelector('.watch, .play')"


class FirstFigures(StubQueue):
    """Stands in for the queue of playtests: only GAME was played, and only its first games."""

    def status(self, key: Key) -> JobStatus[dict[str, Any]]:
        if key[0] != "classic" or key[2:] not in ((), (TABLE,)):
            return JobStatus()
        return JobStatus(True, first_figures(*key))


@cache
def first_figures(*key: Any) -> dict[str, Any]:
    """Return the first figures of the playtest of GAME or, with a table in the key, of its other
    results.
    """
    ruleset = resolve(catalog.book("classic"), Seed(GAME.rpartition("/")[2]))
    is_other = key[2:] == (TABLE,)
    going = (
        comparison.compare_options(ruleset, ruleset.book.table(TABLE))
        if is_other
        else steps(ruleset)
    )
    return {**next(going), "complete": True}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    app = create_app()
    app.extensions["replays"] = InlineReplays(), InlineReplays()
    app.extensions["turns"] = InlineTurns(), InlineTurns()
    app.extensions["playtests"] = FirstFigures()
    with serve(app) as address:
        yield address


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def list_faults(page: Page, kind: str, widths: Iterable[int]) -> list[str]:
    """Return the faults of a page in windows of these widths in pixels."""
    page.goto(PAGES[kind])
    page.wait_for_load_state()
    until(page, READY)
    return list(find_faults(page, widths))


@pytest.mark.parametrize(
    ("bar", "fault"),
    [
        ("", None),
        (
            "<div style='position: sticky; bottom: 0; height: 60px; background: red'>bar</div>",
            "hits <div",
        ),
        (
            "<div style='position: fixed; bottom: 0; width: 100%; height: 60px'>bar</div>",
            "hits <div",
        ),
        ("<div style='width: 500px'>wide</div>", "the page is 500 px wide"),
    ],
    ids=["alone", "under a sticky bar", "under a fixed bar", "beside something wide"],
)
def test_find_faults_covered_control_is_reported(page: Page, bar: str, fault: str | None) -> None:
    link = "<a href='/'>home</a>"
    page.goto("about:blank")
    page.set_content(
        f"<body style='margin: 0'><p style='height: 690px'></p>{link}<p style='height: "
        f"900px'></p>{bar}"
    )
    found = list(find_faults(page, [400]))
    assert len(found) == (fault is not None)
    assert all(str(fault) in each for each in found)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", soak_all_but([*PAGES][::8], PAGES))
def test_controls_in_every_layout_are_reached(page: Page, kind: str) -> None:
    assert list_faults(page, kind, LAYOUT_WIDTHS_PX)[:5] == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", PAGES)
def test_controls_at_every_width_are_reached(page: Page, kind: str) -> None:
    assert list_faults(page, kind, range(NARROWEST_PX, WIDEST_PX + 1, 20))[:5] == []


@pytest.mark.parametrize("width", CLICKED_WIDTHS_PX)
def test_watch_page_clicks_move_replay(page: Page, width: int) -> None:
    """Click at the middle of the buttons below and above the table."""
    page.set_viewport_size({"width": width, "height": HEIGHT_PX})
    page.goto(PAGES["watch classic"])
    until(page, READY)
    place = page.locator(".watch .ways .where b")
    last = page.locator(".scrub input").get_attribute("max")
    click_at_middle(page, page.locator("[data-way=last]"))
    assert place.text_content() == last
    click_at_middle(page, page.locator("[data-way=earlier]"))
    assert int(place.text_content() or 0) < int(last or 0)
    click_at_middle(page, page.locator("[data-way=first]"))
    assert place.text_content() == "0"
    whole = page.locator("#t-table").get_attribute("viewBox")
    click_at_middle(page, page.locator("[data-zoom=in]"))
    assert page.locator("#t-table").get_attribute("viewBox") != whole
    click_at_middle(page, page.locator("[data-zoom=whole]"))
    assert page.locator("#t-table").get_attribute("viewBox") == whole


@pytest.mark.parametrize("width", CLICKED_WIDTHS_PX)
def test_play_page_clicks_play_and_open_rosters(page: Page, width: int) -> None:
    """Click at the middle of the first option, and of the link to the rosters."""
    page.set_viewport_size({"width": width, "height": HEIGHT_PX})
    page.goto(PAGES["play classic"])
    until(page, READY)
    before = page.url
    click_at_middle(page, page.locator("a.option").first)
    until(page, f"location.href !== {before!r}")
    until(page, f"{READY} && !document.querySelector('main[aria-busy], .play.playing')")
    click_at_middle(page, page.locator(".more").get_by_role("link", name="Rosters"))
    page.get_by_role("dialog", name="Rosters").wait_for()


def click_at_middle(page: Page, control: Locator) -> None:
    """Click at the middle of a control, even if it is covered, after scrolling as far as the
    browser does.
    """
    control.evaluate("control => control.scrollIntoView({block: 'nearest', behavior: 'instant'})")
    box = control.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
