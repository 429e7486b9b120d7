"""Test played games in a real Chromium, by mouse and keyboard, with and without script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, ViewportSize, expect

from tests.support.at_play import (
    choose_option,
    open_game,
    open_list,
    play_address,
    point_in_reach,
    read_positions,
    serve_with_workers,
    skip_animation,
)
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, until
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, rolled

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

CLICKS = 4  # decisions in each test
NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_with_workers(map(play_address, BOOKS)) as address:
        yield address


@pytest.mark.parametrize("code", soak_all_but(["gamble"], BOOKS))
def test_play_page_clicks_play_game(browser: Browser, address: str, code: str) -> None:
    with open_page(browser, address, color_scheme="light") as page:
        open_game(page, play_address(code))
        check_page(page, code)
        for n in range(CLICKS):
            if choose_option(page, n % 3) < 0:
                break
        skip_animation(page)
        there, shown = page.url, read_positions(page)
        # The address restores the position; the back button undoes the last decision.
        page.goto(there)
        skip_animation(page)
        assert read_positions(page) == shown
        page.go_back()
        until(page, f"location.href !== {there!r}")
        skip_animation(page)
        page.go_forward()
        until(page, f"location.href === {there!r}")
        skip_animation(page)
        assert read_positions(page) == shown
        check_page(page, code)
    with open_page(
        browser, address, viewport=PHONE, color_scheme="dark", reduced_motion="reduce"
    ) as page:
        open_game(page, there)
        skip_animation(page)
        assert read_positions(page) == shown
        check_page(page, f"{code} on a phone")


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
def test_play_page_of_a_first_game_asks_at_once(
    browser: Browser, address: str, size: ViewportSize, scripted: bool
) -> None:
    with open_page(
        browser,
        address,
        viewport=size,
        java_script_enabled=scripted,
        reduced_motion="no-preference",
    ) as page:
        open_game(page, play_address("skirmish").partition("?")[0], scripted)
        until(page, "document.querySelector('.play')")
        expect(page.locator("#question")).to_be_in_viewport()
        assert not page.locator(".play.playing").count()
        words = page.locator(".aim, .question").all_inner_texts()
        assert len(" ".join(words).split()) < 80
        page.locator("[data-menu] > summary").click()
        page.get_by_text("Ask me everything").click()
        until(page, "document.querySelector('.asks')?.textContent.includes('only what matters')")


def test_play_form_links_to_unfinished_game(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=PHONE) as page:
        page.goto("/play")
        line = page.locator("[data-going]")
        expect(line).to_be_hidden()
        open_game(page, play_address("duel"))
        page.goto("/play")
        expect(line).to_be_hidden()  # no decision so far
        page.go_back()
        skip_animation(page)
        choose_option(page, 0)
        skip_animation(page)
        there, named = page.url, page.locator("h1").inner_text()
        page.goto("/play")
        expect(line).to_have_text(f"Resume your game: {named}.")
        check_page(page, "a game to go on with")
        line.get_by_role("link").click()
        until(page, f"location.href === {there!r}")
        skip_animation(page)


def test_play_page_dialogs_open_in_page(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=PHONE) as page:
        open_game(page, play_address("skirmish"))
        before = page.url
        for name in ("Rosters", "Quick Reference"):
            page.locator(".more").get_by_role("link", name=name).click()
            dialog = page.get_by_role("dialog", name=name)
            dialog.get_by_role("heading", name=name).wait_for()
            check_page(page, name)
            # The close button stays visible after scrolling.
            dialog.evaluate("it => it.scrollTo(0, it.scrollHeight)")
            close = dialog.get_by_role("button", name="Close")
            expect(close).to_be_in_viewport(ratio=1)
            close.click()
            expect(dialog).to_be_hidden()
        assert page.url == before


def test_play_page_back_closes_dialog_without_undo(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=PHONE, reduced_motion="reduce") as page:
        open_game(page, play_address("skirmish"))
        skip_animation(page)
        first = page.url
        choose_option(page, 0)
        skip_animation(page)
        second, question = page.url, page.locator("#question").inner_text()
        assert second != first
        dialog = page.get_by_role("dialog", name="Rosters")
        for closes in (page.go_back, lambda: page.keyboard.press("Escape")):
            page.locator(".more").get_by_role("link", name="Rosters").click()
            expect(dialog).to_be_visible()
            closes()
            expect(dialog).to_be_hidden()
            skip_animation(page)
            assert page.url == second
            assert page.locator("#question").inner_text() == question
        until(page, "!history.state?.rule")
        page.go_back()
        until(page, f"location.href === {first!r}")


@pytest.mark.parametrize("code", soak_all_but(["gamble"], BOOKS))
def test_play_page_without_script_plays_game(browser: Browser, address: str, code: str) -> None:
    with open_page(browser, address, java_script_enabled=False, viewport=PHONE) as page:
        open_game(page, play_address(code), scripted=False)
        for n in range(CLICKS):
            if choose_option(page, n % 3, scripted=False) < 0:
                break


def test_play_page_table_click_tries_option_and_then_chooses_it(
    browser: Browser, address: str
) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, play_address("classic"))
        for _ in range(30):
            skip_animation(page)
            if page.locator("a.choice").count():
                break
            choose_option(page, 1)
        before = page.url
        spot = page.locator("a.choice").first
        wanted = spot.get_attribute("href")
        spot.locator("circle").click(force=True)
        confirm = page.locator(".pointed .button").first
        expect(confirm).to_be_visible()
        assert page.url == before
        if confirm.text_content() != page.locator(".pointed .button").last.text_content():
            wanted = confirm.get_attribute("href")
        confirm.click()
        until(page, f"location.href !== {before!r}")
        assert wanted is not None
        assert page.url.endswith(wanted)


IN_VIEW = """(() => {
    const window = document.querySelector(".pan").getBoundingClientRect();
    const spots = [...document.querySelectorAll(".choice-spot")].map(spot => spot.getBoundingClientRect());
    return scrollY === 0 && window.top >= 0 && window.bottom <= innerHeight && window.height > 250
        && spots.every(spot => spot.right > window.left && spot.left < window.right
            && spot.bottom > window.top && spot.top < window.bottom);
})()"""
TARGETS = """[...document.querySelectorAll(".options a, .beneath a, .more a, .more button, .pointed a, .zooms button")]
    .filter(it => it.checkVisibility()).map(it => it.getBoundingClientRect())
    .filter(box => box.width < 44 || box.height < 43.9).length"""


@pytest.mark.parametrize(
    "size", [NARROW, pytest.param(WIDE, marks=pytest.mark.soak)], ids=["phone", "desktop"]
)
@pytest.mark.parametrize("code", soak_all_but(["classic"], ["classic", "skirmish", "duel"]))
def test_play_page_board_is_always_in_view(
    browser: Browser, address: str, code: str, size: ViewportSize
) -> None:
    with open_page(
        browser, address, viewport=size, has_touch=size is NARROW, reduced_motion="reduce"
    ) as page:
        open_game(page, play_address(code))
        for n in range(12):
            skip_animation(page)
            assert page.evaluate(IN_VIEW), page.locator("#question").inner_text()
            assert page.evaluate(TARGETS) == 0
            if choose_option(page, n % 2) < 0:
                break


def open_move(page: Page, code: str) -> None:
    """Open a game, and play its first options until a question has a reach."""
    open_game(page, play_address(code))
    for _ in range(60):
        skip_animation(page)
        if page.locator("[data-part=reach] > polygon").count():
            return
        choose_option(page, 0)
    raise AssertionError("no question has a reach")


@pytest.mark.parametrize("code", soak_all_but(["duel"], ["classic", "duel"]))
def test_play_page_click_anywhere_shows_where_it_leads(
    browser: Browser, address: str, code: str
) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_move(page, code)
        page.locator("[data-zoom=in]").click()
        page.locator("[data-zoom=whole]").click()
        before, question = page.url, page.locator("#question").inner_text()
        x, y = point_in_reach(page)
        page.mouse.click(x, y)
        page.locator(".ghost:not(.faint)").wait_for(state="attached")
        expect(page.locator(".pointed")).to_be_visible()
        check_page(page, "a point")
        button = page.locator(".pointed a")
        if not button.count():  # refused, with a sentence
            assert page.locator(".pointed").inner_text().endswith(".")
            return
        button.click()
        until(page, f"location.href !== {before!r}")
        skip_animation(page)
        page.keyboard.press("u")
        until(page, f"document.querySelector('#question').textContent === {question!r}")


def test_play_page_on_phone_enlarges_the_places_of_a_duel(browser: Browser, address: str) -> None:
    with open_page(
        browser, address, viewport=NARROW, has_touch=True, reduced_motion="reduce"
    ) as page:
        open_move(page, "duel")
        assert page.evaluate(IN_VIEW)
        box = page.locator(".choice-spot").first.bounding_box()
        assert box is not None
        assert box["width"] >= 15


def test_play_page_tap_on_phone_moves_to_the_point(browser: Browser, address: str) -> None:
    with open_page(
        browser, address, viewport=NARROW, has_touch=True, reduced_motion="reduce"
    ) as page:
        open_move(page, "classic")
        before = page.url
        for _ in range(3):  # a tap near several things zooms in first
            page.touchscreen.tap(*point_in_reach(page))
            page.wait_for_timeout(800)
            if page.locator(".pointed").is_visible() or page.url != before:
                break
        assert page.locator(".ghost").count() or page.url != before


def test_play_page_arrow_keys_move_the_point(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_move(page, "classic")
        before = page.url
        page.locator(".pan").focus()
        for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
            page.keyboard.press(key)
            page.wait_for_timeout(600)
            if page.locator(".pointed a").count():
                break
        page.locator(".pan").focus()
        page.keyboard.press("Enter")
        until(page, f"location.href !== {before!r}")


def test_play_page_keys_choose_undo_and_ask_advice(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, play_address("duel"))
        skip_animation(page)
        first = page.url
        page.keyboard.press("2")
        assert page.evaluate("document.activeElement.dataset.option") == "2"
        page.keyboard.press("Enter")
        until(page, f"location.href !== {first!r}")
        skip_animation(page)
        page.keyboard.press("h")
        until(page, "document.querySelector('.outlook') !== null")
        skip_animation(page)
        page.keyboard.press("u")
        until(
            page, "document.querySelector('.outlook') === null && !location.href.includes('moves=')"
        )


@pytest.mark.soak
def test_play_page_advice_keeps_scroll_position(browser: Browser, address: str) -> None:
    waits = '<meta http-equiv="refresh" content="1"><div class="prose"><p>It thinks.</p></div>'
    come_back = {"Retry-After": "1"}
    looks: list[str] = []

    def look(route: Route) -> None:
        looks.append(route.request.url)
        if len(looks) == 1:
            route.fulfill(status=202, headers=come_back, content_type="text/html", body=waits)
        else:
            route.continue_()

    with open_page(browser, address, viewport=PHONE, reduced_motion="reduce") as page:
        open_game(page, play_address("duel"))
        skip_animation(page)
        asks = page.locator("[data-key=h]")
        page.evaluate("document.querySelector('.margin').scrollTop = 40")
        scrolled = "document.querySelector('.margin').scrollTop"
        asked, stood = page.url, page.evaluate(scrolled)
        assert stood > 0
        page.route(lambda url: "advice" in url, look)
        asks.click()
        page.locator(".waits").wait_for()
        assert page.locator(".waits").inner_text() == "It thinks."
        assert page.url == asked
        # A dialog opened meanwhile does not cancel the advice.
        page.locator(".more").get_by_role("link", name="Show quick reference").click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.evaluate("document.querySelector('.margin').scrollTop = 40")  # the link was below
        until(page, "document.querySelector('.outlook') !== null")
        assert len(looks) > 1
        assert page.url != asked
        assert page.locator(".waits").count() == 0
        assert page.evaluate(scrolled) == stood


def test_play_page_secret_decision_has_curtain(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, "/play/duel/5898881888888?bots=person,person")
        assert not page.locator("a.option").count()
        page.get_by_text("Show the question to").click()
        until(page, "document.querySelector('a.option') !== null")


def test_play_page_back_closes_the_curtain_again(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=DESKTOP, reduced_motion="reduce") as page:
        open_game(page, "/play/duel/5898881888888?bots=person,person")
        page.get_by_text("Show the question to").click()
        until(page, "document.querySelector('a.option') !== null")
        choose_option(page, 0)
        skip_animation(page)
        page.go_back()
        page.get_by_text("Show the question to").wait_for()
        assert not page.locator("a.option").count()
        page.reload()
        page.get_by_text("Show the question to").wait_for()
        assert not page.locator("a.option").count()


def open_unchecked_duel(browser: Browser, address: str) -> Page:
    """Open a duel without a check of the browser's log, where a refused request is an error."""
    page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
    open_game(page, play_address("duel"))
    skip_animation(page)
    return page


