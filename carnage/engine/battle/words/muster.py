"""Report lines for the events before the first round: picking forces, and deployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from carnage.common.directions import compass_point
from carnage.common.text_format import count, join_words
from carnage.engine.battle.frame.queries import CORNERS, EDGES
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent


class MusterLines(EventLines):
    """Report lines for the events of picking forces and deployment, and of crossing an edge.

    See `EventLines`.
    """

    setup_begun: bool
    picked_kinds: dict[int, list[int]]  # by side, the kinds of model that it has picked
    force_cost: dict[int, int]  # by side, the points or dollars of its force

    def setup_heading(self) -> Iterator[str]:
        """Yield the heading of everything before the first round, once."""
        if not self.setup_begun:
            self.setup_begun = True
            yield "## Setting up"

    def tell_recruit(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setup_heading()
        self.picked_kinds.setdefault(h.side, []).append(h.a)
        if h.by == "forces.draft":
            yield f"{self.side_name(h)} takes {self.names.kind(h.a)}."

    def tell_muster(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setup_heading()
        self.force_cost[h.side] = h.b
        if picked := self.picked_kinds.get(h.side):
            models = self.picked_text(picked)
            yield f"{self.side_name(h)} brings {models}: {self.names.money(h.b)}."
            yield from self.unit_lines(h.side)
        elif h.a < 0 and self.names.ruleset.has("gangs"):
            yield f"{self.side_name(h)} brings {count(h.b, 'point')}."
        else:
            unit = "nobody" if h.a < 0 else self.names.unit(h.a, h.side)
            yield f"{self.side_name(h)} leaves {unit} out and brings {count(h.b, 'point')}."

    def unit_lines(self, side: int) -> Iterator[str]:
        """Yield a line for each unit of a side that has picked its models, if units have several.

        The rulebook cannot print them before the models are picked.
        """
        if self.names.ruleset.has("individuals"):
            return
        g = self.game.record
        for number, unit in enumerate(self.names.units):
            first = int(g.units[number].first)
            numbers = range(first, first + int(g.units[number].count))
            models = [self.names.models[i] for i in numbers if not g.models[i].absent]
            if self.names.unit_sides[number] == side and models:
                yield f"  {unit}: {join_words(models)}."

    def picked_text(self, kinds: list[int]) -> str:
        """Return the kinds of model that a side has picked in words: 2 × Hand and Boss."""
        numbers = Counter(self.names.kinds[kind].label for kind in kinds)
        texts = []
        for label, number in numbers.items():
            if number > 1:
                label = f"{number} × {label}"
            texts.append(label)
        return join_words(texts)

    def tell_roll_off(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setup_heading()
        pairs = zip(h.dice[::2], h.dice[1::2], strict=False)
        rolls = ", then ".join(f"{first} to {second}" for first, second in pairs)
        side_1, side_2 = self.names.sides
        yield f"Roll-off, {side_1} to {side_2}: {rolls}. {self.names.sides[h.a]} wins."

    def tell_edge(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.sides[1 - h.side]
        own = EDGES[h.a]
        opposite = EDGES[(h.a + 2) % 4]
        yield f"{self.side_name(h)} takes the {own} edge, {other} the {opposite} edge."

    def tell_corner(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.sides[1 - h.side]
        own = CORNERS[h.a]
        opposite = CORNERS[(h.a + 2) % 4]
        yield f"{self.side_name(h)} takes the {own} corner, {other} the {opposite} corner."

    def tell_ring(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.sides[1 - h.side]
        if h.a:
            yield f"{self.side_name(h)} is in the middle, {other} outside."
        else:
            yield f"{self.side_name(h)} is outside, {other} in the middle."

    def tell_deploy(self, h: LoggedEvent) -> Iterator[str]:
        self.positions[h.actor] = (h.x1, h.y1)
        self.facings[h.actor] = (h.fx, h.fy)
        model = self.names.model(h.actor, h.side)
        facing = ""
        if self.names.ruleset.has("facing"):
            facing = f", facing {compass_point(h.fx, h.fy)}"
        yield f"{self.side_name(h)} sets up {model} at {self.place_text(h.x1, h.y1)}{facing}."

    def tell_cross(self, h: LoggedEvent) -> Iterator[str]:
        self.positions[h.actor] = (h.x1, h.y1)
        place = self.place_text(h.x1, h.y1)
        yield f"{self.subject(h)} goes over the edge, and comes back at {place}."
