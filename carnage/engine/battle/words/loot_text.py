"""Report lines for loot and for sides that leave."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import count
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent


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
            loss = ", and what it has scored is lost"
        yield f"{self.side_name(h)} legs it{why}{loss}."

    def tell_leave(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {self.subject(h)} gets away."

    def stash_text(self, side: int, tokens: int) -> str:
        """Return the sentence part with the number of tokens that a side has."""
        return f"{self.names.sides[side]} has {tokens}"
