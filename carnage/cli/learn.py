"""`carnage learn`: fit the weights of the greedy bot for one ruleset, or for all rulesets of
some books.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from carnage import catalog
from carnage.catalog import Weight
from carnage.cli import arguments
from carnage.cli.simulate import bar
from carnage.common.files import read_text, write_file
from carnage.common.text_format import count, percent

if TYPE_CHECKING:
    from carnage.engine.core.family import Weights
    from carnage.engine.tuning import ComparisonResult

MOST_SECONDS = 3600.0
MOVED = 0.05  # smallest change of a weight that is reported, as a share of its range
SHARED = 1  # decimal places of percentages


def run(id: str, seconds: float, seed: int, as_json: bool) -> None:
    """Fit weights for one ruleset, and print their changes and the share of games that they win.

    Args:
        id: The path or URL of the game.
        seconds: The time limit, at most MOST_SECONDS.
        seed: The seed of the random trials.
        as_json: Print one JSON object.

    Raises:
        click.UsageError: The time limit is invalid, or the greedy bot does not play this game.
    """
    ruleset = arguments.ruleset(id)
    if not 0.0 < seconds <= MOST_SECONDS:
        raise click.UsageError(
            f"Seconds are a number above 0, up to {MOST_SECONDS:,.0f}, such as 5."
        )
    from carnage.engine.games import GameError
    from carnage.engine.tuning import compare_weights, load_family_with_weights, tune_weights

    try:
        family = load_family_with_weights(ruleset.book)
        learned = tune_weights(ruleset, seconds=seconds, seed=seed)
        against = compare_weights(ruleset, learned)
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(
            json.dumps(_figures(ruleset.path, learned, family.default_weights, against), indent=2)
        )
    else:
        click.echo("\n".join(_report(family.weights, learned, against)))


def _figures(
    id: str, learned: Weights, shipped: Weights, against: ComparisonResult
) -> dict[str, Any]:
    """Return the object that `--json` prints."""
    return {
        "id": id,
        "weights": dict(learned),
        "shipped": dict(shipped),
        "share": round(against.share, 4),
        "low": round(against.low, 4),
        "high": round(against.high, 4),
        "games": against.games,
    }


def _report(
    weights: Sequence[Weight], learned: Weights, against: ComparisonResult
) -> Iterator[str]:
    """Yield the result in words: the share of wins, and each weight that has changed noticeably."""
    low, share, high = (
        percent(each, SHARED) for each in (against.low, against.share, against.high)
    )
    yield (
        f"What it has learned wins {share} of {count(against.games, 'game', '{:,}'.format)} "
        "against the "
        f"greedy bot ({low} to {high}), with dice that it has not learned with; a draw counts as "
        "half."
    )
    moved = [
        each
        for each in weights
        if abs(learned[each.code] - each.value) > MOVED * (each.most - each.least)
    ]
    for weight in sorted(moved, key=lambda each: each.code):
        yield f"  {weight.code:12}{weight.value:8.2f} -> {learned[weight.code]:6.2f}  {weight.says}"
    if not moved:
        yield "Nothing has moved much: the greedy bot plays this game as well as it can."


def ship(codes: Sequence[str], rulesets: int, generations: int, seed: int, write: bool) -> None:
    """Fit weights for random rulesets of these books, and print them.

    Args:
        codes: The codes of the books, which must belong to one family.
        rulesets: The number of rulesets in each generation.
        generations: The number of generations.
        seed: The seed of the rulesets and trials.
        write: Also write the weights into the tables of the package.

    Raises:
        click.UsageError: A book does not exist, the books are of several families, or a number is
            invalid.
    """
    unknown = [code for code in codes if code not in catalog.book_codes()]
    if unknown:
        raise click.UsageError(
            f"There is no book {unknown[0]!r}; there is {', '.join(catalog.book_codes())}."
        )
    books = [catalog.book(code) for code in codes]
    families = {book.family for book in books}
    if len(families) > 1:
        raise click.UsageError(
            "The books are of one family, such as --book skirmish --book classic."
        )
    if rulesets < 1 or generations < 1:
        raise click.UsageError("Rulesets and generations are numbers from 1, such as 1600 and 60.")
    from carnage.engine.games import GameError
    from carnage.engine.tuning import tune_weights_for_books

    (family,) = families
    try:
        with bar("Learning") as tell:
            learned = tune_weights_for_books(
                books,
                rulesets=rulesets,
                iterations=generations,
                seed=seed,
                on_iteration=lambda done, _: tell(done, generations) if tell else None,
            )
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if write:
        _write(Path(str(catalog.TABLES)) / family / "weights.toml", learned)
    click.echo(json.dumps(dict(learned), indent=2))


def _write(path: Path, learned: Weights) -> None:
    """Replace the values in a file of weights, and keep the rest of its text."""
    text = read_text(path)
    for code, value in learned.items():
        entry = rf'(code = "{re.escape(code)}"\n(?:(?!\[\[).*\n)*?value = )\S+'
        text = re.sub(entry, rf"\g<1>{value}", text)
    write_file(path, text)
