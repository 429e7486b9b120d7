"""A limit for the number of threads that wait for a worker; other requests must retry."""

from __future__ import annotations

import threading
from typing import TypeVar

from carnage.worker.jobs import Jobs, Standing
from carnage.worker.results import Key

Result = TypeVar("Result")

SECONDS = 2.0  # that a thread waits for a job
NEXT, SHORT = 1, 0.5  # with at most NEXT jobs before it, every thread may wait for SHORT seconds


class Patience:
    """Let a bounded number of threads wait for jobs."""

    def __init__(self, waiting: int = 1, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._places = threading.Semaphore(waiting)

    def asked(self, jobs: Jobs[Result], key: Key, visitor: str) -> Standing[Result]:
        """Submit a job, wait for it if there is room, and return its state; raises Busy."""
        jobs.start(key, visitor)
        if self._places.acquire(blocking=False):
            try:
                jobs.give_it(key, self._seconds)
            finally:
                self._places.release()
        elif jobs.look(key).ahead <= NEXT:
            jobs.give_it(key, min(SHORT, self._seconds))
        return jobs.look(key)
