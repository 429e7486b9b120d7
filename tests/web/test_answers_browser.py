"""Test answers of several parts, hints for a place and the speed of replays in a real Chromium."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.support.at_play import (
    choose_option,
    open_game,
    play_address,
    point_in_reach,
    serve_with_workers,
    skip_animation,
)
from tests.support.browser import check_page, open_page, until
from tests.support.rulesets import rolled

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}
ANSWER_MS = 400  # in which the site answers to a point
ROWS = rolled("duel", assignment="free")
SMALL_TARGETS = """[...document.querySelectorAll(".answer-form button")]
    .map(it => it.getBoundingClientRect()).filter(box => box.width < 44 || box.height < 43.9).length"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_with_workers(map(play_address, ("duel", "gamble"))) as address:
        yield address


def answer_until(page: Page, holds: str, most: int = 60) -> None:
    """Choose first options until an expression is true at a question."""
    for n in range(most):
        skip_animation(page)
        if page.evaluate(f"Boolean({holds})"):
            return
        assert choose_option(page, n % 2) >= 0, holds
    raise AssertionError(holds)


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["phone", "desktop"])
def test_rows_of_all_dice_are_changed_and_confirmed(
    browser: Browser, address: str, size: ViewportSize
) -> None:
    with open_page(browser, address, viewport=size, reduced_motion="reduce") as page:
        open_game(page, f"/play/duel/{ROWS.seed.digits}?bots=person,greedy")
        rows = page.locator(".die-row")
        rows.first.wait_for()
        confirm = page.locator(".answer-form .button")
        expect(confirm).to_be_disabled()
        for n in range(rows.count()):
            rows.nth(n).locator("button").nth(n % 3).click()
        expect(confirm).to_be_enabled()
        rows.first.locator("button").first.click()  # take the first die out again
        expect(confirm).to_be_disabled()
        expect(page.locator(".answer-form .left")).to_contain_text("1 left")
        rows.first.locator("button").nth(1).click()
        assert page.evaluate(SMALL_TARGETS) == 0
        check_page(page, "the rows of all dice")
        before = page.url
        confirm.click()
        until(page, f"location.href !== {before!r}")
        skip_animation(page)
        assert "Which row" not in page.locator("#question").inner_text()
        page.keyboard.press("u")
        page.locator(".die-row").first.wait_for()
        assert (
            page.locator(".die-row").first.locator("[aria-pressed=true]").inner_text() == "Offense"
        )


def test_dice_of_a_throw_are_taken_in_and_out(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=NARROW, reduced_motion="reduce") as page:
        open_game(page, play_address("gamble"))
        dice = page.locator(".thrown-die")
        dice.first.wait_for()
        confirm = page.locator(".answer-form .button")
        for n in range(dice.count()):
            dice.nth(n).click()
        every = confirm.inner_text()
        dice.last.click()
        assert confirm.inner_text() != every
        own = page.locator("#t-beside .taken")
        assert own.count() == dice.count() - 1
        dice.last.click()
        assert page.evaluate(SMALL_TARGETS) == 0
        check_page(page, "the dice of a throw")
        before = page.url
        confirm.click()
        until(page, f"location.href !== {before!r}")


def test_bid_is_a_stepper(browser: Browser, address: str) -> None:
    rules = rolled("classic", initiative="earnt-resource-bid")
    with open_page(browser, address, viewport=NARROW, reduced_motion="reduce") as page:
        open_game(page, f"/play/classic/{rules.seed.digits}?bots=person,easy&auto=routine,setup")
        answer_until(page, "document.querySelector('.stepper')")
        assert page.locator(".answer-form .button").inner_text() == "Bid nothing"
        page.get_by_role("button", name="more").click()
        assert page.locator(".stepper output").inner_text() == "1"
        check_page(page, "a bid")
        before = page.url
        page.locator(".answer-form .button").click()
        until(page, f"location.href !== {before!r}")


def test_speed_of_replays_is_remembered(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="no-preference") as page:
        open_game(page, play_address("gamble"))
        page.locator("[data-menu] > summary").click()
        page.locator(".menu [data-setting=pace]").select_option("never")
        page.locator("[data-menu] > summary").click()
        page.reload()
        until(page, "document.querySelector('.play[data-ready]')")
        assert page.locator(".menu [data-setting=pace]").input_value() == "0"
        before = page.url
        page.evaluate(
            "new MutationObserver(() => { window.played ||= document.querySelector('.play.playing'); })"
            ".observe(document.querySelector('.play'), {attributes: true})"
        )
        choose_option(page, 0)
        until(page, f"location.href !== {before!r} && !document.querySelector('main[aria-busy]')")
        assert not page.evaluate("Boolean(window.played)")


def test_hint_is_compared_with_the_place_that_is_tried(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address("duel"))
        answer_until(page, "document.querySelector('[data-part=reach] > polygon')")
        page.keyboard.press("h")
        until(page, "document.querySelector('.outlook') !== null")
        page.locator(".pan").focus()
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
            page.wait_for_timeout(500)
        page.locator(".pointed .compare").click()
        until(page, "document.querySelector('.advice')?.textContent.includes('Your place wins')")
        expect(page.locator(".ghost")).to_be_attached()
        check_page(page, "a hint beside a place")


