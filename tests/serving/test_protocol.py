"""Test the HTTP protocol over real sockets: malformed requests, trailers, pipelines and slow
clients.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from flask import Flask, request

from carnage.serving import app as app_module
from carnage.serving import protocol, server
from carnage.web.http import SECURITY_HEADERS
from tests.support.raw_http import PAGE_REQUEST, connect, exchange, parse_statuses, read_all
from tests.support.site_server import serve_in_thread
from tests.support.web import GAME, SEED, client, site

CLOSE = b"Host: x\r\nConnection: close\r\n"
RESPONSE_ENDS = (b"\r\n\r\n", b"</html>", b"</html>\n", b".\n")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Return the port of a server."""
    with serve_in_thread(site()) as port:
        yield port


@pytest.fixture
def impatient_port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Return the port of a server with short timeouts."""
    for name in ("HEAD_S", "BODY_S", "IDLE_S", "READ_S", "CLOSE_S"):
        monkeypatch.setattr(protocol, name, 0.3)
    monkeypatch.setattr(app_module, "LIMITS_CHECK_S", 0.05)
    client().get(GAME)  # its first rendering takes longer than these timeouts
    with serve_in_thread(site()) as port:
        yield port


def send(port: int, data: bytes, responses: int = 1) -> bytes:
    """Send data, and return everything until the connection is closed or this many responses are
    complete.
    """
    received = b""
    with closing(connect(port)) as connection:
        connection.sendall(data)
        while received.count(b"HTTP/1.") < responses or not received.endswith(RESPONSE_ENDS):
            try:
                more = connection.recv(1 << 16)
            except ConnectionResetError:  # the server closed it before reading everything
                return received or b"HTTP/1.1 000 "
            if not more:
                break
            received += more
    return received


# ----------------------------------------------------------------------------- well-formed requests


def test_connection_after_304_stays_open(port: int) -> None:
    tag = client().get(GAME).headers["ETag"]
    conditional = f"GET {GAME} HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n".encode()
    received = send(port, conditional * 3, responses=3)
    assert parse_statuses(received) == [304, 304, 304]
    assert b"connection: close" not in received
    assert b"connection: close" in send(port, conditional.replace(b"Host: x\r\n", CLOSE))


def test_response_does_not_name_server(port: int) -> None:
    received = send(port, b"GET /credits HTTP/1.1\r\n" + CLOSE + b"\r\n").lower()
    assert b"uvicorn" not in received
    assert b"gunicorn" not in received
    assert b"werkzeug" not in received
    assert SEED.encode() not in received


# ------------------------------------------------------------------------------- malformed requests

MALFORMED = {
    "two lengths": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        {400},
    ),
    "length and chunks": (
        (
            b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: "
            b"chunked\r\n\r\n0\r\n\r\n"
        ),
        {303, 400},
    ),
    "odd encoding": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        {400, 501},
    ),
    "bad chunk": (
        b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        {400},
    ),
    "negative length": (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", {400}),
    "folded header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n two\r\n\r\n", {200, 400}),
    "space before colon": (b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", {400}),
    "nul in path": (b"GET /classic/\x00 HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "raw bytes in path": (b"GET /classic/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "raw bytes in query": (
        b"GET /classic/243856987615781?name=\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        {400},
    ),
    "bad escapes": (b"GET /classic/%zz%1?name=%zz HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404}),
    "split name": (
        b"GET /?seed=243856987615781&game_name=a%0d%0aX: HTTP/1.1\r\nHost: x\r\n\r\n",
        {400},
    ),
    "huge header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 40_000 + b"\r\n\r\n", {0, 431}),
    "huge query": (b"GET /?seed=" + b"1" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {301}),
    "huger query": (b"GET /?seed=" + b"1" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {0, 431}),
    "huge body": (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", {413}),
    "no method": (b"\r\n\r\n / HTTP/1.1\r\n\r\n", {400}),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", {400}),
    "old version": (b"GET / HTTP/1.0\r\n\r\n", {200}),
    "whole address": (b"GET http://elsewhere/credits HTTP/1.1\r\nHost: x\r\n\r\n", {200}),
    "parent folder": (b"GET /static/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", {404}),
    "escaped parent folder": (
        b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        {404},
    ),
    "host": (b"GET /classic HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", {301}),
    "trace": (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", {405}),
    "unknown method": (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_request_gets_one_response(port: int, name: str) -> None:
    data, allowed = MALFORMED[name]
    # With "Connection: close", a second response would be to a request smuggled behind the first.
    received = send(port, data.replace(b"Host: x\r\n", CLOSE))
    statuses = parse_statuses(received)
    assert len(statuses) == 1
    assert set(statuses) <= allowed
    for leak in (b"Traceback", b"evil.example", b"root:", b"\r\nX:"):
        assert leak not in received


def test_error_response_has_security_headers(port: int) -> None:
    received = send(port, b"nonsense\r\n\r\n")
    assert parse_statuses(received) == [400]
    for name, value in SECURITY_HEADERS.items():
        assert f"{name}: {value}\r\n".encode() in received


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
    ],
    ids=["none", "twice", "twice in HTTP/1.0", "none in HTTP/1.0", "once"],
)
def test_request_without_one_host_returns_400(port: int, head: bytes, status: int) -> None:
    assert parse_statuses(exchange(port, head)) == [status]


def test_smuggled_request_is_not_answered(port: int) -> None:
    smuggled = b"GET /credits HTTP/1.1\r\n" + CLOSE + b"\r\n"
    length = b"Content-Length: %d\r\n" % len(smuggled)
    head = b"POST /roll HTTP/1.1\r\n" + CLOSE + length
    assert parse_statuses(send(port, head + b"\r\n" + smuggled)) == [303]
    both = head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert len(parse_statuses(send(port, both + smuggled))) == 1


# --------------------------------------------------------------------------------- bodies in chunks

CHUNKED_FORM = (
    b"POST /roll HTTP/1.1\r\n" + CLOSE + b"Content-Type: application/x-www-form-urlencoded\r\n"
    b"Transfer-Encoding: chunked\r\n"
)
FORM = b"text=a+game+of+knights+and+dragons"


def find_location(received: bytes) -> bytes:
    """Return the value of the header Location."""
    match = re.search(rb"(?i)\r\nlocation: (\S+)", received)
    assert match
    return match[1]


@pytest.mark.parametrize("size", [1, 3, len(FORM)])
def test_chunked_form_equals_form_with_length(port: int, size: int) -> None:
    whole = CHUNKED_FORM.replace(b"Transfer-Encoding: chunked", b"Content-Length: %d" % len(FORM))
    expected = find_location(exchange(port, whole + b"\r\n" + FORM))
    parts = (FORM[n : n + size] for n in range(0, len(FORM), size))
    chunks = [b"%x\r\n%s\r\n" % (len(part), part) for part in parts]
    with closing(connect(port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(CHUNKED_FORM + b"\r\n")
        for chunk in chunks:
            connection.sendall(chunk)
            time.sleep(0.002)
        connection.sendall(b"0\r\n\r\n")
        received = read_all(connection)
    assert parse_statuses(received) == [303]
    assert find_location(received) == expected


@pytest.fixture(scope="module")
def echo_port() -> Iterator[int]:
    """Return the port of a server behind a proxy, whose application returns visitor and host."""
    app: Flask = site.__wrapped__()

    @app.post("/visitor")
    def visitor() -> str:
        request.get_data()
        return f"{request.remote_addr} {request.host} {request.headers.get('X-Trailer')}."

    with serve_in_thread(app, proxies=1) as port:
        yield port


@pytest.mark.parametrize(
    "trailer", [b"X-Forwarded-For: 203.0.113.66", b"Host: forged.example", b"X-Trailer: forged"]
)
@pytest.mark.parametrize("following", [b"", b"X-Last: 1\r\n"], ids=["alone", "with another"])
def test_chunked_trailer_is_not_a_header(echo_port: int, trailer: bytes, following: bytes) -> None:
    """Send the trailer with the request, before the application reads the headers."""
    head = CHUNKED_FORM.replace(b"/roll", b"/visitor") + b"X-Forwarded-For: 198.51.100.7\r\n\r\n"
    body = b"1\r\na\r\n0\r\n" + trailer + b"\r\n" + following + b"\r\n"
    received = exchange(echo_port, head + body)
    assert parse_statuses(received) == [200]
    assert received.endswith(b"198.51.100.7 x None.")


@pytest.mark.parametrize("header", ["Content-Length: 20000", "Transfer-Encoding: chunked"])
def test_body_too_long_returns_413(port: int, header: str) -> None:
    chunk = b"%x\r\n%s\r\n" % (17_000, b"a" * 17_000)
    received = exchange(
        port, f"POST /roll HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode() + chunk
    )
    assert parse_statuses(received) == [413]
    assert b"connection: close" in received


# ----------------------------------------------------------------------------------- slow clients


@pytest.mark.parametrize(
    ("data", "statuses"),
    [
        (b"", []),
        (b"GET / HT", [408]),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", [408]),
        (b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab", [408]),
    ],
    ids=["nothing", "half a line", "half a head", "half a body"],
)
def test_incomplete_request_times_out(
    impatient_port: int, data: bytes, statuses: list[int]
) -> None:
    assert parse_statuses(exchange(impatient_port, data)) == statuses


LATE_BODY = b" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"


@pytest.mark.parametrize("body", [b"a", b"ab"], ids=["half of it", "all of it"])
@pytest.mark.parametrize(
    "line", [f"GET {GAME}".encode(), b"POST /healthz"], ids=["a page", "health"]
)
def test_body_after_response_closes_connection(
    impatient_port: int, line: bytes, body: bytes
) -> None:
    with closing(connect(impatient_port)) as connection:
        connection.sendall(line + LATE_BODY)
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(body)
        assert parse_statuses(read_all(connection)) == []


def test_connection_pipelined_body_missing_times_out(impatient_port: int) -> None:
    """Start the second request when the first, which takes a thread, has its response."""
    first = b"GET /find/duel HTTP/1.1\r\nHost: x\r\n\r\n"
    second = b"POST /roll HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab"
    assert parse_statuses(exchange(impatient_port, first + second)) == [200, 408]


def is_closed_while_sending(
    connection: socket.socket, data: bytes, times: int, pause_s: float
) -> bool:
    """Send data again and again; return whether the server closes the connection."""
    for _ in range(times):
        try:
            connection.sendall(data)
        except ConnectionError:
            return True
        time.sleep(pause_s)
    return False


def test_request_byte_by_byte_times_out(impatient_port: int) -> None:
    with closing(connect(impatient_port)) as connection:
        assert is_closed_while_sending(connection, b"G", 1000, 0.01)


def test_idle_connection_times_out(impatient_port: int) -> None:
    assert parse_statuses(exchange(impatient_port, PAGE_REQUEST)) == [200]


@pytest.fixture
def unread_connection(impatient_port: int) -> Iterator[socket.socket]:
    """Open a connection with a small receive buffer, from which nothing is read."""
    with closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", impatient_port))
        connection.settimeout(30)
        yield connection


def test_connection_unread_pipeline_is_closed(unread_connection: socket.socket) -> None:
    assert is_closed_while_sending(unread_connection, PAGE_REQUEST * 4, 10_000, 0.01)


def test_connection_unread_responses_is_closed(
    unread_connection: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Send each request when the one before has its response, as far as the server can tell."""
    monkeypatch.setattr(protocol, "IDLE_S", 5.0)
    monkeypatch.setattr(protocol, "READ_S", 1.0)
    page = f"GET {GAME}.html HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    assert is_closed_while_sending(unread_connection, page, 60, 0.2)


