"""Rule violations that can be injected into a report: steps that the rules forbid.

A violation changes the events of a game, never the text. The report is written again from the
changed events, in the usual words. The violations of a family are `VIOLATIONS` of
`carnage.lab.referee.<family>`. The text in each `@violation` describes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from carnage.common.text_format import Number
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match
from carnage.engine.narration import lines_by_event, logged_events, words_of
from carnage.engine.record_reader import RecordReader


class Played:
    """A finished game with its events, and the record after each event.

    `random` is the only source of chance for functions that change the game, so that the same game
    gives the same violations.
    """

    def __init__(self, match: Match, random: Random) -> None:
        self.match = match
        self.random = random
        self.ruleset = match.ruleset
        self.shapes = match.family.shapes
        self.rules = match.family.rules
        self.events = list(logged_events(match))
        self.words = words_of(self.ruleset)
        self.words.read_record(match.record)
        self.truth = self.tell(self.events)

    @cached_property
    def states(self) -> list[Any]:
        """Return the record after each event."""
        read = RecordReader(self.match.family.Game).read
        return [read(frame) for frame in self.match.frames()]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return the number of each kind of event, by its name."""
        return {shape.name: number for number, shape in enumerate(self.shapes)}

    def before(self, n: int) -> Any:
        """Return the record before event n, which must not be the first."""
        return self.states[n - 1]

    def tell(self, events: list[LoggedEvent]) -> list[tuple[str, ...]]:
        """Return the lines of the report for each of these events."""
        return lines_by_event(self.words.report(self.match), events, self.shapes)

    def has(self, *traits: str) -> bool:
        """Return True if the game has any of these traits.

        Traits that its book lacks are allowed.
        """
        return any(trait in self.ruleset.traits for trait in traits)

    def option(self, table: str) -> str:
        """Return the code of a table's option.

        Empty if the book lacks the table or the option has no effect in this game.
        """
        for choice in self.ruleset.choices:
            if choice.table.id == table:
                if self.ruleset.uses(choice.table, choice.option):
                    return choice.option.code
                return ""
        return ""

    def number(self, name: str) -> Number:
        """Return a number in force, such as `movement.walk`; 0 if this game lacks it."""
        return self.ruleset.params.get(name, 0)

    def event(self, name: str, by: str, side: int, **fields: Any) -> LoggedEvent:
        """Return an event that did not happen.

        Args:
            name: The kind of event.
            by: The rule that causes it.
            side: The side.
            fields: Other fields. Their defaults are empty.
        """
        nothing = {slot: 0.0 for slot in ("x0", "y0", "x1", "y1", "fx", "fy")} | dict.fromkeys(
            "abcd", 0
        )
        given: dict[str, Any] = {"actor": -1, "target": -1, "dice": (), **nothing, **fields}
        number = self.numbers[name]
        rule = self.rules.index(by)
        return LoggedEvent(event=number, rule=rule, side=side, name=name, by=by, **given)

    def next_of(self, n: int, *names: str) -> int:
        """Return the index of the next event of these kinds after event n, or else the number of
        events.
        """
        later = range(n + 1, len(self.events))
        return next((k for k in later if self.events[k].name in names), len(self.events))

    def last_of(self, n: int, *names: str) -> int:
        """Return the index of the last event of these kinds before event n, or else -1."""
        return next((k for k in range(n - 1, -1, -1) if self.events[k].name in names), -1)

    def replaced(self, n: int, why: str, **fields: Any) -> Injection:
        """Return an injection that changes fields of event n."""
        return Injection({n: (self.events[n]._replace(**fields),)}, why)


@dataclass(frozen=True)
class Injection:
    """A violation in one game.

    Attributes:
        edits: By the index of an event, the events that replace it; empty to omit it.
        why: A sentence that names the error.
        retold: Unchanged events whose lines in the report change.
        shows: Events that reveal the omission or change to a referee.
    """

    edits: Mapping[int, tuple[LoggedEvent, ...]]
    why: str
    retold: frozenset[int] = frozenset()
    shows: tuple[int, ...] = ()

    @property
    def scope(self) -> frozenset[int]:
        """Return the indices of all events whose lines change."""
        return self.retold.union(self.edits)


Tamper = Callable[[Played, int], Injection | None]
"""A function that commits a violation at event n of a game, or returns None if it would be legal
there.
"""


@dataclass(frozen=True)
class Violation:
    """A kind of step that the rules forbid.

    Attributes:
        code: The code of the violation.
        says: Its description.
        events: The kinds of event at which it can be committed.
        tables: The tables that forbid it. The answers name the first that the game uses.
        tamper: The function that commits it.
        weight: How readily it is chosen. Violations that fit every game and are easy to see have
            less than 1.
    """

    code: str
    says: str
    events: tuple[str, ...]
    tables: tuple[str, ...]
    tamper: Tamper
    weight: float = 1.0

    def section(self, played: Played, injection: Injection | None = None) -> str:
        """Return the heading of the rulebook under which the broken rule is.

        If `injection` is given and the rule of its first event belongs to one of the tables, that
        table comes first. The heading is empty if the game uses none of the tables.
        """
        tables = {
            table.id: table for table in played.ruleset.book.tables if played.ruleset.uses(table)
        }
        by = ""
        if injection:
            by = played.events[min(injection.edits)].by.partition(".")[0]
        first = [by] if by in self.tables else []
        return next((tables[id].title for id in (*first, *self.tables) if id in tables), "")


class Collection:
    """The violations that a module declares."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def violation(
        self, code: str, says: str, events: str, tables: str, weight: float = 1.0
    ) -> Callable[[Tamper], Tamper]:
        """Return a decorator that declares a function as a violation.

        Args:
            code: The code of the violation.
            says: Its description.
            events: The names of kinds of events, separated by spaces.
            tables: The ids of tables, separated by spaces.
            weight: How readily it is chosen.
        """

        def declare(tamper: Tamper) -> Tamper:
            kind = Violation(
                code, says, tuple(events.split()), tuple(tables.split()), tamper, weight
            )
            self.violations.append(kind)
            return tamper

        return declare


def list_violations(family: str) -> tuple[Violation, ...]:
    """Return the kinds of rule violation for the games of a family; empty if it declares none."""
    name = f"carnage.lab.referee.{family}"
    if find_spec(name) is None:
        return ()
    violations: tuple[Violation, ...] = import_module(name).VIOLATIONS
    return violations
