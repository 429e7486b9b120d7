"""Measure the waiting times of players and spectators on a busy site, and check that games survive.

    python bench/table.py [--visitors 50] [--seconds 120] [--films 100] [--book classic …]

The site is started as by `carnage serve`; each visitor has its own address of the loopback
interface. The rules are compiled first, into the folder that CARNAGE_CACHE names.

1. One visitor at a time plays games of each book, then watches `--films` games, while playtests run.
2. `--visitors` play at once for `--seconds`, while a process with low priority requests playtests
   and uncached pages.

Each row is a kind of request: median, 95th percentile and maximum of its times in milliseconds or
of its sizes in kB, the number of requests, and the target for the 95th percentile. The time of a
decision is that from the click to the page with the next question, with all waiting pages between. A point is a place in reach that a
player tries before a decision.
At the end each visitor loads the last page again. The exit status is 1 if a game was lost, or a
response was missing, a server error, or a refusal without Retry-After.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count

from people import REFUSALS, Answers, Played, Visitor, digits, play

from carnage import catalog

BOOKS = catalog.book_codes()

# Targets for 95 of 100 requests.
TARGET_DECISION_MS = 150.0
TARGET_POINT_MS = 60.0
TARGET_WATCH_MS = 400.0
TARGET_REPLAY_KB = 150.0

THINKING_TIME_S = 1.5  # Mean time of a visitor before a decision.
COMPILE_TIMEOUT_S = 600.0
MAX_LISTED_GAMES = 5
FLOODERS = 10  # Visitors who request playtests, and as many who request uncached pages.


# -------------------------------------------------------------------------------------- one visitor


def measure_single_visitors(
    port: int, books: list[str], seconds: float, films: int, numbers: Iterator[int]
) -> bool:
    """Play and watch with one visitor at a time, while playtests run.

    Return False if a game was lost or a response was a fault.
    """
    stop = threading.Event()
    playtests = Answers()

    def request_playtests() -> None:
        chance = random.Random(1)
        while not stop.wait(0.5):
            Visitor(port, next(numbers)).ask(
                f"/lab/classic/{digits('classic', chance)}", playtests, "POST"
            )

    thread = threading.Thread(target=request_playtests)
    thread.start()
    is_good = True
    try:
        print_head("one visitor, with playtests")
        for book in books:
            chance = random.Random(2)
            played = Played()
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                play(Visitor(port, next(numbers)), book, chance, played, end)
            print_row(f"{book}: a decision, ms", played.decisions.took, TARGET_DECISION_MS)
            print_row(f"{book}: the first page of a game, ms", played.openings.took)
            if played.points.took:
                print_row(f"{book}: a point, ms", played.points.took, TARGET_POINT_MS)
                print_statuses(played.points)
            is_good &= print_lost_games(played)
        for book in books:
            is_good &= measure_watching(port, book, films, numbers)
    finally:
        stop.set()
        thread.join()
    print_row("requests of playtests, ms", playtests.took)
    print_statuses(playtests)
    return is_good and not playtests.faults


def measure_watching(port: int, book: str, films: int, numbers: Iterator[int]) -> bool:
    """Load replays of random games of a book, each by another visitor.

    A visitor loads the page of a game, the page at a random event, the drawn frames and the
    replay. Return False if a page is missing or a response was a fault.
    """
    chance = random.Random(3)
    cold = Answers()
    warm = Answers()
    reels = Answers()
    replays = Answers()
    every = Answers()
    for _ in range(films):
        visitor = Visitor(port, next(numbers))
        address = f"/watch/{book}/{digits(book, chance)}"
        page, took = visitor.load(address, every, time.monotonic() + 60.0)
        if page:
            cold.took.append(took)
            last = int(re.findall(r'<input type="range" min="0" max="(\d+)"', page)[0])
            visitor.ask(f"{address}?at={chance.randint(1, last)}", warm)
            visitor.ask(f"{address}.reel", reels)
            visitor.ask(f"{address}.json", replays)
    replays_kb = [size / 1000 for size in replays.sizes]
    reels_kb = [size / 1000 for size in reels.sizes]
    print_row(f"{book}: first page of a replay, ms", cold.took)
    print_row(f"{book}: its other pages, ms", warm.took, TARGET_WATCH_MS)
    print_row(f"{book}: its replay, kB as sent", replays_kb, TARGET_REPLAY_KB)
    print_row(f"{book}: its drawn frames, kB as sent", reels_kb, TARGET_REPLAY_KB)
    for answers in (warm, reels, replays):
        every += answers
    if set(every.statuses) != {200}:
        print_statuses(every)
    return len(cold.took) == films and not every.faults


# ------------------------------------------------------------------------------------ many visitors


def flood(port: int, first: int, seconds: float) -> dict[str, Answers]:
    """Request playtests and uncached pages as fast as the rate limit allows, with low priority.

    Return the responses by kind of request.
    """
    os.nice(10)
    end = time.monotonic() + seconds
    kinds = {"playtests": Answers(), "uncached pages": Answers()}
    lock = threading.Lock()

    def request(name: str, n: int) -> None:
        visitor = Visitor(port, first + n)
        chance = random.Random(200 + n)
        answers = Answers()
        while time.monotonic() < end:
            path = f"skirmish/{digits('skirmish', chance)}"
            if name == "playtests":
                status, _, _ = visitor.ask(f"/lab/{path}", answers, "POST")
            else:
                status, _, _ = visitor.ask(f"/{path}", answers)
            time.sleep(0.5 if status in REFUSALS else 0.02)
        with lock:
            kinds[name] += answers

    names = [*kinds] * FLOODERS
    run_together([threading.Thread(target=request, args=(name, n)) for n, name in enumerate(names)])
    return kinds


def measure_many_visitors(port: int, visitors: int, seconds: float, numbers: Iterator[int]) -> bool:
    """Play with many visitors at once, while others flood the site.

    Return False if a game was lost or a response was a fault.
    """
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    flooding = pool.submit(flood, port, 1_000_000, seconds)
    end = time.monotonic() + seconds
    all_played = Played()
    lock = threading.Lock()

    def play_games(n: int) -> None:
        visitor = Visitor(port, next(numbers))
        chance = random.Random(100 + n)
        played = Played()
        while time.monotonic() < end:
            book = BOOKS[n % len(BOOKS)]
            play(visitor, book, chance, played, end, pause=THINKING_TIME_S)
        with lock:
            nonlocal all_played
            all_played += played

    run_together([threading.Thread(target=play_games, args=(n,)) for n in range(visitors)])
    kinds = flooding.result()
    pool.shutdown()
    print_head(f"{visitors} players, {seconds:.0f} s")
    print_row("a decision, ms", all_played.decisions.took)
    print_row("the first page of a game, ms", all_played.openings.took)
    print_row("one response, ms", all_played.asked.took)
    print_statuses(all_played.asked)
    is_good = print_lost_games(all_played)
    for name, answers in kinds.items():
        print_row(f"flood: {name}, ms", answers.took)
        print_statuses(answers)
    return is_good and not any(answers.faults for answers in kinds.values())


def run_together(threads: list[threading.Thread]) -> None:
    """Start threads and wait for them."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# ------------------------------------------------------------------------------------------- report


