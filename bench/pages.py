"""What pages cost, in bare Flask "hello"s under the same server in the same run, beside what is aimed at.

    python bench/pages.py [--rounds 7] [--seconds 1] [--connections 4] [--before COMMIT]

Each round asks, one after the other, so that a busy machine harms all alike: for the bare hello; for games
of each book that nobody has asked for before, as pages and as what is downloaded, compressed; for pages
that lie ready; and for a page that the reader has already (304). A cost is that round's own, in its own
hellos, and what is printed the median of all rounds: of processor time, all threads of the server together,
which hardly depends on what else the machine does; and of time by the clock. Each server is a process of
its own; connections are kept open, and only the loopback interface is spoken to. Pieces are made once and
kept: each book's games are asked for so often (--warm) before anything counts. Any other server can be
measured: --server names a function that is given an application and is a context in which that is served;
the context gives the port. With --before the never-seen games of another state of this repository, a commit
or the folder of a checkout, are asked for in the same rounds, and its hellos told beside ours.
"""

from __future__ import annotations

import argparse
import gc
import os
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count, repeat
from pathlib import Path
from typing import Any

from before import HERE, checkout
from flask import Flask

from carnage import catalog
from carnage.serving import zygote
from carnage.web import create_app
from carnage.web.front import Front
from carnage.web.ready import prepare

Serve = Callable[[Any], AbstractContextManager[int]]

HOST = "127.0.0.1"
FORMS = ("", ".md", ".html", ".json")
AIMS = {"": 2, ".md": 4, ".html": 4, ".json": 4}  # hellos
MOST = 25_000  # bytes of a page as sent
READY = ("/", "/presets", "/skirmish/")
SEED = "243856987615781"
STRIDE = 714_025_183_951_307_283_650_941  # prime to ten, so that no seed comes twice
ROUND = 10**9  # so many seeds apart are those of two rounds


def hello() -> Flask:
    bare = Flask("hello", static_folder=None)

    @bare.get("/")
    def index() -> str:
        return "hello"

    # A server makes its refusals of the application's own pages, which have to be there.
    app = create_app()
    app.wsgi_app = Front(bare.wsgi_app, "", {})  # type: ignore[method-assign]
    return app


def site() -> Flask:
    app = create_app()
    prepare(app)
    return app


def served(serve: Serve, make: Callable[[], Flask]) -> None:
    """Serve an application on a free port, and say which; then, at each line that comes in, how many seconds
    of processor time this process has taken and how many megabytes it holds."""
    app = make()
    # As the processes do that answer visitors.
    sys.setswitchinterval(zygote.SWITCH)
    gc.set_threshold(*zygote.COLLECTED)
    gc.collect()
    gc.freeze()
    with serve(app) as port:
        print(port, flush=True)
        for _ in sys.stdin:
            print(time.process_time(), resident(), flush=True)


APPLICATIONS = {"hello": hello, "site": site}


