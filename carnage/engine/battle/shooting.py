"""Shooting: how a model's ranged weapons are used.

Throwing `bullet_dice` stands in `bullets`, the number to reach of `range_bands` in `bands`.
"""

from __future__ import annotations

from carnage.engine.battle import numbers as R
from carnage.engine.battle.attacks import attack, has_target
from carnage.engine.battle.bullets import anyone_in_range, bullet_dice
from carnage.engine.battle.noting import fire
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.compiling import rule
from carnage.engine.core.numbering import NOT_ASKED, NoSuchRule


@rule
def can_shoot(g: Game, i: int, w: int) -> bool:
    """Whether model i has any use for ranged weapon w."""
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        return anyone_in_range(g, i, w)
    return has_target(g, i, w)


@rule
def shooting(g: Game, log: Log, i: int, w: int) -> None:
    """Model i uses ranged weapon w."""
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        bullet_dice(g, log, i, w)
    elif g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        attack(g, log, i, w)
    elif g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
        stat_test(g, log, i, w)
    else:
        raise NoSuchRule


@rule
def stat_test(g: Game, log: Log, i: int, w: int) -> None:
    """A test of Ranged Skill against Defense."""
    if g.chosen.shooting != NOT_ASKED:
        fire(g, R.SHOOTING_STAT_TEST)
    attack(g, log, i, w)
