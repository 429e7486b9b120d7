"""Threads in which requests are answered, beside the event loop."""

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
    """Threads, a fair scheduler in front of them, and the times at which they began their calls."""

    def __init__(self, name: str, threads: int, max_requests: int) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._began: dict[int, float] = {}
        self._numbers = count()
        self.scheduler = FairScheduler(threads, max_requests - threads)

    def stop(self) -> None:
        """Start no further calls."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def run(self, function: Callable[[], Response]) -> Response:
        """Call a function in one of the threads."""
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
        """Return the seconds that the longest of the running calls has taken so far."""
        return time.monotonic() - min(self._began.copy().values(), default=time.monotonic())
