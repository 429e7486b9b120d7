"""`carnage referee`: write a rulebook and a game report with planted illegal steps, and their
answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carnage.cli import arguments
from carnage.common.files import make_folder, write_file, write_folder
from carnage.common.text_format import count
from carnage.rulebook import build_rulebook
from carnage.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from carnage.engine.games import Match

GAMES = 60  # games of a dice seed that are searched for a short one
RULEBOOK = "rulebook.md"
REPORT = "report.md"


def run(
    id: str,
    seed: int,
    number: int | None,
    lines: int | None,
    bots: str,
    to: Path,
    plant: int,
    answers: Path | None,
) -> None:
    """Write the rulebook and the report into a folder, and the planted steps into a file of
    answers.

    Args:
        id: The path or URL of the game.
        seed: The dice seed.
        number: The number of the game with this seed; None for the first, or if `lines` is given.
        lines: The maximum length of the report; None for any.
        bots: The names of the bots, separated by commas.
        to: A new or empty folder.
        plant: The number of illegal steps to plant.
        answers: The file for the planted steps as JSON.

    Raises:
        click.UsageError: Options contradict each other, or no game is short enough.
        FileError: A file cannot be written.
    """
    ruleset = arguments.ruleset(id)
    named = arguments.bots(bots)
    _check(number, lines, to, plant, answers)
    from carnage.engine.games import GameError, Match
    from carnage.engine.simulation import check_dice, check_simulation
    from carnage.lab.referee import report
    from carnage.lab.referee.injection import referee

    try:
        seated = check_simulation(ruleset, 1, named, seed)
        check_dice(seed, number or 0)
        if lines is None:
            match = _played(Match(ruleset, seed, number or 0, seated))
        else:
            match = _short(ruleset, seed, seated, lines)
        game = referee(match, plant)
    except (GameError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    write_folder(to, {RULEBOOK: build_rulebook(ruleset).markdown(), REPORT: report.report(game)})
    if answers is not None:
        make_folder(answers.parent)
        kept = json.dumps(game.answers(), ensure_ascii=False, indent=2)
        write_file(answers, kept + "\n")
    click.echo(
        f"{to}: {RULEBOOK}, and {REPORT} of game {match.number} in "
        f"{count(len(game.lines), 'step')}."
    )
    if answers is not None:
        done = len(game.planted)
        if done == plant:
            less = ""
        else:
            less = f", of {plant} that were asked for: there was no room for more"
        click.echo(f"{answers}: {count(done, 'illegal step')} planted{less}.")


def _check(
    number: int | None, lines: int | None, to: Path, plant: int, answers: Path | None
) -> None:
    """Raise click.UsageError if options contradict each other, before a game is played."""
    if number is not None and lines is not None:
        raise click.UsageError("--game says which game, --lines looks for one: give one of them.")
    if plant and answers is None:
        raise click.UsageError(
            "--plant needs --answers FILE too, where it is kept what was planted."
        )
    if answers is not None and answers.resolve().is_relative_to(to.resolve()):
        raise click.UsageError(
            f"{answers} lies in {to}, which the referee reads: keep --answers elsewhere."
        )
    if to.exists() and any(to.iterdir()):
        raise click.UsageError(f"{to} is not empty: give --to a new or an empty folder.")


def _played(match: Match) -> Match:
    """Play a match to its end and return it."""
    from carnage.engine.planner import run_planner

    run_planner(match)
    return match


def _short(ruleset: Ruleset, seed: int, bots: tuple[str, ...], lines: int) -> Match:
    """Return the first game of a dice seed whose report has at most `lines` lines.

    Raises:
        click.UsageError: The first GAMES games are all longer.
    """
    from carnage.engine.games import Match
    from carnage.engine.narration import Narrator

    shortest = 0
    for number in range(GAMES):
        match = _played(Match(ruleset, seed, number, bots))
        told = len(Narrator(match).new_lines())
        if told <= lines:
            return match
        shortest = min(shortest or told, told)
    raise click.UsageError(
        f"None of {GAMES} games of this dice seed is told in {lines} lines; the shortest takes "
        f"{shortest}. "
        f"Give --lines {shortest} or more, or another --seed."
    )
