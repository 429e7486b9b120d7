"""`carnage referee`: write a rulebook, and a game report with injected rule violations."""

from __future__ import annotations

import json
from dataclasses import dataclass
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

MAX_GAMES = 60  # Games of a dice seed that are searched for a short one.
RULEBOOK_FILE = "rulebook.md"
REPORT_FILE = "report.md"


@dataclass(frozen=True, slots=True)
class RefereeOptions:
    """The options of `carnage referee`.

    Attributes:
        dice_seed: The dice seed.
        game_number: The number of the game with this seed; None for 0, or if `max_lines` is given.
        max_lines: The maximum length of the report; None for any.
        output_dir: A new or empty folder.
        violations: The number of rule violations to inject.
        answer_key: The file for the injected violations as JSON.
    """

    dice_seed: int
    game_number: int | None
    max_lines: int | None
    output_dir: Path
    violations: int
    answer_key: Path | None

    def check(self) -> None:
        """Raise click.UsageError if options contradict each other, before a game is played."""
        if self.game_number is not None and self.max_lines is not None:
            raise click.UsageError("Give --game-number or --max-lines, not both.")
        if self.violations and self.answer_key is None:
            raise click.UsageError(
                "--violations needs --answer-key FILE too, to write the violations to."
            )
        folder = self.output_dir
        key = self.answer_key
        if key is not None and key.resolve().is_relative_to(folder.resolve()):
            raise click.UsageError(
                f"{key} is in {folder}, which the referee reads. Give --answer-key a file "
                "elsewhere."
            )
        if folder.exists() and any(folder.iterdir()):
            raise click.UsageError(
                f"{folder} is not empty. Give --output-dir a new or an empty folder."
            )


def run(game_id: str, bots: str, options: RefereeOptions) -> None:
    """Write the rulebook and the report into a folder, and the violations into the answer key.

    Args:
        game_id: The path or URL of the game.
        bots: The names of the bots, separated by commas.
        options: The other options.

    Raises:
        click.UsageError: Options contradict each other, or no game is short enough.
        FileError: A file cannot be written.
    """
    ruleset = arguments.parse_game(game_id)
    bot_names = arguments.parse_bots(bots)
    options.check()
    from carnage.engine.games import GameError
    from carnage.lab.referee import report
    from carnage.lab.referee.injection import referee

    try:
        match = _play_match(ruleset, bot_names, options)
        game = referee(match, options.violations)
    except (GameError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    folder = options.output_dir
    rulebook = build_rulebook(ruleset).markdown()
    write_folder(folder, {RULEBOOK_FILE: rulebook, REPORT_FILE: report.report(game)})
    steps = count(len(game.lines), "step")
    answer_key = options.answer_key
    if answer_key is not None:
        make_folder(answer_key.parent)
        answers = json.dumps(game.answers(), ensure_ascii=False, indent=2)
        write_file(answer_key, answers + "\n")
    click.echo(f"{folder}: {RULEBOOK_FILE}, and {REPORT_FILE} of game {match.number} in {steps}.")
    if answer_key is not None:
        summary = _summarize_violations(len(game.planted), options.violations)
        click.echo(f"{answer_key}: {summary}.")


def _summarize_violations(injected: int, requested: int) -> str:
    """Return the number of injected violations, and that of requested ones if it is larger."""
    summary = f"{count(injected, 'rule violation')} injected"
    if injected < requested:
        summary += f"; the report has no room for all {requested}"
    return summary


def _play_match(ruleset: Ruleset, bot_names: tuple[str, ...], options: RefereeOptions) -> Match:
    """Play the game that the options choose, and return it.

    Raises:
        GameError: The bots, the dice seed or the game number do not exist.
        click.UsageError: No game is short enough.
    """
    from carnage.engine.games import Match
    from carnage.engine.planner import run_planner
    from carnage.engine.simulation import check_dice, check_simulation

    game_number = options.game_number or 0
    bots = check_simulation(ruleset, 1, bot_names, options.dice_seed)
    check_dice(options.dice_seed, game_number)
    if options.max_lines is not None:
        return _play_short_match(
            ruleset, bots, dice_seed=options.dice_seed, max_lines=options.max_lines
        )
    match = Match(ruleset, options.dice_seed, game_number, bots=bots)
    run_planner(match)
    return match


def _play_short_match(
    ruleset: Ruleset, bots: tuple[str, ...], *, dice_seed: int, max_lines: int
) -> Match:
    """Return the first game of a dice seed whose report has at most `max_lines` lines.

    Raises:
        click.UsageError: The first MAX_GAMES games are all longer.
    """
    from carnage.engine.games import Match
    from carnage.engine.narration import Narrator
    from carnage.engine.planner import run_planner

    lengths = []
    for game_number in range(MAX_GAMES):
        match = Match(ruleset, dice_seed, game_number, bots=bots)
        run_planner(match)
        length = len(Narrator(match).new_lines())
        if length <= max_lines:
            return match
        lengths.append(length)
    shortest = min(lengths)
    raise click.UsageError(
        f"None of the first {MAX_GAMES} games of this dice seed has a report of {max_lines} lines "
        f"or fewer; the shortest has {shortest}. Give --max-lines {shortest} or more, or another "
        "--dice-seed."
    )
