"""Patience: of the few web threads, how many may wait for a worker; everybody else is sent to look again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from carnage.worker.jobs import Jobs, Standing
from carnage.worker.results import Key

Result = TypeVar("Result")

SECONDS = 2.0  # that one visitor is let wait for what may be done any moment


class Patience:
    """Lets at most so many threads wait at a time."""

    def __init__(self, waiting: int = 1, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._places = threading.Semaphore(waiting)

    def asked(self, jobs: Jobs[Result], key: Key, visitor: str) -> Standing[Result]:
        """How a job stands that this visitor wants done, waited for where there is room; raises Busy."""
        jobs.start(key, visitor)
        with self.of_one() as patient:
            if patient:
                jobs.give_it(key, self.seconds)
        return jobs.look(key)

    @contextmanager
    def of_one(self) -> Iterator[bool]:
        """Whether there was room for one more to wait, who waits inside."""
        patient = self._places.acquire(blocking=False)
        try:
            yield patient
        finally:
            if patient:
                self._places.release()
