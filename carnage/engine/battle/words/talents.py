"""Report lines for talents, and their bonuses in the texts of questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.common.text_format import capitalize, join_words
from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent


def adds(g: Any, i: int, talent: int, param: str) -> int:
    """Return the bonus of a talent for model i, or 0 if it does not have the talent.

    Args:
        g: The game.
        i: The model.
        talent: The talent's index in TALENTS.
        param: The name of the bonus among the parameters of the table `talent-list`.
    """
    if g.models[i].talent == talent:
        return int(getattr(g.p, f"talent_list_{param}"))
    return 0


def edge(g: Any, i: int, w: int) -> int:
    """Return model i's edge in a fight with weapon w, including the talent Brawler."""
    return int(g.weapons[w].edge) + adds(g, i, Q.HAS_BRAWLER, "edge")


class TalentTales(Tale):
    """Report lines for the events of talents. See `Tale`."""

    def setting_up(self) -> Iterator[str]:
        """Yield the heading of deployment, once. Implemented by `MusterTales`."""
        raise NotImplementedError

    def tell_dealt(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setting_up()
        drawn = [self.names.talent(talent) for talent in (h.a, h.b, h.c, h.d) if talent > 0]
        yield f"{self.name(h)} draws {join_words(drawn)}."

    def tell_gift(self, h: LoggedEvent) -> Iterator[str]:
        yield from self.setting_up()
        yield (
            f"{self.name(h)} gives {self.names.talent(h.a)} to {self.names.model(h.actor, h.side)}."
        )

    def tell_shrug(self, h: LoggedEvent) -> Iterator[str]:
        label = next(rule.label for rule in self.rules() if f"talent-list.{rule.code}" == h.by)
        yield f"  {capitalize(self.who(h))} shrugs it off: {label}."

    def rules(self) -> Iterator[Any]:
        """Yield the rules of the table `talent-list`."""
        yield from self.names.ruleset.book.table("talent-list").rules
