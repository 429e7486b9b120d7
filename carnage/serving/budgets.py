"""Budgets: how much of the site's time each visitor may take, counted over all its processes.

What is asked costs seconds of work. A visitor who has asked for nothing yet may spend what is saved at once,
and gets so much more in every second. Who has spent all waits until there is something left.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from pathlib import Path

SWEPT = 5.0  # seconds between two looks at whose debts are paid

# Seconds of work that a visitor may have at once, and that are paid off in a second: of those that answer
# visitors, and of the workers.
HERE = {"saved": 0.5, "rate": 0.1}
ELSEWHERE = {"saved": 40.0, "rate": 0.5}
PLACES = {"here": HERE, "elsewhere": ELSEWHERE}  # the databases, by their names

_log = logging.getLogger(__name__)


class Budgets:
    """Every visitor's debts: for each, the time at which it is paid off, on a clock that all processes share.

    `saved` are the seconds of work that may be spent at once, `rate` those that are paid off in a second.
    Each process counts for itself, in no time, and shares what it has counted through the database at
    `place` whenever `share` is called. Nobody is remembered for longer than it takes to pay.
    """

    def __init__(self, place: Path | None, rate: float, saved: float) -> None:
        self.rate, self._ahead = rate, saved / rate
        self._paid: dict[str, float] = {}
        self._unshared: dict[str, float] = {}
        self._lock = threading.Lock()
        self._seen = 0.0
        self._swept = time.monotonic()
        self._shared = None if place is None else _opened(place)

    def __len__(self) -> int:
        return len(self._paid)

    def charge(self, visitor: str, seconds: float) -> None:
        """Count so many seconds of work."""
        added = seconds / self.rate
        with self._lock:
            self._paid[visitor] = max(self._paid.get(visitor, 0.0), time.monotonic()) + added
            self._unshared[visitor] = self._unshared.get(visitor, 0.0) + added

    def wait(self, visitor: str) -> float:
        """How many seconds this visitor has to wait until another request is within the budget."""
        return max(0.0, self._paid.get(visitor, 0.0) - time.monotonic() - self._ahead)

    def debt(self, visitor: str) -> float:
        """How many seconds of work this visitor has had and not paid off yet."""
        return max(0.0, self._paid.get(visitor, 0.0) - time.monotonic()) * self.rate

    def share(self) -> None:
        """Tell the other processes what was counted here, and hear what they have counted."""
        with self._lock:
            unshared, self._unshared = self._unshared, {}
        now = time.monotonic()
        news = self._exchange(unshared, now) if self._shared else {}
        with self._lock:
            for visitor, paid in news.items():
                self._paid[visitor] = paid + self._unshared.get(visitor, 0.0)
            if now - self._swept > SWEPT:
                self._swept = now
                self._paid = {visitor: paid for visitor, paid in self._paid.items() if paid > now}

    def _exchange(self, unshared: dict[str, float], now: float) -> dict[str, float]:
        """Add to the debts that are shared; those that somebody has changed since the last time."""
        assert self._shared is not None
        try:
            with self._shared as shared:
                shared.execute("BEGIN IMMEDIATE")
                shared.executemany(
                    "INSERT INTO debts VALUES (:visitor, :now + :added, :now) ON CONFLICT (visitor) DO "
                    "UPDATE SET paid = max(paid, :now) + :added, changed = :now",
                    [{"visitor": who, "added": added, "now": now} for who, added in unshared.items()],
                )
                # Another process may have asked the clock before this one, and write its changes after it.
                since, self._seen = self._seen - 1.0, now
                news = dict(shared.execute("SELECT visitor, paid FROM debts WHERE changed >= ?", (since,)))
                shared.execute("DELETE FROM debts WHERE paid < ?", (now - SWEPT,))
                return news
        except sqlite3.Error as error:
            _log.warning("Visitors' costs are counted by each process for itself: %s", error)
            return {}


def make(place: Path) -> None:
    """Make the database, if it is not there: two that made it at the same time would lock each other out."""
    _opened(place).close()


def _opened(place: Path) -> sqlite3.Connection:
    """The database of debts. It need not outlive the site, so nothing waits for the disk."""
    shared = sqlite3.connect(place, timeout=1.0, isolation_level=None, check_same_thread=False)
    shared.execute("PRAGMA journal_mode = WAL")
    shared.execute("PRAGMA synchronous = OFF")
    shared.execute(
        "CREATE TABLE IF NOT EXISTS debts (visitor TEXT PRIMARY KEY, paid REAL, changed REAL) WITHOUT ROWID"
    )
    for column in ("changed", "paid"):
        shared.execute(f"CREATE INDEX IF NOT EXISTS by_{column} ON debts ({column})")
    return shared
