"""A game of one person at the terminal: numbered options, undo, and a save file to continue it."""

from __future__ import annotations

import shlex
import sys

import click

from carnage.cli import output_files, save_file
from carnage.cli.play import PlayOptions
from carnage.cli.report_layout import format_report
from carnage.drawing.text_board import render_board
from carnage.engine.engine_version import version_of
from carnage.engine.games import PERSON_NAME, Match
from carnage.engine.narration import Narrator, side_names
from carnage.engine.planner import run_planner
from carnage.engine.saved_games import REPLAYED, Misfit, Transcript
from carnage.engine.scene_builder import SceneBuilder
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.custom_names import format_names

HELP = (
    "A number chooses that option. u: undo your last decision. b: show the table. q: save and "
    "leave. ?: show this help."
)
MAX_NUMBER_DIGITS = 6  # Of an option's number that is read; a longer one is too large anyway.
DEFAULT_BOT = "greedy"


class InteractiveGame:
    """A game of one person. Each decision is saved at once, so an interrupted game can continue.

    Args:
        options: The options of `carnage play`, with a side.
        seats: The players by seat.
    """

    def __init__(self, options: PlayOptions, seats: tuple[str, ...]) -> None:
        self.seat = seats.index(PERSON_NAME)
        self.output = options.output
        self.wording = options.wording
        self.match = Match(options.ruleset, options.dice_seed, options.game_number, bots=seats)
        self.transcript = Transcript(self.match)
        self.path = options.save_file or save_file.default_path(self.match, self.seat)
        self.teller = Narrator(self.match, seat=self.seat)
        self.scenery = SceneBuilder(options.ruleset)

    @property
    def naming(self) -> NameReplacer:
        """Return the names in the output."""
        return self.wording.naming

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.print_title()
        if self.path.exists():
            self.resume()
        try:
            self.run_planner()
            while not self.match.is_over:
                self.print_new_events()
                self.ask()
        except KeyboardInterrupt:
            click.echo()
            self.leave()
            return
        except EOFError:
            self.leave()
            return
        self.print_new_events()
        self.save()
        self.write_files()

    def print_title(self) -> None:
        """Print the name of the game and its players."""
        match = self.match
        names = [self.naming.text(name) for name in side_names(match.ruleset)]
        opponents = []
        for bot, name in zip(match.bots, names, strict=True):
            if bot != PERSON_NAME and len(names) > 2:
                opponents.append(f"{bot} as {name}")
            elif bot != PERSON_NAME:
                opponents.append(bot)
        click.echo(f"# {match.ruleset.name}, game {match.number} of dice seed {match.seed}")
        click.echo(
            f"{match.ruleset.address}: you play {names[self.seat]} against {', '.join(opponents)}."
        )

    def resume(self) -> None:
        """Replay the saved game. If a decision no longer fits, continue from there in a new file.

        Raises:
            click.UsageError: The new file exists already.
        """
        saved = save_file.load(self.path, self.match)
        misfit = self.transcript.replay(saved)
        if misfit is not None:
            self.continue_in_new_file(misfit)
            return
        if saved.version != version_of(self.match):
            click.echo(REPLAYED)
        click.echo(f"Continued from {self.path}, after {len(saved.decisions)} decisions.")

    def continue_in_new_file(self, misfit: Misfit) -> None:
        """Save the game from now on in a new file, because a decision no longer fits.

        Raises:
            click.UsageError: The new file exists already.
        """
        fitting_decisions = misfit.number - 1
        new_path = save_file.path_of_continuation(self.path, fitting_decisions)
        if new_path.exists():
            raise click.UsageError(
                f"{self.path}: {misfit.text} Give --save-file {new_path} to continue the game "
                f"that was started from decision {fitting_decisions}, or another file to start "
                "again."
            )
        click.echo(
            f"{misfit.text} This game continues from decision {fitting_decisions} and is saved in "
            f"{new_path}; {self.path} is unchanged. To start again, give --save-file another file."
        )
        self.path = new_path

    def run_planner(self) -> None:
        """Let a planner on another side take its turn."""
        run_planner(self.match)

    def print_new_events(self) -> None:
        """Print the lines of the report since the last call."""
        lines = self.teller.new_lines()
        if lines:
            click.echo(format_report(self.naming.text(line) for line in lines))

    def ask(self) -> None:
        """Print the open question and its options, and read lines until one of them answers it.

        Raises:
            EOFError: The person leaves.
        """
        options = self.print_question()
        while True:
            text = self.read_line(f"1-{options}, or ? ")
            option = _parse_option(text)
            if 1 <= option <= options:
                self.match.choose(option - 1)
                self.run_planner()
                self.save()
                return
            if text in ("u", "undo"):
                if self.undo():
                    return
            elif text in ("b", "board"):
                self.print_board()
            elif text in ("q", "quit"):
                raise EOFError
            elif text in ("?", "h", "help"):
                click.echo(HELP)
            else:
                click.echo(f"Give a number from 1 to {options}, or ? for help.")

    def print_question(self) -> int:
        """Print the open question and its options, and return the number of options."""
        title, lines = self.teller.question()
        if len(lines) < 2:
            raise AssertionError("one option alone is no question")
        if self.teller.is_about_game:
            self.print_board()
        else:
            click.echo()
        click.echo(self.naming.text(title))
        for number, line in enumerate(lines, 1):
            click.echo(f"{number:3}  {self.naming.text(line)}")
        return len(lines)

    def read_line(self, prompt: str) -> str:
        """Return one line of input in lower case. Raise EOFError at the end of the input."""
        click.echo(prompt, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            click.echo()  # A terminal has already echoed the line break.
        if not line:
            raise EOFError
        return line.strip().lower()

    def print_board(self) -> None:
        """Print the table."""
        scene = self.naming.scene(self.scenery.scene(self.match.record, self.seat))
        lines = render_board(scene, self.seat)
        click.echo("\n" + "\n".join(lines) + "\n")

    def undo(self) -> bool:
        """Undo the person's last decision and everything after it.

        Return False if nothing can be undone.
        """
        decision = find_last_decision(self.match, self.seat)
        if decision is None:
            click.echo("There is nothing to undo.")
            return False
        self.match.rewind(decision)
        self.teller.restart_report()
        self.save()
        click.echo("Undone.")
        return True

    def save(self) -> None:
        """Write the decisions so far to the save file."""
        save_file.save(self.path, self.match, self.transcript.codes(), self.wording.setting)

    def write_files(self) -> None:
        """Write the events, the replay and the drawing, as far as they are requested."""
        output_files.write(self.output, self.teller, seat=self.seat, naming=self.naming)

    def leave(self) -> None:
        """Save the game, write its files and print the command that continues it."""
        self.save()
        self.write_files()
        click.echo(f"Saved in {self.path}. To continue: {self.command()}")

    def command(self) -> str:
        """Return the command that continues this game."""
        match = self.match
        words = ["carnage", "play", match.ruleset.address]
        words += ["--side", str(self.seat + 1), "--save-file", str(self.path)]
        if match.seed:
            words += ["--dice-seed", str(match.seed)]
        if match.number:
            words += ["--game-number", str(match.number)]
        bots = [DEFAULT_BOT if bot == PERSON_NAME else bot for bot in match.bots]
        if set(bots) != {DEFAULT_BOT}:
            words += ["--bots", ",".join(bots)]
        if self.wording.own:
            words += ["--custom-names", format_names(self.wording.own)]
        if self.wording.setting:
            words += ["--setting", self.wording.setting]
        return shlex.join(words)


def _parse_option(text: str) -> int:
    """Return the number in a line of input, or 0 if the line is not a number."""
    if not (text.isdecimal() and text.isascii()):
        return 0
    return int(text[:MAX_NUMBER_DIGITS])


def find_last_decision(match: Match, side: int) -> int | None:
    """Return the index of the last decision of a side, or None if it has made none.

    The record does not store the side of a decision, so each decision is undone in turn to find it.
    """
    probe = Match(
        match.ruleset,
        match.seed,
        match.number,
        bots=(PERSON_NAME,),
        decisions=match.decisions,
        log_length=0,
    )
    for decision in range(len(match.decisions) - 1, -1, -1):
        probe.rewind(decision)
        if probe.question is not None and probe.question.side == side:
            return decision
    return None
