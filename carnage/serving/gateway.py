"""The ASGI application of one process: admits requests, and has the site answer them in worker threads.

Requests wait for a thread in the order of what their visitors have had. A request that has waited too long is
refused, and a request whose client has hung up is dropped. Pages are rendered in a few threads of their own,
so that a request does not wait behind those that wait for a worker process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Barrier
from typing import TYPE_CHECKING, Any

from carnage.serving.application import Answer, call_application
from carnage.serving.budgets import Budgets
from carnage.serving.connection import Connection
from carnage.serving.crowd import Crowd
from carnage.serving.journal import Journal
from carnage.serving.line import LONGEST, Places, TooLong
from carnage.serving.refusals import Refusals
from carnage.serving.requests import Request
from carnage.web.assets import FOLDER
from carnage.web.costs import cost_elsewhere
from carnage.web.http import SECURITY_HEADERS, find_policy

if TYPE_CHECKING:
    from flask import Flask

_log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

THREADS = 18
PAGE_THREADS = 2
"""Threads that render cacheable pages: rendering uses the processor all the time, and threads share it."""

MOST_BODY = 16 * 1024  # bytes
MOST_AT_ONCE = 32  # requests of one visitor that threads work on or are to
MOST_AT_WORK = 256  # requests that threads work on or are to, of all visitors together; as many pages
MOST_WAITING = 1000  # requests that wait until they are within their visitors' budgets

# Seconds.
LOOKING = 1.0  # between two looks whether the workers answer
SHARING = 0.2  # between two exchanges of what visitors have cost
SWEEPING = 0.1  # between two looks at who keeps us waiting for too long
ASKING = 0.0005  # of work for any request, whatever it asks for


class Pool:
    """Threads, and the requests that wait for them."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._count = threads
        self.threads = ThreadPoolExecutor(threads, name)
        self.places = Places(threads, most - threads)

    def start(self) -> None:
        """Start all threads: a thread that starts is waited for, which must not happen in a crowd."""
        together = Barrier(self._count)
        for _ in range(self._count):
            self.threads.submit(together.wait)


class Gone(Exception):
    """Whoever asked has hung up."""


