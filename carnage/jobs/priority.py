"""The order of jobs: the visitor who has used least of the worker's time of late is next.

Time that was used a half-life ago counts half. A visitor whose jobs are short is preferred a little, so that
a player's click runs before the start of a long game. Both are bounded, so that no job starves: use decays to
`MIN_SECONDS`, at which all visitors are equal, and a job that has waited for `MAX_PREFERENCE_WAIT_S` counts
as the shortest of all.
"""

from __future__ import annotations

from typing import NamedTuple

HALF_LIFE_S = 60.0
MIN_SECONDS = 0.25  # Less use than this makes no difference.
MAX_PREFERENCE_S = 0.5  # The longest job that makes a difference to the order.
MAX_PREFERENCE_WAIT_S = 30.0
MAX_VISITORS = 10_000


class _Usage(NamedTuple):
    """Seconds of work, and the jobs that took them, as they counted at a time of the clock."""

    seconds: float
    jobs: float
    at: float

    def decayed(self, now: float) -> _Usage:
        factor = 0.5 ** ((now - self.at) / HALF_LIFE_S)
        return _Usage(self.seconds * factor, self.jobs * factor, now)

    def plus(self, seconds: float, now: float) -> _Usage:
        usage = self.decayed(now)
        return _Usage(usage.seconds + seconds, usage.jobs + 1.0, now)


class DecayingUsage:
    """The worker seconds that each visitor has used, with exponential decay."""

    def __init__(self) -> None:
        self._by_visitor: dict[str, _Usage] = {}
        self._total = _Usage(0.0, 0.0, 0.0)

    def seconds_used(self, visitor: str, now: float) -> float:
        """Return the decayed seconds of a visitor."""
        usage = self._by_visitor.get(visitor)
        return usage.decayed(now).seconds if usage else 0.0

    def record(self, visitor: str, seconds: float, now: float) -> None:
        """Add the seconds that one step of a job took."""
        usage = self._by_visitor.pop(visitor, _Usage(0.0, 0.0, now))
        self._by_visitor[visitor] = usage.plus(seconds, now)
        self._total = self._total.plus(seconds, now)
        if len(self._by_visitor) > MAX_VISITORS:
            del self._by_visitor[next(iter(self._by_visitor))]

    def rank(self, visitor: str, waiting_since: float, now: float) -> tuple[float, float]:
        """Return the sort key of a job: the lowest runs first.

        Args:
            visitor: The visitor who submitted the job.
            waiting_since: When the job was submitted, or when its last step ended.
            now: The time of the clock.
        """
        used = max(self.seconds_used(visitor, now), MIN_SECONDS)
        if now - waiting_since > MAX_PREFERENCE_WAIT_S:
            return used, waiting_since
        usage = self._by_visitor.get(visitor, self._total)  # A new visitor is taken for an average one.
        expected = usage.seconds / usage.jobs if usage.jobs else 0.0
        return used + min(expected, MAX_PREFERENCE_S), waiting_since
