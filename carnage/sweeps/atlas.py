"""The atlas of a book: statistics of its options from sweeps of random rulesets, read by DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from carnage import catalog
from carnage.catalog.atlas import list_results
from carnage.common.extras import missing_extra_error
from carnage.common.files import write_folder
from carnage.engine.arrow_tables import import_pyarrow
from carnage.sweeps.effects import Answers, Effect, Pair, effects, foretold, pairs
from carnage.sweeps.folder import RULESETS, Folder, parquet
from carnage.sweeps.plan import Plan, SweepError

FORMAT = 1
EXTREMES = 10  # games at each end of each measure
FEWEST = 100  # fewest rulesets for an atlas
MOST_PAIRS = 200  # most pairs of each measure


@dataclass(frozen=True)
class Extreme:
    """A game with one of the highest or lowest values of a measure."""

    measure: str
    end: str
    digits: str
    value: float


@dataclass(frozen=True)
class Atlas:
    """Statistics of a book.

    Attributes:
        effects: By measure, such as `mean.decisions`, the effect of each answer.
        pairs: By measure, the pairs of answers with a joint effect beyond their single ones.
        foretold: By measure, the share of variance that the answers predict in held-out rulesets.
        extremes: The games with the highest and lowest values.
        games: A table of Arrow with one row for each ruleset, in an order that is random but
            reproducible. The columns are its digits, its answers (`answer.<table>`, null if the
            table has no work in the game) and all measures.
        plan: The plan of its sweeps.
    """

    book: str
    rulesets: int
    engine: str
    effects: dict[str, list[Effect]]
    pairs: dict[str, list[Pair]]
    foretold: dict[str, float | None]
    extremes: list[Extreme]
    games: Any
    plan: Plan

    def json(self) -> dict[str, Any]:
        """Return everything except the games, ready for JSON."""
        return {
            "format": FORMAT,
            "book": self.book,
            "rulesets": self.rulesets,
            "engine": self.engine,
            "foretold": self.foretold,
            "effects": {
                name: [asdict(each) for each in found] for name, found in self.effects.items()
            },
            "pairs": {name: [asdict(each) for each in found] for name, found in self.pairs.items()},
            "extremes": [asdict(each) for each in self.extremes],
        }

    def write(self, folder: Path) -> None:
        """Write the atlas to an empty or new folder.

        The files are `games.parquet`, `effects.parquet`, `pairs.parquet`, `extremes.parquet` and
        `atlas.json`. Raise SweepError if the folder is not empty, and FileError if it cannot be
        written.
        """
        import msgspec

        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise SweepError(f"{folder} is there already; name an empty folder, or a new one.")
        pa = import_pyarrow()
        files: dict[str, bytes | str] = {}
        told = self.json()
        for name in ("effects", "pairs"):
            rows = [
                {"measure": measure, **row}
                for measure, found in told.pop(name).items()
                for row in found
            ]
            files[f"{name}.parquet"] = _parquet_bytes(pa.Table.from_pylist(rows))
        extremes = pa.Table.from_pylist(told.pop("extremes"))
        files["extremes.parquet"] = _parquet_bytes(extremes)
        files["games.parquet"] = _parquet_bytes(self.games, compression_level=19)
        files["atlas.json"] = msgspec.json.format(msgspec.json.encode(told), indent=1)
        write_folder(folder, files)


def _parquet_bytes(table: Any, **options: Any) -> bytes:
    """Return a table of Arrow as a file of Parquet."""
    sink = import_pyarrow().BufferOutputStream()
    parquet().write_table(table, sink, compression="zstd", **options)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def duck() -> Any:
    """Return the module duckdb. Raise MissingExtraError."""
    try:
        import duckdb
    except ImportError as error:
        raise missing_extra_error("atlas", error) from None
    return duckdb


def made(paths: Sequence[Path]) -> Atlas:
    """Return the atlas of sweeps of random rulesets of one book.

    Raise SweepError or MissingExtraError.
    """
    plan = _plan(paths)
    duckdb = duck()
    pa = import_pyarrow()
    connection = duckdb.connect()
    connection.execute("set enable_progress_bar = false")
    files = [str(part) for path in paths for part in sorted((path / RULESETS).glob("*.parquet"))]
    if not files:
        raise SweepError(f"There are no rows yet in {', '.join(map(str, paths))}.")
    try:
        # Sort by a hash, so that the first n rows are a random sample and always the same one.
        connection.execute(
            "create table swept as select distinct on (digits) * from read_parquet($files) "
            "where error is null order by md5(digits)",
            {"files": files},
        )
    except duckdb.Error as error:
        raise SweepError(
            f"These files cannot be read: {' '.join(str(error).split())[:160]}"
        ) from None
    count = connection.execute("select count(*) from swept").fetchone()[0]
    if count < FEWEST:
        raise SweepError(
            f"An atlas takes {FEWEST} rulesets at least; here are {count}. Sweep more."
        )
    names = [column[0] for column in connection.execute("describe swept").fetchall()]
    measures = [
        name
        for name in names
        if name.startswith(("measure.", "mean.")) and not name.endswith((".low", ".high"))
    ]
    given = _given(connection, plan)
    answers = Answers.of(given)
    found: dict[str, list[Effect]] = {}
    together: dict[str, list[Pair]] = {}
    told: dict[str, float | None] = {}
    extremes: list[Extreme] = []
    for name in measures:
        values = connection.execute(f'select "{name}"::double as value from swept').fetchnumpy()[
            "value"
        ]
        values = np.ma.filled(np.ma.asarray(values, dtype=np.float64), np.nan)
        there = np.isfinite(values)
        if there.sum() < FEWEST or not values[there].std():
            continue
        known = answers.taken(there)
        found[name] = effects(known, values[there])
        together[name] = pairs(known, values[there])[:MOST_PAIRS]
        told[name] = foretold(known, values[there])
        for end, order in (("most", "desc"), ("least", "asc")):
            rows = connection.execute(
                f'select digits, "{name}" from swept where "{name}" is not null '
                f'order by "{name}" {order}, digits limit {EXTREMES}'
            ).fetchall()
            extremes += [Extreme(name, end, digits, float(value)) for digits, value in rows]
    shown = ", ".join(f'"{name}"::float as "{name}"' for name in found)
    rows = connection.execute(f"select digits, players, {shown} from swept").fetchall()
    heads = [
        ("digits", pa.string()),
        ("players", pa.int8()),
        *((name, pa.float32()) for name in found),
    ]
    columns = {
        name: pa.array(each, kind)
        for each, (name, kind) in zip(zip(*rows, strict=True), heads, strict=True)
    }
    columns |= {f"answer.{table}": pa.array(column, pa.string()) for table, column in given.items()}
    games = pa.table(columns)
    connection.close()
    return Atlas(plan.book, int(count), plan.engine, found, together, told, extremes, games, plan)


def _given(connection: Any, plan: Plan) -> dict[str, list[str | None]]:
    """Return for each table the result that each ruleset gives; None if the table has no work in
    the game.
    """
    book = catalog.book(plan.book)
    given = {}
    for table in book.rolled:
        by_roll = {
            roll: name for name, result in list_results(table).items() for roll in result.rolls
        }
        at = book.digit_offset(table.id)
        rows = connection.execute(
            f'select digits, "option.{table.id}" is null from swept'
        ).fetchall()
        given[table.id] = [
            None if idle else by_roll[int(digits[at : at + table.digits])] for digits, idle in rows
        ]
    return given


def _plan(paths: Sequence[Path]) -> Plan:
    """Return the plan of the first sweep.

    Raise SweepError if a sweep has chosen rulesets, or another book, hash, bots, number of games or
    `skill`.
    """
    plans = [Folder(path).plan() for path in paths]
    first = plans[0]
    for path, plan in zip(paths, plans, strict=True):
        if plan.digits:
            raise SweepError(
                f"{path} is a sweep of chosen rulesets: an atlas is made of random ones."
            )
        if (plan.book, plan.bots, plan.games, plan.skill, plan.engine) != (
            first.book,
            first.bots,
            first.games,
            first.skill,
            first.engine,
        ):
            raise SweepError(
                f"{path} is of another kind than {paths[0]}: an atlas takes sweeps of one book "
                "with the same "
                "rules, bots and number of games. `carnage sweep FOLDER` compares the rules of "
                "an earlier "
                "Carnage with those of today."
            )
    return first
