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
from carnage.sweeps.effects import (
    Answers,
    Interaction,
    MainEffect,
    estimate_effects,
    explained_variance,
    find_interactions,
)
from carnage.sweeps.folder import RULESETS_FOLDER, SweepFolder, import_parquet
from carnage.sweeps.plan import Plan, SweepError

FORMAT = 1
EXTREMES_PER_END = 10  # games at each end of each measure
MIN_RULESETS = 100  # fewest rulesets for an atlas
MAX_PAIRS = 200  # most pairs of each measure


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
    effects: dict[str, list[MainEffect]]
    pairs: dict[str, list[Interaction]]
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
    import_parquet().write_table(table, sink, compression="zstd", **options)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def import_duckdb() -> Any:
    """Return the module duckdb. Raise MissingExtraError."""
    try:
        import duckdb
    except ImportError as error:
        raise missing_extra_error("atlas", error) from None
    return duckdb


def build_atlas(paths: Sequence[Path]) -> Atlas:
    """Return the atlas of sweeps of random rulesets of one book.

    Raise SweepError or MissingExtraError.
    """
    plan = _check_plans(paths)
    duckdb = import_duckdb()
    pa = import_pyarrow()
    connection = duckdb.connect()
    connection.execute("set enable_progress_bar = false")
    files = [
        str(part) for path in paths for part in sorted((path / RULESETS_FOLDER).glob("*.parquet"))
    ]
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
    if count < MIN_RULESETS:
        raise SweepError(
            f"An atlas takes {MIN_RULESETS} rulesets at least; here are {count}. Sweep more."
        )
    names = [column[0] for column in connection.execute("describe swept").fetchall()]
    measures = [
        name
        for name in names
        if name.startswith(("measure.", "mean.")) and not name.endswith((".low", ".high"))
    ]
    options = _read_answers(connection, plan)
    answers = Answers.of(options)
    found: dict[str, list[MainEffect]] = {}
    interactions: dict[str, list[Interaction]] = {}
    explained: dict[str, float | None] = {}
    extremes: list[Extreme] = []
    for name in measures:
        values = connection.execute(f'select "{name}"::double as value from swept').fetchnumpy()[
            "value"
        ]
        values = np.ma.filled(np.ma.asarray(values, dtype=np.float64), np.nan)
        is_finite = np.isfinite(values)
        if is_finite.sum() < MIN_RULESETS or not values[is_finite].std():
            continue
        known = answers.taken(is_finite)
        found[name] = estimate_effects(known, values[is_finite])
        interactions[name] = find_interactions(known, values[is_finite])[:MAX_PAIRS]
        explained[name] = explained_variance(known, values[is_finite])
        for end, order in (("most", "desc"), ("least", "asc")):
            rows = connection.execute(
                f'select digits, "{name}" from swept where "{name}" is not null '
                f'order by "{name}" {order}, digits limit {EXTREMES_PER_END}'
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
    columns |= {
        f"answer.{table}": pa.array(column, pa.string()) for table, column in options.items()
    }
    games = pa.table(columns)
    connection.close()
    return Atlas(
        plan.book, int(count), plan.engine, found, interactions, explained, extremes, games, plan
    )


def _read_answers(connection: Any, plan: Plan) -> dict[str, list[str | None]]:
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


def _check_plans(paths: Sequence[Path]) -> Plan:
    """Return the plan of the first sweep.

    Raise SweepError if a sweep has chosen rulesets, or another book, hash, bots, number of games or
    `skill`.
    """
    plans = [SweepFolder(path).plan() for path in paths]
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
