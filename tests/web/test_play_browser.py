"""Games played in a real Chromium: by clicking and by keyboard, with and without script, on any
screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.at_play import answer, drawn, game, settle, sit_down, tables_laid
from tests.support.browser import DESKTOP, PHONE, check, opened, until
from tests.support.rulesets import BOOKS

pytestmark = pytest.mark.browser

CLICKS = 4  # answers in the everyday tests


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tables_laid(map(game, BOOKS)) as address:
        yield address


@pytest.mark.parametrize("code", BOOKS)
def test_a_game_is_played_by_clicking(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, color_scheme="light") as page:
        sit_down(page, game(code))
        check(page, code)
        for n in range(CLICKS):
            if answer(page, n % 3) < 0:
                break
        settle(page)
        there, shown = page.url, drawn(page)
        # A link that is sent, or loaded again, leads to the same table; Back takes the last answer
        # back.
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


def test_a_game_that_one_is_in_the_middle_of_is_found_again(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE) as page:
        page.goto("/play")
        line = page.locator("[data-going]")
        expect(line).to_be_hidden()
        sit_down(page, game("duel"))
        page.goto("/play")
        expect(line).to_be_hidden()  # nothing was answered yet
        page.go_back()
        settle(page)
        answer(page, 0)
        settle(page)
        there, named = page.url, page.locator("h1").inner_text()
        page.goto("/play")
        expect(line).to_have_text(f"Resume your game: {named}.")
        check(page, "a game to go on with")
        line.get_by_role("link").click()
        until(page, f"location.href === {there!r}")
        settle(page)


def test_who_is_who_is_looked_up_without_leaving(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=PHONE) as page:
        sit_down(page, game("skirmish"))
        before = page.url
        for name in ("Rosters", "Quick Reference"):
            page.locator(".beneath").get_by_role("link", name=name).click()
            dialog = page.get_by_role("dialog", name=name)
            dialog.get_by_role("heading", name=name).wait_for()
            check(page, name)
            # What closes it stays in reach, however far one has read.
            dialog.evaluate("it => it.scrollTo(0, it.scrollHeight)")
            close = dialog.get_by_role("button", name="Close")
            expect(close).to_be_in_viewport(ratio=1)
            close.click()
            expect(dialog).to_be_hidden()
        assert page.url == before


def test_back_closes_a_rule_and_takes_no_answer_back(browser: Browser, address: str) -> None:
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
def test_a_game_is_played_without_script(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, java_script_enabled=False, viewport=PHONE) as page:
        sit_down(page, game(code), scripted=False)
        for n in range(CLICKS):
            if answer(page, n % 3, scripted=False) < 0:
                break


def test_what_can_be_chosen_is_chosen_on_the_table(browser: Browser, address: str) -> None:
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
def test_on_a_phone_places_that_can_be_chosen_are_in_the_window(
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


def test_keys_pick_take_back_and_ask(browser: Browser, address: str) -> None:
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


def test_whoever_asks_the_planner_stays_where_they_are_while_it_thinks(
    browser: Browser, address: str
) -> None:
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
        # Who reads up something meanwhile, and closes it, still gets the advice.
        page.locator(".beneath").get_by_role("link", name="Show quick reference").click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        until(page, "document.querySelector('.outlook') !== null")
        assert len(looks) > 1
        assert page.url != asked
        assert page.locator(".waits").count() == 0
        assert page.evaluate("scrollY") == stood


def test_two_people_answer_in_secret_behind_a_curtain(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=DESKTOP) as page:
        sit_down(page, "/play/duel/5898881888888?bots=person,person")
        assert not page.locator("a.option").count()
        page.get_by_text("Show the question to").click()
        until(page, "document.querySelector('a.option') !== null")
