"""`carnage playtest`: what is wrong with a game, as far as bots can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from carnage.document import sources
from carnage.playtest.findings import findings
from carnage.ruleset import Ruleset
from carnage.terminal import reading
from carnage.terminal.simulating import bar, warm
from carnage.wording import listed


def run(id: str, as_json: bool) -> None:
    """Playtest a game and print what is found."""
    ruleset = reading.ruleset(id)
    from carnage.playtest.running import playtest

    warm(ruleset.book.family)
    with bar("Playing") as tell:
        figures = playtest(ruleset, tell)
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        click.echo("\n".join(report(ruleset, figures)))


def report(ruleset: Ruleset, figures: Mapping[str, Any]) -> Iterator[str]:
    """A playtest in plain words."""
    found = findings(ruleset, figures)
    yield f"{ruleset.name} ({ruleset.path})"
    yield f"{found.games:,} games between bots. {found.verdict}"
    for finding in found.findings:
        yield ""
        yield f"- {finding.sentence}" + (f" ({finding.sureness})" if finding.sureness else "")
        if finding.tables:
            yield f"  To try: another answer to {listed(table.title for table in finding.tables)}."
    for answer in found.answers:
        yield ""
        yield answer.question
        yield from (f"  {sentence}" for sentence in answer.sentences)
    if found.never:
        yield ""
        yield "Rules that never did anything"
        yield from (f"  {row.title}: {row.label}" for row in found.never)
    yield ""
    watched = [f"{name} --game {number}" for name, number in figures["watch"].items()]
    yield f"To watch: carnage play {ruleset.path.strip('/')} with {listed(watched)}"
    yield ""
    yield from (source.credit for source in sources.of_game(ruleset))
