"""How fast pages are, next to a bare Flask "hello" under the same server in the same run.

    python bench/pages.py [--seconds 5] [--connections 4]

Each round measures, one after the other, so that a busy machine harms all alike: the bare hello; pages of
seeds that nobody has asked for before; and the revalidation of a page that the reader has already (304). The
client is a process of its own, keeps its connections open, and speaks to the loopback interface alone.
"""

from __future__ import annotations

import argparse
import multiprocessing
import selectors
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask

from carnage.web import create_app
from carnage.web.serving import create_server

HOST = "127.0.0.1"
SEED = "243856987615781"


def hello() -> Flask:
    app = Flask("hello", static_folder=None)

    @app.get("/")
    def index() -> str:
        return "hello"

    return app


def served(make: Callable[[], Any], said: Connection) -> None:
    """Serve an application on a free port, and say which."""
    server = create_server(make(), HOST, 0)
    said.send(server.effective_port)
    server.run()


def start(make: Callable[[], Any]) -> tuple[multiprocessing.Process, int]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=served, args=(make, there), daemon=True)
    process.start()
    return process, here.recv()


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


def load(port: int, requests: Iterator[bytes], status: bytes, seconds: float, connections: int) -> float:
    """Requests answered a second, each connection asking again as soon as it is answered."""
    watched = selectors.DefaultSelector()
    for _ in range(connections):
        connection = socket.create_connection((HOST, port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(next(requests))
        watched.register(connection, selectors.EVENT_READ)
    done, began = 0, time.perf_counter()
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
    return done / (now - began)


def fresh_seeds(start: int) -> Iterator[bytes]:
    """Seeds that are never asked for twice, spread over all the digits."""
    for n in count(start):
        yield request(f"/classic/{(n * 714_025_183_951_307) % 10**15:015d}")


def always(data: bytes) -> Iterator[bytes]:
    while True:
        yield data


def client(
    said: Connection, ports: tuple[int, int], rounds: int, warm: float, seconds: float, connections: int
) -> None:
    hello_port, site_port = ports
    with socket.create_connection((HOST, site_port)) as connection:
        connection.sendall(request(f"/classic/{SEED}"))
        head, length = answer(connection)
    tag = next(line for line in head.decode().split("\r\n") if line.startswith("etag:")).partition(": ")[2]
    # Pieces are made once and kept: the first second is told apart, and then a while is let pass.
    cold = load(site_port, fresh_seeds(1), b"200", 1.0, connections)
    load(site_port, fresh_seeds(10**8), b"200", warm, connections)
    load(hello_port, always(request("/")), b"200", seconds / 2, connections)
    found: dict[str, list[float]] = {"hello": [], "fresh": [], "again": []}
    for n in range(rounds):
        fresh = fresh_seeds(10**9 * (n + 1))
        again = always(request(f"/classic/{SEED}", tag))
        found["hello"].append(load(hello_port, always(request("/")), b"200", seconds, connections))
        found["fresh"].append(load(site_port, fresh, b"200", seconds, connections))
        found["again"].append(load(site_port, again, b"304", seconds, connections))
    said.send((found, length, cold))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    parser.add_argument("--warm", type=float, default=15.0, help="how long the site runs before")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=4)
    asked = parser.parse_args()
    servers = [start(hello), start(create_app)]
    here, there = multiprocessing.Pipe()
    ports = (servers[0][1], servers[1][1])
    args = (there, ports, asked.rounds, asked.warm, asked.seconds, asked.connections)
    asking = multiprocessing.Process(target=client, args=args)
    asking.start()
    while not here.poll(0.2):
        if not asking.is_alive():
            raise SystemExit("the client failed")
    found, length, cold = here.recv()
    asking.join()
    for process, _ in servers:
        process.terminate()
    rate = {name: statistics.median(rates) for name, rates in found.items()}
    told = {
        "hello": "bare hello",
        "fresh": f"game page never seen ({length // 1000} kB)",
        "again": "304 of one",
    }
    for name, label in told.items():
        cost = rate["hello"] / rate[name]
        spread = ", ".join(f"{r:,.0f}" for r in found[name])
        print(f"{label:32} {rate[name]:8,.0f} a second   {cost:5.2f} times the cost of a hello   ({spread})")
    print(f"{'game pages in the first second':32} {cold:8,.0f}")


if __name__ == "__main__":
    main()
