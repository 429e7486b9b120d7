"""Rows of a sweep: the results of one ruleset, calculated by a worker.

A row depends on the plan and the ruleset's number alone, not on the worker or the order.
"""

from __future__ import annotations

import os
import platform
import time
from functools import cache
from typing import Any

from msgspec import Struct

from carnage import catalog
from carnage.catalog.atlas import FAULT_MEASURE
from carnage.common.intervals import Z95
from carnage.engine.arrow_tables import game_columns, import_pyarrow
from carnage.engine.engine_version import engine_version
from carnage.engine.games import assign_seats, load_family
from carnage.engine.simulation import GameResults, play_games
from carnage.engine.summary import Mean
from carnage.lab.checks import run_checks
from carnage.lab.compared_metrics import COMPARED_METRICS
from carnage.lab.runner import Playtest
from carnage.lab.severity import FAULT
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings
from carnage.sweeps.plan import Plan, hash_engine

MEANS = ("rounds", "decisions", "harm", "points", "lead")
"""Columns with the mean of a ruleset's games and its interval."""


class Batch(Struct, frozen=True):
    """The rows that a worker has calculated, as tables of Arrow.

    Attributes:
        rows: One row for each ruleset.
        games: One row for each game, or None if they are not wanted.
        worker: The name of the worker.
        ready: The seconds in which it loaded the rules, in its first batch only.
        engine: The hash of the worker's rules.
        seconds: The duration of the batch.
        worked: The processor time of the batch, in seconds.
    """

    rows: Any
    games: Any
    worker: str
    ready: float | None
    engine: str
    seconds: float
    worked: float = 0.0

    @property
    def failed(self) -> int:
        """Return the number of rulesets with an error."""
        errors = self.rows["error"]
        return len(errors) - int(errors.null_count)


def build_table(plan: Plan, rows: list[dict[str, Any]]) -> Any:
    """Return rows as a table.

    Missing values are null, and dictionaries are the same in every table.
    """
    pa = import_pyarrow()
    columns = []
    codes = {
        f"option.{table.id}": [option.code for option in table.options]
        for table in catalog.book(plan.book).rolled
    }
    for field in schema(plan):
        values = [row.get(field.name) for row in rows]
        if field.name in codes:
            number = {code: n for n, code in enumerate(codes[field.name])}
            indices = pa.array(
                [None if value is None else number[value] for value in values], pa.int16()
            )
            columns.append(pa.DictionaryArray.from_arrays(indices, codes[field.name]))
        else:
            columns.append(pa.array(values, field.type))
    return pa.table(columns, schema=schema(plan))


def schema(plan: Plan) -> Any:
    """Return the columns of a plan's rows, as a schema of Arrow."""
    pa = import_pyarrow()
    fields = [
        ("number", pa.int32()),
        ("book", pa.string()),
        ("digits", pa.string()),
        ("dice", pa.int64()),
    ]
    fields += [("players", pa.int8()), ("games", pa.int32()), ("capped", pa.int32())]
    for table in catalog.book(plan.book).rolled:
        fields.append((f"option.{table.id}", pa.dictionary(pa.int16(), pa.string())))
    for name in (
        *(f"measure.{each.name}" for each in COMPARED_METRICS),
        *(f"mean.{each}" for each in MEANS),
    ):
        fields += [
            (name, pa.float32()),
            (f"{name}.low", pa.float32()),
            (f"{name}.high", pa.float32()),
        ]
    fields += [(FAULT_MEASURE, pa.float32()), ("failed", pa.string())]
    fields += [("decided_by", pa.string()), ("error", pa.string())]
    return pa.schema(fields)


def play_row(plan: Plan, number: int, digits: str) -> tuple[dict[str, Any], Any]:
    """Return the row of a ruleset, and its games as columns of Arrow, or None if they are not
    wanted.

    An exception becomes the text in `error`; columns without a value are then absent.
    """
    known: dict[str, Any] = {"number": number, "book": plan.book, "digits": digits, "error": None}
    try:
        ruleset = plan.ruleset(digits)
        known |= static_columns(plan, ruleset)
        played = _play_games(plan, ruleset)
        known |= result_columns(plan, ruleset, played)
        games = None
        if plan.keep_games:
            games = game_columns(ruleset, played.results, False)
    except Exception as error:  # one failed ruleset must not stop the sweep
        return {
            **known,
            "error": f"{type(error).__name__}: {' '.join(str(error).split())}"[:300],
        }, None
    return known, games


