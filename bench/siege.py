"""The site under attack: what other visitors notice of it.

    python bench/siege.py [--seconds 20] [--together 600] [--only NAME …]

Starts the site with two processes that answer, as `carnage serve` does, on a free port of the loopback
interface, and nothing else is spoken to. A few visitors, each at an address of its own, call up pages all
the while, some of them never seen before, and two are at play. All of them stay far below their budgets, so
that nobody may turn them away. Then come the attacks, each (or each that is named) for so many seconds, and
all of these at once for as long as `--together` says (0 leaves either out), out of processes that leave the
processor to all others, as attackers have machines of their own. Told are for each what the others waited
for pages and, at most, for a click at play, what they were answered, and the site's memory at its end. A
playtest is promised before the siege, and looked for after the site has been killed and started again. At
last each aim stands beside what was reached.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import re
import shutil
import signal
import socket
import statistics
import string
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from people import Played, Visitor, digits, play

from carnage.common import user_cache
from carnage.engine.compiling import build

AIM, MEMORY = 0.150, 1.5  # seconds at the 99th percentile; times the memory at rest
CLICK = 1.0  # seconds that a click at play may take, where nobody kills the worker that answers it
HOST = "127.0.0.1"
RIGHT = {200}  # what others are to be answered
BREAK = 10.0  # seconds between two attacks
CLOSE = "Connection: close\r\n"
ELSEWHERE = "Origin: http://elsewhere.example\r\nSec-Fetch-Site: cross-site\r\n"  # what another site has sent
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
PROMISE = 600  # seconds after which a playtest that was promised is lost: attackers’ take turns with it
TOGETHER = "all at once"
PLAYED = "duel"  # the book whose games others play
PLAYERS = 9 * 250  # the number of the first of them
DRIP = 4.0  # seconds between two bytes of a slow client
MARKS = "a" + "%CC%81" * 5000  # a name of combining marks, 30 kB long
UNKNOWN = ",".join(a + b for a in string.ascii_lowercase for b in "abcdefghi")  # wishes nobody understands

# Every worker has been at work, so that the memory at rest is that of a site in use.
SETTLED = (
    *(
        f"/{place}/{path}"
        for path in ("classic/243856987615781", "duel/2569533333333", "gamble/777777777777")
        for place in ("watch", "play")
    ),
    "/watch/duel/2569533333333?bots=planner,greedy",
    "/play/duel/2569533333333?bots=person,planner",
    "/skirmish/07357424786114277347402629.pdf",
)

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[[int, float], Awaitable[None]]


def page(path: str, more: str = "", method: str = "GET", body: bytes = b"") -> bytes:
    length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\n{length}{more}\r\n"
    return head.encode() + body


async def called(
    port: int, source: str, small: bool = False
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from this address of the loopback interface, perhaps of one who hardly listens."""
    own = socket.socket()
    own.setblocking(False)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if small:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(own, (HOST, port))
    return await asyncio.open_connection(sock=own)


