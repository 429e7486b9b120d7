"""Marks of a battle's events: lines and circles that are shown during an event."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.frame.shapes import SHAPES
from carnage.engine.battle.scene.measures import place
from carnage.engine.battle.words.naming import TOUCHING, Names
from carnage.engine.core.log_reader import LoggedEvent
from carnage.replays.replay import Annotation

LOOKS = {"attack", "shot", "bullet", "aim", "shout", "rattled"}  # events with a line of sight
BLASTS = {"blast", "goes-off"}
SHORTEST = 0.005  # a shorter move has no mark


class Marks:
    """Marks of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.chart = names.ruleset.has("range-bands")

    def of(self, g: Any, h: LoggedEvent) -> Iterator[Annotation]:
        """Yield the marks of event h: paths of moves and throws, lines of sight, ranges and
        blasts.
        """
        fields = SHAPES[h.event].fields
        if h.name == "hurl":
            yield self.line("throw", (h.x0, h.y0), (h.x1, h.y1))
        elif h.name == "cross":  # the moves before and after it have marks of their own
            yield Annotation("spot", place(h.x0), place(h.y0))
        elif fields.get("x0") == "from_x":
            if math.dist((h.x0, h.y0), (h.x1, h.y1)) >= SHORTEST:
                yield self.line("way", (h.x0, h.y0), (h.x1, h.y1))
        elif h.name in BLASTS:
            for reach in (h.fx, h.fy):
                if reach > 0.0:
                    yield Annotation("blast", place(h.x1), place(h.y1), radius=place(reach))
        elif h.name == "bullet" and h.target < 0:
            m = g.models[h.actor]
            yield self.line("sight", (m.x, m.y), (h.x1, h.y1))
        elif h.name in ("throw", "die"):
            m = g.models[h.actor]
            yield self.line("throw", (m.x, m.y), (h.x1, h.y1))
        elif h.name in LOOKS and fields.get("target") == "target" and h.target >= 0:
            yield from self.look(g, h)

    def look(self, g: Any, h: LoggedEvent) -> Iterator[Annotation]:
        """Yield the line of sight of an event, and the range and burst of an attack's weapon.

        The line is labelled with the gap between the bases.
        """
        a = g.models[h.actor]
        b = g.models[h.target]
        gap = math.dist((a.x, a.y), (b.x, b.y)) - 2 * g.radius
        hidden = "obscured" if h.name == "attack" and h.b else ""
        if h.actor != h.target:
            said = ", ".join(
                filter(None, (self.names.length(gap) if gap >= TOUCHING else "", hidden))
            )
            yield self.line("sight", (a.x, a.y), (b.x, b.y), said)
        if h.name == "attack":
            weapon = g.weapons[h.a]
            # Under Range Bands a weapon has no single range.
            if weapon.ranged and not h.c and not self.chart:
                label = self.names.length(weapon.range)
                reach = place(weapon.range + g.radius)
                yield Annotation("range", place(a.x), place(a.y), radius=reach, label=label)
            if weapon.burst:
                yield Annotation("blast", place(b.x), place(b.y), radius=place(weapon.burst))

    def line(
        self,
        kind: Any,
        start: tuple[float, float],
        end: tuple[float, float],
        label: str | None = None,
    ) -> Annotation:
        """Return a line from start to end, labelled with its length unless there is another
        label.
        """
        (x, y), (to_x, to_y) = start, end
        if label is None:
            said = self.names.length(math.dist(start, end))
        else:
            said = label
        return Annotation(kind, place(x), place(y), place(to_x), place(to_y), label=said)
