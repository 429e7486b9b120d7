"""A worker process: it runs the tasks of one queue, one at a time.

Only workers import the engine, so that the processes that answer requests never load it. A watchdog
thread in each worker touches its heartbeat, enforces the time limits of tasks, and ends the process
with its parent.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from carnage.common import log, memory

HEARTBEAT_S = 1.0  # Between two heartbeats of a worker, and between two looks at its time limits.
HEARTBEAT_TIMEOUT_S = 30.0  # Seconds without a heartbeat after which a worker is killed.
TIME_LIMIT_STATUS = 75  # The exit status of a worker whose task took too long.
# A task may take so many times its limit by the clock, since other processes use the processors,
# too.
CLOCK_FACTOR = 3.0
BACKGROUND_CLOCK_FACTOR = 10.0
# A worker with more memory ends after its task: printing takes 120 MB at first, and 220 MB after 60
# documents, although typst and the allocator are asked to release memory.
MAX_WORKER_BYTES = 180 * 2**20

_log = logging.getLogger(__name__)
_limits: list[TimeLimit] = []  # Of the present task of this process.


class TaskError(Exception):
    """The task has no result: the message is the traceback of its exception, or says how its
    worker ended.
    """


class Outcome(NamedTuple):
    """The end of a task.

    Attributes:
        result: The return value of the task.
        seconds: The processor time that it took; if the worker died, the time by the clock.
        error: The reason why there is no result.
        can_retry: The worker died, maybe through no fault of the task.
        is_last: The worker ends after this task.
    """

    result: Any = None
    seconds: float = 0.0
    error: TaskError | None = None
    can_retry: bool = False
    is_last: bool = False


class Worker:
    """A worker process as its queue uses it: started for the first task, replaced when it ends or
    hangs.

    Args:
        name: The name of a job, for the log.
        niceness: The niceness of the process.
    """

    def __init__(self, name: str, niceness: int) -> None:
        self.process: BaseProcess | None = None
        self._name = name
        self._niceness = niceness
        self._heartbeat = ctypes.c_long()
        self._connection: Connection | None = None
        self._is_stopped = False
        self._lock = threading.Lock()

    def run(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
        """Run a task in the process and return its outcome.

        Raise OSError if no process can be started.
        """
        process, connection = self._start()
        began = time.monotonic()
        is_silent = False
        try:
            connection.send((task, arguments))
            if self._wait(process, connection):
                outcome: Outcome = connection.recv()
                if outcome.is_last:
                    process.join()
                    self.process = None
                return outcome
        except TimeoutError:
            is_silent = True
            process.kill()
        except (EOFError, OSError):
            pass  # The process ended while it read or wrote.
        process.join()
        self.process = None
        how = "had no heartbeat" if is_silent else f"ended with status {process.exitcode}"
        return Outcome(
            seconds=0.0 if is_silent else time.monotonic() - began,
            error=TaskError(f"its worker {how}"),
            can_retry=process.exitcode != TIME_LIMIT_STATUS,
        )

    def stop(self) -> None:
        """Kill the process, and start no other."""
        with self._lock:
            self._is_stopped = True
            if self.process:
                self.process.kill()

    def _start(self) -> tuple[BaseProcess, Connection]:
        """Return the process and the connection to it; start it if there is none."""
        if self.process and not self.process.is_alive():
            _log.warning(
                "The worker for the next %s ended with status %s while it waited",
                self._name,
                self.process.exitcode,
            )
            self.process = None
        if self.process and self._connection:
            return self.process, self._connection
        # A forked process would inherit the locks of other threads, in any state.
        spawning = multiprocessing.get_context("spawn")
        heartbeat = self._heartbeat = spawning.RawValue(ctypes.c_long)
        self._connection, their_end = spawning.Pipe()
        process = spawning.Process(
            target=_run_tasks,
            args=(their_end, heartbeat, self._niceness),
            name=self._name,
            daemon=True,
        )
        with self._lock, their_end:
            if self._is_stopped:
                raise OSError("The queue is closed")
            process.start()
            self.process = process
        return process, self._connection

    def _wait(self, process: BaseProcess, connection: Connection) -> bool:
        """Wait for a result and return True, or False if the process ends.

        Raise TimeoutError if it hangs.
        """
        heartbeat = self._heartbeat.value
        heard_at = time.monotonic()
        while time.monotonic() - heard_at < HEARTBEAT_TIMEOUT_S:
            ready = wait([connection, process.sentinel], HEARTBEAT_S)
            if ready:
                return connection in ready
            if self._heartbeat.value != heartbeat:
                heartbeat = self._heartbeat.value
                heard_at = time.monotonic()
        raise TimeoutError


# ----------------------------------------------------------------------------------- in the process


def init_worker(heartbeat: ctypes.c_long, niceness: int) -> None:
    """Set up the process: its niceness, log, signals and watchdog."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    log.set_up(os.environ)
    # A terminal signals the site and its workers together; workers end with the site.
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=_watch, args=(heartbeat,), name="watchdog", daemon=True).start()


def _watch(heartbeat: ctypes.c_long) -> None:
    """Touch the heartbeat, and end the process when a time limit is exceeded or the parent has
    ended.
    """
    parent = multiprocessing.parent_process()
    while parent is None or parent.is_alive():
        heartbeat.value += 1
        for limit in list(_limits):
            if limit.is_exceeded():
                _log.error("A task took more than %g seconds: its worker ends", limit.seconds)
                os._exit(TIME_LIMIT_STATUS)
        time.sleep(HEARTBEAT_S)
    os._exit(0)


def _run_tasks(connection: Connection, heartbeat: ctypes.c_long, niceness: int) -> None:
    init_worker(heartbeat, niceness)
    outcome = Outcome()
    with suppress(EOFError):
        while not outcome.is_last:
            task, arguments = connection.recv()
            outcome = run_timed(task, *arguments)
            connection.send(outcome)


def run_timed(task: Callable[..., Any], *arguments: Any) -> Outcome:
    """Run a task and measure its processor time."""
    began = time.process_time()
    result = error = None
    try:
        result = task(*arguments)
    except Exception:
        error = TaskError(traceback.format_exc())
    return Outcome(
        result=result,
        seconds=time.process_time() - began,
        error=error,
        is_last=memory.measure_resident() > MAX_WORKER_BYTES,
    )


class TimeLimit:
    """A context in which a task may take a limited time; the watchdog ends its worker after that.

    Args:
        seconds: The processor time.
        clock_factor: How many times as long it may take by the clock.
    """

    def __init__(self, seconds: float, clock_factor: float = CLOCK_FACTOR) -> None:
        self.seconds = seconds
        self._clock_factor = clock_factor

    def renew(self) -> None:
        """Start the time again."""
        self._processor_deadline = time.process_time() + self.seconds
        self._clock_deadline = time.monotonic() + self.seconds * self._clock_factor

    def is_exceeded(self) -> bool:
        """Return whether the time is over."""
        return (
            time.process_time() >= self._processor_deadline
            or time.monotonic() >= self._clock_deadline
        )

    def __enter__(self) -> TimeLimit:
        self.renew()
        _limits.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _limits.remove(self)
