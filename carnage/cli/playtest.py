"""`carnage playtest`: play a game many times with bots and report its faults."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from carnage.cli import arguments
from carnage.cli.simulate import progress_bar
from carnage.common.text_format import join_words, percent
from carnage.lab.compared_metrics import MetricText
from carnage.lab.csv_export import export_csv
from carnage.lab.dominance_report import describe_options
from carnage.lab.json_export import export_json
from carnage.lab.report import Finding, PlaytestReport, build_report
from carnage.lab.rule_usage import RuleUsage
from carnage.rulebook.credits import list_game_sources
from carnage.rulesets.ruleset import Ruleset

MIN_SHOWN_TIMES = 0.05  # times in a game; fewer would be displayed as 0.0


def run(game_id: str, *, as_json: bool, as_csv: bool, with_details: bool) -> None:
    """Playtest a game and print the result as text, JSON or CSV."""
    if as_json and as_csv:
        raise click.UsageError("Give --json or --csv, not both.")
    ruleset = arguments.parse_game(game_id)
    from carnage.lab.runner import run_playtest

    with progress_bar("Playing") as on_progress:
        metrics = run_playtest(ruleset, on_progress)
    details = _measure_details(ruleset) if with_details else None
    if as_json:
        content = export_json(ruleset, metrics)
        if details:
            content["details"] = details
        click.echo(json.dumps(content, indent=2))
    elif as_csv:
        click.echo(export_csv(ruleset, metrics), nl=False)
    else:
        click.echo("\n".join(format_report(ruleset, metrics)))
        if details:
            click.echo("\n".join(format_details(details)))


def _measure_details(ruleset: Ruleset) -> dict[str, Any]:
    """Return the worth of each option of the players, after stating the cost on stderr."""
    from carnage.lab.dominance import measure_options

    steps = measure_options(ruleset)
    metrics = next(steps)
    seconds = metrics["seconds"]
    click.echo(
        f"Details: {metrics['of']} options, about {seconds:.0f} seconds of one processor.", err=True
    )
    with progress_bar("Leaving out") as on_progress:
        for metrics in steps:
            if on_progress:
                on_progress(metrics["tried"], max(1, metrics["of"]))
    return metrics


def format_details(details: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about the worth of each option of the players."""
    yield ""
    yield "What is each option worth? (wins of a player who never takes it, or always)"
    for worth in describe_options(details["rows"]):
        yield f"  {worth.label}: {worth.sentence}"
        without = ", ".join(worth.without)
        always = ", ".join(worth.always)
        yield f"    never {without}; whenever possible {always}"


def format_report(ruleset: Ruleset, metrics: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the report of a playtest."""
    report = build_report(ruleset, metrics)
    yield f"{ruleset.name} ({ruleset.address})"
    yield report.verdict
    yield f"Beginners, bots that choose the best move of the moment, played {report.games:,} games."
    if report.practised_games:
        practised = f"{report.practised_games:,}"
        yield f"Practised players, bots that have learned this game, played {practised}."
    yield ""
    yield from (f"{line.question} {line.answer}" for line in report.summary)
    for finding in report.findings:
        yield ""
        yield from _format_finding(finding)
    yield ""
    yield "Details of the games between beginners"
    yield (
        f"Usual is the range of four of five games of {ruleset.book.title}. "
        "Intervals are wide enough to be looked at again and again while games are played."
    )
    for answer in report.answers:
        yield ""
        yield answer.question
        yield from (f"  {sentence}" for sentence in answer.sentences)
        yield from (_format_measure(measure) for measure in answer.metrics)
    yield from _format_rules(report)
    yield ""
    watched = _list_games(metrics["watch"])
    yield f"To watch: carnage play {ruleset.address.strip('/')} with {watched}"
    yield ""
    yield from (source.credit for source in list_game_sources(ruleset))


def _format_finding(finding: Finding) -> Iterator[str]:
    """Yield the lines about a fault."""
    line = f"- {finding.label}: {finding.sentence}"
    if finding.certainty:
        line += f" ({finding.certainty})"
    yield line
    if finding.players:
        yield f"  {finding.players}"
    if finding.usual:
        yield f"  {finding.usual}."
    if finding.tables:
        titles = [table.title for table in finding.tables]
        yield f"  To try: another option of {join_words(titles, 'or')}."


def _format_measure(measure: MetricText) -> str:
    """Return a measure, with the usual range in games of the book."""
    line = f"    {measure.label}: {measure.value}"
    if measure.usual:
        line += f"  (usual: {measure.usual})"
    return line


def _format_rules(report: PlaytestReport) -> Iterator[str]:
    """Yield lists of the rules: without effect, optional, and looked up in a table."""
    if report.never_used:
        yield ""
        yield "Rules without effect in these games"
        yield from (f"  {row.title}: {row.label}" for row in report.never_used)
    if report.mostly_idle:
        yield ""
        yield "Rules without effect in these games, and in half the games that have them or more"
        yield from (_format_rule(row, format_idleness(row)) for row in report.mostly_idle)
    if report.optional:
        yield ""
        yield "Optional rules"
        yield from (_format_rule(row, format_choices(row)) for row in report.optional)
    if report.often_evaluated:
        yield ""
        yield "Rules that are looked up"
        yield from (_format_rule(row, format_lookups(row)) for row in report.often_evaluated)


def _format_rule(row: RuleUsage, use: str) -> str:
    """Return the line about the use of a rule."""
    return f"  {row.title}: {row.label}: {use}"


def format_choices(row: RuleUsage) -> str:
    """Return how often an optional rule was used, as a share of its opportunities in a game."""
    share = percent(row.chosen_share or 0.0)
    return f"possible {_format_times(row.opportunities)} a game, chosen {share}"


def format_lookups(row: RuleUsage) -> str:
    """Return how often a rule was looked up in a game, and how many times it had an effect."""
    evaluations = row.evaluations or 0.0
    changes = (row.changed_share or 0.0) * evaluations
    return f"looked up {_format_times(evaluations)} a game, with {changes:,.1f} effects"


def _format_times(number: float | None) -> str:
    """Return how often something happens in a game, on average."""
    times = number or 0.0
    return "fewer than 0.1 times" if times < MIN_SHOWN_TIMES else f"{times:,.1f} times"


def format_idleness(row: RuleUsage) -> str:
    """Return the share of the book's games with this rule in which it never had an effect."""
    return f"no effect in {percent(row.idle_share or 0.0)} of them"


def _list_games(numbers: Mapping[str, int]) -> str:
    """Return the options of `carnage play` for interesting games, such as the shortest."""
    return join_words(f"{name} --game-number {number}" for name, number in numbers.items())
