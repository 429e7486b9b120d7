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
from carnage.rulesets.settings import resolve_settings

if TYPE_CHECKING:
    from carnage.engine.summary import Simulation

OnProgress = Callable[[int, int], None]


@contextmanager
def progress_bar(label: str) -> Iterator[OnProgress | None]:
    """Show a progress bar on standard error, and yield a callback for it.

    The callback takes the number of finished steps and of all steps. Yield None where standard
    error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def on_progress(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield on_progress


def run(
    game_id: str,
    *,
    games: int,
    bots: str,
    dice_seed: int,
    rotate_seats: bool,
    settings: Mapping[str, str | None],
    as_json: bool,
) -> None:
    """Play games and print the counts.

    Args:
        game_id: The path or URL of the game.
        games: The number of games.
        bots: The names of the bots by seat, separated by commas.
        dice_seed: The dice seed of the first game.
        rotate_seats: Play each dice seed once for each rotation of the bots over the seats.
        settings: The settings of players by name; None for those that are not given.
        as_json: Print one JSON object.

    Raises:
        click.UsageError: An argument is invalid.
    """
    ruleset = arguments.parse_game(game_id)
    bot_names = arguments.parse_bots(bots)
    from carnage.engine.games import GameError
    from carnage.engine.simulation import check_simulation, simulate

    try:
        check_simulation(ruleset, games, bot_names, dice_seed)
        resolved_settings = resolve_settings(ruleset, arguments.parse_settings(settings))
        with progress_bar("Playing") as on_progress:
            simulation = simulate(
                ruleset,
                games,
                bot_names,
                seed=dice_seed,
                swap=rotate_seats,
                progress=on_progress,
                settings=resolved_settings,
            )
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(simulation.json(), indent=2))
    else:
        click.echo("\n".join(format_report(ruleset, simulation, rotate_seats=rotate_seats)))


def format_report(ruleset: Ruleset, simulation: Simulation, *, rotate_seats: bool) -> Iterator[str]:
    """Yield the lines of the report of a simulation."""
    bots = simulation.bots
    games = count(simulation.games, "game", "{:,}".format)
    rotation = ""
    if rotate_seats and len(bots) == 2:
        rotation = ", each dice seed twice with seats changed"
    elif rotate_seats:
        rotation = ", each dice seed played once from each seat"
    yield f"{ruleset.name} ({simulation.id})"
    yield f"{games}, {' against '.join(bots)}{rotation}, from dice seed {simulation.seed}"
    yield ""
    players = _list_players(ruleset, bots, rotate_seats=rotate_seats)
    for label, text in facts(ruleset, simulation.json(), players):
        yield f"{label}: {text}"
    yield ""
    yield from _format_rule_counts(simulation)
    yield ""
    for source in list_game_sources(ruleset):
        yield source.credit
    yield ""
    yield f"{simulation.seconds:.2f} seconds, {simulation.games_per_second:,.0f} games a second"


def _list_players(ruleset: Ruleset, bots: tuple[str, ...], *, rotate_seats: bool) -> list[str]:
    """Return a name for each player, by side or, if the seats rotate, by the order of the bots."""
    if rotate_seats:
        return [f"{bot}, {ordinal(number)} named" for number, bot in enumerate(bots, 1)]
    side = ruleset.book.sheet.nouns.side
    return [f"{side} {number}, {bot}" for number, bot in enumerate(bots, 1)]


def _format_rule_counts(simulation: Simulation) -> Iterator[str]:
    """Yield a table of the rules with the share of games in which each was used."""
    games = simulation.games
    yield f"{'Rule':44} {'games in which it fired':>24} {'times a game':>13}"
    for name, fired in sorted(simulation.rules.items(), key=lambda item: -item[1].games):
        share = "never"
        if fired.games:
            share = percent(fired.games / games, 1)
        yield f"{name:44} {share:>24} {fired.fired / games:13.1f}"
