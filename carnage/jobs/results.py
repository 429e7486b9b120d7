"""The results of jobs: in memory, or in an SQLite database together with the jobs that are
pending.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import OrderedDict
from pathlib import Path
from typing import Any, Generic, TypeVar

from carnage import catalog
from carnage.lab.result_version import version

# The arguments of a job's task. Jobs with the same key are one job.
Key = tuple[Any, ...]

Result = TypeVar("Result")

MAX_STORED_RESULTS = 2000  # Some 10 MB.
SCHEMA_VERSION = 1
SCHEMA = (
    "DROP TABLE IF EXISTS playtests",
    "CREATE TABLE playtests (number INTEGER PRIMARY KEY, version TEXT, job TEXT, result TEXT, "
    "UNIQUE (version, job))",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)

_log = logging.getLogger(__name__)


class ResultStore(Generic[Result]):
    """The last results by the keys of their jobs; None for a job that failed."""

    def __init__(self, max_results: int) -> None:
        self._max_results = max_results
        self._results: OrderedDict[Key, Result | None] = OrderedDict()

    def __contains__(self, key: Key) -> bool:
        return key in self._results

    def get(self, key: Key) -> Result | None:
        """Return the result of a job; None if it failed or has none."""
        if key not in self:
            return None
        self._results.move_to_end(key)
        return self._results[key]

    def put(self, key: Key, result: Result | None) -> None:
        """Store the result of a job and evict the results that were used least recently."""
        self._results[key] = result
        while len(self._results) > self._max_results:
            self._results.popitem(last=False)

    def mark_pending(self, key: Key) -> None:
        """Note that a job was submitted, and forget that it failed."""
        self._results.pop(key, None)

    def pending(self) -> list[Key]:
        """Return the jobs that were submitted to an earlier process and have not ended."""
        return []


class SqliteResultStore(ResultStore[dict[str, Any]]):
    """The results of games between bots in an SQLite database, with the version of the rules that
    they hold for.

    A database of another schema version is rebuilt. Without a usable database, results are kept in
    memory only, and the log says so. Only one thread may use the store at a time.

    The connection stays open, and a commit does not wait for the disk: a killed process loses
    nothing, a power failure perhaps the last results. When each statement opened the database,
    1,000 calls waited for it beside all attacks of `bench/siege.py`, and failed after five seconds.
    """

    def __init__(self, path: Path, max_results: int) -> None:
        super().__init__(max_results)
        self._path = path
        self._database: sqlite3.Connection | None = None
        found = self._execute("PRAGMA user_version")
        if found and found[0][0] != SCHEMA_VERSION:
            for statement in SCHEMA:
                self._execute(statement)

    def __contains__(self, key: Key) -> bool:
        if super().__contains__(key):
            return True
        rows = self._execute(
            "SELECT result FROM playtests WHERE version = ? AND job = ? AND result IS NOT NULL",
            *self._columns(key),
        )
        if rows:
            super().put(key, json.loads(rows[0][0]))
        return bool(rows)

    def put(self, key: Key, result: dict[str, Any] | None) -> None:
        super().put(key, result)
        if result is None:
            self._execute(
                "DELETE FROM playtests WHERE version = ? AND job = ?", *self._columns(key)
            )
            return
        self._replace(key, json.dumps(result))
        self._execute(
            "DELETE FROM playtests WHERE number <= (SELECT max(number) FROM playtests) - ?",
            MAX_STORED_RESULTS,
        )

    def mark_pending(self, key: Key) -> None:
        super().mark_pending(key)
        self._replace(key, None)

    def pending(self) -> list[Key]:
        rows = self._execute(
            "SELECT version, job FROM playtests WHERE result IS NULL ORDER BY number"
        )
        keys = [(stored, tuple(json.loads(job))) for stored, job in rows]
        return [
            key for stored, key in keys if key[0] in catalog.book_codes() and stored == version(key)
        ]

    def _replace(self, key: Key, result: str | None) -> None:
        self._execute(
            "REPLACE INTO playtests (version, job, result) VALUES (?, ?, ?)",
            *self._columns(key),
            result,
        )

    def _columns(self, key: Key) -> tuple[str, str]:
        return version(key), json.dumps(key)

    def _execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement; none if the database cannot be used."""
        try:
            if self._database is None:
                self._database = self._connect()
            return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            self._database = None
            _log.warning("Results are not kept in %s: %s", self._path, error)
            return []

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self._path, timeout=1.0, isolation_level=None, check_same_thread=False
        )
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        return database
