"""Towers: stacks of dice that may fall, and bring their models down.

Under The Tower, damage and drinks add dice. The side that made a tower fall decides the result.
Under The Dwindling Tower, damage takes dice off, and a model falls as well when its tower has none
left. A unit's tower belongs to one of its models, the bearer. The probabilities of a fall are in
`dexterity`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import is_standing, update_upright
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import hollow_leg
from carnage.engine.battle.harm.dexterity import draw_fall_added, draw_fall_moved, draw_fall_struck
from carnage.engine.battle.harm.losses import clear_markers_on, count_inflicted, count_loss
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.rule_ids import NoSuchRule

GRAZE = 0.35  # inches from a die's centre to a tower that it strikes: half of 16 mm and a margin
STIRRED = 0.05  # a shorter move does not shake a tower


@inlined
def towers_grow(g: Game) -> bool:
    """Return whether damage and swigs add dice to towers (The Tower)."""
    return g.chosen.damage == R.DAMAGE_THE_TOWER


@inlined
def towers_dwindle(g: Game) -> bool:
    """Return whether damage takes dice off towers (The Dwindling Tower)."""
    return g.chosen.damage == R.DAMAGE_DWINDLING_TOWER


@inlined
def has_towers(g: Game) -> bool:
    """Return whether the game has towers of either kind."""
    return g.chosen.damage == R.DAMAGE_THE_TOWER or g.chosen.damage == R.DAMAGE_DWINDLING_TOWER


@rule
def needs_patch(g: Game, unit: int) -> bool:
    """Return whether one die less, or one more where towers dwindle, would help a unit's tower."""
    if towers_dwindle(g):
        return g.units[unit].tower < g.p.damage_height
    return g.units[unit].tower > 0


@rule
def is_patch_offered(g: Game, unit: int) -> bool:
    """Return whether moves toward a unit, to patch up its tower, are offered."""
    if towers_dwindle(g):
        return needs_patch(g, unit)
    return g.units[unit].tower > 1


@rule
def tower_bearer(g: Game, unit: int) -> int:
    """Return the bearer of a unit's tower: the last one, else the first standing model, or -1."""
    u = g.units[unit]
    if u.first <= u.bearer < u.first + u.count and is_standing(g.models[u.bearer]):
        return int(u.bearer)
    for i in range(u.first, u.first + u.count):
        if is_standing(g.models[i]):
            return i
    return -1


@rule
def give_tower(g: Game, log: Log, i: int) -> None:
    """Make model i the bearer of its unit's tower."""
    u = g.units[g.models[i].unit]
    handed = u.tower > 0 and tower_bearer(g, int(g.models[i].unit)) != i
    u.bearer = i
    if handed:
        write.hand_over(g, log, g.chosen.damage, g.models[i].side, i, tower=u.tower)


@rule
def the_tower(g: Game, log: Log, i: int, dice: int) -> None:
    """Add a die to the tower of model i for each point of damage."""
    if is_standing(g.models[i]):
        pile_dice(g, log, E.TOWER, R.DAMAGE_THE_TOWER, i, dice)


@rule
def pile_dice(g: Game, log: Log, event: int, number: int, i: int, dice: int) -> None:
    """Add dice to the tower of model i, one by one, until all are added or it falls.

    Args:
        g: The game.
        log: The log.
        event: TOWER for damage, SWIG for drinks.
        number: The rule that adds the dice.
        i: The model.
        dice: The number of dice.

    Raises:
        NoSuchRule: `event` is neither TOWER nor SWIG.
    """
    m = g.models[i]
    u = g.units[m.unit]
    u.bearer = i
    added = 0
    falls = False
    while added < dice and not falls:
        added += 1
        u.tower += 1
        falls = draw_fall_added(g, m.side, u.tower)
    if event == E.TOWER:
        write.tower(g, log, number, m.side, i, added=added, tower=u.tower)
    elif event == E.SWIG:
        write.swig(g, log, number, m.side, i, added=added, tower=u.tower)
    else:
        raise NoSuchRule
    if falls:
        topple_tower(g, log, m.unit, m.side)


@rule
def dwindling_tower(g: Game, log: Log, i: int, dice: int) -> None:
    """Take a die off model i's tower for each point of damage, until it falls or is used up."""
    m = g.models[i]
    if not is_standing(m):
        return
    u = g.units[m.unit]
    u.bearer = i
    taken = 0
    falls = False
    while taken < dice and u.tower > 0 and not falls:
        falls = draw_fall_added(
            g, m.side, u.tower
        )  # taking the top die off is about as risky as adding it
        taken += 1
        u.tower -= 1
    write.dwindle(g, log, R.DAMAGE_DWINDLING_TOWER, m.side, i, taken=taken, tower=u.tower)
    if u.tower == 0:
        bring_down_tower(g, log, i, m.side)
        rebuild_tower(g, log, m.unit)
    elif falls:
        topple_tower(g, log, m.unit, m.side)


