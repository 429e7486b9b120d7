"""The folder of a sweep: its plan, and its rows in Parquet files.

Files are written atomically: under another name, and then renamed. A ruleset is done if and only if
a file contains its row. Only one process writes to a folder at a time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

from carnage.engine.arrow_tables import import_pyarrow
from carnage.sweeps.plan import FORMAT, Plan, SweepError
from carnage.sweeps.rows import Batch, schema

PLAN_FILE = "sweep.json"
RULESETS_FOLDER = "rulesets"
GAMES_FOLDER = "games"
UNFINISHED_SUFFIX = ".unfinished"
LOCK_FILE = ".lock"


def import_parquet() -> Any:
    """Return the module pyarrow.parquet. Raise MissingExtraError."""
    import_pyarrow()
    import pyarrow.parquet

    return pyarrow.parquet


class SweepFolder:
    """The folder of a sweep, which need not exist yet. Raises SweepError if the path is a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.exists() and not path.is_dir():
            raise SweepError(
                f"{path} is no folder; name one that is empty or not there, or a sweep's."
            )

    @property
    def is_begun(self) -> bool:
        """Return whether the folder contains a plan.

        Raise SweepError if it contains other files.
        """
        if (self.path / PLAN_FILE).exists():
            return True
        if self.path.exists():
            there = [each.name for each in self.path.iterdir()]
        else:
            there = []
        if any(name != LOCK_FILE and not name.endswith(UNFINISHED_SUFFIX) for name in there):
            raise SweepError(
                f"{self.path} has files in it and no {PLAN_FILE}: it is no sweep's. Name an empty "
                "folder or a "
                "new one."
            )
        return False

    def plan(self) -> Plan:
        """Return the plan in the folder. Raise SweepError."""
        try:
            read = msgspec.json.decode((self.path / PLAN_FILE).read_bytes())
            if not isinstance(read, dict) or read.get("format") != FORMAT:
                if isinstance(read, dict):
                    found = read.get("format")
                else:
                    found = "none"
                raise SweepError(
                    f"{self.path / PLAN_FILE} is of format {found}, and this Carnage "
                    f"reads {FORMAT}: "
                    "read it with "
                    "the version that wrote it, or sweep anew into another folder."
                )
            return msgspec.convert(read, Plan)
        except FileNotFoundError:
            raise SweepError(
                f"{self.path} is no sweep's folder: there is no {PLAN_FILE} in it."
            ) from None
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise SweepError(
                f"{self.path / PLAN_FILE} cannot be read: {error}. Sweep into another folder."
            ) from None

    def begin(self, plan: Plan) -> None:
        """Write the plan."""
        self.path.mkdir(parents=True, exist_ok=True)
        _write_atomically(self.path / PLAN_FILE, lambda path: path.write_bytes(plan.json()))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lock the folder and delete unfinished files.

        Raise SweepError if another process holds the lock.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.path / LOCK_FILE)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise SweepError(
                f"Another sweep is writing to {self.path}: wait for it, or stop it."
            ) from None
        try:
            for part in self.path.rglob(f"*{UNFINISHED_SUFFIX}"):
                part.unlink()
            yield
        finally:
            lock.release()

    def done(self) -> set[int]:
        """Return the numbers of rulesets with a row.

        Raise SweepError if a file is unreadable or a row occurs twice.
        """
        done: set[int] = set()
        for path in self._parts(RULESETS_FOLDER):
            numbers = _read_rows(path, ["number"])["number"].to_pylist()
            if done.intersection(numbers) or len(set(numbers)) < len(numbers):
                raise SweepError(
                    f"{path} has rows that are there already: move it away, and go on."
                )
            done.update(numbers)
        return done

    def keep(self, plan: Plan, batches: Sequence[Batch]) -> None:
        """Write the rows of some batches.

        Rows of games are written first: if the process is killed in between, no ruleset counts as
        done without them.
        """
        pa = import_pyarrow()
        pq = import_parquet()
        rows = (
            pa.concat_tables([batch.rows for batch in batches])
            .unify_dictionaries()
            .sort_by("number")
        )
        if not len(rows):
            return
        name = f"part-{rows['number'][0].as_py():09}-{len(rows)}.parquet"
        games = [batch.games for batch in batches if batch.games is not None]
        if games:
            (self.path / GAMES_FOLDER).mkdir(exist_ok=True)
            table = pa.concat_tables(games, promote_options="default").unify_dictionaries()
            table = table.sort_by([("number", "ascending"), ("game", "ascending")])
            _write_atomically(
                self.path / GAMES_FOLDER / name,
                lambda path: pq.write_table(table, path, compression="zstd"),
            )
        (self.path / RULESETS_FOLDER).mkdir(exist_ok=True)
        table = rows.replace_schema_metadata({"carnage": plan.version, "engine": plan.engine})
        _write_atomically(
            self.path / RULESETS_FOLDER / name,
            lambda path: pq.write_table(table, path, compression="zstd"),
        )

    def table(self, columns: Sequence[str] | None = None) -> Any:
        """Return all rows of rulesets as a table of Arrow, ordered by number. Raise SweepError."""
        pa = import_pyarrow()
        parts = [_read_rows(path, columns) for path in self._parts(RULESETS_FOLDER)]
        if not parts:
            return schema(self.plan()).empty_table()
        return pa.concat_tables(parts).unify_dictionaries().sort_by("number")

    def rows(self, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """Return the rows of these rulesets. Raise SweepError."""
        chosen = [("number", "in", list(numbers))]
        return [
            row
            for path in self._parts(RULESETS_FOLDER)
            for row in _read_rows(path, None, chosen).to_pylist()
        ]

    def games(self) -> Any:
        """Return all rows of games, of rulesets that are done.

        Raise SweepError if none were kept.
        """
        pa = import_pyarrow()
        parts = self._parts(GAMES_FOLDER)
        known = {path.name for path in self._parts(RULESETS_FOLDER)}
        kept = [_read_rows(path, None) for path in parts if path.name in known]
        if not kept:
            raise SweepError(f"No games are kept in {self.path}: sweep with games kept.")
        table = pa.concat_tables(kept, promote_options="default").unify_dictionaries()
        return table.sort_by([("number", "ascending"), ("game", "ascending")])

    def _parts(self, kind: str) -> list[Path]:
        """Return the Parquet files of one kind."""
        return sorted((self.path / kind).glob("*.parquet"))


def _write_atomically(path: Path, write: Any) -> None:
    """Write a file atomically: under another name, synced to the disk, and then renamed."""
    draft = path.with_name(path.name + UNFINISHED_SUFFIX)
    write(draft)
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    draft.replace(path)


def _read_rows(path: Path, columns: Iterable[str] | None, chosen: Any = None) -> Any:
    """Return the rows of a file, or those that a filter chooses.

    Raise SweepError if it is not readable.
    """
    try:
        return import_parquet().read_table(path, columns=columns and list(columns), filters=chosen)
    except (import_pyarrow().ArrowException, OSError) as error:
        cause = " ".join(str(error).split())
        raise SweepError(
            f"{path} cannot be read ({cause[:120]}): move it away, and its rows are made anew."
        ) from None
