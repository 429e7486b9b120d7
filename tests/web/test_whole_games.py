"""Test whole games in a real Chromium, watched and played to their ends, of each book and preset."""

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
from carnage.drawing.alt_text import describe_piece
from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.engine.scene_builder import SceneBuilder
from carnage.matches.aims import name_by_colours
from carnage.replays.replay import SPECTATOR
from carnage.replays.scenes import Scene
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from tests.support.at_play import choose_option, read_positions, serve_with_workers, skip_animation
from tests.support.browser import DESKTOP, PHONE, check_page, open_page, until
from tests.support.shows import GAMES

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
BOTS = "person,greedy"
# One game of each book and of each preset, without duplicates.
OF_BOOKS = {code: path.removeprefix("/watch") for code, path in GAMES.items()}
WHOLE = dict.fromkeys((*OF_BOOKS.values(), *(preset.ruleset.path for preset in list_presets())))
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
}  # books with short games, whose presets are tried on all screens
EACH = pytest.mark.parametrize(
    ("path", "how"),
    [
        pytest.param(SHORTEST, "at a desk", marks=pytest.mark.thorough),
        *[
            pytest.param(path, how, marks=pytest.mark.soak)
            for path in WHOLE
            for how in (
                HOW if path in OF_BOOKS.values() or path.split("/")[1] in QUICK else OFTENEST
            )
            if (path, how) != (SHORTEST, "at a desk")
        ],
    ],
)
LOOKED_AT = 15  # decisions, after which the page is checked and reloaded


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_with_workers() as address:
        yield address


def ruleset_at(path: str) -> Ruleset:
    _, code, digits = path.split("/")
    return resolve(catalog.book(code), Seed(digits))


def wait_until_ready(page: Page, what: str, scripted: bool) -> None:
    """Wait for a page of the game, which a job may still play."""
    until(page, f"document.querySelector({what!r})", 300.0)
    if scripted:
        page.locator(f"{what}[data-ready]").wait_for()
        if what == ".play":
            skip_animation(page)


