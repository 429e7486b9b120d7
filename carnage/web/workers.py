"""Playtests in a process of its own: so many waiting, one at a time, and what came of the last few hundred.

Nothing here blocks: a web thread asks how a playtest stands, and gets its answer at once.
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
from typing import Any

from carnage.playtest import work

GAMES = 500
SECONDS = 60.0  # that one playtest may take; a slow one takes two
WAITING = 8  # playtests that may wait for a worker, or be under way
KEPT = 256  # results

_log = logging.getLogger(__name__)

Key = tuple[str, str]
"""A book's code, and the digits that stand for all seeds which give the same rules."""


class Busy(Exception):
    """As many playtests wait as may."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a playtest stands: `found` once it is done, `failed` if it broke.

    While it is under way, `ahead` tells how many come before it; while the worker is not warm yet, `compiled`
    of `to_compile` tell how far it has come.
    """

    known: bool = False
    figures: dict[str, Any] | None = None
    failed: bool = False
    ahead: int = 0
    warm: bool = True
    compiled: int = 0
    to_compile: int = 0


class Playtests:
    """A worker, its queue and its results. `job` is what it runs: for tests."""

    def __init__(
        self, waiting: int = WAITING, kept: int = KEPT, job: Callable[..., dict[str, Any]] = work.play
    ) -> None:
        self._job, self._waiting, self._kept = job, waiting, kept
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._shown: Any = (0, 0, 0)
        self._futures: OrderedDict[Key, Future[dict[str, Any]]] = OrderedDict()
        self._figures: OrderedDict[Key, dict[str, Any] | None] = OrderedDict()

    def start(self, key: Key) -> None:
        """Have this game playtested, unless that is done or under way; raises Busy."""
        with self._lock:
            self._gather()
            if self._figures.get(key) is not None or key in self._futures:
                return
            if len(self._futures) >= self._waiting:
                raise Busy
            self._figures.pop(key, None)
            self._futures[key] = self._submit(key)

    def look(self, key: Key) -> Standing:
        """How it stands."""
        with self._lock:
            self._gather()
            if key in self._figures:
                self._figures.move_to_end(key)
                figures = self._figures[key]
                return Standing(True, figures, failed=figures is None)
            if key not in self._futures:
                return Standing()
            return Standing(
                True,
                ahead=list(self._futures).index(key),
                warm=bool(self._shown[work.WARM]),
                compiled=self._shown[work.DONE],
                to_compile=self._shown[work.TOTAL],
            )

    def give_it(self, key: Key, seconds: float) -> None:
        """Wait a little, as long as it may be done any moment."""
        with self._lock:
            future = self._futures.get(key)
            ready = bool(self._shown[work.WARM])
        if future is not None and ready:
            wait([future], timeout=seconds)

    def close(self) -> None:
        """Let the worker go. What it was about breaks off, which is no fault to report."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, key: Key) -> Future[dict[str, Any]]:
        if self._pool is None:
            # Forked, a worker would inherit the locks of every web thread in whatever state they are.
            spawning = multiprocessing.get_context("spawn")
            self._shown = spawning.Array("i", 3)
            self._pool = ProcessPoolExecutor(1, spawning, work.begin, (self._shown,))
        try:
            future = self._pool.submit(self._job, *key, GAMES, SECONDS)
        except BrokenProcessPool:
            # Its worker ended, out of time or killed. What waited for it fails; this gets a new one.
            self._pool = None
            return self._submit(key)
        future.add_done_callback(partial(self._log_failure, key))
        return future

    def _gather(self) -> None:
        """Keep what came of every playtest that is over; None of one that broke off."""
        for key, future in [(key, future) for key, future in self._futures.items() if future.done()]:
            del self._futures[key]
            error = None if future.cancelled() else future.exception()
            if isinstance(error, work.NotWarm):
                self._replace_worker()
            broke = future.cancelled() or error is not None
            self._figures[key] = None if broke else future.result()
            while len(self._figures) > self._kept:
                self._figures.popitem(last=False)

    def _replace_worker(self) -> None:
        """Let a worker go that has no luck with the engine; what still waits for it gets another."""
        pool, self._pool = self._pool, None
        for key, future in self._futures.items():
            if future.cancel():
                self._futures[key] = self._submit(key)
        if pool is not None:
            pool.shutdown(wait=False)

    def _log_failure(self, key: Key, future: Future[dict[str, Any]]) -> None:
        if not self._closed and not future.cancelled() and (error := future.exception()) is not None:
            _log.error("The playtest of /%s/%s broke off", *key, exc_info=error)