def find_piece(page: Page, owner: int, nth: int = 0) -> tuple[float, float]:
    """Return the middle of a figure on the screen."""
    box = (
        page.locator(f"#t-table .drawing-piece.owner-{owner} .drawing-body").nth(nth).bounding_box()
    )
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_tapped_enemy_has_a_line_of_sight(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, f"{play_address('classic', 'person,easy')}&auto=routine,setup")
        answer_until(
            page, "document.querySelector('#question').textContent.startsWith('What does')"
        )
        for nth in range(12):
            page.mouse.click(*find_piece(page, 1, nth))
            page.locator("[data-shown=panel]").wait_for()
            if page.locator("[data-part=cursor] .sight").count():
                break
        assert page.locator("[data-shown=panel] .sights li").count() == 1
        assert "inches" in page.locator(".sights").inner_text() or '"' in (
            page.locator(".sights").inner_text()
        )


def test_one_click_moves_after_the_setting(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address("duel"))
        answer_until(page, "document.querySelector('[data-part=reach] > polygon')")
        page.locator("[data-menu] > summary").click()
        page.locator("[data-setting=quick]").select_option("moves there")
        page.locator("[data-menu] > summary").click()
        before = page.url
        outline = page.locator("[data-part=reach] > polygon").bounding_box()
        assert outline is not None
        left, top = outline["x"], outline["y"]
        for share in (0.35, 0.42, 0.55, 0.62, 0.7):
            page.mouse.click(left + share * outline["width"], top + share * outline["height"])
            page.wait_for_timeout(500)
            if page.url != before:
                return
        raise AssertionError("no click moved the ship")


def test_click_moves_although_the_mouse_moves_on(browser: Browser, address: str) -> None:
    def answer_late(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address("duel"))
        answer_until(page, "document.querySelector('[data-part=reach] > polygon')")
        page.evaluate("localStorage.setItem('carnage.play', JSON.stringify({quick: '1'}))")
        page.reload()
        until(page, "document.querySelector('.play[data-ready]')")
        page.route(lambda url: ".point" in url, answer_late)
        before = page.url
        x, y = point_in_reach(page)
        page.mouse.click(x, y)
        for n in range(5):
            page.mouse.move(x + 9 * n, y + 30)
        until(page, f"location.href !== {before!r}")


def test_table_takes_no_click_just_after_an_answer(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address("duel"))
        answer_until(page, "document.querySelector('[data-part=reach] > polygon')")
        x, y = point_in_reach(page)
        page.evaluate("document.querySelector('.play').classList.add('fresh')")
        page.mouse.click(x, y)
        page.wait_for_timeout(ANSWER_MS)
        assert not page.locator(".ghost:not(.faint)").count()
        page.evaluate("document.querySelector('.play').classList.remove('fresh')")
        page.mouse.click(x, y)
        page.locator(".ghost:not(.faint)").wait_for(state="attached")


def test_tap_on_things_one_above_the_other_lists_them(browser: Browser, address: str) -> None:
    with open_page(
        browser, address, viewport=NARROW, has_touch=True, reduced_motion="reduce"
    ) as page:
        open_game(page, f"{play_address('classic', 'person,easy')}&auto=routine,setup")
        skip_animation(page)
        for _ in range(4):
            page.locator("[data-zoom=in]").click()  # as large as possible
        page.locator("[data-zoom=in]").click()
        page.evaluate("""(() => {
            const [first, second] = document.querySelectorAll("#t-table .drawing-piece.owner-1");
            const { x, y, width, height } = document.querySelector("#t-table").viewBox.baseVal;
            for (const [piece, away] of [[first, 0.9], [second, -1]]) {
                const place = `translate(${x + width / 2 + away} ${y + height / 2})`;
                piece.querySelector(".drawing-place").setAttribute("transform", place);
            }
        })()""")
        box = page.locator(".pan").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        meanings = page.locator(".meanings button")
        meanings.first.wait_for()
        assert meanings.count() == 2
        check_page(page, "a list of things at a tap")
        meanings.last.click()
        expect(page.locator("[data-shown=panel]")).not_to_contain_text("Which of these?")


def test_loupe_shows_the_place_under_a_dragging_finger(browser: Browser, address: str) -> None:
    with open_page(
        browser, address, viewport=NARROW, has_touch=True, reduced_motion="reduce"
    ) as page:
        open_game(page, play_address("duel"))
        answer_until(page, "document.querySelector('[data-part=reach] > polygon')")
        x, y = find_piece(page, 0)
        touches = page.context.new_cdp_session(page)
        for n in range(12):
            kind = "touchMove" if n else "touchStart"
            point = {"x": x + 3 * n, "y": y + 2 * n}
            touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
            page.wait_for_timeout(30)
        expect(page.locator(".loupe")).to_be_visible()
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".loupe")).to_be_hidden()
        page.locator(".ghost").wait_for(state="attached")
