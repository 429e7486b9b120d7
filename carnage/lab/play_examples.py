"""Choose a few activations or turns of a game between bots as the example of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from carnage.rulebook.examples import Example, Passage
from carnage.rulesets.ruleset import Ruleset

GAMES = 6  # Games of dice seed 0 that are searched for an example.
SETUP = "Setting up"  # The heading of a report before the first round.


class LineLimits(NamedTuple):
    """The least and the most lines of an example."""

    min_lines: int
    max_lines: int


LINES = LineLimits(min_lines=5, max_lines=18)
# In games of very short or very long activations.
FALLBACK_LINES = LineLimits(min_lines=2, max_lines=60)


class NoExample(Exception):
    """The games of a ruleset have no run of passages with the length of an example."""


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


def choose_example(ruleset: Ruleset) -> Example:
    """Return the consecutive passages that show the most rules of a game.

    The first games of dice seed 0 are searched. Of equally good examples the shortest is chosen,
    then the earliest. Where no run of passages is long and short enough, the limits are those of
    `FALLBACK_LINES`.

    Raises:
        NoExample: No run of passages has the length of an example.
    """
    games = [list(_list_passages(ruleset, number)) for number in range(GAMES)]
    for limits in (LINES, FALLBACK_LINES):
        best_score = (0, 0)
        best: Example | None = None
        for game_number, passages in enumerate(games):
            for run in _list_runs(passages, limits):
                score = _score(run)
                if score > best_score:
                    best_score = score
                    best = _build_example(ruleset, game_number, run)
        if best is not None:
            return best
    raise NoExample(
        f"No part of the first {GAMES} games of {ruleset.path} has the length of an example."
    )


def _list_runs(
    passages: Sequence[_PlacedPassage], limits: LineLimits
) -> Iterator[Sequence[_PlacedPassage]]:
    """Yield the runs of consecutive passages of one round that have the length of an example.

    A passage of a single line is the beginning of the next one, so no run ends with it.

    Args:
        passages: The passages of a game.
        limits: The lines that a run may have.
    """
    for first, first_passage in enumerate(passages):
        lines = 0
        for last in range(first, len(passages)):
            passage = passages[last].passage
            lines += len(passage.lines)
            if (
                lines > limits.max_lines
                or passages[last].round_heading != first_passage.round_heading
            ):
                break
            if lines >= limits.min_lines and len(passage.lines) > 1:
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
        answers=ruleset.rules_key,
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
