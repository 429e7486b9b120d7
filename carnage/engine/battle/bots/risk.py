"""Values at risk: models on their feet, towers, and the score of a side that leaves."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import chance_added
from carnage.engine.battle.harm.tower import towers_grow
from carnage.engine.battle.move.loot import tokens_on_table
from carnage.engine.battle.turn.leaving_costs import is_caught, leaving_cost
from carnage.engine.compiling.marks import rule

ROUND_HALF_UP = 0.5  # added before a number of dice is cut to a whole one

# Chosen by hand.
FALL_SHARE = 0.8  # value of a fall, as a share of the model's points: it may get up again
TALL_TOWER_SHARE = 0.25  # value of a tall tower that still stands, as such a share
TALL_TOWER_DICE = 7.0  # a tower of so many dice may fall at any moment
KEPT_DIE_SHARE = 0.5  # value of a die kept on a tower, as a share of the fall that it delays
LOOT_TOKEN_POINTS = 6.0
MIN_MODEL_POINTS = 6.0  # a model on its feet is worth this even where falls score nothing
FLIGHT_SCORE_ROUNDING = 0.5  # added to the share of the points of a unit that gets away


@rule
def model_value(g: Game, i: int) -> float:
    """Return the value of model i on its feet."""
    return max(MIN_MODEL_POINTS, float(g.kinds[g.models[i].kind].points))


@rule
def fall_chance(g: Game, side: int, tower: int, dice: int) -> float:
    """Return the chance that a tower falls when this side adds dice to it."""
    stands = 1.0
    for n in range(tower + 1, tower + dice + 1):
        stands *= 1.0 - chance_added(g, side, n)
    return 1.0 - stands


@rule
def drop_chance(g: Game, side: int, tower: int, dice: int) -> float:
    """Return the chance that a tower falls or is used up when this side takes dice off it."""
    if dice >= tower:
        return 1.0
    stands = 1.0
    for n in range(tower - dice + 1, tower + 1):
        stands *= 1.0 - chance_added(g, side, n)
    return 1.0 - stands


@rule
def dice_off_tower_value(g: Game, j: int, dice: float, partial_weight: float) -> float:
    """Return the value to the enemy of dice taken off model j's tower.

    Args:
        g: The game.
        j: The model.
        dice: The number of dice expected.
        partial_weight: The weight of dice that do not bring the tower down.
    """
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    falls = drop_chance(g, int(t.side), tower, int(dice + ROUND_HALF_UP))
    partial = (1.0 - falls) * partial_weight * dice / max(1, tower)
    return model_value(g, j) * FALL_SHARE * (falls + partial)


@rule
def patched_tower_value(g: Game, j: int) -> float:
    """Return the value of adding a die to model j's dwindling tower, less the risk of adding it."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    risk = chance_added(g, int(t.side), tower + 1)
    return model_value(g, j) * FALL_SHARE * (KEPT_DIE_SHARE / max(1, tower) - risk)


@rule
def dice_on_tower_value(g: Game, j: int, dice: float) -> float:
    """Return the value to the enemy of dice added to model j's tower."""
    t = g.models[j]
    tower = int(g.units[t.unit].tower)
    falls = fall_chance(g, int(t.side), tower, int(dice + ROUND_HALF_UP))
    stands = 1.0 - falls
    growth = TALL_TOWER_SHARE * stands * dice / TALL_TOWER_DICE
    return model_value(g, j) * (FALL_SHARE * falls + growth)


@rule
def swig_cost(g: Game, unit: int) -> float:
    """Return the expected cost of a unit's next drink; 0 where towers do not grow."""
    u = g.units[unit]
    if not towers_grow(g):
        return 0.0
    falls = fall_chance(g, int(u.side), int(u.tower), g.p.damage_swig)
    height_cost = TALL_TOWER_SHARE * u.tower / TALL_TOWER_DICE
    return falls * FALL_SHARE * model_value(g, int(u.first)) + height_cost


@rule
def leaving_wins(g: Game, side: int) -> bool:
    """Return whether a side that leaves the table now wins.

    Where markers score, the other side is taken to score all of them once more.
    """
    if g.chosen.objectives == R.OBJECTIVES_LOOT:
        return leaving_wins_by_loot(g, side)
    lead = float(g.sides[side].victory - g.sides[1 - side].victory)
    if g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL:
        return lead - points_lost_by_leaving(g, side) > 0.0
    lead -= leaving_cost(g, side) + count_caught(g, side) * g.p.morale_caught
    return lead - g.n_markers * g.p.objectives_score > 0.0


@rule
def count_caught(g: Game, side: int) -> int:
    """Return the number of a side's models that enemies would catch if it left the table now."""
    caught = 0
    for i in range(g.n_models):
        m = g.models[i]
        if m.side == side and m.in_play == 1 and is_caught(g, i):
            caught += 1
    return caught


@rule
def leaving_wins_by_loot(g: Game, side: int) -> bool:
    """Return whether a side that leaves now keeps more Loot Tokens than the other side gets.

    Models that are caught drop a token each, and the other side takes all that lie on the table.
    """
    stash = int(g.sides[side].stash)
    dropped = min(count_caught(g, side), stash)
    enemy_tokens = g.sides[1 - side].stash + tokens_on_table(g) + dropped
    return stash - dropped > enemy_tokens


@rule
def points_lost_by_leaving(g: Game, side: int) -> float:
    """Return the points that the other side scores if a side leaves the table now."""
    points = 0.0
    for unit in range(g.n_units):
        u = g.units[unit]
        if u.side == side and u.gone == 0:
            if gets_away(g, unit):
                points += g.p.morale_share * u.points + FLIGHT_SCORE_ROUNDING
            else:
                points += float(u.points)
    return points


@rule
def gets_away(g: Game, unit: int) -> bool:
    """Return whether a unit has a model in play that is too far from enemies to be caught."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        if g.models[i].in_play == 1 and not is_caught(g, i):
            return True
    return False
