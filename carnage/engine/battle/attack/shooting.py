"""Shooting: the use of ranged weapons.

Bullet Dice are in `bullets`, Range Bands in `range_bands`.
"""

from __future__ import annotations

from carnage.engine.battle.attack.attacks import attack, can_hit, has_target, is_ready, offer_target
from carnage.engine.battle.attack.bullets import bullet_dice, has_enemy_in_range, is_aimable
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.questions import TO_SHOOT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.see.line_of_sight import measure_gaps
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import offer
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule


@rule
def can_shoot(g: Game, i: int, w: int) -> bool:
    """Return whether model i can use ranged weapon w on an enemy."""
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        return has_enemy_in_range(g, i, w)
    return has_target(g, i, w)


@rule
def shooting(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Use ranged weapon w of model i.

    Args:
        g: The game.
        log: The log.
        i: The shooter.
        w: The weapon.
        j: The target, or -1 to ask the shooter's player. Bullet Dice ignore it: their player picks
            a point.

    Raises:
        NoSuchRule: The game has a way of shooting that is not implemented.
    """
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        bullet_dice(g, log, i, w)
    elif g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        attack(g, log, i, w, j)
    elif g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
        stat_test(g, log, i, w, j)
    else:
        raise NoSuchRule


@rule
def offer_shots(g: Game, i: int, j: int) -> None:
    """Offer each ranged weapon that model i can use on enemy j now."""
    measure_gaps(g, i)
    kind = g.kinds[g.models[i].kind]
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if g.weapons[w].ranged == 0:
            continue
        if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
            if is_aimable(g, i, w, j):
                offer(g.core, TO_SHOOT, j, w)
        elif is_ready(g, i, w) and can_hit(g, i, w, j):
            offer_target(g, i, w, j)
            g.core.options[g.core.offered - 1].what = TO_SHOOT


@rule
def stat_test(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Attack with weapon w of model i: a test of Ranged Skill against Defense.

    Target j is -1 to ask.
    """
    if g.chosen.shooting != NOT_ASKED:
        fire(g, R.SHOOTING_STAT_TEST)
    attack(g, log, i, w, j)
