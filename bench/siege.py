"""Attack a site, and measure the effect on other visitors.

    python bench/siege.py [--seconds 20] [--together 600] [--only NAME …]
    python bench/siege.py --starvation 900

The site is started with two web processes on a free port of the loopback interface; requests go
nowhere else. Eight visitors, each with an address of its own, request pages all the time, some of
them uncached, and two more play games. All of them stay far below their rate limits, so none may be
refused.

Each attack, or each that `--only` names, runs for `--seconds`; then all of them, except the one
that kills processes, run together for `--together` seconds. 0 leaves either out. Attackers have the
lowest priority of Linux (SCHED_IDLE), as if they had machines of their own. For each attack a row
shows how long the visitors waited for pages and at most for a move in their games, the responses
that they got, and the memory of the site at the end of the attack.

A playtest is requested before the attacks. Its result must be there after the site has been killed
and started again. A table compares the worst value of each measure with its aim.

With `--starvation`, 40 addresses keep the queue of playtests full instead, while another visitor
comes every minute and requests a playtest; the longest wait for a result is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import itertools
import math
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
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from people import Played, Visitor, digits, play

from carnage.common import user_cache
from carnage.engine.compiling import build

HOST = "127.0.0.1"
PAGE = "/classic/243856987615781"

# Aims
MAX_PAGE_S = 0.150  # at the 99th percentile
MAX_MOVE_S = 1.0  # likewise, where no attack kills workers
MAX_MEMORY_RATIO = 1.5  # of the memory at rest
MAX_STRANGER_WAIT_S = (
    180.0  # for the result of a playtest, beside 40 addresses that keep the queue full
)
RESULT_TIMEOUT_S = (
    600  # until a playtest that was accepted counts as lost: attackers' playtests come between
)

PAUSE_S = 10.0  # between two attacks
BYTE_PAUSE_S = 4.0  # between two bytes of a slow client
RECONNECT_S = 0.2
KILL_PAUSE_S = 5.0
STRANGER_PAUSE_S = 60.0
STRANGER_ADDRESS = "127.2.3.{}"  # Each stranger has an address, as each of the 40 attackers.
VISITOR_TIMEOUT_S = 20.0

VISITORS = 8
PLAYERS = 2
PLAYED_BOOK = "duel"
FILLING_VISITORS = 40
FILLING_PAGES = 150  # of each of them: 6,000 pages have some 150 MB
FIRST_PLAYER = 9 * 250  # number of the first player's address, see people.Visitor

ALL_TOGETHER = "all together"
CLOSE = "Connection: close\r\n"
CROSS_SITE = "Origin: http://elsewhere.example\r\nSec-Fetch-Site: cross-site\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
COMBINING_MARKS = "a" + "%CC%81" * 5000  # a name of 30 kB
UNKNOWN_WISHES = ",".join(a + b for a in string.ascii_lowercase for b in "abcdefghi")

WARM_UP_PATHS = (
    *(
        f"/{place}/{path}"
        for path in ("classic/243856987615781", "duel/2569533333333", "gamble/777777777777")
        for place in ("watch", "play")
    ),
    "/watch/duel/2569533333333?bots=planner,greedy",
    "/play/duel/2569533333333?bots=person,planner",
    "/skirmish/073507424786114277347402629.pdf",
)
"""Pages that give each engine worker a job, so that the memory at rest is that of a site in use."""

Attack = Callable[[int, float], Awaitable[None]]
"""Attacks the site at a port for so many seconds."""


def format_request(path: str, headers: str = "", method: str = "GET", body: bytes = b"") -> bytes:
    """Return an HTTP request."""
    length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: "
        f"gzip\r\n{length}{headers}\r\n"
    )
    return head.encode() + body


async def connect(
    port: int, source: str, small_buffer: bool = False
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection from an address of the loopback interface, perhaps with a small
    receive buffer.
    """
    connection = socket.socket()
    connection.setblocking(False)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if small_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(connection, (HOST, port))
    return await asyncio.open_connection(sock=connection)


