"""Uvicorn's HTTP protocol with deadlines, size limits and a limit on pipelined requests.

Uvicorn has a timeout between two requests, but not for a head, a body, or a response that is not
read. The overridden methods are private to uvicorn; `tests/serving/test_dependencies.py` fails if a
new version changes them.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, NamedTuple

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from carnage.serving import metrics
from carnage.serving.client import visitor_key
from carnage.serving.limits import ConnectionLimits
from carnage.serving.rate_limit import RateLimiter
from carnage.serving.scheduler import MAX_WAIT_S
from carnage.web.http import SECURITY_HEADERS

HEAD_S = 10.0  # until a head is complete, from the connection or from the first byte of the head
BODY_S = 10.0  # until a body is complete
IDLE_S = 15.0  # between a response and the next request
FIRST_REQUEST_S = 1.0  # until the first request of a connection during a shutdown
READ_S = 60.0  # until a response was read by the client
CLOSE_S = 2.0  # until the connection of a rejected client is closed

# Seconds of work that are charged for each connection. Without this, 99 % of the pages beside 800
# clients that connect, request and disconnect came within 237 ms; with it, within 127 ms.
CONNECTION_COST_S = 0.0005

MAX_HEAD_BYTES = 32 * 1024
MAX_REQUEST_BYTES = (
    512 * 1024
)  # received before the end of a request, which may be in the same read as others
MAX_PIPELINED = (
    4  # requests that may wait for the current one; uvicorn would queue 9,800 from one read
)


class LimitExceeded(Exception):
    """The request exceeds a limit of the connection."""


def format_response(status: HTTPStatus, message: str, retry_after: int | None = None) -> bytes:
    """Return a complete response that closes the connection, for errors before there is a
    request.
    """
    body = message.encode()
    head = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "Cache-Control: no-store",
        *([] if retry_after is None else [f"Retry-After: {retry_after}"]),
        *(f"{name}: {value}" for name, value in SECURITY_HEADERS.items()),
    ]
    return ("\r\n".join(head) + "\r\n\r\n").encode() + body


TOO_MANY_CONNECTIONS = format_response(
    HTTPStatus.TOO_MANY_REQUESTS,
    "You have opened too many connections. Close some, and wait a little.\n",
    retry_after=5,
)
TIMED_OUT = format_response(
    HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive. Send it again.\n"
)
HEAD_TOO_LARGE = format_response(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The address and its headers are too long.\n"
)
MALFORMED = format_response(HTTPStatus.BAD_REQUEST, "This is not a valid HTTP request.\n")
ONE_HOST = format_response(HTTPStatus.BAD_REQUEST, "A request needs exactly one Host header.\n")


class Wait(NamedTuple):
    """A wait for the client.

    Attributes:
        reason: The awaited event.
        request: The number of the request on this connection, from 1.
        seconds: The time limit.
    """

    reason: str
    request: int
    seconds: float


class LimitedProtocol(HttpToolsProtocol):
    """A connection. Either its client has a deadline to send or to read, or the server is working.

    The state of the connection decides after each event (`_find_wait`). So a client cannot gain
    time by sending or reading something else.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.limits: ConnectionLimits = self.app_state["limits"]
        self.rate_limiter: RateLimiter | None = self.app_state[
            "rate_limiter"
        ]  # None behind a proxy
        self.visitor = ""
        self._stopped = False  # further data is ignored
        self._closing = False
        self._is_last = False  # the connection closes after the next response
        self._current: RequestResponseCycle | None = None  # the request in progress
        self._in_head = self._in_body = False
        self._received_bytes = 0  # of the incomplete request
        self._requests = 0
        self._error = MALFORMED
        self._wait: Wait | None = None

    # -------------------------------------------------------------------------- opening and closing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self.visitor = visitor_key(peer) or peer
        wait_s = self.rate_limiter.wait_s(self.visitor) if self.rate_limiter else 0.0
        if not self.limits.admit(self) or wait_s > MAX_WAIT_S:
            self._close(TOO_MANY_CONNECTIONS)
        else:
            self._update_deadline()
            if self.rate_limiter:
                self.rate_limiter.charge(self.visitor, CONNECTION_COST_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self.abandon_requests()
        super().connection_lost(exc)
        self._stopped = True
        self.limits.remove(self)

    def shutdown(self) -> None:
        """Close the connection after the current request, or after the first one if there was none.

        The first request may already be on its way, and would be lost.
        """
        if self.cycle is not None or self._closing:
            super().shutdown()
            return
        self._is_last = True
        self._update_deadline()

    def is_closed(self) -> bool:
        """Return True if the client has closed the connection."""
        return bool(self.transport.is_closing())

    def abandon_requests(self) -> None:
        """Mark all requests of this connection as disconnected, so that no response is sent."""
        for cycle in (self._current, *[waiting for waiting, _ in self.pipeline]):
            if cycle is not None:
                cycle.disconnected = True

    # ------------------------------------------------------------------------------------ deadlines

    def _update_deadline(self) -> None:
        if self._closing:
            return
        wait = self._find_wait()
        if wait is None:
            self.limits.clear_deadline(self)
        elif wait != self._wait:
            self.limits.set_deadline(self, wait.seconds)
        self._wait = wait

    def _find_wait(self) -> Wait | None:
        """Return the present wait for the client; None while the server is working."""
        if self.flow.write_paused or self.transport.is_closing():
            return Wait("read on", 0, READ_S)  # further requests do not restart this deadline
        n = self._requests
        # A pipelined request waits for the current one, even if it is incomplete.
        if self._is_working() and not (self._in_body and self._current is self.cycle):
            return None
        if self._in_body:
            return Wait("body", n, BODY_S)
        if self._in_head or not n:
            return Wait("head", n, FIRST_REQUEST_S if self._is_last else HEAD_S)
        if self.transport.get_write_buffer_size():
            return Wait("read", n, READ_S)
        return Wait("next request", n, IDLE_S)

    def _is_working(self) -> bool:
        return self._current is not None and not self._current.response_complete

    def expire(self) -> None:
        if self._stopped:
            self.transport.abort()
        elif not self._is_working():
            self._close(TIMED_OUT if self._in_head else b"")  # an idle connection gets no error
        elif self.flow.write_paused or (self._current and self._current.response_started):
            self.transport.abort()
        else:
            self._cancel_request(TIMED_OUT)

    def _close(self, response: bytes) -> None:
        self._stopped = self._closing = True
        if response:
            metrics.request_metrics().rejections.labels(int(response[9:12])).inc()
            self.transport.write(response)
        self.transport.close()
        self.limits.set_deadline(self, CLOSE_S)

    def _cancel_request(self, response: bytes) -> None:
        """Close the connection in the middle of a request.

        The application sees a disconnected client.
        """
        self.abandon_requests()
        self.cycle.message_event.set()
        self._close(response)

    # ------------------------------------------------------------------------------------- requests

    def data_received(self, data: bytes) -> None:
        if self._stopped:
            return
        super().data_received(data)
        if (self._in_head or self._in_body) and not self._stopped:
            # The parser reports only complete lines, so an endless line, maybe of a trailer, is
            # counted here.
            self._received_bytes += len(data)
            if self._received_bytes > (MAX_HEAD_BYTES if self._in_head else MAX_REQUEST_BYTES):
                self._refuse(HEAD_TOO_LARGE)
        self._update_deadline()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._received_bytes = True, 0
        self._requests += 1

    def on_header(self, name: bytes, value: bytes) -> None:
        # After the head these are trailers of a chunked body. They must not replace headers of a
        # proxy.
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise LimitExceeded
        if (
            len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
            > MAX_HEAD_BYTES
        ):
            self._error = HEAD_TOO_LARGE
            raise LimitExceeded
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() != "1.0"):
            self._error = ONE_HOST
            raise LimitExceeded
        self._in_head, self._in_body = False, True
        super().on_headers_complete()
        if self._is_last:
            self.cycle.keep_alive = False
        self.scope["carnage.connection"] = self  # type: ignore[typeddict-unknown-key]

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_body = False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._current = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        """Reject a request that the parser cannot read or that exceeds a limit."""
        self._refuse(self._error)

    def _refuse(self, response: bytes) -> None:
        if not self._is_working():
            self._close(response)
        elif self.cycle.more_body and not self.cycle.response_started and not self.pipeline:
            self._cancel_request(response)
        else:
            # Earlier requests are answered first.
            self._stopped = True
            self.cycle.keep_alive = False
            self.flow.pause_reading()

    # ------------------------------------------------------------------------------------ responses

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update_deadline()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._update_deadline()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._update_deadline()