def test_play_page_waits_for_a_busy_site(browser: Browser, address: str) -> None:
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route.request.url)
        route.fulfill(status=429, headers={"Retry-After": "1"}, body="busy")

    page = open_unchecked_duel(browser, address)
    page.route(lambda url: "/play/" in url and ".json" in url, refuse_once)
    assert choose_option(page, 0) == 0
    skip_animation(page)
    assert len(refused) == 1
    assert page.locator("a.option").count()
    page.context.close()


def test_play_page_full_planner_queue_keeps_the_question(browser: Browser, address: str) -> None:
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "0"}, body="The site is busy")

    page = open_unchecked_duel(browser, address)
    shown = page.url
    title = page.locator("#question").inner_text()
    page.route(lambda url: "advice" in url, refuse)
    page.locator('[data-key="h"]').click()
    page.get_by_text("The site is busy. Try again in a minute.").wait_for()
    assert len(refused) > 1, "the request was not repeated"
    assert (page.url, page.locator("#question").inner_text()) == (shown, title)
    assert page.locator('[data-key="h"]').inner_text() == "Ask for a hint"
    page.context.close()


def test_play_page_unreachable_site_keeps_the_question(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, play_address("duel"))
        skip_animation(page)
        title = page.locator("#question").inner_text()
        page.route("**/*.json?*", lambda route: route.abort("aborted"))
        open_list(page)
        page.locator("a.option").first.click()
        page.locator(".waits").wait_for()
        assert page.locator("#question").inner_text() == title
        page.unroute("**/*.json?*")
        choose_option(page, 0)
        assert page.locator(".waits").count() == 0