def test_bind_limits_send_buffer() -> None:
    """Limit the system's send buffer, which would otherwise take megabytes for each connection."""
    listener = server.bind("127.0.0.1", 0)
    listener.listen()
    with closing(listener), closing(socket.socket()) as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(listener.getsockname())
        accepted, _ = listener.accept()
        buffered = 0
        with closing(accepted), suppress(BlockingIOError):
            accepted.setblocking(False)
            while True:
                buffered += accepted.send(b"a" * 65_536)
    assert buffered < 4 * server.SEND_BUFFER_BYTES


# ------------------------------------------------------------------------------ pipelines and heads


def test_pipelined_requests_have_responses(port: int) -> None:
    assert parse_statuses(send(port, PAGE_REQUEST * 5, responses=5)) == [200] * 5


def test_pipelined_requests_are_limited(port: int) -> None:
    allowed = protocol.MAX_PIPELINED + 1
    assert parse_statuses(exchange(port, PAGE_REQUEST * 500)) == [200] * allowed


def test_trailer_endless_returns_431(port: int) -> None:
    head = b"POST /roll HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "
    with closing(connect(port)) as connection:
        connection.sendall(head)
        began = time.monotonic()
        with suppress(OSError):  # The server closes the connection before it has read everything.
            for _ in range(100):
                connection.sendall(b"a" * 65_536)
        assert parse_statuses(read_all(connection)) in ([431], [])
        assert time.monotonic() - began < protocol.BODY_S


