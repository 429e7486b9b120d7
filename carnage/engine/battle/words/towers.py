"""Report lines for towers: growth, falls, and models that fall with them."""

from __future__ import annotations

from collections.abc import Iterator

from carnage.common.text_format import capitalize, count
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent

ITS_OWN = "its tower"


class TowerTales(Tale):
    """Report lines for the events of towers, fallen models and drinks. See `Tale`."""

    def tower(self, h: LoggedEvent) -> str:
        """Return `its tower`, or `its unit’s tower` for a unit of several models."""
        shared = self.game.record.units[self.unit_of(h.actor)].count > 1
        return "its unit’s tower" if shared else ITS_OWN

    def tell_tower(self, h: LoggedEvent) -> Iterator[str]:
        yield f"  {capitalize(self.who(h))} takes {dice(h.a)} on {self.tower(h)}: {h.b} now."

    def tell_dwindle(self, h: LoggedEvent) -> Iterator[str]:
        left = dice(h.b) if h.b else "none"
        yield f"  {capitalize(self.who(h))} takes {dice(h.a)} off {self.tower(h)}: {left} left."

    def tell_rebuild(self, h: LoggedEvent) -> Iterator[str]:
        if self.tower(h) == ITS_OWN:
            new = "begins again with a tower"
        else:
            new = "bears its unit’s new tower"
        yield f"  {capitalize(self.who(h))} {new} of {dice(h.a)}."

    def tell_swig(self, h: LoggedEvent) -> Iterator[str]:
        if h.by == "twist.drinks":
            yield from self.end_phase()
        drinks = (
            "drinks" if h.by == "twist.drinks" else "takes a swig"
        )  # Hollow Leg prevents only swigs
        yield f"{capitalize(self.who(h))} {drinks}: {dice(h.b)} on {self.tower(h)}."

    def tell_strike(self, h: LoggedEvent) -> Iterator[str]:
        falls = "it falls" if h.b else "it holds"
        yield f"  The die strikes the tower of {self.who(h)}, {dice(h.a)}: {falls}."

    def tell_spill(self, h: LoggedEvent) -> Iterator[str]:
        falls = "that falls too" if h.b else "that holds"
        yield f"  The falling dice strike the tower of {self.who(h)}, {dice(h.a)}: {falls}."

    def tell_fall(self, h: LoggedEvent) -> Iterator[str]:
        self.lost = h.actor
        if h.a:
            down = f"with {self.tower(h)} of {dice(h.a)}"
        else:
            down = f"with nothing left of {self.tower(h)}"
        yield f"  {capitalize(self.who(h))} falls over {down}."

    def tell_sober(self, h: LoggedEvent) -> Iterator[str]:
        gone = f"{self.tower(h)} of {dice(h.a)} is gone"
        yield f"  {capitalize(self.who(h))} stays on its feet, sobered up: {gone}."

    def tell_drunk(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.end_phase()
        rolled = " and ".join(str(die) for die in h.dice)
        who = capitalize(self.who(h))
        yield f"{who} drinks, rolls {rolled}, and will lose its next activation."

    def tell_sits_out(self, h: LoggedEvent) -> Iterator[str]:
        yield f"{capitalize(self.who(h))} loses this activation."

    def tell_boot_up(self, h: LoggedEvent) -> Iterator[str]:
        yield (
            f"{capitalize(self.who(h))} boots up {self.names.model(h.target, self.side)}, who "
            "stands again."
        )


def dice(number: int) -> str:
    """Return a number of dice: 1 die, 2 dice."""
    return count(number, "die")
