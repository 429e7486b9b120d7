"""Test the find page in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from carnage import catalog
from carnage.jobs.status import JobStatus
from carnage.lab.criteria import Criteria
from carnage.lab.rulebook_search import list_candidates
from carnage.web import create_app
from tests.support import job_tasks
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, serve
from tests.support.marks import list_script_cases, soak_all_but
from tests.support.stand_ins import StubQueue

pytestmark = pytest.mark.browser

SCREENS = [("light", PHONE), ("dark", DESKTOP)]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "viewport", "scripts"), list_script_cases(SCREENS))
def test_find_page_wish_in_words_lists_games(visitor: Page, scripts: bool) -> None:
    page = visitor
    page.goto("/")
    page.get_by_label("Or describe the game you want").fill("30 minutes, two feet, no mesuring")
    page.get_by_role("button", name="Find games").click()
    page.get_by_role("alert").get_by_text("Did you mean “no measuring”").wait_for()
    assert page.get_by_role("alert").bounding_box()["y"] >= 0  # type: ignore[index]
    if scripts:
        check_page(page, "what was not understood")
    box = page.get_by_label("In your own words")
    assert box.input_value() == "no mesuring"
    assert page.get_by_label("About (minutes)").input_value() == "30"
    assert page.get_by_label("Maximum length (minutes)").input_value() == ""
    box.fill("no measuring, not phased, four figures")
    page.get_by_role("button", name="Show games").click()
    page.locator(".limit").get_by_text("the minimum is 8").wait_for()
    if scripts:
        check_page(page, "what cannot be had")
    assert page.get_by_label("About (minutes)").input_value() == "30"
    page.get_by_label("Maximum number of figures").fill("12")
    page.get_by_role("button", name="Show games").click()
    page.get_by_role("heading", name="Matching games").wait_for()
    page.locator(".games-list h3 a").first.click()
    page.locator(".rulebook").wait_for()
    page.locator(".tray-wish").get_by_text("about 30 minutes, 12 figures, 2 feet").wait_for()


@pytest.mark.parametrize("scripts", soak_all_but([True], [True, False]))
def test_find_page_search_scrolls_to_results(browser: Browser, site: str, scripts: bool) -> None:
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=scripts)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/find/gamble")
    page.get_by_role("button", name="Find playtested games").click()
    page.wait_for_url("**/find/gamble#found")
    page.get_by_role("heading", name="Playtested games").wait_for()
    top = page.locator("#found").bounding_box()
    assert top is not None
    assert 0 <= top["y"] < 120
    context.close()


class StagedQueue(StubQueue):
    """Stand in for the queue of playtests, with a search whose step a test sets."""

    def __init__(self, steps: list[JobStatus[Any]]) -> None:
        self.steps, self.at = steps, 0

    def status(self, key: Any) -> JobStatus[Any]:
        return self.steps[self.at]


@pytest.mark.parametrize(("scheme", "viewport", "scripts"), list_script_cases(SCREENS))
def test_find_page_search_updates_in_place(
    browser: Browser, scripts: bool, scheme: Any, viewport: dict[str, int]
) -> None:
    line = list(list_candidates(catalog.book("gamble"), Criteria(), 9, 300))
    app = create_app()
    search = app.extensions["playtests"] = StagedQueue(
        [
            JobStatus(True, job_tasks.search_result(now=line[0]), under_way=True),
            JobStatus(
                True,
                job_tasks.search_result(found=[line[0]], fell=[line[1]], now=line[2]),
                under_way=True,
                spent=4.0,
            ),
            JobStatus(
                True,
                job_tasks.search_result([line[0], line[2]], line[1:2], line[3]),
                under_way=True,
                spent=6.0,
            ),
            JobStatus(
                True, job_tasks.search_result([line[0], line[2]], [line[1], line[3]], complete=True)
            ),
        ]
    )
    how: dict[str, Any] = {
        "viewport": viewport,
        "color_scheme": scheme,
        "java_script_enabled": scripts,
    }
    with serve(app) as address, open_page(browser, address, **how) as page:
        page.goto("/find/gamble")
        expect(page.locator(".hunt")).to_contain_text(f"Playing {line[0].name}, 250 of 500 games.")
        expect(page.locator("#report")).to_contain_text("Queued. No fault in")
        search.at = 1
        expect(page.locator(".hunt")).to_contain_text(
            "1 of 6 found; estimated time left: 20 seconds."
        )
        if scripts:
            check_page(page, "a search under way")
            fold = page.locator(".fell summary")
            fold.click()
            box = fold.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            # The link of the game that is being played, and is good in the next step.
            page.evaluate("window.touched = document.querySelectorAll('.good h3 a')[1]")
        search.at = 2
        expect(page.locator(".hunt")).to_contain_text("2 of 6 found")
        search.at = 3
        expect(page.get_by_role("status")).to_contain_text("2 of 4 matching games")
        expect(page.locator(".fell summary")).to_have_text("2 rejected: too many draws (2)")
        expect(page.get_by_role("heading", name="Matching games")).to_be_visible()
        expect(page.locator(".good li")).to_have_count(2)
        if scripts:
            expect(page.locator(".fell li")).to_have_count(2)
            expect(page.locator(".fell li").last).to_be_visible()
            told = page.evaluate("[touched.isConnected, touched.textContent]")
            assert told == [True, line[2].name], "the link stays under the finger"


@pytest.mark.soak
@pytest.mark.parametrize(("scheme", "viewport", "scripts"), list_script_cases(SCREENS))
def test_game_page_wish_stays_until_dropped(visitor: Page, scripts: bool) -> None:
    page = visitor
    page.goto("/")
    page.get_by_label("Or describe the game you want").fill("45 minutes, with a morale rule")
    page.get_by_role("button", name="Roll a new game").click()
    said = "wish=about+45+minutes,+with+morale"
    for step in range(4):
        page.locator(".tray-wish").get_by_text("about 45 minutes, with morale").wait_for()
        assert said in page.url
        assert page.locator(".tray-wish b").count() == 0, "all of it is granted"
        assert page.locator("#morale:not(.unused)").count() == 1
        before = page.url
        page.locator(".masthead .roll button" if step % 2 else ".tray-bar [data-roll]").click()
        page.wait_for_url(lambda url, before=before: url != before)
    if scripts:
        page.goto("/skirmish/352703280070955070044085537?wish=30+minutes,+with+morale")
        page.locator(".tray-wish b").get_by_text("50 to 75 minutes").wait_for()
        check_page(page, "a wish beside the tray")
        drop = page.get_by_role("link", name="Clear criteria").bounding_box()
        assert drop is not None
        assert drop["height"] >= 44
    game = page.url.partition("?")[0]
    page.get_by_role("link", name="Clear criteria").click()
    page.wait_for_url(game)
    page.locator(".tray-wish").wait_for(state="detached")
    assert page.locator("[name=wish]").count() == 0
    if scripts:
        assert not page.locator("a[data-die][href*=wish]").count()
