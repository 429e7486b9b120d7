"""The run of a sweep: batches are submitted to workers, and their rows are stored when they arrive.

A worker that dies loses its batches, which are submitted again. A batch with repeated deaths is run
alone, and then ruleset by ruleset. The row of the ruleset at fault then contains an error.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from carnage.sweeps import rows
from carnage.sweeps.executors import SweepExecutor, create_local_executor, is_worker_death
from carnage.sweeps.folder import SweepFolder
from carnage.sweeps.plan import Plan, SweepError
from carnage.sweeps.rows import Batch
from carnage.sweeps.rule_check import check_rules

FLUSH_INTERVAL_S = 30.0  # most seconds between writes
MAX_UNWRITTEN_ROWS = 5_000  # number of rows that are written without delay
MAX_SHARED_DEATHS = 2  # worker deaths after which a batch is run alone
WORKER_DIED = "the worker died at this ruleset, whoever it was"

Numbers = tuple[int, ...]
OnProgress = Callable[["Progress"], None]


@dataclass
class Progress:
    """The progress of a sweep.

    Attributes:
        total: The number of rulesets.
        done: Rulesets with a row.
        failed: Rulesets with an error.
        fresh: Rulesets that this run has done.
        seconds: Duration of this run since its first worker was ready.
        workers: A message for each worker.
        said: News for the user, in one line.
    """

    total: int
    done: int = 0
    failed: int = 0
    fresh: int = 0
    seconds: float = 0.0
    workers: dict[str, str] = field(default_factory=dict)
    said: str = ""

    @property
    def rate(self) -> float:
        """Return the rulesets per second in this run; 0 until it is known."""
        if self.seconds > 0.0:
            return self.fresh / self.seconds
        return 0.0

    @property
    def left(self) -> float | None:
        """Return the estimated seconds to the end; None until it is known."""
        if self.fresh >= 3 and self.rate:
            return (self.total - self.done) / self.rate
        return None


def run(
    folder: SweepFolder,
    plan: Plan,
    crew: SweepExecutor | None = None,
    workers: int | None = None,
    tell: OnProgress | None = None,
    flush: float = FLUSH_INTERVAL_S,
) -> Progress:
    """Run the rest of a plan in its folder. Raise SweepError.

    Args:
        folder: The folder of the sweep.
        plan: The plan, which must agree with the one in the folder.
        crew: The workers; by default processes on this machine, their number being `workers`.
        workers: The number of processes; by default one for each core.
        tell: A callback for progress.
        flush: Most seconds between writes.
    """
    _ = folder.is_begun  # raises for other folders, before a lock file is created there
    with folder.writing():
        if not folder.is_begun:
            folder.begin(plan)
        kept = folder.plan()
        wanted = msgspec.structs.replace(plan, engine=kept.engine)
        if kept != wanted:
            raise SweepError(
                f"Another sweep was begun in {folder.path}: "
                f"{describe_differences(kept, wanted)}. Name "
                "another "
                "folder, or go on with that one as it was begun."
            )
        plan, said = check_rules(folder)
        done = folder.done()
        progress = Progress(plan.count, len(done), _count_failed(folder))
        if said and tell is not None:
            progress.said = said
            tell(progress)
            progress.said = ""
        if len(done) < plan.count:
            with crew or create_local_executor(plan, workers) as players:
                Run(folder, plan, players, progress, tell or _ignore_progress, flush).go(
                    _batches(plan, done)
                )
        return progress


def _ignore_progress(progress: Progress) -> None:
    """Ignore progress."""


def describe_differences(kept: Plan, wanted: Plan) -> str:
    """Return the differences between two plans, in words."""
    told = []
    for name in Plan.__struct_fields__:
        before = getattr(kept, name)
        now = getattr(wanted, name)
        if before != now:
            if name == "digits":
                shown = "others"
            else:
                shown = f"{before}, not {now}"
            told.append(f"its {name.replace('_', ' ')}: {shown}")
    return "; ".join(told)


def _count_failed(folder: SweepFolder) -> int:
    """Return the number of rows with an error."""
    errors = folder.table(["number", "error"])["error"]
    return len(errors) - int(errors.null_count)


def _batches(plan: Plan, done: set[int]) -> Iterator[Numbers]:
    """Yield the numbers of rulesets without a row, in batches."""
    waiting: list[int] = []
    for number in range(plan.count):
        if number not in done:
            waiting.append(number)
            if len(waiting) == plan.batch:
                yield tuple(waiting)
                waiting = []
    if waiting:
        yield tuple(waiting)


class Run:
    """One run of a sweep. Batches are tuples of ruleset numbers.

    Batches are `flying` once submitted, in `again` to be submitted again, and in `suspects` to be
    run alone. `deaths` counts worker deaths by batch. `unwritten` are results that are not in a
    file yet.
    """

    def __init__(
        self,
        folder: SweepFolder,
        plan: Plan,
        crew: SweepExecutor,
        progress: Progress,
        tell: OnProgress,
        flush: float,
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.crew = crew
        self.progress = progress
        self.tell = tell
        self.every = flush
        self.flying: dict[Future[Batch], Numbers] = {}
        self.deaths: dict[Numbers, int] = {}
        self.again: deque[Numbers] = deque()
        self.suspects: deque[Numbers] = deque()
        self.unwritten: list[Batch] = []
        self.flushed = time.monotonic()
        self.began: float | None = None

    def asked(self, numbers: Numbers) -> tuple[Plan, tuple[tuple[int, str], ...]]:
        """Return the arguments of a worker's task."""
        rulesets = tuple((number, self.plan.draw_seed(number)) for number in numbers)
        return self.plan.worker_spec, rulesets

    def go(self, batches: Iterator[Numbers]) -> None:
        """Run until all batches are done. Results are written even after an exception."""
        try:
            while True:
                self.send(batches)
                if not self.flying and not self.suspects:
                    break
                if not self.flying:
                    self.run_isolated(self.suspects.popleft())
                    continue
                self.collect()
        finally:
            self.flush()

    def send(self, batches: Iterator[Numbers]) -> None:
        """Submit batches until each worker has two."""
        while len(self.flying) < 2 * self.crew.size():
            numbers = self.again.popleft() if self.again else next(batches, None)
            if numbers is None:
                return
            try:
                self.flying[self.crew.submit(rows.play_batch, *self.asked(numbers))] = numbers
            except Exception as error:
                if not is_worker_death(error):
                    raise
                self.again.appendleft(numbers)
                self.replace()

    def collect(self) -> None:
        """Take finished batches, and schedule those again whose worker died."""
        ended, _ = wait(self.flying, timeout=1.0, return_when=FIRST_COMPLETED)
        fell = False
        for future in ended:
            numbers = self.flying.pop(future)
            error = future.exception()
            if error is None:
                self.save_batch(future.result())
            elif is_worker_death(error):
                fell = True
                self.lost(numbers)
            else:
                raise error
        if fell:
            self.replace()
        if (
            time.monotonic() - self.flushed > self.every
            or sum(len(b.rows) for b in self.unwritten) >= MAX_UNWRITTEN_ROWS
        ):
            self.flush()

    def lost(self, numbers: Numbers) -> None:
        """Schedule a batch again after a worker died; the cause may also be another batch."""
        self.deaths[numbers] = self.deaths.get(numbers, 0) + 1
        (self.suspects if self.deaths[numbers] >= MAX_SHARED_DEATHS else self.again).append(numbers)

    def replace(self) -> None:
        """Replace dead workers, and schedule the batches again that were lost with them."""
        for future, numbers in list(self.flying.items()):
            if future.done() and future.exception() is None:
                self.save_batch(future.result())
            elif self.crew.loses_all:
                self.lost(numbers)
            else:
                continue
            del self.flying[future]
        if self.crew.restart_workers():
            self.say("A worker died: there is another, and what it had in hand is done by others.")

    def run_isolated(self, numbers: Numbers) -> None:
        """Run a batch alone whose workers have died.

        If a worker dies again, split it, or store an error.
        """
        try:
            self.save_batch(self.crew.submit(rows.play_batch, *self.asked(numbers)).result())
        except Exception as error:
            if not is_worker_death(error):
                raise
            self.crew.restart_workers()
            if len(numbers) > 1:
                self.suspects.extend((number,) for number in numbers)
                return
            number = numbers[0]
            digits = self.plan.draw_seed(numbers[0])
            self.say(f"Workers die at {self.plan.book}/{digits}: its row says so.")
            row = {"number": number, "book": self.plan.book, "digits": digits, "error": WORKER_DIED}
            row |= rows.static_columns(self.plan, self.plan.ruleset(digits))
            self.save_batch(
                Batch(rows.build_table(self.plan, [row]), None, "", None, self.plan.engine, 0.0)
            )

    def save_batch(self, batch: Batch) -> None:
        """Add the results of a batch. Raise SweepError if its worker has other rules."""
        if batch.engine != self.plan.engine:
            raise SweepError(
                f"The worker {batch.worker} plays by other rules ({batch.engine}) than this sweep "
                f"({self.plan.engine}): install the same Carnage there."
            )
        progress = self.progress
        if self.began is None:
            self.began = time.monotonic() - batch.seconds
        self.unwritten.append(batch)
        progress.done += len(batch.rows)
        progress.fresh += len(batch.rows)
        progress.failed += batch.failed
        progress.seconds = time.monotonic() - self.began
        if batch.ready is not None:
            progress.workers[batch.worker] = f"loaded the rules in {batch.ready:.1f} seconds"
            self.say(f"Worker {batch.worker} {progress.workers[batch.worker]}.")
        else:
            self.tell(progress)

    def say(self, news: str) -> None:
        """Report a line of news."""
        self.progress.said = news
        self.tell(self.progress)
        self.progress.said = ""

    def flush(self) -> None:
        """Write all results that are not written yet."""
        if self.unwritten:
            self.folder.keep(self.plan, self.unwritten)
            self.unwritten = []
        self.flushed = time.monotonic()


def sweep(
    path: Path | str,
    plan: Plan,
    scheduler: str | None = None,
    workers: int | None = None,
    tell: OnProgress | None = None,
) -> Any:
    """Run a plan in a folder, and return its rows as a table of Arrow. Raise SweepError or
    MissingExtraError.

    `scheduler` is the address of a Dask scheduler, or None for processes on this machine.
    """
    from carnage.sweeps.executors import connect_cluster

    folder = SweepFolder(Path(path))
    run(folder, plan, connect_cluster(scheduler) if scheduler else None, workers, tell)
    return folder.table()
