"""Calls the WSGI application and collects its response."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

Header = tuple[str, str]


class Answer(NamedTuple):
    """A response: the status, all headers but those that the server adds, and the body."""

    status: int
    headers: list[Header]
    body: bytes


def call_application(app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """Return the application's response to a request."""
    started: list[Any] = []

    def start_response(status: str, headers: list[Header], exc_info: Any = None) -> Any:
        started[:] = int(status.partition(" ")[0]), headers

    chunks: Iterable[bytes] = app(environ, start_response)
    try:
        body = b"".join(chunks)
    finally:
        close = getattr(chunks, "close", None)
        if close:
            close()
    status, headers = started
    return Answer(status, list(headers), body)
