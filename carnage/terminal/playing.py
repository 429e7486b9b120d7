"""`carnage play`: one game as a report, or with somebody at the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from carnage.ruleset import Ruleset
from carnage.terminal import reading, simulating


def run(
    id: str, seed: int, number: int, bots: str, log: Path | None, me: int | None, decisions: Path | None
) -> None:
    """Play one game and print it; with `me`, side 1 or 2, let a person play that side."""
    ruleset = reading.game(id)
    pair = reading.bots(bots)
    if decisions is not None and me is None:
        raise click.UsageError("--decisions is for a game that you play yourself: give --me 1 or --me 2 too.")
    from carnage.engine.games import GameError
    from carnage.engine.simulating import MOST_GAMES, check

    try:
        check(1, pair, seed)
        if not 0 <= number < MOST_GAMES:
            raise GameError(f"The game is a number from 0 to {MOST_GAMES - 1:,}, such as 0.")
        simulating.warm()
        if me is None:
            watch(ruleset, seed, number, pair, log)
        else:
            from carnage.terminal.sitting import Sitting

            seats = ("person", pair[1]) if me == 1 else (pair[0], "person")
            Sitting(ruleset, seed, number, seats, me - 1, decisions, log).run()
    except GameError as error:
        raise click.UsageError(str(error)) from None


def watch(ruleset: Ruleset, seed: int, number: int, bots: tuple[str, str], log: Path | None) -> None:
    """The whole game between two bots."""
    from carnage.engine.games import Match, finish
    from carnage.engine.telling import Teller

    match = Match(ruleset, seed, number, bots)
    finish(match)
    teller = Teller(match)
    click.echo(f"# {ruleset.name}, game {number} of dice seed {seed}")
    click.echo(f"{ruleset.path}: {bots[0]} plays Side 1, {bots[1]} plays Side 2.")
    click.echo(shown(teller.news()))
    if log is not None:
        from carnage.terminal.keeping import write_log

        write_log(log, teller.events())


def shown(lines: list[str]) -> str:
    """A report with room before its headings."""
    return "\n".join(f"\n{line}" if line.startswith("#") else line for line in lines)
