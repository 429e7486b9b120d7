"""What guns, brawls, luck and markers are worth to the greedy bot."""

from __future__ import annotations

from carnage.engine.battle.attack.brawls import best_weapon, can_fight, odds_against
from carnage.engine.battle.attack.range_bands import number_to_reach, on_chart, ten_chance
from carnage.engine.battle.bots.attack_values import harm_worth
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import gait, upright_from, upright_to
from carnage.engine.battle.frame.state import SPECIAL, Game
from carnage.engine.battle.frame.talent_list import brawlers_edge
from carnage.engine.battle.harm.counters import loaded, may_aim_at
from carnage.engine.battle.see.line_of_sight import look
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.state import Option

DOWN = 0.15  # what knocking down is worth, as a share of the points
OUT = 0.35  # and knocking out
MARKER = 0.06  # and a Stun marker
OWN = 0.8  # how much one's own harm counts against the enemy's
RUNNING = 0.8  # what is left of a shot's worth after a run
THRIFT = 0.25  # what a point of Luck is worth, in points


@rule
def shot_harm(g: Game, w: int, j: int) -> float:
    """What a hit with weapon w on model j is worth by range bands."""
    t = g.models[j]
    points = float(g.kinds[t.kind].points)
    if g.chosen.damage == R.DAMAGE_SLOWED:
        return harm_worth(g, j, float(g.p.shooting_wound)) + (OUT * points if t.out == 0 else 0.0)
    return harm_worth(g, j, float(g.weapons[w].wounds)) + (DOWN * points if t.prone == 0 else 0.0)


@rule
def shot_worth(g: Game, i: int, w: int, j: int) -> float:
    """What a shot with weapon w at model j is worth by range bands. `look` must have been called for i."""
    return ten_chance(number_to_reach(g, i, w, j)) * shot_harm(g, w, j)


@rule
def best_harm(g: Game, i: int) -> float:
    """What a hit on the best of model i's targets would be worth. `look` must have been called for i."""
    m = g.models[i]
    kind = g.kinds[m.kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if g.weapons[w].ranged == 1:
            for place in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
                j = int(g.upright[place])
                if g.gaps[j] <= g.p.shooting_bands * g.p.shooting_band:
                    best = max(best, shot_harm(g, w, j))
    return best


@rule
def beating_worth(g: Game, j: int, result: int) -> float:
    """What it is worth to the other side that model j loses a fight by so much."""
    t = g.models[j]
    points = float(g.kinds[t.kind].points)
    worth = MARKER * points * (result // g.p.fighting_less)
    if result >= g.p.fighting_out:
        worth += harm_worth(g, j, float(g.p.fighting_wound)) + (OUT * points if t.out == 0 else 0.0)
    elif result >= g.p.fighting_down and t.prone == 0:
        worth += DOWN * points
    return worth


@rule
def brawl_worth(g: Game, i: int, w: int, j: int) -> float:
    """What picking a fight with model j is worth, by all hundred ways in which the dice can fall."""
    edge = int(g.weapons[w].edge) + brawlers_edge(g, i)
    other = int(g.weapons[best_weapon(g, j)].edge) + brawlers_edge(g, j)
    more = odds_against(g, i, j)
    helpless = g.models[j].out > 0
    total = 0.0
    for mine in range(1, 11):
        for theirs in range(1, 11):
            gap = mine + edge - more - (0 if helpless else theirs + other)
            if gap > 1:
                total += beating_worth(g, j, min(gap, int(g.p.fighting_worst)))
            elif gap < -1:
                total -= OWN * beating_worth(g, i, min(-gap, int(g.p.fighting_worst)))
            if helpless and theirs == 1:
                total += 9.0 * beating_worth(g, j, min(max(gap, 0), int(g.p.fighting_worst)))
                break
    return total / 100.0


@rule
def best_brawl(g: Game, i: int, w: int) -> float:
    """The best fight that model i could pick."""
    side = g.models[i].side
    best = 0.0
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        j = int(g.upright[n])
        if can_fight(g, i, j):
            best = max(best, brawl_worth(g, i, w, j))
    return best


@inlined
def range_factor(g: Game, i: int, away: float) -> float:
    """How a shot of model i fares at a distance, against an even chance."""
    kind = g.kinds[g.models[i].kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if g.weapons[w].ranged == 1:
            best = max(best, ten_chance(int(g.p.shooting_base + on_chart(g, w, away))))
    return 2.0 * best if best > 0.0 else 1.0


@rule
def haste(g: Game, i: int, o: Option) -> float:
    """What is left of a shot's worth for a model that goes to the offered place first."""
    m = g.models[i]
    if m.moved == 2:
        return 1.0
    free = gait(g, i, float(g.p.movement_walk)) if g.chosen.movement == R.MOVEMENT_GAITS else 0.0
    return RUNNING if distance(m.x, m.y, o.x, o.y) > free + 0.01 else 1.0


@rule
def spares_aim(g: Game, i: int) -> bool:
    """Whether model i can aim and still shoot, with nothing better to do with the action."""
    m = g.models[i]
    if g.speed_phase > 0:
        return False
    if g.phase == SPECIAL:
        return True  # what it would cost is reckoned with in `forgone`
    economy = g.chosen.action_points
    if economy == R.ACTION_POINTS_ONE_OF_EVERYTHING:
        return True
    two = (
        economy == R.ACTION_POINTS_TWO_UNIQUE_ACTIONS
        or economy == R.ACTION_POINTS_SHOOT_SCOOT_BOOT
        or economy == R.ACTION_POINTS_SECRET_ALLOCATION
    )
    return two and m.spent == 0


@rule
def aim_worth(g: Game, i: int, shot: float) -> float:
    """What aiming is worth to model i, whose best shot is worth so much."""
    if spares_aim(g, i):
        return g.weights[g.models[i].side].aim * shot if g.phase == 0 else 0.4
    # A long shot: two actions with a chance are better than two with hardly any.
    return 0.5 if shot > 0.0 and shot < 0.4 and g.models[i].aims < g.p.counters_most else 0.0


@rule
def reload_worth(g: Game, i: int) -> float:
    """What filling a gun is worth: much if all are empty."""
    kind = g.kinds[g.models[i].kind]
    left, holds = 0, 0
    for n in range(kind.n_weapons):
        left += loaded(g, i, int(kind.weapons[n]))
        holds += g.weapons[kind.weapons[n]].load
    if left == 0:
        return 2.0
    return 0.15 if 3 * left <= holds else 0.0


@rule
def value_aim(g: Game, i: int) -> None:
    """Whom to aim at: the same as before, else whoever is the best shot."""
    m = g.models[i]
    look(g, i)
    kind = g.kinds[m.kind]
    for k in range(g.core.offered):
        o = g.core.options[k]
        for n in range(kind.n_weapons):
            w = int(kind.weapons[n])
            if g.weapons[w].ranged == 1 and may_aim_at(g, i, o.who):
                o.value = max(o.value, shot_worth(g, i, w, o.who))


@rule
def value_reload(g: Game, i: int) -> None:
    """Which gun to fill: the emptiest."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = float(g.weapons[o.who].load - loaded(g, i, o.who))


@rule
def luck_worth(g: Game, i: int, what: int, stake: float, rolls: int) -> float:
    """What luck rolls are worth: not for trifles, and the less so the less Luck there is."""
    if what == 0:
        return 0.0
    luck = int(g.models[i].luck)
    odds = 1.0
    for n in range(rolls):
        odds *= min(1.0, max(0, luck - n) / g.p.luck_die)
    return odds * stake - THRIFT * rolls
