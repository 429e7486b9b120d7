"""What the lab asks of a worker, step by step: a playtest, what another answer to a table would do, what
would mend a game, which games are as wished and good."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

from carnage import catalog
from carnage.jobs import worker
from carnage.jobs.queue import Jobs
from carnage.jobs.results import Key, Results
from carnage.playtest.looks import BESIDE, FIND, MEND
from carnage.playtest.wishing import read
from carnage.ruleset import resolve
from carnage.seeds import Seed

SECONDS = 240.0  # that one step may take; a long one takes five on an idle machine
WAITING = 512  # jobs that may wait for a worker, or be under way
EACH = 2  # of these, those that one visitor asked for
KEPT = 256  # results
AGAIN = 2  # times that a job is done once more whose worker has died: what was promised is kept
OPEN = 8  # jobs that a worker keeps open, each with some 7 MB; others it takes up from their beginning

_open: OrderedDict[Key, tuple[int, Iterator[dict[str, Any]]]] = OrderedDict()
"""How many steps have been made of a job, and what makes the next."""


def playtest(book: str, digits: str, *asked: Any) -> dict[str, Any]:
    """What a job has come to with this step; the last says that it is `complete`.

    After the game `asked` has the table whose other answers are to be tried, or MEND, or BESIDE and another
    game, or nothing for a playtest; where the game is FIND, it has wishes, as a query. Its last is the number
    of the step, from 0. The worker ends itself, and the site finds it gone, if a step takes too long.
    """
    *what, step = asked
    key = (book, digits, *what)
    worker.load(catalog.family_code(book))
    made, going = _open.pop(key, (-1, iter(())))
    if made != step:
        made, going = 0, _steps(catalog.book(book), digits, *what)
    with worker.Limit(SECONDS, worker.VERY_CROWDED) as limit:
        for _ in range(made, step):
            next(going)
            limit.renew()
        figures = next(going)
    if not figures["complete"]:
        _open[key] = step + 1, going
        while len(_open) > OPEN:
            _open.popitem(last=False)
    return figures


def _steps(book: catalog.Book, digits: str, what: str = "", other: str = "") -> Iterator[dict[str, Any]]:
    if digits == FIND:
        from carnage.playtest.searching import hunt

        return hunt(book, read(parse_qs(what), book))
    from carnage.playtest.running import steps
    from carnage.playtest.swapping import compare, mend, what_if

    ruleset = resolve(book, Seed(digits))
    if what == MEND:
        return mend(ruleset)
    if what == BESIDE:
        code, _, answers = other.partition("/")
        worker.load(catalog.family_code(code))
        return compare(ruleset, resolve(catalog.book(code), Seed(answers)))
    return what_if(ruleset, book.table(what)) if what else steps(ruleset)


def unfinished(figures: dict[str, Any]) -> bool:
    """Whether there is another step."""
    return not figures["complete"]


class Playtests(Jobs[dict[str, Any]]):
    """The lab's jobs; a key is a book's code, digits that stand for all seeds of the same rules, and what
    `playtest` is asked besides."""

    def __init__(
        self,
        job: Any = playtest,
        waiting: int = WAITING,
        each: int = EACH,
        results: Results[dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(
            "playtest",
            job,
            waiting,
            each,
            results or Results(KEPT),
            worker.PLAYTESTED,
            unfinished=unfinished,
            least_first=True,
            again=AGAIN,
            compiled_only=True,
        )
