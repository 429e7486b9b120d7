"""The use that visitors make of a worker: it orders their jobs.

Time that was used a half-life ago counts half. The visitor who has used least of late is next: with
the order of arrival, 40 busy addresses keep the queue of playtests from a stranger for more than
780 s, and with this one for 48 s at most (`tests/jobs/test_priority.py`). Use of less than
`MIN_SECONDS` counts as that, so no job starves. The first `OWN_SECONDS` of a job do not count for
the job itself: if 40 playtests take turns, all of them end late.
"""

from __future__ import annotations

import math

HALF_LIFE_S = 60.0
MIN_SECONDS = 0.25  # Less use than this makes no difference.
OWN_SECONDS = 30.0  # Most playtests need less; a longer job takes turns with others from then on.
MAX_VISITORS = 10_000


class DecayingUsage:
    """The worker seconds that each visitor has used, with exponential decay."""

    def __init__(self) -> None:
        self._by_visitor: dict[str, tuple[float, float]] = {}  # seconds, and when they counted

    def seconds_used(self, visitor: str, now: float) -> float:
        """Return the decayed seconds of a visitor."""
        seconds, at = self._by_visitor.get(visitor, (0.0, now))
        return seconds * math.exp2((at - now) / HALF_LIFE_S)

    def record(self, visitor: str, seconds: float, now: float) -> None:
        """Add the seconds that one step of a job took."""
        total = self.seconds_used(visitor, now) + max(0.0, seconds)
        self._by_visitor.pop(visitor, None)
        self._by_visitor[visitor] = total, now
        if len(self._by_visitor) > MAX_VISITORS:
            del self._by_visitor[next(iter(self._by_visitor))]

    def rank(self, visitor: str, own_seconds: float, number: int, now: float) -> tuple[float, int]:
        """Return the sort key of a job: the lowest runs first, and the oldest of equals.

        Args:
            visitor: The visitor who submitted the job.
            own_seconds: The seconds that the job has used so far.
            number: How many older jobs of the visitor wait.
            now: The time of the clock.
        """
        others = self.seconds_used(visitor, now) - min(own_seconds, OWN_SECONDS)
        return max(others, MIN_SECONDS), number
