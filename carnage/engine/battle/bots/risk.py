"""Values at risk: models on their feet, towers, and the score of a side that leaves."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import chance_added
from carnage.engine.battle.harm.tower import towers_grow
from carnage.engine.battle.move.loot import lying
from carnage.engine.battle.turn.leg_it import caught
from carnage.engine.compiling.marks import rule

# Chosen by hand.
FALL_SHARE = 0.8  # value of a fall, as a share of the model's points: it may get up again
TALL_TOWER_SHARE = (
    0.25  # value of a tower of `TALL_TOWER_DICE` dice that still stands, as such a share
)
TALL_TOWER_DICE = 7.0  # a tower of so many dice may fall at any moment
KEPT_DIE_SHARE = 0.5  # value of a die kept on a tower, as a share of the fall that it delays
LOOT_TOKEN_POINTS = 6.0
MIN_MODEL_POINTS = 6.0  # a model on its feet is worth this even where falls score nothing
FLIGHT_SCORE_SHARE = (
    0.5  # of the points of a unit that gets away: `share` in tables/battle/morale.toml
)
FLIGHT_SCORE_ROUNDING = 0.5  # the most that rounding adds to that share


@rule
def model_worth(g: Game, i: int) -> float:
    """Return the value of model i on its feet."""
    return max(MIN_MODEL_POINTS, float(g.kinds[g.models[i].kind].points))


@rule
def fall_chance(g: Game, side: int, tower: int, dice: int) -> float:
    """Return the chance that a tower falls when this side adds dice to it."""
    stands_still = 1.0
    for n in range(tower + 1, tower + dice + 1):
        stands_still *= 1.0 - chance_added(g, side, n)
    return 1.0 - stands_still


@rule
def drop_chance(g: Game, side: int, tower: int, dice: int) -> float:
    """Return the chance that a tower falls, or has no dice left, when this side takes dice off
    it.
    """
    if dice >= tower:
        return 1.0
    stands_still = 1.0
    for n in range(tower - dice + 1, tower + 1):
        stands_still *= 1.0 - chance_added(g, side, n)
    return 1.0 - stands_still


@rule
def drain_worth(g: Game, j: int, dice: float, partly: float) -> float:
    """Return the value to the enemy of dice taken off model j's tower.

    Args:
        g: The game.
        j: The model.
        dice: The number of dice expected.
        partly: The weight of dice that do not bring the tower down.
    """
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    falls = drop_chance(g, int(t.side), tower, int(dice + 0.5))
    return model_worth(g, j) * FALL_SHARE * (falls + (1.0 - falls) * partly * dice / max(1, tower))


@rule
def steadying_worth(g: Game, j: int) -> float:
    """Return the value of adding a die to model j's dwindling tower, less the risk of adding it."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    risk = chance_added(g, int(t.side), tower + 1)
    return model_worth(g, j) * FALL_SHARE * (KEPT_DIE_SHARE / max(1, tower) - risk)


@rule
def load_worth(g: Game, j: int, dice: float) -> float:
    """Return the value to the enemy of dice added to model j's tower."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    falls = fall_chance(g, int(t.side), tower, int(dice + 0.5))
    stands = 1.0 - falls
    return model_worth(g, j) * (
        FALL_SHARE * falls + TALL_TOWER_SHARE * stands * dice / TALL_TOWER_DICE
    )


@rule
def swig_risk(g: Game, unit: int) -> float:
    """Return the expected cost of a unit's next drink."""
    u = g.units[unit]
    if not towers_grow(g):
        return 0.0
    falls = fall_chance(g, int(u.side), int(u.tower), g.p.damage_swig)
    lean = TALL_TOWER_SHARE * u.tower / TALL_TOWER_DICE
    return falls * FALL_SHARE * model_worth(g, int(u.first)) + lean


@rule
def leaving_wins(g: Game, side: int) -> bool:
    """Return whether a side that leaves the table now wins."""
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
                if flees:
                    lead -= FLIGHT_SCORE_SHARE * u.points + FLIGHT_SCORE_ROUNDING
                else:
                    lead -= float(u.points)
        return lead > 0.0
    return False  # its score would be lost
