"""`carnage learn`: tune the weights of the greedy bot for one ruleset, or for whole books.

For books, one set of weights is tuned on random rulesets of all of them.
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
from carnage.cli.simulate import progress_bar
from carnage.common.files import read_text, write_file
from carnage.common.text_format import count, percent

if TYPE_CHECKING:
    from carnage.engine.core.family import Weights
    from carnage.engine.tuning import ComparisonResult

MAX_SECONDS = 3600.0
MIN_CHANGE = 0.05  # Smallest change of a weight that is reported, as a share of its range.
PERCENT_DECIMALS = 1


def run(game_id: str, *, seconds: float, random_seed: int, as_json: bool) -> None:
    """Tune weights for one ruleset, and print their changes and the share of games that they win.

    Args:
        game_id: The path or URL of the game.
        seconds: The time limit, at most MAX_SECONDS.
        random_seed: The seed of the random trials.
        as_json: Print one JSON object.

    Raises:
        click.UsageError: The time limit is invalid, or the greedy bot does not play this game.
    """
    ruleset = arguments.parse_game(game_id)
    if not 0.0 < seconds <= MAX_SECONDS:
        raise click.UsageError(
            f"--seconds is a number above 0, up to {MAX_SECONDS:,.0f}, such as 5."
        )
    from carnage.engine.contest import load_family_with_weights
    from carnage.engine.games import GameError
    from carnage.engine.tuning import compare_weights, tune_weights

    try:
        family = load_family_with_weights(ruleset.book)
        tuned = tune_weights(ruleset, seconds=seconds, seed=random_seed)
        comparison = compare_weights(ruleset, tuned)
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        result = _to_json(
            ruleset.path, tuned=tuned, shipped=family.default_weights, comparison=comparison
        )
        click.echo(json.dumps(result, indent=2))
    else:
        click.echo("\n".join(_format_report(family.weights, tuned, comparison)))


def _to_json(
    path: str, *, tuned: Weights, shipped: Weights, comparison: ComparisonResult
) -> dict[str, Any]:
    """Return the object that `--json` prints."""
    return {
        "id": path,
        "weights": dict(tuned),
        "shipped": dict(shipped),
        "share": round(comparison.share, 4),
        "low": round(comparison.low, 4),
        "high": round(comparison.high, 4),
        "games": comparison.games,
    }


def _format_report(
    weights: Sequence[Weight], tuned: Weights, comparison: ComparisonResult
) -> Iterator[str]:
    """Yield the result in words: the share of wins, and each weight that has changed noticeably."""
    games = count(comparison.games, "game", "{:,}".format)
    share = percent(comparison.share, PERCENT_DECIMALS)
    low = percent(comparison.low, PERCENT_DECIMALS)
    high = percent(comparison.high, PERCENT_DECIMALS)
    yield (
        f"The tuned bot wins {share} of {games} against the greedy bot (95% interval {low} to "
        f"{high}), on dice that were not used for tuning. A draw counts as half a win."
    )
    changed = [weight for weight in weights if _is_changed(weight, tuned[weight.code])]
    for weight in sorted(changed, key=lambda weight: weight.code):
        yield f"  {weight.code:12}{weight.value:8.2f} -> {tuned[weight.code]:6.2f}  {weight.says}"
    if not changed:
        yield "No weight has changed much: the greedy bot already plays this game well."


def _is_changed(weight: Weight, value: float) -> bool:
    """Return whether a value differs noticeably from the value of the weight in the package."""
    return abs(value - weight.value) > MIN_CHANGE * (weight.most - weight.least)


def run_for_books(
    codes: Sequence[str],
    *,
    rulesets: int,
    iterations: int,
    random_seed: int,
    write_package_data: bool,
) -> None:
    """Tune weights for random rulesets of these books, and print them.

    Args:
        codes: The codes of the books, which must belong to one family.
        rulesets: The number of rulesets in each iteration.
        iterations: The number of iterations.
        random_seed: The seed of the rulesets and trials.
        write_package_data: Also write the weights into the tables of the package.

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
            "The books must be of one family, such as --book skirmish --book classic."
        )
    if rulesets < 1 or iterations < 1:
        raise click.UsageError(
            "--rulesets and --iterations are numbers from 1, such as 1600 and 60."
        )
    from carnage.engine.games import GameError
    from carnage.engine.tuning import tune_weights_for_books

    (family,) = families
    try:
        with progress_bar("Tuning") as on_progress:

            def on_iteration(done: int, _: object) -> None:
                if on_progress:
                    on_progress(done, iterations)

            tuned = tune_weights_for_books(
                books,
                rulesets=rulesets,
                iterations=iterations,
                seed=random_seed,
                on_iteration=on_iteration,
            )
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if write_package_data:
        path = Path(str(catalog.TABLES)) / family / "weights.toml"
        write_weights(path, tuned)
    click.echo(json.dumps(dict(tuned), indent=2))


def write_weights(path: Path, weights: Weights) -> None:
    """Replace the values in a file of weights, and keep the rest of its text."""
    text = read_text(path)
    for code, value in weights.items():
        entry = rf'(code = "{re.escape(code)}"\n(?:(?!\[\[).*\n)*?value = )\S+'
        text = re.sub(entry, rf"\g<1>{value}", text)
    write_file(path, text)
