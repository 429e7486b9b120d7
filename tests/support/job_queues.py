"""Helpers of tests of job queues."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key, ResultStore
from carnage.jobs.status import JobStatus
from carnage.jobs.tasks import play, playtest, replay
from carnage.jobs.worker import Outcome, run_timed


def until(condition: Callable[[], Any], seconds: float = 240.0) -> Any:
    """Return the first true value of a condition."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.05)
    raise AssertionError("it took too long")


def wait_for_job(queue: JobQueue[Any], key: Key) -> JobStatus[Any]:
    """Return the status of a job once it has ended."""

    def status() -> JobStatus[Any] | None:
        found = queue.status(key)
        return None if found.under_way else found

    ended: JobStatus[Any] = until(status)
    return ended


def playtest_queue(
    task: Callable[..., Any] = playtest.run_playtest_step,
    results: ResultStore[dict[str, Any]] | None = None,
    **settings: Any,
) -> JobQueue[dict[str, Any]]:
    """Return a queue with the settings of playtests, or others."""
    return JobQueue(task, replace(playtest.SETTINGS, **settings), results)


def turn_queues(**settings: Any) -> tuple[JobQueue[Any], JobQueue[Any]]:
    """Return the queues of the play page: one for games without planners, one for games with them."""
    without = JobQueue(play.load_state_in_steps, replace(play.SETTINGS, **settings))
    planned = JobQueue(play.load_state_in_steps, replace(play.PLANNED_SETTINGS, **settings))
    return without, planned


def replay_queue() -> JobQueue[Any]:
    """Return the queue of replays."""
    return JobQueue(replay.make_replay_result, replay.SETTINGS)


class InlineWorker:
    """Stand in for a worker, and run each task in the thread of the queue."""

    def run(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
        return run_timed(task, *arguments)

    def stop(self) -> None:
        pass


class TimedWorker(InlineWorker):
    """Stands in for a worker: its tasks take no time, and a simulated clock advances by their
    results.

    Attributes:
        now: The time of the clock.
        keys: The arguments of the tasks that it has run.
    """

    def __init__(self) -> None:
        self.now = 1000.0
        self.keys: list[tuple[Any, ...]] = []

    def clock(self) -> float:
        return self.now

    def run(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
        self.keys.append(arguments)
        seconds = task(*arguments)
        self.now += seconds
        return Outcome(seconds, seconds)
