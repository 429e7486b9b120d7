"""Test the ASGI application: rate limits, waiting requests, errors, health and periodic checks."""

from __future__ import annotations

import json
import logging
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from carnage.serving import app as app_module
from carnage.serving import protocol, scheduler
from carnage.serving.app import SiteApp
from carnage.serving.limits import ConnectionLimits
from carnage.serving.rate_limit import Limit, RateLimiter
from carnage.serving.scheduler import Debt, FairScheduler
from carnage.serving.wsgi import Request
from serving.support import until
from tests.support import site_server
from tests.support.raw_http import PAGE_REQUEST, connect, exchange, parse_statuses, read_all
from tests.support.site_server import serve_in_thread
from tests.support.web import GAME, site

CLOSE = b"Connection: close\r\n"
RETRY_AFTER = re.compile(rb"(?i)\r\nretry-after: ([1-9]\d*)\r\n")


def format_request(path: str, headers: str = "", method: str = "GET") -> bytes:
    """Return a request that closes the connection."""
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}"
    length = "Content-Length: 0\r\n" if method == "POST" else ""
    return f"{head}{length}\r\n".encode()


def get(port: int, path: str, source: str = "127.0.0.1", headers: str = "") -> bytes:
    """Return the response to a request of its own connection."""
    return exchange(port, format_request(path, headers), source)


def get_statuses(port: int, path: str, source: str = "127.0.0.1", headers: str = "") -> list[int]:
    """Return the statuses of two requests for the same page, one after the other."""
    return [status for _ in range(2) for status in parse_statuses(get(port, path, source, headers))]


# ----------------------------------------------------------------------------------- rate limits


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests wait for a tenth of a second; each costs ten seconds, so their own work
    hardly counts.
    """
    monkeypatch.setattr(protocol, "MAX_WAIT_S", 1e6)  # connections are not refused
    monkeypatch.setattr(app_module, "MAX_WAIT_S", 0.1)
    monkeypatch.setattr(app_module, "REQUEST_COST_S", 10.0)


@pytest.mark.usefixtures("strict")
def test_rate_limit_exceeded_returns_429() -> None:
    with serve_in_thread(site(), Limit(25.0, 1e-3)) as port:
        responses = [get(port, GAME) for _ in range(4)]
        other = get(port, GAME, "127.0.0.2")
    assert [parse_statuses(response) for response in responses] == [[200], [200], [429], [429]]
    assert all(RETRY_AFTER.search(response) for response in responses[2:])
    assert all(b"Wait a few seconds" in response for response in responses[2:])
    assert parse_statuses(other) == [200]


@pytest.mark.usefixtures("strict")
def test_rate_limit_exceeded_json_returns_problem() -> None:
    with serve_in_thread(site(), Limit(5.0, 1e-3)) as port:
        get(port, GAME)
        response = get(port, f"{GAME}.json")
    assert parse_statuses(response) == [429]
    assert RETRY_AFTER.search(response)
    assert json.loads(response.partition(b"\r\n\r\n")[2])["status"] == 429


@pytest.mark.usefixtures("strict")
def test_rate_limit_behind_proxy_is_per_visitor() -> None:
    """Ignore the addresses that a visitor writes before the one that the proxy appends to
    X-Forwarded-For.
    """
    with serve_in_thread(site(), Limit(25.0, 1e-3), proxies=1) as port:
        for visitor in ("198.51.100.7", "198.51.100.8"):
            first, second = (
                f"X-Forwarded-For: {forged}, {visitor}\r\n" for forged in ("1.1.1.1", "2.2.2.2")
            )
            assert get_statuses(port, GAME, headers=first) == [200, 200]
            assert get_statuses(port, GAME, headers=second) == [429, 429]


def use_processor(seconds: float) -> None:
    """Use this much processor time of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_rate_limit_slow_page_charges_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the thread of pages, and a thread of other requests."""
    monkeypatch.setattr(protocol, "MAX_WAIT_S", 1e6)  # connections are not refused
    monkeypatch.setattr(app_module, "MAX_WAIT_S", 0.1)
    app = site.__wrapped__()
    app.add_url_rule("/slow/page", "slow", lambda: use_processor(0.3) or "done")
    app.add_url_rule("/quick/page", "quick", lambda: "done")
    app.extensions["page_policies"] |= {"slow-page": "no-cache"}
    app.add_url_rule("/slow-page/1", "slow page", lambda: use_processor(0.3) or "done")
    with serve_in_thread(app, Limit(0.2, 1e-3)) as port:
        assert get_statuses(port, "/slow/page") == [200, 429]
        assert get_statuses(port, "/slow-page/1", "127.0.0.2") == [200, 429]
        assert get_statuses(port, "/quick/page", "127.0.0.3") == [200, 200]


# ----------------------------------------------------------------------------------- health


def test_readyz_rate_limit_exceeded_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "MAX_WAIT_S", 1e6)  # connections are not refused
    monkeypatch.setattr(app_module, "MAX_WAIT_S", 0.2)
    monkeypatch.setattr(app_module, "REQUEST_COST_S", 10.0)
    times = []
    with serve_in_thread(site(), Limit(15.0, 1e-3)) as port:
        for _ in range(3):
            began = time.monotonic()
            assert parse_statuses(get(port, "/readyz")) == [200]
            times.append(time.monotonic() - began)
        assert get_statuses(port, GAME) == [429, 429]
    assert min(times[1:]) >= 0.2


def test_readyz_without_job_process_returns_503(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unready(SiteApp):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            self._are_jobs_running = lambda: False

    monkeypatch.setattr(site_server, "SiteApp", Unready)
    with serve_in_thread(site()) as port:
        assert parse_statuses(get(port, "/readyz")) == [503]
        assert parse_statuses(get(port, "/healthz")) == [200]


# ----------------------------------------------------------------------------- waiting for a thread


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Return an application with one thread, in which /slow/<name> waits for the gate."""
    gate, names = threading.Event(), []
    app: Flask = site.__wrapped__()

    @app.get("/slow/<name>")
    def wait(name: str) -> str:
        names.append(name)
        gate.wait(30)
        return "done"

    monkeypatch.setattr(app_module, "JOB_THREADS", 1)
    monkeypatch.setattr(app_module, "JOB_PLACES", app_module.JOB_PLACES | {"slow"})
    for module in (app_module, scheduler):
        monkeypatch.setattr(module, "MAX_WAIT_S", 30.0)
    yield SimpleNamespace(app=app, gate=gate, names=names)
    gate.set()


