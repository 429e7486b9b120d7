"""Base class of the parts of a battle report."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.common.text_format import capitalize
from carnage.engine.battle.frame.questions import HAS_LONG_LEGGED, HAS_SUREFOOTED
from carnage.engine.battle.words.movement_text import Point, movement_cost
from carnage.engine.battle.words.naming import Names
from carnage.engine.core.log_reader import LoggedEvent

STAYS_INCHES = 0.005  # a shorter move counts as staying


class EventLines:
    """Base of the mixins that make up `Report`.

    Each method `tell_<event>` yields the lines of an event.

    Attributes:
        names: The names of the ruleset.
        game: The match; its record is the state of the game.
        positions: By model, its last known position.
        facings: By model, its last known facing.
        unit: The unit whose activation is under way, or -1.
        side: The side of that unit, or -1.
        setup_begun: The heading of deployment has been written.
        score: By side, its victory points or Loot Tokens.
        last_lost: The model that fell or was removed last, or -1.
        hero_values: By side, the value of a die or card that it has just called a Hero.
        hero_numbers: By side, its Hero number.
    """

    names: Names
    game: Any
    positions: dict[int, Point]
    facings: dict[int, Point]
    unit: int
    side: int
    setup_begun: bool
    score: dict[int, int]
    last_lost: int = -1
    hero_values: dict[int, int]
    hero_numbers: dict[int, int]

    def end_phase_heading(self) -> Iterator[str]:
        """Yield the heading of the End Phase, once a round."""
        raise NotImplementedError

    def move_lines(self, h: LoggedEvent, verb: str) -> Iterator[str]:
        """Yield the line of a change of place, with its length and end."""
        raise NotImplementedError

    def end_activation(self) -> None:
        """End the current activation."""
        self.unit = -1
        self.side = -1

    def side_name(self, h: LoggedEvent) -> str:
        """Return the name of the event's side."""
        return self.names.sides[h.side]

    def model_name(self, h: LoggedEvent) -> str:
        """Return the name of the event's model, for the side whose activation is under way."""
        return self.names.model(h.actor, self.side)

    def subject(self, h: LoggedEvent) -> str:
        """Return the name of the event's model, as the beginning of a sentence."""
        return capitalize(self.model_name(h))

    def target_name(self, h: LoggedEvent) -> str:
        """Return the name of the event's target, for the side whose activation is under way."""
        return self.names.model(h.target, self.side)

    def unit_of(self, i: int) -> int:
        """Return the unit of model i."""
        return int(self.game.record.models[i].unit)

    def dice_with_hero(self, side: int, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Return the dice of a side with the value of the one that it has just called a Hero."""
        value = self.hero_values.pop(side, 0)
        number = self.hero_numbers.get(side, 0)
        if value and number in dice:
            hero = dice.index(number)
            return (*dice[:hero], value, *dice[hero + 1 :])
        return dice

    def unit_name(self, h: LoggedEvent) -> str:
        """Return the name of the event's unit, for the side whose activation is under way."""
        return self.names.unit(h.actor, self.side)

    def unit_subject(self, h: LoggedEvent) -> str:
        """Return the name of the event's unit, as the beginning of a sentence."""
        return capitalize(self.unit_name(h))

    def movement_verb(self, h: LoggedEvent) -> str:
        """Return `walks` or `runs` if rules and length of the move tell them apart, else `moves`.

        Where wounds slow models down, a short move may be either. A block moves at the pace of its
        leader, and a move across the table's edge has two parts, so these are always `moves`.
        """
        ruleset = self.names.ruleset
        is_stay = math.dist((h.x0, h.y0), (h.x1, h.y1)) < STAYS_INCHES
        is_alike = ruleset.has("ranked") or ruleset.has("wrap-around")
        if h.by != "movement.gaits" or is_stay or is_alike or not ruleset.has("range-bands"):
            return "moves"
        if self.movement_inches(h) > self.walk_inches(h.actor) + STAYS_INCHES:
            return "runs"
        if ruleset.has("slowing") and not ruleset.has("speed-phases"):
            return "moves"
        return "walks"

    def walk_inches(self, i: int) -> float:
        """Return the longest walk of model i, with its talent but without its wounds."""
        params = self.names.ruleset.params
        walk = float(params["movement.walk"])
        if self.game.record.models[i].talent == HAS_LONG_LEGGED:
            walk += float(params["talent-list.stride"])
        return walk

    def movement_inches(self, h: LoggedEvent) -> float:
        """Return the inches of movement that a move costs, with the terrain on its way."""
        return self.leg_cost(h.actor, (h.x0, h.y0), (h.x1, h.y1))

    def leg_cost(self, i: int, start: Point, end: Point) -> float:
        """Return the inches of movement that a straight way costs model i."""
        record = self.game.record
        terrain = self.names.difficult(record)
        if record.models[i].talent == HAS_SUREFOOTED:
            terrain = iter(())
        cost = float(self.names.ruleset.params["terrain.cost"])
        return movement_cost(*start, *end, difficult=terrain, cost=cost)

    def place_text(self, x: float, y: float) -> str:
        """Return coordinates, and the landmark there."""
        landmark = self.names.landmark(self.game.record, x, y)
        place = self.names.place(x, y)
        return f"{place}, {landmark}" if landmark else place
