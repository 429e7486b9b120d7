"""What stands between connections and the application, in one process: who may ask, and who does the work.

A page that is plainly there is answered at once. Everything else the application makes in threads, of which
there are so few that requests wait for one another: what has waited too long is turned away instead of being
done, and what was asked by somebody who has hung up is not done at all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Barrier
from typing import TYPE_CHECKING, Any

from carnage.serving.budgets import Budgets
from carnage.serving.connection import Connection
from carnage.serving.crowd import Crowd
from carnage.serving.journal import Journal
from carnage.serving.line import LONGEST, Line, Places, TooLong
from carnage.serving.refusals import Refusals
from carnage.serving.requests import Request
from carnage.web.costs import cost_elsewhere
from carnage.web.front import SECURITY, Answer, Front
from carnage.worker import courtesy

if TYPE_CHECKING:
    from flask import Flask

_log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

THREADS = 18
MOST_BODY = 16 * 1024  # bytes
MOST_AT_ONCE = 32  # requests of one visitor that threads work on or are to
MOST_AT_WORK = 256  # requests that threads work on or are to, of all visitors together
MOST_WAITING = 1000  # requests that wait until they are within their visitors' budgets

# Seconds.
LOOKING = 1.0  # between two looks whether the workers answer
SHARING = 0.2  # between two exchanges of what visitors have cost
SWEEPING = 0.1  # between two looks at who keeps us waiting for too long
ASKING = 0.0005  # of work for any request, whatever it asks for


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
        front = site.wsgi_app
        assert isinstance(front, Front)
        self._front, self._here, self._elsewhere, self._journal = front, here, elsewhere, journal
        self._live, self._proxies = live, behind
        self._crowd = crowd
        self._refusals = Refusals(site)
        self._refusals.prepare()
        self._threads = ThreadPoolExecutor(THREADS, "request")
        self._places = Places(THREADS, MOST_AT_WORK - THREADS)
        self._at_work: Counter[str] = Counter()
        self._waiting = 0  # requests
        self._line = Line()
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
        # A thread is waited for until it runs, which must not happen in a crowd.
        together = Barrier(THREADS)
        for _ in range(THREADS):
            self._threads.submit(together.wait)
        scope["state"] |= {"crowd": self._crowd, "budgets": None if self._proxies else self._here}
        chores = [asyncio.create_task(chore()) for chore in (self._sweep, self._share)]
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for chore in chores:
            chore.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
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
        until = time.monotonic() + LONGEST
        try:
            await self._line.turn(lambda: self._here.debt(request.visitor), until)
        except TooLong:
            return self._refusals.busy()
        left = until - time.monotonic()
        if connection.is_gone():
            raise Gone
        if there := self._there(request):
            return there
        body = await self._body(request, receive)
        if body is None:
            return self._refusals.too_long()
        cost = cost_elsewhere(request.method, request.path)
        if cost and (wait := self._elsewhere.wait(request.visitor)):
            return self._refusals.over_budget(wait)
        answer = await self._work(request, body, connection, time.monotonic() + left)
        if cost and answer.status < 400:
            self._elsewhere.charge(request.visitor, cost)
        return answer

    def _there(self, request: Request) -> Answer | None:
        """What is plainly there."""
        began = time.thread_time()
        answer = self._front.answer(
            request.method,
            request.path,
            request.query,
            request.headers.get("if-none-match", ""),
            request.headers.get("accept-encoding", ""),
        )
        took = time.thread_time() - began
        self._here.charge(request.visitor, took)
        self._line.used(took)
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
        return Answer(status, [*described, ("Cache-Control", "no-store"), *SECURITY], body)

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
            with courtesy.at_work(debt):
                if connection.is_gone():
                    raise Gone
                if time.monotonic() > until:
                    return self._refusals.busy()
                began = time.thread_time()
                try:
                    return self._front.handed(environ)
                finally:
                    self._here.charge(visitor, time.thread_time() - began)

        debt = self._here.debt(visitor)
        self._at_work[visitor] += 1
        try:
            await self._places.take(lambda: self._here.debt(visitor), until)
            with self._places.left_at_last():
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, copy_context().run, work)
        except TooLong:
            return self._refusals.busy()
        finally:
            self._at_work[visitor] -= 1
            if not self._at_work[visitor]:
                del self._at_work[visitor]
