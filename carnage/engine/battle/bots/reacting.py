"""Values of reactions: watching, shots in the other player's turn, and dodging."""

from __future__ import annotations

from carnage.engine.battle.attack.range_bands import d10_chance
from carnage.engine.battle.bots.aiming import best_line_of_fire_value
from carnage.engine.battle.bots.attack_values import attack_value, weighted_harm_value
from carnage.engine.battle.bots.gear import shot_hit_value, shot_value
from carnage.engine.battle.bots.places import best_attack_value, move_reach
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.probabilities import chance
from carnage.engine.battle.frame.questions import TO_STOP
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.see.line_of_sight import measure_gaps
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule
from carnage.engine.core.state import Option

D6_SIDES = 6.0

# Chosen by hand.
DODGE_POINTS = 0.15  # a dodge that averts less is kept for a better one


@rule
def watch_value(g: Game, i: int) -> float:
    """Return the value of watching to model i: a share of its best shot at an enemy yet to act."""
    m = g.models[i]
    best = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        t = g.models[j]
        gap = distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius
        if g.units[t.unit].activated == 0 and gap <= g.kinds[m.kind].sight + move_reach(g, j):
            best = max(best, best_attack_value(g, i, j))
    return g.weights[m.side].watch * best


@rule
def evaluate_reactions(g: Game, i: int) -> None:
    """Value the reactions of model i.

    A shot that costs the Watch may be kept for a better target.
    """
    measure_gaps(g, i)
    keep_watching = 0.0
    if g.models[i].watching == 1:
        keep_watching = g.weights[g.models[i].side].wait
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == TO_STOP:
            o.value = keep_watching
        elif g.chosen.shooting == R.SHOOTING_BULLET_DICE:
            o.value = best_line_of_fire_value(g, i, o.other)
        elif g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
            o.value = shot_value(g, i, o.other, o.who)
        elif g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
            o.value = attack_value(g, i, o.other, o.who)
        else:
            raise NoSuchRule


@rule
def dodge_value(g: Game, j: int, o: Option) -> float:
    """Return the value of dodging to model j, less the value of keeping the dodge.

    The option names the shooter, its weapon, and the number that it has to beat or to roll.
    """
    if o.what == 0:
        return 0.0
    weapon = g.weapons[o.other]
    number = int(o.x)
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        harm = weighted_harm_value(g, j, float(weapon.big - weapon.weak))
        return g.p.reactions_tougher * harm / D6_SIDES - DODGE_POINTS
    if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        averted = d10_chance(number - int(g.p.reactions_farther)) - d10_chance(number)
        return averted * shot_hit_value(g, o.other, j) - DODGE_POINTS
    if g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
        skill = int(g.kinds[g.models[o.who].kind].ranged_skill + weapon.skill_bonus)
        hit = chance(g, skill, number - int(g.p.reactions_harder))
        averted = hit - chance(g, skill, number)
        return averted * weighted_harm_value(g, j, float(weapon.wounds)) - DODGE_POINTS
    raise NoSuchRule