def static_columns(plan: Plan, ruleset: Ruleset) -> dict[str, Any]:
    """Return the columns that are known before a ruleset is played: dice seed, players and options.

    Tables without work in this game have None for an option.
    """
    return {"dice": plan.dice(ruleset), "players": ruleset.players} | {
        f"option.{choice.table.id}": choice.option.code
        if ruleset.uses(choice.table, choice.option)
        else None
        for choice in ruleset.choices
    }


def _play_games(plan: Plan, ruleset: Ruleset) -> GameResults:
    """Play the games of a ruleset."""
    bots = assign_seats(ruleset, plan.bots[: ruleset.players])
    return play_games(
        ruleset,
        plan.games,
        bots,
        plan.dice(ruleset),
        threads=1,
        settings=resolve_settings(ruleset, DEFAULT_SETTINGS),
    )


def result_columns(plan: Plan, ruleset: Ruleset, played: GameResults) -> dict[str, Any]:
    """Return the measures and means of a ruleset, with their 95 % intervals where they have one."""
    test = Playtest(ruleset, 1, played, Z95, plan.dice(ruleset), Z95)
    if plan.skill:
        test.play_skill_pairs("greedy", "random")
    found = test.metrics()
    bots = assign_seats(ruleset, plan.bots[: ruleset.players])
    known: dict[str, Any] = {
        "games": len(played.results),
        "capped": found["capped"],
        "decided_by": engine_version(ruleset, bots),
    }
    for measure in COMPARED_METRICS:
        estimate = None
        if measure.estimate:
            estimate = measure.estimate(ruleset, found)
        low = estimate.low if estimate else None
        high = estimate.high if estimate else None
        known |= interval_columns(
            f"measure.{measure.name}", measure.read(ruleset, found), low, high
        )
    scores = played.results.scores[:, : ruleset.players].copy()
    scores.sort(1)
    results = played.results
    counted = (
        results.rounds,
        results.decisions,
        results.harm,
        scores.sum(1),
        scores[:, -1] - scores[:, -2],
    )
    for name, values in zip(MEANS, counted, strict=True):
        mean = Mean.from_values(values)
        known |= interval_columns(f"mean.{name}", mean.mean, mean.low, mean.high)
    failed = [each.name for each in run_checks(ruleset, found) if each.grade >= FAULT]
    return {**known, FAULT_MEASURE: float(bool(failed)), "failed": ",".join(failed)}


def interval_columns(
    name: str, value: float | None, low: float | None, high: float | None
) -> dict[str, Any]:
    """Return a value and its interval as three columns."""
    return {name: value, f"{name}.low": low, f"{name}.high": high}


@cache
def warm(book: str) -> list[float]:
    """Load the rules of a book in this process, once, and return a list with the seconds that it
    took.

    The first batch removes the element.
    """
    began = time.perf_counter()
    load_family(catalog.book(book).family)
    return [time.perf_counter() - began]


@cache
def _worker_engine(plan: Plan) -> str:
    """Return the hash of this worker's rules for a plan."""
    return hash_engine(plan)


def play_batch(plan: Plan, rulesets: tuple[tuple[int, str], ...]) -> Batch:
    """Return the rows of some rulesets. This is the task of a worker.

    It returns no rows if the worker has other rules than the plan.

    Args:
        plan: The plan for workers; see `Plan.worker_spec`.
        rulesets: The numbers and digits of the rulesets.
    """
    loaded = warm(plan.book)
    seconds = loaded.pop() if loaded else None
    began = time.perf_counter()
    cpu_start = time.process_time()
    engine = _worker_engine(plan)
    rows = []
    games = []
    pa = import_pyarrow()
    for number, digits in rulesets if engine == plan.engine else ():
        computed, columns = play_row(plan, number, digits)
        rows.append(computed)
        if columns is not None:
            whole = pa.array([number] * len(columns["game"]), pa.int32())
            games.append(pa.table({"number": whole, **columns}))
    return Batch(
        rows=build_table(plan, rows),
        games=pa.concat_tables(games, promote_options="default").unify_dictionaries()
        if games
        else None,
        worker=f"{platform.node()}:{os.getpid()}",
        ready=seconds,
        engine=engine,
        seconds=time.perf_counter() - began,
        worked=time.process_time() - cpu_start,
    )
