"""`carnage example`: choose a few activations or turns of a game as the example of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import click

from carnage import catalog
from carnage.cli import arguments
from carnage.common.files import write_file
from carnage.rulebook import Rulebook, examples
from carnage.rulebook.examples import Example, Passage
from carnage.rulebook.markdown import escape_markdown
from carnage.rulebook.markdown_export import render_part
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset

GAMES = 6  # Games of dice seed 0 that are searched for an example.
MIN_LINES = 5
MAX_LINES = 18
SETUP = "Setting up"  # The heading of a report before the first round.


class _PlacedPassage(NamedTuple):
    """A passage of a game, with the heading of its round and the number of its first event."""

    round_heading: str
    event: int
    passage: Passage


@dataclass(slots=True)
class _PassageBuilder:
    """The lines of a report since the last heading."""

    round_heading: str = ""
    heading: str = ""
    event: int = 0
    lines: list[str] = field(default_factory=list)
    tables: dict[str, None] = field(default_factory=dict)

    def build(self) -> _PlacedPassage | None:
        """Return the passage, or None without a heading or lines."""
        if not self.heading or not self.lines:
            return None
        passage = Passage(self.heading, tuple(self.lines), tuple(self.tables))
        return _PlacedPassage(self.round_heading, self.event, passage)

    def start(self, line: str, event: int) -> None:
        """Start a passage with a line that is a heading, and the number of its event."""
        self.lines.clear()
        self.tables.clear()
        self.event = event
        self.heading = line.lstrip("# ")
        if line.startswith("## "):
            self.round_heading = self.heading
            if self.heading == SETUP:
                self.heading = ""


def run(game_id: str | None, *, write_package_data: bool) -> None:
    """Print the example of one game, or write the examples of all presets and featured games.

    Args:
        game_id: The game; None with `write_package_data`.
        write_package_data: Write the examples into the tables of the package.

    Raises:
        click.UsageError: Both a game and `write_package_data` are given, or neither.
    """
    if (game_id is None) == (not write_package_data):
        raise click.UsageError(
            "Give one game, such as classic/243856987615781, or --write-package-data alone."
        )
    if game_id is None:
        _write_examples()
        return
    ruleset = arguments.parse_game(game_id)
    part = examples.build_example_part(ruleset, choose_example(ruleset))
    click.echo(f"# {escape_markdown(ruleset.name)}\n\n{render_part(part)}")


def add_example(rulebook: Rulebook) -> Rulebook:
    """Return a rulebook with an example of play, played now if none was recorded for its rules.

    Raises:
        click.ClickException: No run of passages has the length of an example.
    """
    if any(part.id == examples.EXAMPLE_ID for part in rulebook.back):
        return rulebook
    ruleset = rulebook.ruleset
    part = examples.build_example_part(ruleset, choose_example(ruleset))
    return replace(rulebook, back=(part, *rulebook.back))


def _write_examples() -> None:
    """Write the examples of all presets and featured games into the tables of the package."""
    chosen = tuple(choose_example(ruleset) for ruleset in _list_games_with_examples())
    path = Path(str(catalog.TABLES)) / examples.FILE_NAME
    write_file(path, examples.encode_examples(chosen))
    click.echo(f"{len(chosen)} examples: {path}")


def _list_games_with_examples() -> list[Ruleset]:
    """Return the presets and the featured games, without games of the same rules."""
    from carnage.web.home.featured import list_featured_games

    rulesets = [preset.ruleset for preset in list_presets()]
    rulesets += [ruleset for ruleset, _ in list_featured_games()]
    by_rules = {(ruleset.book.code, ruleset.canonical_seed): ruleset for ruleset in rulesets}
    return list(by_rules.values())


def choose_example(ruleset: Ruleset) -> Example:
    """Return the consecutive passages that show the most rules of a game.

    The first games of dice seed 0 are searched. Of equally good examples the shortest is chosen,
    then the earliest.

    Raises:
        click.ClickException: No run of passages has the length of an example.
    """
    best_score = (0, 0)
    best: Example | None = None
    for game_number in range(GAMES):
        passages = list(_list_passages(ruleset, game_number))
        for run in _list_runs(passages):
            score = _score(run)
            if score > best_score:
                best_score = score
                best = _build_example(ruleset, game_number, run)
    if best is None:
        raise click.ClickException(
            f"No part of the first {GAMES} games of {ruleset.path} has the length of an example."
        )
    return best


def _list_runs(passages: Sequence[_PlacedPassage]) -> Iterator[Sequence[_PlacedPassage]]:
    """Yield the runs of consecutive passages of one round that have the length of an example.

    A passage of a single line is the beginning of the next one, so no run ends with it.
    """
    for first, first_passage in enumerate(passages):
        lines = 0
        for last in range(first, len(passages)):
            passage = passages[last].passage
            lines += len(passage.lines)
            if lines > MAX_LINES or passages[last].round_heading != first_passage.round_heading:
                break
            if lines >= MIN_LINES and len(passage.lines) > 1:
                yield passages[first : last + 1]


def _score(run: Sequence[_PlacedPassage]) -> tuple[int, int]:
    """Return the number of tables in a run, then its length as a negative number."""
    tables: set[str] = set()
    lines = 0
    for placed in run:
        tables.update(placed.passage.tables)
        lines += len(placed.passage.lines)
    return len(tables), -lines


def _build_example(ruleset: Ruleset, game_number: int, run: Sequence[_PlacedPassage]) -> Example:
    """Return the example with these passages."""
    return Example(
        book=ruleset.book.code,
        answers=ruleset.canonical_seed,
        number=game_number,
        event=run[0].event,
        during=run[0].round_heading,
        passages=tuple(placed.passage for placed in run),
    )


def _list_passages(ruleset: Ruleset, game_number: int) -> Iterator[_PlacedPassage]:
    """Yield the passages of a game after the setup, divided at the lowest headings.

    Args:
        ruleset: The rules.
        game_number: The number of the game with dice seed 0.
    """
    from carnage.engine.games import Match
    from carnage.engine.recording import record_replay

    used_tables = _list_used_tables(ruleset)
    builder = _PassageBuilder()
    for step in record_replay(Match(ruleset, 0, game_number)).steps:
        for line in step.lines:
            if not line.startswith("#"):
                builder.lines.append(line)
                continue
            passage = builder.build()
            if passage:
                yield passage
            builder.start(line, step.n)
        table = step.rule.partition(".")[0]
        if step.lines and table in used_tables:
            builder.tables[table] = None
    passage = builder.build()
    if passage:
        yield passage


def _list_used_tables(ruleset: Ruleset) -> set[str]:
    """Return the ids of the tables that have an effect in a game."""
    used = set()
    for choice in ruleset.choices:
        if ruleset.uses(choice.table, choice.option):
            used.add(choice.table.id)
    for table in ruleset.book.tables:
        if not table.rolled and ruleset.uses(table):
            used.add(table.id)
    return used
