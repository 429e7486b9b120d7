"""Test job queues: limits, order, steps, retries and use."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from carnage.common import log
from carnage.jobs import queue as queue_module
from carnage.jobs import worker as worker_module
from carnage.jobs.priority import OWN_SECONDS
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import ResultStore, SqliteResultStore
from carnage.jobs.settings import QueueSettings
from carnage.jobs.status import JobStatus, NoCompiler, QueueFull, VisitorLimit
from tests.support import job_tasks
from tests.support.job_queues import InlineWorker, TimedWorker, playtest_queue, wait_for_job

KEY = ("classic", "1" * 15)
OTHER = ("classic", "2" * 15)


@pytest.fixture
def make(gate: Path) -> Iterator[Callable[..., JobQueue[dict[str, Any]]]]:
    """Return a function that makes queues, which are closed after the test."""
    queues: list[JobQueue[dict[str, Any]]] = []

    def make_queue(*arguments: Any, **settings: Any) -> JobQueue[dict[str, Any]]:
        queues.append(playtest_queue(*arguments, **settings))
        return queues[-1]

    yield make_queue
    gate.touch()
    for queue in queues:
        queue.close()


def create_timed_queue(worker: TimedWorker, **limits: Any) -> JobQueue[float]:
    """Return a queue whose jobs the test runs by `run_next`; the last value of a key is the
    job's seconds.
    """
    defaults: dict[str, Any] = {"max_pending": 8, "max_per_visitor": 2, "max_results": 8}
    settings = QueueSettings("job", niceness=0, **defaults | limits)
    queue: JobQueue[float] = JobQueue(lambda *key: float(key[-1]), settings, clock=worker.clock)
    queue._worker = worker  # type: ignore[assignment]
    queue._thread = object()  # type: ignore[assignment]
    return queue


# --------------------------------------------------------------------------------------- submitting


def test_submit_visitor_limit_reached_raises(
    make: Callable[..., Any],
) -> None:
    queue = make(job_tasks.held, max_per_visitor=2)
    for key in (KEY, OTHER, OTHER):
        queue.submit(key, "a")
    with pytest.raises(VisitorLimit) as raised:
        queue.submit(("classic", "3"), "a")
    assert raised.value.args == (2,)
    queue.submit(("classic", "3"), "b")
    assert queue.count() == 3


def test_submit_queue_full_raises_and_leaves_nothing(
    make: Callable[..., Any],
) -> None:
    queue = make(job_tasks.held, max_pending=0)
    with pytest.raises(QueueFull) as raised:
        queue.submit(KEY)
    assert raised.value.args == (0,)
    assert queue.status(KEY) == JobStatus()


def test_submit_after_minutes_of_work_is_accepted() -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker)
    for job in ("playtest", "comparison", "balance"):
        queue.submit((job, 0, 120.0), "a")
        assert queue.run_next()
    queue.submit(("another playtest", 0, 1.0), "a")
    assert queue.count() == 1


def test_submit_without_compiler_raises(
    make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "can_compile", lambda book: False)
    queue = make(job_tasks.held)
    with pytest.raises(NoCompiler):
        queue.submit(KEY)
    assert queue.count() == 0


@pytest.mark.parametrize(
    "error", [OSError("no more processes"), RuntimeError("can't start new thread")]
)
def test_worker_cannot_start_keeps_job(
    tmp_path: Path, make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr(queue_module, "RESTART_DELAY_S", 0.01)
    (tmp_path / "been here").touch()
    key = ("classic", str(tmp_path / "been here"))
    queue = make(job_tasks.killed_once)
    target = (
        (worker_module.Worker, "_start")
        if isinstance(error, OSError)
        else (threading.Thread, "start")
    )
    with monkeypatch.context() as scarce:
        scarce.setattr(*target, fail)
        if isinstance(error, OSError):
            queue.submit(key)
            time.sleep(0.1)
            assert queue.status(key).under_way
        else:
            with pytest.raises(RuntimeError):
                queue.submit(key)
    queue.submit(key)
    assert wait_for_job(queue, key).result == job_tasks.FIGURES


# ---------------------------------------------------------------------------------- order and steps


def test_run_next_least_used_visitor_is_first() -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker)
    for visitor, seconds in (("heavy", 5.0), ("heavier", 6.0), ("light", 0.1)):
        queue.submit((visitor, seconds), visitor)
        queue.run_next()
    worker.keys.clear()
    for visitor in ("heavier", "heavy", "light", "new"):
        queue.submit((visitor, "next", 1.0), visitor)
    assert queue.status(("heavy", "next", 1.0)).ahead == 2
    while queue.run_next():
        pass
    assert {worker.keys[0][0], worker.keys[1][0]} == {"light", "new"}
    assert [key[0] for key in worker.keys[2:]] == ["heavy", "heavier"]
    assert queue.count() == 0


@pytest.mark.parametrize(
    ("step_seconds", "order"),
    [(OWN_SECONDS / 8, "aaaabbbb"), (OWN_SECONDS * 0.6, "aababbab")],
    ids=["short", "long"],
)
def test_run_next_job_alternates_with_equals_after_own_seconds(
    step_seconds: float, order: str
) -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker, has_more_steps=lambda seconds: seconds == step_seconds)
    queue._task = lambda visitor, step: step_seconds if step < 3 else 1.0
    for visitor in ("a", "b"):
        queue.submit((visitor,), visitor)
    while queue.run_next():
        pass
    assert "".join(key[0] for key in worker.keys) == order


def test_status_not_polled_drops_job() -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker, abandon_after=20.0, has_more_steps=lambda seconds: True)
    queue._task = lambda *key: 1.0
    queue.submit(KEY)
    assert queue.run_next()
    worker.now += 21.0
    assert not queue.run_next()
    assert queue.count() == 0


def test_status_polled_keeps_job() -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker, abandon_after=20.0)
    queue.submit(("a", 1.0))
    for _ in range(3):
        worker.now += 15.0
        assert queue.status(("a", 1.0)).under_way
    assert queue.run_next()
    assert queue.result(("a", 1.0)) == 1.0


def test_status_estimates_seconds_from_earlier_steps() -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker)
    queue.submit(("a", 3.0), "a")
    queue.run_next()
    queue.submit(("b", 3.0), "b")
    queue.submit(("a", "next", 3.0), "a")
    assert queue.status(("a", "next", 3.0)).seconds == 3.0


def test_wait_job_ends_returns_at_once(make: Callable[..., Any], gate: Path) -> None:
    queue = make(job_tasks.held)
    queue.submit(KEY)
    threading.Timer(0.3, gate.touch).start()
    began = time.monotonic()
    queue.wait(KEY, 60.0)
    assert time.monotonic() - began < 30.0
    assert queue.result(KEY) == job_tasks.FIGURES


def test_pause_runs_nothing_until_resume(make: Callable[..., Any], gate: Path) -> None:
    gate.touch()
    queue = make(job_tasks.held)
    queue.pause()
    queue.submit(KEY)
    queue.wait(KEY, 0.2)
    assert queue.status(KEY).under_way
    assert queue._worker.process is None
    queue.resume()
    assert wait_for_job(queue, KEY).result == job_tasks.FIGURES


# -------------------------------------------------------------------------------- failures, retries


def test_worker_killed_job_is_retried(
    tmp_path: Path, make: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    key = ("classic", str(tmp_path / "been here"))
    queue = make(job_tasks.killed_once)
    queue.submit(key)
    assert wait_for_job(queue, key).result == job_tasks.FIGURES
    assert queue.failed == 0
    assert "is done again: its worker ended with status -9" in caplog.text


@pytest.mark.thorough
def test_worker_dies_each_time_job_fails_and_others_run(make: Callable[..., Any]) -> None:
    queue = make(job_tasks.exiting)
    keys = [("classic", digit * 15) for digit in "0123"]
    for key in keys:
        queue.submit(key, visitor=key[1])
    assert [wait_for_job(queue, key).failed for key in keys] == [True, False, True, True]
    assert (queue.done, queue.failed) == (1, 3)


def test_time_limit_exceeded_job_is_not_retried(
    make: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    queue = make(job_tasks.endless)
    queue.submit(KEY)
    assert wait_for_job(queue, KEY).failed
    assert "is done again" not in caplog.text


@pytest.mark.parametrize(
    ("task", "cause"),
    [
        (job_tasks.failing, "RuntimeError: a fault"),
        (job_tasks.exiting, "its worker ended with status 3"),
    ],
)
def test_job_fails_log_names_cause_and_request(
    make: Callable[..., Any], caplog: pytest.LogCaptureFixture, task: Callable[..., Any], cause: str
) -> None:
    queue = make(task)
    log.request_id.set("a-request")
    queue.submit(OTHER)
    log.request_id.set("another")
    assert wait_for_job(queue, OTHER).failed
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.request == "a-request"
    assert "/".join(OTHER) in record.getMessage()
    assert record.exc_info
    assert cause in str(record.exc_info[1])


def test_failed_job_submitted_again_runs_again(make: Callable[..., Any]) -> None:
    queue = make(job_tasks.failing)
    for failed in (1, 2):
        queue.submit(KEY)
        assert wait_for_job(queue, KEY).failed
        assert queue.failed == failed


def test_arguments_cannot_be_pickled_job_fails(make: Callable[..., Any]) -> None:
    queue = make(job_tasks.held, needs_compiler=False)
    key = ("classic", lambda: None)
    queue.submit(key)
    assert wait_for_job(queue, key).failed


# ------------------------------------------------------------------------------ pending at shutdown


def test_resubmit_pending_after_kill_runs_jobs(
    make: Callable[..., Any], tmp_path: Path, gate: Path
) -> None:
    path = tmp_path / "results"
    first = make(job_tasks.held, SqliteResultStore(path, 4))
    gate.touch()
    first.submit(KEY)
    assert wait_for_job(first, KEY).result == job_tasks.FIGURES
    gate.unlink()
    first.submit(OTHER)
    first.close()
    second = make(job_tasks.held, SqliteResultStore(path, 4))
    assert second.result(KEY) == job_tasks.FIGURES
    assert not second.status(OTHER).known
    second.resubmit_pending()
    gate.touch()
    assert wait_for_job(second, OTHER).result == job_tasks.FIGURES
    assert SqliteResultStore(path, 4).pending() == []


def test_resubmit_pending_without_compiler_keeps_jobs(
    make: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results"
    SqliteResultStore(path, 4).mark_pending(KEY)
    monkeypatch.setattr(queue_module, "can_compile", lambda book: False)
    queue = make(job_tasks.held, SqliteResultStore(path, 4))
    queue.resubmit_pending()
    assert queue.count() == 0
    assert SqliteResultStore(path, 4).pending() == [KEY]


def test_resubmit_pending_job_under_way_keeps_visitor(
    make: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "results"
    SqliteResultStore(path, 4).mark_pending(KEY)
    queue = make(job_tasks.held, SqliteResultStore(path, 4), max_per_visitor=1)
    queue.submit(KEY, "a")
    queue.resubmit_pending()
    assert queue.count() == 1
    with pytest.raises(VisitorLimit):
        queue.submit(OTHER, "a")


def test_failed_job_is_not_pending(make: Callable[..., Any], tmp_path: Path) -> None:
    queue = make(job_tasks.failing, SqliteResultStore(tmp_path / "results", 4))
    queue.submit(KEY)
    assert wait_for_job(queue, KEY).failed
    assert SqliteResultStore(tmp_path / "results", 4).pending() == []


def test_results_beyond_limit_are_evicted(make: Callable[..., Any]) -> None:
    queue = make(job_tasks.exiting, ResultStore(2))
    keys = [("classic", f"1{n}" + "0" * 13) for n in range(3)]
    for key in keys:
        queue.submit(key)
        wait_for_job(queue, key)
    assert [queue.status(key).known for key in keys] == [False, True, True]


# ----------------------------------------------------------------------------------- use of workers


def seconds_used(
    task: Callable[..., Any], key: tuple[Any, ...], visitor: str = "a", **extra: Any
) -> float:
    """Return the seconds that a job of a visitor counts."""
    queue: JobQueue[Any] = JobQueue(task, QueueSettings("work", 0, 8, 8, 8, **extra))
    queue._worker = InlineWorker()  # type: ignore[assignment]
    queue.submit(key, visitor)
    wait_for_job(queue, key)
    queue.close()
    return queue._usage.seconds_used(visitor, time.monotonic())


@pytest.mark.thorough
def test_usage_is_cpu_time_beyond_free_seconds() -> None:
    assert 0.18 <= seconds_used(job_tasks.busy, (0.3,)) < 0.4
    is_complete = {"has_more_steps": lambda step: not step["complete"]}
    assert 0.28 <= seconds_used(job_tasks.busy_in_three, (0.2,), **is_complete) < 0.6
    assert seconds_used(job_tasks.busy, (0.005,)) == 0.0


def test_usage_without_visitor_sets_order_only() -> None:
    worker = TimedWorker()
    queue = create_timed_queue(worker)
    queue.submit(("resubmitted", 60.0))
    assert queue.run_next()
    queue.submit(("another", 1.0))
    worker.now += 1.0
    queue.submit(("new", 1.0), "new")
    assert queue.run_next()
    assert worker.keys[-1] == ("new", 1.0)


def test_usage_worker_ended_is_elapsed_time() -> None:
    queue: JobQueue[Any] = JobQueue(job_tasks.endless, QueueSettings("work", 0, 8, 8, 8))
    queue.submit(KEY, "a")
    assert wait_for_job(queue, KEY).failed
    queue.close()
    assert queue._usage.seconds_used("a", time.monotonic()) > 0.0
