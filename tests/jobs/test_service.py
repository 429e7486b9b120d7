"""Test the queues of the job process, as other processes use them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from carnage.common import log
from carnage.jobs import libraries, service
from carnage.jobs.queue import JobQueue
from carnage.jobs.service import (
    Channel,
    Queues,
    connect,
    open_channel,
    open_queues,
    serve_queues,
    start_queues,
)
from carnage.jobs.status import JobsUnavailable, NoCompiler, QueueFull, VisitorLimit
from carnage.jobs.tasks import playtest
from tests.support import job_tasks
from tests.support.job_queues import wait_for_job

KEY = ("classic", "1" * 15)
SPAWNING = multiprocessing.get_context("spawn")


@pytest.fixture
def queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queues]:
    """Return queues of this process whose cache folder is empty."""
    monkeypatch.setattr(service, "cache_folder", lambda: tmp_path)
    queues = open_queues()
    yield queues
    queues.close()


@pytest.fixture
def channel() -> Iterator[Channel]:
    channel = open_channel()
    yield channel
    channel.callers.close()  # The thread that receives calls ends.


def serve_forever(calls: socket.socket, callers: socket.socket) -> None:
    """Serve queues that run no playtests, as the job process of a test."""
    queues = open_queues(is_persistent=False)
    queues.playtests.pause()
    serve_queues(queues, Channel(calls, callers))
    threading.Event().wait()


def start_job_process(channel: Channel) -> BaseProcess:
    """Start a job process, and return it once it answers."""
    process = SPAWNING.Process(target=serve_forever, args=tuple(channel), daemon=True)
    process.start()
    connect(channel, 60.0).turns.status(())
    return process


# ------------------------------------------------------------------------------------- in a process


@pytest.mark.thorough
def test_start_queues_compiles_rules_before_jobs_run(
    queues: Queues, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling = threading.Event()
    monkeypatch.setattr(libraries, "build", lambda: compiling.wait(60.0))
    (tmp_path / "been here").touch()
    key = ("classic", str(tmp_path / "been here"))
    thread = start_queues(queues)
    for queue in queues:
        monkeypatch.setattr(queue, "_task", job_tasks.killed_once)
        queue.submit(key)
    assert wait_for_job(queues.prints, key).known
    waiting = [name for name, queue in queues._asdict().items() if queue.status(key).under_way]
    assert waiting == [
        "playtests",
        "replays",
        "planned_replays",
        "turns",
        "planned_turns",
        "examples",
    ]
    compiling.set()
    thread.join()
    assert wait_for_job(queues.playtests, key).result == job_tasks.FIGURES


def test_start_queues_resubmits_pending_playtests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: Path
) -> None:
    monkeypatch.setattr(service, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(libraries, "build", lambda: None)
    monkeypatch.setattr(playtest, "run_playtest_step", job_tasks.held)
    first = open_queues()
    first.playtests.submit(KEY)
    first.close()
    second = open_queues()
    start_queues(second).join()
    gate.touch()
    result = wait_for_job(second.playtests, KEY).result
    second.close()
    assert result == job_tasks.FIGURES


# -------------------------------------------------------------------------------- between processes


def test_connect_calls_reach_queues(queues: Queues, channel: Channel, gate: Path) -> None:
    gate.touch()
    queues.playtests._task = job_tasks.held
    serve_queues(queues, channel)
    remote = connect(channel).playtests
    assert not remote.status(KEY).known
    remote.submit(KEY, "a")
    remote.wait(KEY, 60.0)
    assert wait_for_job(queues.playtests, KEY).result == job_tasks.FIGURES
    assert remote.status(KEY).result == job_tasks.FIGURES


@pytest.mark.parametrize(
    ("limit", "error"), [("max_per_visitor", VisitorLimit), ("max_pending", QueueFull)]
)
def test_connect_limit_reached_raises_its_exception(
    queues: Queues, channel: Channel, limit: str, error: type[Exception]
) -> None:
    queues.playtests.settings = replace(queues.playtests.settings, **{limit: 0})
    serve_queues(queues, channel)
    with pytest.raises(error) as raised:
        connect(channel).playtests.submit(KEY)
    assert raised.value.args == (0,)


def test_connect_no_compiler_raises(
    queues: Queues, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    serve_queues(queues, channel)
    with pytest.raises(NoCompiler):
        connect(channel).playtests.submit(KEY)


def test_connect_job_fails_is_logged_with_request(
    queues: Queues, channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    queues.playtests._task = job_tasks.failing
    serve_queues(queues, channel)
    log.request_id.set("a-request")
    connect(channel).playtests.submit(KEY)
    assert wait_for_job(queues.playtests, KEY).failed
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.request == "a-request"


@pytest.mark.thorough
def test_connect_job_process_killed_raises_at_once(channel: Channel, tmp_path: Path) -> None:
    process = start_job_process(channel)
    remote = connect(channel, 60.0)
    remote.playtests.submit(KEY)
    threading.Timer(0.5, process.kill).start()
    began = time.monotonic()
    with pytest.raises(JobsUnavailable):
        remote.playtests.wait(KEY, 60.0)
    assert time.monotonic() - began < 5.0
    process.join()


@pytest.mark.thorough
def test_connect_job_process_replaced_reaches_next(channel: Channel) -> None:
    first = start_job_process(channel)
    first.kill()
    first.join()
    known: list[bool] = []
    remote = connect(channel, 60.0).turns
    thread = threading.Thread(target=lambda: known.append(remote.status(()).known))
    thread.start()  # No process answers yet.
    second = start_job_process(channel)
    thread.join()
    assert known == [False]
    second.kill()
    second.join()


@pytest.mark.thorough
def test_connect_job_process_stopped_raises_in_time(channel: Channel) -> None:
    process = start_job_process(channel)
    remote = connect(channel, timeout_s=0.5)
    remote.turns.status(())
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    try:
        for _ in range(2):
            began = time.monotonic()
            with pytest.raises(JobsUnavailable):
                remote.turns.status(())
            assert 0.4 < time.monotonic() - began < 3.0
    finally:
        process.kill()
        process.join()


@pytest.mark.thorough
def test_connect_channel_full_raises_in_time() -> None:
    channel = open_channel(timeout_s=0.2)
    remote = connect(channel, timeout_s=0.01).turns
    began = time.monotonic()
    while time.monotonic() - began < 60.0:
        call_began = time.monotonic()
        with pytest.raises(JobsUnavailable):
            remote.status(())
        if time.monotonic() - call_began > 0.1:
            break  # The channel is full: the time was spent on sending.
    assert time.monotonic() - call_began < 3.0
    for end in channel:
        end.close()


def test_wait_adds_its_seconds_to_timeout(queues: Queues, channel: Channel, gate: Path) -> None:
    queues.playtests._task = job_tasks.held
    serve_queues(queues, channel)
    remote: JobQueue[Any] = connect(channel, timeout_s=0.5).playtests
    remote.submit(KEY)
    began = time.monotonic()
    remote.wait(KEY, 1.5)
    assert time.monotonic() - began >= 1.4
    gate.touch()


def test_connect_threads_have_own_connections(queues: Queues, channel: Channel) -> None:
    serve_queues(queues, channel)
    remote = connect(channel).turns
    seen: list[bool] = []

    def ask(n: int) -> None:
        for step in range(20):
            seen.append(remote.status((n, step)).known)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [False] * 160
