"""Test played games in a real Chromium, by mouse and keyboard, with and without script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.at_play import answer, drawn, game, settle, sit_down, tables_laid
from tests.support.browser import DESKTOP, PHONE, check, opened, until
from tests.support.rulesets import BOOKS

pytestmark = pytest.mark.browser

CLICKS = 4  # decisions in each test


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tables_laid(map(game, BOOKS)) as address:
        yield address


@pytest.mark.parametrize("code", BOOKS)
def test_play_page_clicks_play_game(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, color_scheme="light") as page:
        sit_down(page, game(code))
        check(page, code)
        for n in range(CLICKS):
            if answer(page, n % 3) < 0:
                break
        settle(page)
        there, shown = page.url, drawn(page)
        # The address restores the position; the back button undoes the last decision.
        page.goto(there)
        settle(page)
        assert drawn(page) == shown
        page.go_back()
        until(page, f"location.href !== {there!r}")
        settle(page)
        page.go_forward()
        until(page, f"location.href === {there!r}")
        settle(page)
        assert drawn(page) == shown
        check(page, code)
    with opened(
        browser, address, viewport=PHONE, color_scheme="dark", reduced_motion="reduce"
    ) as page:
        sit_down(page, there)
        settle(page)
        assert drawn(page) == shown
        check(page, f"{code} on a phone")


def test_play_form_links_to_unfinished_game(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE) as page:
        page.goto("/play")
        line = page.locator("[data-going]")
        expect(line).to_be_hidden()
        sit_down(page, game("duel"))
        page.goto("/play")
        expect(line).to_be_hidden()  # no decision so far
        page.go_back()
        settle(page)
        answer(page, 0)
        settle(page)
        there, named = page.url, page.locator("h1").inner_text()
        page.goto("/play")
        expect(line).to_have_text(f"Go on where you left {named}.")
        check(page, "a game to go on with")
        line.get_by_role("link").click()
        until(page, f"location.href === {there!r}")
        settle(page)


def test_play_page_dialogs_open_in_page(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE) as page:
        sit_down(page, game("skirmish"))
        before = page.url
        for name in ("Rosters", "Quick reference"):
            page.locator(".beneath").get_by_role("link", name=name).click()
            dialog = page.get_by_role("dialog", name=name)
            dialog.get_by_role("heading", name=name).wait_for()
            check(page, name)
            # The close button stays visible after scrolling.
            dialog.evaluate("it => it.scrollTo(0, it.scrollHeight)")
            close = dialog.get_by_role("button", name="Close")
            expect(close).to_be_in_viewport(ratio=1)
            close.click()
            expect(dialog).to_be_hidden()
        assert page.url == before


def test_play_page_back_closes_dialog_without_undo(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE, reduced_motion="reduce") as page:
        sit_down(page, game("skirmish"))
        settle(page)
        first = page.url
        answer(page, 0)
        settle(page)
        second, question = page.url, page.locator("#question").inner_text()
        assert second != first
        dialog = page.get_by_role("dialog", name="Rosters")
        for closes in (page.go_back, lambda: page.keyboard.press("Escape")):
            page.locator(".beneath").get_by_role("link", name="Rosters").click()
            expect(dialog).to_be_visible()
            closes()
            expect(dialog).to_be_hidden()
            settle(page)
            assert page.url == second
            assert page.locator("#question").inner_text() == question
        until(page, "!history.state?.rule")
        page.go_back()
        until(page, f"location.href === {first!r}")


@pytest.mark.parametrize("code", BOOKS)
def test_play_page_without_script_plays_game(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, java_script_enabled=False, viewport=PHONE) as page:
        sit_down(page, game(code), scripted=False)
        for n in range(CLICKS):
            if answer(page, n % 3, scripted=False) < 0:
                break


def test_play_page_table_click_chooses_option(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=DESKTOP) as page:
        sit_down(page, game("classic"))
        for _ in range(30):
            settle(page)
            if page.locator("a.choice").count():
                break
            answer(page, 1)
        before = page.url
        spot = page.locator("a.choice").first
        wanted = spot.get_attribute("href")
        spot.locator("circle").click(force=True)
        until(page, f"location.href !== {before!r}")
        assert wanted is not None
        assert page.url.endswith(wanted)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_play_page_phone_scrolls_to_candidates(
    browser: Browser, address: str, motion: Literal["reduce", "no-preference"]
) -> None:
    in_view = """(() => {
        const window = document.querySelector(".pan").getBoundingClientRect();
        return [...document.querySelectorAll(".choice-spot")].map(spot => spot.getBoundingClientRect())
            .filter(spot => spot.left >= window.left && spot.right <= window.right
                && spot.top >= window.top && spot.bottom <= window.bottom).length;
    })()"""
    with opened(browser, address, viewport=PHONE, has_touch=True, reduced_motion=motion) as page:
        sit_down(page, game("classic"))
        met = 0
        for _ in range(8):
            settle(page)
            if page.locator("a.choice").count():
                met += 1
                until(page, f"{in_view} > 0")
            answer(page, 1)
        assert met > 2


def test_play_page_keys_choose_undo_and_ask_advice(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=DESKTOP) as page:
        sit_down(page, game("duel"))
        settle(page)
        first = page.url
        page.keyboard.press("2")
        assert page.evaluate("document.activeElement.dataset.option") == "2"
        page.keyboard.press("Enter")
        until(page, f"location.href !== {first!r}")
        settle(page)
        page.keyboard.press("p")
        until(page, "document.querySelector('.outlook') !== null")
        settle(page)
        page.keyboard.press("u")
        until(
            page, "document.querySelector('.outlook') === null && !location.href.includes('moves=')"
        )


def test_play_page_advice_keeps_scroll_position(browser: Browser, address: str) -> None:
    waits = '<meta http-equiv="refresh" content="1"><div class="prose"><p>It thinks.</p></div>'
    looks: list[str] = []

    def look(route: Route) -> None:
        looks.append(route.request.url)
        if len(looks) == 1:
            route.fulfill(content_type="text/html", body=waits)
        else:
            route.continue_()

    with opened(browser, address, viewport=PHONE, reduced_motion="reduce") as page:
        sit_down(page, game("duel"))
        settle(page)
        asks = page.locator("[data-key=p]")
        asks.scroll_into_view_if_needed()
        asked, stood = page.url, page.evaluate("scrollY")
        assert stood > 0
        page.route(lambda url: "advice" in url, look)
        asks.click()
        page.locator(".waits").wait_for()
        assert page.locator(".waits").inner_text() == "It thinks."
        assert page.url == asked
        # A dialog opened meanwhile does not cancel the advice.
        page.locator(".beneath").get_by_role("link", name="Quick reference").click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        until(page, "document.querySelector('.outlook') !== null")
        assert len(looks) > 1
        assert page.url != asked
        assert page.locator(".waits").count() == 0
        assert page.evaluate("scrollY") == stood


def test_play_page_secret_decision_has_curtain(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=DESKTOP) as page:
        sit_down(page, "/play/duel/5898881888888?bots=person,person")
        assert not page.locator("a.option").count()
        page.get_by_text("nobody else looks").click()
        until(page, "document.querySelector('a.option') !== null")
