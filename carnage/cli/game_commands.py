"""The commands that find, play and check single games. Each is run by the module of its name.

A command imports that module when it runs, so that others start quickly.
"""

from __future__ import annotations

from pathlib import Path

import click

from carnage import catalog
from carnage.cli.renamed_option import RenamedOption
from carnage.cli.shared_options import (
    BOTS,
    CUSTOM_NAMES,
    FILE,
    FOLDER,
    GAME,
    JSON,
    SETTING,
    CommandWithSettings,
)


@click.command(cls=CommandWithSettings)
@GAME
@click.option("--games", type=int, default=1000, show_default=True, help="Number of games.")
@BOTS
@click.option(
    "--rotate-seats",
    cls=RenamedOption,
    old_name="--swap",
    is_flag=True,
    help="Play each dice seed once for each rotation of the bots over the seats.",
)
@click.option(
    "--dice-seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="The dice seed of the first game.",
)
@JSON
def simulate(
    game_id: str,
    games: int,
    bots: str,
    rotate_seats: bool,
    dice_seed: int,
    as_json: bool,
    **settings: str | None,
) -> None:
    """Play the game ID many times and print the counts.

    ID is a path, such as classic/243856987615781, or a URL.
    """
    from carnage.cli.simulate import run

    run(
        game_id,
        games=games,
        bots=bots,
        dice_seed=dice_seed,
        rotate_seats=rotate_seats,
        settings=settings,
        as_json=as_json,
    )


@click.command()
@GAME
@JSON
@click.option(
    "--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet, as CSV, instead of text."
)
@click.option("--details", is_flag=True, help="Also leave out each option in turn (10 to 60 s).")
def playtest(game_id: str, as_json: bool, as_csv: bool, details: bool) -> None:
    """Play the game ID many times with bots, and report its faults."""
    from carnage.cli.playtest import run

    run(game_id, as_json=as_json, as_csv=as_csv, with_details=details)


@click.command()
@GAME
@click.argument("other_id", metavar="[OTHER]", required=False)
@click.option("--table", help="Try each other option of this table, such as damage.")
@click.option(
    "--all-tables", is_flag=True, help="Try each other option of every table, to find remedies."
)
@JSON
def compare(
    game_id: str, other_id: str | None, table: str | None, all_tables: bool, as_json: bool
) -> None:
    """Compare the game ID with OTHER, or with other options, on the same dice."""
    from carnage.cli.compare import run

    run(game_id, other_id, table=table, all_tables=all_tables, as_json=as_json)


@click.command()
@click.argument("words", nargs=-1, metavar="[CRITERIA]")
@click.option(
    "--book", default=catalog.DEFAULT_BOOK, show_default=True, help="The book to roll on."
)
@click.option(
    "--target-minutes",
    cls=RenamedOption,
    old_name="--about",
    type=int,
    help="Approximate playing time, in minutes.",
)
@click.option(
    "--max-minutes",
    cls=RenamedOption,
    old_name="--minutes",
    type=int,
    help="Longest playing time, in minutes.",
)
@click.option("--players", type=int, help="Number of players.")
@click.option("--feet", type=int, help="Size of the table, in feet.")
@click.option(
    "--max-figures",
    cls=RenamedOption,
    old_name="--figures",
    type=int,
    help="Largest number of figures on the table, of both sides together.",
)
@click.option(
    "--require",
    cls=RenamedOption,
    old_name="--keep",
    multiple=True,
    metavar="TABLE=OPTION",
    help="An option that the game must have; may be repeated.",
)
@click.option(
    "--with",
    "required",
    multiple=True,
    metavar="TRAIT",
    help="A trait, table or tag that the game must have; may be repeated.",
)
@click.option(
    "--without",
    "excluded",
    multiple=True,
    metavar="TRAIT",
    help="A trait, table or tag that the game must not have; may be repeated.",
)
@click.option(
    "--count",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="Number of games to find.",
)
@click.option(
    "--random-seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the search. Another seed finds other games.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def find(
    words: tuple[str, ...],
    book: str,
    target_minutes: int | None,
    max_minutes: int | None,
    players: int | None,
    feet: int | None,
    max_figures: int | None,
    require: tuple[str, ...],
    required: tuple[str, ...],
    excluded: tuple[str, ...],
    count: int,
    random_seed: int,
    as_json: bool,
) -> None:
    """Find games that meet CRITERIA and pass a playtest.

    CRITERIA is a text, such as "30 minutes, four figures a side, no dexterity". An option takes
    precedence over the same criterion in the text.
    """
    from carnage.cli.find import run

    criteria = {
        "about": target_minutes,
        "minutes": max_minutes,
        "players": players,
        "feet": feet,
        "figures": max_figures,
        "required": required,
        "excluded": excluded,
    }
    run(
        book,
        " ".join(words),
        criteria=criteria,
        required_options=require,
        count=count,
        random_seed=random_seed,
        as_json=as_json,
    )


