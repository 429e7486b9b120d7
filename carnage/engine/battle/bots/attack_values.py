"""What an attack is worth: the enemy's points that it may be expected to remove."""

from __future__ import annotations

from carnage.engine.battle.bots.risk import drain_worth, load_worth
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import stands
from carnage.engine.battle.frame.probabilities import chance
from carnage.engine.battle.frame.state import Game, Model
from carnage.engine.battle.frame.talent_list import brawler, crack_shot, hard_to_hit
from carnage.engine.battle.see.line_of_sight import OBSCURED, spot
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.numbering import NoSuchRule

EVEN = 0.5  # about how likely a shot by range bands hits from where it should be taken
BRAWL = 0.45  # and about how much a fight by opposed rolls is worth beside a hit
HELPLESS = 0.9  # against somebody who is knocked out


@inlined
def harm_worth(g: Game, j: int, wounds: float) -> float:
    """What so many wounds on model j are worth in points to its enemy."""
    w = g.weights[1 - g.models[j].side]
    u = g.units[g.models[j].unit]
    more = w.last * (u.count - u.in_play) / u.count
    if u.activated == 0:
        more += w.fresh
    return (1.0 + more) * harm(g, j, wounds, w.wound)


@rule
def harm(g: Game, j: int, wounds: float, partly: float) -> float:
    """What so many wounds on model j are worth in points, where those that do not remove it are worth so much
    of the points that they work toward."""
    t = g.models[j]
    kind = g.kinds[t.kind]
    points = float(kind.points)
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        return load_worth(g, j, wounds)
    if g.chosen.damage == R.DAMAGE_DWINDLING_TOWER:
        return drain_worth(g, j, wounds, partly)
    if g.chosen.damage == R.DAMAGE_DOOMED:
        # Nobody is doomed twice.
        return 0.0 if t.doomed == 1 else points * (1.0 - chance(g, kind.morale, g.p.damage_difficulty))
    if g.chosen.damage == R.DAMAGE_SLOWED:
        return wounds_worth(t, wounds, float(kind.pace), partly * points, points)
    if g.chosen.damage == R.DAMAGE_CERTAIN_DEATH:
        return wounds_worth(t, wounds, float(kind.wounds), partly * points, points)
    if g.chosen.damage == R.DAMAGE_UNCERTAIN_DEATH:
        likely = points * (1.2 - chance(g, kind.morale, g.p.damage_difficulty))
        return wounds_worth(t, wounds, float(kind.wounds), partly * points, likely)
    raise NoSuchRule


@rule
def wounds_worth(t: Model, wounds: float, full: float, most: float, removal: float) -> float:
    """What so many wounds are worth on a model that takes `full` of them before it may be removed: as many
    parts of `most`, or what its removal is."""
    if wounds < full - t.wounds:
        return most * wounds / max(1.0, full)
    return removal


@inlined
def hit_chance(g: Game, i: int, w: int, j: int, veiled: bool) -> float:
    """How likely model i hits model j with weapon w."""
    kind, weapon = g.kinds[g.models[i].kind], g.weapons[w]
    if weapon.ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        return EVEN
    if weapon.ranged == 0 and g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL:
        return HELPLESS if g.models[j].out > 0 else BRAWL
    skill = kind.close_skill + brawler(g, i) if weapon.ranged == 0 else kind.close_skill
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
    """What weapon w of model i is worth against model j, in points."""
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
        wounds *= max(1.0, g.kinds[g.models[i].kind].close_skill / 2.0) if many else 1.2
    return hit_chance(g, i, w, j, veiled) * harm_worth(g, j, wounds)


@rule
def attack_worth(g: Game, i: int, w: int, j: int) -> float:
    """What using weapon w on target j is worth, everyone caught in a burst included. Needs `look`."""
    weapon = g.weapons[w]
    if weapon.burst == 0.0:
        veiled = weapon.ranged == 1 and spot(g, i, j) == OBSCURED
        return single_worth(g, i, w, j, veiled)
    total = 0.0
    x, y = g.models[j].x, g.models[j].y
    far = weapon.burst + g.radius
    for k in range(g.n_models):
        t = g.models[k]
        if stands(t) and (t.x - x) * (t.x - x) + (t.y - y) * (t.y - y) <= far * far:
            worth = single_worth(g, i, w, k, False)
            total += worth if t.side != g.models[i].side else -1.2 * worth
    return total


@rule
def bullets_worth(g: Game, w: int, j: int) -> float:
    """What the bullets of weapon w are worth, all of which hit model j."""
    weapon = g.weapons[w]
    hits = die_beats(float(g.kinds[g.models[j].kind].toughness))
    damage = weapon.dice * (hits * weapon.big + (1.0 - hits) * weapon.weak)
    return throw_worth(g, j, damage, hits, int(weapon.dice))


@rule
def die_beats(toughness: float) -> float:
    """How likely a six-sided die equals or beats this."""
    return min(1.0, max(0.0, (7.0 - toughness) / 6.0))


@rule
def throw_worth(g: Game, j: int, damage: float, hits: float, dice: int) -> float:
    """What so many dice thrown at model j are worth, each of which hits so often, and which on average do so
    much damage together. Where damage dooms it does so once, however much it is."""
    if g.chosen.damage != R.DAMAGE_DOOMED:
        return harm_worth(g, j, damage)
    missed = 1.0
    for _ in range(dice):
        missed *= 1.0 - hits
    return (1.0 - missed) * harm_worth(g, j, 1.0)
