"""Mixed strategy for Hand Signs: fictitious play on the 3x3 matrix game of the signs' values."""

from __future__ import annotations

from carnage.engine.battle.bots.attack_values import die_beats, harm_worth, throw_worth
from carnage.engine.battle.bots.risk import LOOT_TOKEN_POINTS, model_worth
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.questions import PINCH, SHOVE, THUMP
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import has_towers
from carnage.engine.battle.move.pushes import room_behind
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below
from carnage.engine.core.geometry import NEVER, direction_to

FICTITIOUS_PLAY_STEPS = 60  # each side answers the signs that the other has shown so far
RANDOM_STEPS = 1000  # resolution of the random number that picks a sign
SIGNS = 3  # each is beaten by the next

# Chosen by hand.
SHOVE_POINTS = 1.0  # of a gap between the models
TOWER_SHAKE_SHARE_PER_DIE = 0.02  # value of shoving a model with a tower, as a share of its points
LOST_ACTIVATION_SHARE = 0.4  # value of an activation, as a share of the model's points


@rule
def thump_worth(g: Game, i: int, j: int) -> float:
    """Return the value of model i's thump on model j."""
    kind = g.kinds[g.models[i].kind]
    hits = die_beats(float(g.kinds[g.models[j].kind].toughness))
    damage = 0.0
    dice = 0
    for n in range(kind.n_weapons):
        weapon = g.weapons[kind.weapons[n]]
        if weapon.ranged == 0:
            damage += weapon.dice * (hits * weapon.big + (1.0 - hits) * weapon.weak)
            dice += weapon.dice
    return throw_worth(g, j, damage, hits, dice)


@rule
def shove_worth(g: Game, i: int, j: int) -> float:
    """Return the value of shoving model j away from model i."""
    m = g.models[i]
    t = g.models[j]
    dx, dy = direction_to(m.x, m.y, t.x, t.y)
    far, walled = room_behind(g, j, dx, dy, g.p.fighting_shove)
    worth = SHOVE_POINTS if far > 0.0 else 0.0
    if walled:
        worth += harm_worth(g, j, float(g.p.fighting_terrain_damage))
    if has_towers(g):
        worth += TOWER_SHAKE_SHARE_PER_DIE * g.units[t.unit].tower * model_worth(g, j)
    return worth


@rule
def pinch_worth(g: Game, j: int) -> float:
    """Return the value of pinching model j."""
    if g.chosen.objectives == R.OBJECTIVES_LOOT:
        if g.sides[g.models[j].side].stash > 0:
            return LOOT_TOKEN_POINTS
        return 0.0
    if g.models[j].pinched > 0:
        return 0.0
    return LOST_ACTIVATION_SHARE * model_worth(g, j)


@rule
def lands(sign: int, answer: int) -> bool:
    """Return whether a sign takes effect against an answer."""
    return answer != (sign + 1) % SIGNS and not (sign == PINCH and answer == PINCH)


@rule
def outcome(a: int, b: int, t: float, s: float, p: float, t2: float, s2: float, p2: float) -> float:
    """Return the value of sign a against the enemy's sign b.

    Args:
        a: The own sign.
        b: The enemy's sign.
        t: The value of the own thump.
        s: The value of the own shove.
        p: The value of the own pinch.
        t2: The value of the enemy's thump.
        s2: The value of the enemy's shove.
        p2: The value of the enemy's pinch.
    """
    won = 0.0
    if lands(a, b):
        if a == THUMP:
            won += t
        elif a == SHOVE:
            won += s
        else:
            won += p
    if lands(b, a):
        if b == THUMP:
            won -= t2
        elif b == SHOVE:
            won -= s2
        else:
            won -= p2
    return won


@rule
def value_hand(g: Game, i: int) -> None:
    """Value the signs: pick one at random from the mixed strategy, and give it the highest
    value.
    """
    j = g.core.options[0].who
    t = thump_worth(g, i, j)
    s = shove_worth(g, i, j)
    p = pinch_worth(g, j)
    t2 = thump_worth(g, j, i)
    s2 = shove_worth(g, j, i)
    p2 = pinch_worth(g, i)
    mine_0, mine_1, mine_2 = 1.0, 1.0, 1.0  # times that each sign was shown
    theirs_0 = 1.0
    theirs_1 = 1.0
    theirs_2 = 1.0
    for _ in range(FICTITIOUS_PLAY_STEPS):
        best = -NEVER
        mine = THUMP
        worst = NEVER
        theirs = THUMP
        for sign in range(SIGNS):
            value = (
                theirs_0 * outcome(sign, THUMP, t, s, p, t2, s2, p2)
                + theirs_1 * outcome(sign, SHOVE, t, s, p, t2, s2, p2)
                + theirs_2 * outcome(sign, PINCH, t, s, p, t2, s2, p2)
            )
            if value > best:
                best = value
                mine = sign
            value = (
                mine_0 * outcome(THUMP, sign, t, s, p, t2, s2, p2)
                + mine_1 * outcome(SHOVE, sign, t, s, p, t2, s2, p2)
                + mine_2 * outcome(PINCH, sign, t, s, p, t2, s2, p2)
            )
            if value < worst:
                worst = value
                theirs = sign
        mine_0 += 1.0 if mine == THUMP else 0.0
        mine_1 += 1.0 if mine == SHOVE else 0.0
        mine_2 += 1.0 if mine == PINCH else 0.0
        theirs_0 += 1.0 if theirs == THUMP else 0.0
        theirs_1 += 1.0 if theirs == SHOVE else 0.0
        theirs_2 += 1.0 if theirs == PINCH else 0.0
    drawn = (
        (mine_0 + mine_1 + mine_2) * float(bot_below(g.core, RANDOM_STEPS)) / float(RANDOM_STEPS)
    )
    sign = PINCH
    if drawn < mine_0:
        sign = THUMP
    elif drawn < mine_0 + mine_1:
        sign = SHOVE
    for k in range(g.core.offered):
        if g.core.options[k].what == sign:
            g.core.options[k].value = 1.0
        else:
            g.core.options[k].value = 0.0
