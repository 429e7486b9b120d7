"""Leg It: a side leaves the table for good."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import has_standing_model, update_upright
from carnage.engine.battle.frame.questions import TO_LEG_IT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.losses import points_removal, remove_model
from carnage.engine.battle.move.loot import lay_token, loot
from carnage.engine.battle.see.line_of_sight import enemies_from, enemies_to
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import offer
from carnage.engine.core.geometry import distance


@rule
def can_leg_it(g: Game) -> bool:
    """Return whether sides may leave, which they may after a number of rounds."""
    return g.chosen.morale == R.MORALE_LEG_IT and g.rounds > g.p.morale_stay


@rule
def offer_leaving(g: Game) -> None:
    """Offer to leave instead of activating a unit, if that is allowed."""
    if can_leg_it(g):
        offer(g.core, TO_LEG_IT, -1, -1)


@rule
def force_leaving(g: Game, log: Log) -> None:
    """Make each side without a standing model leave."""
    if g.chosen.morale != R.MORALE_LEG_IT or g.stature == 0:
        return
    for side in range(2):
        if g.over == 0 and g.sides[side].gone == 0 and not has_standing_model(g, side):
            leg_it(g, log, side, 1)


@rule
def is_caught(g: Game, i: int) -> bool:
    """Return whether an enemy, standing or fallen, is near enough to catch model i as it leaves."""
    m = g.models[i]
    for j in range(enemies_from(g, m.side), enemies_to(g, m.side)):
        t = g.models[j]
        if t.in_play == 1 and distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius <= g.p.morale_near:
            return True
    return False


@rule
def leg_it(g: Game, log: Log, side: int, forced: int) -> None:
    """Take a side off the table. Models near an enemy are lost, and the others get away.

    With loot, each lost model leaves a Loot Token of the side's stash behind, and the game is over.
    With points for removals, the enemy scores a share of the points of a unit that gets away. With
    other objectives, the side loses the same share of its score.

    Args:
        g: The game.
        log: Its log.
        side: The side that leaves.
        forced: 1 if it had to leave, 0 if it chose to.
    """
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
            if m.in_play == 1 and not is_caught(g, i):
                got_away = got_away or m.fell == 0
                get_away(g, log, i)
        if got_away and u.gone == 0:
            u.gone = 1
            if g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL:
                share = g.p.morale_share
                points_removal(g, log, unit, -int(-u.points * share // 1.0))
        for i in range(u.first, u.first + u.count):
            m = g.models[i]
            if m.in_play == 1:
                remove_model(g, log, i, R.MORALE_LEG_IT)
                g.models[i].boom = 0  # its explosives stay behind unlit
                if looting and s.stash > 0:
                    loot(g, side, -1)
                    lay_token(g, log, side, m.x, m.y)
        u.tower = 0
    s.models = 0
    if looting:
        g.over = 1
    elif g.chosen.objectives != R.OBJECTIVES_POINTS_REMOVAL:
        s.victory -= leaving_cost(g, side)


@rule
def leaving_cost(g: Game, side: int) -> int:
    """Return the victory points that a side loses if it leaves the table.

    They are a share of its points, rounded up.
    """
    return -int(-g.sides[side].victory * g.p.morale_share // 1.0)


@rule
def get_away(g: Game, log: Log, i: int) -> None:
    """Take model i off the table as one that gets away."""
    m = g.models[i]
    m.in_play = 0
    update_upright(g)
    m.away = 1
    g.units[m.unit].in_play -= 1
    g.sides[m.side].models -= 1
    write.leave(g, log, R.MORALE_LEG_IT, m.side, i)