def test_play_page_long_turn_of_a_bot_is_played_faster(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, play_address("duel"))
        script = page.locator("link[rel=modulepreload][href$='player.js']").get_attribute("href")
        cuts = [{"n": n, "lines": ["A line of a report of an event."]} for n in range(40)]
        ms = page.evaluate(
            "async ([script, cuts]) => (await import(script)).duration(cuts)", [script, cuts]
        )
        assert 30_000 < ms < 60_000
        assert (
            page.evaluate("async script => (await import(script)).duration([{n: 0}])", script) == 0
        )


def test_play_page_yes_or_no_is_two_large_buttons(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=PHONE) as page:
        open_game(page, play_address("duel"))
        skip_animation(page)
        options = page.locator(".options[data-form]")
        open_list(page)
        first, second = page.locator("a.option").all()[:2]
        options.evaluate("list => list.dataset.form = 'yes-no'")
        left, right = first.bounding_box(), second.bounding_box()
        assert left is not None
        assert right is not None
        assert left["y"] == right["y"]
        assert min(left["height"], right["height"]) >= 44


def test_play_page_dice_show_their_pips_after_the_first_throw(
    browser: Browser, address: str
) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, play_address("gamble"))
        used = "[...document.querySelectorAll('.drawing-pips:not([href=\"#\"])')]"
        for _ in range(12):
            choose_option(page, 0)
            skip_animation(page)
            if page.evaluate(f"{used}.length"):
                break
        assert page.evaluate(f"{used}.length") > 0
        found = f"{used}.every(use => document.querySelector(use.getAttribute('href')))"
        assert page.evaluate(found)


