"""Helpers of tests that play games in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from carnage.web import create_app
from tests.support.browser import serve, until
from tests.support.job_queues import turn_queues
from tests.support.shows import GAMES

READY = "document.querySelector('.play[data-ready]') !== null"
LAID = "!document.querySelector('main[aria-busy], .play.playing, .play.fresh')"
# Returns the ids and positions of the pieces on the table.
DRAWN = """[...document.querySelectorAll("[data-layer] .drawing-piece")]
    .map(p => p.id + p.querySelector(".drawing-place").getAttribute("transform")).sort().join()"""


def play_address(code: str, bots: str = "person,greedy") -> str:
    """Return the address at which the shortest game of a book is played."""
    return GAMES[code].replace("/watch/", "/play/") + f"?bots={bots}"


@contextmanager
def serve_with_workers(first: Iterable[str] = ()) -> Iterator[str]:
    """Serve the site with workers that are ready for the games at these addresses, and yield its
    address.
    """
    app = create_app()
    app.extensions["turns"] = turns = turn_queues()
    client = app.test_client()
    for each in first:
        while "reloads automatically" in client.get(each).text:
            time.sleep(0.2)
    with serve(app) as address:
        yield address
    for queue in turns:
        queue.close()


def open_game(page: Page, address: str, scripted: bool = True) -> None:
    """Open a game, and wait until it is ready."""
    page.goto(address)
    if scripted:
        until(page, READY)


def skip_animation(page: Page) -> None:
    """Skip the animation of other sides' decisions."""
    until(page, f"{READY} && !document.querySelector('main[aria-busy]')")
    if page.locator("[data-skip]").is_visible():
        page.locator("[data-skip]").click()
    until(page, LAID)


def open_list(page: Page) -> None:
    """Open the list of options, where it is closed below a form of the answer."""
    closed = page.locator("details.each:not([open]) > summary")
    if closed.count():
        closed.click()


def choose_option(page: Page, n: int, scripted: bool = True) -> int:
    """Click the option with index n, or the last one; return its index, or -1 if the game is over.

    The page may show the options in another order.
    """
    if scripted:
        skip_animation(page)
    else:
        until(page, "document.querySelector('.play')")  # a pending page reloads automatically
    options = page.locator("a.option")
    count = options.count()
    if not count:
        return -1
    chosen, before = min(n, count - 1), page.url
    if scripted:
        open_list(page)
    page.locator(f'a.option[data-option="{chosen + 1}"]').click()
    until(page, f"location.href !== {before!r}")
    return chosen


def read_positions(page: Page) -> str:
    """Return the ids and positions of the pieces on the table."""
    return str(page.evaluate(DRAWN))


def point_in_reach(page: Page) -> tuple[float, float]:
    """Return a point of the screen that is halfway to the farthest place in reach."""
    x, y = page.evaluate("""(() => {
        const outline = document.querySelector("[data-part=reach] > polygon");
        const ends = outline.getAttribute("points").trim().split(" ").map(at => at.split(",").map(Number));
        const about = document.querySelector(".about .drawing-place, #t-piece-ship-1 .drawing-place");
        const [ox, oy] = about.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
        const far = ([x, y]) => Math.hypot(x - ox, y - oy);
        const [ex, ey] = ends.reduce((best, end) => far(end) > far(best) ? end : best);
        const taken = [...document.querySelectorAll(".choice-spot")].map(it => [+it.getAttribute("cx"), +it.getAttribute("cy")]);
        const matrix = outline.getScreenCTM();
        const shares = [0.45, 0.55, 0.65, 0.75, 0.85];
        const places = ends.flatMap(([x, y]) => shares.map(by => [ox + (x - ox) * by, oy + (y - oy) * by]));
        const clear = ([x, y]) => Math.min(...taken.map(([u, v]) => Math.hypot(x - u, y - v) * matrix.a)) ;
        const [px, py] = places.reduce((best, at) => clear(at) > clear(best) ? at : best, [ex, ey]);
        const point = new DOMPoint(px, py).matrixTransform(matrix);
        return [point.x, point.y];
    })()""")
    return x, y
