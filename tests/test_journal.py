"""What whoever runs the site gets to see: the log and figures for Prometheus."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import job_tasks
import prometheus_client
import pytest
from flask import Flask
from job_queues import playtest_queue, until
from test_playtest_page import PAGE
from test_running import free_port
from web import KINDS, site

from carnage import log, serving
from carnage.jobs.service import Queues
from carnage.serving import gateway, journal, metrics
from carnage.serving.application import Answer
from carnage.serving.requests import Request
from carnage.web import create_app
from carnage.web.params import books


class Lines(logging.Handler):
    """Keeps the lines of the log as they are written for programs."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(log.Asked())
        self.setFormatter(log.Json())
        self.lines: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines() -> Iterator[list[dict[str, object]]]:
    """The lines of the log, each request among them."""
    handler = Lines()
    logging.getLogger().addHandler(handler)
    access = logging.getLogger("carnage.access")
    before = access.level
    access.setLevel(logging.INFO)
    yield handler.lines
    access.setLevel(before)
    logging.getLogger().removeHandler(handler)


def asked(path: str, query: str = "", sent: dict[str, str] | None = None) -> Request:
    return Request("GET", path, query, sent or {}, "192.0.2.1", "http", ("x", 80), "1.1")


def broken() -> Flask:
    """A site in which looking at a playtest fails."""
    app = create_app()
    app.extensions["playtests"] = object()
    return app


def answered(path: str, app: Flask, behind: int = 0, **headers: str) -> tuple[int, str]:
    """The status and the id of a request that is sent to a server."""
    with serving.served(app, behind=behind) as port:
        asking = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(asking, timeout=30) as answer:
                return answer.status, answer.headers["X-Request-Id"]
        except urllib.error.HTTPError as error:
            return error.code, error.headers["X-Request-Id"]


# -------------------------------------------------------------------------------------------- the log


def test_an_error_is_logged_with_its_cause_and_its_request(lines: list[dict[str, object]]) -> None:
    status, id = answered(PAGE, broken())
    assert status == 500
    # Somebody else's worker may have ended just now.
    error, access = until(lambda: len(own := [each for each in lines if each["request"] == id]) == 2 and own)
    assert (error["level"], error["request"]) == ("ERROR", id)
    assert error["message"] == f"GET of {PAGE} failed"
    assert "Traceback" in str(error["error"])
    assert "AttributeError" in str(error["error"])
    assert (access["request"], access["status"], access["address"]) == (id, 500, PAGE)


def test_an_id_is_taken_over_from_a_proxy_and_from_nobody_else() -> None:
    sent = {"x-request-id": "its-own"}
    near, far = (journal.Journal(frozenset(), trusted) for trusted in (True, False))
    assert near.identify(asked("/", sent=sent)) == "its-own"
    assert far.identify(asked("/", sent=sent)) != "its-own"
    assert near.identify(asked("/", sent={"x-request-id": "a\nb"})) != "a\nb"
    assert near.identify(asked("/")) != near.identify(asked("/"))


def test_figures_tell_every_place_of_the_site_by_its_name() -> None:
    """Each page that there is, and each rule of the map of addresses, is somewhere."""
    places = journal.places(site())
    addresses = [address for address, status in KINDS.values() if status == 200]
    addresses += [str(rule) for rule in site().url_map.iter_rules() if not str(rule).startswith("/<")]
    for address in addresses:
        assert re.split("[/?]", address)[1] in places
    assert {"", "find", "print", "table", "today", "atlas", "static", "readyz", *books()} <= places
    assert not any("<" in place or "/" in place for place in places)
    assert "wp-login.php" not in places


def test_a_request_is_one_line_whatever_was_sent(lines: list[dict[str, object]]) -> None:
    noted = journal.Journal(frozenset(), False)
    noted.answered(
        "1",
        asked("/a\n2026 ERROR all is lost \xe2\x80\xa8", "b=\x00\x9b[31m\xff%0A"),
        Answer(404, [], b""),
        0.1,
    )
    (line,) = lines
    assert line["address"] == "/a%0A2026%20ERROR%20all%20is%20lost%20%E2%80%A8?b=%00%9B%5B31m%FF%0A"
    assert str(line["message"]).isprintable()


