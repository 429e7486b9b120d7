"""Values of attacks: the points of the enemy that an attack is expected to remove."""

from __future__ import annotations

from carnage.engine.battle.bots.risk import drain_worth, load_worth
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import stands
from carnage.engine.battle.frame.probabilities import chance
from carnage.engine.battle.frame.state import Game, Model
from carnage.engine.battle.frame.talent_list import brawler, crack_shot, hard_to_hit
from carnage.engine.battle.see.line_of_sight import OBSCURED, spot
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.rule_ids import NoSuchRule

D6_SIDES = 6.0
ABOVE_D6 = 7.0  # one more than the most that a D6 shows

# Chosen by hand.
RANGE_BAND_HIT_CHANCE = 0.5  # of a shot by range bands from a good distance
OPPOSED_ROLL_HIT_CHANCE = 0.45  # the value of a fight by opposed rolls, as a chance to hit
KNOCKED_OUT_HIT_CHANCE = 0.9  # of such a fight with a model that is knocked out
UNCERTAIN_DEATH_BASE = (
    1.2  # less the chance to pass the Morale test: the share of a model's points lost
)
SKILL_PER_WOUND = 2.0  # in a pool of dice: the dice of a close attack for one wound
EXTRA_SUCCESS_FACTOR = 1.2  # elsewhere: wounds of a close attack, with successes beyond the first
FRIENDLY_FIRE_WEIGHT = 1.2  # of harm to friends in a burst, against harm to enemies


@inlined
def harm_worth(g: Game, j: int, wounds: float) -> float:
    """Return the value of wounds on model j to its enemy, with the bot's weights."""
    w = g.weights[1 - g.models[j].side]
    u = g.units[g.models[j].unit]
    more = w.last * (u.count - u.in_play) / u.count
    if u.activated == 0:
        more += w.fresh
    return (1.0 + more) * harm(g, j, wounds, w.wound)


@rule
def harm(g: Game, j: int, wounds: float, partly: float) -> float:
    """Return the value of wounds on model j to its enemy.

    Args:
        g: The game.
        j: The model that is hurt.
        wounds: The number of wounds expected.
        partly: The weight of wounds that do not remove the model.
    """
    t = g.models[j]
    kind = g.kinds[t.kind]
    points = float(kind.points)
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        return load_worth(g, j, wounds)
    if g.chosen.damage == R.DAMAGE_DWINDLING_TOWER:
        return drain_worth(g, j, wounds, partly)
    if g.chosen.damage == R.DAMAGE_DOOMED:
        # Nobody is doomed twice.
        if t.doomed == 1:
            return 0.0
        return points * (1.0 - chance(g, kind.morale, g.p.damage_difficulty))
    if g.chosen.damage == R.DAMAGE_SLOWED:
        return wounds_worth(t, wounds, float(kind.pace), partly * points, points)
    if g.chosen.damage == R.DAMAGE_CERTAIN_DEATH:
        return wounds_worth(t, wounds, float(kind.wounds), partly * points, points)
    if g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
        likely = points * (UNCERTAIN_DEATH_BASE - chance(g, kind.morale, g.p.damage_difficulty))
        return wounds_worth(t, wounds, float(kind.wounds), partly * points, likely)
    raise NoSuchRule


@rule
def wounds_worth(t: Model, wounds: float, full: float, most: float, removal: float) -> float:
    """Return the value of wounds on a model that has a number of wounds.

    Args:
        t: The model.
        wounds: The number of wounds expected.
        full: The wounds that the model takes before it may be removed.
        most: The value of `full` wounds; fewer wounds have their share of it.
        removal: The value when the wounds may remove the model.
    """
    if wounds < full - t.wounds:
        return most * wounds / max(1.0, full)
    return removal


