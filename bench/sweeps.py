"""What a sweep costs: time, bytes and memory by ruleset, and what a second worker and a cluster
bring.

    python bench/sweeps.py [--book skirmish …] [--rulesets 128] [--games 200] [--rounds 3] [--memory
    2000]

Each round sweeps the same rulesets of each book with one process, with two, and with `--cluster` on
a Dask cluster of a scheduler and two workers of its own, one after the other; told are medians of
rulesets a second by the clock, and by processor time of the workers, which is what they would do on
idle cores. Workers are ready before the clock starts. With `--memory` one worker is then given so
many rulesets more, and its memory is told along the way.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from carnage import catalog
from carnage.sweeps import plan as plans
from carnage.sweeps import rows, runner
from carnage.sweeps.executors import Crew, cluster, local
from carnage.sweeps.folder import Folder

WORKERS = (1, 2)


class Ready:
    """A crew whose workers have loaded the rules, and are kept for the next sweep."""

    def __init__(self, crew: Crew, size: int) -> None:
        self.crew, self.loses_all = crew, crew.loses_all
        self.size, self.submit, self.renew = crew.size, crew.submit, crew.renew
        self._size = size

    def get_ready(self, plan: plans.Plan) -> None:
        """Have every worker load the rules; a batch takes long enough that none gets two of the
        first.
        """
        orders = plan.orders
        asked = tuple((n, plan.drawn(n)) for n in range(plan.batch))
        for _ in range(2):
            for future in [
                self.crew.submit(rows.batch, orders, asked) for _ in range(2 * self._size)
            ]:
                future.result()

    def __enter__(self) -> Ready:
        return self

    def __exit__(self, *_: object) -> None:
        """Kept."""


class Swept(NamedTuple):
    """Rulesets a second by the clock, and of processor time of those who make rows; milliseconds of
    processor time that a ruleset takes whoever hands batches out and writes; and bytes a ruleset.
    """

    clock: float
    worker: float
    handing: float
    size: float


def swept(plan: plans.Plan, crew: Ready) -> Swept:
    """One sweep into a folder of its own."""
    worked = 0.0
    take = runner.Run.take

    def taken(run: runner.Run, batch: rows.Batch) -> None:
        nonlocal worked
        worked += batch.worked
        take(run, batch)

    runner.Run.take = taken  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as folder:
            began, own = time.perf_counter(), time.process_time()
            runner.run(Folder(Path(folder) / "sweep"), plan, crew)
            took, own = time.perf_counter() - began, time.process_time() - own
            size = sum(path.stat().st_size for path in Path(folder).rglob("*.parquet"))
    finally:
        runner.Run.take = take  # type: ignore[method-assign]
    return Swept(plan.count / took, plan.count / worked, 1e3 * own / plan.count, size / plan.count)


@contextlib.contextmanager
def dask(workers: int) -> Iterator[str]:
    """A scheduler and workers in processes of their own; the scheduler's address."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "scheduler.json"
        command = [sys.executable, "-m", "dask"]
        said = {"cwd": folder, "stderr": subprocess.DEVNULL}
        file = ["--scheduler-file", str(place), "--no-dashboard"]
        started = [subprocess.Popen([*command, "scheduler", "--port", "0", *file], **said)]
        worker = [*command, "worker", "--nthreads", "1", "--no-nanny", *file]
        started += [subprocess.Popen(worker, **said) for _ in range(workers)]
        try:
            while not place.exists():
                time.sleep(0.1)
            yield json.loads(place.read_text())["address"]
        finally:
            for process in started:
                process.terminate()
                process.wait()


def memory(plan: plans.Plan, every: int = 500) -> None:
    """One worker's memory, in MB, after each so many rulesets of a plan."""
    orders = plan.orders
    for first in range(0, plan.count, plan.batch):
        upto = min(first + plan.batch, plan.count)
        rows.batch(orders, tuple((n, plan.drawn(n)) for n in range(first, upto)))
        if first % every < plan.batch:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            now = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
            print(f"{plan.book}: {upto:6,} rulesets, {now:.0f} MB, at most {most:.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", nargs="*", default=catalog.book_codes())
    parser.add_argument("--rulesets", type=int, default=128)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--memory", type=int, default=0)
    given = parser.parse_args()
    for book in given.book if given.rounds else ():
        plan = plans.made(book, rulesets=given.rulesets, games=given.games, batch=8)
        rates: dict[str, list[Swept]] = {}
        with contextlib.ExitStack() as stack:
            crews = {f"{n} processes": stack.enter_context(local(plan, n)) for n in WORKERS}
            if given.cluster:
                crews["Dask, 2 workers"] = stack.enter_context(
                    cluster(stack.enter_context(dask(2)))
                )
            ready = {name: Ready(crew, crew.size()) for name, crew in crews.items()}
            for crew in ready.values():
                crew.get_ready(plan)
            for _ in range(given.rounds):
                for name, crew in ready.items():
                    rates.setdefault(name, []).append(swept(plan, crew))
        first = next(iter(rates))
        for name, found in rates.items():
            told = Swept(*(statistics.median(each) for each in zip(*found, strict=True)))
            by_clock, by_work = (
                statistics.median(a[n] / b[n] for a, b in zip(found, rates[first], strict=True))
                for n in (0, 1)
            )
            print(
                f"{book:10}{name:17}{told.clock:7.2f} a second by the clock ({by_clock:.2f} "
                "times one), "
                f"{told.worker:6.2f} of a worker's work ({by_work:.2f}), {told.handing:5.2f} ms "
                "to hand out "
                f"and write, {told.size:,.0f} bytes",
                flush=True,
            )
    for book in given.book if given.memory else ():
        memory(plans.made(book, rulesets=given.memory, games=given.games, batch=8))


if __name__ == "__main__":
    main()
