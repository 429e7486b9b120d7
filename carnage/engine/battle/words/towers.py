"""Report lines for towers: growth, falls, and models that fall with them."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import count
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent

ITS_OWN = "its tower"


class TowerLines(EventLines):
    """Report lines for the events of towers, fallen models and drinks. See `EventLines`."""

    def tower_text(self, h: LoggedEvent) -> str:
        """Return `its tower`, or `its unit’s tower` for a unit of several models."""
        shared = self.game.record.units[self.unit_of(h.actor)].count > 1
        return "its unit’s tower" if shared else ITS_OWN

    def tell_tower(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {self.subject(h)} takes {dice_count(h.a)} on {self.tower_text(h)}: {h.b} now."

    def tell_dwindle(self, h: LoggedEvent) -> Iterator[str]:
        left = dice_count(h.b) if h.b else "none"
        yield f"  {self.subject(h)} takes {dice_count(h.a)} off {self.tower_text(h)}: {left} left."

    def tell_rebuild(self, h: LoggedEvent) -> Iterator[str]:
        if self.tower_text(h) == ITS_OWN:
            does = "begins again with a tower"
        else:
            does = "bears its unit’s new tower"
        yield f"  {self.subject(h)} {does} of {dice_count(h.a)}."

    def tell_swig(self, h: LoggedEvent) -> Iterator[str]:
        if h.by == "twist.drinks":
            yield from self.end_phase_heading()
            verb = "drinks"  # Hollow Leg prevents only swigs
        else:
            verb = "takes a swig"
        yield f"{self.subject(h)} {verb}: {dice_count(h.b)} on {self.tower_text(h)}."

    def tell_strike(self, h: LoggedEvent) -> Iterator[str]:
        falls = "it holds"
        if h.b:
            dwindles = h.by == "damage.dwindling-tower"
            falls = "it falls apart and is put back" if dwindles else "it falls"
        yield f"  The die strikes the tower of {self.model_name(h)}, {dice_count(h.a)}: {falls}."

    def tell_spill(self, h: LoggedEvent) -> Iterator[str]:
        falls = "that falls too" if h.b else "that holds"
        tower = f"the tower of {self.model_name(h)}, {dice_count(h.a)}"
        yield f"  The falling dice strike {tower}: {falls}."

    def tell_fall(self, h: LoggedEvent) -> Iterator[str]:
        self.last_lost = h.actor
        if h.a:
            down = f"with {self.tower_text(h)} of {dice_count(h.a)}"
        else:
            down = f"with nothing left of {self.tower_text(h)}"
        yield f"  {self.subject(h)} falls over {down}."

    def tell_tipped(self, h: LoggedEvent) -> Iterator[str]:
        tower = f"{self.tower_text(h)} of {dice_count(h.a)}".removeprefix("its ")
        yield f"  As it is moved, the {tower} by {self.model_name(h)} falls."

    def tell_sober(self, h: LoggedEvent) -> Iterator[str]:
        gone = f"{self.tower_text(h)} of {dice_count(h.a)} is gone"
        yield f"  {self.subject(h)} stays standing, steadied: {gone}."

    def tell_drunk(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        rolled = " and ".join(str(die) for die in h.dice)
        yield f"{self.subject(h)} drinks, rolls {rolled}, and will lose its next activation."

    def tell_drink(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase_heading()
        rolled = " and ".join(str(die) for die in h.dice)
        yield f"{self.subject(h)} drinks and rolls {rolled}."

    def tell_sits_out(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} loses this activation."

    def tell_boot_up(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{self.subject(h)} boots up {self.target_name(h)}, who stands again."


def dice_count(number: int) -> str:
    """Return a number of dice: 1 die, 2 dice."""
    return count(number, "die")
