"""Report lines for tests: dice or cards, totals and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.common.text_format import capitalize, join_words, remaining
from carnage.engine.battle.frame.resolution import MORALE
from carnage.engine.battle.words.naming import STATS, card
from carnage.engine.battle.words.teller import Tale
from carnage.engine.core.log_reader import LoggedEvent
from carnage.rulesets.odds import Cards, Pool, Sum, Ten
from carnage.rulesets.ruleset import Ruleset


class TestTales(Tale):
    """Report lines for the events of tests. See `Tale`."""

    again = False  # the next test is a re-roll
    opened = False  # the activation has just begun

    rattled: set[int]  # units that owe a test
    dying: set[int]  # models that owe a test to stay in play
    doomed: set[int]

    def tell_test(self, h: LoggedEvent) -> Iterator[str]:
        if self.again:
            self.again = False
        elif h.a == MORALE and h.actor in self.doomed and h.c == self.doom():
            self.doomed.discard(h.actor)
            yield from self.end_phase()
        elif h.a == MORALE and not self.owed(h):
            self.leave()  # a test before an activation, so the last activation is over
        if h.actor >= 0:
            who = self.who(h)
        else:
            who = self.names.unit(h.target, self.side)
        yield (
            f"{'  ' if self.unit >= 0 else ''}{capitalize(who)} tests {STATS[h.a]} {h.b} at "
            f"Difficulty {h.c}: "
            f"{self.thrown(h)}. {passed(h.d, self.names.ruleset)}"
        )

    def doom(self) -> Any:
        """Return the Difficulty of the test of models with Doomed Tokens."""
        return self.names.ruleset.params["damage.difficulty"]

    def owed(self, h: LoggedEvent) -> bool:
        """Return whether a Morale test belongs to the activation under way.

        It does if its unit has just been activated or is rattled, or if its model was wounded.
        """
        begins = self.opened and h.target == self.unit
        concerned = begins or h.target in self.rattled or h.actor in self.dying
        self.rattled.discard(h.target)
        self.dying.discard(h.actor)
        return concerned

    def thrown(self, h: LoggedEvent) -> str:
        """Return the dice or card of a test, and their total."""
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
        counts = ""
        if h.dice[0] in (1, 11, 12, 13) or worth != h.dice:
            counts = f", which counts {points}"
        return (
            f"draws {article} {card(h.dice[0])}{counts}, {points} + {h.b} − {h.c} = "
            f"{points + h.b - h.c}"
        )

    def tell_re_roll(self, h: LoggedEvent) -> Iterator[str]:
        self.again = True
        yield f"  {self.name(h)} spends a Re-roll Token; {remaining(h.a)}."


def passed(successes: int, ruleset: Ruleset) -> str:
    """Return the result of a test in words, with the number of successes in games where it
    matters.
    """
    if not successes:
        return "It fails."
    counted = not ruleset.has("gangs") or ruleset.has("fight-tests")
    if counted:
        return f"{successes} success{'' if successes == 1 else 'es'}."
    return "It succeeds."


def dice(rolled: Iterable[int]) -> str:
    """Return dice as a list in words: 3, 5 and 6."""
    thrown = [str(die) for die in rolled]
    return join_words(thrown) if thrown else "none"
