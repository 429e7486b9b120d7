"""Values of reactions: watching, shots in the other player's turn, and dodging."""

from __future__ import annotations

from carnage.engine.battle.attack.range_bands import ten_chance
from carnage.engine.battle.bots.aiming import best_mark
from carnage.engine.battle.bots.attack_values import attack_worth, harm_worth
from carnage.engine.battle.bots.gear import shot_harm, shot_worth
from carnage.engine.battle.bots.places import best_worth, stride
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.probabilities import chance
from carnage.engine.battle.frame.questions import TO_STOP
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.see.line_of_sight import look
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule
from carnage.engine.core.state import Option

D6_SIDES = 6.0

# Chosen by hand.
DODGE_POINTS = 0.15  # a dodge that averts less is kept for a better one


@rule
def watch_worth(g: Game, i: int) -> float:
    """Return the value of watching to model i: a share of its best shot at an enemy yet to act."""
    m = g.models[i]
    best = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        t = g.models[j]
        away = distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius
        if g.units[t.unit].activated == 0 and away <= g.kinds[m.kind].sight + stride(g, j):
            best = max(best, best_worth(g, i, j))
    return g.weights[m.side].watch * best


@rule
def value_react(g: Game, i: int) -> None:
    """Value the reactions of model i.

    A shot that costs the Watch may be kept for a better target.
    """
    look(g, i)
    waits = 0.0
    if g.models[i].watching == 1:
        waits = g.weights[g.models[i].side].wait
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == TO_STOP:
            o.value = waits
        elif g.chosen.shooting == R.SHOOTING_BULLET_DICE:
            o.value = best_mark(g, i, o.other)
        elif g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
            o.value = shot_worth(g, i, o.other, o.who)
        elif g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
            o.value = attack_worth(g, i, o.other, o.who)
        else:
            raise NoSuchRule


@rule
def dodge_worth(g: Game, j: int, o: Option) -> float:
    """Return the value of dodging to model j, less the value of keeping the dodge."""
    if o.what == 0:
        return 0.0
    kind = g.kinds[g.models[o.who].kind]
    weapon = g.weapons[o.other]
    needs = int(o.x)
    if g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        spared = (
            g.p.reactions_tougher * harm_worth(g, j, float(weapon.big - weapon.weak)) / D6_SIDES
        )
    elif g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        less = ten_chance(needs - int(g.p.reactions_farther)) - ten_chance(needs)
        spared = less * shot_harm(g, o.other, j)
    elif g.chosen.shooting == R.SHOOTING_STAT_TEST or g.chosen.shooting == NOT_ASKED:
        skill = int(kind.ranged_skill + weapon.skill_bonus)
        less = chance(g, skill, needs - int(g.p.reactions_harder)) - chance(g, skill, needs)
        spared = less * harm_worth(g, j, float(weapon.wounds))
    else:
        raise NoSuchRule
    return spared - DODGE_POINTS
