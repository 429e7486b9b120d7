"""Report lines for the events before the first round: picking forces, and deployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from carnage.common.text_format import capitalize, count, join_words
from carnage.engine.battle.frame.queries import CORNERS, EDGES
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent


class MusterTales(Tale):
    """Report lines for the events of picking forces and deployment, and of crossing an edge.

    See `Tale`.
    """

    begun: bool
    picked: dict[int, list[int]]  # by side, the kinds of model that it has picked
    spent: dict[int, int]  # by side, the points or dollars of its force

    def setting_up(self) -> Iterator[str]:
        """Yield the heading of everything before the first round, once."""
        if not self.begun:
            self.begun = True
            yield "## Setting up"

    def tell_recruit(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setting_up()
        self.picked.setdefault(h.side, []).append(h.a)
        if h.by == "forces.draft":
            yield f"{self.name(h)} takes {self.names.kind(h.a)}."

    def tell_muster(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setting_up()
        self.spent[h.side] = h.b
        if picked := self.picked.get(h.side):
            labels = Counter(self.names.kinds[kind].label for kind in picked)
            who = join_words(
                [f"{number} × {label}" if number > 1 else label for label, number in labels.items()]
            )
            yield f"{self.name(h)} brings {who}: {self.names.money(h.b)}."
        elif h.a < 0 and self.names.ruleset.has("gangs"):
            yield f"{self.name(h)} brings {count(h.b, 'point')}."
        else:
            left = "nobody" if h.a < 0 else self.names.unit(h.a, h.side)
            yield f"{self.name(h)} leaves {left} out and brings {count(h.b, 'point')}."

    def tell_roll_off(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setting_up()
        rolls = list(zip(h.dice[::2], h.dice[1::2], strict=False))
        said = ", then ".join(f"{a} to {b}" for a, b in rolls)
        one, two = self.names.sides
        yield f"Roll-off, {one} to {two}: {said}. {self.names.sides[h.a]} wins."

    def tell_edge(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.sides[1 - h.side]
        yield (
            f"{self.name(h)} takes the {EDGES[h.a]} edge, {other} the {EDGES[(h.a + 2) % 4]} edge."
        )

    def tell_corner(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.sides[1 - h.side]
        mine = CORNERS[h.a]
        theirs = CORNERS[(h.a + 2) % 4]
        yield f"{self.name(h)} takes the {mine} corner, {other} the {theirs} corner."

    def tell_ring(self, h: LoggedEvent) -> Iterator[str]:
        other = self.names.sides[1 - h.side]
        if h.a:
            places = ("in the middle", "outside")
        else:
            places = ("outside", "in the middle")
        yield f"{self.name(h)} is {places[0]}, {other} {places[1]}."

    def tell_deploy(self, h: LoggedEvent) -> Iterator[str]:
        self.at[h.actor] = (h.x1, h.y1)
        yield (
            f"{self.name(h)} sets up {self.names.model(h.actor, h.side)} at "
            f"{self.place(h.x1, h.y1)}."
        )

    def tell_cross(self, h: LoggedEvent) -> Iterator[str]:
        self.at[h.actor] = (h.x1, h.y1)
        yield (
            f"{capitalize(self.who(h))} goes over the edge, and comes back at "
            f"{self.place(h.x1, h.y1)}."
        )
