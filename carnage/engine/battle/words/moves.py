"""Report lines for moves: the way, the inches of movement that it costs, and facings."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from carnage.common.directions import compass_point, degrees
from carnage.common.text_format import count, join_words
from carnage.engine.battle.move.curves import unpack_place
from carnage.engine.battle.words.movement_text import Point
from carnage.engine.battle.words.teller import STAYS_INCHES, EventLines
from carnage.engine.core.log_reader import LoggedEvent

# Replacements for the verb of a move that goes nowhere.
STUCK = {
    "moves": "stays where it is",
    "crawls": "does not get anywhere",
    "flees": "cannot flee any farther",
    "is pushed": "does not budge",
}
STOPPED_AT_ONCE = "is stopped at once"  # of a model that must go on
AHEAD_COSINE = 0.9  # least cosine of a facing and a step that counts as one ahead
SAME_WAY = 0.9999  # least cosine of two facings that count as one; with it no pivot is needed
RIGHT_ANGLE = -0.0001  # least cosine of a pivot of 90 degrees, with rounding
MEASURED = frozenset(
    {
        "movement.free-movement",
        "movement.restricted-movement",
        "movement.momentum-movement",
        "movement.gaits",
    }
)
# A difference of inches that a report shows.
SHOWN_INCHES = 0.05
MAX_PIVOTS = 2


class MoveLines(EventLines):
    """Report lines for the events of moves, pushes and flights. See `EventLines`."""

    def tell_flee(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.move_lines(h, "flees")

    def tell_push(self, h: LoggedEvent) -> Iterator[str]:
        indent = "  " if h.by == "fighting.opposed-roll" else ""
        for line in self.move_lines(h, "is pushed"):
            yield f"{indent}{line}"

    def tell_face(self, h: LoggedEvent) -> Iterator[str]:
        self.facings[h.actor] = (h.fx, h.fy)
        yield f"{self.subject(h)} turns to face {facing_words(h)}."

    def distance_text(self, inches: float) -> str:
        """Return a distance to a tenth, or `less than 0.1"` if it would be shown as 0."""
        length = self.names.length(inches)
        if length == self.names.length(0.0):
            return f"less than {self.names.length(0.1)}"
        return length

    def move_lines(self, h: LoggedEvent, verb: str) -> Iterator[str]:
        """Yield the line of a change of place, with its length, its cost and its end."""
        self.positions[h.actor] = (h.x1, h.y1)
        inches = math.dist((h.x0, h.y0), (h.x1, h.y1))
        facing = self.facing_text(h)
        cost = self.cost_text(h, inches)
        self.facings[h.actor] = (h.fx, h.fy)
        if inches < STAYS_INCHES:
            yield f"{self.subject(h)} {self.staying_text(h, verb)}{facing}."
            return
        direction = (
            f"{compass_point(h.x1 - h.x0, h.y1 - h.y0)}{self.step_direction_text(h, inches)}"
        )
        start = self.names.place(h.x0, h.y0)
        end = self.place_text(h.x1, h.y1)
        way = f"{self.distance_text(inches)} {direction}, from {start} to {end}"
        yield f"{self.subject(h)} {verb} {way}{facing}{cost}."

    def staying_text(self, h: LoggedEvent, verb: str) -> str:
        """Return the verb of a move that goes nowhere.

        A Move may leave a model where it is. With Move Dice each die is told by itself, and only
        one option lets a model stop of its own accord.
        """
        if h.name != "move":
            return STUCK[verb]
        if h.by == "movement.momentum-movement" and self.names.ruleset.has("gangs"):
            return f"takes a Move and {STOPPED_AT_ONCE}"
        if h.by != "movement.scoot":
            return f"takes a Move and {STUCK[verb]}"
        may_stop = self.names.ruleset.choice("scoot-dice").option.code == "may-stop-short"
        return STUCK[verb] if may_stop else STOPPED_AT_ONCE

    def cost_text(self, h: LoggedEvent, inches: float) -> str:
        """Return the pivots and the inches of Speed that a move costs, if more than its length.

        The cost of a block is that of its slowest model, which one line cannot show.
        """
        if h.by not in MEASURED or h.name != "move" or self.names.ruleset.has("ranked"):
            return ""
        turns = turning_points(h)
        legs = [(h.x0, h.y0), *turns, (h.x1, h.y1)]
        cost = sum(self.leg_cost(h.actor, a, b) for a, b in pairwise(legs))
        pivots = 0
        if h.by == "movement.restricted-movement" and inches >= STAYS_INCHES:
            if self.step_direction_text(h, inches):
                cost *= float(self.names.ruleset.params["movement.crab_cost"])
            else:
                pivots = self.pivots_before(h)
        pivots_text = f" after {count(pivots, 'pivot')}" if pivots else ""
        if turns:
            told = [
                f"at {self.names.place(*turn)} to {degrees(end[0] - turn[0], end[1] - turn[1])}°"
                for turn, end in pairwise(legs[1:])
            ]
            return f", for {self.names.length(cost)} of movement, turning {join_words(told)}"
        if abs(cost - inches) < SHOWN_INCHES:
            return pivots_text
        return f", for {self.names.length(cost)} of movement{pivots_text}"

    def pivots_before(self, h: LoggedEvent) -> int:
        """Return the number of pivots that turned a model to the direction of its move ahead."""
        fx, fy = self.facings.get(h.actor, (h.fx, h.fy))
        cosine = fx * h.fx + fy * h.fy
        if cosine > SAME_WAY:
            return 0
        return 1 if cosine >= RIGHT_ANGLE else MAX_PIVOTS

    def facing_text(self, h: LoggedEvent) -> str:
        """Return the facing of a model after its own move, or "" if the game has no facing."""
        if h.name in ("move", "flee") and self.names.ruleset.has("facing"):
            return f", facing {facing_words(h)}"
        return ""

    def step_direction_text(self, h: LoggedEvent, inches: float) -> str:
        """Return the direction of a step relative to the facing, or "" for a step ahead.

        Only Restricted Movement has steps without a turn. `inches` is the length of the step.
        """
        if h.name != "move" or h.by != "movement.restricted-movement":
            return ""
        cosine = (h.fx * (h.x1 - h.x0) + h.fy * (h.y1 - h.y0)) / inches
        if cosine > AHEAD_COSINE:
            return ""
        if cosine < -AHEAD_COSINE:
            return " backward"
        return " sideways"


def turning_points(h: LoggedEvent) -> list[Point]:
    """Return the places where a curve turns on its way."""
    if h.name != "move":
        return []
    return [unpack_place(packed) for packed in (h.a, h.b, h.c, h.d) if packed]


def facing_words(h: LoggedEvent) -> str:
    """Return the facing of an event: `south-east (140°)`."""
    return f"{compass_point(h.fx, h.fy)} ({degrees(h.fx, h.fy)}°)"
