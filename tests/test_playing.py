"""Games played in a real Chromium: by clicking and by keyboard, with and without script, on any screen."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from browser import DESKTOP, PHONE, check, opened, served, until
from playwright.sync_api import Browser, Page
from rulesets import BOOKS
from shows import GAMES

from carnage.web import create_app
from carnage.worker.playing import Turns

pytestmark = pytest.mark.browser

CLICKS = 4  # answers in the everyday tests
READY = "document.querySelector('.play[data-ready]') !== null"
LAID = "!document.querySelector('main[aria-busy], .play.playing')"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = create_app()
    app.extensions["turns"] = turns = Turns()
    client = app.test_client()
    for code in BOOKS:
        while "looks again by itself" in client.get(game(code)).text:
            time.sleep(0.2)
    with served(app) as address:
        yield address
    turns.close()


def game(code: str, bots: str = "person,greedy") -> str:
    return GAMES[code].replace("/watch/", "/play/") + f"?bots={bots}"


def sit_down(page: Page, address: str, scripted: bool = True) -> None:
    """Go to a game."""
    page.goto(address)
    if scripted:
        until(page, READY)


def settle(page: Page) -> None:
    """Skip what others did."""
    until(page, f"{READY} && !document.querySelector('main[aria-busy]')")
    if page.locator("[data-skip]").is_visible():
        page.locator("[data-skip]").click()
    until(page, LAID)


def answer(page: Page, n: int) -> bool:
    """Click option n, or the last there is; False once the game is over."""
    settle(page)
    options = page.locator("a.option")
    count = options.count()
    if not count:
        return False
    before = page.url
    options.nth(min(n, count - 1)).click()
    until(page, f"location.href !== {before!r}")
    return True


def drawn(page: Page) -> str:
    """What stands on the table, by its ids and places."""
    return str(
        page.evaluate(
            """[...document.querySelectorAll("[data-layer] .drawing-piece")]
                .map(p => p.id + p.querySelector(".drawing-place").getAttribute("transform")).sort().join()"""
        )
    )


@pytest.mark.parametrize("code", BOOKS)
def test_a_game_is_played_by_clicking(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, color_scheme="light") as page:
        sit_down(page, game(code))
        check(page, code)
        for n in range(CLICKS):
            if not answer(page, n % 3):
                break
        settle(page)
        there, shown = page.url, drawn(page)
        # A link that is sent, or loaded again, leads to the same table; Back takes the last answer back.
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
    with opened(browser, address, viewport=PHONE, color_scheme="dark", reduced_motion="reduce") as page:
        sit_down(page, there)
        settle(page)
        assert drawn(page) == shown
        check(page, f"{code} on a phone")


@pytest.mark.parametrize("code", BOOKS)
def test_a_game_is_played_without_script(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, java_script_enabled=False, viewport=PHONE) as page:
        sit_down(page, game(code), scripted=False)
        for n in range(CLICKS):
            options = page.locator("a.option")
            if not options.count():
                break
            before = page.url
            options.nth(min(n % 3, options.count() - 1)).click()
            page.wait_for_load_state()
            assert page.url != before


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
        until(page, "document.querySelector('.outlook') === null && !location.href.includes('moves=')")


def test_two_people_answer_in_secret_behind_a_curtain(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=DESKTOP) as page:
        sit_down(page, game("duel", "person,person"))
        assert not page.locator("a.option").count()
        page.get_by_text("nobody else looks").click()
        until(page, "document.querySelector('a.option') !== null")


@pytest.mark.soak
@pytest.mark.parametrize("code", BOOKS)
def test_a_game_is_played_to_its_end(browser: Browser, address: str, code: str) -> None:
    with opened(browser, address, reduced_motion="reduce") as page:
        sit_down(page, game(code))
        n = 0
        while answer(page, n % 4):
            n += 1
        page.get_by_text("Watch the whole game").click()
        page.wait_for_load_state()
        until(page, "document.querySelector('.watch[data-ready]') !== null")
