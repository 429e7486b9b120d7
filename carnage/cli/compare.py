"""`carnage compare`: compare two games on the same dice, or one game with other options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from carnage.cli import arguments
from carnage.cli.simulate import bar
from carnage.common.text_format import percent
from carnage.lab.sampling_plan import MEND
from carnage.lab.severity import GRADES
from carnage.rulesets.ruleset import Ruleset


def run(id: str, other: str | None, table: str | None, all_tables: bool, as_json: bool) -> None:
    """Play the games and print their differences.

    Args:
        id: The path or URL of the game.
        other: The game to compare with; None to try other options of `table`.
        table: The id of the table whose options are tried.
        all_tables: Try the options of all tables.
        as_json: Print one JSON object.

    Raises:
        click.UsageError: Not exactly one of `other`, `table` and `all_tables` is given, or one of
            them does not exist.
    """
    ruleset = arguments.ruleset(id)
    if table == MEND:
        click.echo(f"--table {MEND} is deprecated; use --all-tables", err=True)
        table = None
        all_tables = True
    if [other is not None, table is not None, all_tables].count(True) != 1:
        raise click.UsageError(
            "Give another game, or --table and one of its tables, or --all-tables."
        )
    against = None
    if other is not None:
        against = arguments.ruleset(other)
    figures = _played(ruleset, against, table or (MEND if all_tables else ""))
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        click.echo("\n".join(report(ruleset, figures)))


def _played(ruleset: Ruleset, against: Ruleset | None, table: str) -> Mapping[str, Any]:
    """Play the comparison and return its figures.

    Raise click.UsageError if the table does not exist.
    """
    from carnage.lab import comparison

    if table and table != MEND and table not in {each.id for each in ruleset.book.rolled}:
        tables = ", ".join(each.id for each in ruleset.book.rolled)
        raise click.UsageError(
            f"There is no table {table!r} to try; there is {tables}; or --all-tables."
        )
    figures: Mapping[str, Any] = {}
    if against is not None:
        steps = comparison.compare(ruleset, against)
    elif table == MEND:
        steps = comparison.mend(ruleset)
    else:
        steps = comparison.what_if(ruleset, ruleset.book.table(table))
    with bar("Playing") as tell:
        for figures in steps:
            if tell:
                tell(*_come(figures))
    return figures


def _come(figures: Mapping[str, Any]) -> tuple[int, int]:
    """Return the progress as a number of steps out of 100: the trials are one half, the checks
    the other.
    """
    tried = figures.get("tried", 1)
    of = figures.get("of", 1)
    checked = figures.get("checked", 0)
    to_check = figures.get("to_check", 1)
    return round(50 * tried / max(of, 1) + 50 * checked / max(to_check, 1)), 100


def report(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the report: the game itself first, then each other game or option."""
    yield (
        f"{figures['games']:,} games of each, on the same dice; what is wrong, after as many "
        "as it takes"
    )
    yield ""
    yield f"As it is ({ruleset.path}): {_verdict(figures)}"
    yield f"  {_measures(ruleset, figures)}"
    if not figures["rows"]:
        yield ""
        faults = figures["faults"]
        yield (
            "No other answer to a single table mends it."
            if faults
            else "There is no fault to mend."
        )
    for row in figures["rows"]:
        yield ""
        name = ""
        if "label" in row:
            name = f"{row['title']}: {row['label']} "
        yield f"{name}({row['id']}): {_verdict(row)}"
        yield f"  {_measures(ruleset, row)}"
        if row.get("unchanged"):
            yield "  Nothing is changed by it: every game goes the same way."
        elif row["other_winner"]:
            yield f"  Another winner in {percent(row['other_winner']['value'])} of games."
    if figures.get("mildest"):
        yield from _mildest(ruleset, figures["mildest"])


def _mildest(ruleset: Ruleset, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the other option of each table that changes the winner least often."""
    yield ""
    yield "Another winner, with the mildest other answer to each table"
    for row in rows:
        if row["unchanged"]:
            share = "never"
        else:
            share = percent(row["other_winner"]["value"])
        yield f"  {share:>5}  {row['title']}: {row['label']}"
        yield f"         {_measures(ruleset, row)}"


def _verdict(row: Mapping[str, Any]) -> str:
    """Return the worst fault of a game, and a remark if the number of games does not settle it."""
    if row["faults"]:
        told = f"{GRADES[row['faults'][0]]}. {row['sentences'][0]}"
    else:
        told = f"{GRADES[0]}."
    if row["sure"]:
        return told
    return f"{told} {row['judged']:,} games cannot say for sure."


def _measures(ruleset: Ruleset, row: Mapping[str, Any]) -> str:
    """Return the shares of draws and of wins of the first player, and the mean number of rounds."""
    measures = row["measures"]
    shifts = row.get("shifts", {})
    nouns = ruleset.book.sheet.nouns
    told = [
        f"drawn {percent(measures['drawn'])}{_shift(shifts, 'drawn')}",
        f"to whoever {nouns.opener} {percent(measures['first'])}{_shift(shifts, 'first')}",
    ]
    if measures["rounds"] is not None and nouns.rounds:
        told.append(f"{nouns.rounds.lower()} {measures['rounds']:.1f}{_shift(shifts, 'rounds')}")
    return ", ".join(told)


def _shift(shifts: Mapping[str, Any], name: str) -> str:
    """Return " (more)" or " (less)" if the interval of a difference excludes 0, else ""."""
    shift = shifts.get(name)
    if shift is None or shift["low"] <= 0.0 <= shift["high"]:
        return ""
    return " (more)" if shift["value"] > 0 else " (less)"
