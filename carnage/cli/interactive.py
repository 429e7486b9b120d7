"""A game with one person at the terminal: numbered options, undo, and a save file to continue
later.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from carnage.cli import output_files, save_file
from carnage.cli.play import Files
from carnage.cli.report_layout import shown
from carnage.drawing.text_board import board
from carnage.engine.engine_version import version_of
from carnage.engine.games import PERSON_NAME, Match
from carnage.engine.narration import Narrator, side_names
from carnage.engine.planner import run_planner
from carnage.engine.saved_games import REPLAYED, Transcript
from carnage.engine.scene_builder import SceneBuilder
from carnage.rulebook.custom_names import Naming
from carnage.rulesets.custom_names import written
from carnage.rulesets.ruleset import Ruleset

HELP = (
    "A number picks that option. u: take back your last decision. b: show the table. q: "
    "leave. ?: this."
)


class Sitting:
    """A game of one person. Each decision is saved at once, so an interrupted game can be
    continued.

    Args:
        ruleset: The rules.
        seed: The dice seed.
        number: The number of the game with this seed.
        seats: The players by seat.
        me: The index of the person's seat.
        decisions: The save file; None for the default.
        files: The files to write at the end.
        naming: Custom names.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seed: int,
        number: int,
        seats: tuple[str, ...],
        me: int,
        decisions: Path | None,
        files: Files,
        naming: Naming,
    ) -> None:
        self.me = me
        self.files = files
        self.naming = naming
        self.match = Match(ruleset, seed, number, seats)
        self.transcript = Transcript(self.match)
        self.file = decisions or save_file.default_path(ruleset.path, seed, number, me)
        self.teller = Narrator(self.match, seat=me)
        self.scenery = SceneBuilder(ruleset)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        match = self.match
        click.echo(f"# {match.ruleset.name}, game {match.number} of dice seed {match.seed}")
        names = tuple(map(self.naming.text, side_names(match.ruleset)))
        others = [
            f"{bot} as {name}" if len(names) > 2 else bot
            for bot, name in zip(match.bots, names, strict=True)
            if bot != PERSON_NAME
        ]
        click.echo(f"{match.ruleset.path}: you play {names[self.me]} against {', '.join(others)}.")
        if self.file.exists():
            self.resume()
        try:
            self.go_on()
            while not match.is_over:
                self.tell_news()
                self.answer()
        except KeyboardInterrupt:
            click.echo()
            self.leave()
            return
        except EOFError:
            self.leave()
            return
        self.tell_news()
        self.save()
        output_files.write(self.files, self.teller, self.me, self.naming)

    def resume(self) -> None:
        """Replay the saved game. If a decision no longer fits, continue from there in a new file.

        Raises:
            click.UsageError: The new file exists already.
        """
        saved = save_file.load(self.file, self.match)
        misfit = self.transcript.replay(saved)
        if misfit is None:
            if saved.version != version_of(self.match):
                click.echo(REPLAYED)
            click.echo(f"Taken up from {self.file}, {len(saved.decisions)} decisions in.")
            return
        fitting = misfit.number - 1
        beside = save_file.file_beside(self.file, fitting)
        if beside.exists():
            raise click.UsageError(
                f"{self.file}: {misfit.text} Give --decisions {beside} to go on with the game "
                "that was begun "
                f"from decision {fitting}, or another file to begin anew."
            )
        click.echo(
            f"{misfit.text} This game goes on from decision {fitting} and is kept in {beside}; "
            f"{self.file} "
            "is left as it is. To begin anew, give --decisions another file."
        )
        self.file = beside

    def go_on(self) -> None:
        """Let a planner on another side take its turn."""
        run_planner(self.match)

    def tell_news(self) -> None:
        """Print the lines of the report since the last call."""
        news = self.teller.new_lines()
        if news:
            click.echo(shown(list(map(self.naming.text, news))))

    def answer(self) -> None:
        """Print the open question and its options, and read lines until one of them answers it.

        Raises:
            EOFError: The person leaves.
        """
        title, lines = self.teller.question()
        title = self.naming.text(title)
        lines = list(map(self.naming.text, lines))
        if len(lines) < 2:
            raise AssertionError("one option alone is no question")
        if self.teller.is_about_game:
            self.show_board()
        click.echo(("" if self.teller.is_about_game else "\n") + title)
        for n, line in enumerate(lines, 1):
            click.echo(f"{n:3}  {line}")
        while True:
            typed = self.read(f"1-{len(lines)}, or ? ")
            if typed.isdecimal() and typed.isascii() and 1 <= int(typed[:6]) <= len(lines):
                self.match.choose(int(typed) - 1)
                self.go_on()
                self.save()
                return
            if typed in ("u", "undo"):
                if self.undo():
                    return
            elif typed in ("b", "board"):
                self.show_board()
            elif typed in ("q", "quit"):
                raise EOFError
            elif typed in ("?", "h", "help"):
                click.echo(HELP)
            else:
                click.echo(f"Give a number from 1 to {len(lines)}, or ? for what else there is.")

    def read(self, prompt: str) -> str:
        """Return one line of input in lower case. Raise EOFError at the end of the input."""
        click.echo(prompt, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            click.echo()  # a terminal has already echoed the line break
        if not line:
            raise EOFError
        return line.strip().lower()

    def show_board(self) -> None:
        """Print the table."""
        scene = self.naming.scene(self.scenery.scene(self.match.record, self.me))
        click.echo("\n" + "\n".join(board(scene, self.me)) + "\n")

    def undo(self) -> bool:
        """Undo the person's last decision and everything after it.

        Return False if nothing can be undone.
        """
        match = self.match
        at = last_of(match, self.me)
        if at < 0:
            click.echo("There is nothing to take back.")
            return False
        match.rewind(at)
        self.teller.restart_report()
        self.save()
        click.echo("Taken back.")
        return True

    def save(self) -> None:
        """Write the decisions so far to the save file."""
        save_file.save(self.file, self.match, self.transcript.codes())

    def leave(self) -> None:
        """Save the game and print the command that continues it."""
        self.save()
        output_files.write(self.files, self.teller, self.me, self.naming)
        match = self.match
        seats = ",".join("greedy" if bot == PERSON_NAME else bot for bot in match.bots)
        again = (
            f"carnage play {match.ruleset.path} --me {self.me + 1} --decisions "
            f"{shlex.quote(str(self.file))}"
        )
        again += f" --seed {match.seed}" if match.seed else ""
        again += f" --game {match.number}" if match.number else ""
        if set(seats.split(",")) != {"greedy"}:
            again += f" --bots {seats}"
        if self.naming.own:
            again += f" --own {shlex.quote(written(self.naming.own))}"
        click.echo(f"Kept in {self.file}. To go on: {again}")


def last_of(match: Match, side: int) -> int:
    """Return the index of the last decision of a side, or -1 if it has made none.

    The record does not store the side of a decision, so each decision is undone in turn to find it.
    """
    probe = Match(
        match.ruleset,
        match.seed,
        match.number,
        (PERSON_NAME,),
        decisions=match.decisions,
        log_length=0,
    )
    for at in range(len(match.decisions) - 1, -1, -1):
        probe.rewind(at)
        if probe.question is not None and probe.question.side == side:
            return at
    return -1
