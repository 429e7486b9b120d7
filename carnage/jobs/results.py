"""What came of jobs: the last of it in memory, or on a file besides, together with what has been promised.

What is on the file outlives the site: a playtest that somebody asked for is played, though the site may have
been killed in the meantime.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import OrderedDict
from contextlib import closing
from pathlib import Path
from typing import Any, Generic, TypeVar

from carnage import catalog
from carnage.jobs.versions import version

Key = tuple[Any, ...]
"""What a job is called with: the same key is the same job."""

Result = TypeVar("Result")

MOST = 2000  # results on a file, some 10 MB

_log = logging.getLogger(__name__)


class Results(Generic[Result]):
    """So many results as are `kept`, by the keys of their jobs; None of a job that broke off."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._last: OrderedDict[Key, Result | None] = OrderedDict()

    def known(self, key: Key) -> bool:
        """Whether this job is over."""
        return key in self._last

    def get(self, key: Key) -> Result | None:
        """What came of a job that is known."""
        self._last.move_to_end(key)
        return self._last[key]

    def put(self, key: Key, result: Result | None) -> None:
        """This is what came of it."""
        self._last[key] = result
        while len(self._last) > self._kept:
            self._last.popitem(last=False)

    def promise(self, key: Key) -> None:
        """It will be done, whatever came of it before."""
        self._last.pop(key, None)

    def promised(self) -> list[Key]:
        """What was promised before this process began, and never done."""
        return []


class Ledger(Results[dict[str, Any]]):
    """The same on a file, for the lab's jobs: results of these rules as this engine plays them (`versions`).

    Where the file cannot be used, there is what is in memory, and a line in the log says so.
    """

    def __init__(self, place: Path, kept: int) -> None:
        super().__init__(kept)
        self._place = place
        self._do(
            "CREATE TABLE IF NOT EXISTS playtests (number INTEGER PRIMARY KEY, version TEXT, job TEXT, "
            "result TEXT, UNIQUE (version, job))"
        )

    def known(self, key: Key) -> bool:
        if super().known(key):
            return True
        rows = self._do(
            "SELECT result FROM playtests WHERE version = ? AND job = ? AND result IS NOT NULL",
            *self._row(key),
        )
        if rows:
            super().put(key, json.loads(rows[0][0]))
        return bool(rows)

    def put(self, key: Key, result: dict[str, Any] | None) -> None:
        super().put(key, result)
        if result is None:
            self._do("DELETE FROM playtests WHERE version = ? AND job = ?", *self._row(key))
            return
        self._enter(key, json.dumps(result))
        self._do("DELETE FROM playtests WHERE number <= (SELECT max(number) FROM playtests) - ?", MOST)

    def promise(self, key: Key) -> None:
        super().promise(key)
        self._enter(key, None)

    def promised(self) -> list[Key]:
        rows = self._do("SELECT version, job FROM playtests WHERE result IS NULL ORDER BY number")
        keys = [(made, tuple(json.loads(job))) for made, job in rows]
        return [key for made, key in keys if key[0] in catalog.book_codes() and made == version(key)]

    def _enter(self, key: Key, result: str | None) -> None:
        self._do("REPLACE INTO playtests (version, job, result) VALUES (?, ?, ?)", *self._row(key), result)

    def _row(self, key: Key) -> tuple[str, str]:
        return version(key), json.dumps(key)

    def _do(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """What a statement gives; nothing, if the file is of no use."""
        try:
            with closing(sqlite3.connect(self._place, timeout=1.0)) as file, file:
                file.execute("PRAGMA journal_mode = WAL")
                return file.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            _log.warning("Playtests are not kept in %s: %s", self._place, error)
            return []
