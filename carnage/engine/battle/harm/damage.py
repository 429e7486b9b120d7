"""Damage: the effects of wounds, and the tests and explosions that follow an action.

Towers of dice are in `tower`; the removal of models is in `losses`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.luck import luck_rolls
from carnage.engine.battle.frame.model_status import is_standing, pace_of
from carnage.engine.battle.frame.resolution import MORALE, take_test
from carnage.engine.battle.frame.state import MODELS, Game, Log
from carnage.engine.battle.frame.talent_list import hard_to_kill, iron_nerve
from carnage.engine.battle.harm.losses import count_inflicted, remove_model
from carnage.engine.battle.harm.morale import mark_rattled_units
from carnage.engine.battle.harm.tower import dwindling_tower, the_tower
from carnage.engine.battle.harm.wound_cost import wounds_cost
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.rule_ids import NoSuchRule


@rule
def wound(g: Game, log: Log, by: int, i: int, wounds: int) -> None:
    """Wound model i, unless a talent or a luck roll saves it. See `wound_surely`."""
    if (
        wounds > 0
        and not hard_to_kill(g, log, i)
        and not (
            g.chosen.luck == R.LUCK_LUCK_ROLLS
            and luck_rolls(g, log, i, wounds_cost(g, i, wounds), 1)
        )
    ):
        wound_surely(g, log, by, i, wounds)


@rule
def wound_surely(g: Game, log: Log, by: int, i: int, wounds: int) -> None:
    """Wound model i without a way to avoid it.

    Tests and explosions follow in `resolve_harm`.

    Args:
        g: The game.
        log: The log.
        by: The side that attacks, or -1 for no side.
        i: The model.
        wounds: The number of wounds, or points of damage to a tower.

    Raises:
        NoSuchRule: The game has an option of damage that is not implemented.
    """
    m = g.models[i]
    m.hurt = 1
    count_inflicted(g, by, m.side)
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        the_tower(g, log, i, wounds)
    elif g.chosen.damage == R.DAMAGE_DWINDLING_TOWER:
        dwindling_tower(g, log, i, wounds)
    elif g.chosen.damage == R.DAMAGE_DOOMED:
        add_doom(g, log, i)
    elif g.chosen.damage == R.DAMAGE_CERTAIN_DEATH:
        add_wounds(g, log, i, wounds)
        certain_death(g, log, i)
    elif g.chosen.damage == R.DAMAGE_SLOWED:
        add_wounds(g, log, i, wounds)
        slowed(g, log, i)
    elif g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
        add_wounds(g, log, i, wounds)
    else:
        raise NoSuchRule


@rule
def add_wounds(g: Game, log: Log, i: int, wounds: int) -> None:
    """Add wounds to the count of model i."""
    m = g.models[i]
    m.wounds += wounds
    write.wound(g, log, g.chosen.damage, m.side, i, wounds=wounds, total=m.wounds)


@rule
def add_doom(g: Game, log: Log, i: int) -> None:
    """Give model i a Doomed Token if it has none."""
    m = g.models[i]
    if m.doomed == 0:
        m.doomed = 1
        write.doom(g, log, R.DAMAGE_DOOMED, m.side, i)


@rule
def slowed(g: Game, log: Log, i: int) -> None:
    """Remove model i if wounds have brought its Pace to 0."""
    if g.models[i].in_play == 1 and pace_of(g, i) == 0:
        remove_model(g, log, i, R.DAMAGE_SLOWED)


@rule
def certain_death(g: Game, log: Log, i: int) -> None:
    """Remove model i if its wounds have reached its Wounds stat."""
    m = g.models[i]
    if m.in_play == 1 and m.wounds >= g.kinds[m.kind].wounds:
        remove_model(g, log, i, R.DAMAGE_CERTAIN_DEATH)


@rule
def uncertain_death(g: Game, log: Log, i: int) -> None:
    """Test the Morale of model i if its wounds have reached its Wounds stat.

    Remove it if it fails.
    """
    m = g.models[i]
    if m.in_play == 1 and m.wounds >= g.kinds[m.kind].wounds:
        take_doom_test(g, log, i, R.DAMAGE_UNCERTAIN_DEATH)


@rule
def doomed(g: Game, log: Log) -> None:
    """Test all models with a Doomed Token in the End Phase, those of the First Player first."""
    for n in range(2):
        side = g.first if n == 0 else 1 - g.first
        for i in range(g.n_models):
            m = g.models[i]
            if m.in_play == 1 and m.side == side and m.doomed == 1:
                take_doom_test(g, log, i, R.DAMAGE_DOOMED)
                resolve_harm(g, log)


@rule
def take_doom_test(g: Game, log: Log, i: int, number: int) -> None:
    """Test whether model i stays in play, remove it if not, and discard its Doomed Token.

    Args:
        g: The game.
        log: The log.
        i: The model.
        number: The rule that asks for the test.
    """
    m = g.models[i]
    morale = int(g.kinds[m.kind].morale) + iron_nerve(g, i)
    passed = take_test(g, log, i, m.unit, MORALE, morale, g.p.damage_difficulty) > 0
    m.doomed = 0
    if passed:
        write.survive(g, log, number, m.side, i)
    else:
        remove_model(g, log, i, number)


@rule
def resolve_harm(g: Game, log: Log) -> None:
    """Resolve the consequences of an action: tests of hurt models, explosions, then morale."""
    for _ in range(MODELS + 1):  # each model explodes once at most, and may remove others
        for i in range(g.n_models):
            if g.models[i].hurt == 1:
                g.models[i].hurt = 0
                if g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
                    uncertain_death(g, log, i)
                fire(g, g.chosen.damage)
        if g.chosen.twist != R.TWIST_EXPLODING or not exploding(g, log):
            break
    mark_rattled_units(g, log)


@rule
def exploding(g: Game, log: Log) -> bool:
    """Explode the first model that is about to. Return False if no model is."""
    for i in range(g.n_models):
        m = g.models[i]
        if m.boom == 0:
            continue
        m.boom = 0
        write.goes_off(g, log, R.TWIST_EXPLODING, m.side, i, m.x, m.y, g.p.twist_radius + g.radius)
        for k in range(g.n_models):
            t = g.models[k]
            near = distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius <= g.p.twist_radius
            if k != i and is_standing(t) and near:
                wound(g, log, -1, k, g.p.twist_wounds)
        return True
    return False
