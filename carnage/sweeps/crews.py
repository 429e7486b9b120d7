"""Crews: who plays the batches of a sweep. Each is an executor that outlives the death of a worker."""

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

from carnage.engine.simulating import cores
from carnage.extras import missing
from carnage.sweeps.plan import Plan, SweepError

PATIENCE = 10.0  # seconds in which a scheduler has to answer


class Crew(Protocol):
    """Workers; `loses_all` says that one that dies takes with it what all others have in hand."""

    loses_all: bool

    def size(self) -> int:
        """How many batches it can play at once."""

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        """Have a worker call a function."""

    def renew(self) -> bool:
        """Replace the workers that are gone; whether that was for us to do."""

    def __enter__(self) -> Crew:
        """Have workers."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let them go."""


def died(error: BaseException) -> bool:
    """Whether this is how a crew tells that a worker has died."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ in ("KilledWorker", "CancelledError")


def follow_parent() -> None:
    """Have this process end with the one that started it, however that ended: a pool's workers would wait
    for work for ever."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True, name="watches the parent").start()


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Have processes that are started meanwhile ignore Ctrl-C, which is for this process alone.

    A terminal sends it to all of them, and a worker that is interrupted while it starts prints a traceback.
    Here an interrupt waits until the end of the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes:
    """Processes here, each of which plays in one thread."""

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

    def renew(self) -> bool:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        # Spawned, as everywhere and from every thread: a fork would take this process's locks with it.
        self._pool = ProcessPoolExecutor(
            self._workers, multiprocessing.get_context("spawn"), initializer=follow_parent
        )
        return True

    def __enter__(self) -> Processes:
        self.renew()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is None:
            return
        if error is not None:
            # What they play now is played again when the sweep goes on. Python 3.14 has a method for it.
            workers = getattr(self._pool, "_processes", None) or {}
            for worker in list(workers.values()):
                worker.terminate()
        # Its threads end before the interpreter does: they would complain about what is gone by then.
        self._pool.shutdown(wait=True, cancel_futures=True)


def local(plan: Plan, workers: int | None) -> Crew:
    """So many processes here, as many as there are processors if nothing is said; raises SweepError."""
    wanted = cores() if workers is None else workers
    if not 1 <= wanted <= 1024:
        raise SweepError("Workers are a number from 1 to 1,024, such as 2.")
    return Processes(min(wanted, -(-plan.count // plan.batch)))


class Dask:
    """The workers of a Dask cluster, which are replaced by whoever runs it; what was in the hands of one that
    died is given to others by the scheduler."""

    loses_all = False

    def __init__(self, client: Any) -> None:
        self._client = client
        self._pool = client.get_executor(pure=False)

    def size(self) -> int:
        return max(1, sum(map(int, self._client.nthreads().values())))

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        future: Future[Any] = self._pool.submit(function, *given)
        return future

    def renew(self) -> bool:
        return False

    def __enter__(self) -> Dask:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=False)
        self._client.close()


def cluster(scheduler: str) -> Crew:
    """The cluster of the scheduler at this address; raises SweepError if it is not there, or has no workers,
    and MissingExtraError."""
    try:
        from distributed import Client
    except ImportError as error:
        raise missing("cluster", error) from None
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        told = " ".join(str(error).split())[:160]
        raise SweepError(
            f"No Dask scheduler with workers answers at {scheduler} ({told}): start one by `dask scheduler`, "
            "workers by `dask worker ADDRESS`, and give its address, such as tcp://10.0.0.1:8786."
        ) from None
    return Dask(client)
