"""Values of attacks: the points of the enemy that an attack is expected to remove."""

from __future__ import annotations

from carnage.engine.battle.bots.risk import dice_off_tower_value, dice_on_tower_value
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.probabilities import chance
from carnage.engine.battle.frame.state import Game, Model
from carnage.engine.battle.frame.talent_list import brawler, crack_shot, hard_to_hit
from carnage.engine.battle.see.line_of_sight import OBSCURED, visibility
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.rule_ids import NoSuchRule

D6_SIDES = 6.0
ABOVE_D6 = 7.0  # one more than the most that a D6 shows

# Chosen by hand.
RANGE_BAND_HIT_CHANCE = 0.5  # of a shot by range bands from a good distance
OPPOSED_ROLL_HIT_CHANCE = 0.45  # the value of a fight by opposed rolls, as a chance to hit
KNOCKED_OUT_HIT_CHANCE = 0.9  # of such a fight with a model that is knocked out
# Less the chance to pass the Morale test, the share of a model's points that is lost.
UNCERTAIN_DEATH_BASE = 1.2
SKILL_PER_WOUND = 2.0  # in a pool of dice: the dice of a close attack for one wound
EXTRA_SUCCESS_FACTOR = 1.2  # elsewhere: wounds of a close attack, with successes beyond the first
FRIENDLY_FIRE_WEIGHT = 1.2  # of harm to friends in a burst, against harm to enemies


@inlined
def weighted_harm_value(g: Game, j: int, wounds: float) -> float:
    """Return the value of wounds on model j to its enemy, with the bot's weights."""
    w = g.weights[1 - g.models[j].side]
    u = g.units[g.models[j].unit]
    bonus = w.last * (u.count - u.in_play) / u.count
    if u.activated == 0:
        bonus += w.fresh
    bonus += g.brink[g.models[j].side]
    return (1.0 + bonus) * harm_value(g, j, wounds, w.wound)


@rule
def harm_value(g: Game, j: int, wounds: float, partial_weight: float) -> float:
    """Return the value of wounds on model j to its enemy.

    Args:
        g: The game.
        j: The model that is hurt.
        wounds: The number of wounds expected.
        partial_weight: The weight of wounds that do not remove the model.
    """
    t = g.models[j]
    kind = g.kinds[t.kind]
    points = float(kind.points)
    partial = partial_weight * points
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        return dice_on_tower_value(g, j, wounds)
    if g.chosen.damage == R.DAMAGE_DWINDLING_TOWER:
        return dice_off_tower_value(g, j, wounds, partial_weight)
    if g.chosen.damage == R.DAMAGE_DOOMED:
        return doom_value(g, j)
    if g.chosen.damage == R.DAMAGE_SLOWED:
        return wounds_value(t, wounds, float(kind.pace), partial, points)
    if g.chosen.damage == R.DAMAGE_CERTAIN_DEATH:
        return wounds_value(t, wounds, float(kind.wounds), partial, points)
    if g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
        survives = chance(g, kind.morale, g.p.damage_difficulty)
        removal = points * (UNCERTAIN_DEATH_BASE - survives)
        return wounds_value(t, wounds, float(kind.wounds), partial, removal)
    raise NoSuchRule


@rule
def doom_value(g: Game, j: int) -> float:
    """Return the value of a Doomed Token on model j; 0 if it has one, because one is enough."""
    t = g.models[j]
    if t.doomed == 1:
        return 0.0
    kind = g.kinds[t.kind]
    return float(kind.points) * (1.0 - chance(g, kind.morale, g.p.damage_difficulty))


@rule
def wounds_value(t: Model, wounds: float, limit: float, partial: float, removal: float) -> float:
    """Return the value of wounds on a model that is removed, or may be, after a number of wounds.

    Args:
        t: The model.
        wounds: The number of wounds expected.
        limit: The wounds that the model takes before it may be removed.
        partial: The value of `limit` wounds; fewer wounds have their share of it.
        removal: The value when the wounds may remove the model.
    """
    if wounds < limit - t.wounds:
        return partial * wounds / max(1.0, limit)
    return removal


@inlined
def hit_chance(g: Game, i: int, w: int, j: int, is_obscured: bool) -> float:
    """Return the chance that model i hits model j with weapon w."""
    if g.weapons[w].ranged == 1:
        return shot_hit_chance(g, i, w, j, is_obscured)
    return fight_hit_chance(g, i, j)


