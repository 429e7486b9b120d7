"""Whole games in a real Chromium, of each book and each preset: watched and played to their
ends.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from carnage import catalog
from carnage.drawing.alt_text import piece_told
from carnage.engine.games import Match
from carnage.engine.narration import Teller
from carnage.engine.scene_builder import Scenery
from carnage.replays.replay import WATCHER
from carnage.replays.scenes import Scene
from carnage.rulesets.presets import presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from tests.support.at_play import answer, drawn, settle, tables_laid
from tests.support.browser import DESKTOP, PHONE, check, opened, until
from tests.support.shows import GAMES

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
BOTS = "person,greedy"
# A game of each book, and one of each preset, which may be the same.
OF_BOOKS = {code: path.removeprefix("/watch") for code, path in GAMES.items()}
WHOLE = dict.fromkeys((*OF_BOOKS.values(), *(preset.ruleset.path for preset in presets())))
AT_A_DESK: dict[str, Any] = {
    "viewport": DESKTOP,
    "color_scheme": "light",
    "reduced_motion": "reduce",
}
ON_A_PHONE: dict[str, Any] = {"viewport": PHONE, "color_scheme": "dark", "reduced_motion": "reduce"}
HOW = {
    "at a desk": (AT_A_DESK, True),
    "on a phone": (ON_A_PHONE, True),
    "at a desk without script": ({**AT_A_DESK, "color_scheme": "dark"}, False),
    "on a phone without script": ({**ON_A_PHONE, "color_scheme": "light"}, False),
}
OFTENEST = ("at a desk", "on a phone without script")
SHORTEST = OF_BOOKS["gamble"]
QUICK = {
    "duel",
    "gamble",
}  # books of which every game goes everywhere; of the others, presets go where most is another
EACH = pytest.mark.parametrize(
    ("path", "how"),
    [
        *[pytest.param(SHORTEST, how, marks=pytest.mark.thorough) for how in HOW],
        *[
            pytest.param(path, how, marks=pytest.mark.soak)
            for path in WHOLE
            for how in (
                HOW if path in OF_BOOKS.values() or path.split("/")[1] in QUICK else OFTENEST
            )
            if path != SHORTEST
        ],
    ],
)
LOOKED_AT = 15  # answers, after which axe looks at the page and it is left and come back to


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tables_laid() as address:
        yield address


def ruleset_at(path: str) -> Ruleset:
    _, code, digits = path.split("/")
    return resolve(catalog.book(code), Seed(digits))


def ready(page: Page, what: str, scripted: bool) -> None:
    """Waits for a page of the game while it is being played."""
    until(page, f"document.querySelector({what!r})", 300.0)
    if scripted:
        page.locator(f"{what}[data-ready]").wait_for()
        if what == ".play":
            settle(page)


def check_unscripted(
    browser: Browser, address: str, url: str, where: dict[str, Any], what: str
) -> None:
    """axe, which is a script itself, on the page as it is for whoever runs none: none of its own
    come.
    """
    with opened(browser, address, **where) as page:
        page.route("**/*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
        page.goto(url)
        page.locator(".watch").wait_for()
        assert page.locator("[data-ready]").count() == 0
        check(page, what)


def pieces_on(page: Page) -> dict[str, str]:
    """What all pieces on a page are, by their ids."""
    shown: dict[str, str] = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("[data-layer] .drawing-piece")]
            .map(p => [p.id, p.querySelector("title").textContent]))"""
    )
    return shown


def shown_as(scene: Scene) -> dict[str, str]:
    return {f"t-piece-{piece.id}": piece_told(piece, scene.sides) for piece in scene.pieces}


@EACH
def test_a_game_is_watched_to_its_end(browser: Browser, address: str, path: str, how: str) -> None:
    """Step by step, or without script turn by turn; at its end the page shows the engine's own
    record.
    """
    where, scripted = HOW[how]
    match = Match(ruleset_at(path))
    with opened(browser, address, java_script_enabled=scripted, **where) as page:
        page.goto(f"/watch{path}")
        ready(page, ".watch", scripted)
        way = page.locator('[data-way="later"]' if scripted else '[data-way="later round"]')
        steps = 0
        while way.get_attribute("href") is not None:
            way.click()
            page.wait_for_load_state()
            steps += 1
        assert steps > 1
        assert pieces_on(page) == shown_as(Scenery(match.ruleset).scene(match.record, WATCHER))
        result = Teller(match).news()[-1].strip()
        assert result in (page.locator("[data-shown=now]").text_content() or "")
        if scripted:
            check(page, f"{path} {how}")
        else:
            check_unscripted(browser, address, page.url, where, f"{path} {how}")