@click.command()
@GAME
@click.option(
    "--dice-seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    help="The dice seed.  [default: that of the URL, or 0]",
)
@click.option(
    "--game-number",
    cls=RenamedOption,
    old_name="--game",
    type=int,
    help="The number of the game with this dice seed, from 0.  [default: that of the URL, or 0]",
)
@BOTS
@click.option(
    "--events",
    cls=RenamedOption,
    old_name="--log",
    type=FILE,
    metavar="FILE",
    help="Write the events to this file, as JSON lines.",
)
@click.option(
    "--replay",
    cls=RenamedOption,
    old_name="--film",
    type=FILE,
    metavar="FILE",
    help="Write a replay to this file, as JSON.",
)
@click.option(
    "--svg", type=FILE, metavar="FILE", help="Write a drawing of the table to this file, as SVG."
)
@click.option(
    "--svg-event",
    cls=RenamedOption,
    old_name="--at",
    type=int,
    metavar="EVENT",
    help="The event that the drawing shows: 1, 2, …, or 0 for the table before the first.  "
    "[default: the last]",
)
@click.option(
    "--side",
    cls=RenamedOption,
    old_name="--me",
    type=int,
    metavar="SIDE",
    help="Play this side yourself: 1, 2, …",
)
@click.option(
    "--save-file",
    cls=RenamedOption,
    old_name="--decisions",
    type=FILE,
    metavar="FILE",
    help="With --side: save your game to this file, and continue it from there.  [default: a file "
    "in the current folder, named after the game]",
)
@CUSTOM_NAMES
@SETTING
def play(
    game_id: str,
    dice_seed: int | None,
    game_number: int | None,
    bots: str,
    events: Path | None,
    replay: Path | None,
    svg: Path | None,
    svg_event: int | None,
    side: int | None,
    save_file: Path | None,
    custom_names: str,
    setting: str,
) -> None:
    """Play one game of ID and print a battle report, or play one side of it yourself."""
    from carnage.cli.play import OutputFiles, read_options, run

    output = OutputFiles(events=events, replay=replay, svg=svg, svg_event=svg_event)
    options = read_options(
        game_id,
        dice_seed=dice_seed,
        game_number=game_number,
        bots=bots,
        side=side,
        save_file=save_file,
        custom_names=custom_names,
        setting=setting,
        output=output,
    )
    run(options)


@click.command()
@GAME
@click.option(
    "--dice-seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="The dice seed of the game.",
)
@click.option(
    "--game-number",
    cls=RenamedOption,
    old_name="--game",
    type=int,
    help="The number of the game with this dice seed, from 0.  [default: 0]",
)
@click.option(
    "--max-lines",
    cls=RenamedOption,
    old_name="--lines",
    type=click.IntRange(1),
    help="Instead of --game-number: the first game whose report has at most this many lines.",
)
@BOTS
@click.option(
    "--output-dir",
    cls=RenamedOption,
    old_name="--to",
    type=FOLDER,
    metavar="FOLDER",
    required=True,
    help="A new or empty folder for the rulebook and the report.",
)
@click.option(
    "--violations",
    cls=RenamedOption,
    old_name="--plant",
    type=int,
    default=0,
    show_default=True,
    help="Number of rule violations to inject into the report.",
)
@click.option(
    "--answer-key",
    cls=RenamedOption,
    old_name="--answers",
    type=FILE,
    metavar="FILE",
    help="With --violations: write the injected violations to this file, as JSON.",
)
def referee(
    game_id: str,
    dice_seed: int,
    game_number: int | None,
    max_lines: int | None,
    bots: str,
    output_dir: Path,
    violations: int,
    answer_key: Path | None,
) -> None:
    """Write the rulebook and the report of a game of ID, to check one against the other."""
    from carnage.cli.referee import RefereeOptions, run

    run(
        game_id,
        bots,
        RefereeOptions(
            dice_seed=dice_seed,
            game_number=game_number,
            max_lines=max_lines,
            output_dir=output_dir,
            violations=violations,
            answer_key=answer_key,
        ),
    )


GAME_COMMANDS = (simulate, playtest, compare, find, play, referee)
