"""A pool of threads that answer requests outside the event loop.

A call that waits for an engine worker keeps its thread, and lets another call work. When 64 threads
worked at the same time, they contended for the interpreter lock, and 99 % of the pages beside all
attacks of `bench/siege.py` came within 4.3 s; with one such thread that works, within 0.3 s.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from itertools import count

from carnage.serving.scheduler import Debt, FairScheduler
from carnage.serving.wsgi import Response

# Returns a context in which a call waits, and another one may work.
Pause = Callable[[], AbstractContextManager[None]]

RESUME_TIMEOUT_S = 30.0  # a loop that has stopped resumes no call


class ThreadPool:
    """A pool of threads with a fair scheduler, which keeps the start time of each running call.

    Args:
        name: The prefix of the names of threads.
        threads: The number of threads.
        working: The number of calls that work at the same time; the others are paused.
        max_waiting: The maximum number of requests that wait for their turn.
    """

    def __init__(self, name: str, threads: int, working: int, max_waiting: int) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._began: dict[int, float] = {}
        self._numbers = count()
        self._turns = FairScheduler(working, max_waiting)

    def stop(self) -> None:
        """Start no more calls."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def run(
        self, function: Callable[[Pause], Response], debt_s: Debt, deadline: float
    ) -> Response:
        """Call a function in one of the threads, and return its result.

        Args:
            function: The call. Its argument returns a context manager: while the call waits in it,
                another call may run.
            debt_s: The work that the visitor has not paid off, in seconds; the lowest is next.
            deadline: The monotonic time until which the call may wait for its turn.

        Raises:
            WaitTooLong: It was not its turn until the deadline.
        """
        number = next(self._numbers)
        loop = asyncio.get_running_loop()

        @contextmanager
        def pause() -> Iterator[None]:
            loop.call_soon_threadsafe(self._turns.release)
            try:
                yield
            finally:
                resumed = self._turns.acquire(lambda now: -1.0, math.inf)  # before all others
                asyncio.run_coroutine_threadsafe(resumed, loop).result(RESUME_TIMEOUT_S)

        def call() -> Response:
            self._began[number] = time.monotonic()
            try:
                return function(pause)
            finally:
                del self._began[number]

        async with self._turns.slot(debt_s, deadline):
            return await loop.run_in_executor(self._executor, copy_context().run, call)

    def longest_call_s(self) -> float:
        """Return the seconds since the start of the longest running call, or 0."""
        return time.monotonic() - min(self._began.copy().values(), default=time.monotonic())