async def read_response(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return the status and the body of the next response."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    body = await reader.readexactly(int(length[1])) if length else b""
    return int(head[9:12]), body


# ------------------------------------------------------------------------------------------ attacks


async def run_clients(count: int, seconds: float, client: Callable[[int], Awaitable[None]]) -> None:
    """Run so many clients for so many seconds; each starts again whenever its connection is
    closed.
    """
    end = time.monotonic() + seconds

    async def repeat(n: int) -> None:
        while time.monotonic() < end:
            with contextlib.suppress(OSError, EOFError, asyncio.LimitOverrunError):
                await asyncio.wait_for(client(n), end - time.monotonic())
            await asyncio.sleep(RECONNECT_S)

    clients = asyncio.gather(*(repeat(n) for n in range(count)), return_exceptions=True)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(clients, seconds + 1)


def client_address(n: int, clients_per_address: int, attack: int) -> str:
    """Return the address of client n; each attack has a number, and addresses of its own."""
    return f"127.1.{attack}.{n // clients_per_address + 1}"


def send_slowly(beginning: bytes, attack: int) -> Attack:
    """Return an attack of 2,000 clients that send the beginning of a request, then a byte now
    and then.
    """

    async def run(port: int, seconds: float) -> None:
        async def client(n: int) -> None:
            _, writer = await connect(port, client_address(n, 100, attack))
            writer.write(beginning)
            while not writer.is_closing():
                await asyncio.sleep(BYTE_PAUSE_S)
                writer.write(b"a")
                await writer.drain()

        await run_clients(2000, seconds, client)

    return run


async def send_late_bodies(port: int, seconds: float) -> None:
    """Run 2,000 clients that send the bodies of their requests after the responses, byte by
    byte.
    """

    async def client(n: int) -> None:
        reader, writer = await connect(port, client_address(n, 100, 17))
        writer.write(format_request("/credits", "Content-Length: 9999\r\n"))
        await read_response(reader)
        while not writer.is_closing():
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(BYTE_PAUSE_S)

    await run_clients(2000, seconds, client)


async def request_unread_files(port: int, seconds: float) -> None:
    """Run 200 clients that request one file after the other, and read none."""

    async def client(n: int) -> None:
        _, writer = await connect(port, client_address(n, 50, 18), small_buffer=True)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        while not writer.is_closing():
            writer.write(format_request(f"{PAGE}.html").replace(b"gzip", b"identity"))
            await asyncio.sleep(1.0)

    await run_clients(200, seconds, client)


async def request_uncached_pages(port: int, seconds: float) -> None:
    """Run 900 clients that request one page after the other that is in no cache."""

    async def client(n: int) -> None:
        chance = random.Random(f"{n} {time.monotonic()}")
        reader, writer = await connect(port, client_address(n, 300, 4))
        while True:
            writer.write(format_request(f"/skirmish/{digits('skirmish', chance)}"))
            await read_response(reader)

    await run_clients(900, seconds, client)


def read_nothing(count: int, requests: Callable[[int], bytes], attack: int) -> Attack:
    """Return an attack of clients that send their requests at once, and read nothing.

    Args:
        count: Number of clients.
        requests: Returns the requests of client n.
        attack: Number of the attack.
    """

    async def run(port: int, seconds: float) -> None:
        async def client(n: int) -> None:
            _, writer = await connect(port, client_address(n, 100, attack), small_buffer=True)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(requests(n))
            await asyncio.sleep(seconds)

        await run_clients(count, seconds, client)

    return run


def request_of_client(n: int) -> bytes:
    """Return the request for an uncached page, another for each client."""
    return format_request(f"/skirmish/{digits('skirmish', random.Random(n))}")


def pipeline(count: int) -> Callable[[int], bytes]:
    """Return a function that returns so many pipelined requests."""
    return lambda n: format_request(PAGE) * count


async def send_combining_marks(port: int, seconds: float) -> None:
    """Run 16 clients that send names and texts of combining marks."""

    async def client(n: int) -> None:
        reader, writer = await connect(port, client_address(n, 100, 6))
        while True:
            if n % 2:
                writer.write(format_request(f"{PAGE}?name={COMBINING_MARKS}"))
            else:
                form = f"text={COMBINING_MARKS[:15_000]}".encode()
                writer.write(format_request("/roll", FORM, "POST", form))
            await read_response(reader)

    await run_clients(16, seconds, client)


def request_playtests(count: int, book: str, headers: str, pause_s: float, attack: int) -> Attack:
    """Return an attack of clients that request one playtest after the other.

    Args:
        count: Number of clients, each with an address of its own.
        book: Code of the book whose games are played.
        headers: Header lines of each request.
        pause_s: Seconds between a response and the next request.
        attack: Number of the attack.
    """

    async def run(port: int, seconds: float) -> None:
        async def client(n: int) -> None:
            chance = random.Random(f"{n} {time.monotonic()}")
            reader, writer = await connect(port, client_address(n, 1, attack))
            while True:
                writer.write(format_request(f"/lab/{book}/{digits(book, chance)}", headers, "POST"))
                await read_response(reader)
                await asyncio.sleep(pause_s)

        await run_clients(count, seconds, client)

    return run


async def abandon_requests(port: int, seconds: float) -> None:
    """Run 800 clients that request something costly and disconnect, again and again."""

    async def client(n: int) -> None:
        chance = random.Random(f"{n} {time.monotonic()}")
        _, writer = await connect(port, client_address(n, 200, 8))
        extension = ".md" if n % 2 else ""
        writer.write(format_request(f"/skirmish/{digits('skirmish', chance)}{extension}"))
        await writer.drain()
        writer.transport.abort()  # type: ignore[attr-defined]

    await run_clients(800, seconds, client)


def request_in_turn(
    count: int,
    clients_per_address: int,
    attack: int,
    *paths: str,
    method: str = "GET",
    pause_s: float = 0.1,
) -> Attack:
    """Return an attack of clients that request these pages in turn, each of a game that is in no
    cache.

    Args:
        count: Number of clients.
        clients_per_address: How many of them share an address.
        attack: Number of the attack.
        *paths: Paths, with the codes of books in braces where their seeds belong.
        method: GET or POST; a POST sends a form of a search.
        pause_s: Seconds between a response and the next request.
    """

    async def run(port: int, seconds: float) -> None:
        async def client(n: int) -> None:
            chance = random.Random(f"{n} {time.monotonic()}")
            reader, writer = await connect(port, client_address(n, clients_per_address, attack))
            for path in itertools.cycle(paths):
                seeds = {book: digits(book, chance) for book in ("classic", "skirmish")}
                form = (
                    f"minutes=60&seed={chance.randrange(1000)}".encode()
                    if method == "POST"
                    else b""
                )
                writer.write(
                    format_request(path.format(**seeds), FORM if form else "", method, form)
                )
                await read_response(reader)
                await asyncio.sleep(pause_s)

        await run_clients(count, seconds, client)

    return run


async def kill_processes(port: int, seconds: float) -> None:
    """Kill a process below the arbiter every five seconds."""
    chance = random.Random(1)
    end = time.monotonic() + seconds
    arbiter = int(os.environ["SIEGE_ARBITER"])
    while time.monotonic() + 1 < end:
        await asyncio.sleep(min(KILL_PAUSE_S, end - time.monotonic()))
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(chance.choice(find_descendants(arbiter)), signal.SIGKILL)


ATTACKS: dict[str, Attack] = {
    "slow heads": send_slowly(b"GET / HTTP/1.1\r\nX-A: ", 1),
    "slow bodies": send_slowly(
        b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n", 2
    ),
    "late bodies": send_late_bodies,
    "one by one, unread": request_unread_files,
    "slow readers": read_nothing(2000, request_of_client, 3),
    "uncached pages": request_uncached_pages,
    "4 pipelines": read_nothing(4, pipeline(234), 5),
    "60 pipelines": read_nothing(60, pipeline(100), 5),
    "combining marks": send_combining_marks,
    "cross-site posts": request_playtests(40, "classic", CROSS_SITE, 0.1, 7),
    "abandoned requests": abandon_requests,
    "100 playtesters": request_playtests(100, "skirmish", "", 1.0, 9),
    "planners at play": request_in_turn(
        64,
        8,
        10,
        "/play/skirmish/{skirmish}?bots=person,planner",
        "/play/classic/{classic}?bots=person,greedy&advice=1",
        "/play/skirmish/{skirmish}?bots=planner,person",
    ),
    "32 at play": request_in_turn(
        32,
        2,
        11,
        "/play/skirmish/{skirmish}?bots=person,greedy",
        "/play/classic/{classic}?bots=greedy,person",
    ),
    "planned replays": request_in_turn(
        40,
        1,
        12,
        "/watch/skirmish/{skirmish}?bots=planner,greedy",
        "/watch/classic/{classic}.reel?bots=greedy,planner",
    ),
    "replays": request_in_turn(
        40, 4, 13, "/watch/skirmish/{skirmish}", "/watch/classic/{classic}.html"
    ),
    "prints": request_in_turn(
        48,
        4,
        14,
        "/skirmish/{skirmish}.pdf",
        "/classic/{classic}.png",
        "/lab/skirmish/{skirmish}.pdf",
        "/classic/{classic}.pdf?part=cards",
    ),
    "wishes": request_in_turn(
        40, 4, 15, "/find/skirmish?minutes=45&with=squads", "/find/classic?keep=damage=doomed"
    ),
    "unknown wishes": request_in_turn(16, 4, 19, f"/skirmish/{{skirmish}}?wish={UNKNOWN_WISHES}"),
    "searches": request_in_turn(40, 1, 16, "/find/skirmish", "/find/classic", method="POST"),
    "deaths": kill_processes,
}
KILLING_ATTACKS = {"deaths"}

STARVATION = "40 playtesters"
FULL_QUEUE = {STARVATION: request_playtests(40, "skirmish", "", 0.5, 20)}

# ----------------------------------------------------------------------------------------- visitors


@dataclass
class Experience:
    """The times of pages in seconds, the responses by status (0 is none), and the visitors' games."""

    page_times_s: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    played: Played = field(default_factory=Played)

    def count_failures(self) -> int:
        """Return the number of pages that did not arrive."""
        return sum(count for status, count in self.statuses.items() if status != HTTPStatus.OK)

    def move_times_s(self) -> list[float]:
        """Return the seconds from each move to its page."""
        return [milliseconds / 1000 for milliseconds in self.played.decisions.took]

    def count_lost_moves(self) -> int:
        """Return how often a player was refused, or lost a game."""
        statuses = self.played.asked.statuses
        refused = sum(count for status, count in statuses.items() if status != HTTPStatus.OK)
        return len(self.played.lost) + refused


async def visit(port: int, seconds: float) -> Experience:
    """Request a page about twice a second and play games, and return the visitors' experience."""
    experience = Experience()
    end = time.monotonic() + seconds
    paths = itertools.cycle(["/", "/skirmish/{}", PAGE, "/skirmish/{}", "/presets"])

    async def visitor(n: int) -> None:
        chance = random.Random(f"visitor {n} {time.monotonic()}")
        await asyncio.sleep(chance.random() / 2)
        while time.monotonic() < end:
            path = next(paths).format(digits("skirmish", chance))
            began = time.perf_counter()
            try:
                reader, writer = await connect(port, f"127.2.1.{n + 1}")
                writer.write(format_request(path, CLOSE))
                status, _ = await asyncio.wait_for(read_response(reader), VISITOR_TIMEOUT_S)
                writer.close()
            except (TimeoutError, OSError, EOFError):
                status = 0
            experience.page_times_s.append(time.perf_counter() - began)
            experience.statuses[status] += 1
            await asyncio.sleep(0.25 + chance.random() / 2)

    players = [
        threading.Thread(
            target=play_games, args=(port, FIRST_PLAYER + n, experience.played, end), daemon=True
        )
        for n in range(PLAYERS)
    ]
    for player in players:
        player.start()
    await asyncio.gather(*(visitor(n) for n in range(VISITORS)))
    for player in players:
        await asyncio.to_thread(player.join)
    return experience


def play_games(port: int, number: int, played: Played, end: float) -> None:
    """Play one game after the other, with a move about every second."""
    chance = random.Random(f"player {number} {time.monotonic()}")
    while time.monotonic() < end:
        play(Visitor(port, number), PLAYED_BOOK, chance, played, end, pause=1.0)


# ----------------------------------------------------------------------------------------- the site


def find_children(pid: int) -> list[int]:
    """Return the child processes of a process; raises OSError if it has ended."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has just ended
            found += map(int, (task / "children").read_text().split())
    return found


def find_descendants(pid: int) -> list[int]:
    """Return all processes below a process: of the arbiter web processes, job process and engine
    workers.
    """
    with contextlib.suppress(OSError):
        return [each for child in find_children(pid) for each in (child, *find_descendants(child))]
    return []


def measure_memory_mb(pid: int) -> float:
    """Return the memory of a process and all below it in megabytes; shared memory counts once."""
    total = 0.0
    with contextlib.suppress(OSError):
        shares = re.findall(
            r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE
        )
        total = sum(map(int, shares)) / 1024 + sum(map(measure_memory_mb, find_children(pid)))
    return total


def use_temporary_cache(folder: Path) -> None:
    """Have the site keep its files in a folder that has the compiled rules and no results."""
    for pattern in (f"*.{build.SUFFIX}", "*.index"):
        for file in user_cache.folder().glob(pattern):
            shutil.copy(file, folder)
    os.environ[user_cache.FOLDER] = str(folder)


def start_site(port: int, log: Path) -> subprocess.Popen[bytes]:
    """Start the site, and return its arbiter when it answers; raises SystemExit if it does not
    start.
    """
    command = [sys.executable, "-m", "carnage", "serve", "--port", str(port), "--processes", "2"]
    with log.open("ab") as output:
        arbiter = subprocess.Popen(command, stderr=output)
    while arbiter.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{HOST}:{port}/readyz"):
            return arbiter
        time.sleep(0.1)
    raise SystemExit(f"The site did not start:\n{log.read_text()}")


def kill_site(arbiter: subprocess.Popen[bytes]) -> None:
    """Kill the arbiter, and wait until all processes below it have ended."""
    below = find_descendants(arbiter.pid)
    arbiter.kill()
    arbiter.wait()
    while any(Path(f"/proc/{pid}/exe").exists() for pid in below):
        time.sleep(0.1)


@contextlib.contextmanager
def attacking(names: list[str], port: int, seconds: float, arbiter: int) -> Iterator[None]:
    """Run attacks, each in a process of its own, until the end of the block."""
    options = ["--port", str(port), "--seconds", str(seconds)]
    attackers = [
        subprocess.Popen(
            [sys.executable, __file__, "--attack", name, *options],
            env=os.environ | {"SIEGE_ARBITER": str(arbiter)},
        )
        for name in names
    ]
    try:
        yield
    finally:
        for attacker in attackers:
            attacker.terminate()
            attacker.wait()


def request_playtest(port: int) -> str:
    """Request a playtest, as soon as the rate limit allows it; return the path of its result."""
    path = f"/lab/classic/{digits('classic', random.Random(time.time()))}"
    request = urllib.request.Request(f"http://{HOST}:{port}{path}", data=b"", method="POST")
    while True:
        try:
            with urllib.request.urlopen(request):
                return path
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            time.sleep(float(error.headers["Retry-After"]))


def has_result(port: int, path: str) -> bool:
    """Wait for the result of a playtest; return whether it comes in time."""
    reason = ""
    for _ in range(RESULT_TIMEOUT_S):
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}{path}.json") as response:
                if response.status == HTTPStatus.OK:  # 202 until it is complete
                    return True
                reason = "it is still running"
        except (OSError, EOFError) as error:
            reason = str(error)
            if isinstance(error, urllib.error.HTTPError) and error.code == HTTPStatus.NOT_FOUND:
                break
        time.sleep(1.0)
    print(f"The playtest at {path} has no result: {reason}", flush=True)
    return False


def wait_for_page(port: int, path: str) -> None:
    """Wait until a page needs no further job, at most ten minutes; raises SystemExit."""
    for _ in range(300):
        with (
            contextlib.suppress(urllib.error.HTTPError),  # 503
            urllib.request.urlopen(f"http://{HOST}:{port}{path}") as response,
        ):
            if b"reloads automatically" not in response.read():
                return
        time.sleep(2.0)
    raise SystemExit(f"{path} is not complete after ten minutes.")


async def fill_page_caches(port: int) -> None:
    """Request enough pages for the caches of pages to be full."""
    chance = random.Random(0)

    async def fill(n: int) -> None:
        for _ in range(FILLING_PAGES):
            reader, writer = await connect(port, f"127.2.2.{n + 1}")
            writer.write(format_request(f"/skirmish/{digits('skirmish', chance)}", CLOSE))
            await read_response(reader)
            writer.close()

    await asyncio.gather(*(fill(n) for n in range(FILLING_VISITORS)))


# --------------------------------------------------------------------------------------- the report


def percentile_99(values: list[float]) -> float:
    """Return the 99th percentile; 0 if there are no values."""
    return sorted(values)[int(len(values) * 0.99)] if values else 0.0


def print_head() -> None:
    """Print the head of the table of attacks."""
    columns = "".join(f"{column:>9}" for column in ("median", "99 %", "longest", "a move"))
    print(f"{'milliseconds':20}{columns}{'MB':>8}{'':>7}   responses to visitors")


def print_row(name: str, experience: Experience, memory_mb: float, rest_mb: float) -> None:
    """Print the row of an attack."""
    statuses = sorted(experience.statuses.items())
    responses = ", ".join(f"{count} × {status or 'none'}" for status, count in statuses)
    lost = experience.count_lost_moves()
    times_ms = [1000 * seconds for seconds in experience.page_times_s]
    longest_move_ms = 1000 * max(experience.move_times_s(), default=0.0)
    print(
        f"{name:20}{statistics.median(times_ms):9.1f}{percentile_99(times_ms):9.1f}{max(times_ms):9.1f}"
        f"{longest_move_ms:9.0f}{memory_mb:8.0f}{memory_mb / rest_mb:7.2f}   {responses}"
        + (f"; {lost} moves refused" if lost else ""),
        flush=True,
    )


@dataclass(frozen=True)
class Aim:
    """An aim: its limit, the worst value of all attacks, and the attacks with that."""

    name: str
    limit: float
    worst: float
    where: str = ""

    def is_reached(self) -> bool:
        """Return whether the worst value is within the limit."""
        return self.worst <= self.limit


def check_aims(
    experiences: dict[str, tuple[Experience, float]], rest_mb: float, is_lost: bool, status: int
) -> list[Aim]:
    """Return all aims with the worst values.

    Args:
        experiences: The visitors' experience of each attack, and the memory at its end in MB.
        rest_mb: The memory at rest in megabytes.
        is_lost: Whether the playtest that was accepted before the attacks has no result.
        status: The exit status of the site after SIGTERM.
    """
    page_s = {name: percentile_99(each.page_times_s) for name, (each, _) in experiences.items()}
    memory = {name: memory_mb / rest_mb for name, (_, memory_mb) in experiences.items()}
    failures = {name: each.count_failures() for name, (each, _) in experiences.items()}
    # Moves wait for workers, which these attacks kill.
    unkilled = {
        name: each for name, (each, _) in experiences.items() if name not in KILLING_ATTACKS
    }
    move_s = {name: percentile_99(each.move_times_s()) for name, each in unkilled.items()}
    lost_moves = {name: each.count_lost_moves() for name, each in unkilled.items()}

    def worst_of(name: str, limit: float, values: dict[str, float], factor: float = 1.0) -> Aim:
        attack = max(values, key=lambda attack: values[attack])
        return Aim(name, limit, factor * values[attack], attack)

    def sum_of(name: str, counts: dict[str, int]) -> Aim:
        where = ", ".join(f"{count} × {attack}" for attack, count in counts.items() if count)
        return Aim(name, 0, sum(counts.values()), where)

    return [
        worst_of("99 % of pages, ms", 1000 * MAX_PAGE_S, page_s, 1000),
        worst_of("99 % of moves, ms", 1000 * MAX_MOVE_S, move_s, 1000),
        sum_of("moves refused or lost", lost_moves),
        worst_of("memory, times that at rest", MAX_MEMORY_RATIO, memory),
        sum_of("pages without the right response", failures),
        Aim("playtests lost", 0, int(is_lost)),
        Aim("exit status after SIGTERM", 0, status),
    ]


def print_aims(aims: list[Aim]) -> None:
    """Print each aim with the worst value."""
    print(f"\n{'':38}{'aim':>6}   reached (in the worst attack)")
    for aim in aims:
        where = f" ({aim.where})" if aim.where else ""
        print(f"{aim.name:38}{aim.limit:6g}   {aim.worst:.3g}{where}")
    print("Moves are not counted where workers are killed.")


# ----------------------------------------------------------------------------------------- the runs


def run_siege(port: int, log: Path, options: argparse.Namespace) -> bool:
    """Run all attacks; return whether all aims are reached."""
    arbiter = start_site(port, log)
    experiences: dict[str, tuple[Experience, float]] = {}

    def run(name: str, attacks: list[str], seconds: float) -> None:
        with attacking(attacks, port, seconds, arbiter.pid):
            experience = asyncio.run(visit(port, seconds))
        if attacks:
            time.sleep(PAUSE_S)
        experiences[name] = experience, measure_memory_mb(arbiter.pid)
        print_row(name, *experiences[name], rest_mb)

    try:
        has_result(port, request_playtest(port))
        for path in WARM_UP_PATHS:
            wait_for_page(port, path)
        asyncio.run(fill_page_caches(port))
        playtest = request_playtest(port)
        rest_mb = measure_memory_mb(arbiter.pid)
        print_head()
        run("no attack", [], options.seconds or PAUSE_S)
        for name in options.only if options.seconds else ():
            run(name, [name], options.seconds)
        if options.together:
            clients = [name for name in options.only if name not in KILLING_ATTACKS]
            run(ALL_TOGETHER, clients, options.together)
        kill_site(arbiter)
        arbiter = start_site(port, log)
        is_lost = not has_result(port, playtest)
        arbiter.terminate()
        aims = check_aims(experiences, rest_mb, is_lost, arbiter.wait())
        print_aims(aims)
        return all(aim.is_reached() for aim in aims)
    finally:
        kill_site(arbiter)


def wait_for_result(port: int, number: int, path: str, end: float) -> float | None:
    """Request a playtest as a stranger, again if it is refused or evicted.

    Returns the seconds until its result, None if there is none at this time of the monotonic clock.
    """
    began = time.monotonic()
    is_accepted = False
    while time.monotonic() < end:
        with contextlib.suppress(OSError, http.client.HTTPException):
            status = request_as_stranger(
                port, number, "GET" if is_accepted else "POST", f"{path}.json"
            )
            if is_accepted and status == HTTPStatus.OK:  # 202 until it is complete
                return time.monotonic() - began
            is_accepted = status < 400
        time.sleep(1.0)
    return None


def request_as_stranger(port: int, number: int, method: str, path: str) -> int:
    """Return the status of a response to the stranger of this number."""
    connection = http.client.HTTPConnection(
        HOST, port, timeout=60, source_address=(STRANGER_ADDRESS.format(number + 1), 0)
    )
    with contextlib.closing(connection):
        connection.request(method, path)
        return connection.getresponse().status


def run_starvation(port: int, log: Path, seconds: float) -> bool:
    """Have another stranger request a playtest every minute beside a full queue.

    Returns whether each has its result in time; those of the last minutes do not count.
    """
    arbiter = start_site(port, log)
    waits_s: dict[int, float] = {}

    def stranger(number: int) -> None:
        seed = digits("skirmish", random.Random(f"stranger {number} {time.time()}"))
        wait_s = wait_for_result(port, number, f"/lab/skirmish/{seed}", end)
        if wait_s is not None:
            waits_s[number] = wait_s
        print(
            f"playtest {number + 1}: {'no result' if wait_s is None else f'{wait_s:.0f} s'}",
            flush=True,
        )

    try:
        has_result(port, request_playtest(port))  # the rules are loaded
        threads = []
        counted = 0
        with attacking([STARVATION], port, seconds, arbiter.pid):
            end = time.monotonic() + seconds
            time.sleep(min(PAUSE_S, seconds / 2))
            while (left_s := end - time.monotonic()) > 0.0:
                threads.append(threading.Thread(target=stranger, args=(len(threads),), daemon=True))
                threads[-1].start()
                counted += left_s > MAX_STRANGER_WAIT_S
                time.sleep(min(STRANGER_PAUSE_S, left_s))
            for thread in threads:
                thread.join()
        print(
            f"longest wait: {max(waits_s.values(), default=0.0):.0f} s (aim: "
            f"{MAX_STRANGER_WAIT_S:.0f})"
        )
        print(
            f"{len(threads) - len(waits_s)} of {len(threads)} playtests have no result at the end"
        )
        return all(
            waits_s.get(number, math.inf) <= MAX_STRANGER_WAIT_S for number in range(counted)
        )
    finally:
        kill_site(arbiter)


def raise_descriptor_limit() -> None:
    """Let this process hold as many connections as the system allows."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536) if hard > 0 else 65_536, hard))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--together", type=float, default=600.0)
    parser.add_argument("--only", nargs="*", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--starvation", type=float, metavar="SECONDS")
    parser.add_argument("--attack", choices=ATTACKS | FULL_QUEUE, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    raise_descriptor_limit()
    if options.attack:
        # With niceness 19, all attackers together took a third of the site's processors.
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        asyncio.run((ATTACKS | FULL_QUEUE)[options.attack](options.port, options.seconds))
        return
    with socket.create_server((HOST, 0)) as listener:
        port: int = listener.getsockname()[1]
    log = Path(f"siege-{os.getpid()}.log")
    with tempfile.TemporaryDirectory() as folder:
        use_temporary_cache(Path(folder))
        if options.starvation:
            is_good = run_starvation(port, log, options.starvation)
        else:
            is_good = run_siege(port, log, options)
    if not is_good:
        raise SystemExit(f"An aim is not reached; the log of the site is {log}.")
    log.unlink()


if __name__ == "__main__":
    main()
