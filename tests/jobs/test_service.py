"""The queues of the job process, as other processes use them."""

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

import job_tasks
import pytest
from job_queues import InlineWorker, settled, until

from carnage import log
from carnage.jobs import libraries, service
from carnage.jobs.queue import JobQueue
from carnage.jobs.service import Queues, connect, open_queues, serve_queues, start_queues
from carnage.jobs.status import JobsUnavailable, NoCompiler, QueueFull, VisitorLimit
from carnage.jobs.tasks import playtest
from carnage.serving.rate_limit import Limit, RateLimiter

KEY = ("classic", "1" * 15)
AUTHKEY = b"the key"
SPAWNING = multiprocessing.get_context("spawn")


@pytest.fixture
def queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queues]:
    """Return queues of this process whose cache folder is empty."""
    monkeypatch.setattr(service, "cache_folder", lambda: tmp_path)
    queues = open_queues()
    yield queues
    queues.close()


@pytest.fixture
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("jobs") / "s")  # The system limits it to a hundred bytes.


def serve_forever(address: str) -> None:
    """Serve queues; what a job process does in these tests."""
    queues = open_queues(is_persistent=False)
    serve_queues(queues, address, AUTHKEY)
    threading.Event().wait()


def start_job_process(address: str) -> BaseProcess:
    """Start a job process, and return it once it can be reached."""
    process = SPAWNING.Process(target=serve_forever, args=(address,), daemon=True)
    process.start()

    def answers() -> bool:
        try:
            connect(address, AUTHKEY).turns.status(())
        except JobsUnavailable:
            return False
        return True

    until(answers, 60.0)
    return process


# ------------------------------------------------------------------------------------------ in a process


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
    assert settled(queues.prints, key).known
    waiting = [name for name, queue in queues._asdict().items() if queue.status(key).under_way]
    assert waiting == ["playtests", "replays", "planned_replays", "turns", "planned_turns"]
    compiling.set()
    thread.join()
    assert settled(queues.playtests, key).result == job_tasks.FIGURES


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
    result = settled(second.playtests, KEY).result
    second.close()
    assert result == job_tasks.FIGURES


def test_charge_bills_games_and_not_playtests_or_prints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: True)
    queues = open_queues(is_persistent=False)
    limiter = RateLimiter(Limit(burst_s=40.0, rate=1e-3))
    for name, queue in queues._asdict().items():
        queue.charge = limiter.charge
        queue._worker = InlineWorker()
        queue._task = job_tasks.busy
        queue.submit((0.15,), name)

    def visitors_with_debt() -> set[str]:
        return {name for name in queues._fields if limiter.debt_s(name, time.monotonic())}

    until(lambda: len(visitors_with_debt()) > 3)
    queues.close()
    assert visitors_with_debt() == {"replays", "planned_replays", "turns", "planned_turns"}


# -------------------------------------------------------------------------------------- between processes


def test_connect_calls_reach_the_queues(queues: Queues, address: str, gate: Path) -> None:
    gate.touch()
    queues.playtests._task = job_tasks.held
    server = serve_queues(queues, address, AUTHKEY)
    remote = connect(address, AUTHKEY).playtests
    assert not remote.status(KEY).known
    remote.submit(KEY, "a")
    remote.wait(KEY, 60.0)
    assert settled(queues.playtests, KEY).result == job_tasks.FIGURES
    assert remote.status(KEY).result == job_tasks.FIGURES
    server.close()


@pytest.mark.parametrize(("limit", "error"), [("max_per_visitor", VisitorLimit), ("max_pending", QueueFull)])
def test_connect_limit_reached_raises_its_exception(
    queues: Queues, address: str, limit: str, error: type[Exception]
) -> None:
    queues.playtests.settings = replace(queues.playtests.settings, **{limit: 0})
    server = serve_queues(queues, address, AUTHKEY)
    with pytest.raises(error) as raised:
        connect(address, AUTHKEY).playtests.submit(KEY)
    assert raised.value.args == (0,)
    server.close()


def test_connect_no_compiler_raises(queues: Queues, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    server = serve_queues(queues, address, AUTHKEY)
    with pytest.raises(NoCompiler):
        connect(address, AUTHKEY).playtests.submit(KEY)
    server.close()


def test_connect_job_fails_is_logged_under_the_request_of_the_client(
    queues: Queues, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    queues.playtests._task = job_tasks.failing
    server = serve_queues(queues, address, AUTHKEY)
    log.asked.set("a-request")
    connect(address, AUTHKEY).playtests.submit(KEY)
    assert settled(queues.playtests, KEY).failed
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.request == "a-request"
    server.close()


def test_connect_other_key_is_refused(queues: Queues, address: str) -> None:
    server = serve_queues(queues, address, AUTHKEY)
    with pytest.raises(JobsUnavailable):
        connect(address, b"another key").turns.status(())
    assert not connect(address, AUTHKEY).turns.status(()).known
    server.close()


def test_connect_nobody_listens_raises_at_once(address: str) -> None:
    began = time.monotonic()
    with pytest.raises(JobsUnavailable):
        connect(address, AUTHKEY).turns.status(())
    assert time.monotonic() - began < 1.0


def test_connect_closed_server_raises(queues: Queues, address: str) -> None:
    server = serve_queues(queues, address, AUTHKEY)
    remote = connect(address, AUTHKEY).turns
    remote.status(())
    server.close()
    with pytest.raises(JobsUnavailable):
        remote.status(())


def test_connect_job_process_replaced_between_calls_reconnects(address: str) -> None:
    first = start_job_process(address)
    remote = connect(address, AUTHKEY)
    assert not remote.turns.status(()).known
    first.kill()
    first.join()
    with pytest.raises(JobsUnavailable):
        remote.turns.status(())
    remote = connect(address, AUTHKEY)
    second = start_job_process(address)
    assert not remote.turns.status(()).known
    second.kill()
    second.join()
    third = start_job_process(address)
    assert not remote.turns.status(()).known
    third.kill()
    third.join()


def test_connect_stopped_job_process_raises_in_time(address: str) -> None:
    process = start_job_process(address)
    remote = connect(address, AUTHKEY, timeout_s=0.5)
    remote.turns.status(())
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    try:
        for _ in range(2):  # On an open connection, then on a new one.
            began = time.monotonic()
            with pytest.raises(JobsUnavailable):
                remote.turns.status(())
            assert 0.4 < time.monotonic() - began < 3.0
    finally:
        process.kill()
        process.join()


def test_connect_server_accepts_and_never_answers_raises_in_time(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        accepted = []
        thread = threading.Thread(target=lambda: accepted.append(listening.accept()))
        thread.start()
        began = time.monotonic()
        with pytest.raises(JobsUnavailable):
            connect(address, AUTHKEY, timeout_s=0.5).turns.status(())
        assert 0.4 < time.monotonic() - began < 3.0
        thread.join()
        accepted[0][0].close()


def test_wait_gets_its_seconds_beside_the_timeout(queues: Queues, address: str, gate: Path) -> None:
    queues.playtests._task = job_tasks.held
    server = serve_queues(queues, address, AUTHKEY)
    remote: JobQueue[Any] = connect(address, AUTHKEY, timeout_s=0.5).playtests
    remote.submit(KEY)
    began = time.monotonic()
    remote.wait(KEY, 1.5)
    assert time.monotonic() - began >= 1.4
    gate.touch()
    server.close()


def test_connect_many_threads_have_connections_of_their_own(queues: Queues, address: str) -> None:
    server = serve_queues(queues, address, AUTHKEY)
    remote = connect(address, AUTHKEY).turns
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
    server.close()
