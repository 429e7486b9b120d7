"""Talents as a battle report tells them, and what they add to the numbers that questions tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.logbook import Happening
from carnage.wording import capital, listed


def adds(g: Any, i: int, talent: int, param: str) -> int:
    """What a talent adds for model i: the parameter of that name if it has the talent, else 0."""
    return int(getattr(g.p, f"talent_list_{param}")) if g.models[i].talent == talent else 0


def edge(g: Any, i: int, w: int) -> int:
    """Model i's edge in a fight with weapon w."""
    return int(g.weapons[w].edge) + adds(g, i, Q.HAS_BRAWLER, "edge")


class TalentTales(Tale):
    """The events of talents."""

    def setting_up(self) -> Iterator[str]:
        raise NotImplementedError

    def tell_dealt(self, h: Happening) -> Iterator[str]:
        yield from self.setting_up()
        drawn = [self.names.talent(talent) for talent in (h.a, h.b, h.c, h.d) if talent > 0]
        yield f"{self.name(h)} draws {listed(drawn)}."

    def tell_gift(self, h: Happening) -> Iterator[str]:
        yield from self.setting_up()
        yield f"{self.name(h)} gives {self.names.talent(h.a)} to {self.names.model(h.actor, h.side)}."

    def tell_shrug(self, h: Happening) -> Iterator[str]:
        label = next(rule.label for rule in self.rules() if f"talent-list.{rule.code}" == h.by)
        yield f"  {capital(self.who(h))} shrugs it off: {label}."

    def rules(self) -> Iterator[Any]:
        """The talents as rules."""
        yield from self.names.ruleset.book.table("talent-list").rules