def resident() -> float:
    """The megabytes of memory that this process holds; 0 where the system does not say."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    port: int

    def spent(self) -> tuple[float, float]:
        """The processor time that it has taken, in seconds, and the memory that it holds, in megabytes."""
        assert self.process.stdin
        assert self.process.stdout
        print(file=self.process.stdin, flush=True)
        seconds, megabytes = map(float, self.process.stdout.readline().split())
        return seconds, megabytes


@contextmanager
def started(what: str, server: str, folder: Path) -> Iterator[Server]:
    """One of APPLICATIONS, of the code in a folder, served by this server."""
    command = [sys.executable, __file__, "--serve", what, "--server", server]
    shell = {**os.environ, "PYTHONPATH": str(folder)}
    process = subprocess.Popen(command, env=shell, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    try:
        yield Server(process, int(process.stdout.readline()))
    finally:
        process.terminate()
        process.wait()


@dataclass(eq=False)
class Measure:
    """What is asked for in every round, and what came of it."""

    label: str
    server: Server
    requests: Callable[[int], Iterator[bytes]]
    status: bytes = b"200"
    aim: float | None = None
    before: Measure | None = None  # the same, asked of another state
    rates: list[float] = field(default_factory=list)  # answers a second
    spent: list[float] = field(default_factory=list)  # microseconds of processor time for each
    lengths: list[int] = field(default_factory=list)  # bytes of bodies

    def load(self, number: int, seconds: float, connections: int, least: int = 1) -> None:
        """Ask for as long, and so often at least, each connection again as soon as it is answered."""
        requests, watched = self.requests(number), selectors.DefaultSelector()

        def ask() -> None:
            connection = socket.create_connection((HOST, self.server.port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(next(requests))
            watched.register(connection, selectors.EVENT_READ)

        for _ in range(connections):
            ask()
        done, spent, began = 0, self.server.spent()[0], time.perf_counter()
        while (now := time.perf_counter()) - began < seconds or done < least:
            for key, _ in watched.select(1):
                connection = key.fileobj  # type: ignore[assignment]
                head, length = answer(connection)
                if b" 503 " in head.split(b"\r\n", 1)[0]:
                    # On a busy machine a server may come too late for a second, and says so.
                    watched.unregister(connection)
                    connection.close()
                    ask()
                    continue
                if self.status not in head.split(b"\r\n", 1)[0]:
                    raise SystemExit(f"unexpected answer: {head[:200]!r}")
                self.lengths.append(length)
                done += 1
                connection.sendall(next(requests))
        self.rates.append(done / (now - began))
        self.spent.append((self.server.spent()[0] - spent) / done * 1e6)
        for key in list(watched.get_map().values()):
            answer(key.fileobj)  # type: ignore[arg-type]
            key.fileobj.close()  # type: ignore[union-attr]

    def forget(self) -> None:
        """Begin to count."""
        self.rates, self.spent, self.lengths = [], [], []


def request(path: str, tag: str = "") -> bytes:
    extra = f"If-None-Match: {tag}\r\n" if tag else ""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip, deflate\r\n{extra}\r\n".encode()


def answer(connection: socket.socket) -> tuple[bytes, int]:
    """Read one whole answer: its head, and how many bytes its body had."""
    data = b""
    while (end := data.find(b"\r\n\r\n")) < 0:
        data += connection.recv(1 << 18)
    head = data[:end].lower()
    at = head.find(b"content-length:")
    length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
    left = length - (len(data) - end - 4)
    while left > 0:
        left -= len(connection.recv(1 << 18))
    return head, length


def tag_of(server: Server, path: str) -> str:
    with socket.create_connection((HOST, server.port)) as connection:
        connection.sendall(request(path))
        head, _ = answer(connection)
    return next(line for line in head.decode().split("\r\n") if line.startswith("etag:")).partition(": ")[2]


def fresh(book: str, form: str) -> Callable[[int], Iterator[bytes]]:
    """Games whose seeds are never asked for twice, spread over all the digits."""
    length, at = catalog.book(book).length, FORMS.index(form)

    def requests(number: int) -> Iterator[bytes]:
        for n in count((number * len(FORMS) + at) * ROUND + 1):
            yield request(f"/{book}/{n * STRIDE % 10**length:0{length}d}{form}")

    return requests


def always(path: str, tag: str = "") -> Callable[[int], Iterator[bytes]]:
    return lambda number: repeat(request(path, tag))


def measures(bare: Server, site: Server, before: Server | None) -> list[Measure]:
    """What is measured, the hello first; whatever is asked of another state too, right behind that."""
    games: list[Measure] = []
    for form in FORMS:
        for book in catalog.book_codes():
            label, requests = f"{book}, never seen, {form or 'page'}", fresh(book, form)
            there = Measure(label, before, requests, aim=AIMS[form]) if before else None
            games += [there] if there else []
            games.append(Measure(label, site, requests, aim=AIMS[form], before=there))
    page = f"/classic/{SEED}"
    return [
        Measure("hello", bare, always("/")),
        *games,
        *[Measure(path, site, always(path)) for path in READY],
        Measure("304", site, always(page, tag_of(site, page)), b"304"),
    ]


def hellos(each: Measure, hello: Measure) -> list[float]:
    """What each round's cost in hellos of that round."""
    return [mine / bare for mine, bare in zip(each.spent, hello.spent, strict=True)]


def print_table(measured: list[Measure]) -> None:
    hello = measured[0]
    earlier = [each.before for each in measured]
    print("| | before | hellos of processor time (each round) | by the clock | aim | µs | kB: median, most |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for each in measured:
        if each in earlier:
            continue
        work = hellos(each, hello)
        clock = [bare / mine for mine, bare in zip(each.rates, hello.rates, strict=True)]
        sizes = f"{statistics.median(each.lengths) / 1000:.1f}, {max(each.lengths) / 1000:.1f}"
        cells = (
            each.label,
            f"{statistics.median(hellos(each.before, hello)):.2f}" if each.before else "",
            f"{statistics.median(work):.2f} ({min(work):.2f} to {max(work):.2f})",
            f"{statistics.median(clock):.2f}",
            f"{each.aim}" if each.aim else "",
            f"{statistics.median(each.spent):,.0f}",
            sizes,
        )
        print(f"| {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each measurement takes")
    parser.add_argument(
        "--warm", type=int, default=3_000, help="how many games of each book are asked for before"
    )
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--server", default="carnage.serving:served", help="module:function")
    parser.add_argument("--before", help="a commit, or the folder of another checkout")
    parser.add_argument("--serve", choices=APPLICATIONS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        module, _, name = asked.server.partition(":")
        served(getattr(import_module(module), name), APPLICATIONS[asked.serve])
        return
    with ExitStack() as stack:
        before = None
        if asked.before:
            folder = stack.enter_context(checkout(asked.before))
            before = stack.enter_context(started("site", asked.server, folder))
        bare, whole = (stack.enter_context(started(what, asked.server, HERE)) for what in ("hello", "site"))
        measure(bare, whole, before, asked)


def measure(bare: Server, whole: Server, before: Server | None, asked: argparse.Namespace) -> None:
    """Ask all of them in rounds, and print what came of it."""
    measured = measures(bare, whole, before)
    for each in measured:
        each.load(0, 0.2, asked.connections, asked.warm if each.label.endswith("page") else 1)
        each.forget()
    for number in range(1, asked.rounds + 1):
        for each in measured:
            each.load(number, asked.seconds, asked.connections)
    print_table(measured)
    ours = [each for each in measured if each.server is whole and each.label.endswith("page")]
    pages = [length for each in ours for length in each.lengths]
    print(f"\nThe longest of {len(pages):,} pages took {max(pages):,} bytes; aimed at are {MOST:,}.")
    print(f"The site's process held {whole.spent()[1]:,.0f} MB at the end.")


if __name__ == "__main__":
    main()