@inlined
def shot_hit_chance(g: Game, i: int, w: int, j: int, is_obscured: bool) -> float:
    """Return the chance that model i hits model j with ranged weapon w."""
    if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        return RANGE_BAND_HIT_CHANCE
    skill = g.kinds[g.models[i].kind].ranged_skill + g.weapons[w].skill_bonus + crack_shot(g, i)
    difficulty = g.kinds[g.models[j].kind].defense + hard_to_hit(g, j)
    if is_obscured:
        difficulty += g.p.ranged_obscured
    return chance(g, skill, focused_difficulty(g, i, difficulty))


@inlined
def fight_hit_chance(g: Game, i: int, j: int) -> float:
    """Return the chance that model i hits model j with a close weapon."""
    if g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        if g.models[j].out > 0:
            return KNOCKED_OUT_HIT_CHANCE
        return OPPOSED_ROLL_HIT_CHANCE
    skill = g.kinds[g.models[i].kind].close_skill + brawler(g, i)
    difficulty = g.kinds[g.models[j].kind].defense
    return chance(g, skill, focused_difficulty(g, i, difficulty))


@inlined
def focused_difficulty(g: Game, i: int, difficulty: int) -> int:
    """Return the Difficulty of a test of model i, less the bonus of Focus if it has focused."""
    if g.models[i].focused == 1:
        return difficulty - g.p.actions_easier
    return difficulty


@inlined
def single_attack_value(g: Game, i: int, w: int, j: int, is_obscured: bool) -> float:
    """Return the value of an attack of model i with weapon w on model j alone."""
    harm = weighted_harm_value(g, j, expected_wounds(g, i, w))
    return hit_chance(g, i, w, j, is_obscured) * harm


@inlined
def expected_wounds(g: Game, i: int, w: int) -> float:
    """Return the wounds of a hit of model i with weapon w."""
    weapon = g.weapons[w]
    wounds = float(weapon.wounds)
    if weapon.ranged == 1:
        has_bands = g.chosen.shooting == R.SHOOTING_RANGE_BANDS
        if has_bands and g.chosen.damage == R.DAMAGE_SLOWED:
            return float(g.p.shooting_wound)
        return wounds
    if g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        return float(g.p.fighting_wound)
    # Successes beyond the first: several in a pool of dice, hardly any elsewhere.
    if g.chosen.resolution == R.RESOLUTION_DICE_POOL:
        return wounds * max(1.0, g.kinds[g.models[i].kind].close_skill / SKILL_PER_WOUND)
    return wounds * EXTRA_SUCCESS_FACTOR


@rule
def attack_value(g: Game, i: int, w: int, j: int) -> float:
    """Return the value of using weapon w on target j, with all models in a burst.

    Call `measure_gaps` first.
    """
    weapon = g.weapons[w]
    if weapon.burst == 0.0:
        is_obscured = weapon.ranged == 1 and visibility(g, i, j) == OBSCURED
        return single_attack_value(g, i, w, j, is_obscured)
    total = 0.0
    x = g.models[j].x
    y = g.models[j].y
    reach = weapon.burst + g.radius
    for k in range(g.n_models):
        t = g.models[k]
        if is_standing(t) and (t.x - x) * (t.x - x) + (t.y - y) * (t.y - y) <= reach * reach:
            value = single_attack_value(g, i, w, k, False)
            if t.side != g.models[i].side:
                total += value
            else:
                total += -FRIENDLY_FIRE_WEIGHT * value
    return total


@rule
def bullets_value(g: Game, w: int, j: int) -> float:
    """Return the value of the bullets of weapon w if all of them meet model j."""
    weapon = g.weapons[w]
    hit = d6_hit_chance(float(g.kinds[g.models[j].kind].toughness))
    damage = weapon.dice * (hit * weapon.big + (1.0 - hit) * weapon.weak)
    return thrown_dice_value(g, j, damage, hit, int(weapon.dice))


@rule
def d6_hit_chance(toughness: float) -> float:
    """Return the chance that a D6 equals or beats a Toughness."""
    return min(1.0, max(0.0, (ABOVE_D6 - toughness) / D6_SIDES))


@rule
def thrown_dice_value(g: Game, j: int, damage: float, hit: float, dice: int) -> float:
    """Return the value of dice thrown at model j.

    Doomed Tokens do not add up, so that one hit is enough.

    Args:
        g: The game.
        j: The target.
        damage: The mean damage of all dice together.
        hit: The chance that one die hits.
        dice: The number of dice.
    """
    if g.chosen.damage != R.DAMAGE_DOOMED:
        return weighted_harm_value(g, j, damage)
    all_miss = 1.0
    for _ in range(dice):
        all_miss *= 1.0 - hit
    return (1.0 - all_miss) * weighted_harm_value(g, j, 1.0)
