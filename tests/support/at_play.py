"""What the tests share that play games in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from carnage.web import create_app
from tests.support.browser import served, until
from tests.support.job_queues import turn_queues
from tests.support.shows import GAMES

READY = "document.querySelector('.play[data-ready]') !== null"
LAID = "!document.querySelector('main[aria-busy], .play.playing')"
# What stands on the table, by its ids and places.
DRAWN = """[...document.querySelectorAll("[data-layer] .drawing-piece")]
    .map(p => p.id + p.querySelector(".drawing-place").getAttribute("transform")).sort().join()"""


def game(code: str, bots: str = "person,greedy") -> str:
    """The address at which the shortest game of a book is played."""
    return GAMES[code].replace("/watch/", "/play/") + f"?bots={bots}"


@contextmanager
def tables_laid(first: Iterable[str] = ()) -> Iterator[str]:
    """The site with workers that are ready for the games at these addresses; gives its own."""
    app = create_app()
    app.extensions["turns"] = turns = turn_queues()
    client = app.test_client()
    for each in first:
        while "reloads automatically" in client.get(each).text:
            time.sleep(0.2)
    with served(app) as address:
        yield address
    for queue in turns:
        queue.close()


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


def answer(page: Page, n: int, scripted: bool = True) -> int:
    """Click option n, from 0, or the last there is, and say which; -1 once the game is over."""
    if scripted:
        settle(page)
    else:
        until(page, "document.querySelector('.play')")  # a page that waits reloads automatically
    options = page.locator("a.option")
    count = options.count()
    if not count:
        return -1
    chosen, before = min(n, count - 1), page.url
    options.nth(chosen).click()
    until(page, f"location.href !== {before!r}")
    return chosen


def drawn(page: Page) -> str:
    """What stands on the table, by its ids and places."""
    return str(page.evaluate(DRAWN))
