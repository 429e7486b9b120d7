"""How fast pages are, next to a bare Flask "hello" under the same server in the same run.

    python bench/pages.py [--seconds 5] [--connections 4]

Each round measures, one after the other, so that a busy machine harms all alike: the bare hello; pages of
seeds that nobody has asked for before; and the revalidation of a page that the reader has already (304). Each
server is a process of its own; connections are kept open, and only the loopback interface is spoken to.
Beside the requests a second stands the processor time that the server took for one, all its threads together,
and at last what Flask and our code take alone, in one thread without a server, the median of many rounds.
"""

from __future__ import annotations

import argparse
import multiprocessing
import selectors
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, repeat
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask

from carnage import catalog, serving
from carnage.web import create_app
from carnage.web.front import Front

HOST = "127.0.0.1"
ENVIRON = {
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "",
    "QUERY_STRING": "",
    "SERVER_NAME": HOST,
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "HTTP_HOST": HOST,
    "REMOTE_ADDR": HOST,
    "wsgi.url_scheme": "http",
}
SEED = "243856987615781"
BOOKS = ("classic", "skirmish")  # the first is what the site's aim is about, the second what it rolls on
STRIDE = 714_025_183_951_307_283_650_941  # prime to ten, so that no seed comes twice


def hello() -> Flask:
    app = Flask("hello", static_folder=None)

    @app.get("/")
    def index() -> str:
        return "hello"

    app.wsgi_app = Front(app.wsgi_app, "", {})  # type: ignore[method-assign]
    return app


def served(make: Callable[[], Any], said: Connection) -> None:
    """Serve an application on a free port, and say which; then, whenever asked, how many seconds of processor
    time this process has taken."""
    with serving.served(make()) as port:
        said.send(port)
        while said.recv():
            said.send(time.process_time())


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a process of its own."""

    process: multiprocessing.Process
    port: int
    said: Connection

    def spent(self) -> float:
        """The processor time that it has taken, in seconds."""
        self.said.send(True)
        return float(self.said.recv())


def start(make: Callable[[], Any]) -> Server:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=served, args=(make, there), daemon=True)
    process.start()
    return Server(process, here.recv(), here)


def alone(make: Callable[[], Any], paths: Iterator[str], rounds: int = 60, each: int = 100) -> float:
    """Microseconds of processor time for a page in one thread without a server, the median of many rounds."""
    app, times = make(), []
    for n in range(2 * rounds):
        began = time.process_time()
        for _ in range(each):
            environ = {**ENVIRON, "PATH_INFO": next(paths)}
            body = app(environ, lambda status, headers, exc_info=None: None)
            b"".join(body)
            if hasattr(body, "close"):
                body.close()
        if n >= rounds:  # those before make pieces ready
            times.append((time.process_time() - began) / each * 1e6)
    return statistics.median(times)


def request(path: str, tag: str = "") -> bytes:
    extra = f"If-None-Match: {tag}\r\n" if tag else ""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{extra}\r\n".encode()


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


def load(
    server: Server, requests: Iterator[bytes], status: bytes, seconds: float, connections: int
) -> tuple[float, float]:
    """Requests answered a second, each connection asking again as soon as it is answered; and the
    microseconds of processor time that the server took for each."""
    watched = selectors.DefaultSelector()
    for _ in range(connections):
        connection = socket.create_connection((HOST, server.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(next(requests))
        watched.register(connection, selectors.EVENT_READ)
    done, spent, began = 0, server.spent(), time.perf_counter()
    while (now := time.perf_counter()) - began < seconds:
        for key, _ in watched.select(1):
            connection = key.fileobj  # type: ignore[assignment]
            head, _length = answer(connection)
            if status not in head.split(b"\r\n", 1)[0]:
                raise SystemExit(f"unexpected answer: {head[:200]!r}")
            done += 1
            connection.sendall(next(requests))
    for key in list(watched.get_map().values()):
        key.fileobj.close()  # type: ignore[union-attr]
    return done / (now - began), (server.spent() - spent) / done * 1e6


def fresh_paths(book: str, start: int) -> Iterator[str]:
    """Games whose seeds are never asked for twice, spread over all the digits."""
    length = catalog.book(book).length
    for n in count(start):
        yield f"/{book}/{(n * STRIDE) % 10**length:0{length}d}"


def fresh_seeds(book: str, start: int) -> Iterator[bytes]:
    return map(request, fresh_paths(book, start))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    parser.add_argument("--warm", type=float, default=15.0, help="how long the site runs before")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=4)
    asked = parser.parse_args()
    bare, site = start(hello), start(create_app)
    with socket.create_connection((HOST, site.port)) as connection:
        connection.sendall(request(f"/classic/{SEED}"))
        head, _ = answer(connection)
    tag = next(line for line in head.decode().split("\r\n") if line.startswith("etag:")).partition(": ")[2]
    # Pieces are made once and kept: the first second is told apart, and then a while is let pass.
    cold, _ = load(site, fresh_seeds(BOOKS[0], 1), b"200", 1.0, asked.connections)
    for book in BOOKS:
        load(site, fresh_seeds(book, 10**8), b"200", asked.warm, asked.connections)
    load(bare, repeat(request("/")), b"200", asked.seconds / 2, asked.connections)
    pages = {f"{book} page never seen": book for book in BOOKS}
    results: dict[str, list[tuple[float, float]]] = {"bare hello": [], **{page: [] for page in pages}}
    results["304 of one"] = []
    for n in range(asked.rounds):
        for label, server, requests, status in (
            ("bare hello", bare, repeat(request("/")), b"200"),
            *[(page, site, fresh_seeds(book, 10**9 * (n + 1)), b"200") for page, book in pages.items()],
            ("304 of one", site, repeat(request(f"/classic/{SEED}", tag)), b"304"),
        ):
            results[label].append(load(server, requests, status, asked.seconds, asked.connections))
    for server in (bare, site):
        server.process.terminate()
    in_process = {"bare hello": alone(hello, repeat("/"))}
    in_process |= {page: alone(create_app, fresh_paths(book, 10**12)) for page, book in pages.items()}
    middle = {
        label: [statistics.median(each) for each in zip(*rates, strict=True)]
        for label, rates in results.items()
    }
    rate_of_hello, spent_on_hello = middle["bare hello"]
    for label, (rate, spent) in middle.items():
        cost = rate_of_hello / rate
        spread = ", ".join(f"{each:,.0f}" for each, _ in results[label])
        print(f"{label:32} {rate:8,.0f} a second   {cost:5.2f} times the cost of a hello   ({spread})")
        alone_told = f"; alone, {in_process[label]:,.0f} µs" if label in in_process else ""
        worth = spent / spent_on_hello
        print(f"{'':32} {spent:8,.0f} µs of processor time, {worth:.2f} times a hello{alone_told}")
    print(f"{'classic pages in the first second':32} {cold:8,.0f}")


if __name__ == "__main__":
    main()
