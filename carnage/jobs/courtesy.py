"""Courtesy among the threads of a process that answers visitors: one of them works at a time.

Python runs one thread at a time anyway, and has whoever asks wait for all that want to go on, a moment for
each. The thread that has the connections asks dozens of times for a page; where ten others are at work, all
visitors wait. With one it waits for one. It is a courtesy and no lock: where somebody is at work for long,
others are after a while, too.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

PATIENCE = 0.25  # seconds that somebody is waited for
RETURNING = -1.0  # the debt of one that was at work before: less than anybody's


class _Floor:
    """What one thread has at a time. Of those who wait for it the one with the least debt is next."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taken = False
        self._heap: list[tuple[float, int, threading.Event]] = []
        self._numbers = count()
        self._gone: set[threading.Event] = set()  # of these, those who would not wait any longer

    def take(self, debt: float) -> bool:
        """Wait for it; False if it is not to be had for too long."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            turn = threading.Event()
            heapq.heappush(self._heap, (debt, next(self._numbers), turn))
        turn.wait(PATIENCE)
        with self._lock:
            if not turn.is_set():
                self._gone.add(turn)
            return turn.is_set()

    def leave(self) -> None:
        """Hand it on."""
        with self._lock:
            while self._heap:
                turn = heapq.heappop(self._heap)[2]
                if turn not in self._gone:
                    turn.set()
                    return
                self._gone.remove(turn)
            self._taken = False


_floor = _Floor()
_mine = threading.local()


@contextmanager
def at_work(debt: float = 0.0) -> Iterator[None]:
    """Work, when no other thread does, for a visitor with this debt."""
    _mine.has_it = _floor.take(debt)
    try:
        yield
    finally:
        if _mine.has_it:
            _floor.leave()
        _mine.has_it = False


@contextmanager
def waiting() -> Iterator[None]:
    """Let another thread work, if this one does, while this one waits for another process."""
    if not getattr(_mine, "has_it", False):
        yield
        return
    _mine.has_it = False
    _floor.leave()
    try:
        yield
    finally:
        _mine.has_it = _floor.take(RETURNING)
