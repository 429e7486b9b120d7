"""Report lines for tests: dice or cards, totals and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.common.text_format import capitalize, count, join_words, remaining
from carnage.engine.battle.frame.resolution import MORALE
from carnage.engine.battle.words.naming import CARDS, STATS, card
from carnage.engine.battle.words.teller import EventLines
from carnage.engine.core.log_reader import LoggedEvent
from carnage.rulesets.odds import CardDraw, DicePool, TenSidedDie, TwoDiceSum
from carnage.rulesets.ruleset import Ruleset

# Ranks of cards whose names begin with a vowel.
ACE = 1
EIGHT = 8


class TestLines(EventLines):
    """Report lines for the events of tests. See `EventLines`."""

    is_re_roll = False  # of the next test
    activation_just_begun = False

    units_owing_test: set[int]
    models_owing_test: set[int]  # to stay in play
    doomed_models: set[int]

    def tell_test(self, h: LoggedEvent) -> Iterator[str]:
        if self.is_re_roll:
            self.is_re_roll = False
        elif h.a == MORALE and h.actor in self.doomed_models and h.c == self.doom_difficulty():
            self.doomed_models.discard(h.actor)
            yield from self.end_phase_heading()
        elif h.a == MORALE and not self.is_owed(h):
            self.end_activation()  # a test before an activation, so the last activation is over
        if h.actor >= 0:
            who = self.model_name(h)
        else:
            who = self.names.unit(h.target, self.side)
        indent = "  " if self.unit >= 0 else ""
        test = f"{indent}{capitalize(who)} tests {STATS[h.a]} {h.b} at Difficulty {h.c}"
        yield f"{test}: {self.roll_text(h)}. {result_text(h.d, self.names.ruleset)}"

    def doom_difficulty(self) -> Any:
        """Return the Difficulty of the test of models with Doomed Tokens."""
        return self.names.ruleset.params["damage.difficulty"]

    def is_owed(self, h: LoggedEvent) -> bool:
        """Return whether a Morale test belongs to the activation under way.

        It does if its unit has just been activated or is rattled, or if its model was wounded.
        """
        begins = self.activation_just_begun and h.target == self.unit
        unit_owes = h.target in self.units_owing_test
        model_owes = h.actor in self.models_owing_test
        self.units_owing_test.discard(h.target)
        self.models_owing_test.discard(h.actor)
        return begins or unit_owes or model_owes

    def roll_text(self, h: LoggedEvent) -> str:
        """Return the dice or card of a test, and their total."""
        mechanic = self.names.mechanic
        values = self.dice_with_hero(h.side, h.dice)
        if isinstance(mechanic, DicePool):
            hits = sum(die >= mechanic.success_on for die in values)
            return f"rolls {dice_text(h.dice)}: {hits} at {mechanic.success_on}+, {h.c} needed"
        if isinstance(mechanic, TwoDiceSum):
            rolled = sum(values)
            dice = " and ".join(map(str, h.dice))
            return f"rolls {dice}, {rolled} + {h.b} − {h.c} = {rolled + h.b - h.c}"
        if isinstance(mechanic, TenSidedDie):
            return f"needs {mechanic.get_target_number(h.b, h.c)} and rolls {dice_text(h.dice)}"
        if not isinstance(mechanic, CardDraw):
            return f"throws {dice_text(h.dice)}; {h.c} needed"
        points = mechanic.get_card_value(values[0])
        total = points + h.b - h.c
        rank = h.dice[0]
        article = "an" if rank in (ACE, EIGHT) else "a"
        counts = ""
        if rank in CARDS or values != h.dice:
            counts = f", which counts {points}"
        return f"draws {article} {card(rank)}{counts}, {points} + {h.b} − {h.c} = {total}"

    def tell_re_roll(self, h: LoggedEvent) -> Iterator[str]:
        self.is_re_roll = True
        yield f"  {self.side_name(h)} spends a Re-roll Token; {remaining(h.a)}."


def result_text(successes: int, ruleset: Ruleset) -> str:
    """Return the result of a test in words, with the successes in games where they matter."""
    if not successes:
        return "It fails."
    if ruleset.has("gangs") and not ruleset.has("fight-tests"):
        return "It succeeds."
    return f"{count(successes, 'success')}."


def dice_text(dice: Iterable[int]) -> str:
    """Return dice as a list in words: 3, 5 and 6."""
    return join_words(str(die) for die in dice) or "none"
