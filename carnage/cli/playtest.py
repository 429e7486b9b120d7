"""`carnage playtest`: play a game many times with bots and report its faults."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from carnage.cli import arguments
from carnage.cli.simulate import bar
from carnage.common.text_format import listed, percent
from carnage.lab.compared_metrics import Measured
from carnage.lab.csv_export import spreadsheet
from carnage.lab.json_export import for_programs
from carnage.lab.report import FiredRule, findings
from carnage.rulebook.credits import list_game_sources
from carnage.rulesets.ruleset import Ruleset


def run(id: str, as_json: bool, as_csv: bool) -> None:
    """Playtest a game and print the result as text, JSON or CSV."""
    if as_json and as_csv:
        raise click.UsageError("Give --json or --csv, not both.")
    ruleset = arguments.ruleset(id)
    from carnage.lab.runner import playtest

    with bar("Playing") as tell:
        figures = playtest(ruleset, tell)
    if as_json:
        click.echo(json.dumps(for_programs(ruleset, figures), indent=2))
    elif as_csv:
        click.echo(spreadsheet(ruleset, figures), nl=False)
    else:
        click.echo("\n".join(report(ruleset, figures)))


def _line(measure: Measured) -> str:
    """Return a measure, with the usual range in games of the book."""
    usual = ""
    if measure.usual:
        usual = f"  (most games of this book: {measure.usual})"
    return f"    {measure.label}: {measure.value}{usual}"


def of_chances(row: FiredRule) -> str:
    """Return how often an optional rule was used, as a share of its opportunities in a game."""
    return f"chosen {percent(row.chosen or 0.0)} of {row.could or 0.0:,.1f} times a game"


def of_looks(row: FiredRule) -> str:
    """Return how often a rule changed a result, as a share of the times that it was looked up in
    a game.
    """
    return (
        f"changed something {percent(row.changed or 0.0)} of {row.looked_up or 0.0:,.1f} "
        "times a game"
    )


def of_idleness(row: FiredRule) -> str:
    """Return the share of the book's games with this rule in which it never had an effect."""
    return f"never in {percent(row.idle or 0.0)} of them"


def report(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the report of a playtest."""
    found = findings(ruleset, figures)
    yield f"{ruleset.name} ({ruleset.path})"
    yield f"{found.games:,} games between bots that play to win. {found.verdict}"
    for finding in found.findings:
        yield ""
        yield f"- {finding.sentence}" + (f" ({finding.sureness})" if finding.sureness else "")
        if finding.usual:
            yield f"  {finding.usual}."
        if finding.tables:
            yield f"  To try: another answer to {listed(table.title for table in finding.tables)}."
    for answer in found.answers:
        yield ""
        yield answer.question
        yield from (f"  {sentence}" for sentence in answer.sentences)
        yield from map(_line, answer.measures)
    if found.never:
        yield ""
        yield "Rules that never did anything"
        yield from (f"  {row.title}: {row.label}" for row in found.never)
    if found.ever_idle:
        yield ""
        yield "Rules that never did anything, as in most games of the book that have them"
        yield from (f"  {row.title}: {row.label}: {of_idleness(row)}" for row in found.ever_idle)
    if found.optional:
        yield ""
        yield "Rules that nobody has to use"
        yield from (f"  {row.title}: {row.label}: {of_chances(row)}" for row in found.optional)
    if found.looked_up:
        yield ""
        yield "Rules that are looked up"
        yield from (f"  {row.title}: {row.label}: {of_looks(row)}" for row in found.looked_up)
    yield ""
    watched = [f"{name} --game-number {number}" for name, number in figures["watch"].items()]
    yield f"To watch: carnage play {ruleset.path.strip('/')} with {listed(watched)}"
    yield ""
    yield from (source.credit for source in list_game_sources(ruleset))