def send_slow(port: int, name: str, source: str = "127.0.0.1", headers: str = "") -> socket.socket:
    """Return the connection of a request for /slow/<name>."""
    connection = connect(port, source)
    connection.sendall(format_request(f"/slow/{name}", headers))
    return connection


def receive(connection: socket.socket) -> list[int]:
    """Return the statuses that a connection gets."""
    with closing(connection):
        return parse_statuses(read_all(connection))


def test_request_of_closed_connection_is_dropped(
    slow: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    with serve_in_thread(slow.app) as port:
        first = send_slow(port, "first")
        until(lambda: slow.names)
        send_slow(port, "gone").close()
        time.sleep(0.1)
        last = send_slow(port, "last")
        slow.gate.set()
        assert receive(first) == receive(last) == [200]
    assert slow.names == ["first", "last"]
    assert not caplog.records


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_request_waiting_too_long_returns_503(
    slow: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    monkeypatch.setattr(app_module, "MAX_WAIT_S", 0.1)
    with serve_in_thread(slow.app) as port:
        first = send_slow(port, "first")
        until(lambda: slow.names)
        late = send_slow(port, "late", headers=f"Accept: {accept}\r\n")
        response = read_all(late)
        late.close()
        slow.gate.set()
        assert receive(first) == [200]
    assert parse_statuses(response) == [503]
    assert RETRY_AFTER.search(response)
    assert (b"application/problem+json" in response) == (accept == "application/json")
    assert slow.names == ["first"]


@pytest.fixture
def debts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the list of debts with which requests wait for a slot; each adds a second."""
    debts: list[float] = []
    slot = FairScheduler.slot

    def noted(
        self: FairScheduler, debt_s: Debt, deadline: float
    ) -> AbstractAsyncContextManager[None]:
        debts.append(debt_s(time.monotonic()))
        return slot(self, debt_s, deadline)

    monkeypatch.setattr(FairScheduler, "slot", noted)
    monkeypatch.setattr(app_module, "REQUEST_COST_S", 1.0)
    return debts


def test_app_full_refuses_visitor_with_most_debt(
    slow: SimpleNamespace, debts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "MAX_WAITING", 2)
    with serve_in_thread(slow.app, Limit(10.0, 1e-3)) as port:
        first = send_slow(port, "first")
        until(lambda: slow.names)
        more = send_slow(port, "more")
        until(lambda: len(debts) == 2)
        most = send_slow(port, "most")
        until(lambda: len(debts) == 3)
        modest = send_slow(port, "modest", "127.0.0.2")
        assert receive(most) == [503]
        assert receive(send_slow(port, "late")) == [503]
        slow.gate.set()
        assert [receive(connection) for connection in (first, more, modest)] == [[200]] * 3
    assert slow.names == ["first", "modest", "more"]


@pytest.mark.parametrize(
    ("path", "status"), [(GAME, 200), ("/play/classic/243856987615781", 303)], ids=["page", "move"]
)
def test_pages_and_moves_do_not_wait_for_other_requests(
    slow: SimpleNamespace, path: str, status: int
) -> None:
    with serve_in_thread(slow.app) as port:
        first = send_slow(port, "first")
        until(lambda: slow.names)
        assert parse_statuses(get(port, path)) == [status]
        slow.gate.set()
        assert receive(first) == [200]


@pytest.mark.parametrize(
    ("method", "path", "pool"),
    [
        ("GET", GAME, "pages"),
        ("HEAD", GAME, "pages"),
        ("GET", f"{GAME}.md", "pages"),
        ("GET", "/presets", "pages"),
        ("GET", "/static/css/site.css", "pages"),
        ("POST", "/roll", "pages"),
        ("GET", "/find/classic", "jobs"),
        ("POST", "/own/classic/243856987615781", "jobs"),
        ("GET", "/lab/classic/243856987615781", "jobs"),
        ("GET", f"{GAME}.pdf", "jobs"),
        ("GET", "/skirmish/352703280070955070044085537.pdf", "jobs"),
        ("GET", f"{GAME}.png", "jobs"),
        ("GET", f"{GAME}/example", "jobs"),
        ("GET", "/lab/classic/243856987615781.pdf", "jobs"),
        ("GET", "/watch/classic/243856987615781", "jobs"),
        ("GET", "/play/classic/243856987615781", "moves"),
        ("POST", "/lab/classic/243856987615781", "jobs"),
        ("POST", "/find/classic", "jobs"),
    ],
)
def test_choose_pool_separates_pages_moves_and_jobs(method: str, path: str, pool: str) -> None:
    app = SiteApp(site(), RateLimiter(), lambda: True, ConnectionLimits(1, 1))
    request = Request(method, path, "", {}, "192.0.2.1", "http", ("x", 80), "1.1")
    assert app._choose_pool(request) is getattr(app, f"_{pool}")


# ----------------------------------------------------------------------------------- faults


def raise_fault(*args: object) -> None:
    """Fail."""
    raise RuntimeError("a fault")


def test_app_error_before_site_returns_500(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(SiteApp, "_call_site", raise_fault)
    with serve_in_thread(site()) as port:
        response = exchange(port, PAGE_REQUEST)
    assert parse_statuses(response) == [500]
    assert b"Server error" in response
    assert b"a fault" not in response
    (record,) = [record for record in caplog.records if record.exc_info]
    assert "a fault" in str(record.exc_info)


def test_periodic_check_error_is_logged_and_repeated(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Close a silent connection by a check after two that fail."""
    faults = iter([RuntimeError("first"), RuntimeError("second")])
    expire = ConnectionLimits.expire

    def fail_twice(limits: ConnectionLimits) -> None:
        for fault in faults:
            raise fault
        expire(limits)

    monkeypatch.setattr(ConnectionLimits, "expire", fail_twice)
    monkeypatch.setattr(app_module, "LIMITS_CHECK_S", 0.05)
    monkeypatch.setattr(protocol, "HEAD_S", 0.3)
    with serve_in_thread(site()) as port:
        assert parse_statuses(exchange(port, b"GET / HT")) == [408]
    logged = [str(record.exc_info) for record in caplog.records if record.levelno == logging.ERROR]
    assert len(logged) == 2
    assert "first" in logged[0]


STUCK_THREAD = """
import time
from carnage.serving import app
from tests.support.site_server import serve_in_thread
from tests.support.web import site

app.STUCK_S = 0.5
site = site()
site.add_url_rule("/stuck", "stuck", lambda: time.sleep(60) or "")
site.add_url_rule("/slow", "slow", lambda: time.sleep(0.3) or "done")
with serve_in_thread(site) as port:
    print(port, flush=True)
    time.sleep(60)
"""


@pytest.mark.soak
def test_process_with_stuck_thread_ends_with_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK_THREAD],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    port = int(process.stdout.readline())
    assert parse_statuses(get(port, "/slow")) == [200]
    began = time.monotonic()
    assert parse_statuses(get(port, "/stuck")) == []
    _, log = process.communicate()
    assert process.returncode == app_module.STUCK_EXIT_STATUS
    assert 0.4 < time.monotonic() - began < 20.0
    assert "A request has run for" in log
    assert "<lambda>" in log, "the traceback of the thread"
