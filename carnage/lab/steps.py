"""The computations of the lab as iterators, selected by the arguments of a job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

from carnage import catalog
from carnage.lab.criteria import read
from carnage.lab.sampling_plan import BESIDE, FIND, MEND
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed


def steps_of(
    book: catalog.Book, digits: str, what: str = "", other: str = ""
) -> Iterator[dict[str, Any]]:
    """Return an iterator of figures, the last of which are complete.

    Args:
        book: The book of the game.
        digits: The seed, or FIND for a search.
        what: The query of a search, the id of a table whose other options are tried, MEND, BESIDE,
            or empty for a playtest.
        other: With BESIDE, the path of the other game.
    """
    if digits == FIND:
        from carnage.lab.playtest_search import hunt

        return hunt(book, read(parse_qs(what), book))
    from carnage.lab.comparison import compare, mend, what_if
    from carnage.lab.runner import steps

    ruleset = resolve(book, Seed(digits))
    if what == MEND:
        return mend(ruleset)
    if what == BESIDE:
        code, _, answers = other.partition("/")
        return compare(ruleset, resolve(catalog.book(code), Seed(answers)))
    if what:
        return what_if(ruleset, book.table(what))
    return steps(ruleset)
