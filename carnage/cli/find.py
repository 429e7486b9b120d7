"""`carnage find`: search for games that meet given criteria and pass a playtest."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from carnage import catalog
from carnage.catalog import Book
from carnage.common.text_format import percent
from carnage.lab.criteria import (
    MAX_ROLLS,
    Criteria,
    InvalidCriteria,
    parse_fields,
    parse_required_options,
)
from carnage.lab.criteria_text import format_criteria, parse_to_fields
from carnage.rulebook.battle import play_time

if TYPE_CHECKING:
    from carnage.lab.playtest_search import Candidate


def run(
    book_code: str,
    words: str,
    *,
    criteria: Mapping[str, Any],
    required_options: Sequence[str],
    count: int,
    random_seed: int,
    as_json: bool,
) -> None:
    """Roll, playtest and print games until `count` of them are good.

    Options take precedence over the same criterion in words.

    Args:
        book_code: The code of the book.
        words: The criteria in words; "" for none.
        criteria: The criteria from options, by the field of `Criteria`.
        required_options: Options that the game must have, each as TABLE=OPTION.
        count: The number of games to find.
        random_seed: The seed of the search.
        as_json: Print one JSON object a line.

    Raises:
        click.UsageError: The book does not exist, or a criterion is invalid.
        click.ClickException: The search ended before `count` games were found.
    """
    if book_code not in catalog.book_codes():
        raise click.UsageError(
            f"There is no book {book_code!r}; there is {', '.join(catalog.book_codes())}."
        )
    book = catalog.book(book_code)
    try:
        wishes = _combine(book, words, criteria, required_options)
        wishes = replace(wishes, seed=random_seed)
        wishes.validate(book)
        _search(book, wishes, count=count, as_json=as_json)
    except InvalidCriteria as error:
        raise click.UsageError(str(error)) from None


def _combine(
    book: Book, words: str, criteria: Mapping[str, Any], required_options: Sequence[str]
) -> Criteria:
    """Return the criteria in words and from options. Raise InvalidCriteria if one is invalid."""
    wishes = Criteria()
    if words:
        wishes = parse_fields(parse_to_fields(words, book), book)
    given = {name: value for name, value in criteria.items() if value not in (None, ())}
    for name in ("required", "excluded"):
        traits = (*getattr(wishes, name), *given.get(name, ()))
        given[name] = tuple(dict.fromkeys(traits))
    kept = {**wishes.required_options, **parse_required_options(required_options)}
    return replace(wishes, required_options=kept, **given)


def _search(book: Book, wishes: Criteria, *, count: int, as_json: bool) -> None:
    """Print good games until there are `count` of them.

    Raises:
        click.ClickException: The search ended before that.
        InvalidCriteria: No game can meet the criteria.
    """
    from carnage.lab.playtest_search import search

    found = 0
    played = 0
    click.echo(_format_criteria(wishes, book), err=as_json)
    for candidate in search(book, wishes):
        played += 1
        _print_progress(found, played)
        if not candidate.is_faultless:
            continue
        found += 1
        if as_json:
            click.echo(json.dumps(candidate.json()))
        else:
            click.echo("\n".join(_format_candidate(candidate)))
        if found == count:
            return
    raise click.ClickException(
        f"{_explain_shortage(found, played)} Give fewer criteria, or another --random-seed."
    )


def _format_criteria(wishes: Criteria, book: Book) -> str:
    """Return the line with the criteria as they were understood."""
    criteria = format_criteria(wishes, book) or "any game"
    return f"Looking for games of {book.title}: {criteria}."


def _explain_shortage(found: int, played: int) -> str:
    """Return the sentence with the reason why fewer games were found.

    Args:
        found: The number of games without a fault.
        played: The number of games that met the criteria and were played.
    """
    if not played:
        return f"None of the {MAX_ROLLS:,} games that were rolled meets the criteria."
    if played == 1:
        games = "1 game meets"
    else:
        games = f"{played} games meet"
    without_fault = found or "none"
    return f"Only {games} the criteria; {without_fault} of them had no fault in a playtest."


def _print_progress(found: int, played: int) -> None:
    """Print the progress to standard error, if that is a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r{found} of {played} games that were played are good", err=True, nl=False)


def _format_candidate(candidate: Candidate) -> Iterator[str]:
    """Yield the lines about a game that was found."""
    ruleset = candidate.ruleset
    metrics = candidate.metrics
    yield f"{ruleset.name} ({ruleset.path})"
    if ruleset.book.roster.figure:
        low, high = play_time.estimate_minutes(ruleset)
        yield f"  {low} to {high} minutes"
    drawn = percent(metrics["shares"]["drawn"]["value"])
    first = percent(metrics["shares"]["places"][0]["value"])
    skill = percent(metrics["ladder"][0]["value"])
    opener = ruleset.book.sheet.nouns.opener
    yield (
        f"  In {metrics['games']} games: {drawn} drawn, {first} won by the player who {opener}; "
        f"bots that play to win take {skill} against random bots"
    )
    yield from (f"  {check.sentence}" for check in candidate.results if check.grade)