def test_a_fault_of_the_server_itself_is_logged_alike(
    lines: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise RuntimeError("a fault")

    app = create_app()
    monkeypatch.setattr(gateway, "cost_elsewhere", fail)
    status, _ = answered("/credits", app)
    assert status == 500
    until(lambda: lines)
    assert "RuntimeError: a fault" in str(lines[0]["error"])
    assert lines[0]["request"]


@pytest.mark.parametrize("form", log.FORMS)
def test_workers_log_as_the_site_does(form: str) -> None:
    program = """
import ctypes, logging, threading
from carnage.jobs import worker as worker_process
worker_process.init_worker(ctypes.c_long(), 0)
try:
    raise RuntimeError("a fault")
except RuntimeError:
    logging.getLogger("carnage.engine").exception("Compiled rules cannot be kept")
thread = threading.Thread(target=lambda: 1 / 0, name="waiting")
thread.start()
thread.join()
"""
    environ = {**os.environ, log.LOG: form}
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True)
    if form == "json":
        caught, uncaught = map(json.loads, done.stderr.splitlines())
        assert caught["message"] == "Compiled rules cannot be kept"
        assert "RuntimeError: a fault" in caught["error"]
        assert uncaught["message"] == "The thread waiting broke off"
        assert "ZeroDivisionError" in uncaught["error"]
    else:
        assert " ERROR carnage.engine [] Compiled rules cannot be kept\nTraceback" in done.stderr


# ---------------------------------------------------------------------------------------- the figures


def figures(port: int) -> dict[str, float]:
    """What is told, by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


def test_who_is_cut_off_is_counted() -> None:
    def counted() -> float:
        labels = {"status": "400"}
        return prometheus_client.REGISTRY.get_sample_value("carnage_connections_cut_off_total", labels) or 0.0

    before = counted()
    with (
        serving.served(site()) as port,
        socket.create_connection(("127.0.0.1", port), timeout=30) as connection,
    ):
        connection.sendall(b"this is no request\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")
    assert counted() == before + 1


COUNTED = """
import os, sys
from pathlib import Path
from carnage.serving import journal
from carnage.serving.requests import Request
from carnage.serving.application import Answer
noted = journal.Journal(frozenset({"classic"}), False)
for path in ("/classic/1", "/classic/2", "/wp-login.php"):
    request = Request("GET", path, "", {}, "192.0.2.1", "http", ("x", 80), "1.1")
    noted.answered("1", request, Answer(200, [], b""), 0.004)
noted.connections(3)
journal.cut_off(408)
print(os.getpid())
"""


def test_figures_are_those_of_all_processes_and_say_how_jobs_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(metrics.FOLDER, raising=False)
    shop = Queues(*(playtest_queue(job_tasks.deadly) for _ in Queues._fields))
    port = free_port()
    metrics.serve(("127.0.0.1", port), tmp_path, shop)
    pids = [
        int(subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, check=True).stdout)
        for _ in range(2)
    ]
    told = figures(port)
    assert told['carnage_requests_total{place="classic",status="200"}'] == 4
    assert told['carnage_requests_total{place="elsewhere",status="200"}'] == 2
    assert told['carnage_request_seconds_bucket{le="0.005",place="classic"}'] == 4
    assert told['carnage_request_seconds_bucket{le="0.0025",place="classic"}'] == 0
    assert told["carnage_connections"] == 6
    assert told['carnage_connections_cut_off_total{status="408"}'] == 2
    metrics.forget(pids[0])
    told = figures(port)
    assert told["carnage_connections"] == 3
    assert told['carnage_requests_total{place="classic",status="200"}'] == 4

    # Nobody has to look at a job for it to be counted.
    shop.playtests.submit(("classic", "1" * 15))
    assert figures(port)['carnage_jobs_waiting{queue="playtests"}'] == 1
    until(lambda: figures(port)['carnage_jobs_waiting{queue="playtests"}'] == 0)
    assert figures(port)['carnage_jobs_total{how="done",queue="playtests"}'] == 1
    shop.playtests.submit(("classic", "2" * 15))
    until(lambda: figures(port)['carnage_jobs_total{how="failed",queue="playtests"}'] == 1)
    assert figures(port)['carnage_jobs_waiting{queue="replays"}'] == 0
    shop.playtests.close()
