"""The commands that play many games: to tune bots, and to measure the options of a book.

Each is run by the module of its name. A command imports that module when it runs, so that others
start quickly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from carnage import catalog
from carnage.cli.renamed_option import RenamedOption
from carnage.cli.shared_options import FILE, GAME, JSON


@click.command()
@click.argument("game_id", metavar="[ID]", required=False)
@click.option(
    "--seconds", type=float, default=5.0, show_default=True, help="Time limit, in seconds."
)
@click.option(
    "--random-seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the random trials.",
)
@JSON
@click.option(
    "--book",
    "books",
    multiple=True,
    help="Tune over random rulesets of this book, not for one game; may be repeated.",
)
@click.option(
    "--rulesets",
    type=int,
    default=400,
    show_default=True,
    help="With --book: number of rulesets in each iteration.",
)
@click.option(
    "--iterations",
    cls=RenamedOption,
    old_name="--generations",
    type=int,
    default=40,
    show_default=True,
    help="With --book: number of iterations.",
)
@click.option(
    "--write-package-data",
    cls=RenamedOption,
    old_name="--write",
    is_flag=True,
    help="With --book, in a clone: write the weights into the package.",
)
def learn(
    game_id: str | None,
    seconds: float,
    random_seed: int,
    as_json: bool,
    books: tuple[str, ...],
    rulesets: int,
    iterations: int,
    write_package_data: bool,
) -> None:
    """Tune the greedy bot for the game ID, and print its new weights and its share of wins."""
    from carnage.cli.learn import run, run_for_books

    if books and game_id is None:
        run_for_books(
            books,
            rulesets=rulesets,
            iterations=iterations,
            random_seed=random_seed,
            write_package_data=write_package_data,
        )
    elif game_id is not None and not books:
        run(game_id, seconds=seconds, random_seed=random_seed, as_json=as_json)
    else:
        raise click.UsageError(
            "Give one game, such as classic/243856987615781, or one or more books with --book."
        )


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--book", help=f"The book to roll on.  [default: {catalog.DEFAULT_BOOK}]")
@click.option("--rulesets", type=int, help="Play this number of random rulesets.")
@click.option(
    "--from-file",
    cls=RenamedOption,
    old_name="--file",
    type=FILE,
    metavar="FILE",
    help="Play the games in this file, one path a line.",
)
@click.option(
    "--neighbours-of",
    cls=RenamedOption,
    old_name="--changes-of",
    metavar="ID",
    help="Play this game, and all games that differ from it in one option.",
)
@click.option("--games", type=int, help="Number of games of each ruleset.  [default: 200]")
@click.option("--bots", help="The bots by seat, separated by commas.  [default: greedy]")
@click.option(
    "--random-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    help="The seed of the rulesets and of the dice.  [default: 0]",
)
@click.option(
    "--skill/--no-skill",
    default=None,
    help="Also play games of greedy bots against random ones.  [default: --skill]",
)
@click.option(
    "--keep-games", is_flag=True, default=None, help="Also store a row for each single game."
)
@click.option("--batch", type=int, help="Number of rulesets in a job of a worker.  [default: 16]")
@click.option(
    "--workers", type=int, help="Number of worker processes.  [default: one for each processor]"
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://10.0.0.1:8786."
)
def sweep(folder: Path, workers: int | None, scheduler: str | None, **plan_options: Any) -> None:
    """Play many games of many rulesets, and store the results in FOLDER, a row for each ruleset.

    To continue an interrupted sweep, give the folder alone.
    """
    from carnage.cli.sweep import run

    run(folder, plan_options, workers=workers, scheduler=scheduler)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="Print this measure only, such as mean.rounds; may be repeated.",
)
@click.option(
    "--top",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Number of options, and of pairs of options, to print for each measure.",
)
@JSON
@click.option(
    "-o",
    "--output",
    "output_folder",
    type=click.Path(path_type=Path),
    help="Save the atlas in this new folder.",
)
@click.option(
    "--write-package-data",
    cls=RenamedOption,
    old_name="--ship",
    is_flag=True,
    help="In a clone: write the atlas into the package, for the site.",
)
@click.option(
    "--replicate-with",
    cls=RenamedOption,
    old_name="--against",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Check the effects of pairs of options in this new sweep instead; may be repeated.",
)
def atlas(
    folders: tuple[Path, ...],
    measures: tuple[str, ...],
    top: int,
    as_json: bool,
    output_folder: Path | None,
    write_package_data: bool,
    replicate_with: tuple[Path, ...],
) -> None:
    """Print the effect of each option of a book on its games, as found by the sweeps in FOLDERS."""
    from carnage.cli.atlas import run

    run(
        folders,
        measures=measures,
        top=top,
        as_json=as_json,
        output_folder=output_folder,
        write_package_data=write_package_data,
        replicate_with=replicate_with,
    )


@click.command()
@GAME
@click.option(
    "--aim",
    default="fair",
    show_default=True,
    help="The aim: fair, draws (at most 5% of games drawn), or rounds=6.",
)
@click.option("--no-handicap", is_flag=True, help="Change only numbers of the tables.")
@JSON
def tune(game_id: str, aim: str, no_handicap: bool, as_json: bool) -> None:
    """Balance the game ID by house rules: at most three numbers that reach an aim.

    This takes less than a minute as a rule, and five at most.
    """
    from carnage.cli.tune import run

    run(game_id, aim=aim, no_handicap=no_handicap, as_json=as_json)


SWEEP_COMMANDS = (learn, sweep, atlas, tune)
