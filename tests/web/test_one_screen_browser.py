"""Test that the pages to play and to watch a game fit on the screen, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from carnage.web import create_app
from tests.support.at_play import play_address, skip_animation
from tests.support.browser import open_page, serve
from tests.support.shows import GAMES, InlineReplays, InlineTurns, estimate_courses

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (390, 844), (740, 700), (960, 600), (1280, 800)]
SOME_SIZES = [
    size if size in SIZES[::4] else pytest.param(size, marks=pytest.mark.soak) for size in SIZES
]
CODES = ("classic", "duel", "gamble")
CONTROLS = ".through button, .through a, .through select, .through input, .beneath a, .play-bar a, .play-bar button"

# Returns the faults of a page: parts of the drawing and controls that are outside the screen or
# covered, and documents that scroll.
FAULTS = """controls => {
    const faults = [];
    const { scrollHeight, scrollWidth } = document.documentElement;
    if (scrollY || scrollHeight > innerHeight || scrollWidth > innerWidth) faults.push("the page scrolls");
    const stage = document.querySelector(".stage").getBoundingClientRect();
    if (stage.height < 200 || stage.width < 320) faults.push("the table is small");
    const within = (box, home) => box.left >= home.left - 1 && box.right <= home.right + 1
        && box.top >= home.top - 1 && box.bottom <= home.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const home = document.querySelector(".stage .drawing");
    for (const part of home.querySelectorAll("[data-part=ground], [data-part=beside], .drawing-piece")) {
        const box = part.getBoundingClientRect();
        if (!within(box, stage) || !within(box, screen)) faults.push(`outside: ${part.id || part.dataset.part}`);
    }
    for (const control of document.querySelectorAll(controls)) {
        if (!control.checkVisibility()) continue;
        const box = control.getBoundingClientRect();
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        if (!within(box, screen) || !(control.contains(top) || top?.closest("a") === control)) {
            faults.push(`control: ${control.title || control.textContent}`);
        }
    }
    return faults;
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    estimate_courses()
    app = create_app()
    app.extensions["replays"] = InlineReplays(), InlineReplays()
    app.extensions["turns"] = InlineTurns(), InlineTurns()
    with serve(app) as address:
        yield address


def list_faults(page: Page) -> list[str]:
    faults: list[str] = page.evaluate(FAULTS, CONTROLS)
    return faults


@pytest.mark.thorough
@pytest.mark.parametrize("size", SOME_SIZES, ids=lambda size: "x".join(map(str, size)))
def test_watch_page_shows_board_and_controls_without_scrolling(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with open_page(browser, address, viewport=viewport, reduced_motion="reduce") as page:
        for code in CODES:
            page.goto(f"{GAMES[code]}?at=20")
            page.locator(".watch[data-ready]").wait_for()
            assert list_faults(page) == [], code
            page.locator("[data-way=last]").click()
            assert list_faults(page) == [], f"the end of {code}"


@pytest.mark.thorough
@pytest.mark.parametrize("size", SOME_SIZES, ids=lambda size: "x".join(map(str, size)))
def test_play_page_shows_board_and_controls_without_scrolling(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with open_page(browser, address, viewport=viewport, reduced_motion="reduce") as page:
        for code in CODES:
            page.goto(play_address(code))
            skip_animation(page)
            assert list_faults(page) == [], code
