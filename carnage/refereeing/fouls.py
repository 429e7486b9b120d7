"""Fouls: how a family declares what can be done in its games that the rules forbid.

A foul tampers with the events of a game, never with the text: the report is told anew from the changed
events, in the words of any other. Each family's fouls are `FOULS` of `carnage.refereeing.<family>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from carnage.engine.core.logbook import Happening
from carnage.engine.games import Match
from carnage.engine.reading import Reader
from carnage.engine.telling import event_by_event, happenings, words_of
from carnage.wording import Number


class Played:
    """A finished game, as those who tamper with it need it: its events, and the record as each left it.

    `random` is what they draw from; nothing else may decide what they do.
    """

    def __init__(self, match: Match, random: Random) -> None:
        self.match, self.random = match, random
        self.ruleset, self.shapes, self.rules = match.ruleset, match.family.shapes, match.family.rules
        self.events = list(happenings(match))
        self.words = words_of(self.ruleset)
        self.words.know(match.record)
        self.truth = self.tell(self.events)

    @cached_property
    def states(self) -> list[Any]:
        """The record after each event."""
        read = Reader(self.match.family.Game).read
        return [read(frame) for frame in self.match.frames()]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each kind of event by its name."""
        return {shape.name: number for number, shape in enumerate(self.shapes)}

    def before(self, n: int) -> Any:
        """The record before event n, which is not the first."""
        return self.states[n - 1]

    def tell(self, events: list[Happening]) -> list[tuple[str, ...]]:
        """What a report tells of each of these events."""
        return event_by_event(self.words.report(self.match), events, self.shapes)

    def has(self, *traits: str) -> bool:
        """Whether the game has any of these traits; one that its book does not know it has not."""
        return any(trait in self.ruleset.traits for trait in traits)

    def option(self, table: str) -> str:
        """The code of what a table answers, empty where nobody asks it or its answer has no work."""
        for choice in self.ruleset.choices:
            if choice.table.id == table:
                return choice.option.code if self.ruleset.uses(choice.table, choice.option) else ""
        return ""

    def number(self, name: str) -> Number:
        """A number in force, as `movement.walk`; 0 where this game has none."""
        return self.ruleset.params.get(name, 0)

    def event(self, name: str, by: str, side: int, **fields: Any) -> Happening:
        """An event that did not happen, of this kind and by this rule."""
        nothing = {slot: 0.0 for slot in ("x0", "y0", "x1", "y1", "fx", "fy")} | dict.fromkeys("abcd", 0)
        given: dict[str, Any] = {"actor": -1, "target": -1, "dice": (), **nothing, **fields}
        number, rule = self.numbers[name], self.rules.index(by)
        return Happening(event=number, rule=rule, side=side, name=name, by=by, **given)

    def next_of(self, n: int, *names: str) -> int:
        """Where the next event of one of these kinds after event n stands; the end if there is none."""
        later = range(n + 1, len(self.events))
        return next((k for k in later if self.events[k].name in names), len(self.events))

    def last_of(self, n: int, *names: str) -> int:
        """Where the last event of one of these kinds before event n stands; -1 if there is none."""
        return next((k for k in range(n - 1, -1, -1) if self.events[k].name in names), -1)

    def replaced(self, n: int, why: str, **fields: Any) -> Plant:
        """Event n with other numbers."""
        return Plant({n: (self.events[n]._replace(**fields),)}, why)


@dataclass(frozen=True)
class Plant:
    """A foul in one game: what stands in the place of some events (nothing, where it is left out), and what
    is wrong with that, in a sentence. `retold` are further events that are told otherwise though they are
    the same, `shows` those by which a referee finds out that something was left out or exchanged."""

    edits: Mapping[int, tuple[Happening, ...]]
    why: str
    retold: frozenset[int] = frozenset()
    shows: tuple[int, ...] = ()

    @property
    def scope(self) -> frozenset[int]:
        """The events of which something else is told than what happened."""
        return self.retold.union(self.edits)


Tamper = Callable[[Played, int], Plant | None]
"""Commits a foul at event n of a game, or says that it would be none there."""


@dataclass(frozen=True)
class Foul:
    """One kind of step that the rules forbid: what is done, at which kinds of event, and the tables that
    forbid it, the first of which that the game asks is named to whoever reads the answers.

    `weight` is how readily it is chosen: less for what has room in every game and is plain to see.
    """

    code: str
    says: str
    events: tuple[str, ...]
    tables: tuple[str, ...]
    tamper: Tamper
    weight: float = 1.0

    def section(self, played: Played, plant: Plant | None = None) -> str:
        """The heading of the rulebook under which the rule stands that is broken, empty where no table of it
        is asked: that of the event that was tampered with, if it is one of the tables."""
        tables = {table.id: table for table in played.ruleset.book.tables if played.ruleset.uses(table)}
        by = played.events[min(plant.edits)].by.partition(".")[0] if plant else ""
        first = [by] if by in self.tables else []
        return next((tables[id].title for id in (*first, *self.tables) if id in tables), "")


class Collection:
    """Where a module puts the fouls that it declares."""

    def __init__(self) -> None:
        self.fouls: list[Foul] = []

    def foul(
        self, code: str, says: str, events: str, tables: str, weight: float = 1.0
    ) -> Callable[[Tamper], Tamper]:
        """Declare what follows as a foul; names of events and of tables stand with spaces between them."""

        def declare(tamper: Tamper) -> Tamper:
            kind = Foul(code, says, tuple(events.split()), tuple(tables.split()), tamper, weight)
            self.fouls.append(kind)
            return tamper

        return declare


def fouls_of(family: str) -> tuple[Foul, ...]:
    """The fouls of a family's games; none of a family for which nobody has declared any."""
    name = f"carnage.refereeing.{family}"
    if find_spec(name) is None:
        return ()
    fouls: tuple[Foul, ...] = import_module(name).FOULS
    return fouls
