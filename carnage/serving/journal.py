"""The journal: a line for each request and figures about all of them, for whoever runs the site."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from contextvars import ContextVar

from prometheus_client import Counter, Gauge, Histogram

from carnage.serving.requests import Request
from carnage.web.front import Answer

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
PLACES = frozenset({"", "roll", "watch", "play", "playtest", "static", "presets", "credits"})
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

asked: ContextVar[str] = ContextVar("asked", default="")
"""The id of the request that is being answered."""

_access = logging.getLogger("carnage.access")

_requests = Counter("carnage_requests", "Requests answered.", ("place", "status"))
_seconds = Histogram(
    "carnage_request_seconds", "From a request's head to its answer.", ("place",), buckets=BUCKETS
)
_open = Gauge("carnage_connections", "Connections that are open.", multiprocess_mode="livesum")


class Journal:
    """What one process notes. `books` are first segments of addresses, such as "classic"; a proxy's request
    ids are taken over where one is `trusted`."""

    def __init__(self, books: frozenset[str], trusted: bool) -> None:
        self._places = PLACES | books
        self._trusted = trusted

    def identify(self, request: Request) -> str:
        """An id for this request, under which all is logged that has to do with it."""
        sent = request.headers.get("x-request-id", "")
        id = sent if self._trusted and REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
        asked.set(id)
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


class Asked(logging.Filter):
    """Gives every line of the log the id of the request that it is about."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "request"):
            record.request = asked.get()
        return True


class Json(logging.Formatter):
    """Lines of JSON, for programs."""

    FIELDS = ("request", "visitor", "method", "address", "status", "bytes", "milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name in self.FIELDS if (value := getattr(record, name, "")) != ""}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: str, access: bool) -> None:
    """Have this process log, as "text" for people or "json" for programs, each request among it if wanted."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s [%(request)s] %(message)s")
    handler.setFormatter(Json() if form == "json" else plain)
    handler.addFilter(Asked())
    logging.basicConfig(handlers=[handler], force=True)
    _access.setLevel(logging.INFO if access else logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
