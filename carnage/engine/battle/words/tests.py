"""Tests as a battle report tells them: dice or cards, what they come to, whose activation they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.engine.battle.frame.resolution import MORALE
from carnage.engine.battle.words.naming import STATS, card
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.logbook import Happening
from carnage.odds import Cards, Pool, Sum, Ten
from carnage.ruleset import Ruleset
from carnage.wording import capital, left, listed


class TestTales(Tale):
    """The events of these."""

    again = False  # the next test is the last one once more
    opened = False  # its activation has just begun

    rattled: set[int]  # units that owe a test
    dying: set[int]  # models that have to test to stay in play
    doomed: set[int]

    def tell_test(self, h: Happening) -> Iterator[str]:
        if self.again:
            self.again = False
        elif h.a == MORALE and h.actor in self.doomed and h.c == self.doom():
            self.doomed.discard(h.actor)
            yield from self.end_phase()
        elif h.a == MORALE and not self.owed(h):
            self.leave()  # a test to be activated at all: the last activation is over
        who = self.who(h) if h.actor >= 0 else self.names.unit(h.target, self.side)
        yield (
            f"{'  ' if self.unit >= 0 else ''}{capital(who)} tests {STATS[h.a]} {h.b} at Difficulty {h.c}: "
            f"{self.thrown(h)}. {passed(h.d, self.names.ruleset)}"
        )

    def doom(self) -> Any:
        """At which Difficulty models with Doomed Tokens test."""
        return self.names.ruleset.params["damage.difficulty"]

    def owed(self, h: Happening) -> bool:
        """Whether a Morale test belongs to the activation under way: who begins, was hurt or saw a loss."""
        begins = self.opened and h.target == self.unit
        concerned = begins or h.target in self.rattled or h.actor in self.dying
        self.rattled.discard(h.target)
        self.dying.discard(h.actor)
        return concerned

    def thrown(self, h: Happening) -> str:
        """The dice or card of a test and what they come to."""
        how = self.names.mechanic
        worth = self.heroic(h.side, h.dice)
        if isinstance(how, Pool):
            hits = sum(die >= how.success_on for die in worth)
            return f"rolls {dice(h.dice)}: {hits} at {how.success_on}+, {h.c} needed"
        if isinstance(how, Sum):
            total = sum(worth) + h.b - h.c
            return f"rolls {' and '.join(map(str, h.dice))}, {sum(worth)} + {h.b} − {h.c} = {total}"
        if isinstance(how, Ten):
            return f"needs {how.number(h.b, h.c)} and rolls {dice(h.dice)}"
        if not isinstance(how, Cards):
            return f"throws {dice(h.dice)}; {h.c} needed"
        points = how.worth(worth[0])
        article = "an" if h.dice[0] in (1, 8) else "a"
        counts = f", which counts {points}" if h.dice[0] in (1, 11, 12, 13) or worth != h.dice else ""
        return f"draws {article} {card(h.dice[0])}{counts}, {points} + {h.b} − {h.c} = {points + h.b - h.c}"

    def tell_re_roll(self, h: Happening) -> Iterator[str]:
        self.again = True
        yield f"  {self.name(h)} spends a Re-roll Token; {left(h.a)}."


def passed(successes: int, ruleset: Ruleset) -> str:
    """What a test came to; successes are counted only where they count for something."""
    if not successes:
        return "It fails."
    counted = not ruleset.has("gangs") or ruleset.has("fight-tests")
    return f"{successes} success{'' if successes == 1 else 'es'}." if counted else "It succeeds."


def dice(rolled: Iterable[int]) -> str:
    """3, 5 and 6."""
    thrown = [str(die) for die in rolled]
    return listed(thrown) if thrown else "none"
