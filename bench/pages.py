"""Measure the CPU time of pages of games, beside a bare Flask page in the same run.

    python bench/pages.py
    python bench/pages.py --games 300 --book skirmish

Requests go through Flask's test client with gzip accepted; the bare page shows the client's own
cost. Every figure is of one run in one process, which has prepared itself as a server does.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from flask import Flask
from flask.testing import FlaskClient

from carnage import catalog
from carnage.web import create_app
from carnage.web.warming import prerender

WARM_GAMES = 60
"""Games of each book that fill the caches of blocks, drawings and odds before the measurement."""

GZIP = {"Accept-Encoding": "gzip"}
BOOKS = ("skirmish", "classic", "duel", "gamble")
BARE_MS = 0.2
"""The median of a bare Flask page on the machine for which the aims in milliseconds were set.

Machines differ by a factor of three, so the aims are multiples of a bare page in the same run.
"""

UNSEEN_MEDIAN, UNSEEN_HIGH = 15.0 / BARE_MS, 25.0 / BARE_MS
"""The aims for an unseen skirmish page: the median and the 95th percentile."""

CACHED_EXTRA = 0.3 / BARE_MS
"""The aim for a cached page above a bare Flask page."""

MAX_PAGE_BYTES = 27_000
"""The aim for a page on the wire."""


@dataclass(frozen=True, slots=True)
class Figures:
    """CPU milliseconds of one kind of request, and the largest body in bytes."""

    median_ms: float
    high_ms: float
    max_bytes: int


def create_bare_application() -> Flask:
    """Return an application with one short page."""
    app = Flask("bare")
    app.add_url_rule("/<book>/<digits>", "page", lambda book, digits: f"{book} {digits}")
    return app


def list_games(code: str, count: int, random: Random) -> Iterator[str]:
    """Return the addresses of random games of a book."""
    length = catalog.book(code).length
    for _ in range(count):
        yield f"/{code}/{''.join(random.choices('0123456789', k=length))}"


def measure(client: FlaskClient, addresses: Iterable[str]) -> Figures:
    """Return the figures of one request for each address; raises RuntimeError for an error page."""
    times, sizes = [], []
    for address in addresses:
        start = time.process_time_ns()
        response = client.get(address, headers=GZIP)
        times.append((time.process_time_ns() - start) / 1e6)
        sizes.append(len(response.data))
        if response.status_code != 200:
            raise RuntimeError(f"{address} answers {response.status_code}")
    return Figures(statistics.median(times), statistics.quantiles(times, n=20)[-1], max(sizes))


def print_row(label: str, figures: Figures) -> None:
    """Print the figures of one kind of request as a row of a table."""
    print(f"| {label} | {figures.median_ms:.2f} | {figures.high_ms:.2f} | {figures.max_bytes:,} |")


def print_aims(bare: Figures, unseen: Figures, cached: Figures) -> None:
    """Print the aims for skirmish pages and the figures that were measured."""
    bare_ms = bare.median_ms
    extra = (cached.median_ms - bare_ms) / bare_ms
    rows = [
        ("unseen page, median, in bare pages", unseen.median_ms / bare_ms, UNSEEN_MEDIAN),
        ("unseen page, 95th percentile, in bare pages", unseen.high_ms / bare_ms, UNSEEN_HIGH),
        ("cached page above a bare one, in bare pages", extra, CACHED_EXTRA),
        ("largest page, bytes", unseen.max_bytes, MAX_PAGE_BYTES),
    ]
    print("\n| aim for skirmish | at most | measured | |\n| --- | --- | --- | --- |")
    for label, measured, aim in rows:
        print(f"| {label} | {aim:,} | {measured:,.2f} | {'met' if measured <= aim else 'MISSED'} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--book", action="append", choices=BOOKS, help="measure this book; all by default"
    )
    parser.add_argument(
        "--games", type=int, default=300, help="number of random games of each book"
    )
    parser.add_argument("--random-seed", type=int, default=1)
    arguments = parser.parse_args()
    site, random = create_app(), Random(arguments.random_seed)
    prerender(site)
    client = site.test_client()
    for code in BOOKS:
        measure(client, list_games(code, WARM_GAMES, Random(0)))
    print(
        "| request | median ms | 95th percentile ms | largest, bytes |\n| --- | --- | --- | --- |"
    )
    for code in arguments.book or BOOKS:
        games = list(list_games(code, arguments.games, random))
        bare = measure(create_bare_application().test_client(), games)
        unseen, cached = measure(client, games), measure(client, games)
        print_row(f"{code}: bare Flask page", bare)
        print_row(f"{code}: unseen", unseen)
        print_row(f"{code}: cached", cached)
        if code == "skirmish":
            aims = bare, unseen, cached
    if "skirmish" in (arguments.book or BOOKS):
        print_aims(*aims)


if __name__ == "__main__":
    main()
