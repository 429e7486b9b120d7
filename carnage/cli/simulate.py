"""`carnage simulate`: play a game many times and print the counts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from carnage.cli import arguments
from carnage.common.text_format import count, ordinal, percent
from carnage.lab.simulation_facts import facts
from carnage.rulebook.credits import list_game_sources
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import settled

if TYPE_CHECKING:
    from carnage.engine.summary import Simulation

Tell = Callable[[int, int], None]


@contextmanager
def bar(label: str) -> Iterator[Tell | None]:
    """Show a progress bar on standard error, and yield a callback for it.

    The callback takes the number of finished steps and of all steps. Yield None where standard
    error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as shown:

        def tell(done: int, total: int) -> None:
            shown.length = max(total, 1)
            shown.update(done - shown.pos)

        yield tell


def run(
    id: str,
    games: int,
    bots: str,
    seed: int,
    swap: bool,
    given: Mapping[str, str | None],
    as_json: bool,
) -> None:
    """Play games and print the counts.

    Args:
        id: The path or URL of the game.
        games: The number of games.
        bots: The names of the bots by seat, separated by commas.
        seed: The dice seed of the first game.
        swap: Play each dice seed once from each seat.
        given: The settings of players by name; None for those that are not given.
        as_json: Print one JSON object.

    Raises:
        click.UsageError: An argument is invalid.
    """
    ruleset = arguments.ruleset(id)
    named = arguments.bots(bots)
    from carnage.engine.games import GameError
    from carnage.engine.simulation import check_simulation, simulate

    try:
        check_simulation(ruleset, games, named, seed)
        settings = settled(ruleset, arguments.settings(given))
        with bar("Playing") as tell:
            simulation = simulate(
                ruleset, games, named, seed, swap=swap, progress=tell, settings=settings
            )
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(simulation.json(), indent=2))
    else:
        click.echo("\n".join(report(ruleset, simulation, swap)))


def report(ruleset: Ruleset, simulation: Simulation, swap: bool) -> Iterator[str]:
    """Yield the lines of the report of a simulation."""
    bots = simulation.bots
    games = simulation.games
    seats = ""
    if swap:
        seats = ", each dice seed played once from each seat"
    if swap and len(bots) == 2:
        seats = ", each dice seed twice with seats changed"
    yield f"{ruleset.name} ({simulation.id})"
    played = count(games, "game", "{:,}".format)
    yield f"{played}, {' against '.join(bots)}{seats}, from dice seed {simulation.seed}"
    yield ""
    side = ruleset.book.sheet.nouns.side
    players = [
        f"{bot}, {ordinal(n)} named" if swap else f"{side} {n}, {bot}"
        for n, bot in enumerate(bots, 1)
    ]
    yield from (f"{label}: {text}" for label, text in facts(ruleset, simulation.json(), players))
    yield ""
    yield f"{'Rule':44} {'games in which it fired':>24} {'times a game':>13}"
    for name, fired in sorted(simulation.rules.items(), key=lambda item: -item[1].games):
        if fired.games:
            share = percent(fired.games / games, 1)
        else:
            share = "never"
        yield f"{name:44} {share:>24} {fired.fired / games:13.1f}"
    yield ""
    yield from (source.credit for source in list_game_sources(ruleset))
    yield ""
    yield f"{simulation.seconds:.2f} seconds, {simulation.games_per_second:,.0f} games a second"
