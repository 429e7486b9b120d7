"""Test book pages, and links within a rulebook, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from carnage import catalog
from carnage.catalog.variants import list_variants
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, serve, until
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS
from tests.support.web import GAME

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

CLASSIC = catalog.book("classic")
UNITS = list_variants(CLASSIC.table("units"))[-1]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve() as address:
        yield address


def pick(page: Page, table: str, value: str) -> None:
    page.locator(f"#{table} input[value='{value}']").check()


@pytest.mark.parametrize(
    ("viewport", "scheme", "script"),
    soak_all_but(
        [(PHONE, "dark", True), (PHONE, "light", False)],
        [(DESKTOP, "light", True), (PHONE, "dark", True), (PHONE, "light", False)],
    ),
)
def test_book_page_picks_make_game(
    browser: Browser, site: str, viewport: dict[str, int], scheme: str, script: bool
) -> None:
    with open_page(
        browser, site, viewport=viewport, color_scheme=scheme, java_script_enabled=script
    ) as page:
        page.goto("/classic/")
        pick(page, "units", UNITS.lowest)
        pick(page, "movement", "0")
        if script:
            until(
                page,
                (
                    "location.search.includes('pick-units') && "
                    "location.search.includes('pick-movement')"
                ),
            )
            box = page.locator(".by-hand-seed .entry[href='#units'] .box")
            assert box.inner_text() == UNITS.lowest
            told = f"2 of {len(CLASSIC.rolled)} chosen"
            assert page.locator(".tray-told").inner_text().startswith(told)
            page.reload()
            expect(page.locator(f"#units input[value='{UNITS.lowest}']")).to_be_checked()
            assert page.locator(".tray-told").inner_text().startswith(told)
        page.get_by_role("button", name="Create game").click()
        page.locator(".rulebook .rule").first.wait_for()
        assert page.url.endswith("?keep=units,movement")
        assert page.locator("#units .option-label").inner_text() == f"[{UNITS.option.label}]"
        if script:
            page.go_back()
            page.locator("#picking").wait_for()
            expect(page.locator(f"#units input[value='{UNITS.lowest}']")).to_be_checked()
            page.get_by_role("link", name="Clear all choices").click()
            until(page, "!location.search && !document.querySelector('.entry.picked')")


@pytest.mark.parametrize(
    ("code", "viewport"),
    soak_all_but(
        [("skirmish", PHONE), ("gamble", PHONE), ("classic", DESKTOP)],
        product(BOOKS, [DESKTOP, PHONE]),
    ),
)
def test_book_page_is_short_until_expanded(
    browser: Browser, site: str, code: str, viewport: dict[str, int]
) -> None:
    """Expand all texts by a checkbox, which also works without script."""
    with open_page(browser, site, viewport=viewport) as page:
        page.goto(f"/{code}/")
        short = page.evaluate("document.documentElement.scrollHeight")
        assert short < 1_100 * len(catalog.book(code).rolled)
        page.locator("#whole").check()
        assert page.evaluate("document.documentElement.scrollHeight") > 1.4 * short
        check_page(page, f"all of {code}")


def test_book_page_option_expands_without_script(browser: Browser, site: str) -> None:
    with open_page(browser, site, viewport=PHONE, java_script_enabled=False) as page:
        page.goto("/classic/")
        row = page.locator("#units .results > div").first
        text = row.locator("details > p").first
        expect(text).to_be_hidden()
        row.locator("summary").click()
        expect(text).to_be_visible()
        for label in page.locator("#units label").all():
            box = label.bounding_box()
            assert box is not None
            assert box["height"] >= 44


def test_book_page_invalid_pick_shows_alert(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, viewport=PHONE)
    page = context.new_page()
    page.goto("/roll?book=classic&pick-units=x&pick-movement=0")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#movement input[value='0']")).to_be_checked()
    check_page(page, "refused picks")
    context.close()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_game_page_cross_references_lead_to_terms(
    browser: Browser, site: str, script: bool
) -> None:
    with open_page(browser, site, java_script_enabled=script) as page:
        page.goto(GAME)
        page.locator("#terrain .rule-text a[href='#ranged']").first.click()
        assert page.url.endswith("#ranged")
        page.locator("#ranged a[href^='#term-']").first.click()
        assert "#term-" in page.url
        expect(page.locator(":target dt")).to_be_visible()
        page.go_back()
        assert page.url.endswith("#ranged")


def test_game_page_heading_link_appears_on_hover(browser: Browser, site: str) -> None:
    with open_page(browser, site) as page:
        page.goto(GAME)
        link = page.get_by_role("link", name="Link to Movement", exact=True)
        assert link.evaluate("each => getComputedStyle(each).opacity") == "0"
        page.locator("#movement h3").hover()
        assert link.evaluate("each => getComputedStyle(each).opacity") == "1"
        page.mouse.move(0, 0)
        page.locator("#movement h3 a").focus()
        page.keyboard.press("Tab")
        assert link.evaluate("each => each === document.activeElement")
        assert link.evaluate("each => getComputedStyle(each).opacity") == "1"
        page.keyboard.press("Enter")
        assert page.url.endswith("#movement")
        page.locator("#movement h3").hover()
        box, heading = link.bounding_box(), page.locator("#movement h3").bounding_box()
        assert box is not None
        assert heading is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= heading["x"] + 1
