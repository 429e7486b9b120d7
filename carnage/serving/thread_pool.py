"""A pool of threads that answer requests outside the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from itertools import count

from carnage.serving.scheduler import FairScheduler
from carnage.serving.wsgi import Response


class ThreadPool:
    """A pool of threads with a fair scheduler, which keeps the start time of each running call.

    Args:
        name: The prefix of the names of threads.
        threads: The number of threads.
        max_requests: The maximum number of running and waiting requests.
    """

    def __init__(self, name: str, threads: int, max_requests: int) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._began: dict[int, float] = {}
        self._numbers = count()
        self.scheduler = FairScheduler(threads, max_requests - threads)

    def stop(self) -> None:
        """Start no more calls."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def run(self, function: Callable[[], Response]) -> Response:
        """Call a function in one of the threads, and return its result."""
        number = next(self._numbers)

        def call() -> Response:
            self._began[number] = time.monotonic()
            try:
                return function()
            finally:
                del self._began[number]

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, copy_context().run, call)

    def longest_call_s(self) -> float:
        """Return the seconds since the start of the longest running call, or 0."""
        return time.monotonic() - min(self._began.copy().values(), default=time.monotonic())
