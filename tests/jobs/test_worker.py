"""Test worker processes: their replacement, time limits and niceness."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from carnage.jobs import worker as worker_module
from carnage.jobs.queue import JobQueue
from carnage.jobs.service import open_queues
from carnage.jobs.tasks import playtest
from carnage.jobs.worker import MAX_WORKER_BYTES, TIME_LIMIT_STATUS, Worker
from tests.support import job_tasks
from tests.support.job_queues import playtest_queue, until, wait_for_job

KEY = ("classic", "1" * 15)
TEST_TIMEOUT_S = 3.0  # Without a heartbeat, in place of HEARTBEAT_TIMEOUT_S.
REPLACED_WITHIN_S = TEST_TIMEOUT_S + 15.0  # On a busy machine; on a site within 35 s.


@pytest.fixture(autouse=True)
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "HEARTBEAT_TIMEOUT_S", TEST_TIMEOUT_S)


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker("test", niceness=0)
    yield worker
    worker.stop()


def running_queue() -> JobQueue[dict[str, object]]:
    """Return a queue with a running job, which ends when the gate is open."""
    queue = playtest_queue(job_tasks.held)
    queue.submit(KEY)
    until(lambda: queue._worker.process)
    until(lambda: queue._worker._heartbeat.value > 0)
    return queue


@pytest.mark.thorough
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
def test_worker_killed_or_stopped_is_replaced(gate: Path, sent: signal.Signals) -> None:
    queue = running_queue()
    process = queue._worker.process
    assert process is not None
    assert process.pid is not None
    began = time.monotonic()
    os.kill(process.pid, sent)
    gate.touch()
    assert wait_for_job(queue, KEY).result == job_tasks.FIGURES
    assert time.monotonic() - began < REPLACED_WITHIN_S
    assert queue._worker.process is not process
    assert not process.is_alive()
    queue.close()


@pytest.mark.thorough
def test_worker_busy_beyond_heartbeat_timeout_goes_on(worker: Worker) -> None:
    outcome = worker.run(job_tasks.busy, (3.5,))
    assert outcome.result == job_tasks.FIGURES
    assert outcome.seconds >= 3.5


@pytest.mark.thorough
def test_run_worker_without_heartbeat_is_not_billed(worker: Worker) -> None:
    worker.run(job_tasks.busy, (0.0,))
    assert worker.process is not None
    assert worker.process.pid is not None
    os.kill(worker.process.pid, signal.SIGSTOP)
    outcome = worker.run(job_tasks.busy, (0.0,))
    assert str(outcome.error) == "its worker had no heartbeat"
    assert outcome.can_retry
    assert outcome.seconds == 0.0


def test_run_worker_with_too_much_memory_is_replaced(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    assert worker.run(job_tasks.large, (1,)).result == job_tasks.FIGURES
    process = worker.process
    outcome = worker.run(job_tasks.large, (MAX_WORKER_BYTES // 2**20,))
    assert outcome.result == job_tasks.FIGURES
    assert process is not None
    assert not process.is_alive()
    assert worker.run(job_tasks.busy, (0.0,)).result == job_tasks.FIGURES
    assert not caplog.records


@pytest.mark.thorough
def test_run_worker_ended_while_idle_is_replaced(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    worker.run(job_tasks.busy, (0.0,))
    assert worker.process is not None
    worker.process.kill()
    worker.process.join()
    assert worker.run(job_tasks.busy, (0.0,)).result == job_tasks.FIGURES
    assert "ended with status -9 while it waited" in caplog.text


def test_run_time_limit_exceeded_ends_worker_without_retry(worker: Worker) -> None:
    outcome = worker.run(job_tasks.endless, KEY)
    assert str(outcome.error) == f"its worker ended with status {TIME_LIMIT_STATUS}"
    assert not outcome.can_retry


def test_run_task_raises_outcome_has_traceback(worker: Worker) -> None:
    outcome = worker.run(job_tasks.failing, KEY)
    assert "in failing" in str(outcome.error)
    assert "RuntimeError: a fault" in str(outcome.error)
    assert not outcome.can_retry


def test_run_stopped_worker_starts_no_process(worker: Worker) -> None:
    worker.stop()
    with pytest.raises(OSError, match="closed"):
        worker.run(job_tasks.busy, (0.0,))
    assert worker.process is None


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGHUP])
def test_worker_ignores_signals_of_terminal(worker: Worker, sent: signal.Signals) -> None:
    worker.run(job_tasks.busy, (0.0,))
    process = worker.process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, sent)
    assert worker.run(job_tasks.busy, (0.0,)).result == job_tasks.FIGURES
    assert worker.process is process


@pytest.mark.thorough
def test_worker_has_niceness_of_queue() -> None:
    queue = playtest_queue(job_tasks.niceness)
    queue.submit(KEY)
    figures = wait_for_job(queue, KEY).result
    queue.close()
    assert figures is not None
    assert figures["games"] == min(19, os.nice(0) + playtest.SETTINGS.niceness)


def test_queues_with_longer_jobs_have_higher_niceness() -> None:
    queues = open_queues(is_persistent=False)
    order = [
        queues.turns,
        queues.replays,
        queues.examples,
        queues.prints,
        queues.planned_replays,
    ]
    niceness = [queue.settings.niceness for queue in order]
    assert niceness == sorted(set(niceness))
    assert niceness[0] > 0, "pages come before them all"
    assert queues.planned_turns.settings.niceness == niceness[-1]
