"""`carnage play`: one game as a report, or with somebody at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from carnage.rulebook.custom_names import Naming
from carnage.ruleset import Ruleset
from carnage.terminal import reading
from carnage.terminal.reports import shown


class Files(NamedTuple):
    """The files that somebody wants of a game: its events as JSON lines, a film, a drawing of the table.

    `at` is the number of the event that the drawing shows, 0 for the table before the first; None is the end.
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
    """Play one game and print it, under names of somebody's own if there are any; with `me`, a side from 1,
    let a person play that side."""
    ruleset = reading.ruleset(id)
    seed = reading.number(id, "dice") if seed is None else seed
    number = reading.number(id, "game") if number is None else number
    naming = Naming(ruleset, reading.own(id, own, ruleset))
    named = reading.bots(bots)
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
    from carnage.engine.simulating import check, check_dice

    try:
        seated = check(ruleset, 1, named, seed)
        check_dice(seed, number)
        if me is not None and not 1 <= me <= ruleset.players:
            raise GameError(f"This game has {ruleset.players} players: give --me 1 to {ruleset.players}.")
        if me is None:
            watch(ruleset, seed, number, seated, files, naming)
        else:
            from carnage.terminal.sitting import Sitting

            seats = (*seated[: me - 1], PERSON_NAME, *seated[me:])
            Sitting(ruleset, seed, number, seats, me - 1, decisions, files, naming).run()
    except GameError as error:
        raise click.UsageError(str(error)) from None


def watch(
    ruleset: Ruleset, seed: int, number: int, bots: tuple[str, ...], files: Files, naming: Naming
) -> None:
    """The whole game between bots."""
    from carnage.engine.games import Match
    from carnage.engine.planner import finish
    from carnage.engine.telling import Teller, side_names
    from carnage.films import WATCHER
    from carnage.terminal import writing

    match = Match(ruleset, seed, number, bots)
    finish(match)
    writing.check(files, match)
    teller = Teller(match)
    click.echo(f"# {ruleset.name}, game {number} of dice seed {seed}")
    sides = map(naming.text, side_names(ruleset))
    who = ", ".join(f"{bot} plays {side}" for bot, side in zip(bots, sides, strict=True))
    click.echo(f"{ruleset.path}: {who}.")
    click.echo(shown(list(map(naming.text, teller.news()))))
    writing.write(files, teller, WATCHER, naming)
