"""The folder of a sweep: its plan, and its rows in files of Parquet that are whole or not there at all.

A file is written under another name and then given its own, which no kill can divide; so every ruleset that
is in some file is done, and no other. One process at a time writes to a folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

from carnage.engine.framing import arrow
from carnage.sweeps.plan import FORMAT, Plan, SweepError
from carnage.sweeps.rows import Batch, schema

PLAN, RULESETS, GAMES = "sweep.json", "rulesets", "games"
UNFINISHED, LOCK = ".unfinished", ".lock"


def parquet() -> Any:
    """The module pyarrow.parquet; raises MissingExtraError."""
    arrow()
    import pyarrow.parquet

    return pyarrow.parquet


class Folder:
    """A sweep's folder, which need not be there yet. Raises SweepError where something else lies in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.exists() and not path.is_dir():
            raise SweepError(f"{path} is no folder; name one that is empty or not there, or a sweep's.")

    @property
    def is_begun(self) -> bool:
        """Whether a plan lies in it. Raises SweepError where files lie in it that are not a sweep's."""
        if (self.path / PLAN).exists():
            return True
        there = [each.name for each in self.path.iterdir()] if self.path.exists() else []
        if any(name != LOCK and not name.endswith(UNFINISHED) for name in there):
            raise SweepError(
                f"{self.path} has files in it and no {PLAN}: it is no sweep's. Name an empty folder or a "
                "new one."
            )
        return False

    def plan(self) -> Plan:
        """The plan that lies in it; raises SweepError."""
        try:
            read = msgspec.json.decode((self.path / PLAN).read_bytes())
            if not isinstance(read, dict) or read.get("format") != FORMAT:
                found = read.get("format") if isinstance(read, dict) else "none"
                raise SweepError(
                    f"{self.path / PLAN} is of format {found}, and this Carnage reads {FORMAT}: read it with "
                    "the version that wrote it, or sweep anew into another folder."
                )
            return msgspec.convert(read, Plan)
        except FileNotFoundError:
            raise SweepError(f"{self.path} is no sweep's folder: there is no {PLAN} in it.") from None
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise SweepError(
                f"{self.path / PLAN} cannot be read: {error}. Sweep into another folder."
            ) from None

    def begin(self, plan: Plan) -> None:
        """Write the plan down."""
        self.path.mkdir(parents=True, exist_ok=True)
        _whole(self.path / PLAN, lambda path: path.write_bytes(plan.json()))

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Nobody else writes meanwhile; raises SweepError where somebody does."""
        self.path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.path / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise SweepError(f"Another sweep is writing to {self.path}: wait for it, or stop it.") from None
        try:
            for part in self.path.rglob(f"*{UNFINISHED}"):
                part.unlink()
            yield
        finally:
            lock.release()

    def done(self) -> set[int]:
        """The numbers of the rulesets that have a row; raises SweepError for a file that cannot be read, or
        a row that is there twice."""
        done: set[int] = set()
        for path in self._parts(RULESETS):
            numbers = _read(path, ["number"])["number"].to_pylist()
            if done.intersection(numbers) or len(set(numbers)) < len(numbers):
                raise SweepError(f"{path} has rows that are there already: move it away, and go on.")
            done.update(numbers)
        return done

    def keep(self, plan: Plan, batches: Sequence[Batch]) -> None:
        """Write the rows of some batches: those of their games first, so that a kill in between leaves none
        of which nobody knows."""
        pa, pq = arrow(), parquet()
        rows = pa.concat_tables([batch.rows for batch in batches]).unify_dictionaries().sort_by("number")
        if not len(rows):
            return
        name = f"part-{rows['number'][0].as_py():09}-{len(rows)}.parquet"
        games = [batch.games for batch in batches if batch.games is not None]
        if games:
            (self.path / GAMES).mkdir(exist_ok=True)
            table = pa.concat_tables(games, promote_options="default").unify_dictionaries()
            table = table.sort_by([("number", "ascending"), ("game", "ascending")])
            _whole(self.path / GAMES / name, lambda path: pq.write_table(table, path, compression="zstd"))
        (self.path / RULESETS).mkdir(exist_ok=True)
        table = rows.replace_schema_metadata({"carnage": plan.version, "engine": plan.engine})
        _whole(self.path / RULESETS / name, lambda path: pq.write_table(table, path, compression="zstd"))

    def table(self, columns: Sequence[str] | None = None) -> Any:
        """All rows of rulesets so far, by their numbers, as a table of Arrow; raises SweepError."""
        pa = arrow()
        parts = [_read(path, columns) for path in self._parts(RULESETS)]
        if not parts:
            return schema(self.plan()).empty_table()
        return pa.concat_tables(parts).unify_dictionaries().sort_by("number")

    def rows(self, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """Return the rows of these rulesets, one after another. Raise SweepError."""
        chosen = [("number", "in", list(numbers))]
        return [row for path in self._parts(RULESETS) for row in _read(path, None, chosen).to_pylist()]

    def games(self) -> Any:
        """All rows of games, of rulesets that are done; raises SweepError where none were kept."""
        pa, parts = arrow(), self._parts(GAMES)
        known = {path.name for path in self._parts(RULESETS)}
        kept = [_read(path, None) for path in parts if path.name in known]
        if not kept:
            raise SweepError(f"No games are kept in {self.path}: sweep with games kept.")
        table = pa.concat_tables(kept, promote_options="default").unify_dictionaries()
        return table.sort_by([("number", "ascending"), ("game", "ascending")])

    def _parts(self, kind: str) -> list[Path]:
        return sorted((self.path / kind).glob("*.parquet"))


def _whole(path: Path, write: Any) -> None:
    """Have a file written under another name, safe on the disk, and then given its own."""
    draft = path.with_name(path.name + UNFINISHED)
    write(draft)
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    draft.replace(path)


def _read(path: Path, columns: Iterable[str] | None, chosen: Any = None) -> Any:
    """A file's rows, or those that a filter chooses; raises SweepError for one that is not whole."""
    try:
        return parquet().read_table(path, columns=columns and list(columns), filters=chosen)
    except (arrow().ArrowException, OSError) as error:
        told = " ".join(str(error).split())
        raise SweepError(
            f"{path} cannot be read ({told[:120]}): move it away, and its rows are made anew."
        ) from None
