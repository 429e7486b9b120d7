"""Playtests of one game, in a worker, step by step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from carnage import catalog
from carnage.ruleset import resolve
from carnage.seeds import Seed
from carnage.worker import process
from carnage.worker.jobs import Jobs
from carnage.worker.results import Results

SECONDS = 60.0  # that one step may take; a long one takes five
WAITING = 128  # playtests that may wait for a worker, or be under way
EACH = 2  # of these, those that one visitor asked for
KEPT = 256  # results
OPEN = 8  # playtests that a worker keeps open, each with some 7 MB; others it takes up from their beginning

_open: OrderedDict[tuple[str, str], tuple[int, Iterator[dict[str, Any]]]] = OrderedDict()
"""How many steps have been made of a playtest, and what makes the next."""


def playtest(book: str, digits: str, step: int) -> dict[str, Any]:
    """What a playtest has come to with this step, from 0; the last says that it is `complete`.

    The worker ends itself, and the site finds it gone, if that takes too long. Raises NotWarm.
    """
    ruleset = resolve(catalog.book(book), Seed(digits))
    process.warm(ruleset.book.family)
    from carnage.playtest.running import steps

    made, going = _open.pop((book, digits), (-1, iter(())))
    if made != step:
        made, going = 0, steps(ruleset)
    with process.Limit(SECONDS) as limit:
        for _ in range(made, step):
            next(going)
            limit.renew()
        figures = next(going)
    if not figures["complete"]:
        _open[book, digits] = step + 1, going
        while len(_open) > OPEN:
            _open.popitem(last=False)
    return figures


def unfinished(figures: dict[str, Any]) -> bool:
    """Whether there is another step."""
    return not figures["complete"]


class Playtests(Jobs[dict[str, Any]]):
    """The site's playtests; a key is a book's code, and digits that stand for all seeds of the same rules."""

    def __init__(
        self,
        job: Any = playtest,
        waiting: int = WAITING,
        each: int = EACH,
        results: Results[dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(
            "playtest", job, waiting, each, results or Results(KEPT), after_others=True, unfinished=unfinished
        )
