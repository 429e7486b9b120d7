"""The status of a job, and the errors of submitting one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from carnage.jobs.results import Result


class JobLimit(Exception):
    """A limit on the number of pending jobs is reached; `args` is the limit."""


class VisitorLimit(JobLimit):
    """The visitor has as many pending jobs as one visitor may have."""


class QueueFull(JobLimit):
    """The queue has as many pending jobs as it takes."""


class NoCompiler(Exception):
    """The job plays thousands of games, which takes compiled rules, and this server cannot
    compile them.
    """


class JobsUnavailable(Exception):
    """The job process cannot be reached, or does not answer in time."""


@dataclass(frozen=True, slots=True)
class JobStatus(Generic[Result]):
    """The status of a job.

    Attributes:
        known: The job is pending, or has ended and its result is still stored.
        result: The result; of a pending job, that of its last step.
        failed: The job has ended without a result.
        ahead: The number of jobs that run before a pending job.
        seconds: The estimated seconds until a pending job runs.
        under_way: The job is pending.
        spent: The seconds since the first step of a pending job ended.
    """

    known: bool = False
    result: Result | None = None
    failed: bool = False
    ahead: int = 0
    seconds: float | None = None
    under_way: bool = False
    spent: float = 0.0
