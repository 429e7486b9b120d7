"""Playtests of one game, in a worker."""

from __future__ import annotations

from typing import Any

from carnage import catalog
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.worker import process
from carnage.worker.jobs import Jobs
from carnage.worker.results import Results

GAMES = 500
SECONDS = 60.0  # that one playtest may take; a slow one takes two
WAITING = 128  # playtests that may wait for a worker, or be under way: a minute's work or two
EACH = 2  # of these, those that one visitor asked for
KEPT = 256  # results


def playtest(book: str, digits: str) -> dict[str, Any]:
    """Simulate GAMES games between greedy bots; what `carnage simulate --json` prints.

    The worker ends itself, and the site finds it gone, if they take too long. Raises NotWarm.
    """
    ruleset = resolve(catalog.book(book), Seed(digits))
    process.warm(ruleset.book.family)
    from carnage.engine.simulating import simulate

    with process.Limit(SECONDS):
        return simulate(ruleset, GAMES, threads=1).json()


class Playtests(Jobs[dict[str, Any]]):
    """The site's playtests; a key is a book's code, and digits that stand for all seeds of the same rules."""

    def __init__(
        self,
        job: Any = playtest,
        waiting: int = WAITING,
        each: int = EACH,
        results: Results[dict[str, Any]] | None = None,
    ) -> None:
        super().__init__("playtest", job, waiting, each, results or Results(KEPT), after_others=True)
