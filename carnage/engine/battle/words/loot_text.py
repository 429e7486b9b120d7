"""Report lines for loot and for sides that leave."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from carnage.common.text_format import count
from carnage.engine.battle.move.loot import TOUCHING
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent

SHORT_INCHES = 2.0  # tokens farther from a base are not named with its place


class LootLines(EventLines):
    """Report lines for the events of loot and of Leg It. See `EventLines`."""

    def tell_drop(self, h: LoggedEvent) -> Iterator[str]:
        if not self.setup_begun:
            self.setup_begun = True
            yield "## Setting up"
        place = self.names.place(h.x1, h.y1)
        if self.positions:
            yield f"  A Loot Token is left at {place}."
        elif h.side < 0:
            yield f"One more lies at {place}."
        else:
            yield f"{self.side_name(h)} drops a Loot Token at {place}."

    def tell_loot(self, h: LoggedEvent) -> Iterator[str]:
        self.score[h.side] = h.b
        yield f"  {self.subject(h)} picks up a Loot Token; {self.stash_text(h.side, h.b)}."

    def tell_steal(self, h: LoggedEvent) -> Iterator[str]:
        self.score[h.side] = h.a
        self.score[1 - h.side] = h.b
        if h.by == "boots.put-the-boot-in":
            deed = f"{self.subject(h)} puts the boot into"
        else:
            deed = f"  {self.subject(h)} pinches"
        stashes = f"{self.stash_text(h.side, h.a)}, {self.stash_text(1 - h.side, h.b)}"
        yield f"{deed} {self.target_name(h)} and takes a Loot Token; {stashes}."

    def tell_scoop(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        self.score[h.side] = h.b
        yield f"{self.side_name(h)} scoops up {count(h.a, 'Loot Token')} and has {h.b}."

    def tell_leg_it(self, h: LoggedEvent) -> Iterator[str]:
        self.end_activation()
        why = ", having nobody left standing" if h.a else ""
        loss = ""
        if self.names.ruleset.has("markers"):
            loss = ", and loses a share of its victory points"
        yield f"{self.side_name(h)} legs it{why}{loss}."

    def tell_leave(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {self.subject(h)} gets away."

    def stash_text(self, side: int, tokens: int) -> str:
        """Return the sentence part with the number of tokens that a side has."""
        return f"{self.names.sides[side]} has {tokens}"


def tokens_down(g: Any) -> Iterator[tuple[float, float]]:
    """Yield the place of each Loot Token on the table."""
    for n in range(g.n_loot):
        if g.loot[n].down:
            yield float(g.loot[n].x), float(g.loot[n].y)


def taken_tokens(g: Any, place: tuple[float, float]) -> int:
    """Return the number of Loot Tokens that a base at a place touches."""
    return sum(gap <= TOUCHING for gap in _token_gaps(g, place))


def loot_clause(g: Any, place: tuple[float, float], length: Callable[[float], str]) -> str:
    """Return the loot that a model gets at the end of its move; "" where none is near.

    Args:
        g: The record of the game.
        place: The end of the move.
        length: Returns a length in words.
    """
    taken = taken_tokens(g, place)
    if taken == 1:
        return "takes a Loot Token"
    if taken:
        return f"takes {count(taken, 'Loot Token')}"
    gap = loot_gap(g, place)
    return f"stops {length(gap)} short of loot" if gap <= SHORT_INCHES else ""


def loot_gap(g: Any, place: tuple[float, float]) -> float:
    """Return the gap between a base at a place and the nearest Loot Token; infinity for none."""
    return min(_token_gaps(g, place), default=math.inf)


def _token_gaps(g: Any, place: tuple[float, float]) -> Iterator[float]:
    """Yield the gap between a base at a place and each Loot Token."""
    for token in tokens_down(g):
        yield math.dist(place, token) - g.radius - g.token_radius
