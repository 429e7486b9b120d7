"""The journal: a line for each request and figures about all of them, for whoever runs the site."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from prometheus_client import Counter, Gauge, Histogram

from carnage import log
from carnage.serving.application import Answer
from carnage.serving.requests import Request
from carnage.web.params import books

if TYPE_CHECKING:
    from flask import Flask

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
IN_FRONT = frozenset({"static", "healthz", "readyz"})  # places that are answered before the application
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_access = logging.getLogger("carnage.access")

_requests = Counter("carnage_requests", "Requests answered.", ("place", "status"))
_seconds = Histogram(
    "carnage_request_seconds", "From a request's head to its answer.", ("place",), buckets=BUCKETS
)
_cut_off = Counter(
    "carnage_connections_cut_off",
    "Connections that were ended with a word before there was a request.",
    ("status",),
)
_open = Gauge("carnage_connections", "Connections that are open.", multiprocess_mode="livesum")


def places(site: Flask) -> frozenset[str]:
    """The first segments of all addresses that a site has; everything else is "elsewhere", with those who
    look for holes."""
    first = {rule.rule[1:].partition("/")[0] for rule in site.url_map.iter_rules()}
    return IN_FRONT | books().keys() | {each for each in first if not each.startswith("<")}


class Journal:
    """What one process notes. `places` are the first segments of addresses that figures are told by, such as
    "classic"; a proxy's request ids are taken over where one is `trusted`."""

    def __init__(self, places: frozenset[str], trusted: bool) -> None:
        self._places = places
        self._trusted = trusted

    def identify(self, request: Request) -> str:
        """An id for this request, under which all is logged that has to do with it."""
        sent = request.headers.get("x-request-id", "")
        id = sent if self._trusted and REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
        log.asked.set(id)
        return id

    def answered(self, id: str, request: Request, answer: Answer, seconds: float) -> None:
        """Note what was answered, so many seconds after the request had come."""
        place = request.path[1:].partition("/")[0]
        place = place if place in self._places else "elsewhere"
        _requests.labels(place, answer.status).inc()
        _seconds.labels(place).observe(seconds)
        if _access.isEnabledFor(logging.INFO):
            _access.info(
                '%s "%s %s" %d %d %.1f ms',
                request.visitor,
                request.method,
                request.address,
                answer.status,
                len(answer.body),
                1000 * seconds,
                extra={
                    "request": id,
                    "visitor": request.visitor,
                    "method": request.method,
                    "address": request.address,
                    "status": answer.status,
                    "bytes": len(answer.body),
                    "milliseconds": round(1000 * seconds, 1),
                },
            )

    def connections(self, count: int) -> None:
        """Note how many connections are open."""
        _open.set(count)


def cut_off(status: int) -> None:
    """Note that a connection was ended with this status, which no request is logged with."""
    _cut_off.labels(status).inc()


def set_up(environ: Mapping[str, str], access: bool) -> None:
    """Have this process log what an operator wants to know, and each request if that is wanted."""
    log.set_up(environ)
    logging.getLogger("carnage.serving").setLevel(logging.INFO)
    _access.setLevel(logging.INFO if access else logging.WARNING)
    # What else it says of processes and of signals `running` says in its own words.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
