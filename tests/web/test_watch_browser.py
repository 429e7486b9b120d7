"""Test watched games in a real Chromium, with and without script, and from a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check_page, open_page, serve, until
from tests.support.marks import soak_all_but
from tests.support.rulesets import BOOKS, having
from tests.support.shows import GAMES, estimate_courses, site

pytestmark = pytest.mark.browser

READY = ".watch[data-ready]"

# Moves to some events in turn, and returns the parts of the page that differ from the server's page
# of that event.
STRAY = """async ([here, events]) => {
    const shown = (root, at) => Object.fromEntries([
        ...[...root.querySelectorAll("[data-part], [data-layer]")]
            .map(part => [part.dataset.part ?? `layer ${part.dataset.layer}`, part.innerHTML]),
        ...[...root.querySelectorAll("[data-way]")].map(way => [way.dataset.way, way.getAttribute("href")]),
        ["report", root.querySelector(".entries").innerHTML],
        ["now", root.querySelector("[data-shown=now]").innerHTML],
        ["list", root.querySelector("[data-shown=list]").innerHTML],
        ["title", root.querySelector("#t-title")?.textContent],
    ]);
    const bar = document.querySelector(".scrub input");
    document.querySelector(".list").open = true;
    await new Promise(done => setTimeout(done, 50));
    const stray = [];
    for (const at of events) {
        const page = await (await fetch(here.replace(/at=\\d+/, `at=${at}`))).text();
        const drawn = shown(new DOMParser().parseFromString(page, "text/html"));
        bar.value = at;
        bar.dispatchEvent(new Event("input"));
        const moved = shown(document);
        for (const what in drawn) {
            if (drawn[what] !== moved[what]) stray.push([at, what, drawn[what], moved[what]]);
        }
        if (Object.keys(drawn).length !== Object.keys(moved).length) stray.push([at, "parts"]);
        if (document.querySelector("[data-ghosts]")) stray.push([at, "ghosts"]);
    }
    return stray;
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    estimate_courses()
    with serve(site()) as address:
        yield address


def read_position(page: Page) -> tuple[int, int]:
    """Return the number of the current event, and of the last one."""
    at, last = re.findall(r"\d+", page.locator(".ways .where").text_content() or "")
    return int(at), int(last)


@pytest.mark.soak
def test_watch_page_marks_the_events_of_a_piece(browser: Browser, address: str) -> None:
    with open_page(browser, address) as page:
        page.goto(GAMES["duel"])
        page.locator(READY).wait_for()
        piece = page.locator("#t-piece-ship-1 .drawing-body").first
        page.locator("[data-way=last]").click()
        piece.click(force=True)
        assert page.locator(".flag.followed").count() > 0
        assert "ship" in page.locator("[data-shown=followed]").inner_text()
        piece.click(force=True)
        assert page.locator(".flag.followed").count() == 0


@pytest.mark.parametrize("code", soak_all_but(["classic"], BOOKS))
def test_watch_page_at_320_px_fits(browser: Browser, address: str, code: str) -> None:
    """Check that nothing has to be scrolled sideways."""
    with open_page(browser, address, viewport={"width": 320, "height": 640}) as page:
        page.goto(GAMES[code])
        page.locator(READY).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        ways = page.locator(".ways [data-way]").evaluate_all(
            "ways => ways.map(way => way.getBoundingClientRect())"
        )
        assert all(way["left"] >= 0 and way["right"] <= 320 and way["width"] >= 36 for way in ways)


@pytest.mark.parametrize("code", soak_all_but(["classic"], BOOKS))
def test_watch_page_matches_server_at_every_event(
    browser: Browser, address: str, code: str
) -> None:
    """Move by keyboard at a desk in the light, and by touch on a phone in the dark."""
    with open_page(browser, address, color_scheme="light") as page:
        page.goto(GAMES[code])
        page.locator(READY).wait_for()
        check_page(page, "light")
        history = page.evaluate("history.length")
        met = []
        while not met or met[-1] < read_position(page)[1]:
            page.keyboard.press("ArrowDown" if len(met) > 5 else "ArrowRight")
            met.append(read_position(page)[0])
        assert met[:6] == [1, 2, 3, 4, 5, 6]
        assert met == sorted(set(met))
        last = met[-1]
        page.wait_for_url(f"**at={last}")
        assert page.evaluate("history.length") == history
        assert page.locator("[data-way=later]").get_attribute("href") is None
        here = page.locator(".watch").get_attribute("data-here")
        events = [0, last, last // 3, last // 3 + 1, last // 2, 7, last // 4, last - 1]
        assert page.evaluate(STRAY, [here, events]) == []
        page.keyboard.press("Home")
        assert read_position(page)[0] == 0
    with open_page(browser, address, color_scheme="dark", viewport=PHONE, has_touch=True) as page:
        page.goto(f"{GAMES[code]}?at={last // 2}")
        page.locator(READY).wait_for()
        check_page(page, "dark")
        for way in page.locator(".ways [data-way], [data-play]").all():
            box = way.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= PHONE["height"]
        scrolled = page.evaluate("scrollY")
        while read_position(page)[0] < last:
            page.locator('[data-way="later round"]').tap()
        assert page.evaluate("scrollY") == scrolled
        now = page.locator(".entries .now").bounding_box()
        box = page.locator(".report").bounding_box()
        assert now is not None
        assert box is not None
        assert box["y"] <= now["y"] <= box["y"] + box["height"]


@pytest.mark.parametrize("code", soak_all_but(["gamble"], BOOKS))
def test_watch_page_without_script_steps_to_end(browser: Browser, address: str, code: str) -> None:
    how = {"viewport": PHONE} if code == "gamble" else {}
    with open_page(browser, address, java_script_enabled=False, **how) as page:
        page.goto(f"{GAMES[code]}?dice=1")
        expect(page.locator(".player")).to_be_hidden()
        page.locator("[data-way=later]").click()
        page.wait_for_url("**&at=1")
        while page.locator('[data-way="later round"][href]').count():
            before = page.url
            page.locator('[data-way="later round"]').click()
            page.wait_for_url(lambda url, before=before: url != before)
        at, last = read_position(page)
        assert at == last
        assert page.locator(".entries .now").inner_text()
        page.locator(".by a").first.click()
        page.wait_for_url(re.compile(rf"/{code}/\d+#[a-z-]+$"))


def test_watch_page_plays_and_pauses(browser: Browser, address: str) -> None:
    with open_page(browser, address) as page:
        page.goto(GAMES["duel"])
        page.locator(READY).wait_for()
        page.get_by_label("Speed").select_option("4")
        page.locator("body").click(position={"x": 5, "y": 5})
        page.keyboard.press(" ")
        page.get_by_role("button", name="Pause").wait_for()
        until(page, "document.querySelector('[data-shown=at]').textContent > 5")
        page.get_by_role("button", name="Pause").click()
        page.locator(".scrub input").press(" ")  # a key pressed on the slider plays on
        page.keyboard.press(" ")
        at = read_position(page)[0]
        page.wait_for_timeout(600)
        assert read_position(page)[0] == at
        assert page.locator("[data-shown=spoken]").text_content()
        # At the end, Play starts from the beginning.
        page.keyboard.press("End")
        page.get_by_role("button", name="Play", exact=True).click()
        until(page, "document.querySelector('[data-shown=at]').textContent < 9")


def test_watch_page_animates_unless_motion_is_reduced(browser: Browser, address: str) -> None:
    """Use event 11 of this duel, in which ships move."""
    moving = "document.querySelector('.stage').getAnimations({ subtree: true }).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        with open_page(browser, address, reduced_motion=motion) as page:
            page.goto(f"{GAMES['duel']}?at=10")
            page.locator(READY).wait_for()
            page.keyboard.press("ArrowRight")
            assert bool(page.evaluate(moving)) is moves
            until(page, f"{moving} === 0")


@pytest.mark.soak
def test_watch_page_wrap_around_does_not_cross_table(browser: Browser, address: str) -> None:
    for game in having("edges.wrap-around", "duel", 80):  # few ships ever fly over an edge
        reel = site().test_client().get(f"/watch{game.path}.reel").json
        over = [
            cut["n"] for cut in reel["cuts"] if "over an edge" in " ".join(cut.get("lines", ()))
        ]
        if over:
            break
    kept = """window.moved = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            if (this.closest(".stage .drawing-piece")) window.moved.push(...Object.keys(frames));
            return animate.call(this, frames, how);
        };"""
    with open_page(browser, address) as page:
        page.add_init_script(kept)
        page.goto(f"/watch{game.path}?at={over[0] - 1}")
        page.locator(READY).wait_for()
        page.keyboard.press("ArrowRight")
        moved = page.evaluate("window.moved")
        assert "opacity" in moved
        assert "transform" not in moved


IN_WINDOW = """id => {
    const [box, piece] = [".pan", `[id="${id}"] .drawing-body`]
        .map(each => document.querySelector(each).getBoundingClientRect());
    return box.left <= piece.left && piece.right <= box.right
        && box.top <= piece.top && piece.bottom <= box.bottom;
}"""


def test_watch_page_zoomed_in_follows_moved_pieces(browser: Browser, address: str) -> None:
    reel = site().test_client().get(f"{GAMES['classic']}.reel").json
    moves = [
        cut
        for cut in reel["cuts"]
        if " moves " in " ".join(cut.get("lines", ())) and cut.get("drawn")
    ]
    with open_page(
        browser, address, viewport=PHONE, has_touch=True, reduced_motion="reduce"
    ) as page:
        page.goto(GAMES["classic"])
        page.locator(READY).wait_for()
        table = page.locator("#t-table")
        whole = table.get_attribute("viewBox")
        for _ in range(3):
            page.locator("[data-zoom=in]").click()
        seen = {table.get_attribute("viewBox")}
        for cut in moves[::9]:
            page.locator(".scrub input").fill(str(cut["n"]))
            seen.add(table.get_attribute("viewBox"))
            for id in cut["drawn"]:
                assert page.evaluate(IN_WINDOW, f"t-piece-{id}"), cut["n"]
        assert len(seen) > 1
        assert whole not in seen
        page.keyboard.press("f")
        assert table.get_attribute("viewBox") == whole


@pytest.mark.parametrize(
    "code", soak_all_but(["duel"], [code for code in BOOKS if code != "gamble"])
)
def test_watch_page_phone_shows_all_pieces_at_every_event(
    browser: Browser, address: str, code: str
) -> None:
    outside = f"""[...document.querySelectorAll("#t-table [data-layer] .drawing-piece")]
        .map(piece => piece.id).filter(id => !({IN_WINDOW})(id))"""
    with open_page(
        browser, address, viewport=PHONE, has_touch=True, reduced_motion="reduce"
    ) as page:
        page.goto(f"{GAMES[code]}?at=20")
        page.locator(READY).wait_for()
        for at in range(0, read_position(page)[1] + 1, 12):
            page.locator(".scrub input").fill(str(at))
            assert page.evaluate(outside) == [], at


def test_watch_page_rule_opens_in_dialog(browser: Browser, address: str) -> None:
    with open_page(browser, address) as page:
        page.goto(f"{GAMES['classic']}?at=27")
        page.locator(READY).wait_for()
        page.locator(".by a").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("heading").first.wait_for()
        assert "Re-roll" not in dialog.inner_text()
        assert len(dialog.inner_text()) > 100
        page.keyboard.press("ArrowRight")
        check_page(page, "a rule")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert read_position(page)[0] == 27
        page.keyboard.press("ArrowRight")
        assert read_position(page)[0] == 28


def test_watch_page_keys_in_fields_are_ignored(browser: Browser, address: str) -> None:
    with open_page(browser, address) as page:
        page.goto(f"{GAMES['duel']}?at=9")
        page.locator(READY).wait_for()
        page.locator("[data-menu] summary").click()
        page.get_by_label("Dice seed").focus()
        for key in ("Home", "ArrowRight", " "):
            page.keyboard.press(key)
        assert read_position(page)[0] == 9
        assert page.get_by_role("button", name="Play", exact=True).count() == 1
        page.locator(".entries a").first.click()
        assert read_position(page)[0] == 7
        page.goto("/")
        page.go_back()
        page.wait_for_url("**at=7")
        assert read_position(page)[0] == 7


@pytest.mark.parametrize("code", soak_all_but(["skirmish"], ["skirmish", "gamble"]))
def test_replay_file_offline_plays(
    browser: Browser, address: str, tmp_path: Path, code: str
) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(site().test_client().get(f"{GAMES[code]}.html").data)
    with open_page(browser, address, offline=True) as page:
        page.goto(file.as_uri())
        page.locator(READY).wait_for()
        check_page(page, "file")
        page.keyboard.press("ArrowRight")
        assert read_position(page)[0] == 1
        page.locator("[data-way=last]").click()
        at, last = read_position(page)
        assert at == last
        page.locator(".by a").click()
        assert page.get_by_role("dialog").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_url(f"**#at={last}")
        with page.expect_navigation():  # Chromium's own reload may still know the address before
            page.evaluate("location.reload()")
        page.locator(READY).wait_for()
        assert read_position(page) == (last, last)


@pytest.mark.soak
def test_watch_page_links_to_other_games(browser: Browser, address: str) -> None:
    with open_page(browser, address) as page:
        page.goto(GAMES["gamble"].removeprefix("/watch"))
        page.get_by_role("link", name="Watch a game", exact=True).click()
        page.locator(READY).wait_for()
        page.get_by_role("link", name="Next game").click()
        page.wait_for_url("**?game=1")
        page.get_by_text("Menu", exact=True).click()
        page.get_by_label("Player 2").select_option("random")
        page.get_by_role("button", name="Start this game").click()
        page.wait_for_url("**bots=random**")
        page.locator(READY).wait_for()
        assert "Player 2: a bot that plays at random" in (
            page.locator(".menu-list .kicker").text_content() or ""
        )