def check_unscripted(
    browser: Browser, address: str, url: str, where: dict[str, Any], what: str
) -> None:
    """Check the page without its scripts by axe, which is a script itself."""
    with open_page(browser, address, **where) as page:
        page.route("**/*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
        page.goto(url)
        page.locator(".watch").wait_for()
        assert page.locator("[data-ready]").count() == 0
        check_page(page, what)


def read_pieces(page: Page) -> dict[str, str]:
    """Return the titles of all pieces on a page, by their ids."""
    shown: dict[str, str] = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("[data-layer] .drawing-piece")]
            .map(p => [p.id, p.querySelector("title").textContent]))"""
    )
    return shown


def describe_pieces(scene: Scene) -> dict[str, str]:
    return {f"t-piece-{piece.id}": describe_piece(piece, scene.sides) for piece in scene.pieces}


@EACH
def test_watch_page_whole_game_ends_as_in_engine(
    browser: Browser, address: str, path: str, how: str
) -> None:
    """Go event by event, or without script turn by turn, and compare the end with the engine's
    record.
    """
    where, scripted = HOW[how]
    match = Match(ruleset_at(path))
    with open_page(browser, address, java_script_enabled=scripted, **where) as page:
        page.goto(f"/watch{path}")
        wait_until_ready(page, ".watch", scripted)
        way = page.locator('[data-way="later"]' if scripted else '[data-way="later round"]')
        steps = 0
        while way.get_attribute("href") is not None:
            way.click()
            page.wait_for_load_state()
            steps += 1
        assert steps > 1
        assert read_pieces(page) == describe_pieces(
            SceneBuilder(match.ruleset).scene(match.record, SPECTATOR)
        )
        result = Narrator(match).new_lines()[-1].strip()
        assert result in (page.locator("[data-shown=now]").text_content() or "")
        if scripted:
            check_page(page, f"{path} {how}")
        else:
            check_unscripted(browser, address, page.url, where, f"{path} {how}")


@EACH
def test_play_page_whole_game_ends_as_in_engine(
    browser: Browser, address: str, path: str, how: str
) -> None:
    """Play by mouse, leave and return once, and play the same decisions in the engine."""
    where, scripted = HOW[how]
    match = Match(ruleset_at(path), bots=BOTS.split(","))
    with open_page(browser, address, java_script_enabled=scripted, **where) as page:
        page.goto(f"/play{path}?bots={BOTS}")
        wait_until_ready(page, ".play", scripted)
        n = 0
        while (chosen := choose_option(page, n * 7 % 5, scripted)) >= 0:
            match.choose(chosen)
            n += 1
            if n == LOOKED_AT and not match.is_over:
                leave_and_come_back(page, scripted)
                if scripted:
                    check_page(page, f"{path} {how}")
                else:
                    check_unscripted(browser, address, page.url, where, f"{path} {how}")
        assert match.is_over
        assert n > 0
        sides = name_by_colours(match.ruleset.players)
        result = Narrator(match, sides).new_lines()[-1].strip()
        assert read_pieces(page) == describe_pieces(
            SceneBuilder(match.ruleset, sides).scene(match.record, 0)
        )
        if scripted:
            check_page(page, f"{path} {how}, over")
        else:
            check_unscripted(browser, address, page.url, where, f"{path} {how}, over")
        report = page.get_by_text("Download the report").get_attribute("href")
        page.get_by_text("Watch the whole game").click()
        wait_until_ready(page, ".watch", scripted)
        page.locator("[data-way=last]").click()
        until(page, "document.querySelector('[data-way=last]').getAttribute('href') === null")
        assert result in (page.locator("[data-shown=now]").text_content() or "")
        told = page.request.get(f"{address}{report}")
        assert told.headers["content-type"].startswith("text/markdown")
        assert result in told.text().splitlines()[-1]


def leave_and_come_back(page: Page, scripted: bool) -> None:
    """Check that a reload, back and forward, and a copied address lead to the same table."""
    if scripted:
        skip_animation(page)
    there, shown = page.url, read_positions(page)
    page.reload()
    page.go_back()
    page.go_forward()
    until(page, f"location.href === {there!r}")
    if scripted:
        skip_animation(page)
    assert page.url == there
    assert read_positions(page) == shown
    other = page.context.new_page()
    other.goto(there)
    if scripted:
        skip_animation(other)
    assert read_positions(other) == shown
    other.close()


# ------------------------------------------------------------------------------- a server that goes


@contextmanager
def run_site(port: int) -> Iterator[None]:
    """Run `carnage serve` in a process of its own."""
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
def test_play_page_server_restarted_continues_game(browser: Browser) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (
        open_page(browser, address, java_script_enabled=True, **ON_A_PHONE) as one,
        open_page(browser, address, java_script_enabled=False, **ON_A_PHONE) as other,
    ):
        visitors = [_Visitor(one, True), _Visitor(other, False)]
        with run_site(port):
            for each in visitors:
                each.begin()
        with run_site(port):
            for each in visitors:
                each.resume()


class _Visitor:
    """Play a game on a page, with script or without, and the same game in the engine."""

    def __init__(self, page: Page, scripted: bool) -> None:
        self.page, self.scripted = page, scripted
        self.path = OF_BOOKS["duel"]
        self.match = Match(ruleset_at(self.path), bots=BOTS.split(","))

    def begin(self) -> None:
        # The scenes of the engine have no names of a setting.
        self.page.goto(f"/play{self.path}?bots={BOTS}&setting=none")
        wait_until_ready(self.page, ".play", self.scripted)
        for n in range(4):
            self.match.choose(choose_option(self.page, n % 2, self.scripted))
        if self.scripted:
            skip_animation(self.page)
        self.there, self.shown = self.page.url, read_positions(self.page)

    def resume(self) -> None:
        """Decide once more, go back, and compare the table with the one before the restart."""
        self.match.choose(choose_option(self.page, 0, self.scripted))
        wait_until_ready(self.page, ".play", self.scripted)
        sides = name_by_colours(self.match.ruleset.players)
        assert read_pieces(self.page) == describe_pieces(
            SceneBuilder(self.match.ruleset, sides).scene(self.match.record, 0)
        )
        self.page.goto(self.there)
        wait_until_ready(self.page, ".play", self.scripted)
        assert read_positions(self.page) == self.shown
