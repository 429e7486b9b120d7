"""The commands that have games played. Each imports what it runs when it is called: others stay quick."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from carnage import catalog
from carnage.wording import capital

BOTS = click.option(
    "--bots",
    default="greedy",
    show_default=True,
    help="Who plays, commas between them: random, greedy, planner, or who else plays games of that kind. The "
    "last one takes the seats that are left.",
)
FILE = click.Path(dir_okay=False, path_type=Path)


class WithSettings(click.Command):
    """A command with an option for each setting that some family's games have."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        options: list[click.Parameter] = [
            click.Option(
                [f"--{setting.name}"],
                help=f"{capital(setting.about)}, commas between them: "
                f"{', '.join(setting.values)}.  [default: {setting.usual}]",
            )
            for setting in catalog.settings()
        ]
        *own, last = super().get_params(ctx)
        return [*own, *options, last]


@click.command(cls=WithSettings)
@click.argument("id")
@click.option("--games", type=int, default=1000, show_default=True, help="How many games.")
@BOTS
@click.option("--swap", is_flag=True, help="Play each dice seed once from each seat, everybody moving on.")
@click.option("--seed", type=int, default=0, show_default=True, help="The dice seed of the first game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
def simulate(
    id: str, games: int, bots: str, swap: bool, seed: int, as_json: bool, **settings: str | None
) -> None:
    """Play the game ID (a path such as classic/243856987615781, or a URL) many times, and count."""
    from carnage.terminal import simulating

    simulating.run(id, games, bots, seed, swap, settings, as_json)


@click.command()
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
@click.option("--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet, and nothing else.")
def playtest(id: str, as_json: bool, as_csv: bool) -> None:
    """Play the game ID until it is known what is wrong with it, and say so in plain words."""
    from carnage.terminal import playtesting

    playtesting.run(id, as_json, as_csv)


@click.command()
@click.argument("id")
@click.argument("other", required=False)
@click.option("--table", help="Try each other answer to this table, such as damage; or mend: to every table.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
def compare(id: str, other: str | None, table: str | None, as_json: bool) -> None:
    """Play the game ID and OTHER on the same dice, or ID with other answers, and say how they differ."""
    from carnage.terminal import comparing

    comparing.run(id, other, table, as_json)


@click.command()
@click.option("--book", default=catalog.DEFAULT_BOOK, show_default=True, help="The book to roll on.")
@click.option("--minutes", type=int, help="How long it may take at most.")
@click.option("--players", type=int, help="How many play.")
@click.option("--feet", type=int, help="The table, in feet.")
@click.option("--figures", type=int, help="Figures on the table at most, both sides together.")
@click.option("--keep", multiple=True, metavar="TABLE=OPTION", help="A rule that it must have.")
@click.option("--with", "needs", multiple=True, metavar="TRAIT", help="Something that it must have.")
@click.option("--without", "lacks", multiple=True, metavar="TRAIT", help="Something that it must not have.")
@click.option("--count", type=click.IntRange(1, 100), default=3, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another number finds others.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, and nothing else.")
def find(book: str, count: int, seed: int, as_json: bool, keep: tuple[str, ...], **wishes: Any) -> None:
    """Roll up games until there are some that are as wished and that no playtest finds fault with."""
    from carnage.terminal import finding

    finding.run(book, wishes, keep, count, seed, as_json)


@click.command()
@click.argument("id")
@click.option("--seed", type=int, default=0, show_default=True, help="The dice seed of the simulation.")
@click.option("--game", "number", type=int, default=0, show_default=True, help="Which of its games.")
@BOTS
@click.option("--log", type=FILE, metavar="FILE", help="Write its events to this file, as JSON lines.")
@click.option("--film", type=FILE, metavar="FILE", help="Write it as a film to this file, as JSON.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write a drawing of the table to this file, as SVG.")
@click.option("--at", type=int, metavar="EVENT", help="The event that --svg shows: 1, 2, …; else the last.")
@click.option("--me", type=int, metavar="SIDE", help="Play this side yourself: 1, 2, …")
@click.option("--decisions", type=FILE, metavar="FILE", help="Where your game is kept, to be taken up again.")
def play(
    id: str,
    seed: int,
    number: int,
    bots: str,
    log: Path | None,
    film: Path | None,
    svg: Path | None,
    at: int | None,
    me: int | None,
    decisions: Path | None,
) -> None:
    """Play one game of ID, and tell it as a battle report; or play a side of it yourself."""
    from carnage.terminal import playing

    playing.run(id, seed, number, bots, playing.Files(log, film, svg, at), me, decisions)


@click.command()
def warm_up() -> None:
    """Compile the rules now, so that nobody has to wait for it later."""
    from carnage.terminal import simulating

    simulating.warm_all()


@click.command()
@click.argument("id", required=False)
@click.option("--seconds", type=float, default=5.0, show_default=True, help="For how long.")
@click.option("--seed", type=int, default=0, show_default=True, help="What its trials are drawn by.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else.")
@click.option(
    "--book", "books", multiple=True, help="Learn over all rulesets of this book instead, and others."
)
@click.option("--rulesets", type=int, default=400, show_default=True, help="With --book: in each generation.")
@click.option("--generations", type=int, default=40, show_default=True, help="With --book: how many.")
@click.option(
    "--write", is_flag=True, help="With --book, in a clone: write them into its tables, to be shipped."
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
    """Teach the greedy bot the game ID by playing it, and say what it learned and what that is worth."""
    from carnage.terminal import learning

    if books and id is None:
        learning.ship(books, rulesets, generations, seed, write)
    elif id is not None and not books:
        learning.run(id, seconds, seed, as_json)
    else:
        raise click.UsageError("Give one game, such as classic/243856987615781, or books by --book.")


COMMANDS = (simulate, learn, playtest, compare, find, play, warm_up)
