"""`carnage sweep`: play many games of many rulesets and store the results in a folder."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from carnage import catalog
from carnage.cli import arguments
from carnage.common.exit_status import INTERRUPTED
from carnage.common.extras import MissingExtraError
from carnage.common.files import read_text
from carnage.common.text_format import count

if TYPE_CHECKING:
    from carnage.sweeps.plan import Plan
    from carnage.sweeps.runner import Progress

PROGRESS_INTERVAL_S = 10.0
SOURCES = ("rulesets", "from_file", "neighbours_of")
"""The options that say which rulesets are played; exactly one of them is given."""

MINUTE_S = 60
HOUR_S = 60 * MINUTE_S
DAY_S = 24 * HOUR_S


def run(
    folder_path: Path,
    plan_options: Mapping[str, Any],
    *,
    workers: int | None,
    scheduler: str | None,
) -> None:
    """Start or continue a sweep, and print its progress.

    Args:
        folder_path: The folder of the results.
        plan_options: The plan from the options; None for options that are not given.
        workers: The number of processes; None for one for each processor.
        scheduler: The address of a Dask scheduler; None for local processes.

    Raises:
        click.UsageError: Options contradict each other, the plan is invalid, or an extra is
            missing.
        SystemExit: The sweep was interrupted.
    """
    from carnage.sweeps import runner
    from carnage.sweeps.executors import connect_cluster
    from carnage.sweeps.folder import SweepFolder, import_parquet
    from carnage.sweeps.plan import SweepError

    if workers is not None and scheduler is not None:
        raise click.UsageError(
            "Give --workers or --scheduler, not both: a cluster has its own workers."
        )
    given_options = {name: value for name, value in plan_options.items() if value is not None}
    try:
        import_parquet()
        folder = SweepFolder(folder_path)
        if given_options or not folder.is_begun:
            plan = make_plan(given_options)
        else:
            plan = folder.plan()
        executor = None
        if scheduler:
            executor = connect_cluster(scheduler)
        else:
            load_for_workers(plan.book)
        progress = runner.run(folder, plan, executor, workers, ProgressPrinter())
    except (SweepError, MissingExtraError) as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        click.echo(f"Interrupted. To continue: carnage sweep {folder_path}", err=True)
        sys.exit(INTERRUPTED)
    done = count(progress.done, "ruleset", "{:,}".format)
    failed = ""
    if progress.failed:
        failed = f"; {progress.failed:,} failed, with the reason in the column `error`"
    click.echo(f"{folder_path}: {done} of {plan.book}{failed}.")


def load_for_workers(book_code: str) -> None:
    """Compile the rules of a book before the workers start, so that they need not do it again.

    Without a compiler, the warning is printed here once, and not by each worker.
    """
    from carnage.engine.games import load_family

    if not load_family(catalog.book(book_code).family).is_compiled:
        os.environ["CARNAGE_UNCOMPILED"] = "1"


def make_plan(options: Mapping[str, Any]) -> Plan:
    """Return the plan from the given options.

    Raises:
        click.UsageError: Options contradict each other, or a game does not exist.
        SweepError: A value is invalid.
        FileError: The file of games cannot be read.
    """
    from carnage.sweeps.plan import build_plan, iterate_neighbours

    fields = dict(options)
    sources = [name for name in SOURCES if name in fields]
    if len(sources) != 1:
        raise click.UsageError("Give one of --rulesets, --from-file and --neighbours-of.")
    (source,) = sources
    source_value = fields.pop(source)
    book_code = fields.pop("book", None)
    if "bots" in fields:
        fields["bots"] = arguments.parse_bots(fields["bots"])
    if source == "rulesets":
        return build_plan(book_code or catalog.DEFAULT_BOOK, rulesets=source_value, **fields)
    if book_code is not None:
        raise click.UsageError("Give --book only with --rulesets: a game has its own book.")
    if source == "from_file":
        return read_listed_plan(source_value, fields)
    ruleset = arguments.parse_game(source_value)
    digits = tuple(iterate_neighbours(ruleset))
    return build_plan(ruleset.book.code, digits=digits, common=True, **fields)


def read_listed_plan(path: Path, fields: Mapping[str, Any]) -> Plan:
    """Return the plan of the games that are listed in a file.

    Args:
        path: The file, with the path of a game in each line.
        fields: Other fields of the plan.

    Raises:
        SweepError: A line is not a game, or a field is invalid.
        FileError: The file cannot be read.
    """
    from carnage.sweeps.plan import SweepError, plan_from_lines

    lines = read_text(path).splitlines()
    try:
        return plan_from_lines(lines, **fields)
    except SweepError as error:
        raise SweepError(f"{path}: {error}") from None


class ProgressPrinter:
    """A callback that prints the progress of a sweep to standard error.

    Messages are printed at once, and the progress at most once in PROGRESS_INTERVAL_S.
    """

    def __init__(self) -> None:
        self._last_print = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        if progress.said:
            click.echo(progress.said, err=True)
        elif time.monotonic() - self._last_print > PROGRESS_INTERVAL_S:
            self._last_print = time.monotonic()
            click.echo(format_progress(progress), err=True)


def format_progress(progress: Progress) -> str:
    """Return the progress: 1,200 of 20,000 rulesets (6%), 8.1 a second, 39 minutes left."""
    share = f"{100 * progress.done / progress.total:.0f}%"
    text = f"{progress.done:,} of {progress.total:,} rulesets ({share})"
    if progress.left is None:
        return text
    return f"{text}, {progress.rate:.1f} a second, {format_duration(progress.left)} left"


def format_duration(seconds: float) -> str:
    """Return a duration in words, in seconds, minutes, hours or days."""
    if seconds < 1.5 * MINUTE_S:
        return count(round(seconds), "second")
    if seconds < 1.5 * HOUR_S:
        return count(round(seconds / MINUTE_S), "minute")
    if seconds < 2 * DAY_S:
        return f"{seconds / HOUR_S:.1f} hours"
    return f"{seconds / DAY_S:.1f} days"
