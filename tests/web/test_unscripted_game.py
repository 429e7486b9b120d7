"""Test whole games on the page to play without script, free points included."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from carnage.web import create_app
from tests.support.at_play import play_address
from tests.support.browser import PHONE, open_page, serve
from tests.support.marks import soak_all_but
from tests.support.shows import InlineTurns

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

OWN_ANSWERS = 14  # answers by hand; then a bot plays each part of the game
MAX_PARTS = 400
POINTS = [(16, 20), (6, 6), (22, 8), (0.5, 3)]  # in the table's unit


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = create_app()
    app.extensions["turns"] = InlineTurns(), InlineTurns()
    with serve(app) as address:
        yield address


def answer_with_point(page: Page) -> bool:
    """Answer the open question with a point of the form; return False if it takes none."""
    for x, y in POINTS:
        form = page.locator(".point-form:not([hidden])")
        if not form.count():
            return False
        form.get_by_label("East").fill(str(x))
        form.get_by_label("North").fill(str(y))
        form.get_by_role("button", name="Try this place").click()
        assert page.locator(".ghost").count() == 1
        button = page.locator(".pointed a.button")
        if button.count():
            button.click()
            return True
        assert page.locator(".pointed").inner_text().endswith(".")  # the reason of the refusal
    return False


@pytest.mark.parametrize(
    "code",
    soak_all_but(["skirmish", "duel", "gamble"], ["skirmish", "classic", "duel", "gamble"]),
)
def test_play_page_without_script_plays_whole_game_with_points(
    browser: Browser, address: str, code: str
) -> None:
    points = 0
    with open_page(browser, address, java_script_enabled=False, viewport=PHONE) as page:
        page.goto(f"{play_address(code, 'person,easy')}&free=1")
        if page.locator(".setup a").count():
            page.locator(".setup a").click()
        for n in range(MAX_PARTS):
            options = page.locator("a.option")
            if not options.count() and page.locator(".reason").count():
                break
            options.first.wait_for()  # A page that waits for a bot loads itself again.
            if points < 2 and answer_with_point(page):
                points += 1
            elif n < OWN_ANSWERS:
                options.nth(min(1, options.count() - 1)).click()
            else:
                page.get_by_role("link", name="Let a bot play").click()
        assert page.locator("#question").inner_text().startswith(("You won", "You lost", "Drawn"))
        assert page.locator(".reason").inner_text().endswith(".")
        assert page.get_by_role("link", name="Watch the whole game").count() == 1
    assert points == (0 if code == "gamble" else 2)
