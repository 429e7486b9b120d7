"""How much of a worker's time visitors have had of late, and who of them is next."""

from __future__ import annotations

import math
import time

LATELY = 60.0  # seconds after which what a visitor has had counts half
LITTLE = 4.0  # seconds had of late, up to which nobody has had more than they should
REMEMBERED = 10_000  # visitors who have had something

_Had = tuple[float, float, float]  # seconds, in how many jobs, and when they were counted


class Had:
    """How much of a worker's time visitors have had of late; what is longer ago counts less."""

    def __init__(self) -> None:
        self._had: dict[str, _Had] = {}
        self._all: _Had = (0.0, 0.0, 0.0)  # of all visitors together

    def of(self, visitor: str, now: float) -> float:
        """So many seconds this visitor has had, at this time of the monotonic clock."""
        return _by_now(self._had.get(visitor), now)[0]

    def rank(self, visitor: str, now: float) -> tuple[bool, float]:
        """Where this visitor's jobs come among those of others, the lowest first.

        Who has had little comes first, and of these whoever needs little each time: somebody at play for whom
        a click is worked out waits for nobody's new game. Of a stranger nobody knows, and what all need on
        the average is taken. Of those who have had more it is whoever has had least.
        """
        seconds, jobs, _ = _by_now(self._had.get(visitor), now)
        if seconds > LITTLE:
            return True, seconds
        if not jobs:
            seconds, jobs, _ = self._all
        return False, seconds / jobs if jobs else 0.0

    def add(self, visitor: str, seconds: float) -> None:
        """Count so many more, of one job."""
        now = time.monotonic()
        had = _by_now(self._had.pop(visitor, None), now)
        self._had[visitor] = _more(had, seconds)
        self._all = _more(_by_now(self._all, now), seconds)
        if len(self._had) > REMEMBERED:
            del self._had[next(iter(self._had))]


def _by_now(had: _Had | None, now: float) -> _Had:
    if had is None:
        return 0.0, 0.0, now
    seconds, jobs, at = had
    left = math.exp2((at - now) / LATELY)
    return seconds * left, jobs * left, now


def _more(had: _Had, seconds: float) -> _Had:
    before, jobs, now = had
    return before + seconds, jobs + 1.0, now
