"""Error pages for jobs that cannot be run: a limit is reached, or a process or a compiler is missing."""

from __future__ import annotations

from flask import Flask, Response

from carnage.jobs.status import JobLimit, JobsUnavailable, NoCompiler, VisitorLimit
from carnage.web.errors import Advice, error_page

UNAVAILABLE = (
    "The process that plays and prints games does not answer just now. Try again in a few seconds; all "
    "rulebooks can be read meanwhile."
)
RETRY_S = 5  # The job process is replaced within a few seconds.


def describe_limit(limit: JobLimit, jobs: str) -> tuple[int, str, str]:
    """Return the status, title and reason of the error page: 429 for a limit of the visitor, 503 of the site.

    Args:
        limit: The exception of the queue.
        jobs: What its jobs are called, in the plural.
    """
    count = limit.args[0]
    if isinstance(limit, VisitorLimit):
        reason = f"You already have as many {jobs} under way as one visitor may have ({count})."
        return 429, "You have reached your limit", reason
    return 503, "The site is full", f"The site already has as many {jobs} under way as it takes ({count})."


def install(app: Flask) -> None:
    """Answer requests whose jobs cannot be run with error pages."""

    @app.errorhandler(NoCompiler)
    def _no_compiler(error: NoCompiler) -> Response:
        return error_page(503, "This server plays single games only", Advice("no_compiler"))

    @app.errorhandler(JobsUnavailable)
    def _jobs_unavailable(error: JobsUnavailable) -> Response:
        app.logger.warning("The job process does not answer")
        response = error_page(503, "Games cannot be played just now", UNAVAILABLE)
        response.headers["Retry-After"] = str(RETRY_S)
        return response