@inlined
def hit_chance(g: Game, i: int, w: int, j: int, veiled: bool) -> float:
    """Return the chance that model i hits model j with weapon w.

    `veiled` is whether j is obscured.
    """
    kind = g.kinds[g.models[i].kind]
    weapon = g.weapons[w]
    if weapon.ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        return RANGE_BAND_HIT_CHANCE
    if weapon.ranged == 0 and g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        if g.models[j].out > 0:
            return KNOCKED_OUT_HIT_CHANCE
        return OPPOSED_ROLL_HIT_CHANCE
    if weapon.ranged == 0:
        skill = kind.close_skill + brawler(g, i)
    else:
        skill = kind.close_skill
    difficulty = g.kinds[g.models[j].kind].defense
    if weapon.ranged == 1:
        skill = kind.ranged_skill + weapon.skill_bonus + crack_shot(g, i)
        difficulty += hard_to_hit(g, j)
        if veiled:
            difficulty += g.p.ranged_obscured
    if g.models[i].focused == 1:
        difficulty -= g.p.actions_easier
    return chance(g, skill, difficulty)


@inlined
def single_worth(g: Game, i: int, w: int, j: int, veiled: bool) -> float:
    """Return the value of an attack of model i with weapon w on model j."""
    weapon = g.weapons[w]
    wounds = float(weapon.wounds)
    slow = g.chosen.damage == R.DAMAGE_SLOWED
    if slow and weapon.ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        wounds = float(g.p.shooting_wound)
    elif weapon.ranged == 0 and g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        wounds = float(g.p.fighting_wound)
    elif weapon.ranged == 0:
        # Successes beyond the first: a handful in a pool of dice, hardly any elsewhere.
        many = g.chosen.resolution == R.RESOLUTION_DICE_POOL
        skill = g.kinds[g.models[i].kind].close_skill
        if many:
            wounds *= max(1.0, skill / SKILL_PER_WOUND)
        else:
            wounds *= EXTRA_SUCCESS_FACTOR
    return hit_chance(g, i, w, j, veiled) * harm_worth(g, j, wounds)


@rule
def attack_worth(g: Game, i: int, w: int, j: int) -> float:
    """Return the value of using weapon w on target j, with all models in a burst.

    Call `look` first.
    """
    weapon = g.weapons[w]
    if weapon.burst == 0.0:
        veiled = weapon.ranged == 1 and spot(g, i, j) == OBSCURED
        return single_worth(g, i, w, j, veiled)
    total = 0.0
    x = g.models[j].x
    y = g.models[j].y
    far = weapon.burst + g.radius
    for k in range(g.n_models):
        t = g.models[k]
        if stands(t) and (t.x - x) * (t.x - x) + (t.y - y) * (t.y - y) <= far * far:
            worth = single_worth(g, i, w, k, False)
            if t.side != g.models[i].side:
                total += worth
            else:
                total += -FRIENDLY_FIRE_WEIGHT * worth
    return total


@rule
def bullets_worth(g: Game, w: int, j: int) -> float:
    """Return the value of the bullets of weapon w if all of them meet model j."""
    weapon = g.weapons[w]
    hits = die_beats(float(g.kinds[g.models[j].kind].toughness))
    damage = weapon.dice * (hits * weapon.big + (1.0 - hits) * weapon.weak)
    return throw_worth(g, j, damage, hits, int(weapon.dice))


@rule
def die_beats(toughness: float) -> float:
    """Return the chance that a D6 equals or beats a Toughness."""
    return min(1.0, max(0.0, (ABOVE_D6 - toughness) / D6_SIDES))


@rule
def throw_worth(g: Game, j: int, damage: float, hits: float, dice: int) -> float:
    """Return the value of dice thrown at model j. Doomed Tokens do not add up, so that one hit is
    enough.

    Args:
        g: The game.
        j: The target.
        damage: The mean damage of all dice together.
        hits: The chance that one die hits.
        dice: The number of dice.
    """
    if g.chosen.damage != R.DAMAGE_DOOMED:
        return harm_worth(g, j, damage)
    missed = 1.0
    for _ in range(dice):
        missed *= 1.0 - hits
    return (1.0 - missed) * harm_worth(g, j, 1.0)
