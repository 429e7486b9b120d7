"""Test the access log, request ids and the log of server errors."""

from __future__ import annotations

import json
import logging
import re
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from flask import Flask

from carnage.common import log
from carnage.serving import metrics
from carnage.serving.access_log import OTHER_PLACES, AccessLog
from carnage.serving.app import SiteApp
from carnage.serving.wsgi import Request, Response
from carnage.web import create_app
from carnage.web.params import books
from serving.support import until
from tests.support.site_server import serve_in_thread
from tests.support.web import GAME, KINDS, SEED, site

PLAYTEST = f"/lab/classic/{SEED}"
Line = dict[str, object]


class JsonHandler(logging.Handler):
    """Keep the lines of the log in their JSON form."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(log.RequestIdFilter())
        self.setFormatter(log.JsonFormatter())
        self.lines: list[Line] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines() -> Iterator[list[Line]]:
    """Return the lines of the log, requests included."""
    handler = JsonHandler()
    access = logging.getLogger("carnage.access")
    level = access.level
    logging.getLogger().addHandler(handler)
    access.setLevel(logging.INFO)
    yield handler.lines
    access.setLevel(level)
    logging.getLogger().removeHandler(handler)


def make_request(path: str, query: str = "", headers: dict[str, str] | None = None) -> Request:
    """Return a GET request."""
    return Request("GET", path, query, headers or {}, "192.0.2.1", "http", ("x", 80), "1.1")


def get(path: str, app: Flask) -> tuple[int, str]:
    """Return the status and the id of a request to a server of this application."""
    with serve_in_thread(app) as port:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as response:
                return response.status, response.headers["X-Request-Id"]
        except urllib.error.HTTPError as error:
            return error.code, error.headers["X-Request-Id"]


def test_request_failed_is_logged_with_cause_and_id(lines: list[Line]) -> None:
    app = create_app()
    app.extensions["playtests"] = object()
    status, id = get(PLAYTEST, app)
    assert status == 500
    # A worker of another test may end meanwhile.
    own = until(lambda: len(own := [line for line in lines if line["request"] == id]) == 2 and own)
    assert isinstance(own, list)
    error, access = own
    assert (error["level"], error["message"]) == ("ERROR", f"GET of {PLAYTEST} failed")
    assert "Traceback" in str(error["error"])
    assert "AttributeError" in str(error["error"])
    assert (access["status"], access["address"]) == (500, PLAYTEST)


def test_server_error_is_logged_with_cause_and_id(
    lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(SiteApp, "_call_site", fail)
    status, id = get("/credits", create_app())
    assert status == 500
    error = until(lambda: [line for line in lines if line["level"] == "ERROR"])[0]
    assert "RuntimeError: a fault" in str(error["error"])
    assert error["request"] == id


@pytest.mark.parametrize(
    ("sent", "trusted", "is_taken_over"),
    [("its-own", True, True), ("its-own", False, False), ("a\nb", True, False), ("", True, False)],
)
def test_identify_valid_id_of_proxy_is_used(sent: str, trusted: bool, is_taken_over: bool) -> None:
    access_log = AccessLog(site(), trusted)
    request = make_request("/", headers={"x-request-id": sent})
    assert (access_log.identify(request) == sent) is is_taken_over
    assert access_log.identify(make_request("/")) != access_log.identify(make_request("/"))


def test_record_odd_path_writes_one_printable_line(lines: list[Line]) -> None:
    path, query = "/a\n2026 ERROR all is lost \xe2\x80\xa8", "b=\x00\x9b[31m\xff%0A"
    AccessLog(site(), trusted=False).record(
        "1", make_request(path, query), Response(404, [], b""), 0.1
    )
    (line,) = lines
    assert line["address"] == "/a%0A2026%20ERROR%20all%20is%20lost%20%E2%80%A8?b=%00%9B%5B31m%FF%0A"
    assert str(line["message"]).isprintable()


def find_counted_place(path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the label under which a request for a path is counted."""
    places: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(
            metrics, "count_request", lambda place, status, seconds: places.append(place)
        )
        AccessLog(site(), trusted=False).record(
            "1", make_request(path), Response(200, [], b""), 0.1
        )
    (place,) = places
    return place


def test_record_counts_pages_by_first_segment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paths = [address.partition("?")[0] for address, status in KINDS.values() if status == 200]
    paths += [rule.rule for rule in site().url_map.iter_rules() if not rule.rule.startswith("/<")]
    paths += ["/", "/static/x", "/healthz", "/readyz", *(f"/{book}/1" for book in books())]
    for path in paths:
        assert find_counted_place(path, monkeypatch) == re.split("/", path)[1]


@pytest.mark.parametrize("path", ["/wp-login.php", "/<book>/1", "/nothing/here"])
def test_record_counts_other_paths_together(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_counted_place(path, monkeypatch) == OTHER_PLACES


def test_record_access_log_off_logs_nothing(lines: list[Line]) -> None:
    logging.getLogger("carnage.access").setLevel(logging.WARNING)
    AccessLog(site(), trusted=False).record("1", make_request(GAME), Response(200, [], b""), 0.1)
    assert lines == []