async def read(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """One answer: its status and its body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head[9:12]), body


# -------------------------------------------------------------------------------------------- the attacks


async def crowd(count: int, seconds: float, one: Callable[[int], Awaitable[None]]) -> None:
    """So many attackers side by side, each beginning anew whenever it is hung up on, for so many seconds."""
    end = time.monotonic() + seconds

    async def again(n: int) -> None:
        while time.monotonic() < end:
            with contextlib.suppress(OSError, EOFError, asyncio.LimitOverrunError):
                await asyncio.wait_for(one(n), end - time.monotonic())
            await asyncio.sleep(0.2)

    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(
            asyncio.gather(*(again(n) for n in range(count)), return_exceptions=True), seconds + 1
        )


def source(n: int, each: int, group: int) -> str:
    """The address of attacker n, of whom so many share one."""
    return f"127.1.{group}.{n // each + 1}"


def dripping(begin: bytes, group: int) -> Attack:
    """Two thousand who send the beginning of a request and then a byte now and then."""

    async def attack(port: int, seconds: float) -> None:
        async def one(n: int) -> None:
            _, writer = await called(port, source(n, 100, group))
            writer.write(begin)
            while not writer.is_closing():
                await asyncio.sleep(DRIP)
                writer.write(b"a")
                await writer.drain()

        await crowd(2000, seconds, one)

    return attack


async def late_bodies(port: int, seconds: float) -> None:
    """Two thousand who are answered, and only then send what belongs to their requests, a byte a time."""

    async def one(n: int) -> None:
        reader, writer = await called(port, source(n, 100, 17))
        writer.write(page("/credits", "Content-Length: 9999\r\n"))
        await read(reader)
        while not writer.is_closing():
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(DRIP)

    await crowd(2000, seconds, one)


async def one_by_one(port: int, seconds: float) -> None:
    """Two hundred who ask for one file after the other and read none."""

    async def one(n: int) -> None:
        _, writer = await called(port, source(n, 50, 18), small=True)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        while not writer.is_closing():
            writer.write(page("/classic/243856987615781.html").replace(b"gzip", b"identity"))
            await asyncio.sleep(1.0)

    await crowd(200, seconds, one)


async def flood(port: int, seconds: float) -> None:
    """Nine hundred who call up one page after the other that nobody has seen."""

    async def one(n: int) -> None:
        chance = random.Random(f"{n} {time.monotonic()}")
        reader, writer = await called(port, source(n, 300, 4))
        while True:
            writer.write(page(f"/skirmish/{digits('skirmish', chance)}"))
            await read(reader)

    await crowd(900, seconds, one)


def deaf(count: int, sent: Callable[[int], bytes], group: int) -> Attack:
    """So many who send their requests at once and read nothing."""

    async def attack(port: int, seconds: float) -> None:
        async def one(n: int) -> None:
            _, writer = await called(port, source(n, 100, group), small=True)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(sent(n))
            await asyncio.sleep(seconds)

        await crowd(count, seconds, one)

    return attack


def unread(n: int) -> bytes:
    """A page that nobody has seen, for attacker n."""
    return page(f"/skirmish/{digits('skirmish', random.Random(n))}")


def pipelined(requests: int) -> Callable[[int], bytes]:
    """So many requests at once."""
    return lambda n: page("/classic/243856987615781") * requests


async def marks(port: int, seconds: float) -> None:
    """Sixteen who send names and texts of combining marks."""

    async def one(n: int) -> None:
        reader, writer = await called(port, source(n, 100, 6))
        while True:
            if n % 2:
                writer.write(page(f"/classic/243856987615781?name={MARKS}"))
            else:
                writer.write(page("/roll", FORM, "POST", f"text={MARKS[:15_000]}".encode()))
            await read(reader)

    await crowd(16, seconds, one)


def posting(count: int, book: str, more: str, pause: float, group: int) -> Attack:
    """So many addresses that ask for one playtest after the other, with a pause of so many seconds."""

    async def attack(port: int, seconds: float) -> None:
        async def one(n: int) -> None:
            chance = random.Random(f"{n} {time.monotonic()}")
            reader, writer = await called(port, source(n, 1, group))
            while True:
                writer.write(page(f"/lab/{book}/{digits(book, chance)}", more, "POST"))
                await read(reader)
                await asyncio.sleep(pause)

        await crowd(count, seconds, one)

    return attack


async def abandoned(port: int, seconds: float) -> None:
    """Eight hundred who ask for something costly and hang up, over and over."""

    async def one(n: int) -> None:
        chance = random.Random(f"{n} {time.monotonic()}")
        _, writer = await called(port, source(n, 200, 8))
        path = f"/skirmish/{digits('skirmish', chance)}"
        writer.write(page(path + (".md" if n % 2 else "")))
        await writer.drain()
        writer.transport.abort()  # type: ignore[attr-defined]

    await crowd(800, seconds, one)


def asking(count: int, each: int, group: int, *paths: str, method: str = "GET", pause: float = 0.1) -> Attack:
    """So many attackers, of whom so many share an address, who call up these pages of games that nobody has
    seen one after the other, with a pause of so many seconds."""

    async def attack(port: int, seconds: float) -> None:
        async def one(n: int) -> None:
            chance = random.Random(f"{n} {time.monotonic()}")
            reader, writer = await called(port, source(n, each, group))
            for path in itertools.cycle(paths):
                fresh = {book: digits(book, chance) for book in ("classic", "skirmish")}
                form = f"minutes=60&seed={chance.randrange(1000)}".encode() if method == "POST" else b""
                writer.write(page(path.format(**fresh), FORM if form else "", method, form))
                await read(reader)
                await asyncio.sleep(pause)

        await crowd(count, seconds, one)

    return attack


async def deaths(port: int, seconds: float) -> None:
    """A process of the site, never the first, is killed every five seconds."""
    chance, end = random.Random(1), time.monotonic() + seconds
    site = int(os.environ["SIEGE_SITE"])
    while time.monotonic() + 1 < end:
        await asyncio.sleep(min(5.0, end - time.monotonic()))
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(descendants(site)), signal.SIGKILL)


ATTACKS: dict[str, Attack] = {
    "slow heads": dripping(b"GET / HTTP/1.1\r\nX-A: ", 1),
    "slow bodies": dripping(b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n", 2),
    "late bodies": late_bodies,
    "one by one, unread": one_by_one,
    "slow readers": deaf(2000, unread, 3),
    "pages never seen": flood,
    "4 pipelines": deaf(4, pipelined(234), 5),
    "60 pipelines": deaf(60, pipelined(100), 5),
    "combining marks": marks,
    "cross-site posts": posting(40, "classic", ELSEWHERE, 0.1, 7),
    "abandoned requests": abandoned,
    "100 playtesters": posting(100, "skirmish", "", 1.0, 9),
    "planners at play": asking(
        64,
        8,
        10,
        "/play/skirmish/{skirmish}?bots=person,planner",
        "/play/classic/{classic}?bots=person,greedy&advice=1",
        "/play/skirmish/{skirmish}?bots=planner,person",
    ),
    "32 at play": asking(
        32,
        2,
        11,
        "/play/skirmish/{skirmish}?bots=person,greedy",
        "/play/classic/{classic}?bots=greedy,person",
    ),
    "planned shows": asking(
        40,
        1,
        12,
        "/watch/skirmish/{skirmish}?bots=planner,greedy",
        "/watch/classic/{classic}.reel?bots=greedy,planner",
    ),
    "shows": asking(40, 4, 13, "/watch/skirmish/{skirmish}", "/watch/classic/{classic}.html"),
    "prints": asking(
        48,
        4,
        14,
        "/skirmish/{skirmish}.pdf",
        "/classic/{classic}.png",
        "/lab/skirmish/{skirmish}.pdf",
        "/classic/{classic}.pdf?part=cards",
    ),
    "wishes": asking(40, 4, 15, "/find/skirmish?minutes=45&with=squads", "/find/classic?keep=damage=doomed"),
    "unknown wishes": asking(16, 4, 19, f"/skirmish/{{skirmish}}?wish={UNKNOWN}"),
    "searches": asking(40, 1, 16, "/find/skirmish", "/find/classic", method="POST"),
    "deaths": deaths,
}
DEADLY = {"deaths"}  # those that kill workers

# -------------------------------------------------------------------------------------------- the others


@dataclass
class Noticed:
    """What other visitors noticed: seconds that pages took, and answers by status (0: none), and what those
    noticed who were at play."""

    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    played: Played = field(default_factory=Played)

    def wrong(self) -> int:
        """Pages that were answered by anything but what was asked for."""
        return sum(count for status, count in self.statuses.items() if status not in RIGHT)

    def clicks(self) -> list[float]:
        """Seconds from clicks to the pages with what came of them."""
        return [took / 1000 for took in self.played.decisions.took]

    def lost(self) -> int:
        """How often somebody at play was turned away, or found no table."""
        asked = self.played.asked.statuses
        return len(self.played.lost) + sum(count for status, count in asked.items() if status not in RIGHT)


async def visitors(port: int, seconds: float) -> Noticed:
    """Eight people who each call up a page about twice a second, and two at play."""
    noticed, end = Noticed(), time.monotonic() + seconds
    kinds = itertools.cycle(["/", "/skirmish/{}", "/classic/243856987615781", "/skirmish/{}", "/presets"])

    async def one(n: int) -> None:
        chance = random.Random(f"visitor {n} {time.monotonic()}")
        await asyncio.sleep(chance.random() / 2)
        while time.monotonic() < end:
            path = next(kinds).format(digits("skirmish", chance))
            began = time.perf_counter()
            try:
                reader, writer = await called(port, f"127.2.1.{n + 1}")
                writer.write(page(path, CLOSE))
                status, _ = await asyncio.wait_for(read(reader), 20.0)
                writer.close()
            except (TimeoutError, OSError, EOFError):
                status = 0
            noticed.took.append(time.perf_counter() - began)
            noticed.statuses[status] += 1
            await asyncio.sleep(0.25 + chance.random() / 2)

    at_play = [
        threading.Thread(target=sit, args=(port, PLAYERS + n, noticed.played, end), daemon=True)
        for n in range(2)
    ]
    for each in at_play:
        each.start()
    await asyncio.gather(*(one(n) for n in range(8)))
    for each in at_play:
        await asyncio.to_thread(each.join)
    return noticed


def sit(port: int, number: int, played: Played, end: float) -> None:
    """Play one game after the other, a click a second."""
    chance = random.Random(f"player {number} {time.monotonic()}")
    while time.monotonic() < end:
        play(Visitor(port, number), PLAYED, chance, played, end, pause=1.0)


# ---------------------------------------------------------------------------------------------- the site


def children(pid: int) -> list[int]:
    """Those of a process; raises OSError if it is gone. Its threads may end while they are looked at."""
    begun: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            begun += map(int, (task / "children").read_text().split())
    return begun


def descendants(pid: int) -> list[int]:
    """All processes beneath one; those beneath one that has just died are somebody else's."""
    with contextlib.suppress(OSError):
        return [each for child in children(pid) for each in (child, *descendants(child))]
    return []


def memory(pid: int) -> float:
    """Megabytes that a process and all beneath it hold, those that they share counted once."""
    total = 0.0
    with contextlib.suppress(OSError):
        shares = re.findall(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
        total = sum(map(int, shares)) / 1024 + sum(map(memory, children(pid)))
    return total


def folder_of_its_own(place: Path) -> None:
    """A folder for the site to write to, with the libraries that are built already: what attackers have asked
    for is nothing to keep."""
    for pattern in (f"*.{build.SUFFIX}", "*.index"):
        for file in user_cache.folder().glob(pattern):
            shutil.copy(file, place)
    os.environ[user_cache.FOLDER] = str(place)


def started(port: int, log: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "carnage", "serve", "--port", str(port), "--processes", "2"]
    with log.open("ab") as written:
        site = subprocess.Popen(words, stderr=written)
    while site.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{HOST}:{port}/healthz"):
            return site
        time.sleep(0.1)
    raise SystemExit(f"The site did not start:\n{log.read_text()}")


def besieged(port: int, names: list[str], seconds: float, site: subprocess.Popen[bytes]) -> Noticed:
    """What others notice while these attacks go on."""
    attackers = [
        subprocess.Popen(
            [
                "nice",
                "-n",
                "19",
                sys.executable,
                __file__,
                "--attack",
                name,
                "--port",
                str(port),
                "--seconds",
                str(seconds),
            ],
            env=os.environ | {"SIEGE_SITE": str(site.pid)},
        )
        for name in names
    ]
    noticed = asyncio.run(visitors(port, seconds))
    for attacker in attackers:
        attacker.terminate()
        attacker.wait()
    return noticed


def late(took: list[float]) -> float:
    """Seconds that 99 of 100 did not exceed; 0 if there was nothing."""
    return sorted(took)[int(len(took) * 0.99)] if took else 0.0


def row(name: str, noticed: Noticed, held: float, rest: float) -> None:
    """Prints what was noticed of one attack."""
    answers = ", ".join(f"{count} × {status or 'none'}" for status, count in sorted(noticed.statuses.items()))
    turned_away = f"; at play {noticed.lost()} turned away" if noticed.lost() else ""
    print(
        f"{name:20}{1000 * statistics.median(noticed.took):9.1f}{1000 * late(noticed.took):9.1f}"
        f"{1000 * max(noticed.took):9.1f}{1000 * max(noticed.clicks(), default=0.0):9.0f}"
        f"{held:8.0f}{held / rest:7.2f}   {answers}{turned_away}",
        flush=True,
    )


def aims(seen: dict[str, tuple[Noticed, float]], rest: float, lost: bool, status: int) -> bool:
    """Prints each aim beside what was reached, in the worst row; whether all were."""
    slowest = max(seen, key=lambda name: late(seen[name][0].took))
    fullest = max(seen, key=lambda name: seen[name][1])
    wrong = {name: noticed.wrong() for name, (noticed, _) in seen.items() if noticed.wrong()}
    alive = {name: noticed for name, (noticed, _) in seen.items() if name not in {*DEADLY, TOGETHER}}
    clicks = {name: late(noticed.clicks()) for name, noticed in alive.items()}
    slow = max(clicks, key=lambda name: clicks[name])
    away = {name: noticed.lost() for name, noticed in alive.items() if noticed.lost()}
    rows = [
        ("99 % of pages, ms", f"{1000 * AIM:.0f}", f"{1000 * late(seen[slowest][0].took):.0f} ({slowest})"),
        ("99 % of clicks at play, ms", f"{1000 * CLICK:.0f}", f"{1000 * clicks[slow]:.0f} ({slow})"),
        (
            "clicks at play turned away",
            "0",
            ", ".join(f"{n} ({name})" for name, n in away.items()) or "0",
        ),
        ("times the memory at rest", f"{MEMORY}", f"{seen[fullest][1] / rest:.2f} ({fullest})"),
        (
            "pages with no answer, or a wrong one",
            "0",
            ", ".join(f"{n} ({name})" for name, n in wrong.items()) or "0",
        ),
        ("playtests lost", "0", f"{int(lost)}"),
        ("status when asked to end", "0", f"{status}"),
    ]
    print(f"\n{'':38}{'aim':>6}   reached (where it was worst)")
    for name, aim, reached in rows:
        print(f"{name:38}{aim:>6}   {reached}")
    print("Clicks are not counted where workers are killed.")
    well = late(seen[slowest][0].took) <= AIM and clicks[slow] <= CLICK and seen[fullest][1] <= MEMORY * rest
    return well and not wrong and not away and not lost and not status


def promised(port: int) -> str:
    """Ask for a playtest; where its result will be."""
    path = f"/lab/classic/{digits('classic', random.Random(time.time()))}"
    asked = urllib.request.Request(f"http://{HOST}:{port}{path}", data=b"", method="POST")
    with urllib.request.urlopen(asked):
        return path


def kept(port: int, path: str) -> bool:
    """Whether a playtest that was promised comes in time."""
    answered = ""
    for _ in range(PROMISE):
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}{path}.json") as answer:
                if answer.status == HTTPStatus.OK:  # until it is over, it says how far it has come
                    return True
                answered = "it is still being played"
        except (OSError, EOFError) as error:
            answered = str(error)
            if isinstance(error, urllib.error.HTTPError) and error.code == HTTPStatus.NOT_FOUND:
                break
        time.sleep(1.0)
    print(f"The playtest that was promised at {path} did not come: {answered}", flush=True)
    return False


def wait_for(port: int, path: str) -> None:
    """Until a page does not ask for patience any more, or for ten minutes."""
    for _ in range(300):
        polite = contextlib.suppress(urllib.error.HTTPError)  # 503
        with polite, urllib.request.urlopen(f"http://{HOST}:{port}{path}") as answer:
            if b"looks again by itself" not in answer.read():
                return
        time.sleep(2.0)
    raise SystemExit(f"Nothing came of {path} in ten minutes.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--together", type=float, default=600.0)
    parser.add_argument("--only", nargs="*", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    raise_limits()
    if given.attack:
        asyncio.run(ATTACKS[given.attack](given.port, given.seconds))
        return
    with socket.create_server((HOST, 0)) as free:
        port: int = free.getsockname()[1]
    log = Path(f"siege-{os.getpid()}.log")
    with tempfile.TemporaryDirectory() as place:
        folder_of_its_own(Path(place))
        well = siege(port, log, given)
    if not well:
        raise SystemExit(f"Not as it should be; what the site said is in {log}.")
    log.unlink()


def siege(port: int, log: Path, given: argparse.Namespace) -> bool:
    """All that was asked for; whether every aim was reached."""
    site = started(port, log)
    seen: dict[str, tuple[Noticed, float]] = {}

    def attacked(name: str, attacks: list[str], seconds: float) -> None:
        noticed = besieged(port, attacks, seconds, site)
        if attacks:
            time.sleep(BREAK)
        seen[name] = noticed, memory(site.pid)
        row(name, *seen[name], rest)

    try:
        promise = promised(port)
        kept(port, promise)
        for path in SETTLED:
            wait_for(port, path)
        asyncio.run(settle(port))
        promise = promised(port)
        rest = memory(site.pid)
        head = "".join(f"{each:>9}" for each in ("median", "99 %", "longest", "a click"))
        print(f"{'':20}{head}{'MB':>8}{'':>7}   what others were answered")
        attacked("nobody attacks", [], given.seconds or BREAK)
        for name in given.only if given.seconds else ():
            attacked(name, [name], given.seconds)
        if given.together:
            attacked(TOGETHER, given.only, given.together)
        site.kill()
        site.wait()
        site = started(port, log)
        lost = not kept(port, promise)
        site.terminate()
        return aims(seen, rest, lost, site.wait())
    finally:
        site.kill()
        site.wait()


async def settle(port: int) -> None:
    """Call up enough pages for all that is kept of pages to be there."""
    chance = random.Random(0)
    for n in range(1000):
        reader, writer = await called(port, f"127.2.2.{n % 40 + 1}")
        writer.write(page(f"/skirmish/{digits('skirmish', chance)}", CLOSE))
        await read(reader)
        writer.close()


def raise_limits() -> None:
    """Let this process hold as many connections as the system allows."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536) if hard > 0 else 65_536, hard))


if __name__ == "__main__":
    main()
