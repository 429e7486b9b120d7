"""Patience: of the few web threads, how many may wait for a worker; everybody else is sent to look again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 2.0  # that one visitor is let wait for what may be done any moment


class Patience:
    """Lets at most so many threads wait at a time."""

    def __init__(self, waiting: int = 1, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._places = threading.Semaphore(waiting)

    @contextmanager
    def of_one(self) -> Iterator[bool]:
        """Whether there was room for one more to wait, who waits inside."""
        patient = self._places.acquire(blocking=False)
        try:
            yield patient
        finally:
            if patient:
                self._places.release()
