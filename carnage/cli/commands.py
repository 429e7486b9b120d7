"""The commands that play games.

Each imports its modules when it runs, so that others start quickly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from carnage import catalog
from carnage.catalog.settings import Setting
from carnage.cli.renamed_option import RenamedOption
from carnage.common.text_format import capital

BOTS = click.option(
    "--bots",
    default="greedy",
    show_default=True,
    help="Who plays, commas between them: random, greedy, planner, or who else plays games of "
    "that kind. The "
    "last one takes the seats that are left.",
)
OWN = click.option(
    "--custom-names",
    "own",
    cls=RenamedOption,
    old_name="--own",
    default="",
    metavar="FILE or TEXT",
    help="Names of your own for sides, figures and weapons: captain~Grub*rifle~Bow, or a file "
    "with a line "
    "such as captain = Grub for each.",
)
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
SETTING_OPTIONS = {"hands": "dexterity"}
"""The names of options that differ from the names of their settings, which are stored with games."""


class WithSettings(click.Command):
    """A command with an option for each setting of the families of games."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters of the command, with the settings before `--help`."""
        options = [_make_setting_option(setting) for setting in catalog.settings()]
        *command_options, help_option = super().get_params(ctx)
        return [*command_options, *options, help_option]


def _make_setting_option(setting: Setting) -> click.Option:
    """Return the option for a setting of the players."""
    values = ", ".join(setting.values)
    option_name = SETTING_OPTIONS.get(setting.name, setting.name)
    help_text = (
        f"{capital(option_name)} of each player, separated by commas: {values}. The last value "
        f"also counts for the remaining players.  [default: {setting.usual}]"
    )
    if option_name == setting.name:
        return click.Option([f"--{setting.name}"], help=help_text)
    return RenamedOption(
        [f"--{option_name}", setting.name], old_name=f"--{setting.name}", help=help_text
    )


