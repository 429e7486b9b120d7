"""Damage: what wounds do, and what is dealt with once an action is over.

Towers of dice stand in `tower`; how models leave the table, in `losses`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.luck import luck_rolls
from carnage.engine.battle.frame.model_status import pace_of, stands
from carnage.engine.battle.frame.noting import fire
from carnage.engine.battle.frame.resolution import MORALE, test
from carnage.engine.battle.frame.state import MODELS, Game, Log
from carnage.engine.battle.frame.talent_list import hard_to_kill, iron_nerve
from carnage.engine.battle.harm.losses import remove
from carnage.engine.battle.harm.morale import rattle
from carnage.engine.battle.harm.tower import dwindling_tower, the_tower
from carnage.engine.battle.harm.wound_cost import stake
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.numbering import NoSuchRule


@rule
def wound(g: Game, log: Log, i: int, wounds: int) -> None:
    """Model i suffers wounds, unless luck saves it."""
    if (
        wounds > 0
        and not hard_to_kill(g, log, i)
        and not (g.chosen.luck == R.LUCK_LUCK_ROLLS and luck_rolls(g, log, i, stake(g, i, wounds), 1))
    ):
        suffer(g, log, i, wounds)


@rule
def suffer(g: Game, log: Log, i: int, wounds: int) -> None:
    """Model i suffers wounds that nothing can avoid. Nothing is settled before `after_action`."""
    m = g.models[i]
    m.hurt = 1
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        the_tower(g, log, i, wounds)
    elif g.chosen.damage == R.DAMAGE_DWINDLING_TOWER:
        dwindling_tower(g, log, i, wounds)
    elif g.chosen.damage == R.DAMAGE_DOOMED:
        take_doom(g, log, i)
    elif g.chosen.damage == R.DAMAGE_CERTAIN_DEATH:
        take_wounds(g, log, i, wounds)
        certain_death(g, log, i)
    elif g.chosen.damage == R.DAMAGE_SLOWED:
        take_wounds(g, log, i, wounds)
        slowed(g, log, i)
    elif g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
        take_wounds(g, log, i, wounds)
    else:
        raise NoSuchRule


@rule
def take_wounds(g: Game, log: Log, i: int, wounds: int) -> None:
    """Wounds are marked beside the model."""
    m = g.models[i]
    m.wounds += wounds
    write.wound(g, log, g.chosen.damage, m.side, i, wounds=wounds, total=m.wounds)


@rule
def take_doom(g: Game, log: Log, i: int) -> None:
    """Wounds of any number are one Doomed Token."""
    m = g.models[i]
    if m.doomed == 0:
        m.doomed = 1
        write.doom(g, log, R.DAMAGE_DOOMED, m.side, i)


@rule
def slowed(g: Game, log: Log, i: int) -> None:
    """Wounds cost Pace; without Pace a model is removed."""
    if g.models[i].in_play == 1 and pace_of(g, i) == 0:
        remove(g, log, i, R.DAMAGE_SLOWED)


@rule
def certain_death(g: Game, log: Log, i: int) -> None:
    """Wounds equal to the stat remove."""
    m = g.models[i]
    if m.in_play == 1 and m.wounds >= g.kinds[m.kind].wounds:
        remove(g, log, i, R.DAMAGE_CERTAIN_DEATH)


@rule
def uncertain_death(g: Game, log: Log, i: int) -> None:
    """At that point, after each action that wounds, a Morale test or be removed."""
    m = g.models[i]
    if m.in_play == 1 and m.wounds >= g.kinds[m.kind].wounds:
        stand_or_fall(g, log, i, R.DAMAGE_UNCERTAIN_DEATH)


@rule
def doomed(g: Game, log: Log) -> None:
    """In the End Phase everyone with a Doomed Token tests, the First Player's models first."""
    for n in range(2):
        side = g.first if n == 0 else 1 - g.first
        for i in range(g.n_models):
            m = g.models[i]
            if m.in_play == 1 and m.side == side and m.doomed == 1:
                stand_or_fall(g, log, i, R.DAMAGE_DOOMED)
                after_action(g, log)


@rule
def stand_or_fall(g: Game, log: Log, i: int, number: int) -> None:
    """A Morale test to stay in play; whatever doomed the model is settled with it."""
    m = g.models[i]
    morale = int(g.kinds[m.kind].morale) + iron_nerve(g, i)
    passed = test(g, log, i, m.unit, MORALE, morale, g.p.damage_difficulty) > 0
    m.doomed = 0
    if passed:
        write.survive(g, log, number, m.side, i)
    else:
        remove(g, log, i, number)


@rule
def after_action(g: Game, log: Log) -> None:
    """What follows an action: uncertain deaths, then the nerves of those who saw a friend removed."""
    for _ in range(MODELS + 1):  # each loss goes off once, and may cause others
        for i in range(g.n_models):
            if g.models[i].hurt == 1:
                g.models[i].hurt = 0
                if g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
                    uncertain_death(g, log, i)
                fire(g, g.chosen.damage)
        if g.chosen.twist != R.TWIST_EXPLODING or not exploding(g, log):
            break
    rattle(g, log)


@rule
def exploding(g: Game, log: Log) -> bool:
    """The first loss that is about to go off does, if there is one."""
    for i in range(g.n_models):
        m = g.models[i]
        if m.boom == 0:
            continue
        m.boom = 0
        write.goes_off(g, log, R.TWIST_EXPLODING, m.side, i, m.x, m.y, g.p.twist_radius + g.radius)
        for k in range(g.n_models):
            t = g.models[k]
            near = distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius <= g.p.twist_radius
            if k != i and stands(t) and near:
                wound(g, log, k, g.p.twist_wounds)
        return True
    return False
