"""Fighting: the use of close weapons.

Fights by Hand Signs begin on contact (`hand_signs`). Opposed Rolls are an action of their own
(`contests`).
"""

from __future__ import annotations

from carnage.engine.battle.attack.attacks import attack, has_target
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule


@rule
def can_fight(g: Game, i: int, w: int) -> bool:
    """Return whether model i can attack with close weapon w as a Close action.

    Raises:
        NoSuchRule: The game has a way of fighting that is not implemented.
    """
    if g.chosen.fighting == R.FIGHTING_STAT_TEST or g.chosen.fighting == NOT_ASKED:
        return has_target(g, i, w)
    if g.chosen.fighting == R.FIGHTING_HAND_SIGNS or g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        return False
    raise NoSuchRule


@rule
def fighting(g: Game, log: Log, i: int, w: int) -> None:
    """Use close weapon w of model i. Raise NoSuchRule if fights are not settled by a Stat Test."""
    if g.chosen.fighting == R.FIGHTING_STAT_TEST or g.chosen.fighting == NOT_ASKED:
        stat_test(g, log, i, w)
    else:
        raise NoSuchRule


@rule
def stat_test(g: Game, log: Log, i: int, w: int) -> None:
    """Attack with weapon w of model i: a test of Close Skill against Defense."""
    if g.chosen.fighting != NOT_ASKED:
        fire(g, R.FIGHTING_STAT_TEST)
    attack(g, log, i, w, -1)
