"""Base class of the parts of a battle report."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.frame.questions import HAS_LONG_LEGGED, HAS_SUREFOOTED
from carnage.engine.battle.words.movement_text import counted
from carnage.engine.battle.words.naming import Names
from carnage.engine.core.log_reader import LoggedEvent

STAYS = 0.005  # inches; a shorter move counts as staying


class Tale:
    """Base of the mixins that make up `Report`. Each method `tell_<event>` yields the lines of an
    event.

    Attributes:
        names: The names of the ruleset.
        game: The match; its record is the state of the game.
        at: By model, its last known position.
        unit: The unit whose activation is under way, or -1.
        side: The side of that unit, or -1.
        begun: The heading of deployment has been written.
        score: By side, its victory points or Loot Tokens.
    """

    names: Names
    game: Any
    at: dict[int, tuple[float, float]]
    unit: int
    side: int
    begun: bool
    score: dict[int, int]
    lost: int = -1  # the model that fell or was removed last
    called: dict[int, int]  # by side, the value of a die or card that it has just called a Hero
    heroes: dict[int, int]  # by side, its Hero number

    def end_phase(self) -> Iterator[str]:
        """Yield the heading of the End Phase, once a round."""
        raise NotImplementedError

    def went(self, h: LoggedEvent, verb: str) -> Iterator[str]:
        """Yield the line of a change of place, with its length and end."""
        raise NotImplementedError

    def leave(self) -> None:
        """End the current activation."""
        self.unit = self.side = -1

    def name(self, h: LoggedEvent) -> str:
        """Return the name of the event's side."""
        return self.names.sides[h.side]

    def who(self, h: LoggedEvent) -> str:
        """Return the name of the event's model, for the side whose activation is under way."""
        return self.names.model(h.actor, self.side)

    def unit_of(self, i: int) -> int:
        """Return the unit of model i."""
        return int(self.game.record.models[i].unit)

    def heroic(self, side: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Return the dice of a side with the value of the one that it has just called a Hero."""
        counts = self.called.pop(side, 0)
        number = self.heroes.get(side, 0)
        if counts and number in dice:
            at = dice.index(number)
            return (*dice[:at], counts, *dice[at + 1 :])
        return dice

    def unit_name(self, h: LoggedEvent) -> str:
        """Return the name of the event's unit, for the side whose activation is under way."""
        return self.names.unit(h.actor, self.side)

    def gait(self, h: LoggedEvent) -> str:
        """Return `walks` or `runs` if the rules and the length of the move distinguish them, else
        `moves`.

        Where wounds slow models down, a short move may be either. A block moves at the pace of its
        leader, and a move across the table's edge has two parts, so these are always `moves`.
        """
        ruleset = self.names.ruleset
        m = self.game.record.models[h.actor]
        short = math.dist((h.x0, h.y0), (h.x1, h.y1)) < STAYS
        untold = (
            ruleset.has("ranked") or ruleset.has("wrap-around") or not ruleset.has("range-bands")
        )
        if h.by != "movement.gaits" or short or untold:
            return "moves"
        walk = float(ruleset.params["movement.walk"])
        if m.talent == HAS_LONG_LEGGED:
            walk += float(ruleset.params["talent-list.stride"])
        slow = () if m.talent == HAS_SUREFOOTED else self.names.difficult(self.game.record)
        cost = float(ruleset.params["terrain.cost"])
        if counted(h.x0, h.y0, h.x1, h.y1, slow, cost) > walk + STAYS:
            return "runs"
        if ruleset.has("slowing") and not ruleset.has("speed-phases"):
            return "moves"
        return "walks"

    def place(self, x: float, y: float) -> str:
        """Return coordinates, and the landmark there."""
        near = self.names.landmark(self.game.record, x, y)
        return self.names.place(x, y) + (f", {near}" if near else "")
