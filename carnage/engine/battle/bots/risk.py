"""What is at stake: towers, loot, and what a side would walk away with if it left now."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import chance_added
from carnage.engine.battle.harm.tower import towers_grow
from carnage.engine.battle.move.loot import lying
from carnage.engine.battle.turn.leg_it import caught
from carnage.engine.compiling.marks import rule

DOWN = 0.8  # what a model that falls is worth, as a share of its points: it may get up again
SHAKY = 0.25  # what a tower that is one die nearer to falling is worth
KEPT = 0.5  # what a die kept is worth, as a share of the fall that it puts off
TALL = 7.0  # dice with which a tower may fall at any moment
TOKEN = 6.0  # what a Loot Token is worth, in points
HOLD = 6.0  # a game without points to gain by falling goes on: what a model on its feet is worth then


@rule
def model_worth(g: Game, i: int) -> float:
    """What having model i on its feet is worth."""
    return max(HOLD, float(g.kinds[g.models[i].kind].points))


@rule
def fall_chance(g: Game, side: int, tower: int, dice: int) -> float:
    """How likely a tower falls when this side adds so many dice to it."""
    stands_still = 1.0
    for n in range(tower + 1, tower + dice + 1):
        stands_still *= 1.0 - chance_added(g, side, n)
    return 1.0 - stands_still


@rule
def drop_chance(g: Game, side: int, tower: int, dice: int) -> float:
    """How likely a tower falls, or is used up, when this side takes so many dice off it."""
    if dice >= tower:
        return 1.0
    stands_still = 1.0
    for n in range(tower - dice + 1, tower + 1):
        stands_still *= 1.0 - chance_added(g, side, n)
    return 1.0 - stands_still


@rule
def drain_worth(g: Game, j: int, dice: float, partly: float) -> float:
    """What so many dice fewer on model j's tower are worth to its enemy, where those that do not bring it
    down are worth so much of the points that they work toward."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    falls = drop_chance(g, int(t.side), tower, int(dice + 0.5))
    return model_worth(g, j) * DOWN * (falls + (1.0 - falls) * partly * dice / max(1, tower))


@rule
def steadying_worth(g: Game, j: int) -> float:
    """What one die more on model j's dwindling tower is worth, less the risk of putting it there."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    risk = chance_added(g, int(t.side), tower + 1)
    return model_worth(g, j) * DOWN * (KEPT / max(1, tower) - risk)


@rule
def load_worth(g: Game, j: int, dice: float) -> float:
    """What so many dice more on model j's tower are worth to its enemy."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    falls = fall_chance(g, int(t.side), tower, int(dice + 0.5))
    return model_worth(g, j) * (DOWN * falls + SHAKY * (1.0 - falls) * dice / TALL)


@rule
def swig_risk(g: Game, unit: int) -> float:
    """What a unit's next swig is likely to cost it, in points."""
    u = g.units[unit]
    if not towers_grow(g):
        return 0.0
    falls = fall_chance(g, int(u.side), int(u.tower), g.p.damage_swig)
    return falls * DOWN * model_worth(g, int(u.first)) + SHAKY * u.tower / TALL


@rule
def leaving_wins(g: Game, side: int) -> bool:
    """Whether a side that legs it now has won."""
    other = 1 - side
    if g.chosen.objectives == R.OBJECTIVES_LOOT:
        dropped = 0
        for i in range(g.n_models):
            m = g.models[i]
            if m.side == side and m.in_play == 1 and caught(g, i):
                dropped += 1
        dropped = min(dropped, int(g.sides[side].stash))
        theirs = g.sides[other].stash + lying(g) + dropped
        return int(g.sides[side].stash) - dropped > theirs
    lead = float(g.sides[side].victory - g.sides[other].victory)
    if g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL:
        for unit in range(g.n_units):
            u = g.units[unit]
            if u.side == side and u.gone == 0:
                flees = False
                for i in range(u.first, u.first + u.count):
                    flees = flees or (g.models[i].in_play == 1 and not caught(g, i))
                lead -= (0.5 * u.points + 0.5) if flees else float(u.points)
        return lead > 0.0
    return False  # its score would be lost
