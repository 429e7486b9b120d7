"""Test the table of played games in a real Chromium: dice, keys, other schemes, no script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.at_play import (
    choose_option,
    open_game,
    open_list,
    play_address,
    serve_with_workers,
    skip_animation,
)
from tests.support.browser import check_page, open_page, until
from tests.support.marks import soak_all_but

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WIDE: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 360, "height": 700}
BOOKS = ("classic", "duel", "gamble")
MAX_ANSWERS = 400

# Counts rolls in the tray, and changes of the text, the scores and the pieces while dice roll.
WATCH_DICE = """() => {
    const tray = document.querySelector("[data-shown=tray]");
    window.rolls = 0;
    window.early = 0;
    new MutationObserver(() => {
        if (tray.querySelector(".rolling")) window.rolls += 1;
    }).observe(tray, {childList: true});
    const results = document.querySelectorAll(".spoken, [data-part=beside], [data-layer], .entries");
    const observer = new MutationObserver(() => {
        if (!tray.hidden && tray.querySelector(".rolling")) window.early += 1;
    });
    for (const node of results) observer.observe(node, {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_with_workers(map(play_address, BOOKS)) as address:
        yield address


def test_results_of_dice_come_after_the_dice(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE) as page:
        open_game(page, play_address("gamble"))
        page.evaluate(WATCH_DICE)
        for _ in range(4):
            until(page, "!document.querySelector('main[aria-busy], .play.playing')")
            options = page.locator("a.option")
            if not options.count():
                break
            before = page.url
            open_list(page)
            options.first.click()
            until(page, f"location.href !== {before!r}")
        until(page, "!document.querySelector('main[aria-busy], .play.playing')")
        assert page.evaluate("window.rolls") > 0
        assert page.evaluate("window.early") == 0


def test_dice_do_not_roll_with_reduced_motion(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address("gamble"))
        page.evaluate(WATCH_DICE)
        choose_option(page, 0)
        skip_animation(page)
        assert page.evaluate("window.rolls") == 0


def answer_by_keys(page: Page) -> bool:
    """Answer the open question by the keyboard; return False if the game is over."""
    skip_animation(page)
    if not page.locator("a.option").count():
        return False
    before = page.url
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    until(page, f"location.href !== {before!r}")
    return True


@pytest.mark.parametrize("code", soak_all_but(["gamble"], ["gamble", "duel"]))
def test_whole_game_by_keyboard_alone(browser: Browser, address: str, code: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address(code))
        answers = 0
        while answers < MAX_ANSWERS and answer_by_keys(page):
            answers += 1
        assert 0 < answers < MAX_ANSWERS
        assert page.locator("#question").inner_text() != ""
        assert page.locator(".again").count() == 1
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            check_page(page, f"the end of a {code}, {scheme}")


@pytest.mark.parametrize("scheme", soak_all_but(["dark"], ["light", "dark"]))
def test_table_has_no_fault_in_both_schemes(browser: Browser, address: str, scheme: str) -> None:
    with open_page(browser, address, viewport=SMALL, color_scheme=scheme) as page:
        open_game(page, play_address("classic"))
        skip_animation(page)
        check_page(page, f"the table, {scheme}")
        page.keyboard.press("?")
        page.locator("#keys").wait_for()
        check_page(page, f"the keys, {scheme}")


def test_bar_below_fits_on_a_narrow_phone(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=SMALL, reduced_motion="reduce") as page:
        open_game(page, play_address("classic"))
        choose_option(page, 0)
        skip_animation(page)
        links = page.locator(".beneath a")
        boxes = [links.nth(n).bounding_box() for n in range(links.count())]
        assert len(boxes) >= 3
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
        assert page.evaluate(
            "(it => it.scrollWidth <= it.clientWidth)(document.querySelector('.beneath'))"
        )


@pytest.mark.parametrize("code", soak_all_but(["duel"], ["classic", "duel"]))
def test_point_is_chosen_without_script(browser: Browser, address: str, code: str) -> None:
    with open_page(browser, address, java_script_enabled=False, viewport=SMALL) as page:
        open_game(page, play_address(code), scripted=False)
        for n in range(80):
            until(page, "document.querySelector('.play')")
            form = page.locator(".point-form")
            if form.is_visible():
                form.locator("[name=x]").fill("2.5")
                form.locator("[name=y]").fill("2.5")
                form.get_by_role("button").click()
                until(page, "document.querySelector('.pointed:not([hidden])')")
                link = page.locator(".pointed a.button")
                if link.count():
                    before = page.url
                    link.click()
                    until(page, f"location.href !== {before!r}")
                    until(page, "document.querySelector('.play')")
                    return
            if choose_option(page, n % 3, scripted=False) < 0:
                break
        raise AssertionError("no point was taken")


def test_told_heading_ends_with_a_colon(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE) as page:
        page.goto(play_address("duel"))
        page.get_by_role("button", name="Show replay").click()
        until(page, "document.querySelector('[data-shown=spoken]').textContent")
        told = page.locator("[data-shown=spoken]").text_content() or ""
        assert told.startswith("Setting up: ")
