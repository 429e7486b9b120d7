"""Workers of a sweep: executors that survive the death of a worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Protocol

from carnage.common.extras import missing_extra_error
from carnage.engine.simulation import count_cores
from carnage.sweeps.plan import Plan, SweepError

SCHEDULER_TIMEOUT_S = 10.0  # timeout for a scheduler, in seconds


class SweepExecutor(Protocol):
    """A pool of workers.

    `loses_all` says whether the death of a worker loses the tasks of all workers.
    """

    loses_all: bool

    def size(self) -> int:
        """Return the number of batches that can run at once."""

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        """Submit a call of a function to a worker."""

    def restart_workers(self) -> bool:
        """Replace dead workers, and return whether this had to be done here."""

    def __enter__(self) -> SweepExecutor:
        """Start the workers."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the workers."""


def is_worker_death(error: BaseException) -> bool:
    """Return whether this exception means that a worker has died."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ in (
        "KilledWorker",
        "CancelledError",
    )


def follow_parent() -> None:
    """Exit this process when its parent exits.

    Otherwise workers of a pool would wait for work for ever.
    """
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True, name="watches the parent").start()


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Start processes within this context that ignore Ctrl-C.

    A terminal sends it to all processes, and a worker that is interrupted while it starts prints a
    traceback. In this process an interrupt is delivered at the end of the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class ProcessExecutor:
    """Worker processes on this machine, each with one thread."""

    loses_all = True

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: Executor | None = None

    def size(self) -> int:
        return self._workers

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        assert self._pool is not None
        with block_interrupts():  # A submission starts workers as they are needed.
            return self._pool.submit(function, *given)

    def restart_workers(self) -> bool:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        # Use "spawn": a forked child would inherit locks that other threads hold.
        self._pool = ProcessPoolExecutor(
            self._workers, multiprocessing.get_context("spawn"), initializer=follow_parent
        )
        return True

    def __enter__(self) -> ProcessExecutor:
        self.restart_workers()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is None:
            return
        if error is not None:
            # Their batches are run again when the sweep continues. Python 3.14 has a method for
            # this.
            workers = getattr(self._pool, "_processes", None) or {}
            for worker in list(workers.values()):
                worker.terminate()
        # Wait for the threads of the pool: at interpreter exit they would raise errors.
        self._pool.shutdown(wait=True, cancel_futures=True)


def create_local_executor(plan: Plan, workers: int | None) -> SweepExecutor:
    """Return worker processes on this machine, by default one for each core. Raise SweepError."""
    count = count_cores() if workers is None else workers
    if not 1 <= count <= 1024:
        raise SweepError("Workers are a number from 1 to 1,024, such as 2.")
    return ProcessExecutor(min(count, -(-plan.count // plan.batch)))


class DaskExecutor:
    """The workers of a Dask cluster.

    The cluster replaces dead workers, and its scheduler submits their tasks again.
    """

    loses_all = False

    def __init__(self, client: Any) -> None:
        self._client = client
        self._pool = client.get_executor(pure=False)

    def size(self) -> int:
        return max(1, sum(map(int, self._client.nthreads().values())))

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        future: Future[Any] = self._pool.submit(function, *given)
        return future

    def restart_workers(self) -> bool:
        return False

    def __enter__(self) -> DaskExecutor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(wait=False)
        self._client.close()


def connect_cluster(scheduler: str) -> SweepExecutor:
    """Return the Dask cluster of the scheduler at this address.

    Raise SweepError if it does not answer or has no workers, and MissingExtraError without the
    package.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise missing_extra_error("cluster", error) from None
    try:
        client = Client(scheduler, timeout=SCHEDULER_TIMEOUT_S, set_as_default=False)
        client.wait_for_workers(1, timeout=SCHEDULER_TIMEOUT_S)
    except (OSError, ValueError, TimeoutError) as error:
        cause = " ".join(str(error).split())[:160]
        raise SweepError(
            f"No Dask scheduler with workers answers at {scheduler} ({cause}): start one by `dask "
            "scheduler`, "
            "workers by `dask worker ADDRESS`, and give its address, such as tcp://10.0.0.1:8786."
        ) from None
    return DaskExecutor(client)
