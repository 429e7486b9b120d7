"""Games in words: reports, questions and options.

Finds the family's words; knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol

from carnage.engine.core.events import Shape
from carnage.engine.core.log_reader import LoggedEvent, read_events
from carnage.engine.games import Match, Question
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset


class DeferredLine(str):
    """A line about an earlier event, which only the next event has confirmed."""


class Report(Protocol):
    """The report of a game, event by event, so that a game in progress can be followed."""

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield one or more lines for each event.

        A `Belated` line comes before them. Headings begin with #. Lines that belong to another are
        indented.
        """


class Words(Protocol):
    """A family's words for the games of one ruleset: the class `Words` in its module or package
    `words`.
    """

    def read_record(self, g: Any) -> None:
        """Take facts from the record that were not known before the game."""

    def report(self, match: Match, seat: int = SPECTATOR) -> Report:
        """Return a new report for a seat, which calls the things of that seat its own."""

    def value(self, name: str, number: float) -> Any:
        """Return a field of an event, by its name in the log, as text or number for people."""

    def dice(self, happening: LoggedEvent) -> list[Any]:
        """Return the dice or cards of an event."""

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        """Return the text of a question and of each option, a line each, all different."""

    def is_about_game(self, asked: Question) -> bool:
        """Return True if a question is about the whole game. The table should then be shown."""


def words_of(ruleset: Ruleset, sides: Sequence[str] = ()) -> Words:
    """Return the words for a ruleset. Sides without names are numbered."""
    named = tuple(sides) or side_names(ruleset)
    words: Words = import_module(f"carnage.engine.{ruleset.book.family}.words").Words(
        ruleset, named
    )
    return words


def side_names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the default names of the sides: Side 1 and Side 2, or Player 1 to Player 4."""
    return tuple(f"{ruleset.book.sheet.nouns.side} {n + 1}" for n in range(ruleset.players))


class Narrator:
    """A narrator of one match, for the player in a seat or for a spectator.

    `news` returns the events since its last call, so that a game can be followed while it is
    played.
    """

    def __init__(self, match: Match, sides: Sequence[str] = (), seat: int = SPECTATOR) -> None:
        self.match = match
        self.seat = seat
        self.words = words_of(match.ruleset, sides)
        self._report = self.words.report(match, seat)
        self._reported_count = 0

    def new_lines(self) -> list[str]:
        """Return the report of all events since the last call. Headings begin with #."""
        self.words.read_record(self.match.record)
        so_far = list(logged_events(self.match))
        shapes = self.match.family.shapes
        lines = list(self._report.lines(reported_events(so_far[self._reported_count :], shapes)))
        self._reported_count = len(so_far)
        return lines

    def restart_report(self) -> None:
        """Start a new report after an undo. The remaining events count as reported."""
        self._report = self.words.report(self.match, self.seat)
        self._reported_count = 0
        self.new_lines()

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield each event so far as a dict, ready for JSON.

        Sides are numbered from 1. A field that does not apply to an event is None.
        """
        self.words.read_record(self.match.record)
        shapes = self.match.family.shapes
        for n, happening in enumerate(logged_events(self.match), 1):
            yield event_as_dict(self.words, n, happening, shapes[happening.event].fields)

    def question(self) -> tuple[str, list[str]]:
        """Return the text of the open question and of each option.

        Raise ValueError if the game is over.
        """
        asked = self.match.question
        if asked is None:
            raise ValueError("the game is over")
        self.words.read_record(self.match.record)
        return self.words.question(self.match.record, asked)

    @property
    def is_about_game(self) -> bool:
        """Return True if the open question is about the whole game.

        The table should then be shown.
        """
        if self.match.question is None:
            return False
        self.words.read_record(self.match.record)
        return self.words.is_about_game(self.match.question)


def reported_events(
    happenings: Iterable[LoggedEvent], shapes: Sequence[Shape]
) -> Iterator[LoggedEvent]:
    """Yield the events that a report has words for."""
    return (happening for happening in happenings if shapes[happening.event].reported)


def lines_by_event(
    report: Report, happenings: Iterable[LoggedEvent], shapes: Sequence[Shape]
) -> list[tuple[str, ...]]:
    """Return the lines of a report for each event.

    A belated line is added to the event that it is about.
    """
    told: list[tuple[str, ...]] = []
    last = 0
    for happening in happenings:
        lines = tuple(report.lines(reported_events([happening], shapes)))
        if told and lines and isinstance(lines[0], DeferredLine):
            told[last] = (*told[last], str(lines[0]))
            lines = lines[1:]
        if lines:
            last = len(told)
        # A belated line about an event that was skipped remains a normal line.
        told.append(tuple(map(str, lines)))
    return told


def logged_events(match: Match) -> Iterator[LoggedEvent]:
    """Yield the events of a game so far."""
    count = min(int(match.record.core.n_events), len(match.log))
    return read_events(match.log, count, match.family.shapes, match.family.rules)


def event_as_dict(
    words: Words, n: int, happening: LoggedEvent, fields: dict[str, str]
) -> dict[str, Any]:
    """Return an event as a dict, ready for JSON.

    Args:
        words: The words of the family.
        n: The number of the event, from 1.
        happening: The event.
        fields: The names of the slots that its shape declares.
    """
    line: dict[str, Any] = {
        "n": n,
        "rule": happening.by,
        "event": happening.name,
        "side": happening.side + 1 if happening.side >= 0 else None,
    }
    for slot, name in fields.items():
        line[name] = words.value(name, getattr(happening, slot))
    line["dice"] = words.dice(happening)
    return line
