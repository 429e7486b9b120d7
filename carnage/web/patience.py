"""Patience: of the few web threads, how many may wait for a worker; everybody else is sent to look again."""

from __future__ import annotations

import threading
from typing import TypeVar

from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus

Result = TypeVar("Result")

SECONDS = 2.0  # that one visitor is let wait for what may be done any moment
NEXT, SHORT = 1, 0.5  # whoever has no more jobs before theirs may wait for so many seconds, however many do


class Patience:
    """Lets at most so many threads wait at a time."""

    def __init__(self, waiting: int = 1, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._places = threading.Semaphore(waiting)

    def asked(self, jobs: JobQueue[Result], key: Key, visitor: str) -> JobStatus[Result]:
        """Submit a job, wait for it if a place is free, and return its status. Raise JobLimit."""
        jobs.submit(key, visitor)
        if self._places.acquire(blocking=False):
            try:
                jobs.wait(key, self._seconds)
            finally:
                self._places.release()
        elif jobs.status(key).ahead <= NEXT:
            jobs.wait(key, min(SHORT, self._seconds))
        return jobs.status(key)
