"""The ASGI application: it admits requests and calls Flask in threads.

A request waits until the rate limit of its visitor allows it, then for a thread, in a fair order.
It is refused if it waits too long, and dropped if its client has disconnected. Requests that may
wait for an engine worker, and searches, have threads of their own, one of which works while the
others wait for workers. With 20 threads for all requests, 99 % of the pages beside 32 players came
within 801 ms, and within 51 ms with threads of their own. So have games with persons: a search
takes 140 ms of processor time, and beside all attacks of `bench/siege.py`, moves that waited behind
searches were refused.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from carnage.serving.access_log import AccessLog
from carnage.serving.error_responses import ErrorResponses
from carnage.serving.limits import ConnectionLimits
from carnage.serving.protocol import LimitedProtocol
from carnage.serving.rate_limit import RateLimiter
from carnage.serving.scheduler import MAX_WAIT_S, WaitTooLong
from carnage.serving.thread_pool import Pause, ThreadPool
from carnage.serving.wsgi import Request, Response, call_application
from carnage.web.http import SECURITY_HEADERS
from carnage.web.jobs import MAX_TOTAL_WAITS, PAUSE

if TYPE_CHECKING:
    from flask import Flask

_log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

JOB_THREADS = MAX_TOTAL_WAITS + 1  # of a kind: one works, the others wait for jobs
PAGE_THREADS = 2  # for all other requests, which are limited by the processor: more would not help
PLAY_PLACE = "play"  # the first segment of the paths of games with persons
# First segments and suffixes of other paths whose requests may wait for an engine worker, or take
# six times as long as others (searches).
JOB_PLACES = frozenset({"find", "lab", "own", "watch"})
JOB_SUFFIXES = (".pdf", ".png", "/example")

MAX_BODY_BYTES = 16 * 1024
MAX_WAITING = 128  # requests that wait for threads of a kind; more would wait too long

REQUEST_COST_S = 0.0005  # seconds of work that are charged for each request
HEALTH_COST_S = (
    0.005  # the same for a health check, which takes a thread here and in the job process
)
LIMITS_CHECK_S = 0.1  # between two checks of the deadlines of connections
STUCK_S = 30.0  # after which a request counts as stuck, and its process is replaced
STUCK_EXIT_STATUS = 1


class ClientDisconnected(Exception):
    """The client closed the connection before the response was ready."""


class SiteApp:
    """The ASGI application that uvicorn runs.

    Args:
        site: The Flask application.
        limiter: The rate limits of visitors.
        are_jobs_running: Returns whether the job process responds; it may block.
        limits: The limits on connections of this process.
        proxies: The number of trusted reverse proxies.
    """

    def __init__(
        self,
        site: Flask,
        limiter: RateLimiter,
        are_jobs_running: Callable[[], bool],
        limits: ConnectionLimits,
        proxies: int = 0,
    ) -> None:
        self._site, self._proxies = site, proxies
        self._limiter = limiter
        self._access_log = AccessLog(site, trusted=proxies > 0)
        self._are_jobs_running, self._limits = are_jobs_running, limits
        self._errors = ErrorResponses(site)
        self._moves = ThreadPool("move", JOB_THREADS, working=1, max_waiting=MAX_WAITING)
        self._jobs = ThreadPool("job", JOB_THREADS, working=1, max_waiting=MAX_WAITING)
        self._pages = ThreadPool(
            "page", PAGE_THREADS, working=PAGE_THREADS, max_waiting=MAX_WAITING
        )
        self._pools = (self._moves, self._jobs, self._pages)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run(scope, receive, send)
        elif scope["type"] == "http":
            try:
                await self._serve(scope, receive, send)
            except ClientDisconnected:
                scope["carnage.connection"].abandon_requests()

    async def _run(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle the lifespan of the server, from before the first connection until after the
        last.
        """
        await receive()
        scope["state"]["limits"] = self._limits
        scope["state"]["rate_limiter"] = None if self._proxies else self._limiter
        checks = asyncio.create_task(self._check_repeatedly())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        checks.cancel()
        for pool in self._pools:
            pool.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _check_repeatedly(self) -> None:
        while True:
            await asyncio.sleep(LIMITS_CHECK_S)
            try:
                self._check()
            except Exception:
                _log.exception("The limits of connections could not be checked")

    def _check(self) -> None:
        """Close connections whose deadlines have passed, and exit the process if a request is
        stuck.
        """
        self._limits.expire()
        longest_s = max(pool.longest_call_s() for pool in self._pools)
        if longest_s > STUCK_S:
            _log.critical(
                "A request has run for %.0f s: this process ends and is replaced", longest_s
            )
            faulthandler.dump_traceback()
            os._exit(STUCK_EXIT_STATUS)

    # ------------------------------------------------------------------------------------ a request

    async def _serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        request = Request.from_scope(scope, self._proxies, self._site.config["ADDRESS"])
        id = self._access_log.identify(request)
        try:
            response = await self._answer(request, scope["carnage.connection"], receive)
        except ClientDisconnected:
            raise
        except Exception:
            _log.exception("A request failed")
            response = self._errors.failed(request)
        headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in response.headers
        ]
        headers.append((b"X-Request-Id", id.encode()))
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        await send({"type": "http.response.body", "body": response.body})
        self._access_log.record(id, request, response, time.perf_counter() - began)

    async def _answer(
        self, request: Request, connection: LimitedProtocol, receive: Receive
    ) -> Response:
        refusal = await self._wait_for_rate_limit(request)
        if request.path in ("/healthz", "/readyz"):
            return await self._check_health(request)
        if refusal:
            return refusal
        if connection.is_closed():
            raise ClientDisconnected
        # The body of a GET or HEAD request is ignored, so the response does not wait for it.
        reads = request.method in ("GET", "HEAD")
        body = b"" if reads else await self._read_body(request, receive)
        if body is None:
            return self._errors.too_large(request)
        return await self._call_site(request, body, connection)

    async def _wait_for_rate_limit(self, request: Request) -> Response | None:
        """Wait until the rate limit of the visitor allows a request. Return a 429 response after
        MAX_WAIT_S.

        The response is sent after the full delay, so that a refused visitor cannot send requests
        faster.
        """
        visitor = request.visitor
        self._limiter.charge(visitor, REQUEST_COST_S)
        deadline = time.monotonic() + MAX_WAIT_S
        while wait_s := self._limiter.wait_s(visitor):
            left_s = deadline - time.monotonic()
            if left_s <= 0.0:
                return self._errors.rate_limited(request, wait_s)
            await asyncio.sleep(min(wait_s, left_s))
        return None

    async def _check_health(self, request: Request) -> Response:
        """Answer /healthz, which checks this process, or /readyz, which also checks the job
        process.

        A visitor over its rate limit gets the same answer after the delay, since a monitor may
        share its address with other clients.
        """
        self._limiter.charge(request.visitor, HEALTH_COST_S)
        healthy = request.path == "/healthz" or await asyncio.to_thread(self._are_jobs_running)
        status, body = (200, b"ok\n") if healthy else (503, b"the job process does not answer\n")
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            *SECURITY_HEADERS.items(),
        ]
        return Response(status, headers, body)

    async def _read_body(self, request: Request, receive: Receive) -> bytes | None:
        """Return the whole body, or None if it has more than MAX_BODY_BYTES."""
        if request.content_length > MAX_BODY_BYTES:
            return None
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnected
            body += bytes(message["body"])
            if len(body) > MAX_BODY_BYTES:
                return None
            if not message["more_body"]:
                return body

    async def _call_site(
        self, request: Request, body: bytes, connection: LimitedProtocol
    ) -> Response:
        """Return the response of the application, or a 503 response if no thread is free in
        time.
        """
        visitor, environ = request.visitor, request.environ(body)

        def call(pause: Pause) -> Response:
            if connection.is_closed():
                raise ClientDisconnected
            environ[PAUSE] = pause
            began = time.thread_time()
            try:
                return call_application(self._site.wsgi_app, environ)
            finally:
                self._limiter.charge(visitor, time.thread_time() - began)

        pool = self._choose_pool(request)
        try:
            return await pool.run(call, self._limiter.debt(visitor), time.monotonic() + MAX_WAIT_S)
        except WaitTooLong:
            return self._errors.overloaded(request)

    def _choose_pool(self, request: Request) -> ThreadPool:
        if request.place == PLAY_PLACE:
            return self._moves
        is_slow = request.place in JOB_PLACES or request.path.endswith(JOB_SUFFIXES)
        return self._jobs if is_slow else self._pages
