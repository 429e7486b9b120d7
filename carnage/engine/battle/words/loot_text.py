"""Report lines for loot and for sides that leave."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import capitalize, count
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent


class SpoilTales(Tale):
    """Report lines for the events of loot and of Leg It. See `Tale`."""

    def tell_drop(self, h: LoggedEvent) -> Iterator[str]:
        if not self.begun:
            self.begun = True
            yield "## Setting up"
        where = self.names.place(h.x1, h.y1)
        if self.at:
            yield f"  A Loot Token is left at {where}."
        elif h.side < 0:
            yield f"One more lies at {where}."
        else:
            yield f"{self.name(h)} drops a Loot Token at {where}."

    def tell_loot(self, h: LoggedEvent) -> Iterator[str]:
        self.score[h.side] = h.b
        yield f"  {capitalize(self.who(h))} picks up a Loot Token; {self.stash(h.side, h.b)}."

    def tell_steal(self, h: LoggedEvent) -> Iterator[str]:
        self.score[h.side] = h.a
        self.score[1 - h.side] = h.b
        kicks = h.by == "boots.put-the-boot-in"
        how = "puts the boot into" if kicks else "pinches"
        victim = self.names.model(h.target, self.side)
        who = capitalize(self.who(h))
        yield (
            f"{'' if kicks else '  '}{who} {how} {victim} and takes a Loot Token; "
            f"{self.stash(h.side, h.a)}, {self.stash(1 - h.side, h.b)}."
        )

    def tell_scoop(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        self.score[h.side] = h.b
        yield f"{self.name(h)} scoops up {count(h.a, 'Loot Token')} and has {h.b}."

    def tell_leg_it(self, h: LoggedEvent) -> Iterator[str]:
        self.leave()
        why = ", having nobody left standing" if h.a else ""
        lost = self.names.ruleset.has("markers")
        yield f"{self.name(h)} legs it{why}{', and what it has scored is lost' if lost else ''}."

    def tell_leave(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {capitalize(self.who(h))} gets away."

    def stash(self, side: int, tokens: int) -> str:
        """Return the sentence part with the number of tokens that a side has."""
        return f"{self.names.sides[side]} has {tokens}"
