"""A queue of jobs: one worker process runs them step by step, in the order of `priority`.

No method but `wait` blocks: a web thread submits a job, and asks for its status.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from carnage.common import log
from carnage.jobs.libraries import can_compile
from carnage.jobs.priority import DecayingUsage
from carnage.jobs.results import Key, Result, ResultStore
from carnage.jobs.settings import QueueSettings
from carnage.jobs.status import JobStatus, NoCompiler, QueueFull, VisitorLimit
from carnage.jobs.worker import Outcome, TaskError, Worker

# Not counted of each step: a player of many minutes does not wait until new visitors have used as
# much.
FREE_STEP_SECONDS = 0.02

MAX_STEP_SECONDS = 60.0  # Counted at most for a step; more only where its worker died.
MAX_RETRIES = 2  # Of a job whose worker died, maybe through no fault of the job.
RESTART_DELAY_S = 1.0  # After a failed attempt to start a worker.

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _PendingJob(Generic[Result]):
    """A job that waits or runs.

    Attributes:
        request_id: The request that submitted it, for the log.
        seconds: The seconds of work so far.
        polled_at: When its status was requested last.
        first_step_at: When its first step ended.
        deaths: The number of workers that died of it.
    """

    key: Key
    visitor: str
    request_id: str
    polled_at: float
    seconds: float = 0.0
    step: int = 0
    interim: Result | None = None
    first_step_at: float | None = None
    deaths: int = 0


class JobQueue(Generic[Result]):
    """A queue of jobs with one worker process, and the results of the last jobs.

    Args:
        task: The function that the worker calls with the values of a job's key. It must be
            importable.
        settings: The limits of the queue.
        results: Where results are stored; by default in memory.
        clock: A monotonic clock.

    Attributes:
        done: The number of jobs that have ended with a result.
        failed: The number of jobs that have ended without one.
    """

    def __init__(
        self,
        task: Callable[..., Result | None],
        settings: QueueSettings,
        results: ResultStore[Result] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.done = 0
        self.failed = 0
        self._task = task
        self._results = results or ResultStore(settings.max_results)
        self._clock = clock
        self._worker = Worker(settings.name, settings.niceness)
        self._usage = DecayingUsage()
        self._jobs: dict[Key, _PendingJob[Result]] = {}
        self._running: _PendingJob[Result] | None = None
        self._step_seconds = 0.0  # The duration of the last step, for estimates.
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_paused = False
        self._is_closed = False

    def count(self) -> int:
        """Return the number of jobs that wait or run."""
        return len(self._jobs)

    def submit(self, key: Key, visitor: str = "", request_id: str = "") -> None:
        """Submit a job, unless it is pending or has a result.

        Raise VisitorLimit, QueueFull, or NoCompiler.

        Args:
            key: The arguments of the task.
            visitor: The rate-limit key of the visitor.
            request_id: The request that errors are logged under; by default the present one.
        """
        if self.settings.needs_compiler and not can_compile(key[0]):
            raise NoCompiler
        with self._changed:
            self._drop_abandoned()
            if key in self._jobs or self._results.get(key) is not None:
                return
            of_visitor = sum(job.visitor == visitor for job in self._jobs.values())
            if of_visitor >= self.settings.max_per_visitor:
                raise VisitorLimit(self.settings.max_per_visitor)
            if len(self._jobs) >= self.settings.max_pending:
                raise QueueFull(self.settings.max_pending)
            self._add(key, visitor, request_id or log.request_id.get())

    def resubmit_pending(self) -> None:
        """Submit the jobs that were pending when an earlier process ended."""
        with self._changed:
            for key in self._results.pending()[: self.settings.max_pending]:
                can_run = not self.settings.needs_compiler or can_compile(key[0])
                if can_run and key not in self._jobs:
                    self._add(key, visitor="", request_id="")

    def status(self, key: Key) -> JobStatus[Result]:
        """Return the status of a job."""
        with self._changed:
            self._drop_abandoned()
            job = self._jobs.get(key)
            if job is None:
                known = key in self._results
                result = self.result(key) if known else None
                return JobStatus(known, result, failed=known and result is None)
            now = job.polled_at = self._clock()
            ahead = 0
            if job is not self._running:
                ahead = self._waiting().index(job) + (self._running is not None)
            return JobStatus(
                known=True,
                result=job.interim,
                ahead=ahead,
                seconds=ahead * self._step_seconds,
                under_way=True,
                spent=0.0 if job.first_step_at is None else now - job.first_step_at,
            )

    def result(self, key: Key) -> Result | None:
        """Return the result of a job that has ended; None if there is none."""
        with self._changed:
            return self._results.get(key)

    def wait(self, key: Key, seconds: float) -> None:
        """Block for up to some seconds, until a job has ended or has the result of a step."""
        with self._changed:
            self._changed.wait_for(
                lambda: key not in self._jobs or self._jobs[key].interim is not None, seconds
            )

    def pause(self) -> None:
        """Run no jobs until `resume` is called; jobs may be submitted."""
        self._is_paused = True

    def resume(self) -> None:
        """Run jobs again."""
        with self._changed:
            self._is_paused = False
            self._changed.notify_all()

    def close(self) -> None:
        """Kill the worker and end the thread of the queue. Pending jobs stay marked as such."""
        atexit.unregister(self.close)
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._worker.stop()
        if self._thread:
            self._thread.join()

    def run_next(self) -> bool:
        """Run one step of the next job, in this thread, and return whether there was one."""
        with self._changed:
            self._drop_abandoned()
            waiting = self._waiting()
            if not waiting:
                return False
            job = self._running = waiting[0]
        began = self._clock()
        arguments = job.key if self.settings.has_more_steps is None else (*job.key, job.step)
        try:
            outcome = self._worker.run(self._task, arguments)
        except OSError:  # No process can be started: the job stays in the queue.
            self._running = None
            raise
        except Exception as error:
            outcome = Outcome(error=TaskError(repr(error)))
        with self._changed:
            self._running = None
            if not self._is_closed:
                self._finish_step(job, outcome, self._clock() - began)
            self._changed.notify_all()
        return True

    # --------------------------------------------------------------------------- with the lock held

    def _add(self, key: Key, visitor: str, request_id: str) -> None:
        if self._thread is None:
            thread = threading.Thread(target=self._run, name=self.settings.name, daemon=True)
            thread.start()
            self._thread = thread
            atexit.register(self.close)
        now = self._clock()
        self._results.mark_pending(key)
        self._jobs[key] = _PendingJob(key, visitor, request_id, now)
        self._changed.notify_all()

    def _drop_abandoned(self) -> None:
        """Drop the waiting jobs whose status nobody has requested for long."""
        deadline = self._clock() - self.settings.abandon_after
        for job in list(self._jobs.values()):
            if job.polled_at < deadline and job is not self._running:
                del self._jobs[job.key]

    def _waiting(self) -> list[_PendingJob[Result]]:
        """Return the jobs that wait, the next first."""
        now = self._clock()
        counts: Counter[str] = Counter()
        ranks: dict[_PendingJob[Result], tuple[float, int]] = {}
        for job in self._jobs.values():  # the oldest first
            if job is not self._running:
                ranks[job] = self._usage.rank(job.visitor, job.seconds, counts[job.visitor], now)
                counts[job.visitor] += 1
        return sorted(ranks, key=ranks.__getitem__)

    def _finish_step(self, job: _PendingJob[Result], outcome: Outcome, duration: float) -> None:
        """Store the outcome of a step; keep the job if it has to run again."""
        now = self._clock()
        self._step_seconds = duration
        seconds = min(outcome.seconds, MAX_STEP_SECONDS) - FREE_STEP_SECONDS
        self._usage.record(job.visitor, seconds, now)
        job.seconds += max(0.0, seconds)
        title = f"The {self.settings.name} of /{'/'.join(map(str, job.key))}"
        extra = {"request": job.request_id}
        if outcome.can_retry and job.deaths < MAX_RETRIES:
            job.deaths += 1
            _log.warning("%s is done again: %s", title, outcome.error, extra=extra)
            return
        has_more_steps = self.settings.has_more_steps
        if outcome.error is None and has_more_steps and has_more_steps(outcome.result):
            job.step += 1
            job.interim = outcome.result
            job.first_step_at = now if job.first_step_at is None else job.first_step_at
            return
        del self._jobs[job.key]
        self._results.put(job.key, outcome.result)
        if outcome.error is None:
            self.done += 1
        else:
            self.failed += 1
            _log.error("%s failed", title, exc_info=outcome.error, extra=extra)

    # ----------------------------------------------------------------------------------- the thread

    def _run(self) -> None:
        """Run jobs until the queue is closed."""
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._is_closed or (self._jobs and not self._is_paused)
                )
            if self._is_closed:
                return
            try:
                self.run_next()
            except Exception:
                if not self._is_closed:
                    _log.exception("The next %s cannot be run now", self.settings.name)
                    time.sleep(RESTART_DELAY_S)
