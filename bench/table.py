"""How long people at play wait, on a server that has other things to do as well, and whether it
keeps their games.

    python bench/table.py [--visitors 50] [--seconds 120] [--films 100] [--book classic …]

Starts the site as `carnage serve` does and asks it as browsers do, each visitor from an address of
the loopback interface. First one person alone plays games of each book, and watches so many, while
playtests run beside; then so many visitors are at play at once for so many seconds, while others,
in a process of their own, have games playtested and call up pages that nobody has seen. A decision
lasts from the click to the page with the next question, whatever was waited for on the way. Each
figure stands beside what is aimed at; at the end everybody's table is asked for once more. The
rules are compiled first, into the cache that CARNAGE_CACHE names. The status is 1 if a game was
lost, or anybody was answered by a 5xx that does not say when to come again.
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

from people import POLITE, Answers, Played, Visitor, digits, play

from carnage import catalog

BOOKS = catalog.book_codes()
DECISION, WATCH, FILM = 150.0, 400.0, 150.0  # what is aimed at for 95 of 100: ms, ms, kB
STEP = 1.5  # seconds that a visitor looks at a table before the next click
FLOODERS = 10  # visitors who have games playtested, and as many who call up pages


# ---------------------------------------------------------------------------------------- one alone


def alone(port: int, books: list[str], seconds: float, films: int, numbers: Iterator[int]) -> bool:
    """One person at a time, with playtests running beside; whether no game was lost and nobody was
    answered rudely."""
    stop, playtests = threading.Event(), Answers()

    def beside() -> None:
        chance = random.Random(1)
        while not stop.wait(0.5):
            Visitor(port, next(numbers)).ask(
                f"/lab/classic/{digits('classic', chance)}", playtests, "POST"
            )

    thread = threading.Thread(target=beside)
    thread.start()
    well = True
    try:
        head("one person, playtests beside")
        for book in books:
            chance, played = random.Random(2), Played()
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                play(Visitor(port, next(numbers)), book, chance, played, end)
            tell(f"{book}: a decision, ms", played.decisions.took, DECISION)
            tell(f"{book}: the first page of a game, ms", played.openings.took)
            well &= told_kept(played)
        for book in books:
            well &= watched(port, book, films, numbers)
    finally:
        stop.set()
        thread.join()
    tell("playtests asked for, ms", playtests.took)
    tell_statuses(playtests)
    return well and not playtests.rude


def watched(port: int, book: str, films: int, numbers: Iterator[int]) -> bool:
    """So many games of a book that nobody has watched, each by a visitor of its own: it comes, is
    looked at here and there, and is taken away.
    """
    chance, cold, warm, every = random.Random(3), Answers(), Answers(), Answers()
    reels, taken = Answers(), Answers()
    for _ in range(films):
        visitor, address = Visitor(port, next(numbers)), f"/watch/{book}/{digits(book, chance)}"
        page, took = visitor.there(address, every, time.monotonic() + 60.0)
        if page:
            cold.took.append(took)
            last = int(re.findall(r'<input type="range" min="0" max="(\d+)"', page)[0])
            visitor.ask(f"{address}?at={chance.randint(1, last)}", warm)
            visitor.ask(f"{address}.reel", reels)
            visitor.ask(f"{address}.json", taken)
    tell(f"{book}: a game never watched, ms", cold.took)
    tell(f"{book}: its pages after, ms", warm.took, WATCH)
    tell(f"{book}: its film, kB as sent", [size / 1000 for size in taken.sizes], FILM)
    tell(f"{book}: the same drawn, kB as sent", [size / 1000 for size in reels.sizes], FILM)
    for answers in (warm, reels, taken):
        every += answers
    if set(every.statuses) != {200}:
        tell_statuses(every)
    return len(cold.took) == films and not every.rude


# ------------------------------------------------------------------------------------ many together


def flood(port: int, first: int, seconds: float) -> dict[str, Answers]:
    """Visitors who have games playtested and who call up pages that nobody has seen, as fast as
    they are let; they leave the processor to others, as if they had machines of their own.
    """
    os.nice(10)
    end = time.monotonic() + seconds
    kinds = {"playtests": Answers(), "pages never seen": Answers()}
    lock = threading.Lock()

    def one(name: str, n: int) -> None:
        visitor, chance, answers = Visitor(port, first + n), random.Random(200 + n), Answers()
        while time.monotonic() < end:
            path = f"skirmish/{digits('skirmish', chance)}"
            if name == "playtests":
                status, _, _ = visitor.ask(f"/lab/{path}", answers, "POST")
            else:
                status, _, _ = visitor.ask(f"/{path}", answers)
            time.sleep(0.5 if status in POLITE else 0.02)
        with lock:
            kinds[name] += answers

    together(
        [threading.Thread(target=one, args=(name, n)) for n, name in enumerate([*kinds] * FLOODERS)]
    )
    return kinds


def crowded(port: int, visitors: int, seconds: float, numbers: Iterator[int]) -> bool:
    """Many at play beside a flood; whether no game was lost and nobody was answered rudely."""
    apart = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    flooded = apart.submit(flood, port, 1_000_000, seconds)
    end, all_played, lock = time.monotonic() + seconds, Played(), threading.Lock()

    def player(n: int) -> None:
        visitor, chance, played = Visitor(port, next(numbers)), random.Random(100 + n), Played()
        while time.monotonic() < end:
            play(visitor, BOOKS[n % len(BOOKS)], chance, played, end, STEP)
        with lock:
            nonlocal all_played
            all_played += played

    together([threading.Thread(target=player, args=(n,)) for n in range(visitors)])
    kinds = flooded.result()
    apart.shutdown()
    head(f"{visitors} at play, {seconds:.0f} s")
    tell("a decision, ms", all_played.decisions.took)
    tell("the first page of a game, ms", all_played.openings.took)
    tell("one answer, ms", all_played.asked.took)
    tell_statuses(all_played.asked)
    well = told_kept(all_played)
    for name, answers in kinds.items():
        tell(f"beside: {name}, ms", answers.took)
        tell_statuses(answers)
    return well and not any(answers.rude for answers in kinds.values())


def together(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# ------------------------------------------------------------------------------------------ telling


def head(what: str) -> None:
    print(f"\n{what:38}{'median':>9}{'95 %':>9}{'longest':>9}{'count':>8}{'aim':>7}")


def tell(name: str, values: list[float], aim: float = 0.0) -> None:
    if not values:
        print(f"{name:38}{'none':>9}", flush=True)
        return
    values = sorted(values)
    most = values[int(len(values) * 0.95)]
    line = f"{name:38}{statistics.median(values):9.1f}{most:9.1f}{values[-1]:9.1f}{len(values):8}"
    print(line + (f"{aim:7.0f} {'met' if most <= aim else 'missed'}" if aim else ""), flush=True)


def tell_statuses(answers: Answers) -> None:
    called = {0: "no answer", -429: "429 without a word", -503: "503 without a word"}
    said = [
        f"{times:,} × {called.get(status, status)}"
        for status, times in sorted(answers.statuses.items())
    ]
    print(f"    answered: {', '.join(said)}; a fault or nothing: {answers.rude} (aim 0)")


def told_kept(played: Played) -> bool:
    answered = f"{len(played.decisions.took):,} decisions in {played.games:,} games"
    print(f"    {answered}, {len(played.lost)} lost (aim 0)")
    for address in played.lost[:5]:
        print(f"    lost: {address}")
    return not (played.lost or played.asked.rude or played.reels.rude)


@contextmanager
def site() -> Iterator[int]:
    """The site on a free port of this machine, once it says that it is ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = subprocess.Popen([sys.executable, "-m", "carnage", "serve", "--port", str(port)])
    try:
        while True:
            time.sleep(0.2)
            if server.poll() is not None:
                raise SystemExit("the site does not come up")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                    break
            except OSError:
                continue
        yield port
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--films", type=int, default=100)
    parser.add_argument("--book", nargs="*", default=list(BOOKS), choices=BOOKS)
    given = parser.parse_args()
    numbers = count()
    with site() as port:
        for book in given.book:
            seed, patient = digits(book, random.Random(0)), time.monotonic() + 600.0
            for page in (f"/play/{book}/{seed}?bots=person,greedy", f"/watch/{book}/{seed}"):
                Visitor(port, next(numbers)).there(page, Answers(), patient)
        well = alone(port, given.book, given.seconds / 8, given.films, numbers)
        well &= crowded(port, given.visitors, given.seconds, numbers)
    if not well:
        raise SystemExit("a game was lost, or somebody was answered by a fault")


if __name__ == "__main__":
    main()
