"""Games watched in a real Chromium: by keyboard, by clicking, with and without script, and from
a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, served, until
from tests.support.rulesets import BOOKS, having
from tests.support.shows import GAMES, site

pytestmark = pytest.mark.browser

READY = ".watch[data-ready]"

# What of the page at some events is another than what the server draws for them, gone to one after
# the other.
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
    with served(site()) as address:
        yield address


def place(page: Page) -> tuple[int, int]:
    """At which event the page is, and which is the last."""
    at, last = re.findall(r"\d+", page.locator(".ways .where").text_content() or "")
    return int(at), int(last)


@pytest.mark.parametrize("code", BOOKS)
def test_a_game_is_watched_on_the_narrowest_of_phones(
    browser: Browser, address: str, code: str
) -> None:
    """Nothing has to be scrolled sideways for the ways and for who plays."""
    with opened(browser, address, viewport={"width": 320, "height": 640}) as page:
        page.goto(GAMES[code])
        page.locator(READY).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        ways = page.locator(".ways [data-way]").evaluate_all(
            "ways => ways.map(way => way.getBoundingClientRect())"
        )
        assert all(way["left"] >= 0 and way["right"] <= 320 and way["width"] >= 36 for way in ways)


@pytest.mark.parametrize("code", BOOKS)
def test_a_game_is_watched_to_its_end(browser: Browser, address: str, code: str) -> None:
    """By keyboard at a desk in the light, by thumb on a phone in the dark; anywhere in it the page
    is as the server draws it.
    """
    with opened(browser, address, color_scheme="light") as page:
        page.goto(GAMES[code])
        page.locator(READY).wait_for()
        check(page, "light")
        history = page.evaluate("history.length")
        met = []
        while not met or met[-1] < place(page)[1]:
            page.keyboard.press("ArrowDown" if len(met) > 5 else "ArrowRight")
            met.append(place(page)[0])
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
        assert place(page)[0] == 0
    with opened(browser, address, color_scheme="dark", viewport=PHONE, has_touch=True) as page:
        page.goto(f"{GAMES[code]}?at={last // 2}")
        page.locator(READY).wait_for()
        check(page, "dark")
        for way in page.locator(".ways [data-way], [data-play]").all():
            box = way.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= PHONE["height"]
        scrolled = page.evaluate("scrollY")
        while place(page)[0] < last:
            page.locator('[data-way="later round"]').tap()
        assert page.evaluate("scrollY") == scrolled
        now = page.locator(".entries .now").bounding_box()
        box = page.locator(".report").bounding_box()
        assert now is not None
        assert box is not None
        assert box["y"] <= now["y"] <= box["y"] + box["height"]


@pytest.mark.parametrize("code", BOOKS)
def test_without_script(browser: Browser, address: str, code: str) -> None:
    how = {"viewport": PHONE} if code == "gamble" else {}
    with opened(browser, address, java_script_enabled=False, **how) as page:
        page.goto(f"{GAMES[code]}?dice=1")
        expect(page.locator(".player")).to_be_hidden()
        page.locator("[data-way=later]").click()
        page.wait_for_url("**&at=1")
        while page.locator('[data-way="later round"][href]').count():
            before = page.url
            page.locator('[data-way="later round"]').click()
            page.wait_for_url(lambda url, before=before: url != before)
        at, last = place(page)
        assert at == last
        assert page.locator(".entries .now").inner_text()
        page.locator(".by a").first.click()
        page.wait_for_url(re.compile(rf"/{code}/\d+#[a-z-]+$"))


def test_it_plays_by_itself_and_pauses(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        page.goto(GAMES["duel"])
        page.locator(READY).wait_for()
        page.get_by_label("Speed").select_option("4")
        page.locator("body").click(position={"x": 5, "y": 5})
        page.keyboard.press(" ")
        page.get_by_role("button", name="Pause").wait_for()
        until(page, "document.querySelector('[data-shown=at]').textContent > 5")
        page.get_by_role("button", name="Pause").click()
        page.locator(".scrub input").press(" ")  # what was scrubbed with lets it go on
        page.keyboard.press(" ")
        at = place(page)[0]
        page.wait_for_timeout(600)
        assert place(page)[0] == at
        assert page.locator("[data-shown=spoken]").text_content()
        # It stops at the end, and begins anew from there.
        page.keyboard.press("End")
        page.get_by_role("button", name="Play", exact=True).click()
        until(page, "document.querySelector('[data-shown=at]').textContent < 9")


def test_what_moves_glides_unless_motion_is_to_be_reduced(browser: Browser, address: str) -> None:
    """Ships move at event 11 of this duel."""
    moving = "document.querySelector('.stage').getAnimations({ subtree: true }).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        with opened(browser, address, reduced_motion=motion) as page:
            page.goto(f"{GAMES['duel']}?at=10")
            page.locator(READY).wait_for()
            page.keyboard.press("ArrowRight")
            assert bool(page.evaluate(moving)) is moves
            until(page, f"{moving} === 0")


def test_what_leaves_over_an_edge_does_not_cross_the_table(browser: Browser, address: str) -> None:
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
    with opened(browser, address) as page:
        page.add_init_script(kept)
        page.goto(f"/watch{game.path}?at={over[0] - 1}")
        page.locator(READY).wait_for()
        page.keyboard.press("ArrowRight")
        moved = page.evaluate("window.moved")
        assert "opacity" in moved
        assert "transform" not in moved


def test_on_a_phone_the_table_is_closer_and_goes_where_something_happens(
    browser: Browser, address: str
) -> None:
    seen = """id => {
        const [box, piece] = [".pan", `[id="${id}"] .drawing-body`]
            .map(each => document.querySelector(each).getBoundingClientRect());
        return box.left <= piece.left && piece.right <= box.right
            && box.top <= piece.top && piece.bottom <= box.bottom;
    }"""
    reel = site().test_client().get(f"{GAMES['classic']}.reel").json
    moves = [
        cut
        for cut in reel["cuts"]
        if " moves " in " ".join(cut.get("lines", ())) and cut.get("drawn")
    ]
    with opened(browser, address, viewport=PHONE, has_touch=True, reduced_motion="reduce") as page:
        page.goto(GAMES["classic"])
        page.locator(READY).wait_for()
        wide = page.evaluate("document.querySelector('#t-table').clientWidth")
        for cut in moves[::9]:
            page.locator(".scrub input").fill(str(cut["n"]))
            for id in cut["drawn"]:
                assert page.evaluate(seen, f"t-piece-{id}"), cut["n"]
        page.get_by_label("Zoom in").uncheck()
        assert page.evaluate("document.querySelector('#t-table').clientWidth") < wide / 2
        page.reload()
        page.locator(READY).wait_for()
        expect(page.get_by_label("Zoom in")).not_to_be_checked()
    with opened(browser, address) as page:
        page.goto(GAMES["classic"])
        page.locator(READY).wait_for()
        expect(page.get_by_label("Zoom in")).not_to_be_checked()


# Whether pieces stand on the table and none of them is wholly within the window on it.
IS_EMPTY = """() => {
    const window = document.querySelector(".pan").getBoundingClientRect();
    const bodies = [...document.querySelectorAll("#t-table .drawing-body")]
        .map(body => body.getBoundingClientRect());
    return bodies.length > 0 && !bodies.some(body => body.left >= window.left && body.right <= window.right
        && body.top >= window.top && body.bottom <= window.bottom);
}"""
SCROLLED = (
    "(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])(document.querySelector('.pan'))"
)


@pytest.mark.thorough
@pytest.mark.parametrize("code", [code for code in BOOKS if code != "gamble"])
def test_however_little_of_the_table_is_seen_something_of_the_game_is(
    browser: Browser, address: str, code: str
) -> None:
    """At once where somebody comes in, and at every step; some shots go farther than the window
    is wide.
    """
    with opened(browser, address, viewport=PHONE, has_touch=True) as page:
        page.goto(f"{GAMES[code]}?at=20")
        page.locator(READY).wait_for()
        scrolled = page.evaluate(SCROLLED)
        assert scrolled != [0, 0]
        page.wait_for_timeout(300)
        assert page.evaluate(SCROLLED) == scrolled
        page.emulate_media(reduced_motion="reduce")
        empty = []
        for at in range(0, place(page)[1] + 1, 3):
            page.locator(".scrub input").fill(str(at))
            if page.evaluate(IS_EMPTY):
                empty.append(at)
        assert not empty


def test_a_rule_is_read_without_leaving(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        page.goto(f"{GAMES['classic']}?at=27")
        page.locator(READY).wait_for()
        page.locator(".by a").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("heading").first.wait_for()
        assert "Re-roll" not in dialog.inner_text()
        assert len(dialog.inner_text()) > 100
        page.keyboard.press("ArrowRight")
        check(page, "a rule")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert place(page)[0] == 27
        page.keyboard.press("ArrowRight")
        assert place(page)[0] == 28


def test_keys_are_left_to_fields(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        page.goto(f"{GAMES['duel']}?at=9")
        page.locator(READY).wait_for()
        page.get_by_label("Dice seed").focus()
        for key in ("Home", "ArrowRight", " "):
            page.keyboard.press(key)
        assert place(page)[0] == 9
        assert page.get_by_role("button", name="Play", exact=True).count() == 1
        page.locator(".entries a").first.click()
        assert place(page)[0] == 7
        page.goto("/")
        page.go_back()
        page.wait_for_url("**at=7")
        assert place(page)[0] == 7


@pytest.mark.parametrize("code", ["skirmish", "gamble"])
def test_a_file_replays_without_network(
    browser: Browser, address: str, tmp_path: Path, code: str
) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(site().test_client().get(f"{GAMES[code]}.html").data)
    with opened(browser, address, offline=True) as page:
        page.goto(file.as_uri())
        page.locator(READY).wait_for()
        check(page, "file")
        page.keyboard.press("ArrowRight")
        assert place(page)[0] == 1
        page.locator("[data-way=last]").click()
        at, last = place(page)
        assert at == last
        page.locator(".by a").click()
        assert page.get_by_role("dialog").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_url(f"**#at={last}")
        page.reload()
        page.locator(READY).wait_for()
        assert place(page) == (last, last)


def test_the_way_in_and_on(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        page.goto(GAMES["gamble"].removeprefix("/watch"))
        page.get_by_role("link", name="Watch a game", exact=True).click()
        page.locator(READY).wait_for()
        page.get_by_role("link", name="Next game").click()
        page.wait_for_url("**?game=1")
        page.get_by_label("Player 2").select_option("random")
        page.get_by_role("button", name="Start this game").click()
        page.wait_for_url("**bots=random**")
        page.locator(READY).wait_for()
        assert "Player 2: a bot that plays at random" in page.locator(".watch-head").inner_text()
