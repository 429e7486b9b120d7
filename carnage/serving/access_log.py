"""Request ids, the access log, and request metrics."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from carnage.common import log
from carnage.serving import metrics
from carnage.serving.wsgi import Request, Response
from carnage.web.params import books

if TYPE_CHECKING:
    from flask import Flask

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
# The first segments of paths that the server answers without the application.
SERVER_PLACES = frozenset({"static", "healthz", "readyz"})

OTHER_PLACES = "elsewhere"

_access = logging.getLogger("carnage.access")


class AccessLog:
    """Assigns ids to requests, and records requests in the log and in metrics.

    Args:
        site: The application, whose first path segments are the labels of metrics.
        trusted: Whether the `X-Request-Id` of a request is used, as behind a proxy.
    """

    def __init__(self, site: Flask, trusted: bool) -> None:
        segments = {rule.rule[1:].partition("/")[0] for rule in site.url_map.iter_rules()}
        self._places = (
            SERVER_PLACES | books().keys() | {each for each in segments if each[:1] != "<"}
        )
        self._trusted = trusted

    def identify(self, request: Request) -> str:
        """Return the id of a request. All lines of the log about the request have it."""
        sent = request.headers.get("x-request-id", "")
        id = sent if self._trusted and REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
        log.request_id.set(id)
        return id

    def record(self, id: str, request: Request, response: Response, seconds: float) -> None:
        """Record a response in the metrics and the access log.

        Args:
            id: The id of the request.
            request: The request.
            response: The response.
            seconds: The time from the request to the response.
        """
        place = request.place if request.place in self._places else OTHER_PLACES
        metrics.count_request(place, response.status, seconds)
        if not _access.isEnabledFor(logging.INFO):
            return
        _access.info(
            '%s "%s %s" %d %d %.1f ms',
            request.visitor,
            request.method,
            request.address,
            response.status,
            len(response.body),
            1000 * seconds,
            extra={
                "request": id,
                "visitor": request.visitor,
                "method": request.method,
                "address": request.address,
                "status": response.status,
                "bytes": len(response.body),
                "milliseconds": round(1000 * seconds, 1),
            },
        )


def configure_logging(environ: Mapping[str, str], access: bool) -> None:
    """Configure the log. Each request is logged if `access` is true."""
    log.set_up(environ)
    logging.getLogger("carnage.serving").setLevel(logging.INFO)
    _access.setLevel(logging.INFO if access else logging.WARNING)
    logging.getLogger("uvicorn").setLevel(
        logging.ERROR
    )  # not its warning for each malformed request
