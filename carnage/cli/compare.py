"""`carnage compare`: compare two games on the same dice, or one game with other options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from carnage.cli import arguments
from carnage.cli.simulate import progress_bar
from carnage.common.text_format import percent
from carnage.lab.sampling_plan import FIXES
from carnage.lab.severity import GRADES
from carnage.rulesets.ruleset import Ruleset

PROGRESS_STEPS = 100


def run(
    game_id: str, other_id: str | None, *, table: str | None, all_tables: bool, as_json: bool
) -> None:
    """Play the games and print their differences.

    Args:
        game_id: The path or URL of the game.
        other_id: The game to compare with; None to try other options.
        table: The id of the table whose options are tried.
        all_tables: Try the options of all tables.
        as_json: Print one JSON object.

    Raises:
        click.UsageError: Not exactly one of `other_id`, `table` and `all_tables` is given, or one
            of them does not exist.
    """
    ruleset = arguments.parse_game(game_id)
    if table == FIXES:
        click.echo(f"--table {FIXES} is deprecated; use --all-tables", err=True)
        table = None
        all_tables = True
    if [other_id is not None, table is not None, all_tables].count(True) != 1:
        raise click.UsageError(
            "Give another game, or --table and one of its tables, or --all-tables."
        )
    if other_id is not None:
        steps = _compare_games(ruleset, arguments.parse_game(other_id, is_other=True))
    elif table is not None:
        steps = _try_table(ruleset, table)
    else:
        steps = _try_all_tables(ruleset)
    metrics: Mapping[str, Any] = {}
    with progress_bar("Playing") as on_progress:
        for metrics in steps:
            if on_progress:
                on_progress(_count_finished_steps(metrics), PROGRESS_STEPS)
    if as_json:
        click.echo(json.dumps(metrics, indent=2))
    else:
        click.echo("\n".join(format_report(ruleset, metrics)))


def _compare_games(ruleset: Ruleset, other: Ruleset) -> Iterator[Mapping[str, Any]]:
    """Yield the metrics of two games, more exact each time."""
    from carnage.lab import comparison

    return comparison.compare(ruleset, other)


def _try_table(ruleset: Ruleset, table_id: str) -> Iterator[Mapping[str, Any]]:
    """Yield the metrics of a game with each option of a table, more exact each time.

    Raises:
        click.UsageError: The book does not have the table.
    """
    from carnage.lab import comparison

    table_ids = [table.id for table in ruleset.book.rolled]
    if table_id not in table_ids:
        raise click.UsageError(
            f"There is no table {table_id!r}. Give one of {', '.join(table_ids)}, or --all-tables."
        )
    return comparison.compare_options(ruleset, ruleset.book.table(table_id))


def _try_all_tables(ruleset: Ruleset) -> Iterator[Mapping[str, Any]]:
    """Yield the metrics of a game with the options of all tables, more exact each time."""
    from carnage.lab import comparison

    return comparison.suggest_fixes(ruleset)


def _count_finished_steps(metrics: Mapping[str, Any]) -> int:
    """Return the number of finished steps of PROGRESS_STEPS.

    The trials of options are one half of the steps, the checks of games are the other.
    """
    half = PROGRESS_STEPS // 2
    tried: int = metrics.get("tried", 1)
    to_try: int = metrics.get("of", 1)
    checked: int = metrics.get("checked", 0)
    to_check: int = metrics.get("to_check", 1)
    return round(half * tried / max(to_try, 1) + half * checked / max(to_check, 1))


def format_report(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the report: the game itself first, then each other game or option."""
    yield (
        f"{metrics['games']:,} games of each, on the same dice. Verdicts come from as many games "
        "as they need."
    )
    yield ""
    yield f"Unchanged ({ruleset.address}): {_format_verdict(metrics)}"
    yield f"  {_format_measures(ruleset, metrics)}"
    rows = metrics["rows"]
    if not rows:
        yield ""
    if not rows and metrics["faults"]:
        yield "No other option of a single table removes the fault."
    elif not rows:
        yield "The game has no fault."
    for row in rows:
        yield ""
        yield from _format_row(ruleset, row)
    if metrics.get("mildest"):
        yield ""
        yield from _format_mildest(ruleset, metrics["mildest"])


def _format_row(ruleset: Ruleset, row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about another game or option."""
    name = f"({row['id']})"
    if "label" in row:
        name = f"{row['title']}: {row['label']} {name}"
    yield f"{name}: {_format_verdict(row)}"
    yield f"  {_format_measures(ruleset, row)}"
    if row.get("unchanged"):
        yield "  No effect: every game goes the same way."
    elif row["other_winner"]:
        yield f"  Another winner in {percent(row['other_winner']['value'])} of games."


def _format_mildest(ruleset: Ruleset, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the other option of each table that changes the winner least often."""
    yield "Another winner, with the other option of each table that has the least effect"
    for row in rows:
        share = "never"
        if not row["unchanged"]:
            share = percent(row["other_winner"]["value"])
        yield f"  {share:>5}  {row['title']}: {row['label']}"
        yield f"         {_format_measures(ruleset, row)}"


def _format_verdict(row: Mapping[str, Any]) -> str:
    """Return the worst fault of a game, and a remark if its games do not settle the verdict."""
    verdict = f"{GRADES[0]}."
    if row["faults"]:
        verdict = f"{GRADES[row['faults'][0]]}. {row['sentences'][0]}"
    if row["sure"]:
        return verdict
    return f"{verdict} {row['judged']:,} games do not settle this."


def _format_measures(ruleset: Ruleset, row: Mapping[str, Any]) -> str:
    """Return the shares of draws and of wins of the first player, and the mean number of rounds."""
    measures = row["measures"]
    shifts = row.get("shifts", {})
    nouns = ruleset.book.sheet.nouns
    drawn = percent(measures["drawn"])
    first = percent(measures["first"])
    texts = [
        f"{drawn} drawn{_format_shift(shifts, 'drawn')}",
        f"{first} won by the player who {nouns.opener}{_format_shift(shifts, 'first')}",
    ]
    rounds = measures["rounds"]
    if rounds is not None and nouns.rounds:
        texts.append(f"{rounds:.1f} {nouns.rounds.lower()}{_format_shift(shifts, 'rounds')}")
    return ", ".join(texts)


def _format_shift(shifts: Mapping[str, Any], name: str) -> str:
    """Return " (more)" or " (less)" if the interval of a difference excludes 0, else ""."""
    shift = shifts.get(name)
    if shift is None or shift["low"] <= 0.0 <= shift["high"]:
        return ""
    if shift["value"] > 0:
        return " (more)"
    return " (less)"
