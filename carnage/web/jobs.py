"""Submit jobs, wait for them, and answer with error pages where they cannot be run."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from threading import Lock
from typing import TypeVar

from flask import Flask, Response, request

from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.status import JobLimit, JobStatus, JobsUnavailable, NoCompiler, VisitorLimit
from carnage.web.errors import Advice, HttpProblem, error_page

UNAVAILABLE = (
    "The process that plays and prints games does not respond. Try again in a few seconds. You "
    "can still read all rulebooks."
)
RETRY_S = 5  # until a refused client may retry; the job process is replaced within a few seconds
PAUSE = "carnage.pause"
"""The WSGI variable with a function that returns a context in which another request may work."""

MAX_WAITS = 4  # requests of one visitor that wait for jobs at the same time: each takes a thread
MAX_TOTAL_WAITS = 60  # of all visitors

Result = TypeVar("Result")

_waits: Counter[str] = Counter()
_lock = Lock()


def submit_and_wait(queue: JobQueue[Result], key: Key, seconds: float) -> JobStatus[Result]:
    """Submit a job of the visitor, and return its status after some seconds, or sooner if it has
    ended.

    A job that is expected to begin later is not waited for, since that would take a thread from
    others; nor is one beyond MAX_WAITS or MAX_TOTAL_WAITS. Raises JobLimit.
    """
    visitor = request.remote_addr or ""
    queue.submit(key, visitor)
    status = queue.status(key)
    is_full = _waits[visitor] >= MAX_WAITS or _waits.total() >= MAX_TOTAL_WAITS
    if not status.under_way or (status.seconds or 0.0) > seconds or is_full:
        return status
    _count_wait(visitor, 1)
    try:
        with request.environ.get(PAUSE, nullcontext)():
            queue.wait(key, seconds)
    finally:
        _count_wait(visitor, -1)
    return queue.status(key)


def _count_wait(visitor: str, change: int) -> None:
    """Add 1 or -1 to the number of waiting requests of a visitor, and forget visitors without
    any.
    """
    with _lock:
        _waits[visitor] += change
        if not _waits[visitor]:
            del _waits[visitor]


def describe_limit(limit: JobLimit, jobs: str) -> tuple[int, str, str]:
    """Return the status, title and reason of the error page: 429 for a limit of the visitor, 503 of
    the site.

    Args:
        limit: The exception of the queue.
        jobs: The name of its jobs, in the plural.
    """
    count = limit.args[0]
    if isinstance(limit, VisitorLimit):
        return (
            429,
            "Too many jobs",
            f"You have too many {jobs} in progress (limit: {count}). Wait until one has ended.",
        )
    return (
        503,
        "The site is busy",
        f"The site has too many {jobs} in progress (limit: {count}).",
    )


def limit_error(
    limit: JobLimit, jobs: str, retry_s: int, macro: str = "", **values: str
) -> HttpProblem:
    """Return the error page of a limit.

    Args:
        limit: The exception of the queue.
        jobs: The name of its jobs, in the plural.
        retry_s: Seconds until the same request may succeed.
        macro: The macro in `templates/errors/advice.html` that shows the reason; "" for the reason
            alone.
        values: The other values of the macro.
    """
    status, title, reason = describe_limit(limit, jobs)
    advice = Advice(macro, reason=reason, **values) if macro else reason
    return HttpProblem(status, title, advice, retry_s=retry_s)


def install(app: Flask) -> None:
    """Answer requests whose jobs cannot be run with error pages."""

    @app.errorhandler(NoCompiler)
    def _no_compiler(error: NoCompiler) -> Response:
        return error_page(503, "No playtests on this server", Advice("no_compiler"))

    @app.errorhandler(JobsUnavailable)
    def _jobs_unavailable(error: JobsUnavailable) -> Response:
        app.logger.warning("The job process does not answer")
        return error_page(
            503,
            "Playing, playtesting and printing are not available now",
            UNAVAILABLE,
            retry_s=RETRY_S,
        )