@EACH
def test_a_game_is_played_to_its_end(browser: Browser, address: str, path: str, how: str) -> None:
    """By clicking; it goes as the engine plays it with the same answers, and can be left at any
    question.
    """
    where, scripted = HOW[how]
    match = Match(ruleset_at(path), bots=BOTS.split(","))
    with opened(browser, address, java_script_enabled=scripted, **where) as page:
        page.goto(f"/play{path}?bots={BOTS}")
        ready(page, ".play", scripted)
        n = 0
        while (chosen := answer(page, n * 7 % 5, scripted)) >= 0:
            match.choose(chosen)
            n += 1
            if n == LOOKED_AT and not match.over:
                leave_and_come_back(page, scripted)
                if scripted:
                    check(page, f"{path} {how}")
                else:
                    check_unscripted(browser, address, page.url, where, f"{path} {how}")
        assert match.over
        assert n > 1
        result = Teller(match).news()[-1].strip()
        assert page.locator(".result").last.inner_text() == result
        assert pieces_on(page) == shown_as(Scenery(match.ruleset).scene(match.record, 0))
        if scripted:
            check(page, f"{path} {how}, over")
        else:
            check_unscripted(browser, address, page.url, where, f"{path} {how}, over")
        report = page.get_by_text("Download the report").get_attribute("href")
        page.get_by_text("Watch the whole game").click()
        ready(page, ".watch", scripted)
        page.locator("[data-way=last]").click()
        until(page, "document.querySelector('[data-way=last]').getAttribute('href') === null")
        assert result in (page.locator("[data-shown=now]").text_content() or "")
        told = page.request.get(f"{address}{report}")
        assert told.headers["content-type"].startswith("text/markdown")
        assert result in told.text().splitlines()[-1]


def leave_and_come_back(page: Page, scripted: bool) -> None:
    """A reload, Back and forward, and the link sent to somebody else lead to the same table."""
    if scripted:
        settle(page)
    there, shown = page.url, drawn(page)
    page.reload()
    page.go_back()
    page.go_forward()
    until(page, f"location.href === {there!r}")
    if scripted:
        settle(page)
    assert page.url == there
    assert drawn(page) == shown
    other = page.context.new_page()
    other.goto(there)
    if scripted:
        settle(other)
    assert drawn(other) == shown
    other.close()


# ------------------------------------------------------------------------------- a server that goes


@contextmanager
def running(port: int) -> Iterator[None]:
    """The site in processes of its own, as `carnage serve` runs it."""
    words = [sys.executable, "-m", "carnage", "serve", "--port", str(port), "--processes", "1"]
    process = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 300.0
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answered:
                if answered.status == 200:
                    break
        except (urllib.error.URLError, OSError):
            assert time.monotonic() < end, "the site does not come up"
            assert process.poll() is None, "the site has ended"
            time.sleep(0.2)
    yield
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=60)


@pytest.mark.thorough
def test_a_server_that_starts_anew_in_mid_game_loses_nothing(browser: Browser) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (
        opened(browser, address, java_script_enabled=True, **ON_A_PHONE) as one,
        opened(browser, address, java_script_enabled=False, **ON_A_PHONE) as other,
    ):
        visitors = [_Visitor(one, True), _Visitor(other, False)]
        with running(port):
            for each in visitors:
                each.begins()
        with running(port):
            for each in visitors:
                each.goes_on()


class _Visitor:
    """Somebody who plays, with script or without, and the same game played beside."""

    def __init__(self, page: Page, scripted: bool) -> None:
        self.page, self.scripted = page, scripted
        self.path = OF_BOOKS["duel"]
        self.match = Match(ruleset_at(self.path), bots=BOTS.split(","))

    def begins(self) -> None:
        self.page.goto(f"/play{self.path}?bots={BOTS}")
        ready(self.page, ".play", self.scripted)
        for n in range(4):
            self.match.choose(answer(self.page, n % 2, self.scripted))
        if self.scripted:
            settle(self.page)
        self.there, self.shown = self.page.url, drawn(self.page)

    def goes_on(self) -> None:
        """As if nothing had been."""
        self.match.choose(answer(self.page, 0, self.scripted))
        ready(self.page, ".play", self.scripted)
        assert pieces_on(self.page) == shown_as(
            Scenery(self.match.ruleset).scene(self.match.record, 0)
        )
        self.page.goto(self.there)
        ready(self.page, ".play", self.scripted)
        assert drawn(self.page) == self.shown
