"""Test stores of results: limits, versions and the schema of the database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from carnage.jobs import results
from carnage.jobs.results import SCHEMA_VERSION, SqliteResultStore

KEY = ("classic", "1" * 15)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def test_sqlite_store_full_evicts_oldest(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MAX_STORED_RESULTS", 2)
    store = SqliteResultStore(path, 1)
    for digit in "123":
        store.put(("classic", digit), {"games": int(digit)})
    reopened = SqliteResultStore(path, 2)
    assert [("classic", digit) in reopened for digit in "123"] == [False, True, True]
    assert reopened.get(("classic", "2")) == {"games": 2}


def test_sqlite_store_results_of_other_rules_are_unknown(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteResultStore(path, 1).put(KEY, {"games": 1})
    SqliteResultStore(path, 1).mark_pending(("classic", "2"))
    monkeypatch.setattr(results, "version", lambda key: "another")
    store = SqliteResultStore(path, 1)
    assert KEY not in store
    assert store.pending() == []


def test_sqlite_store_path_unusable_keeps_results_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteResultStore(tmp_path / "nowhere" / "results.sqlite", 1)
    store.put(KEY, {"games": 1})
    assert store.get(KEY) == {"games": 1}
    assert store.pending() == []
    assert "Results are not kept in" in caplog.text


def test_sqlite_store_after_error_opens_database_again(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteResultStore(path, 1)
    assert store._database is not None
    store._database.close()
    store.mark_pending(("classic", "2"))
    assert "Results are not kept in" in caplog.text
    store.mark_pending(KEY)
    assert SqliteResultStore(path, 1).pending() == [KEY]


@pytest.mark.parametrize("version", [0, SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])
def test_sqlite_store_other_schema_version_is_rebuilt(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE playtests (job TEXT)")
        database.execute("INSERT INTO playtests VALUES ('old')")
        database.execute(f"PRAGMA user_version = {version}")
    store = SqliteResultStore(path, 1)
    store.put(KEY, {"games": 1})
    assert SqliteResultStore(path, 1).get(KEY) == {"games": 1}
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM playtests").fetchone() == (1,)
        assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_sqlite_store_same_schema_version_keeps_pending_jobs(path: Path) -> None:
    SqliteResultStore(path, 1).mark_pending(KEY)
    assert SqliteResultStore(path, 1).pending() == [KEY]


def test_mark_pending_after_failure_forgets_it(path: Path) -> None:
    store = SqliteResultStore(path, 1)
    store.put(KEY, None)
    assert KEY in store
    store.mark_pending(KEY)
    assert KEY not in store