def print_head(title: str) -> None:
    """Print the head of a table."""
    print(f"\n{title:38}{'median':>9}{'95 %':>9}{'longest':>9}{'count':>8}{'target':>7}")


def print_row(name: str, values: list[float], target: float = 0.0) -> None:
    """Print the median, the 95th percentile, the maximum and the number of values."""
    if not values:
        print(f"{name:38}{'none':>9}", flush=True)
        return
    values = sorted(values)
    high = values[int(len(values) * 0.95)]
    line = f"{name:38}{statistics.median(values):9.1f}{high:9.1f}{values[-1]:9.1f}{len(values):8}"
    if target:
        verdict = "met" if high <= target else "missed"
        line += f"{target:7.0f} {verdict}"
    print(line, flush=True)


def print_statuses(answers: Answers) -> None:
    """Print the number of responses by status."""
    names = {0: "no response", -429: "429 without Retry-After", -503: "503 without Retry-After"}
    counts = [
        f"{number:,} × {names.get(status, status)}"
        for status, number in sorted(answers.statuses.items())
    ]
    print(f"    responses: {', '.join(counts)}; faults: {answers.faults} (target 0)")


def print_lost_games(played: Played) -> bool:
    """Print the number of lost games, and return False if there are any, or faults."""
    decisions = f"{len(played.decisions.took):,} decisions in {played.games:,} games"
    print(f"    {decisions}, {len(played.lost)} lost (target 0)")
    for address in played.lost[:MAX_LISTED_GAMES]:
        print(f"    lost: {address}")
    return not (played.lost or played.asked.faults or played.reels.faults)


@contextmanager
def start_site() -> Iterator[int]:
    """Start the site on a free port, and yield the port when the site is ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = subprocess.Popen([sys.executable, "-m", "carnage", "serve", "--port", str(port)])
    try:
        while True:
            time.sleep(0.2)
            if server.poll() is not None:
                raise SystemExit("the site did not start")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                    break
            except OSError:
                continue
        yield port
    finally:
        server.terminate()
        server.wait()


def compile_rules(port: int, book: str, numbers: Iterator[int]) -> None:
    """Load a game and a replay of a book, and wait until its rules are compiled."""
    seed = digits(book, random.Random(0))
    end = time.monotonic() + COMPILE_TIMEOUT_S
    for page in (f"/play/{book}/{seed}?bots=person,greedy", f"/watch/{book}/{seed}"):
        Visitor(port, next(numbers)).load(page, Answers(), end)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--films", type=int, default=100, help="replays of each book")
    parser.add_argument("--book", nargs="*", default=list(BOOKS), choices=BOOKS)
    arguments = parser.parse_args()
    numbers = count()
    with start_site() as port:
        for book in arguments.book:
            compile_rules(port, book, numbers)
        is_good = measure_single_visitors(
            port, arguments.book, arguments.seconds / 8, arguments.films, numbers
        )
        is_good &= measure_many_visitors(port, arguments.visitors, arguments.seconds, numbers)
    if not is_good:
        raise SystemExit("a game was lost, or a response was missing or a fault")


if __name__ == "__main__":
    main()
