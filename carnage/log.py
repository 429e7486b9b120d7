"""The log, alike in every process: lines for people or programs, each with the request that it is about."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar

LOG = "CARNAGE_LOG"
"""In the environment: how lines are written, one of FORMS."""

FORMS = ("text", "json")

asked: ContextVar[str] = ContextVar("asked", default="")
"""The id of the request that is being answered."""

_log = logging.getLogger(__name__)


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
            "process": record.process,
            "message": record.getMessage(),
        }
        line |= {name: value for name in self.FIELDS if (value := getattr(record, name, "")) != ""}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(environ: Mapping[str, str]) -> None:
    """Have this process log in the form that its environment asks for."""
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s [%(request)s] %(message)s")
    handler.setFormatter(Json() if environ.get(LOG) == "json" else plain)
    handler.addFilter(Asked())
    logging.basicConfig(handlers=[handler], force=True)
    threading.excepthook = _tell_of_thread


def _tell_of_thread(failure: threading.ExceptHookArgs) -> None:
    """Write into the log what a thread died of; Python would print it in a form of its own."""
    if failure.exc_value is not None:
        name = failure.thread.name if failure.thread else "that is gone"
        _log.error("The thread %s broke off", name, exc_info=failure.exc_value)
