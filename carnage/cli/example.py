"""`carnage example`: choose a few activations or turns of a real game as the example of its
rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from carnage import catalog
from carnage.cli import arguments
from carnage.common.files import write_file
from carnage.rulebook import examples
from carnage.rulebook.examples import Example, Passage
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.markdown_export import render_part
from carnage.rulesets.presets import presets
from carnage.rulesets.ruleset import Ruleset

GAMES = 6  # played to choose an example from
FEWEST, MOST = 5, 18  # lines of an example


class _Told(NamedTuple):
    """A passage of a game, with the heading of its round and the number of its first event."""

    during: str
    event: int
    passage: Passage


def run(id: str | None, ship: bool) -> None:
    """Print the example of one game, or write the examples of all presets and featured games.

    Args:
        id: The game; None with `ship`.
        ship: Write the examples into the tables of the package.

    Raises:
        click.UsageError: Both a game and `ship` are given, or neither.
    """
    if (id is None) == (not ship):
        raise click.UsageError("Give one game, such as classic/243856987615781, or --ship alone.")
    if id is not None:
        ruleset = arguments.ruleset(id)
        shown = picked(ruleset)
        text = render_part(examples.build_example_part(ruleset, shown))
        click.echo(f"# {escape_markdown(ruleset.name)}\n\n{text}")
        return
    made = tuple(picked(ruleset) for ruleset in _shown_first())
    file = Path(str(catalog.TABLES)) / examples.FILE_NAME
    write_file(file, examples.encode_examples(made))
    click.echo(f"{len(made)} examples: {file}")


def _shown_first() -> list[Ruleset]:
    """Return the presets and the featured games, without games of the same rules."""
    from carnage.web.home.featured import list_featured_games

    rulesets = [
        *[preset.ruleset for preset in presets()],
        *[ruleset for ruleset, _ in list_featured_games()],
    ]
    return list({(ruleset.book.code, ruleset.answers): ruleset for ruleset in rulesets}.values())


def picked(ruleset: Ruleset) -> Example:
    """Return the consecutive passages that show the most rules of a game.

    The first games of dice seed 0 are searched. Of equally good examples the shortest is chosen,
    then the earliest.

    Raises:
        click.ClickException: No run of passages has the length of an example.
    """
    best: tuple[int, int] = (0, 0)
    found: Example | None = None
    for number in range(GAMES):
        told = list(_told(ruleset, number))
        for first in range(len(told)):
            for last in range(first + 1, len(told) + 1):
                run = told[first:last]
                lines = sum(len(each.passage.lines) for each in run)
                if lines > MOST or run[-1].during != run[0].during:
                    break
                tables = {table for each in run for table in each.passage.tables}
                whole = (
                    len(run[-1].passage.lines) > 1
                )  # a single line is the beginning of the next passage
                if whole and lines >= FEWEST and (len(tables), -lines) > best:
                    best = len(tables), -lines
                    passages = tuple(each.passage for each in run)
                    code = ruleset.book.code
                    answers = ruleset.answers
                    found = Example(code, answers, number, run[0].event, run[0].during, passages)
    if found is None:
        raise click.ClickException(f"Nothing in {GAMES} games of {ruleset.path} makes an example.")
    return found


def _told(ruleset: Ruleset, number: int) -> Iterator[_Told]:
    """Yield the passages of a game, divided at the lowest headings, without those before the first
    round.

    Args:
        ruleset: The rules.
        number: The number of the game with dice seed 0.
    """
    from carnage.engine.games import Match
    from carnage.engine.recording import record_replay

    working = {
        choice.table.id for choice in ruleset.choices if ruleset.uses(choice.table, choice.option)
    }
    working |= {
        table.id for table in ruleset.book.tables if not table.rolled and ruleset.uses(table)
    }
    during = ""
    heading = ""
    event = 0
    lines: list[str] = []
    tables: dict[str, None] = {}
    for step in record_replay(Match(ruleset, 0, number)).steps:
        for line in step.lines:
            if not line.startswith("#"):
                lines.append(line)
                continue
            if heading and lines:
                yield _Told(during, event, Passage(heading, tuple(lines), tuple(tables)))
            lines = []
            tables = {}
            event = step.n
            heading = line.lstrip("# ")
            if line.startswith("## "):
                during = heading
                heading = heading if during != "Setting up" else ""
        table = step.rule.partition(".")[0]
        if step.lines and table in working:
            tables[table] = None
    if heading and lines:
        yield _Told(during, event, Passage(heading, tuple(lines), tuple(tables)))
