"""Jobs: work for a process of its own, so many waiting, one at a time, and what came of the last of them.

Nothing here blocks but `give_it`: a web thread asks how a job stands, and gets its answer at once.
"""

from __future__ import annotations

import logging
import math
import multiprocessing
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from carnage.worker import process

_log = logging.getLogger(__name__)

PACE = 0.2  # how much the last job says about how long the next will take

Key = tuple[Any, ...]
"""What a job is called with: the same key is the same job."""

Result = TypeVar("Result")


class Busy(Exception):
    """As many jobs wait as may, of all visitors or of this one."""


@dataclass(frozen=True, slots=True)
class Standing(Generic[Result]):
    """How a job stands: it has a `result` once it is done, or has `failed`.

    While it is under way, `ahead` tells how many come before it; while the worker is not warm yet,
    `compiled` of `to_compile` tell how far it has come. `seconds` is how long it may take until this job's
    turn comes, by how long others took; None if nobody knows.
    """

    known: bool = False
    result: Result | None = None
    failed: bool = False
    ahead: int = 0
    warm: bool = True
    compiled: int = 0
    to_compile: int = 0
    seconds: float | None = None


class Jobs(Generic[Result]):
    """A worker, its queue, and what came of the last jobs.

    `job` is what the worker runs, with a key's values as its arguments. At most so many are `waiting`, the
    one under way among them, and at most `each` of one visitor; so many results are `kept`. A worker that
    comes `after_others` leaves the processors to them. A job that waits and that nobody has looked at for so
    many seconds is `dropped`. `name` is what its jobs are called in the log.
    """

    def __init__(
        self,
        name: str,
        job: Callable[..., Result],
        waiting: int,
        each: int,
        kept: int,
        after_others: bool = False,
        dropped: float = math.inf,
    ) -> None:
        self.name, self._job, self._waiting, self._each, self._kept = name, job, waiting, each, kept
        self._after_others, self._dropped = after_others, dropped
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._shown: Any = (0, 0, 0, 0)
        self.done = self.failed = 0  # jobs
        self._pace = 0.0  # seconds that a job takes, by the last of them
        self._last = 0.0  # when the last was done
        self._futures: OrderedDict[Key, Future[Result]] = OrderedDict()
        self._asked_by: dict[Key, str] = {}
        self._looked_at: dict[Key, float] = {}
        self._results: OrderedDict[Key, Result | None] = OrderedDict()

    def count(self) -> int:
        """How many jobs wait or are under way."""
        return len(self._futures)

    def start(self, key: Key, visitor: str = "") -> None:
        """Have this done for a visitor, unless it is done or under way; raises Busy."""
        with self._lock:
            self._gather()
            if self._results.get(key) is not None or key in self._futures:
                return
            of_visitor = sum(self._asked_by[waiting] == visitor for waiting in self._futures)
            if len(self._futures) >= self._waiting or of_visitor >= self._each:
                raise Busy
            self._results.pop(key, None)
            self._asked_by[key] = visitor
            self._looked_at[key] = time.monotonic()
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
            self._looked_at[key] = time.monotonic()
            ahead = list(self._futures).index(key)
            warm = bool(self._shown[process.WARM])
            done, total, spent = (self._shown[n] for n in (process.DONE, process.TOTAL, process.SPENT))
            compiling = spent / done * (total - done) if done else None
            return Standing(
                True,
                ahead=ahead,
                warm=warm,
                compiled=done,
                to_compile=total,
                seconds=ahead * self._pace if warm else compiling,
            )

    def give_it(self, key: Key, seconds: float) -> None:
        """Wait a little, as long as it may be done any moment."""
        with self._lock:
            future = self._futures.get(key)
            ready = bool(self._shown[process.WARM])
        if future is not None and ready:
            wait([future], timeout=seconds)

    def prepare(self, family: str) -> None:
        """Have the worker load this family's rules before anybody asks, and wait until it has or has
        failed."""
        with self._lock:
            future = self._hired().submit(process.warm, family)
        wait([future])
        if not self._closed and not future.cancelled() and (error := future.exception()) is not None:
            _log.error("A worker could not be made ready for the %s", self.name, exc_info=error)

    def close(self) -> None:
        """Let the worker go. What it was about breaks off, which is no fault to report."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _hired(self) -> ProcessPoolExecutor:
        """The worker, hired if there is none."""
        if self._pool is None:
            # Forked, a worker would inherit the locks of every web thread in whatever state they are.
            spawning = multiprocessing.get_context("spawn")
            self._shown = spawning.Array("i", 4)
            self._pool = ProcessPoolExecutor(1, spawning, process.begin, (self._shown, self._after_others))
        return self._pool

    def _submit(self, key: Key) -> Future[Result]:
        try:
            future = self._hired().submit(self._job, *key)
        except BrokenProcessPool:
            # Its worker ended, out of time or killed. What waited for it fails; this gets a new one.
            self._pool = None
            return self._submit(key)
        future.add_done_callback(partial(self._note_end, key, time.monotonic()))
        return future

    def _gather(self) -> None:
        """Keep what came of every job that is over; None of one that broke off. Drop what nobody waits
        for."""
        long_ago = time.monotonic() - self._dropped
        for key, future in list(self._futures.items()):
            if self._looked_at[key] < long_ago and future.cancel():
                self._forget(key)
        worker_died = False
        for key, future in [(key, future) for key, future in self._futures.items() if future.done()]:
            error = None if future.cancelled() else future.exception()
            if isinstance(error, BrokenProcessPool):
                # All fail with their worker; only the first of them was under way.
                if worker_died:
                    self._futures[key] = self._submit(key)
                    continue
                worker_died = True
            self._forget(key)
            if isinstance(error, process.NotWarm):
                self._replace_worker()
            broke = future.cancelled() or error is not None
            self.failed += broke
            self.done += not broke
            self._results[key] = None if broke else future.result()
            while len(self._results) > self._kept:
                self._results.popitem(last=False)

    def _forget(self, key: Key) -> None:
        del self._futures[key], self._asked_by[key], self._looked_at[key]

    def _replace_worker(self) -> None:
        """Let a worker go that has no luck with the engine; what still waits for it gets another."""
        pool, self._pool = self._pool, None
        for key, future in self._futures.items():
            if future.cancel():
                self._futures[key] = self._submit(key)
        if pool is not None:
            pool.shutdown(wait=False)

    def _note_end(self, key: Key, since: float, future: Future[Result]) -> None:
        """Keep in mind how long it took, and log what went wrong."""
        now = time.monotonic()
        took, self._last = now - max(since, self._last), now
        self._pace = PACE * took + (1 - PACE) * self._pace if self._pace else took
        if self._closed or future.cancelled() or (error := future.exception()) is None:
            return
        if not isinstance(error, BrokenProcessPool) or next(iter(self._futures), None) == key:
            _log.error("The %s of /%s broke off", self.name, "/".join(map(str, key)), exc_info=error)
