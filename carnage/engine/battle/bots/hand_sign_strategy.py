"""Mixed strategy for Hand Signs: fictitious play on the 3x3 matrix game of the signs' values."""

from __future__ import annotations

from carnage.engine.battle.bots.attack_values import (
    d6_hit_chance,
    thrown_dice_value,
    weighted_harm_value,
)
from carnage.engine.battle.bots.risk import LOOT_TOKEN_POINTS, model_value
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.questions import PINCH, SHOVE, THUMP
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import has_towers
from carnage.engine.battle.move.pushes import push_room
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below
from carnage.engine.core.geometry import direction_to

FICTITIOUS_PLAY_STEPS = 60  # each side answers the signs that the other has shown so far
RANDOM_STEPS = 1000  # resolution of the random number that picks a sign

# Chosen by hand.
SHOVE_POINTS = 1.0  # of a gap between the models
TOWER_SHAKE_SHARE_PER_DIE = 0.02  # value of shoving a model with a tower, as a share of its points
LOST_ACTIVATION_SHARE = 0.4  # value of an activation, as a share of the model's points


@rule
def thump_value(g: Game, i: int, j: int) -> float:
    """Return the value of model i's thump on model j."""
    kind = g.kinds[g.models[i].kind]
    hit = d6_hit_chance(float(g.kinds[g.models[j].kind].toughness))
    damage = 0.0
    dice = 0
    for n in range(kind.n_weapons):
        weapon = g.weapons[kind.weapons[n]]
        if weapon.ranged == 0:
            damage += weapon.dice * (hit * weapon.big + (1.0 - hit) * weapon.weak)
            dice += weapon.dice
    return thrown_dice_value(g, j, damage, hit, dice)


@rule
def shove_value(g: Game, i: int, j: int) -> float:
    """Return the value of shoving model j away from model i."""
    m = g.models[i]
    t = g.models[j]
    dx, dy = direction_to(m.x, m.y, t.x, t.y)
    inches, hits_terrain = push_room(g, j, dx, dy, g.p.fighting_shove)
    value = SHOVE_POINTS if inches > 0.0 else 0.0
    if hits_terrain:
        value += weighted_harm_value(g, j, float(g.p.fighting_terrain_damage))
    if has_towers(g):
        value += TOWER_SHAKE_SHARE_PER_DIE * g.units[t.unit].tower * model_value(g, j)
    return value


@rule
def pinch_value(g: Game, j: int) -> float:
    """Return the value of pinching model j."""
    if g.chosen.objectives == R.OBJECTIVES_LOOT:
        if g.sides[g.models[j].side].stash > 0:
            return LOOT_TOKEN_POINTS
        return 0.0
    if g.models[j].pinched > 0:
        return 0.0
    return LOST_ACTIVATION_SHARE * model_value(g, j)


@rule
def evaluate_signs(g: Game, i: int) -> None:
    """Value the signs: draw one from the mixed strategy, and give it the highest value."""
    drawn = draw_sign(g, i, g.core.options[0].who)
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = 1.0 if o.what == drawn else 0.0


@rule
def draw_sign(g: Game, i: int, j: int) -> int:
    """Return a sign for model i against model j, drawn from the mixed strategy.

    In fictitious play each side shows, step by step, the best answer to all signs that the other
    has shown so far. The shares of the signs that it has shown are the mixed strategy. A model that
    is knocked out shows no sign.
    """
    thump = thump_value(g, i, j)
    shove = shove_value(g, i, j)
    pinch = pinch_value(g, j)
    if g.models[j].out > 0:
        return best_sign(thump, shove, pinch)
    enemy_thump = thump_value(g, j, i)
    enemy_shove = shove_value(g, j, i)
    enemy_pinch = pinch_value(g, i)
    # Values of model i's sign, the first one, against model j's sign. A sign has no effect if it
    # loses to the other: Thump to Shove, Shove to Pinch, Pinch to Thump. Two Pinches have none.
    thump_thump = thump - enemy_thump
    thump_shove = -enemy_shove
    thump_pinch = thump
    shove_thump = shove
    shove_shove = shove - enemy_shove
    shove_pinch = -enemy_pinch
    pinch_thump = -enemy_thump
    pinch_shove = pinch
    # The times that each side has shown each sign, from 1 on.
    thumps = 1.0
    shoves = 1.0
    pinches = 1.0
    enemy_thumps = 1.0
    enemy_shoves = 1.0
    enemy_pinches = 1.0
    for _ in range(FICTITIOUS_PLAY_STEPS):
        sign = best_sign(
            enemy_thumps * thump_thump + enemy_shoves * thump_shove + enemy_pinches * thump_pinch,
            enemy_thumps * shove_thump + enemy_shoves * shove_shove + enemy_pinches * shove_pinch,
            enemy_thumps * pinch_thump + enemy_shoves * pinch_shove,
        )
        enemy_sign = best_sign(
            -(thumps * thump_thump + shoves * shove_thump + pinches * pinch_thump),
            -(thumps * thump_shove + shoves * shove_shove + pinches * pinch_shove),
            -(thumps * thump_pinch + shoves * shove_pinch),
        )
        thumps += 1.0 if sign == THUMP else 0.0
        shoves += 1.0 if sign == SHOVE else 0.0
        pinches += 1.0 if sign == PINCH else 0.0
        enemy_thumps += 1.0 if enemy_sign == THUMP else 0.0
        enemy_shoves += 1.0 if enemy_sign == SHOVE else 0.0
        enemy_pinches += 1.0 if enemy_sign == PINCH else 0.0
    steps = thumps + shoves + pinches
    drawn = steps * float(bot_below(g.core, RANDOM_STEPS)) / float(RANDOM_STEPS)
    if drawn < thumps:
        return THUMP
    if drawn < thumps + shoves:
        return SHOVE
    return PINCH


@rule
def best_sign(thump: float, shove: float, pinch: float) -> int:
    """Return the sign with the highest of these values, the first of equal ones."""
    if thump >= shove and thump >= pinch:
        return THUMP
    if shove >= pinch:
        return SHOVE
    return PINCH
