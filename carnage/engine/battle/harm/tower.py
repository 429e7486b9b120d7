"""Towers: stacks of dice that fall, and their models with them.

Under The Tower they grow by damage and drinks, and what comes of a fall is a matter of who caused it. Under
The Dwindling Tower damage takes dice off, and whoever has none left falls as well. A unit's tower stands by
its bearer. Whether it falls is a matter of `dexterity`.
"""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import line_up, stands
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import hollow_leg
from carnage.engine.battle.harm.dexterity import topples_added, topples_moved, topples_struck
from carnage.engine.battle.harm.losses import count_loss, goes_down
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.numbering import NoSuchRule

GRAZE = 0.35  # from a die's centre to where it still touches: half of 16 mm and a little, in inches
STIRRED = 0.05  # a shorter way does not shake a tower


@inlined
def towers_grow(g: Game) -> bool:
    """Whether units have towers to which damage and swigs add dice."""
    return g.chosen.damage == R.DAMAGE_THE_TOWER


@inlined
def towers_dwindle(g: Game) -> bool:
    """Whether units have towers from which damage takes dice."""
    return g.chosen.damage == R.DAMAGE_DWINDLING_TOWER


@inlined
def has_towers(g: Game) -> bool:
    """Whether units have towers, of either kind."""
    return g.chosen.damage == R.DAMAGE_THE_TOWER or g.chosen.damage == R.DAMAGE_DWINDLING_TOWER


@rule
def ails(g: Game, unit: int) -> bool:
    """Whether a unit's tower could be made better by a die: one less where it grows, else one more."""
    if towers_dwindle(g):
        return g.units[unit].tower < g.p.damage_height
    return g.units[unit].tower > 0


@rule
def worn(g: Game, unit: int) -> bool:
    """Whether a unit has a tower that is worth going to for whoever patches up."""
    if towers_dwindle(g):
        return ails(g, unit)
    return g.units[unit].tower > 1


@rule
def bearer(g: Game, unit: int) -> int:
    """The model by which a unit's tower stands: its last bearer, or the first that stands; -1 if none."""
    u = g.units[unit]
    if u.first <= u.bearer < u.first + u.count and stands(g.models[u.bearer]):
        return int(u.bearer)
    for i in range(u.first, u.first + u.count):
        if stands(g.models[i]):
            return i
    return -1


@rule
def hand_tower(g: Game, log: Log, i: int) -> None:
    """Model i is its unit's bearer from now on."""
    u = g.units[g.models[i].unit]
    handed = u.tower > 0 and bearer(g, int(g.models[i].unit)) != i
    u.bearer = i
    if handed:
        write.hand_over(g, log, g.chosen.damage, g.models[i].side, i, tower=u.tower)


@rule
def the_tower(g: Game, log: Log, i: int, dice: int) -> None:
    """Each point of damage is a die more on the model's tower."""
    if stands(g.models[i]):
        pile(g, log, E.TOWER, R.DAMAGE_THE_TOWER, i, dice)


@rule
def pile(g: Game, log: Log, event: int, number: int, i: int, dice: int) -> None:
    """Model i's own player adds dice to its tower, one after the other, until it falls: a TOWER or SWIG."""
    m = g.models[i]
    u = g.units[m.unit]
    u.bearer = i
    added = 0
    falls = False
    while added < dice and not falls:
        added += 1
        u.tower += 1
        falls = topples_added(g, m.side, u.tower)
    if event == E.TOWER:
        write.tower(g, log, number, m.side, i, added=added, tower=u.tower)
    elif event == E.SWIG:
        write.swig(g, log, number, m.side, i, added=added, tower=u.tower)
    else:
        raise NoSuchRule
    if falls:
        topple(g, log, m.unit, m.side)


@rule
def dwindling_tower(g: Game, log: Log, i: int, dice: int) -> None:
    """Each point of damage takes a die off the model's tower, until that falls or is used up."""
    m = g.models[i]
    if not stands(m):
        return
    u = g.units[m.unit]
    u.bearer = i
    taken = 0
    falls = False
    while taken < dice and u.tower > 0 and not falls:
        falls = topples_added(g, m.side, u.tower)  # to take the top die off is about as risky as to put it on
        taken += 1
        u.tower -= 1
    write.dwindle(g, log, R.DAMAGE_DWINDLING_TOWER, m.side, i, taken=taken, tower=u.tower)
    if u.tower == 0:
        bring_down(g, log, i, m.side)
        begin_again(g, log, m.unit)
    elif falls:
        topple(g, log, m.unit, m.side)


