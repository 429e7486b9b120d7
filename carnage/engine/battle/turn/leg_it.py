"""Leg It: a side leaves the table for good."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import anyone_stands, line_up
from carnage.engine.battle.frame.questions import TO_LEG_IT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.losses import points_removal, remove
from carnage.engine.battle.move.loot import lay, loot
from carnage.engine.battle.see.line_of_sight import foes_from, foes_to
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import offer
from carnage.engine.core.geometry import distance


@rule
def may_leg_it(g: Game) -> bool:
    """Whether sides may leave by now."""
    return g.chosen.morale == R.MORALE_LEG_IT and g.rounds > g.p.morale_stay


@rule
def offer_leaving(g: Game) -> None:
    """Offer to leave instead of activating anybody."""
    if may_leg_it(g):
        offer(g.core, TO_LEG_IT, -1, -1)


@rule
def must_leg_it(g: Game, log: Log) -> None:
    """A side of which nobody stands has to leave."""
    if g.chosen.morale != R.MORALE_LEG_IT or g.stature == 0:
        return
    for side in range(2):
        if g.over == 0 and g.sides[side].gone == 0 and not anyone_stands(g, side):
            leg_it(g, log, side, 1)


@rule
def caught(g: Game, i: int) -> bool:
    """Whether an enemy, standing or fallen, is near enough to model i to catch it as it leaves."""
    m = g.models[i]
    for j in range(foes_from(g, m.side), foes_to(g, m.side)):
        t = g.models[j]
        if t.in_play == 1 and distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius <= g.p.morale_near:
            return True
    return False


@rule
def leg_it(g: Game, log: Log, side: int, forced: int) -> None:
    """Those near an enemy are lost, each for a Loot Token; the rest get away; what ground scored is lost."""
    s = g.sides[side]
    s.gone = 1
    s.passed = 1
    write.leg_it(g, log, R.MORALE_LEG_IT, side, forced)
    looting = g.chosen.objectives == R.OBJECTIVES_LOOT
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side != side:
            continue
        got_away = False
        for i in range(u.first, u.first + u.count):
            m = g.models[i]
            if m.in_play == 1 and not caught(g, i):
                got_away = got_away or m.fell == 0
                leave(g, log, i)
        if got_away and u.gone == 0:
            u.gone = 1
            if g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL:
                share = g.p.morale_share
                points_removal(g, log, unit, -int(-u.points * share // 1.0))
        for i in range(u.first, u.first + u.count):
            m = g.models[i]
            if m.in_play == 1:
                remove(g, log, i, R.MORALE_LEG_IT)
                g.models[i].boom = 0  # whatever it carried is left behind unlit
                if looting and s.stash > 0:
                    loot(g, side, -1)
                    lay(g, log, side, m.x, m.y)
        u.tower = 0
    s.models = 0
    if looting:
        g.over = 1
    elif g.chosen.objectives != R.OBJECTIVES_POINTS_REMOVAL:
        s.victory = 0  # whoever leaves the ground gives up all that holding it has scored


@rule
def leave(g: Game, log: Log, i: int) -> None:
    """Model i gets away."""
    m = g.models[i]
    m.in_play = 0
    line_up(g)
    m.away = 1
    g.units[m.unit].in_play -= 1
    g.sides[m.side].models -= 1
    write.leave(g, log, R.MORALE_LEG_IT, m.side, i)