@click.command(cls=WithSettings)
@click.argument("id")
@click.option("--games", type=int, default=1000, show_default=True, help="How many games.")
@BOTS
@click.option(
    "--rotate-seats",
    "swap",
    cls=RenamedOption,
    old_name="--swap",
    is_flag=True,
    help="Play each dice seed once from each seat, everybody moving on.",
)
@click.option(
    "--dice-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="The dice seed of the first game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
def simulate(
    id: str, games: int, bots: str, swap: bool, seed: int, as_json: bool, **settings: str | None
) -> None:
    """Play the game ID many times and print the counts.

    ID is a path, such as classic/243856987615781, or a URL.
    """
    from carnage.cli.simulate import run

    run(id, games, bots, seed, swap, settings, as_json)


@click.command()
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
@click.option(
    "--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet, and nothing else."
)
def playtest(id: str, as_json: bool, as_csv: bool) -> None:
    """Play the game ID many times with bots, and report its faults in plain words."""
    from carnage.cli.playtest import run

    run(id, as_json, as_csv)


@click.command()
@click.argument("id")
@click.argument("other", required=False)
@click.option("--table", help="Try each other option of this table, such as damage.")
@click.option(
    "--all-tables", is_flag=True, help="Try each other option of every table, to find remedies."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
def compare(id: str, other: str | None, table: str | None, all_tables: bool, as_json: bool) -> None:
    """Play the game ID and OTHER, or ID with other options, on the same dice, and report the
    differences.
    """
    from carnage.cli.compare import run

    run(id, other, table, all_tables, as_json)


@click.command()
@click.argument("words", nargs=-1, metavar="[WISH]")
@click.option(
    "--book", default=catalog.DEFAULT_BOOK, show_default=True, help="The book to roll on."
)
@click.option(
    "--target-minutes",
    "about",
    cls=RenamedOption,
    old_name="--about",
    type=int,
    metavar="MINUTES",
    help="About how long it should take.",
)
@click.option(
    "--max-minutes",
    "minutes",
    cls=RenamedOption,
    old_name="--minutes",
    type=int,
    help="How long it may take at most.",
)
@click.option("--players", type=int, help="How many play.")
@click.option("--feet", type=int, help="The table, in feet.")
@click.option(
    "--max-figures",
    "figures",
    cls=RenamedOption,
    old_name="--figures",
    type=int,
    help="Figures on the table at most, both sides together.",
)
@click.option(
    "--require",
    "keep",
    cls=RenamedOption,
    old_name="--keep",
    multiple=True,
    metavar="TABLE=OPTION",
    help="A rule that it must have.",
)
@click.option(
    "--with",
    "needs",
    multiple=True,
    metavar="TRAIT",
    help="A trait, a table or a tag that it must have.",
)
@click.option(
    "--without",
    "lacks",
    multiple=True,
    metavar="TRAIT",
    help="A trait, a table or a tag that it must not have.",
)
@click.option(
    "--count", type=click.IntRange(1, 100), default=3, show_default=True, help="How many games."
)
@click.option(
    "--random-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="Another number finds others.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object a line, and nothing else."
)
def find(
    words: tuple[str, ...],
    book: str,
    count: int,
    seed: int,
    as_json: bool,
    keep: tuple[str, ...],
    **wishes: Any,
) -> None:
    """Find games that meet a WISH and pass a playtest.

    A WISH is in words, such as "30 minutes, four figures a side, no dexterity"; options say the
    same.
    """
    from carnage.cli.find import run

    run(book, " ".join(words), wishes, keep, count, seed, as_json)


@click.command()
@click.argument("id")
@click.option(
    "--dice-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    help="The dice seed.  [default: that of the address, or 0]",
)
@click.option(
    "--game-number",
    "number",
    cls=RenamedOption,
    old_name="--game",
    type=int,
    help="Which of its games.  [default: that of the address, or 0]",
)
@BOTS
@click.option(
    "--events",
    "log",
    cls=RenamedOption,
    old_name="--log",
    type=FILE,
    metavar="FILE",
    help="Write its events to this file, as JSON lines.",
)
@click.option(
    "--replay",
    "film",
    cls=RenamedOption,
    old_name="--film",
    type=FILE,
    metavar="FILE",
    help="Write it as a film to this file, as JSON.",
)
@click.option(
    "--svg", type=FILE, metavar="FILE", help="Write a drawing of the table to this file, as SVG."
)
@click.option(
    "--svg-event",
    "at",
    cls=RenamedOption,
    old_name="--at",
    type=int,
    metavar="EVENT",
    help="The event that --svg shows: 1, 2, …; else the last.",
)
@click.option(
    "--side",
    "me",
    cls=RenamedOption,
    old_name="--me",
    type=int,
    metavar="SIDE",
    help="Play this side yourself: 1, 2, …",
)
@click.option(
    "--save-file",
    "decisions",
    cls=RenamedOption,
    old_name="--decisions",
    type=FILE,
    metavar="FILE",
    help="Where your game is kept, to be taken up again.",
)
@OWN
def play(
    id: str,
    seed: int | None,
    number: int | None,
    bots: str,
    log: Path | None,
    film: Path | None,
    svg: Path | None,
    at: int | None,
    me: int | None,
    decisions: Path | None,
    own: str,
) -> None:
    """Play one game of ID and print a battle report, or play one side of it yourself."""
    from carnage.cli.play import Files, run

    run(id, seed, number, bots, Files(log, film, svg, at), me, decisions, own)


@click.command()
@click.argument("id")
@click.option(
    "--dice-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="The dice seed of the simulation.",
)
@click.option(
    "--game-number",
    "number",
    cls=RenamedOption,
    old_name="--game",
    type=int,
    help="Which of its games; the first if not said.",
)
@click.option(
    "--max-lines",
    "lines",
    cls=RenamedOption,
    old_name="--lines",
    type=click.IntRange(1),
    help="In place of --game: the first that is told in so many lines at most.",
)
@BOTS
@click.option(
    "--output-dir",
    "to",
    cls=RenamedOption,
    old_name="--to",
    type=FOLDER,
    metavar="FOLDER",
    required=True,
    help="A new or an empty folder, for both.",
)
@click.option(
    "--violations",
    "plant",
    cls=RenamedOption,
    old_name="--plant",
    type=int,
    default=0,
    show_default=True,
    help="How many illegal steps to plant.",
)
@click.option(
    "--answer-key",
    "answers",
    cls=RenamedOption,
    old_name="--answers",
    type=FILE,
    metavar="FILE",
    help="Where it is kept what was planted, as JSON.",
)
def referee(
    id: str,
    seed: int,
    number: int | None,
    lines: int | None,
    bots: str,
    to: Path,
    plant: int,
    answers: Path | None,
) -> None:
    """Write the rulebook of ID and the report of a game, to check the report against the
    rulebook.
    """
    from carnage.cli.referee import run

    run(id, seed, number, lines, bots, to, plant, answers)


@click.command()
@click.argument("id", required=False)
@click.option(
    "--write-package-data",
    "ship",
    cls=RenamedOption,
    old_name="--ship",
    is_flag=True,
    help="In a clone: write those of presets and picks into its tables.",
)
def example(id: str | None, ship: bool) -> None:
    """Print a few turns of a real game of ID that show many of its rules: the example of its
    rulebook.
    """
    from carnage.cli.example import run

    run(id, ship)


@click.command()
@click.argument("id", required=False)
@click.option("--seconds", type=float, default=5.0, show_default=True, help="For how long.")
@click.option(
    "--random-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    default=0,
    show_default=True,
    help="What its trials are drawn by.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
@click.option(
    "--book",
    "books",
    multiple=True,
    help="Learn over all rulesets of this book instead, and others.",
)
@click.option(
    "--rulesets", type=int, default=400, show_default=True, help="With --book: in each generation."
)
@click.option(
    "--iterations",
    "generations",
    cls=RenamedOption,
    old_name="--generations",
    type=int,
    default=40,
    show_default=True,
    help="With --book: how many.",
)
@click.option(
    "--write-package-data",
    "write",
    cls=RenamedOption,
    old_name="--write",
    is_flag=True,
    help="With --book, in a clone: write them into its tables, to be shipped.",
)
def learn(
    id: str | None,
    seconds: float,
    seed: int,
    as_json: bool,
    books: tuple[str, ...],
    rulesets: int,
    generations: int,
    write: bool,
) -> None:
    """Teach the greedy bot the game ID, and print the changes and the share of games that it
    then wins.
    """
    from carnage.cli.learn import run, ship

    if books and id is None:
        ship(books, rulesets, generations, seed, write)
    elif id is not None and not books:
        run(id, seconds, seed, as_json)
    else:
        raise click.UsageError(
            "Give one game, such as classic/243856987615781, or books by --book."
        )


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--book", help=f"The book to roll on.  [default: {catalog.DEFAULT_BOOK}]")
@click.option("--rulesets", type=int, help="So many random rulesets.")
@click.option(
    "--from-file",
    "listed",
    cls=RenamedOption,
    old_name="--file",
    type=FILE,
    metavar="FILE",
    help="Those that a file names, a path a line.",
)
@click.option(
    "--neighbours-of",
    "changes_of",
    cls=RenamedOption,
    old_name="--changes-of",
    metavar="ID",
    help="This game, and all that differ from it in one answer.",
)
@click.option("--games", type=int, help="How many games of each.  [default: 200]")
@click.option("--bots", help="Who plays, commas between them.  [default: greedy]")
@click.option(
    "--random-seed",
    "seed",
    cls=RenamedOption,
    old_name="--seed",
    type=int,
    help="Another number draws other rulesets, and other dice.  [default: 0]",
)
@click.option("--skill/--no-skill", default=None, help="Whether greedy bots also play random ones.")
@click.option("--keep-games", is_flag=True, default=None, help="Keep a row of every game, too.")
@click.option("--batch", type=int, help="Rulesets that a worker is given at once.  [default: 16]")
@click.option("--workers", type=int, help="Processes; as many as processors if not said.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Play on this Dask cluster, such as tcp://10.0.0.1:8786."
)
def sweep(folder: Path, workers: int | None, scheduler: str | None, **wanted: Any) -> None:
    """Play many games of many rulesets, and store the results in FOLDER, a row for each ruleset.

    An interrupted sweep continues when the command is called with the folder alone.
    """
    from carnage.cli.sweep import run

    run(folder, wanted, workers, scheduler)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="Only this one, such as mean.rounds.",
)
@click.option(
    "--top", type=click.IntRange(1), default=5, show_default=True, help="Lines of each kind."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
@click.option(
    "-o", "--output", "out", type=click.Path(path_type=Path), help="Keep it in this new folder."
)
@click.option(
    "--write-package-data",
    "ship",
    cls=RenamedOption,
    old_name="--ship",
    is_flag=True,
    help="In a clone: write it into its tables, for the site.",
)
@click.option(
    "--replicate-with",
    "against",
    cls=RenamedOption,
    old_name="--against",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Say instead whether what two answers do together is so in this fresh sweep, too.",
)
def atlas(
    folders: tuple[Path, ...],
    measures: tuple[str, ...],
    top: int,
    as_json: bool,
    out: Path | None,
    ship: bool,
    against: tuple[Path, ...],
) -> None:
    """Print the effect of each option of a book on its games, as found by the sweeps in FOLDERS."""
    from carnage.cli.atlas import run

    run(folders, measures, top, as_json, out, ship, against)


COMMANDS = (simulate, learn, playtest, compare, find, play, example, referee, sweep, atlas)
