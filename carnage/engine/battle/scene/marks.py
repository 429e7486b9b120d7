"""Marks of a battle's events: lines and circles that are shown during an event."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.frame.shapes import SHAPES
from carnage.engine.battle.scene.measures import rounded_length
from carnage.engine.battle.words.naming import TOUCHING_INCHES, Names
from carnage.engine.core.log_reader import LoggedEvent
from carnage.replays.replay import Annotation

SIGHT_EVENTS = {
    "attack",
    "shot",
    "bullet",
    "aim",
    "shout",
    "rattled",
}  # events with a line of sight
BLASTS = {"blast", "goes-off"}
MIN_MOVE_INCHES = 0.005  # a shorter move has no mark

Point = tuple[float, float]


class Marks:
    """Marks of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.has_range_chart = names.ruleset.has("range-bands")

    def of(self, g: Any, h: LoggedEvent) -> Iterator[Annotation]:
        """Yield the marks of event h: paths, lines of sight, ranges and blasts."""
        fields = SHAPES[h.event].fields
        if h.name == "hurl":
            yield self.line("throw", (h.x0, h.y0), (h.x1, h.y1))
        elif h.name == "cross":  # the moves before and after it have marks of their own
            yield Annotation("spot", rounded_length(h.x0), rounded_length(h.y0))
        elif fields.get("x0") == "from_x":
            if math.dist((h.x0, h.y0), (h.x1, h.y1)) >= MIN_MOVE_INCHES:
                yield self.line("way", (h.x0, h.y0), (h.x1, h.y1))
        elif h.name in BLASTS:
            yield from self.blasts(h)
        elif h.name == "bullet" and h.target < 0:
            yield self.line("sight", self.place(g, h.actor), (h.x1, h.y1))
        elif h.name in ("throw", "die"):
            yield self.line("throw", self.place(g, h.actor), (h.x1, h.y1))
        elif h.name in SIGHT_EVENTS and fields.get("target") == "target" and h.target >= 0:
            yield from self.sight(g, h)

    def place(self, g: Any, i: int) -> Point:
        """Return the middle of model i's base."""
        m = g.models[i]
        return m.x, m.y

    def blasts(self, h: LoggedEvent) -> Iterator[Annotation]:
        """Yield the blast of an explosion, and the ring around it."""
        x = rounded_length(h.x1)
        y = rounded_length(h.y1)
        for radius in (h.fx, h.fy):
            if radius > 0.0:
                yield Annotation("blast", x, y, radius=rounded_length(radius))

    def sight(self, g: Any, h: LoggedEvent) -> Iterator[Annotation]:
        """Yield the line of sight of an event, and the range and burst of an attack's weapon.

        The line is labelled with the gap between the bases.
        """
        start = self.place(g, h.actor)
        end = self.place(g, h.target)
        if h.actor != h.target:
            labels = []
            gap = math.dist(start, end) - 2 * g.radius
            if gap >= TOUCHING_INCHES:
                labels.append(self.names.length(gap))
            if h.name == "attack" and h.b:
                labels.append("obscured")
            yield self.line("sight", start, end, label=", ".join(labels))
        if h.name == "attack":
            yield from self.weapon_marks(g, h)

    def weapon_marks(self, g: Any, h: LoggedEvent) -> Iterator[Annotation]:
        """Yield the range of an attack's weapon around the attacker, and its burst."""
        a = g.models[h.actor]
        b = g.models[h.target]
        weapon = g.weapons[h.a]
        # Under Range Bands a weapon has no single range.
        if weapon.ranged and not h.c and not self.has_range_chart:
            yield Annotation(
                "range",
                rounded_length(a.x),
                rounded_length(a.y),
                radius=rounded_length(weapon.range + g.radius),
                label=self.names.length(weapon.range),
            )
        if weapon.burst:
            radius = rounded_length(weapon.burst)
            yield Annotation("blast", rounded_length(b.x), rounded_length(b.y), radius=radius)

    def line(self, kind: Any, start: Point, end: Point, label: str | None = None) -> Annotation:
        """Return a line from start to end, labelled with its length if `label` is None."""
        if label is None:
            label = self.names.length(math.dist(start, end))
        return Annotation(
            kind,
            x=rounded_length(start[0]),
            y=rounded_length(start[1]),
            to_x=rounded_length(end[0]),
            to_y=rounded_length(end[1]),
            label=label,
        )
