"""The tasks of the lab: a playtest, the other options of a table, repairs of a game, a comparison
of two games, and a search. All run in steps.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from carnage import catalog
from carnage.jobs import worker
from carnage.jobs.results import Key
from carnage.jobs.settings import QueueSettings
from carnage.lab import steps as lab_steps

STEP_TIME_LIMIT_S = 240.0  # The longest steps take five seconds on an idle machine.
MAX_OPEN_JOBS = 8  # Jobs that a worker continues, with some 7 MB each; it starts others again.

# The number of the next step of a job, and the iterator that makes it.
_open_jobs: OrderedDict[Key, tuple[int, Iterator[dict[str, Any]]]] = OrderedDict()


def run_playtest_step(book: str, digits: str, *more: Any) -> dict[str, Any]:
    """Run one step of a job of the lab and return its figures so far; those of the last step are
    `complete`.

    Args:
        book: The code of the book.
        digits: The seed; digits that stand for all seeds of the same rules, or FIND for a search.
        more: First nothing for a playtest, the id of a table whose other options are tried, MEND,
            BESIDE and the other game, or the query of a search. Last the number of the step, from
            0.
    """
    *arguments, step = more
    key = (book, digits, *arguments)
    next_step, steps = _open_jobs.pop(key, (-1, iter(())))
    if next_step != step:
        next_step = 0
        steps = lab_steps.job_steps(catalog.book(book), digits, *arguments)
    with worker.TimeLimit(STEP_TIME_LIMIT_S, worker.BACKGROUND_CLOCK_FACTOR) as limit:
        for _ in range(next_step, step):
            next(steps)
            limit.renew()
        figures = next(steps)
    if not figures["complete"]:
        _open_jobs[key] = step + 1, steps
        while len(_open_jobs) > MAX_OPEN_JOBS:
            _open_jobs.popitem(last=False)
    return figures


def has_more_steps(figures: dict[str, Any]) -> bool:
    """Return whether the job has another step."""
    return not figures["complete"]


SETTINGS = QueueSettings(
    name="playtest",
    niceness=12,
    max_pending=512,
    max_per_visitor=3,  # a playtest, a comparison and a search for balance of the same game
    max_results=256,
    needs_compiler=True,
    has_more_steps=has_more_steps,
)
