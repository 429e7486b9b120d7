"""Courtesy among the threads of a process that answers visitors: one of them works at a time.

Python runs one thread at a time anyway, and has whoever asks wait for all that want to go on, a moment for
each. The thread that has the connections asks dozens of times for a page; where ten others are at work, all
visitors wait. With one it waits for one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_working = threading.Lock()
_mine = threading.local()


@contextmanager
def at_work() -> Iterator[None]:
    """Work, when no other thread does."""
    with _working:
        _mine.working = True
        try:
            yield
        finally:
            _mine.working = False


@contextmanager
def waiting() -> Iterator[None]:
    """Let another thread work, if this one does, while this one waits for another process."""
    if not getattr(_mine, "working", False):
        yield
        return
    _mine.working = False
    _working.release()
    try:
        yield
    finally:
        _working.acquire()
        _mine.working = True
