"""Measure the speed, size and memory of sweeps, with one worker, with two, and on a Dask cluster.

    python bench/sweeps.py [--book skirmish …] [--rulesets 128] [--games 200] [--rounds 3]
        [--cluster] [--memory 2000]

Each round sweeps the same rulesets of a book with one process, with two and, with `--cluster`, on a
Dask cluster of a scheduler and two workers, one after the other. Workers load the rules before the
clock starts.

Each row is a book with one kind of workers, with medians over the rounds: rulesets a second by the
clock, rulesets a second of CPU time of a worker (the rate on idle processors), milliseconds of CPU
time of the main process for each ruleset, and bytes for each ruleset. The factors in brackets
compare with one process. With `--memory`, one worker then plays that many rulesets, and each row is
its memory.
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
from carnage.sweeps.executors import SweepExecutor, connect_cluster, create_local_executor
from carnage.sweeps.folder import SweepFolder

WORKERS = (1, 2)


class WarmWorkers:
    """Workers that have loaded the rules and stay alive after a sweep."""

    def __init__(self, crew: SweepExecutor, size: int) -> None:
        self.crew = crew
        self.loses_all = crew.loses_all
        self.size = crew.size
        self.submit = crew.submit
        self.restart_workers = crew.restart_workers
        self._size = size

    def load_rules(self, plan: plans.Plan) -> None:
        """Run a batch on every worker, so that it loads the rules.

        A batch takes so long that no worker gets two of the first ones.
        """
        worker_spec = plan.worker_spec
        batch = tuple((n, plan.draw_seed(n)) for n in range(plan.batch))
        for _ in range(2):
            futures = [
                self.crew.submit(rows.play_batch, worker_spec, batch) for _ in range(2 * self._size)
            ]
            for future in futures:
                future.result()

    def __enter__(self) -> WarmWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: the workers are used again."""


class Rates(NamedTuple):
    """The speed and size of a sweep.

    Attributes:
        clock: Rulesets a second by the clock.
        worker: Rulesets a second of CPU time of the workers.
        main_ms: CPU milliseconds of the main process for each ruleset.
        size: Bytes for each ruleset.
    """

    clock: float
    worker: float
    main_ms: float
    size: float


def measure_sweep(plan: plans.Plan, crew: WarmWorkers) -> Rates:
    """Run a sweep in a temporary folder, and return its speed and size."""
    worker_s = 0.0
    take = runner.Run.take

    def take_and_count(run: runner.Run, batch: rows.Batch) -> None:
        nonlocal worker_s
        worker_s += batch.worked
        take(run, batch)

    runner.Run.take = take_and_count  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            main_began = time.process_time()
            runner.run(SweepFolder(Path(folder) / "sweep"), plan, crew)
            took_s = time.perf_counter() - began
            main_s = time.process_time() - main_began
            size = sum(path.stat().st_size for path in Path(folder).rglob("*.parquet"))
    finally:
        runner.Run.take = take  # type: ignore[method-assign]
    return Rates(
        clock=plan.count / took_s,
        worker=plan.count / worker_s,
        main_ms=1e3 * main_s / plan.count,
        size=size / plan.count,
    )


@contextlib.contextmanager
def start_dask(workers: int) -> Iterator[str]:
    """Start a Dask scheduler and its workers, and yield the address of the scheduler."""
    with tempfile.TemporaryDirectory() as folder:
        scheduler_file = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "dask"]
        options = ["--scheduler-file", str(scheduler_file), "--no-dashboard"]
        scheduler = [*dask, "scheduler", "--port", "0", *options]
        worker = [*dask, "worker", "--nthreads", "1", "--no-nanny", *options]
        processes = []
        for command in (scheduler, *[worker] * workers):
            processes.append(subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL))
        try:
            while not scheduler_file.exists():
                time.sleep(0.1)
            yield json.loads(scheduler_file.read_text())["address"]
        finally:
            for process in processes:
                process.terminate()
                process.wait()


def print_memory(plan: plans.Plan, interval: int = 500) -> None:
    """Play the rulesets of a plan in this process, and print its memory after each `interval`."""
    worker_spec = plan.worker_spec
    for first in range(0, plan.count, plan.batch):
        end = min(first + plan.batch, plan.count)
        rows.play_batch(worker_spec, tuple((n, plan.draw_seed(n)) for n in range(first, end)))
        if first % interval < plan.batch:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            resident_mb = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
            max_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
            memory = f"{resident_mb:.0f} MB, at most {max_mb:.0f}"
            print(f"{plan.book}: {end:6,} rulesets, {memory}", flush=True)


def measure_book(book: str, arguments: argparse.Namespace) -> dict[str, list[Rates]]:
    """Return the rates of each round by the kind of workers, one process first."""
    plan = plans.build_plan(book, rulesets=arguments.rulesets, games=arguments.games, batch=8)
    rates: dict[str, list[Rates]] = {}
    with contextlib.ExitStack() as stack:
        crews = {
            f"{n} processes": stack.enter_context(create_local_executor(plan, n)) for n in WORKERS
        }
        if arguments.cluster:
            address = stack.enter_context(start_dask(2))
            crews["Dask, 2 workers"] = stack.enter_context(connect_cluster(address))
        warm_workers = {name: WarmWorkers(crew, crew.size()) for name, crew in crews.items()}
        for workers in warm_workers.values():
            workers.load_rules(plan)
        for _ in range(arguments.rounds):
            for name, workers in warm_workers.items():
                rates.setdefault(name, []).append(measure_sweep(plan, workers))
    return rates


def print_rates(book: str, rates: dict[str, list[Rates]]) -> None:
    """Print a row for each kind of workers."""
    baseline = next(iter(rates.values()))
    for name, rounds in rates.items():
        clock = statistics.median(each.clock for each in rounds)
        worker = statistics.median(each.worker for each in rounds)
        main_ms = statistics.median(each.main_ms for each in rounds)
        size = statistics.median(each.size for each in rounds)
        pairs = list(zip(rounds, baseline, strict=True))
        clock_factor = statistics.median(each.clock / first.clock for each, first in pairs)
        worker_factor = statistics.median(each.worker / first.worker for each, first in pairs)
        print(
            f"{book:10}{name:17}{clock:7.2f} a second by the clock ({clock_factor:.2f} times one), "
            f"{worker:6.2f} of a worker's work ({worker_factor:.2f}), {main_ms:5.2f} ms to hand "
            f"out and write, {size:,.0f} bytes",
            flush=True,
        )


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
    arguments = parser.parse_args()
    if arguments.rounds:
        for book in arguments.book:
            print_rates(book, measure_book(book, arguments))
    if arguments.memory:
        for book in arguments.book:
            plan = plans.build_plan(book, rulesets=arguments.memory, games=arguments.games, batch=8)
            print_memory(plan)


if __name__ == "__main__":
    main()
