"""Test jobs of requests: waiting for a result, and the error pages of limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from carnage.jobs.status import JobLimit, JobStatus, QueueFull, VisitorLimit
from carnage.web import jobs
from carnage.web.app import create_app
from carnage.web.jobs import describe_limit, submit_and_wait

KEY = ("classic", "1" * 15)


class NotedQueue:
    """A queue whose job is expected to begin in some seconds, and that notes its calls."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.visitors: list[str] = []
        self.waits: list[float] = []

    def submit(self, key: tuple[Any, ...], visitor: str) -> None:
        self.visitors.append(visitor)

    def status(self, key: tuple[Any, ...]) -> JobStatus[str]:
        return JobStatus(known=True, seconds=self.seconds, under_way=True)

    def wait(self, key: tuple[Any, ...], seconds: float) -> None:
        self.waits.append(seconds)


@pytest.mark.parametrize(
    ("seconds", "waits"), [(None, [2.0]), (0.0, [2.0]), (2.0, [2.0]), (2.1, [])]
)
def test_submit_and_wait_waits_for_soon_job(seconds: float | None, waits: list[float]) -> None:
    queue = NotedQueue(seconds)
    with create_app().test_request_context("/", environ_base={"REMOTE_ADDR": "192.0.2.1"}):
        assert submit_and_wait(queue, KEY, 2.0).under_way  # type: ignore[arg-type]
    assert queue.visitors == ["192.0.2.1"]
    assert queue.waits == waits


def test_submit_and_wait_lets_other_requests_work_meanwhile() -> None:
    steps: list[str] = []

    @contextmanager
    def pause() -> Iterator[None]:
        steps.append("paused")
        yield
        steps.append("resumed")

    queue = NotedQueue(0.0)
    queue.wait = lambda key, seconds: steps.append("waited")  # type: ignore[method-assign]
    environ = {"REMOTE_ADDR": "192.0.2.1", jobs.PAUSE: pause}
    with create_app().test_request_context("/", environ_base=environ):
        submit_and_wait(queue, KEY, 2.0)  # type: ignore[arg-type]
    assert steps == ["paused", "waited", "resumed"]


@pytest.mark.parametrize(("limit", "waits"), [("MAX_WAITS", 1), ("MAX_TOTAL_WAITS", 0)])
def test_submit_and_wait_many_waits_does_not_wait(
    limit: str, waits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, limit, 1)
    queue, inner = NotedQueue(0.0), NotedQueue(0.0)
    app = create_app()

    def request_while_waiting(key: tuple[Any, ...], seconds: float) -> None:
        for visitor in ("192.0.2.1", "192.0.2.2"):
            with app.test_request_context("/", environ_base={"REMOTE_ADDR": visitor}):
                submit_and_wait(inner, KEY, 2.0)  # type: ignore[arg-type]

    queue.wait = request_while_waiting  # type: ignore[method-assign]
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": "192.0.2.1"}):
        submit_and_wait(queue, KEY, 2.0)  # type: ignore[arg-type]
    assert len(inner.waits) == waits  # the other visitor's
    assert not jobs._waits


@pytest.mark.parametrize(
    ("limit", "status", "reason"),
    [
        (
            VisitorLimit(2),
            429,
            "You have too many turns in progress (limit: 2).",
        ),
        (QueueFull(512), 503, "The site has too many turns in progress (limit: 512)."),
    ],
)
def test_describe_limit_names_reached_limit(limit: JobLimit, status: int, reason: str) -> None:
    described, _, text = describe_limit(limit, "turns")
    assert described == status
    assert reason in text
