"""Leg It: a side leaves the table for good."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import has_standing_model, update_upright
from carnage.engine.battle.frame.questions import TO_LEG_IT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.losses import points_removal, remove_model
from carnage.engine.battle.move.loot import lay_token, loot
from carnage.engine.battle.turn.game_length import breaking_point
from carnage.engine.battle.turn.leaving_costs import is_caught, leaving_cost
from carnage.engine.battle.turn.objectives import score_points
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import offer


@rule
def can_leg_it(g: Game) -> bool:
    """Return whether sides may leave: after a number of rounds, if neither has left."""
    if g.chosen.morale != R.MORALE_LEG_IT or g.rounds <= g.p.morale_stay:
        return False
    return g.sides[0].gone == 0 and g.sides[1].gone == 0


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
def leg_it(g: Game, log: Log, side: int, forced: int) -> None:
    """Take a side off the table. Models near an enemy are lost, and the others get away.

    With loot, each lost model leaves a Loot Token of the side's stash behind, and the game is over.
    With points for removals, the enemy scores a share of the points of a unit that gets away, and
    the game is over. With other objectives, the enemy scores for each lost model, and the side
    loses the same share of its score.

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
    killing = g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL
    caught = 0
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
            if killing:
                share = g.p.morale_share
                points_removal(g, log, unit, -int(-u.points * share // 1.0))
        for i in range(u.first, u.first + u.count):
            m = g.models[i]
            if m.in_play == 1:
                caught += 1
                remove_model(g, log, i, R.MORALE_LEG_IT)
                g.models[i].boom = 0  # its explosives stay behind unlit
                if looting and s.stash > 0:
                    loot(g, side, -1)
                    lay_token(g, log, side, m.x, m.y)
        u.tower = 0
    s.models = 0
    if looting or killing:
        if g.chosen.game_length == R.GAME_LENGTH_BREAKING_POINT:
            breaking_point(g, log)
        g.over = 1
    else:
        s.victory -= leaving_cost(g, side)
        score_points(g, log, 1 - side, caught * int(g.p.morale_caught), R.MORALE_LEG_IT)


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
