"""`carnage play`: play one game between bots, or one side of it at the terminal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import click

from carnage.cli import arguments
from carnage.cli.report_layout import format_report
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.custom_names import CustomNames
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import find_world
from carnage.rulesets.world_names import choose_names


@dataclass(frozen=True, slots=True)
class OutputFiles:
    """The files to write for a game.

    Attributes:
        events: The events as JSON lines.
        replay: The replay as JSON.
        svg: A drawing of the table.
        svg_event: The number of the event that the drawing shows: 0 is the table before the first,
            None the end.
    """

    events: Path | None = None
    replay: Path | None = None
    svg: Path | None = None
    svg_event: int | None = None


@dataclass(frozen=True, slots=True)
class Wording:
    """The names in the output of a game.

    Attributes:
        naming: All names that are not the book's.
        own: The custom names.
        setting: The id of the requested setting; "" if the game decides it.
    """

    naming: NameReplacer
    own: CustomNames = ()
    setting: str = ""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The parsed options of `carnage play`.

    Attributes:
        ruleset: The rules.
        wording: The names in the output.
        dice_seed: The dice seed.
        game_number: The number of the game with this seed.
        bots: The names of the bots by seat.
        side: The side of the person, from 1; None for a game between bots.
        save_file: The save file of the person's game; None for the default.
        output: The files to write.
    """

    ruleset: Ruleset
    wording: Wording
    dice_seed: int
    game_number: int
    bots: tuple[str, ...]
    side: int | None
    save_file: Path | None
    output: OutputFiles

    def check(self) -> None:
        """Raise click.UsageError if options contradict each other."""
        output = self.output
        if self.save_file is not None and self.side is None:
            raise click.UsageError(
                "--save-file is for a game that you play yourself. Give --side too, such as "
                "--side 1."
            )
        files = [output.events, output.replay, output.svg, self.save_file]
        uses = Counter(file.resolve() for file in files if file is not None)
        if any(number > 1 for number in uses.values()):
            raise click.UsageError(
                "--events, --replay, --svg and --save-file need a different file each."
            )
        if output.svg_event is not None and output.svg is None:
            raise click.UsageError(
                "--svg-event is the event that the drawing shows. Give --svg FILE too."
            )


def read_options(
    game_id: str,
    *,
    dice_seed: int | None,
    game_number: int | None,
    bots: str,
    side: int | None,
    save_file: Path | None,
    custom_names: str,
    setting: str,
    output: OutputFiles,
) -> PlayOptions:
    """Return the parsed options. The dice seed and the game number may come from the URL.

    Raises:
        click.UsageError: A value is invalid, or options contradict each other.
    """
    ruleset = arguments.parse_game(game_id)
    if dice_seed is None:
        dice_seed = arguments.read_query_number(game_id, "dice")
    if game_number is None:
        game_number = arguments.read_query_number(game_id, "game")
    own = arguments.parse_custom_names(custom_names, game_id, ruleset)
    setting = arguments.parse_setting(setting, game_id)
    names = choose_names(ruleset, own, find_world(ruleset, setting or None))
    options = PlayOptions(
        ruleset=ruleset,
        wording=Wording(NameReplacer(ruleset, names), own, setting),
        dice_seed=dice_seed,
        game_number=game_number,
        bots=arguments.parse_bots(bots),
        side=side,
        save_file=save_file,
        output=output,
    )
    options.check()
    return options


def run(options: PlayOptions) -> None:
    """Play one game and print its report, or let a person play a side.

    Raises:
        click.UsageError: The bots, the dice seed, the game number or the side do not exist.
    """
    from carnage.engine.games import GameError

    try:
        seats = _seat_players(options)
        if options.side is None:
            print_game(options, seats)
        else:
            from carnage.cli.interactive import InteractiveGame

            InteractiveGame(options, seats).run()
    except GameError as error:
        raise click.UsageError(str(error)) from None


def _seat_players(options: PlayOptions) -> tuple[str, ...]:
    """Return the players by seat: the names of bots, and PERSON_NAME for the person.

    Raises:
        GameError: The bots, the dice seed, the game number or the side do not exist.
    """
    from carnage.engine.games import PERSON_NAME, GameError
    from carnage.engine.simulation import check_dice, check_simulation

    ruleset = options.ruleset
    side = options.side
    bots = check_simulation(ruleset, 1, options.bots, options.dice_seed)
    check_dice(options.dice_seed, options.game_number)
    if side is None:
        return bots
    if not 1 <= side <= ruleset.players:
        raise GameError(
            f"This game has {ruleset.players} players: give --side 1 to {ruleset.players}."
        )
    return (*bots[: side - 1], PERSON_NAME, *bots[side:])


def print_game(options: PlayOptions, bots: tuple[str, ...]) -> None:
    """Play a game between bots, print its report and write its files."""
    from carnage.cli import output_files
    from carnage.engine.games import Match
    from carnage.engine.narration import Narrator, side_names
    from carnage.engine.planner import run_planner
    from carnage.replays.replay import SPECTATOR

    ruleset = options.ruleset
    naming = options.wording.naming
    match = Match(ruleset, options.dice_seed, options.game_number, bots=bots)
    run_planner(match)
    output_files.check(options.output, match)
    teller = Narrator(match)
    sides = [naming.text(side) for side in side_names(ruleset)]
    players = ", ".join(f"{bot} plays {side}" for bot, side in zip(bots, sides, strict=True))
    report = [naming.text(line) for line in teller.new_lines()]
    click.echo(f"# {ruleset.name}, game {match.number} of dice seed {match.seed}")
    click.echo(f"{ruleset.address}: {players}.")
    click.echo(format_report(report))
    output_files.write(options.output, teller, seat=SPECTATOR, naming=naming)
