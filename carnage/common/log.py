"""The log of all processes: lines of text or JSON, each with the id of its request."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar

LOG = "CARNAGE_LOG"
"""The environment variable with the format of lines, one of FORMATS."""

FORMATS = ("text", "json")

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the present request."""

_log = logging.getLogger(__name__)


class RequestIdFilter(logging.Filter):
    """A filter that adds the id of the present request to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id to a record, and keep the record."""
        if not hasattr(record, "request"):
            record.request = request_id.get()
        return True


class JsonFormatter(logging.Formatter):
    """A formatter of records as lines of JSON."""

    FIELDS = ("request", "visitor", "method", "address", "status", "bytes", "milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line of JSON."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        for name in self.FIELDS:
            value = getattr(record, name, "")
            if value != "":
                line[name] = value
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(environ: Mapping[str, str]) -> None:
    """Configure the log of this process, in the format that the environment asks for."""
    handler = logging.StreamHandler()
    if environ.get(LOG) == "json":
        handler.setFormatter(JsonFormatter())
    else:
        text_format = "%(asctime)s %(levelname)s %(name)s [%(request)s] %(message)s"
        handler.setFormatter(logging.Formatter(text_format))
    handler.addFilter(RequestIdFilter())
    logging.basicConfig(handlers=[handler], force=True)
    threading.excepthook = _log_thread_failure


def _log_thread_failure(failure: threading.ExceptHookArgs) -> None:
    """Log the exception that ended a thread. Python would print it in another format."""
    if failure.exc_value is None:
        return
    name = "that is gone"
    if failure.thread:
        name = failure.thread.name
    _log.error("The thread %s broke off", name, exc_info=failure.exc_value)
