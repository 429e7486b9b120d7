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
from carnage.common.text_format import capital, percent
from carnage.lab.criteria import MOST, WishError, Wishes, kept_rules, read
from carnage.lab.criteria_text import fields, said
from carnage.rulebook.battle import requirements

if TYPE_CHECKING:
    from carnage.lab.playtest_search import Candidate


def run(
    code: str,
    words: str,
    wished: Mapping[str, Any],
    keep: Sequence[str],
    count: int,
    seed: int,
    as_json: bool,
) -> None:
    """Roll, playtest and print games until `count` of them are good.

    Options take precedence over the same criterion in words.

    Args:
        code: The code of the book.
        words: The criteria in words; "" for none.
        wished: The criteria from options, by name.
        keep: Rules that the game must have, each as TABLE=OPTION.
        count: The number of games to find.
        seed: The seed of the search.
        as_json: Print one JSON object a line.

    Raises:
        click.UsageError: The book does not exist, or a criterion is invalid.
        click.ClickException: The search ended before `count` games were found.
    """
    if code not in catalog.book_codes():
        raise click.UsageError(
            f"There is no book {code!r}; there is {', '.join(catalog.book_codes())}."
        )
    from carnage.lab.playtest_search import search

    book = catalog.book(code)
    found = judged = 0
    try:
        if words:
            wishes = read(fields(words, book), book)
        else:
            wishes = Wishes()
        given = {name: value for name, value in wished.items() if value not in (None, ())}
        for name in ("needs", "lacks"):
            given[name] = tuple(dict.fromkeys((*getattr(wishes, name), *given.get(name, ()))))
        wishes = replace(wishes, kept={**wishes.kept, **kept_rules(keep)}, seed=seed, **given)
        wishes.check(book)
        click.echo(_understood(wishes, book), err=as_json)
        for candidate in search(book, wishes):
            judged += 1
            _progress(found, judged)
            if not candidate.good:
                continue
            found += 1
            click.echo(json.dumps(candidate.json()) if as_json else "\n".join(_told(candidate)))
            if found == count:
                return
    except WishError as error:
        raise click.UsageError(str(error)) from None
    raise click.ClickException(
        f"{_shortage(judged, found)} Wish for less, or give another --random-seed."
    )


def _understood(wishes: Wishes, book: Book) -> str:
    """Return the line with the criteria as they were understood."""
    wished = said(wishes, book) or "any game"
    return f"Looking for games of {book.title}: {wished}."


def _shortage(judged: int, found: int) -> str:
    """Return the sentence with the reason why fewer games were found.

    Args:
        judged: The number of games that met the criteria and were played.
        found: The number of those without a fault.
    """
    if not judged:
        return f"None of the {MOST:,} games that were rolled is as wished."
    if judged == 1:
        as_wished = "1 game is"
    else:
        as_wished = f"{judged} games are"
    return f"Only {as_wished} as wished; playtests found no fault with {found or 'none'} of them."


def _progress(found: int, judged: int) -> None:
    """Show the progress on standard error, if that is a terminal."""
    if sys.stderr.isatty():
        click.echo(f"\r{found} of {judged} that were played are good", err=True, nl=False)


def _told(candidate: Candidate) -> Iterator[str]:
    """Yield the lines about a game that was found."""
    ruleset = candidate.ruleset
    figures = candidate.figures
    yield f"{ruleset.name} ({ruleset.path})"
    if ruleset.book.roster.figure:
        low, high = requirements.minutes(ruleset)
        yield f"  {low} to {high} minutes"
    shares = figures["shares"]
    skill = figures["ladder"][0]["value"]
    told = [
        f"{percent(shares['drawn']['value'])} drawn",
        f"{percent(shares['places'][0]['value'])} to whoever {ruleset.book.sheet.nouns.opener}",
        f"bots that play to win take {percent(skill)} against bots that play at random",
    ]
    yield f"  {capital(', '.join(told))}, in {figures['games']} games"
    yield from (f"  {each.sentence}" for each in candidate.said if each.grade)
