"""The use that visitors make of a worker: it orders their jobs.

Time that was used a half-life ago counts half. The visitor who has used least of late is next: with
the order of arrival, 40 busy addresses keep the queue of playtests from a stranger for more than
780 s, and with this one for 128 s at most (`tests/jobs/test_priority.py`). Use of less than
`MIN_SECONDS` counts as that, so no job starves.
"""

from __future__ import annotations

import math
from typing import NamedTuple

HALF_LIFE_S = 60.0
MIN_SECONDS = 0.25  # Less use than this makes no difference.
MAX_VISITORS = 10_000


class _Usage(NamedTuple):
    """Seconds of work, as they counted at a time of the clock."""

    seconds: float
    at: float


class DecayingUsage:
    """The worker seconds that each visitor has used, with exponential decay."""

    def __init__(self) -> None:
        self._by_visitor: dict[str, _Usage] = {}

    def seconds_used(self, visitor: str, now: float) -> float:
        """Return the decayed seconds of a visitor."""
        usage = self._by_visitor.get(visitor, _Usage(0.0, now))
        return usage.seconds * math.exp2((usage.at - now) / HALF_LIFE_S)

    def record(self, visitor: str, seconds: float, now: float) -> None:
        """Add the seconds that one step of a job took."""
        total = self.seconds_used(visitor, now) + max(0.0, seconds)
        self._by_visitor.pop(visitor, None)
        self._by_visitor[visitor] = _Usage(total, now)
        if len(self._by_visitor) > MAX_VISITORS:
            del self._by_visitor[next(iter(self._by_visitor))]

    def rank(
        self, visitor: str, number: int, waiting_since: float, now: float
    ) -> tuple[float, int, float]:
        """Return the sort key of a job: the lowest runs first.

        Args:
            visitor: The visitor who submitted the job.
            number: How many jobs of the visitor have waited longer.
            waiting_since: When the job was submitted, or when its last step ended.
            now: The time of the clock.
        """
        return max(self.seconds_used(visitor, now), MIN_SECONDS), number, waiting_since
