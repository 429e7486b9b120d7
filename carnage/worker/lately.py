"""How much of a worker's time visitors have had of late."""

from __future__ import annotations

import math
import time

LATELY = 60.0  # seconds after which what a visitor has had counts half
REMEMBERED = 10_000  # visitors who have had something


class Had:
    """How much of a worker's time visitors have had of late; what is longer ago counts less."""

    def __init__(self) -> None:
        self._had: dict[str, tuple[float, float]] = {}  # seconds, and when they were counted

    def of(self, visitor: str, now: float) -> float:
        """So many seconds this visitor has had, at this time of the monotonic clock."""
        seconds, at = self._had.get(visitor, (0.0, 0.0))
        return seconds * math.exp2((at - now) / LATELY)

    def add(self, visitor: str, seconds: float) -> None:
        """Count so many more."""
        now = time.monotonic()
        total = self.of(visitor, now) + seconds
        self._had.pop(visitor, None)
        self._had[visitor] = total, now
        if len(self._had) > REMEMBERED:
            del self._had[next(iter(self._had))]
