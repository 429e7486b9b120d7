"""Test limits on the connections of a process, of one visitor and of all."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from carnage.serving import limits
from carnage.serving.limits import ConnectionLimits, raise_descriptor_limit
from tests.support.raw_http import PAGE_REQUEST, connect, exchange, parse_statuses, read_all
from tests.support.site_server import serve_in_thread
from tests.support.web import site

OK = b"HTTP/1.1 200"


class StubConnection:
    """Record whether the connection was ended."""

    def __init__(self, visitor: str) -> None:
        self.visitor, self.expired = visitor, False

    def expire(self) -> None:
        self.expired = True


def test_admit_full_ends_longest_waiting_connection() -> None:
    few = ConnectionLimits(2, 2)
    late, later = StubConnection("a"), StubConnection("b")
    for connection in (late, later):
        assert few.admit(connection)
        few.set_deadline(connection, 10.0)
    assert few.admit(StubConnection("c"))
    assert (late.expired, later.expired) == (True, False)


def test_admit_full_of_working_connections_returns_false() -> None:
    few = ConnectionLimits(2, 2)
    working = [StubConnection("a"), StubConnection("b")]
    assert all(few.admit(connection) for connection in working)
    rejected = StubConnection("c")
    assert not few.admit(rejected)
    few.set_deadline(rejected, 2.0)
    assert few.admit(StubConnection("d"))
    assert rejected.expired
    assert not any(connection.expired for connection in working)


def test_admit_counts_connections_until_removed() -> None:
    few = ConnectionLimits(2, 2)
    connections = [StubConnection(name) for name in "abc"]
    assert [few.admit(connection) for connection in connections] == [True, True, False]
    assert len(few) == 3  # The third is open until it has its response.
    for connection in connections[1:]:
        few.remove(connection)
    assert few.admit(StubConnection("d"))
    assert not few.admit(StubConnection("e"))


def test_admit_visitor_limit_ends_no_other_connection() -> None:
    full = ConnectionLimits(2, 1)
    others = [StubConnection("a"), StubConnection("b")]
    for connection in others:
        assert full.admit(connection)
        full.set_deadline(connection, 10.0)
    assert not full.admit(StubConnection("a"))
    assert not any(connection.expired for connection in others)


def test_expire_ends_overdue_connections() -> None:
    many = ConnectionLimits(10, 10)
    connections = [StubConnection("a") for _ in range(5)]
    for connection in connections:
        many.admit(connection)
        many.set_deadline(connection, -1.0)
    many.set_deadline(connections[4], 60.0)
    many.clear_deadline(connections[3])
    many.expire()
    assert [connection.expired for connection in connections] == [True, True, True, False, False]


def test_visitor_connection_limit_returns_429(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_PER_VISITOR", 5)
    with serve_in_thread(site()) as port, open_connections(port, 5) as connections:
        for connection in connections:
            connection.sendall(PAGE_REQUEST)
            assert connection.recv(12) == OK
        rejected = exchange(port, b"")
        assert parse_statuses(rejected) == [429]
        assert b"\r\nRetry-After: 5\r\n" in rejected
        with closing(connect(port, "127.0.0.2")) as other:
            other.sendall(PAGE_REQUEST)
            assert other.recv(12) == OK


def test_proxy_connections_are_not_limited_per_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PER_VISITOR", 2)
    with serve_in_thread(site(), proxies=1) as port, open_connections(port, 4) as connections:
        for n, connection in enumerate(connections):
            forwarded = f"Host: x\r\nX-Forwarded-For: 203.0.113.{n}".encode()
            connection.sendall(PAGE_REQUEST.replace(b"Host: x", forwarded))
            assert connection.recv(12) == OK


def test_connection_limit_closes_longest_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_CONNECTIONS", 5)
    with serve_in_thread(site()) as port, open_connections(port, 5) as connections:
        for connection in connections:
            connection.sendall(b"GET / HT")
        time.sleep(0.1)
        for _ in range(3):
            with closing(connect(port)) as fresh:
                fresh.sendall(PAGE_REQUEST)
                assert fresh.recv(12) == OK
        assert parse_statuses(read_all(connections[0])) == [408]


@contextmanager
def open_connections(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Open connections of one visitor, and close them at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(connect(port))) for _ in range(count)]


def test_raise_descriptor_limit_stops_at_hard_limit() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = raise_descriptor_limit(10**9)
    new_soft, new_hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert allowed == (10**9 if hard == resource.RLIM_INFINITY else hard)
    assert new_hard == hard
    assert new_soft >= soft or new_soft == resource.RLIM_INFINITY


FEW_DESCRIPTORS = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from tests.support.site_server import serve_in_thread
from tests.support.web import site
with serve_in_thread(site()) as port:
    print(port, flush=True)
    for _ in sys.stdin:
        print(time.process_time(), flush=True)
"""


@pytest.fixture
def server() -> Iterator[SimpleNamespace]:
    """Return the port and the processor time of a server that is limited to 200 descriptors."""
    pytest.importorskip("resource")
    process = subprocess.Popen(
        [sys.executable, "-c", FEW_DESCRIPTORS],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def processor_s() -> float:
        print(file=process.stdin, flush=True)
        return float(process.stdout.readline())

    yield SimpleNamespace(port=int(process.stdout.readline()), processor_s=processor_s)
    process.stdin.close()
    process.stdout.close()
    process.wait()


@pytest.mark.thorough
def test_server_with_few_descriptors_answers(
    server: SimpleNamespace,
) -> None:
    """Open three hundred connections with half a request line each; the server closes the oldest."""
    with ExitStack() as stack:
        connections = [
            stack.enter_context(closing(connect(server.port, f"127.0.0.{2 + n % 6}")))
            for n in range(300)
        ]
        for connection in connections:
            with suppress(ConnectionError):
                connection.sendall(b"GET / HT")
        with closing(connect(server.port)) as fresh:
            fresh.sendall(PAGE_REQUEST)
            assert fresh.recv(12) == OK
        assert parse_statuses(read_all(connections[0])) in ([408], [])
        before_s = server.processor_s()
        time.sleep(1.0)
        assert server.processor_s() - before_s < 0.3, (
            "it tries to accept connections again and again"
        )
        with closing(connect(server.port)) as fresh:
            fresh.sendall(PAGE_REQUEST)
            assert fresh.recv(12) == OK
