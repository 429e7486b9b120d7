"""Jobs: work for a process of its own, so many waiting, one at a time, and what came of the last of them.

Nothing here blocks but `give_it`: a web thread asks how a job stands, and gets its answer at once.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from carnage.worker import process

_log = logging.getLogger(__name__)

Key = tuple[Any, ...]
"""What a job is called with: the same key is the same job."""

Result = TypeVar("Result")


class Busy(Exception):
    """As many jobs wait as may."""


@dataclass(frozen=True, slots=True)
class Standing(Generic[Result]):
    """How a job stands: it has a `result` once it is done, or has `failed`.

    While it is under way, `ahead` tells how many come before it; while the worker is not warm yet, `compiled`
    of `to_compile` tell how far it has come.
    """

    known: bool = False
    result: Result | None = None
    failed: bool = False
    ahead: int = 0
    warm: bool = True
    compiled: int = 0
    to_compile: int = 0


class Jobs(Generic[Result]):
    """A worker, its queue, and what came of the last jobs.

    `job` is what the worker runs, with a key's values as its arguments. At most so many are `waiting`, the
    one under way among them; so many results are `kept`. A worker that comes `after_others` leaves the
    processors to them. `name` is what its jobs are called in the log.
    """

    def __init__(
        self, name: str, job: Callable[..., Result], waiting: int, kept: int, after_others: bool = False
    ) -> None:
        self.name, self._job, self._waiting, self._kept = name, job, waiting, kept
        self._after_others = after_others
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._shown: Any = (0, 0, 0)
        self._futures: OrderedDict[Key, Future[Result]] = OrderedDict()
        self._results: OrderedDict[Key, Result | None] = OrderedDict()

    def start(self, key: Key) -> None:
        """Have this done, unless it is done or under way; raises Busy."""
        with self._lock:
            self._gather()
            if self._results.get(key) is not None or key in self._futures:
                return
            if len(self._futures) >= self._waiting:
                raise Busy
            self._results.pop(key, None)
            self._futures[key] = self._submit(key)

    def look(self, key: Key) -> Standing[Result]:
        """How it stands."""
        with self._lock:
            self._gather()
            if key in self._results:
                self._results.move_to_end(key)
                result = self._results[key]
                return Standing(True, result, failed=result is None)
            if key not in self._futures:
                return Standing()
            return Standing(
                True,
                ahead=list(self._futures).index(key),
                warm=bool(self._shown[process.WARM]),
                compiled=self._shown[process.DONE],
                to_compile=self._shown[process.TOTAL],
            )

    def give_it(self, key: Key, seconds: float) -> None:
        """Wait a little, as long as it may be done any moment."""
        with self._lock:
            future = self._futures.get(key)
            ready = bool(self._shown[process.WARM])
        if future is not None and ready:
            wait([future], timeout=seconds)

    def close(self) -> None:
        """Let the worker go. What it was about breaks off, which is no fault to report."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, key: Key) -> Future[Result]:
        if self._pool is None:
            # Forked, a worker would inherit the locks of every web thread in whatever state they are.
            spawning = multiprocessing.get_context("spawn")
            self._shown = spawning.Array("i", 3)
            self._pool = ProcessPoolExecutor(1, spawning, process.begin, (self._shown, self._after_others))
        try:
            future = self._pool.submit(self._job, *key)
        except BrokenProcessPool:
            # Its worker ended, out of time or killed. What waited for it fails; this gets a new one.
            self._pool = None
            return self._submit(key)
        future.add_done_callback(partial(self._log_failure, key))
        return future

    def _gather(self) -> None:
        """Keep what came of every job that is over; None of one that broke off."""
        for key, future in [(key, future) for key, future in self._futures.items() if future.done()]:
            del self._futures[key]
            error = None if future.cancelled() else future.exception()
            if isinstance(error, process.NotWarm):
                self._replace_worker()
            broke = future.cancelled() or error is not None
            self._results[key] = None if broke else future.result()
            while len(self._results) > self._kept:
                self._results.popitem(last=False)

    def _replace_worker(self) -> None:
        """Let a worker go that has no luck with the engine; what still waits for it gets another."""
        pool, self._pool = self._pool, None
        for key, future in self._futures.items():
            if future.cancel():
                self._futures[key] = self._submit(key)
        if pool is not None:
            pool.shutdown(wait=False)

    def _log_failure(self, key: Key, future: Future[Result]) -> None:
        if not self._closed and not future.cancelled() and (error := future.exception()) is not None:
            _log.error("The %s of /%s broke off", self.name, "/".join(map(str, key)), exc_info=error)
