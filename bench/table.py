"""How long people at play wait, on a server that has other things to do as well.

    python bench/table.py [--visitors 50] [--seconds 120] [--book classic …]

Starts the site in a process of its own and asks it as browsers do, over one connection for each visitor:
first one person alone plays games of each book while playtests run beside, then watches some, and then so
many visitors are at play at once for so many seconds, with a look at each new table, while others have games
playtested and call up pages that nobody has seen. Told are times from click to new page, sizes of films as
they are sent, and every answer that was no page. The rules are compiled first, into the cache that
CARNAGE_CACHE names.
"""

from __future__ import annotations

import argparse
import gzip
import html
import http.client
import random
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from carnage import catalog

BOOKS = ("classic", "skirmish", "duel", "gamble")
DECISION, WATCH, FILM = 0.150, 0.400, 150.0  # what is aimed at: seconds, seconds, kB
OPTION = re.compile(r'class="option"[^>]* href="([^"]*)"')
CURTAIN = re.compile(r'class="button"[^>]* href="([^"]*alone=[^"]*)"')
LOOKS_AGAIN = "looks again by itself"
_ADDRESSES = (f"127.0.{high}.{low}" for high in range(1, 256) for low in range(1, 256))
STEP = 1.5  # seconds that a visitor looks at a table before the next click


