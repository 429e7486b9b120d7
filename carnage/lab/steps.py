"""The computations of the lab as iterators, selected by the arguments of a job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

from carnage import catalog
from carnage.lab.criteria import parse_fields
from carnage.lab.sampling_plan import (
    BALANCE,
    BEFORE_AFTER,
    COMPARISON,
    DETAILS,
    FIXES,
    SEARCH,
)
from carnage.rulesets.house_rules import resolve_job


def job_steps(
    book: catalog.Book, digits: str, task: str = "", other: str = ""
) -> Iterator[dict[str, Any]]:
    """Return an iterator of metrics, the last of which are complete.

    Args:
        book: The book of the game.
        digits: The seed, or SEARCH for a search.
        task: The query of a search, the id of a table whose other options are tried, FIXES,
            COMPARISON, BEFORE_AFTER, BALANCE, DETAILS for the worth of the players' options, or
            empty for a playtest.
        other: With COMPARISON, the path of the other game. With BEFORE_AFTER, the digits of the
            game with other house rules. With BALANCE, the aim.
    """
    if digits == SEARCH:
        from carnage.lab.playtest_search import search_in_steps

        return search_in_steps(book, parse_fields(parse_qs(task), book))
    from carnage.lab.comparison import compare, compare_options, suggest_fixes
    from carnage.lab.runner import steps

    ruleset = resolve_job(book, digits)
    if task == DETAILS:
        from carnage.lab.dominance import measure_options

        return measure_options(ruleset)
    if task == BALANCE:
        from carnage.lab.balance_aims import parse_aim
        from carnage.lab.balancing import balance

        return balance(ruleset, parse_aim(other, ruleset))
    if task == BEFORE_AFTER:
        from carnage.lab.before_after import compare_before_after

        return compare_before_after(ruleset, resolve_job(book, other))
    if task == FIXES:
        return suggest_fixes(ruleset)
    if task == COMPARISON:
        code, _, answers = other.partition("/")
        return compare(ruleset, resolve_job(catalog.book(code), answers))
    if task:
        return compare_options(ruleset, book.table(task))
    return steps(ruleset)
