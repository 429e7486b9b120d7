"""Telling: a game in words. Finds the family's words for a match; knows no rule itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol

from carnage.engine.core.events import Shape
from carnage.engine.core.logbook import Happening, read
from carnage.engine.games import Match, Question
from carnage.films import WATCHER
from carnage.ruleset import Ruleset


class Belated(str):
    """A line about what was told before, which only what comes next has shown to be true."""


class Report(Protocol):
    """A game told event by event, so that it can be told while it goes on."""

    def lines(self, happenings: Iterable[Happening]) -> Iterator[str]:
        """A line or more for each event, before them what is `Belated`; headings begin with #, what follows
        from a line is indented."""


class Words(Protocol):
    """A family's words for the games of one ruleset: the class `Words` in its module or package `words`."""

    def know(self, g: Any) -> None:
        """Learn from the record what could not be known before the game."""

    def report(self, match: Match, seat: int = WATCHER) -> Report:
        """A report that has told nothing yet, as it is told to whoever has this seat: what is theirs is
        called so."""

    def value(self, name: str, number: float) -> Any:
        """An event's field of this name as people would write it."""

    def dice(self, happening: Happening) -> list[Any]:
        """The dice or cards of an event."""

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        """A question, and its options, a line each, no two alike."""

    def at_large(self, asked: Question) -> bool:
        """Whether a question is about the whole game, so that a look at the table is in order."""


def words_of(ruleset: Ruleset, sides: Sequence[str] = ()) -> Words:
    """The words of a ruleset's family; sides are numbered if they are not named."""
    named = tuple(sides) or side_names(ruleset)
    words: Words = import_module(f"carnage.engine.{ruleset.book.family}.words").Words(ruleset, named)
    return words


def side_names(ruleset: Ruleset) -> tuple[str, ...]:
    """What the sides are called: Side 1 and Side 2, or Player 1 to Player 4."""
    return tuple(f"{ruleset.book.sheet.nouns.side} {n + 1}" for n in range(ruleset.players))


class Teller:
    """Tells one match, as it stands whenever it is asked.

    It tells it to whoever has this `seat`, or to nobody in particular. `news` says what has happened since it
    was last asked, so that a game can be followed while it is played.
    """

    def __init__(self, match: Match, sides: Sequence[str] = (), seat: int = WATCHER) -> None:
        self.match, self.seat = match, seat
        self.words = words_of(match.ruleset, sides)
        self._report, self._told = self.words.report(match, seat), 0

    def news(self) -> list[str]:
        """The report of everything since the last time; headings begin with #."""
        self.words.know(self.match.record)
        so_far = list(happenings(self.match))
        shapes = self.match.family.shapes
        lines = list(self._report.lines(reported(so_far[self._told :], shapes)))
        self._told = len(so_far)
        return lines

    def taken_back(self) -> None:
        """Some of what was told has been taken back: what stands of it counts as told."""
        self._report, self._told = self.words.report(self.match, self.seat), 0
        self.news()

    def events(self) -> Iterator[dict[str, Any]]:
        """What has happened so far, one object an event, ready for JSON.

        Sides are told from 1, and what an event does not have is null.
        """
        self.words.know(self.match.record)
        shapes = self.match.family.shapes
        for n, happening in enumerate(happenings(self.match), 1):
            yield entry(self.words, n, happening, shapes[happening.event].fields)

    def question(self) -> tuple[str, list[str]]:
        """The open question, and its options, a line each; raises ValueError if there is none."""
        asked = self.match.question
        if asked is None:
            raise ValueError("the game is over")
        self.words.know(self.match.record)
        return self.words.question(self.match.record, asked)

    @property
    def at_large(self) -> bool:
        """Whether the open question is about the whole game, so that a look at the table is in order."""
        if self.match.question is None:
            return False
        self.words.know(self.match.record)
        return self.words.at_large(self.match.question)


def reported(happenings: Iterable[Happening], shapes: Sequence[Shape]) -> Iterator[Happening]:
    """Those of these events that a report has words for."""
    return (happening for happening in happenings if shapes[happening.event].reported)


def event_by_event(
    report: Report, happenings: Iterable[Happening], shapes: Sequence[Shape]
) -> list[tuple[str, ...]]:
    """What a report tells of each of these events, and of each all that it tells of it."""
    told: list[tuple[str, ...]] = []
    last = 0
    for happening in happenings:
        lines = tuple(report.lines(reported([happening], shapes)))
        if told and lines and isinstance(lines[0], Belated):
            told[last] = (*told[last], str(lines[0]))
            lines = lines[1:]
        if lines:
            last = len(told)
        # What comes too late for an event that is not among these stands by itself, a line like all others.
        told.append(tuple(map(str, lines)))
    return told


def happenings(match: Match) -> Iterator[Happening]:
    """What has happened in a game so far."""
    count = min(int(match.record.core.n_events), len(match.log))
    return read(match.log, count, match.family.shapes, match.family.rules)


def entry(words: Words, n: int, happening: Happening, fields: dict[str, str]) -> dict[str, Any]:
    """Event number n, from 1, ready for JSON; `fields` are those that its shape declares."""
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
