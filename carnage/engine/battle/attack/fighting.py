"""Fighting: how a model's close weapons are used.

Fights by `hand_signs` break out by themselves; those by `opposed_roll`, an action of their own, stand in
`contests`.
"""

from __future__ import annotations

from carnage.engine.battle.attack.attacks import attack, has_target
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.noting import fire
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.numbering import NOT_ASKED, NoSuchRule


@rule
def can_fight(g: Game, i: int, w: int) -> bool:
    """Whether model i has any use for close weapon w as an action."""
    if g.chosen.fighting == R.FIGHTING_STAT_TEST or g.chosen.fighting == NOT_ASKED:
        return has_target(g, i, w)
    if g.chosen.fighting == R.FIGHTING_HAND_SIGNS or g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        return False
    raise NoSuchRule


@rule
def fighting(g: Game, log: Log, i: int, w: int) -> None:
    """Model i uses close weapon w."""
    if g.chosen.fighting == R.FIGHTING_STAT_TEST or g.chosen.fighting == NOT_ASKED:
        stat_test(g, log, i, w)
    else:
        raise NoSuchRule


@rule
def stat_test(g: Game, log: Log, i: int, w: int) -> None:
    """A test of Close Skill against Defense."""
    if g.chosen.fighting != NOT_ASKED:
        fire(g, R.FIGHTING_STAT_TEST)
    attack(g, log, i, w, -1)