@rule
def begin_again(g: Game, log: Log, unit: int) -> None:
    """A unit whose tower has dwindled or fallen builds another, if it has a model that stands by it."""
    u = g.units[unit]
    i = bearer(g, unit)
    if towers_dwindle(g) and u.tower == 0 and i >= 0:
        u.bearer = i
        u.tower = g.p.damage_again
        write.rebuild(g, log, R.DAMAGE_DWINDLING_TOWER, u.side, i, tower=u.tower)


@rule
def swig(g: Game, log: Log, unit: int) -> None:
    """After a unit's activation, its bearer drinks."""
    i = bearer(g, unit)
    if towers_grow(g) and i >= 0 and not hollow_leg(g, i):
        pile(g, log, E.SWIG, R.DAMAGE_THE_TOWER, i, g.p.damage_swig)


@rule
def jostle(g: Game, log: Log, i: int, inches: float) -> None:
    """Model i has been moved so far, and its own player has moved its tower along."""
    m = g.models[i]
    if not has_towers(g) or inches < STIRRED or bearer(g, m.unit) != i:
        return
    dice = int(g.units[m.unit].tower)
    if dice > 0 and topples_moved(g, m.side, dice, inches):
        topple(g, log, m.unit, m.side)


@rule
def strike_towers(g: Game, log: Log, by: int, x: float, y: float) -> None:
    """A die that this side threw has come to rest at x, y: whose towers it strikes, and which fall."""
    if not has_towers(g):
        return
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.tower == 0:
            continue
        i = bearer(g, unit)
        if i >= 0 and distance(x, y, g.models[i].x, g.models[i].y) <= g.radius + GRAZE * g.inch:
            struck(g, log, by, unit)


@rule
def struck(g: Game, log: Log, by: int, unit: int) -> None:
    """A thrown die strikes a unit's tower."""
    i = bearer(g, unit)
    falls = topples_struck(g, by, int(g.units[unit].tower))
    write.strike(g, log, g.chosen.damage, by, i, tower=g.units[unit].tower, falls=int(falls))
    if falls:
        topple(g, log, unit, by)


@rule
def topple(g: Game, log: Log, unit: int, by: int) -> None:
    """A side has made a tower fall, and with it whatever its dice knock over."""
    falling = 1 << unit
    for _ in range(g.n_units):
        at = -1
        for k in range(g.n_units - 1, -1, -1):
            if (falling >> k) & 1 == 1 and g.units[k].tower > 0:
                at = k
        if at < 0:
            break
        i = bearer(g, at)
        bring_down(g, log, i, by)
        for k in range(g.n_units):
            u = g.units[k]
            j = bearer(g, k) if u.tower > 0 and (falling >> k) & 1 == 0 else -1
            if j >= 0 and near(g, i, j):
                falls = topples_struck(g, by, int(u.tower))
                write.spill(g, log, g.chosen.damage, by, j, i, tower=u.tower, falls=int(falls))
                if falls:
                    falling |= 1 << k
    for k in range(g.n_units):
        if (falling >> k) & 1 == 1:
            begin_again(g, log, k)


@rule
def near(g: Game, i: int, j: int) -> bool:
    """Whether dice that spill by model i reach the base of model j."""
    a, b = g.models[i], g.models[j]
    return distance(a.x, a.y, b.x, b.y) - 2.0 * g.radius <= g.p.towers_spill


@rule
def bring_down(g: Game, log: Log, i: int, by: int) -> None:
    """The tower by model i falls or is used up, and the model with it; one that grows sobers it up instead if
    the other side did that."""
    m = g.models[i]
    u = g.units[m.unit]
    dice = int(u.tower)
    u.tower = 0
    if towers_grow(g) and m.side != by:
        write.sober(g, log, R.DAMAGE_THE_TOWER, m.side, i, tower=dice)
        return
    m.fallen = 1
    line_up(g)
    m.prone, m.out, m.stun = 0, 0, 0
    write.fall(g, log, g.chosen.damage, m.side, i, tower=dice)
    goes_down(g, log, i)
    if m.fell == 0:
        m.fell = 1
        count_loss(g, log, i)
