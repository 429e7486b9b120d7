"""Choose a few activations or turns of a game between bots as the example of its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from carnage.rulebook.aim_part import find_odd_rule
from carnage.rulebook.examples import DEFAULT_BOT, Example, Passage
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset

GAMES = 6  # Games of dice seed 0 that are searched for an example.
BEST_GAMES = 4  # Those of the best bot, which takes seconds to calculate a game.
SETUP = "Setting up"  # The heading of a report before the first round.
END = "The end"  # The heading of a report after the last round.
POT = "The pot"  # The heading of a report after the last throw of a gamble.
END_PHASE = "End Phase"
BEST_BOT = "exact"  # Plays the examples of families that have it.
# Families whose turns are so short that an example goes on until somebody has won.
PLAYED_OUT = frozenset({"duel", "gamble"})
# Lines of players and figures that do nothing.
IDLE = (
    "does nothing",
    ", but it ",
    ", and nobody ",
    "passes.",
    "stays where it is",
    "loses its",
    "so it coasts",
    "finds no line",
)
# Events that hurt somebody, and events that change the score. Readers want to see one of each.
HARM = frozenset({"wound", "doom", "removed", "fall", "knocked-out", "lose", "explode"})
GAINS = frozenset({"score", "capture", "loot", "steal", "scoop", "broken"})


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
    """A passage of a game, with its place in it.

    Attributes:
        round_heading: The heading of its round.
        phase: The heading of its phase; "" where rounds have none.
        event: The number of its first event.
        events: The names of its events.
        passage: The passage.
    """

    round_heading: str
    phase: str
    event: int
    events: frozenset[str]
    passage: Passage


@dataclass(slots=True)
class _PassageBuilder:
    """The lines of a report since the last heading."""

    round_heading: str = ""
    phase: str = ""
    heading: str = ""
    event: int = 0
    lines: list[str] = field(default_factory=list)
    tables: dict[str, None] = field(default_factory=dict)
    events: set[str] = field(default_factory=set)

    def build(self) -> _PlacedPassage | None:
        """Return the passage, or None without a heading or lines."""
        if not self.heading or not self.lines:
            return None
        passage = Passage(self.heading, tuple(self.lines), tuple(self.tables))
        events = frozenset(self.events)
        return _PlacedPassage(self.round_heading, self.phase, self.event, events, passage)

    def start(self, line: str, event: int) -> None:
        """Start a passage with a line that is a heading, and the number of its event."""
        self.lines.clear()
        self.tables.clear()
        self.events.clear()
        self.event = event
        self.heading = line.lstrip("# ")
        if line.startswith("### "):
            self.phase = self.heading
        if line.startswith("## "):
            self.phase = ""
            self.round_heading = self.heading
            if self.heading == SETUP:
                self.heading = ""


def choose_example(ruleset: Ruleset) -> Example:
    """Return the consecutive passages that show a game best.

    They use its odd rule, hurt somebody and change the score, as far as passages of that length do;
    and they show the most rules. Duels and gambles are shown to their end, as far as games end. The
    first games of dice seed 0 are searched. Of equally good examples the shortest is chosen, then
    the earliest. Where no run of passages is long and short enough, the limits are those of
    `FALLBACK_LINES`.

    Raises:
        NoExample: No run of passages has the length of an example.
    """
    bot = _choose_bot(ruleset)
    count = BEST_GAMES if bot == BEST_BOT else GAMES
    games = [list(_list_passages(ruleset, number, bot)) for number in range(count)]
    played_out = ruleset.book.family in PLAYED_OUT and any(map(_is_over, games))
    odd = find_odd_rule(ruleset, TextFiller(ruleset), None)
    odd_table = odd.choice.table.id if odd is not None else ""
    for limits in (LINES, FALLBACK_LINES):
        best_score = (-1, 0, 0)
        best: Example | None = None
        for game_number, passages in enumerate(games):
            runs = _list_last_runs if played_out else _list_runs
            for run in runs(passages, limits):
                score = _score(run, odd_table)
                if score > best_score:
                    best_score = score
                    best = _build_example(ruleset, game_number, bot, run)
        if best is not None:
            return best
    raise NoExample(
        f"No part of the first {count} games of {ruleset.path} has the length of an example."
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


def _choose_bot(ruleset: Ruleset) -> str:
    """Return the bot that plays the games: the best one, so that nobody copies a bad answer."""
    from carnage.engine.games import bots_of

    return BEST_BOT if BEST_BOT in bots_of(ruleset) else DEFAULT_BOT


def _is_over(passages: Sequence[_PlacedPassage]) -> bool:
    """Return whether a game has ended, and not only stopped."""
    return bool(passages) and passages[-1].round_heading == END


def _list_last_runs(
    passages: Sequence[_PlacedPassage], limits: LineLimits
) -> Iterator[Sequence[_PlacedPassage]]:
    """Yield the ends of a game that have the length of an example.

    They have passages of the last turn and all that follows it. A game that only stopped has none.
    """
    if not _is_over(passages):
        return
    lines = 0
    turn = ""
    for first in reversed(range(len(passages))):
        placed = passages[first]
        lines += len(placed.passage.lines)
        if not turn and placed.round_heading not in (POT, END):
            turn = placed.round_heading
        if lines > limits.max_lines or (turn and placed.round_heading != turn):
            return
        if turn and lines >= limits.min_lines:
            yield passages[first:]


def _score(run: Sequence[_PlacedPassage], odd_table: str) -> tuple[int, int, int]:
    """Return the worth of a run: the first numbers count most.

    They are the number of things that readers want to see, of the odd rule, harm in an activation,
    a gain and a score that leads; the number of tables, less the idle lines; and the length as a
    negative number.
    """
    tables: set[str] = set()
    events: set[str] = set()
    hurts = False
    lines: list[str] = []
    for placed in run:
        tables.update(placed.passage.tables)
        events |= placed.events
        hurts = hurts or (placed.phase != END_PHASE and bool(placed.events & HARM))
        lines += placed.passage.lines
    leads = any(line.endswith(" and leads.") for line in lines)
    wanted = [odd_table in tables, hurts, bool(events & GAINS), leads]
    idle_lines = sum(any(words in line for words in IDLE) for line in lines)
    return sum(wanted), len(tables) - idle_lines, -len(lines)


def _build_example(
    ruleset: Ruleset, game_number: int, bot: str, run: Sequence[_PlacedPassage]
) -> Example:
    """Return the example with these passages."""
    first = run[0]
    during = first.round_heading
    if first.phase and first.phase != first.passage.heading:
        during = f"{during} ({first.phase})"
    return Example(
        book=ruleset.book.code,
        answers=ruleset.rules_key,
        number=game_number,
        event=first.event,
        during=during,
        passages=tuple(_name_phases(run)),
        bot=bot,
    )


def _name_phases(run: Sequence[_PlacedPassage]) -> Iterator[Passage]:
    """Yield the passages of a run. A heading names the phase that begins with its passage."""
    phase = run[0].phase
    for placed in run:
        passage = placed.passage
        if placed.phase and placed.phase != phase and placed.phase != passage.heading:
            heading = f"{placed.phase}: {passage.heading}"
            passage = Passage(heading, passage.lines, passage.tables)
        phase = placed.phase
        yield passage


def _list_passages(ruleset: Ruleset, game_number: int, bot: str) -> Iterator[_PlacedPassage]:
    """Yield the passages of a game after the setup, divided at the lowest headings.

    Args:
        ruleset: The rules.
        game_number: The number of the game with dice seed 0.
        bot: The bot that plays all seats.
    """
    from carnage.engine.games import Match
    from carnage.engine.recording import record_replay

    used_tables = _list_used_tables(ruleset)
    builder = _PassageBuilder()
    for step in record_replay(Match(ruleset, 0, game_number, (bot,))).steps:
        for line in step.lines:
            if not line.startswith("#"):
                builder.lines.append(line)
                continue
            passage = builder.build()
            if passage:
                yield passage
            builder.start(line, step.n)
        builder.events.add(step.event)
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