class Gateway:
    """The ASGI application that uvicorn runs: `site` behind all that keeps it from being worn out.

    A visitor has a budget of the time that answering takes `here`, and one of what workers do `elsewhere`.
    `live` says whether these workers are there; `behind` is how many proxies stand in front, whose word on
    who the visitor is counts; `crowd` are the connections that there may be.
    """

    def __init__(
        self,
        site: Flask,
        here: Budgets,
        elsewhere: Budgets,
        journal: Journal,
        live: Callable[[], bool],
        behind: int,
        crowd: Crowd,
    ) -> None:
        self._site, self._here, self._elsewhere, self._journal = site, here, elsewhere, journal
        self._policies: Mapping[str, str] = site.extensions["page_policies"]
        self._live, self._proxies = live, behind
        self._crowd = crowd
        self._refusals = Refusals(site)
        self._refusals.prepare()
        self._requests = Pool("request", THREADS, MOST_AT_WORK)
        self._pages = Pool("page", PAGE_THREADS, MOST_AT_WORK)
        self._at_work: Counter[str] = Counter()
        self._waiting = 0  # requests
        self._looked: asyncio.Future[bool] | None = None  # whether the workers answer
        self._looked_at = 0.0

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run(scope, receive, send)
        elif scope["type"] == "http":
            try:
                await self._serve(scope, receive, send)
            except Gone:
                scope["carnage.connection"].let_go()

    async def _run(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """From before the first connection until after the last."""
        await receive()
        for pool in (self._requests, self._pages):
            pool.start()
        scope["state"] |= {"crowd": self._crowd, "budgets": None if self._proxies else self._here}
        chores = [asyncio.create_task(chore()) for chore in (self._sweep, self._share)]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for chore in chores:
            chore.cancel()
        for pool in (self._requests, self._pages):
            pool.threads.shutdown(wait=False, cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEPING)
            self._crowd.sweep()
            self._journal.connections(len(self._crowd))

    async def _share(self) -> None:
        while True:
            await asyncio.sleep(SHARING)
            await asyncio.to_thread(self._here.share)
            await asyncio.to_thread(self._elsewhere.share)

    # ------------------------------------------------------------------------------------------- a request

    async def _serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        request = Request.of(scope, self._proxies)
        id = self._journal.identify(request)
        try:
            answer = await self._answer(request, scope["carnage.connection"], receive)
        except Gone:
            raise
        except Exception:
            _log.exception("A request failed")
            answer = self._refusals.broken()
        answer = self._refusals.worded(answer, request)
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
        headers.append((b"X-Request-Id", id.encode()))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})
        self._journal.answered(id, request, answer, time.perf_counter() - began)

    async def _answer(self, request: Request, connection: Connection, receive: Receive) -> Answer:
        refusal = await self._admit(request.visitor)
        if request.path in ("/healthz", "/readyz"):
            return await self._health(request)
        if refusal:
            return refusal
        if connection.is_gone():
            raise Gone
        # A page is not worth waiting for a body that nobody reads.
        body = b"" if self._is_page(request) else await self._body(request, receive)
        if body is None:
            return self._refusals.too_long()
        cost = cost_elsewhere(request.method, request.path)
        if cost and (wait := self._elsewhere.wait(request.visitor)):
            return self._refusals.over_budget(wait)
        answer = await self._work(request, body, connection, time.monotonic() + LONGEST)
        if cost and answer.status < 400:
            self._elsewhere.charge(request.visitor, cost)
        return answer

    async def _health(self, request: Request) -> Answer:
        """Whether this process answers, and whether the workers do as well.

        It costs what every request costs, and workers are looked at but once a second, so that nobody asks
        without end. Who is over budget is told all the same, after having waited as long as anybody does:
        whatever looks after the site may share an address with many.
        """
        live = request.path == "/healthz" or await self._workers_live()
        status, body = (200, b"ok\n") if live else (503, b"the workers do not answer\n")
        described = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
        return Answer(status, [*described, ("Cache-Control", "no-store"), *SECURITY_HEADERS.items()], body)

    async def _workers_live(self) -> bool:
        """Whether the workers answer, as it was within this second, however many ask."""
        now = time.monotonic()
        if self._looked is None or now - self._looked_at >= LOOKING:
            self._looked_at = now
            self._looked = asyncio.ensure_future(asyncio.to_thread(self._live))
        return await asyncio.shield(self._looked)

    async def _admit(self, visitor: str) -> Answer | None:
        """Have a request wait until it is within its visitor's budget; a refusal, if that takes too long.

        Whoever is refused is told so late, and can ask the less often.
        """
        self._here.charge(visitor, ASKING)
        wait = self._here.wait(visitor)
        if not wait:
            return None
        if self._waiting >= MOST_WAITING:
            return self._refusals.busy()
        until = time.monotonic() + LONGEST
        self._waiting += 1
        try:
            while wait and time.monotonic() + wait < until:
                await asyncio.sleep(wait)
                wait = self._here.wait(visitor)
            if wait:
                await asyncio.sleep(until - time.monotonic())
        finally:
            self._waiting -= 1
        return self._refusals.over_budget(wait) if wait else None

    async def _body(self, request: Request, receive: Receive) -> bytes | None:
        """The request's body, read before anything is done with it; None if it is too long."""
        if request.length > MOST_BODY:
            return None
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            body += bytes(message["body"])
            if len(body) > MOST_BODY:
                return None
            if not message["more_body"]:
                return body

    async def _work(self, request: Request, body: bytes, connection: Connection, until: float) -> Answer:
        """What the application answers, made in a thread; a refusal, if none is free until it is too late."""
        visitor = request.visitor
        if self._at_work[visitor] >= MOST_AT_ONCE:
            return self._refusals.over_budget(LONGEST)
        environ = request.environ(body)

        def work() -> Answer:
            if connection.is_gone():
                raise Gone
            if time.monotonic() > until:
                return self._refusals.busy()
            began = time.thread_time()
            try:
                return call_application(self._site.wsgi_app, environ)
            finally:
                self._here.charge(visitor, time.thread_time() - began)

        pool = self._pages if self._is_page(request) else self._requests
        self._at_work[visitor] += 1
        try:
            await pool.places.take(lambda: self._here.debt(visitor), until)
            with pool.places.left_at_last():
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(pool.threads, copy_context().run, work)
        except TooLong:
            return self._refusals.busy()
        finally:
            self._at_work[visitor] -= 1
            if not self._at_work[visitor]:
                del self._at_work[visitor]

    def _is_page(self, request: Request) -> bool:
        """Return whether a request is for a page or a file that never waits for a worker process."""
        if request.method not in ("GET", "HEAD"):
            return False
        is_static = request.path.startswith(FOLDER)
        return is_static or find_policy(self._policies, request.path) is not None