@dataclass
class Answers:
    """What was answered to one kind of question: seconds, by status, and how many bytes."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    sizes: list[int] = field(default_factory=list)


class Visitor:
    """One connection, kept open."""

    def __init__(self, port: int) -> None:
        # Each from an address of its own: one visitor has only so much of the site's time.
        own = next(_ADDRESSES)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(own, 0))

    def ask(self, address: str, answers: Answers, method: str = "GET") -> tuple[int, str]:
        began = time.perf_counter()
        self.connection.request(method, address, headers={"Accept-Encoding": "gzip"})
        answer = self.connection.getresponse()
        body = answer.read()
        answers.took.append(time.perf_counter() - began)
        answers.statuses[answer.status] += 1
        answers.sizes.append(len(body))
        plain = gzip.decompress(body) if answer.headers["Content-Encoding"] else body
        return answer.status, plain.decode()

    def until_ready(self, address: str) -> str:
        """The page once it does not ask for patience any more."""
        while True:
            status, page = self.ask(address, Answers())
            if status == 200 and LOOKS_AGAIN not in page:
                return page
            time.sleep(1.0)


def digits(book: str, chance: random.Random) -> str:
    return "".join(str(chance.randrange(10)) for _ in range(catalog.book(book).length))


def play(
    visitor: Visitor, book: str, chance: random.Random, answers: Answers, end: float, pause: float = 0.0
) -> int:
    """One game, answered at random, to its end or until it is time; how many answers it took. A refusal is
    waited out, and the game goes on where it was."""
    address = f"/play/{book}/{digits(book, chance)}?bots=person,greedy&game={chance.randrange(1000)}"
    steps = 0
    while time.monotonic() < end:
        status, page = visitor.ask(address, answers)
        if status == 503 or LOOKS_AGAIN in page:
            time.sleep(1.0)
            continue
        options = OPTION.findall(page) or CURTAIN.findall(page)
        if status != 200 or not options:
            break
        address = html.unescape(chance.choice(options))
        steps += 1
        time.sleep(pause * chance.uniform(0.5, 1.5))
    return steps


def alone(port: int, books: list[str], seconds: float) -> None:
    """One person at a time, with playtests running beside."""
    stop = threading.Event()

    def playtests() -> None:
        visitor, chance = Visitor(port), random.Random(1)
        while not stop.is_set():
            visitor.ask(f"/lab/classic/{digits('classic', chance)}", Answers(), "POST")
            time.sleep(0.5)

    beside = threading.Thread(target=playtests)
    beside.start()
    try:
        print(f"\n{'one person, playtests beside':34}{'median':>9}{'95 %':>9}{'longest':>9}{'count':>8}")
        for book in books:
            visitor, chance, answers = Visitor(port), random.Random(2), Answers()
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                play(visitor, book, chance, answers, end)
            tell(f"{book}: a decision, ms (aim {1000 * DECISION:.0f})", answers)
        for book in books:
            visitor, chance = Visitor(port), random.Random(3)
            cold, warm, films = Answers(), Answers(), Answers()
            for _ in range(20):
                address = f"/watch/{book}/{digits(book, chance)}"
                visitor.ask(address, cold)
                visitor.until_ready(address)
                visitor.ask(f"{address}?at=5", warm)
                visitor.ask(f"{address}.reel", films)
            tell(f"{book}: a game never watched, ms", cold)
            tell(f"{book}: its pages after, ms (aim {1000 * WATCH:.0f})", warm)
            sizes = sorted(films.sizes)
            print(
                f"{book + f': a film, kB (aim {FILM:.0f})':34}{statistics.median(sizes) / 1000:9.1f}"
                f"{sizes[int(len(sizes) * 0.95)] / 1000:9.1f}{sizes[-1] / 1000:9.1f}{len(sizes):8}"
            )
    finally:
        stop.set()
        beside.join()


def together(port: int, visitors: int, seconds: float) -> bool:
    """Many at play, others at playtests and at pages that nobody has seen; whether all went well."""
    end = time.monotonic() + seconds
    kinds: dict[str, Answers] = {name: Answers() for name in ("at play", "playtests", "pages")}
    steps: list[int] = []

    def player(n: int) -> None:
        visitor, chance = Visitor(port), random.Random(100 + n)
        answers = Answers()
        while time.monotonic() < end:
            steps.append(play(visitor, BOOKS[n % len(BOOKS)], chance, answers, end, STEP))
        with lock:
            merge(kinds["at play"], answers)

    def flood(name: str, n: int) -> None:
        visitor, chance, answers = Visitor(port), random.Random(200 + n), Answers()
        while time.monotonic() < end:
            if name == "playtests":
                visitor.ask(f"/lab/skirmish/{digits('skirmish', chance)}", answers, "POST")
                time.sleep(0.2)
            else:
                visitor.ask(f"/skirmish/{digits('skirmish', chance)}", answers)
                time.sleep(0.02)
        with lock:
            merge(kinds[name], answers)

    lock = threading.Lock()
    threads = [threading.Thread(target=player, args=(n,)) for n in range(visitors)]
    for name in ("playtests", "pages"):
        threads += [threading.Thread(target=flood, args=(name, n)) for n in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"\n{f'{visitors} at play, {seconds:.0f} s':34}{'median':>9}{'95 %':>9}{'longest':>9}{'count':>8}")
    for name, answers in kinds.items():
        tell(f"{name}, ms", answers)
        print(
            f"    answered: {', '.join(f'{n} × {status}' for status, n in sorted(answers.statuses.items()))}"
        )
    print(f"    {sum(steps):,} answers in {len(steps):,} games")
    played = kinds["at play"].statuses
    return all(status in (200, 503) for status in played)


def merge(into: Answers, more: Answers) -> None:
    into.took += more.took
    into.statuses += more.statuses
    into.sizes += more.sizes


def tell(name: str, answers: Answers) -> None:
    took = sorted(1000.0 * each for each in answers.took)
    if not took:
        print(f"{name:34}{'none':>9}")
        return
    print(
        f"{name:34}{statistics.median(took):9.1f}{took[int(len(took) * 0.95)]:9.1f}{took[-1]:9.1f}"
        f"{len(took):8}",
        flush=True,
    )


def serve() -> tuple[subprocess.Popen[bytes], int]:
    """The site on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    return subprocess.Popen([sys.executable, "-m", "carnage", "serve", "--port", str(port)]), port


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--book", nargs="*", default=list(BOOKS), choices=BOOKS)
    given = parser.parse_args()
    server, port = serve()
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        visitor = Visitor(port)
        for book in given.book:
            seed = digits(book, random.Random(0))
            visitor.until_ready(f"/play/{book}/{seed}?bots=person,greedy")
            visitor.until_ready(f"/watch/{book}/{seed}")
        alone(port, given.book, given.seconds / 8)
        well = together(port, given.visitors, given.seconds)
    finally:
        server.terminate()
        server.wait()
    if not well:
        raise SystemExit("somebody was answered something else than a page or a polite refusal")


if __name__ == "__main__":
    main()
