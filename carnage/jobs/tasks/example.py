"""The task that plays games of a ruleset and chooses turns of one as its example of play."""

from __future__ import annotations

from typing import Any

import msgspec

from carnage import catalog
from carnage.jobs import worker
from carnage.jobs.settings import QueueSettings
from carnage.rulesets.house_rules import resolve_job

TIME_LIMIT_S = 30.0  # Six games of classic, which is the slowest, take up to five seconds.


def make_example(book: str, digits: str) -> dict[str, Any]:
    """Return the example of play of a ruleset, as JSON data of `Example`.

    Args:
        book: The code of the book.
        digits: The ruleset's `rules_key`, which games with the same rules share.
    """
    from carnage.lab.play_examples import choose_example

    with worker.TimeLimit(TIME_LIMIT_S, worker.BACKGROUND_CLOCK_FACTOR):
        chosen = choose_example(resolve_job(catalog.book(book), digits))
    data: dict[str, Any] = msgspec.to_builtins(chosen)
    return data


SETTINGS = QueueSettings(
    name="example",
    niceness=9,
    max_pending=128,
    max_per_visitor=2,
    max_results=256,
    abandon_after=20.0,  # A page that waits requests the status every two seconds.
)
