"""Games in words: reports, questions and options.

Finds the family's words; knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol

from carnage.engine.core.events import Shape
from carnage.engine.core.log_reader import LoggedEvent, read_events
from carnage.engine.core.queries import Refusal
from carnage.engine.games import Match, Question
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset

REFUSALS: dict[Refusal, str] = {
    Refusal.LEGAL: "",
    Refusal.NO_POINT: "This question takes no point. Choose one of the options.",
    Refusal.TOO_NEAR: "This is too near. Choose a point farther away.",
    Refusal.BLOCKED: "Something is in the way, right at the start. Choose another direction.",
    Refusal.NO_ROOM: "There is no room here. Choose a point farther from other pieces.",
    Refusal.BREAKS_SQUAD: "This is too far from the rest of the squad. Choose a nearer point.",
    Refusal.OUTSIDE_ZONE: "This is outside the allowed area. Choose a point inside it.",
    Refusal.OUT_OF_REACH: "This is out of reach. Choose a nearer point or another direction.",
}
"""A sentence for each reason why the rules refuse a point."""


class DeferredLine(str):
    """A line about an earlier event, which only a later event has confirmed."""


class Report(Protocol):
    """The report of a game, event by event, so that a game in progress can be followed."""

    def lines(self, events: Iterable[LoggedEvent]) -> Iterator[str]:
        """Yield one or more lines for each event.

        A `DeferredLine` comes before them. Headings begin with #. Lines that belong to another are
        indented.
        """


class Words(Protocol):
    """The interface of a family's class `Words`, in its module or package `words`."""

    def read_record(self, g: Any) -> None:
        """Store facts of the record that were not known before the game."""

    def report(self, match: Match, seat: int = SPECTATOR) -> Report:
        """Return a new report for a seat, which calls the things of that seat its own."""

    def value(self, name: str, number: float) -> Any:
        """Return a field of an event, by its name in the log, as text or number for people."""

    def dice(self, event: LoggedEvent) -> list[Any]:
        """Return the dice or cards of an event."""

    def question(self, g: Any, question: Question) -> tuple[str, list[str]]:
        """Return the text of a question and of each option, a line each, all different."""

    def short_options(self, g: Any, question: Question) -> list[str]:
        """Return a short line for each option, "" where its own line is short enough.

        They are different and have about 40 letters at most, for narrow screens.
        """

    def option_ranks(self, g: Any, question: Question) -> list[int]:
        """Return the rank of each option: those that serve the aim of the game have the least."""

    def sight(self, g: Any, actor: int, sight: Any) -> str:
        """Return a figure’s view of an enemy in one line; "" in games without sight.

        Args:
            g: The record, with the figure at the place from which it looks.
            actor: The figure.
            sight: A row of `core.pointing.Sight`.
        """

    def ranges(self, g: Any, actor: int) -> list[tuple[str, float]]:
        """Return the text and the length of each range of a figure's weapons, at most three."""

    def is_about_game(self, question: Question) -> bool:
        """Return True if a question is about the whole game. The table should then be shown."""


def words_of(ruleset: Ruleset, sides: Sequence[str] = ()) -> Words:
    """Return the words for a ruleset. Sides without names are numbered."""
    names = tuple(sides) or side_names(ruleset)
    module = import_module(f"carnage.engine.{ruleset.book.family}.words")
    words: Words = module.Words(ruleset, names)
    return words


def side_names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the default names of the sides: Side 1 and Side 2, or Player 1 to Player 4."""
    noun = ruleset.book.sheet.nouns.side
    return tuple(f"{noun} {n + 1}" for n in range(ruleset.players))


class Narrator:
    """A narrator of one match, for the player in a seat or for a spectator.

    `new_lines` reports the events since its last call, so that a game can be followed while it is
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
        events = list(logged_events(self.match))
        new_events = events[self._reported_count :]
        lines = list(self._report.lines(reported_events(new_events, self.match.family.shapes)))
        self._reported_count = len(events)
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
        for n, event in enumerate(logged_events(self.match), 1):
            yield event_as_dict(self.words, n, event, fields=shapes[event.event].fields)

    def question(self) -> tuple[str, list[str]]:
        """Return the text of the open question and of each option.

        Raise ValueError if the game is over.
        """
        return self.words.question(self.match.record, self._open_question())

    def short_options(self) -> list[str]:
        """Return a short line for each option of the open question; "" where its line is short.

        Raise ValueError if the game is over.
        """
        return self.words.short_options(self.match.record, self._open_question())

    def option_ranks(self) -> list[int]:
        """Return the rank of each option of the open question, by which they may be shown.

        Raise ValueError if the game is over.
        """
        return self.words.option_ranks(self.match.record, self._open_question())

    def _open_question(self) -> Question:
        """Return the open question, after the words have read the record.

        Raise ValueError if the game is over.
        """
        question = self.match.question
        if question is None:
            raise ValueError("the game is over")
        self.words.read_record(self.match.record)
        return question

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
    events: Iterable[LoggedEvent], shapes: Sequence[Shape]
) -> Iterator[LoggedEvent]:
    """Yield the events that a report has words for."""
    return (event for event in events if shapes[event.event].reported)


def lines_by_event(
    report: Report, events: Iterable[LoggedEvent], shapes: Sequence[Shape]
) -> list[tuple[str, ...]]:
    """Return the lines of a report for each event.

    A deferred line is added to the event that it is about.
    """
    lines_of_events: list[tuple[str, ...]] = []
    last_reported = 0  # the index of the last event that has lines
    for event in events:
        lines = tuple(report.lines(reported_events([event], shapes)))
        if lines_of_events and lines and isinstance(lines[0], DeferredLine):
            lines_of_events[last_reported] += (str(lines[0]),)
            lines = lines[1:]
        if lines:
            last_reported = len(lines_of_events)
        # A deferred line about an event that was skipped remains a normal line.
        lines_of_events.append(tuple(map(str, lines)))
    return lines_of_events


def logged_events(match: Match) -> Iterator[LoggedEvent]:
    """Yield the events of a game so far."""
    count = min(int(match.record.core.n_events), len(match.log))
    return read_events(match.log, count, shapes=match.family.shapes, rules=match.family.rules)


def event_as_dict(
    words: Words, n: int, event: LoggedEvent, *, fields: dict[str, str]
) -> dict[str, Any]:
    """Return an event as a dict, ready for JSON.

    Args:
        words: The words of the family.
        n: The number of the event, from 1.
        event: The event.
        fields: The names of the slots that its shape declares.
    """
    side = None
    if event.side >= 0:
        side = event.side + 1
    entry: dict[str, Any] = {"n": n, "rule": event.by, "event": event.name, "side": side}
    for slot, name in fields.items():
        entry[name] = words.value(name, getattr(event, slot))
    entry["dice"] = words.dice(event)
    return entry