@rule
def rebuild_tower(g: Game, log: Log, unit: int) -> None:
    """Build a new tower for a unit whose tower is gone, if the unit has a standing model."""
    u = g.units[unit]
    i = tower_bearer(g, unit)
    if towers_dwindle(g) and u.tower == 0 and i >= 0:
        u.bearer = i
        u.tower = g.p.damage_again
        write.rebuild(g, log, R.DAMAGE_DWINDLING_TOWER, u.side, i, tower=u.tower)


@rule
def take_swig(g: Game, log: Log, unit: int) -> None:
    """Add the dice of a swig to a unit's tower after its activation."""
    i = tower_bearer(g, unit)
    if towers_grow(g) and i >= 0 and not hollow_leg(g, i):
        pile_dice(g, log, E.SWIG, R.DAMAGE_THE_TOWER, i, g.p.damage_swig)


@rule
def carry_tower(g: Game, log: Log, i: int, inches: float) -> None:
    """Test whether model i's tower falls, after its own player has moved both by `inches`."""
    m = g.models[i]
    if not has_towers(g) or inches < STIRRED or tower_bearer(g, m.unit) != i:
        return
    dice = int(g.units[m.unit].tower)
    if dice > 0 and draw_fall_moved(g, m.side, dice, inches):
        write.tipped(g, log, g.chosen.damage, m.side, i, tower=dice)
        topple_tower(g, log, m.unit, m.side)


@rule
def strike_towers(g: Game, log: Log, by: int, x: float, y: float) -> None:
    """Find the towers that a thrown die strikes, and test whether they fall.

    Args:
        g: The game.
        log: The log.
        by: The side that threw the die.
        x: The place of the die.
        y: The place of the die.
    """
    if not has_towers(g):
        return
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.tower == 0:
            continue
        i = tower_bearer(g, unit)
        if i >= 0 and distance(x, y, g.models[i].x, g.models[i].y) <= g.radius + GRAZE * g.inch:
            strike_tower(g, log, by, unit)


@rule
def strike_tower(g: Game, log: Log, by: int, unit: int) -> None:
    """Test whether a unit's tower falls, struck by a die of side `by`.

    A tower that dwindles is put back, and its bearer suffers damage.
    """
    i = tower_bearer(g, unit)
    falls = draw_fall_struck(g, by, int(g.units[unit].tower))
    write.strike(g, log, g.chosen.damage, by, i, tower=g.units[unit].tower, falls=int(falls))
    if falls and towers_dwindle(g):
        dwindling_tower(g, log, i, int(g.p.damage_struck))
    elif falls:
        topple_tower(g, log, unit, by)


@rule
def topple_tower(g: Game, log: Log, unit: int, by: int) -> None:
    """Bring down a unit's tower, and every tower that its falling dice knock over.

    Args:
        g: The game.
        log: The log.
        unit: The unit.
        by: The side that caused the fall.
    """
    falling = 1 << unit
    for _ in range(g.n_units):
        at = -1
        for k in range(g.n_units - 1, -1, -1):
            if (falling >> k) & 1 == 1 and g.units[k].tower > 0:
                at = k
        if at < 0:
            break
        i = tower_bearer(g, at)
        bring_down_tower(g, log, i, by)
        for k in range(g.n_units):
            u = g.units[k]
            if u.tower > 0 and (falling >> k) & 1 == 0:
                j = tower_bearer(g, k)
            else:
                j = -1
            if j >= 0 and is_in_spill(g, i, j):
                falls = draw_fall_struck(g, by, int(u.tower))
                write.spill(g, log, g.chosen.damage, by, j, i, tower=u.tower, falls=int(falls))
                if falls:
                    falling |= 1 << k
    for k in range(g.n_units):
        if (falling >> k) & 1 == 1:
            rebuild_tower(g, log, k)


@rule
def is_in_spill(g: Game, i: int, j: int) -> bool:
    """Return whether the dice of a tower that falls by model i reach the base of model j."""
    a = g.models[i]
    b = g.models[j]
    return distance(a.x, a.y, b.x, b.y) - 2.0 * g.radius <= g.p.towers_spill


@rule
def bring_down_tower(g: Game, log: Log, i: int, by: int) -> None:
    """Remove the tower of model i and make the model fall over.

    Under The Tower, a model whose tower was made to fall by the other side sobers up and stays on
    its feet.

    Args:
        g: The game.
        log: The log.
        i: The bearer of the tower.
        by: The side that caused the fall.
    """
    m = g.models[i]
    u = g.units[m.unit]
    dice = int(u.tower)
    u.tower = 0
    if towers_grow(g) and m.side != by:
        write.sober(g, log, R.DAMAGE_THE_TOWER, m.side, i, tower=dice)
        return
    m.fallen = 1
    update_upright(g)
    m.prone = 0
    m.out = 0
    m.stun = 0
    count_inflicted(g, by, m.side)
    write.fall(g, log, g.chosen.damage, m.side, i, tower=dice)
    clear_markers_on(g, log, i)
    if m.fell == 0:
        m.fell = 1
        count_loss(g, log, i)
