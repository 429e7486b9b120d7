"""`carnage play`: play one game and print it as a report, or let a person play one side at the
terminal.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from carnage.cli import arguments
from carnage.cli.report_layout import shown
from carnage.rulebook.custom_names import Naming
from carnage.rulesets.ruleset import Ruleset


class Files(NamedTuple):
    """The files to write for a game.

    Attributes:
        log: The events as JSON lines.
        film: The replay as JSON.
        svg: A drawing of the table.
        at: The number of the event that the drawing shows: 0 is the table before the first, None
            the end.
    """

    log: Path | None = None
    film: Path | None = None
    svg: Path | None = None
    at: int | None = None


def run(
    id: str,
    seed: int | None,
    number: int | None,
    bots: str,
    files: Files,
    me: int | None,
    decisions: Path | None,
    own: str = "",
) -> None:
    """Play one game and print its report, or let a person play a side.

    Args:
        id: The path or URL of the game.
        seed: The dice seed; None for that in the URL, or 0.
        number: The number of the game with this seed; None for that in the URL, or 0.
        bots: The names of the bots by seat, separated by commas.
        files: The files to write.
        me: The side of the person, from 1; None for a game between bots.
        decisions: The save file of the person's game; None for the default.
        own: Custom names, or the name of a file with them.

    Raises:
        click.UsageError: Options contradict each other, or a value is invalid.
    """
    ruleset = arguments.ruleset(id)
    if seed is None:
        seed = arguments.number(id, "dice")
    if number is None:
        number = arguments.number(id, "game")
    naming = Naming(ruleset, arguments.own(id, own, ruleset))
    named = arguments.bots(bots)
    if decisions is not None and me is None:
        raise click.UsageError(
            "--decisions is for a game that you play yourself: give --me too, such as --me 1."
        )
    named_files = [
        file.resolve() for file in (files.log, files.film, files.svg, decisions) if file is not None
    ]
    if len(set(named_files)) < len(named_files):
        raise click.UsageError("--log, --film, --svg and --decisions need a file each.")
    if files.at is not None and files.svg is None:
        raise click.UsageError("--at says which event a drawing shows: give --svg FILE too.")
    from carnage.engine.games import PERSON_NAME, GameError
    from carnage.engine.simulation import check_dice, check_simulation

    try:
        seated = check_simulation(ruleset, 1, named, seed)
        check_dice(seed, number)
        if me is not None and not 1 <= me <= ruleset.players:
            raise GameError(
                f"This game has {ruleset.players} players: give --me 1 to {ruleset.players}."
            )
        if me is None:
            watch(ruleset, seed, number, seated, files, naming)
        else:
            from carnage.cli.interactive import Sitting

            seats = (*seated[: me - 1], PERSON_NAME, *seated[me:])
            Sitting(ruleset, seed, number, seats, me - 1, decisions, files, naming).run()
    except GameError as error:
        raise click.UsageError(str(error)) from None


def watch(
    ruleset: Ruleset, seed: int, number: int, bots: tuple[str, ...], files: Files, naming: Naming
) -> None:
    """Play a game between bots, print its report and write its files."""
    from carnage.cli import output_files
    from carnage.engine.games import Match
    from carnage.engine.narration import Narrator, side_names
    from carnage.engine.planner import run_planner
    from carnage.replays.replay import SPECTATOR

    match = Match(ruleset, seed, number, bots)
    run_planner(match)
    output_files.check(files, match)
    teller = Narrator(match)
    click.echo(f"# {ruleset.name}, game {number} of dice seed {seed}")
    sides = map(naming.text, side_names(ruleset))
    who = ", ".join(f"{bot} plays {side}" for bot, side in zip(bots, sides, strict=True))
    click.echo(f"{ruleset.path}: {who}.")
    click.echo(shown(list(map(naming.text, teller.new_lines()))))
    output_files.write(files, teller, SPECTATOR, naming)