def test_head_endless_returns_431(port: int) -> None:
    head = b"GET / HTTP/1.1\r\nX: " + b"a" * (protocol.MAX_HEAD_BYTES + 1)
    assert parse_statuses(exchange(port, head)) in ([431], [])


@pytest.mark.parametrize(
    "head", ["GET /{long} HTTP/1.1\r\nHost: x", "GET / HTTP/1.1\r\nHost: x\r\nX: {long}"]
)
def test_head_too_long_returns_431(port: int, head: str) -> None:
    request = head.format(long="a" * (protocol.MAX_HEAD_BYTES + 1)) + "\r\n\r\n"
    assert parse_statuses(exchange(port, request.encode())) in ([431], [])


# ----------------------------------------------------------------------------- the end of a process


def test_server_ends_new_connection_gets_response() -> None:
    running = serve_in_thread(site())
    with closing(connect(running.__enter__())) as connection:
        time.sleep(0.1)  # it is accepted
        ending = threading.Thread(target=running.__exit__, args=(None, None, None))
        ending.start()
        time.sleep(0.4)
        connection.sendall(PAGE_REQUEST)
        received = read_all(connection)
        ending.join()
    assert parse_statuses(received) == [200]
    assert b"connection: close" in received


def test_server_ends_idle_connection_delays_little() -> None:
    with serve_in_thread(site()) as port:
        connection = connect(port)
        time.sleep(0.1)  # it is accepted
        began = time.monotonic()
    with closing(connection):
        assert time.monotonic() - began < protocol.FIRST_REQUEST_S + 3.0
        assert read_all(connection) == b""
