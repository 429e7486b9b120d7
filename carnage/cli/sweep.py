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

EVERY = 10.0  # seconds between two lines of progress
SOURCES = ("rulesets", "listed", "changes_of")


def run(
    folder: Path, wanted: Mapping[str, Any], workers: int | None, scheduler: str | None
) -> None:
    """Start or continue a sweep, and print its progress.

    Args:
        folder: The folder of the results.
        wanted: The plan from the options; None for options that are not given.
        workers: The number of processes; None for one for each processor.
        scheduler: The address of a Dask scheduler; None for local processes.

    Raises:
        click.UsageError: Options contradict each other, the plan is invalid, or an extra is
            missing.
        SystemExit: The sweep was interrupted.
    """
    from carnage.sweeps import runner
    from carnage.sweeps.executors import cluster
    from carnage.sweeps.folder import Folder, parquet
    from carnage.sweeps.plan import SweepError

    if workers is not None and scheduler is not None:
        raise click.UsageError(
            "Give --workers or --scheduler, not both: a cluster has its own workers."
        )
    given = {name: value for name, value in wanted.items() if value is not None}
    try:
        parquet()
        there = Folder(folder)
        if given or not there.is_begun:
            plan = asked(given)
        else:
            plan = there.plan()
        if not scheduler:
            load_for_workers(plan.book)
        crew = cluster(scheduler) if scheduler else None
        progress = runner.run(there, plan, crew, workers, Teller())
    except (SweepError, MissingExtraError) as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        click.echo(f"Broken off. `carnage sweep {folder}` goes on.", err=True)
        sys.exit(INTERRUPTED)
    failed = ""
    if progress.failed:
        failed = f", {progress.failed:,} of which failed and say so"
    click.echo(
        f"{folder}: {count(progress.done, 'ruleset', '{:,}'.format)} of {plan.book}{failed}."
    )


def load_for_workers(book: str) -> None:
    """Compile the rules of a book before the workers start, so that they need not do it again.

    Without a compiler, the warning is printed here once, and not by each worker.
    """
    from carnage.engine.games import load_family

    if not load_family(catalog.book(book).family).is_compiled:
        os.environ["CARNAGE_UNCOMPILED"] = "1"


def asked(given: dict[str, Any]) -> Plan:
    """Return the plan of the options. Raise click.UsageError if they contradict each other."""
    from carnage.sweeps.plan import changes, made

    sources = [name for name in SOURCES if name in given]
    if len(sources) != 1:
        raise click.UsageError("Give --rulesets, --from-file or --neighbours-of, one of them.")
    if "bots" in given:
        given["bots"] = arguments.bots(given["bots"])
    book = given.pop("book", None)
    source = given.pop(sources[0])
    if sources[0] == "rulesets":
        return made(book or catalog.DEFAULT_BOOK, rulesets=source, **given)
    if book is not None:
        raise click.UsageError(
            "Give --book with --rulesets alone: games say of which book they are."
        )
    if sources[0] == "listed":
        return _listed_plan(source, **given)
    ruleset = arguments.ruleset(source)
    return made(ruleset.book.code, digits=tuple(changes(ruleset)), common=True, **given)


def _listed_plan(file: Path, **wanted: Any) -> Plan:
    """Return the plan of the games that are listed in a file. Raise SweepError or FileError."""
    from carnage.sweeps.plan import SweepError, listed_plan

    lines = read_text(file).splitlines()
    try:
        return listed_plan(lines, **wanted)
    except SweepError as error:
        raise SweepError(f"{file}: {error}") from None


class Teller:
    """A callback that prints the progress of a sweep to standard error.

    Messages are printed at once, and the progress at most once in EVERY seconds.
    """

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        if progress.said:
            click.echo(progress.said, err=True)
        elif time.monotonic() - self._told > EVERY:
            self._told = time.monotonic()
            click.echo(line(progress), err=True)


def line(progress: Progress) -> str:
    """Return the progress: 1,200 of 20,000 rulesets (6%), 8.1 a second, 39 minutes to go."""
    share = f"{100 * progress.done / progress.total:.0f}%"
    told = f"{progress.done:,} of {progress.total:,} rulesets ({share})"
    if progress.left is None:
        return told
    return f"{told}, {progress.rate:.1f} a second, {lasting(progress.left)} to go"


def lasting(seconds: float) -> str:
    """Return a duration in words, in seconds, minutes, hours or days."""
    if seconds < 90:
        return count(round(seconds), "second")
    if seconds < 90 * 60:
        return count(round(seconds / 60), "minute")
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 86400:.1f} days"