def test_play_page_roll_is_announced_until_its_result(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=DESKTOP) as page:
        open_game(page, play_address("duel"))
        script = page.locator("link[rel=modulepreload][href$='tray.js']").get_attribute("href")
        before, after = page.evaluate(
            """async script => {
                const { Tray } = await import(script);
                const home = document.createElement("p");
                const cut = { dice: [4], roll: "It needs 6" };
                const result = new Promise(done => new Tray(home).roll(cut, 4, done));
                const before = home.textContent;
                await result;
                return [before, home.textContent];
            }""",
            script,
        )
        assert (before, after) == ("It needs 6?", "4")


def test_play_page_asks_before_a_side_leaves(browser: Browser, address: str) -> None:
    rules = rolled("skirmish", morale="leg-it", objectives="loot", fighting="hand-signs")
    with open_page(browser, address, viewport=PHONE, reduced_motion="reduce") as page:
        open_game(page, f"/play/skirmish/{rules.seed.digits}?bots=person,easy")
        while not page.locator("[data-sure]").count():
            skip_animation(page)
            before = page.url
            page.locator("a[data-key=a]").click()
            until(page, f"location.href !== {before!r}")
            skip_animation(page)
        leave, there = page.locator("[data-sure]"), page.url
        asked = []

        def cancel(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.dismiss()

        page.once("dialog", cancel)
        leave.click()
        assert asked == [f"{leave.text_content()}?"]
        assert page.url == there
        expect(page.locator(".own-rule")).to_have_text("Morale: Leg It")
        page.once("dialog", lambda dialog: dialog.accept())
        leave.click()
        expect(page.locator(".again button")).to_have_text("Share the replay")


def test_play_page_keeps_the_latest_result_above_the_question(
    browser: Browser, address: str
) -> None:
    with open_page(browser, address, viewport=PHONE) as page:
        open_game(page, play_address("classic"))
        skip_animation(page)
        while not page.locator(".latest").count():
            choose_option(page, 0)
            skip_animation(page)
        expect(page.locator(".latest")).to_be_visible()
        told = page.locator(".latest").text_content()
        page.reload()
        skip_animation(page)
        expect(page.locator(".latest")).to_have_text(str(told))
        check_page(page, "the latest deed")


def test_play_page_tools_stay_in_place_after_a_hint(browser: Browser, address: str) -> None:
    places = (
        "[...document.querySelectorAll('.beneath a')].map(it => [it.dataset.key, it.offsetLeft])"
    )
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_game(page, play_address("gamble"))
        before = dict(page.evaluate(places))
        page.locator('[data-key="h"]').click()
        until(page, "document.querySelector('.advice')")
        after = dict(page.evaluate(places))
        assert after
        assert all(before[key] == place for key, place in after.items())
        assert page.locator("[data-skip]").text_content() == "Skip the replay"


def test_play_page_shows_dice_of_both_ships_and_moves_left(browser: Browser, address: str) -> None:
    with open_page(browser, address, viewport=WIDE, reduced_motion="reduce") as page:
        open_move(page, "duel")
        assert "left)?" in page.locator("#question").inner_text()
        box = page.locator("#t-beside").bounding_box()
        assert box
        assert box["y"] + box["height"] <= WIDE["height"] - 50
        assert "(you)" in str(page.locator("#t-beside").text_content())
        assert "The computer plays" in page.locator(".aim").inner_text()
        # The options that have just appeared take no click.
        choose_option(page, 1)
        until(page, "document.querySelector('.play.fresh')")
        until(page, "!document.querySelector('.play.fresh')")
