"""Jobs: work for a process of its own, so many waiting, one at a time, and what came of the last of them.

Nothing here blocks but `give_it`: a web thread asks how a job stands, and gets its answer at once.
"""

from __future__ import annotations

import logging
import math
import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Generic

from carnage import log
from carnage.worker import process
from carnage.worker.results import Key, Result, Results

_log = logging.getLogger(__name__)

NAP = 0.01  # seconds
ENDING = 1.0  # seconds until the system says how a process ended that is gone
PACE = 0.2  # how much the last job says about how long the next will take


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
    under_way: bool = False


_Submitted = tuple[Future[Any], ProcessPoolExecutor]


@dataclass(eq=False, slots=True)
class _UnderWay(Generic[Result]):
    """A job that waits or is being done: for whom, in which request it was asked for, by which worker, since
    when, when somebody looked at it last, and how many seconds of it are paid."""

    visitor: str
    asked: str
    future: Future[process.Measured]
    pool: ProcessPoolExecutor
    since: float
    looked_at: float
    step: int
    covered: float
    interim: Result | None


class Jobs(Generic[Result]):
    """A worker, its queue, and what came of the last jobs.

    `job` is what the worker runs, with a key's values as its arguments. At most so many are `waiting`, the
    one under way among them, and at most `each` of one visitor; what comes of them goes into `results`. A
    worker that comes `after_others` leaves the processors to them. A job that waits and that nobody has
    looked at for so many seconds is `dropped`. `name` is what its jobs are called in the log.

    With `unfinished` jobs come in steps. The number of its step, from 0, is a job's last argument, and as
    long as this says so of what it comes to, its next step is put at the end of the queue; what is not None
    is shown meanwhile. `warm` is what makes a worker ready for the games of a family.

    Where `charge` is set, a visitor is charged when a step is over: for the seconds of the processor that it
    took, as far as they are more than what is `covered` by the price of having asked for the job.
    """

    def __init__(
        self,
        name: str,
        job: Callable[..., Result | None],
        waiting: int,
        each: int,
        results: Results[Result],
        after_others: bool = False,
        dropped: float = math.inf,
        unfinished: Callable[[Any], bool] | None = None,
        warm: Callable[[str], None] = process.warm,
        covered: float = math.inf,
    ) -> None:
        self.name, self._job, self._waiting, self._each, self._results = name, job, waiting, each, results
        self._warm, self._covered = warm, covered
        self.charge: Callable[[str, float], None] | None = None
        self._after_others, self._dropped, self._unfinished = after_others, dropped, unfinished
        self._lock = threading.RLock()  # a job may end while it is being started, or as it is cancelled
        self._pool: ProcessPoolExecutor | None = None
        self._blamed: ProcessPoolExecutor | None = None  # the last that died, with what it was about
        self._closed = False
        self._shown: Any = (0, 0, 0, 0)
        self._under_way: dict[Key, _UnderWay[Result]] = {}
        self.done = self.failed = 0  # jobs
        self._pace = 0.0  # seconds that a job takes, by the last of them
        self._last = 0.0  # when the last was done

    def count(self) -> int:
        """How many jobs wait or are under way."""
        return len(self._under_way)

    def start(self, key: Key, visitor: str = "", asked: str = "") -> None:
        """Have this done for a visitor, unless it is done or under way; raises Busy.

        What goes wrong is logged under the id of the request in which it was `asked`, of the present one if
        none is given.
        """
        with self._lock:
            self._gather()
            if key in self._under_way or (self._results.known(key) and self._results.get(key) is not None):
                return
            of_visitor = sum(job.visitor == visitor for job in self._under_way.values())
            if len(self._under_way) >= self._waiting or of_visitor >= self._each:
                raise Busy
            self._results.promise(key)
            self._begin(key, visitor, asked or log.asked.get())

    def resume(self) -> None:
        """Have done what was promised before this process began."""
        with self._lock:
            for key in self._results.promised()[: self._waiting]:
                self._begin(key, "")

    def look(self, key: Key) -> Standing[Result]:
        """How it stands."""
        with self._lock:
            self._gather()
            if key not in self._under_way:
                if not self._results.known(key):
                    return Standing()
                result = self._results.get(key)
                return Standing(True, result, failed=result is None)
            job = self._under_way[key]
            job.looked_at = time.monotonic()
            ahead = list(self._under_way).index(key)
            warm = bool(self._shown[process.WARM])
            done, total, spent = (self._shown[n] for n in (process.DONE, process.TOTAL, process.SPENT))
            # Half of the time is gone when a quarter is done: nothing goes side by side before most of what
            # others ask is there.
            compiling = spent * (math.sqrt(total / done) - 1) if done else None
            return Standing(
                True,
                job.interim,
                ahead=ahead,
                warm=warm,
                compiled=done,
                to_compile=total,
                seconds=ahead * self._pace if warm else compiling,
                under_way=True,
            )

    def give_it(self, key: Key, seconds: float) -> None:
        """Wait a little, as long as there may be something to be shown any moment."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0.0:
            with self._lock:
                self._gather()
                job = self._under_way.get(key)
                ready = bool(self._shown[process.WARM])
            if job is None or job.interim is not None or not ready:
                return
            wait([job.future], timeout=left)

    def prepare(self, family: str) -> None:
        """Have the worker load this family's rules before anybody asks; wait until it has, or has failed."""
        with self._lock:
            if self._closed:
                return
            future, _ = self._submitted(self._warm, family)
        wait([future])
        if not self._closed and not future.cancelled() and (error := future.exception()) is not None:
            _log.error("No worker could be made ready for the next %s", self.name, exc_info=error)

    def close(self) -> None:
        """Let the worker go. What it was about breaks off, which is no fault to report."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self, key: Key, visitor: str, asked: str = "") -> None:
        """Put this at the end of the queue."""
        self._put(key, visitor, asked, time.monotonic(), 0, self._covered, None)

    def _go_on(self, key: Key, job: _UnderWay[Result], step: int, interim: Result | None) -> None:
        """Put a step of a job that has begun at the end of the queue, unless nobody waits for it any more:
        its next, or the same once more, which nobody has done."""
        if job.looked_at >= time.monotonic() - self._dropped:
            self._put(key, job.visitor, job.asked, job.looked_at, step, job.covered, interim)

    def _put(
        self,
        key: Key,
        visitor: str,
        asked: str,
        looked_at: float,
        step: int,
        covered: float,
        interim: Result | None,
    ) -> None:
        steps = () if self._unfinished is None else (step,)
        future, pool = self._submitted(process.measured, self._job, *key, *steps)
        job = self._under_way[key] = _UnderWay(
            visitor, asked, future, pool, time.monotonic(), looked_at, step, covered, interim
        )
        future.add_done_callback(lambda _: self._end(key, job))

    def _charge_for(self, job: _UnderWay[Result], seconds: float) -> None:
        """Charge whom a step was made for with so many seconds, but for those that are covered."""
        beyond = max(0.0, seconds - job.covered)
        job.covered = max(0.0, job.covered - seconds)
        if beyond and self.charge and job.visitor:
            self.charge(job.visitor, beyond)

    def _submitted(self, work: Callable[..., Any], *arguments: Any) -> _Submitted:
        """Give work to the worker, who is hired if there is none, or if the last has died."""
        while True:
            if self._pool is None:
                # Forked, a worker would inherit the locks of every web thread in whatever state they are.
                spawning = multiprocessing.get_context("spawn")
                self._shown = spawning.Array("i", 4)
                begin = process.begin, (self._shown, self._after_others)
                self._pool = ProcessPoolExecutor(1, spawning, *begin)
            try:
                return self._pool.submit(work, *arguments), self._pool
            except BrokenProcessPool:
                if self._pool is not self._blamed:
                    _log.warning(
                        "The worker for the next %s ended while it waited: another begins", self.name
                    )
                self._pool = None

    def _gather(self) -> None:
        """Note the end of every job that is over, and drop what nobody waits for."""
        long_ago = time.monotonic() - self._dropped
        for key, job in list(self._under_way.items()):
            if job.looked_at < long_ago:
                job.future.cancel()
            if job.future.done():
                self._end(key, job)

    def _end(self, key: Key, job: _UnderWay[Result]) -> None:
        """Keep what came of a job that is over, unless that has been noted; log what went wrong."""
        with self._lock:
            if self._closed or self._under_way.get(key) is not job:
                return
            del self._under_way[key]
            if job.future.cancelled():
                return
            now = time.monotonic()
            took, self._last = now - max(job.since, self._last), now
            self._pace = PACE * took + (1 - PACE) * self._pace if self._pace else took
            error = job.future.exception()
            if isinstance(error, BrokenProcessPool):
                if job.pool is self._blamed:
                    # All fail with their worker; only the first of them was under way.
                    self._go_on(key, job, job.step, job.interim)
                    return
                self._blamed = job.pool
            if isinstance(error, process.NotWarm):
                self._replace_worker()
            else:
                # What was done for a job that broke off nobody knows: as much as there was time for.
                self._charge_for(job, took if error else job.future.result().seconds)
            result: Any = None if error else job.future.result().result
            if error is None and self._unfinished is not None and self._unfinished(result):
                self._go_on(key, job, job.step + 1, result)
            elif error is None:
                self.done += 1
                self._results.put(key, result)
            else:
                self.failed += 1
                self._results.put(key, None)
                # Out of here: those that wait behind it hear of a worker's death when this returns.
                what = f"The {self.name} of /{'/'.join(map(str, key))}"
                threading.Thread(target=_tell_of_failure, args=(what, job, error)).start()

    def _replace_worker(self) -> None:
        """Let a worker go that has no luck with the engine; what still waits for it gets another."""
        pool, self._pool = self._pool, None
        for key, job in list(self._under_way.items()):
            if job.future.cancel():
                self._go_on(key, job, job.step, job.interim)
        if pool is not None:
            pool.shutdown(wait=False)


def _tell_of_failure(what: str, job: _UnderWay[Any], error: BaseException) -> None:
    """Write into the log that this job broke off and why; where its worker died, how that ended."""
    died = ""
    if isinstance(error, BrokenProcessPool) and (workers := job.pool._processes):
        (worker,) = workers.values()
        patient = time.monotonic() + ENDING
        # Its pool asks too; the system tells one of both, and the other knows once that has noted it.
        while worker.exitcode is None and time.monotonic() < patient:
            time.sleep(NAP)
        died = f": its worker {process.ending(worker.exitcode)}"
    _log.error("%s broke off%s", what, died, exc_info=error, extra={"request": job.asked})
