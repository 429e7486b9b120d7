"""Jobs: work for a process of its own, so many waiting, one at a time, and what came of the last of them.

Nothing here blocks but `give_it`: a web thread asks how a job stands, and gets its answer at once.
"""

from __future__ import annotations

import ctypes
import logging
import math
import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any, Generic

from carnage import log
from carnage.jobs import courtesy, worker
from carnage.jobs.job_logging import tell_of_death, tell_of_failure
from carnage.jobs.libraries import can_compile
from carnage.jobs.priority import Had
from carnage.jobs.results import Key, Result, Results
from carnage.jobs.status import Busy, NoCompiler, Standing, Submitted, UnderWay

__all__ = ["Busy", "Jobs", "NoCompiler", "Standing"]

_log = logging.getLogger(__name__)

DEAREST = 60.0  # seconds of work at most that a job counts for which broke off
PACE = 0.2  # how much the last job says about how long the next will take


class Jobs(Generic[Result]):
    """A worker, its queue, and what came of the last jobs.

    `job` is what the worker runs, with a key's values as its arguments. At most so many are `waiting`, the
    one under way among them, and at most `each` of one visitor; what comes of them goes into `results`. By
    its `niceness` (`worker.PLAY` and so on) a worker leaves the processors to others. A job that waits and
    that nobody has looked at for so many seconds is `dropped`. Where a worker dies, its job is done `again`
    so many times: it may have been no fault of the job's. `name` is what its jobs are called in the log.

    With `unfinished` jobs come in steps. The number of its step, from 0, is a job's last argument, and as
    long as this says so of what it comes to, its next step is put at the end of the queue; what is not None
    is shown meanwhile.

    With `least_first` the next is that of whoever needs, and has had, least of the worker's time of late
    (`Had.rank`). Else each is done when it is its turn. With `makes_room`, where as many wait as may,
    such a one takes the place of whoever comes last, whose job is then done only if it is asked for again.

    Where `charge` is set, a visitor is charged when a step is over: for the seconds of the processor that it
    took, as far as they are more than what is `covered` by the price of having asked for the job.
    Jobs that play thousands of games are `compiled_only`: none is started where games run uncompiled.
    """

    def __init__(
        self,
        name: str,
        job: Callable[..., Result | None],
        waiting: int,
        each: int,
        results: Results[Result],
        niceness: int = 0,
        dropped: float = math.inf,
        unfinished: Callable[[Any], bool] | None = None,
        covered: float = math.inf,
        least_first: bool = False,
        makes_room: bool = False,
        again: int = 0,
        compiled_only: bool = False,
    ) -> None:
        self.name, self._job, self._waiting, self._each, self._results = name, job, waiting, each, results
        self._covered, self._again, self._compiled_only = covered, again, compiled_only
        self._least_first, self._makes_room = least_first, makes_room
        self.charge: Callable[[str, float], None] | None = None
        self._niceness, self._dropped, self._unfinished = niceness, dropped, unfinished
        self._lock = threading.Condition(threading.RLock())  # a job may end while it is being started
        self._had = Had()
        self._busy: UnderWay[Result] | None = None  # what the worker is about
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._held = False
        self._late = ctypes.c_byte(0)  # whether the worker ended itself since a job took too long
        self._under_way: dict[Key, UnderWay[Result]] = {}
        self.done = self.failed = 0  # jobs
        self._pace = 0.0  # seconds that a job takes, by the last of them
        self._last = 0.0  # when the last was done

    def count(self) -> int:
        """How many jobs wait or are under way."""
        return len(self._under_way)

    def start(self, key: Key, visitor: str = "", asked: str = "") -> None:
        """Have this done for a visitor, unless it is done or under way; raises Busy, and NoCompiler.

        What goes wrong is logged under the id of the request in which it was `asked`, of the present one if
        none is given.
        """
        if self._compiled_only and not can_compile(key[0]):
            raise NoCompiler
        with self._lock:
            self._gather()
            if key in self._under_way:
                self._hand_on()
                return
            if self._results.known(key) and self._results.get(key) is not None:
                return
            of_visitor = sum(job.visitor == visitor for job in self._under_way.values())
            full = len(self._under_way) >= self._waiting
            if of_visitor >= self._each or (full and not self._made_room(visitor)):
                raise Busy
            self._results.promise(key)
            self._begin(key, visitor, asked or log.asked.get())

    def resume(self) -> None:
        """Have done what was promised before this process began."""
        with self._lock:
            for key in self._results.promised()[: self._waiting]:
                if key not in self._under_way and (not self._compiled_only or can_compile(key[0])):
                    self._begin(key, "")

    def hold(self) -> None:
        """Start no job until `release` is called; jobs may be asked for all the same."""
        self._held = True

    def release(self) -> None:
        """Start the jobs that have been asked for."""
        with self._lock:
            self._held = False
            try:
                self._hand_on()
            except (OSError, RuntimeError):  # The next request tries again.
                _log.exception("No worker can be started for the next %s", self.name)

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
            ahead = 0 if job is self._busy else (self._busy is not None) + self._in_turn().index(key)
            return Standing(
                True,
                job.interim,
                ahead=ahead,
                seconds=ahead * self._pace,
                under_way=True,
                spent=0.0 if job.going is None else time.monotonic() - job.going,
            )

    def give_it(self, key: Key, seconds: float) -> None:
        """Wait a little, as long as there may be something to be shown any moment."""
        until = time.monotonic() + seconds
        with courtesy.waiting(), self._lock:
            while (left := until - time.monotonic()) > 0.0:
                job = self._under_way.get(key)
                if job is None or job.interim is not None:
                    return
                self._lock.wait(left)

    def close(self) -> None:
        """Let the worker go. What it was about breaks off, which is no fault to report."""
        with self._lock:
            self._closed = True
            self._let_go()

    def _let_go(self) -> None:
        """Let the worker go: whoever needs one hires another."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self, key: Key, visitor: str, asked: str = "") -> None:
        """Put this at the end of the queue."""
        now = time.monotonic()
        self._under_way[key] = UnderWay(visitor, asked, now, now, 0, self._covered, None)
        self._hand_on()

    def _go_on(self, key: Key, job: UnderWay[Result], step: int, interim: Result | None) -> None:
        """Put the next step of a job at the end of the queue, unless nobody waits for it any more."""
        if job.looked_at >= time.monotonic() - self._dropped:
            now = time.monotonic()
            going = now if job.going is None else job.going
            following = replace(job, since=now, step=step, interim=interim, given=None, going=going)
            self._under_way[key] = following

    def _in_turn(self) -> list[Key]:
        """What waits, in the order in which it is done if nobody else comes."""
        waiting = [key for key, job in self._under_way.items() if job is not self._busy]
        if self._least_first:
            now = time.monotonic()
            waiting.sort(key=lambda key: self._had.rank(self._under_way[key].visitor, now))
        return waiting

    def _made_room(self, visitor: str) -> bool:
        """Let somebody's job go who has had more than this visitor, if there is one."""
        waiting = self._in_turn() if self._makes_room else []
        now = time.monotonic()
        if not waiting:
            return False
        if self._had.rank(self._under_way[waiting[-1]].visitor, now) <= self._had.rank(visitor, now):
            return False
        del self._under_way[waiting[-1]]
        self._lock.notify_all()
        return True

    def _hand_on(self) -> None:
        """Give the worker what is next, if it has nothing to do."""
        if self._closed or self._held or self._busy is not None or not (waiting := self._in_turn()):
            return
        key = waiting[0]
        job = self._busy = self._under_way[key]
        steps = () if self._unfinished is None else (job.step,)
        try:
            job.given = self._submitted(worker.measured, self._job, *key, *steps)
        except (OSError, RuntimeError):  # no other process is to be had, or no thread to look after it
            self._busy = None
            self._let_go()
            raise
        job.given[0].add_done_callback(lambda future: self._end(key, job, future))

    def _charge_for(self, job: UnderWay[Result], seconds: float) -> None:
        """Count so many seconds for whom a step was made, and charge all but those that are covered."""
        self._had.add(job.visitor, seconds)
        beyond = max(0.0, seconds - job.covered)
        job.covered = max(0.0, job.covered - seconds)
        if beyond and self.charge and job.visitor:
            self.charge(job.visitor, beyond)

    def _submitted(self, work: Callable[..., Any], *arguments: Any) -> Submitted:
        """Give work to the worker, who is hired if there is none, or if the last has died."""
        while True:
            if self._pool is None:
                # Forked, a worker would inherit the locks of every web thread in whatever state they are.
                spawning = multiprocessing.get_context("spawn")
                self._late = spawning.RawValue(ctypes.c_byte, 0)
                begin = worker.begin, (self._late, self._niceness)
                self._pool = ProcessPoolExecutor(1, spawning, *begin)
            try:
                return self._pool.submit(work, *arguments), self._pool
            except BrokenProcessPool:
                how = worker.how_it_died(self._pool)
                _log.warning("The worker for the next %s ended while it waited%s", self.name, how)
                self._pool = None

    def _gather(self) -> None:
        """Drop what nobody waits for."""
        long_ago = time.monotonic() - self._dropped
        for key, job in list(self._under_way.items()):
            if job.looked_at < long_ago and job is not self._busy:
                del self._under_way[key]

    def _end(self, key: Key, job: UnderWay[Result], future: Future[Any]) -> None:
        """Keep what came of a job that is over, and log what went wrong; then it is the next one's turn."""
        with self._lock:
            if self._closed or future.cancelled():
                return
            del self._under_way[key]
            self._busy = None
            now = time.monotonic()
            took, self._last = now - max(job.since, self._last), now
            self._pace = PACE * took + (1 - PACE) * self._pace if self._pace else took
            error = future.exception()
            if isinstance(error, BrokenProcessPool):
                self._pool = None  # it can be asked for nothing, not even to end, while it tells of that
            # What was done for a job that broke off nobody knows: as much as there was time for.
            self._charge_for(job, min(took, DEAREST) if error else future.result().seconds)
            result: Any = None if error else future.result().result
            died = isinstance(error, BrokenProcessPool)
            if died and job.deaths < self._again and not self._late.value:
                self._tell_later(tell_of_death, key, job)
                self._under_way[key] = replace(job, since=now, given=None, deaths=job.deaths + 1)
            elif error is None and self._unfinished is not None and self._unfinished(result):
                self._go_on(key, job, job.step + 1, result)
            elif error is None:
                self.done += 1
                self._results.put(key, result)
            else:
                self.failed += 1
                self._results.put(key, None)
                self._tell_later(tell_of_failure, key, job, error)
            try:
                self._hand_on()
            except (OSError, RuntimeError) as why:  # the next who asks tries again, unless Python is to end
                self._closed = "interpreter shutdown" in str(why)
                if not self._closed:
                    _log.error("Nobody does what waits for the next %s", self.name, exc_info=why)
            self._lock.notify_all()

    def _tell_later(self, tell: Callable[..., None], key: Key, job: UnderWay[Result], *more: Any) -> None:
        """Have written into the log how a worker has ended, which its pool hears when this is over."""
        what = f"The {self.name} of /{'/'.join(map(str, key))}"
        threading.Thread(target=tell, args=(what, job, *more)).start()
