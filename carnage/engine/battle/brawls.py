"""Brawls: who can fight whom by opposed rolls, and what the situation makes of it."""

from __future__ import annotations

from carnage.engine.battle.line_of_sight import behind, gap
from carnage.engine.battle.paths import CONTACT
from carnage.engine.battle.standing import upright_from, upright_to
from carnage.engine.battle.state import Game
from carnage.engine.battle.sticks import lying
from carnage.engine.core.compiling import rule


@rule
def best_weapon(g: Game, i: int) -> int:
    """The weapon of model i with the best edge in a fight, the first of equals."""
    kind = g.kinds[g.models[i].kind]
    best = int(kind.weapons[0])
    for n in range(1, kind.n_weapons):
        if g.weapons[kind.weapons[n]].edge > g.weapons[best].edge:
            best = int(kind.weapons[n])
    return best


@rule
def can_fight(g: Game, i: int, j: int) -> bool:
    """Whether model i could pick a fight with enemy j, which stands."""
    return gap(g, i, j) <= CONTACT


@rule
def has_opponent(g: Game, i: int) -> bool:
    """Whether model i has anybody to fight."""
    side = g.models[i].side
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        if can_fight(g, i, int(g.upright[n])):
            return True
    return False


@rule
def odds_against(g: Game, i: int, j: int) -> int:
    """What the situation adds to the total of j, with whom model i picks a fight."""
    m, t = g.models[i], g.models[j]
    more = -int(t.prone * g.p.fighting_target_prone)
    if t.moved > 0:
        more += g.p.fighting_target_moved
    if m.moved > 0:
        more += g.p.fighting_fighter_moved
    quarter = behind(g, j, i)
    if quarter == 1:
        more -= g.p.fighting_target_side
    elif quarter == 2:
        more -= g.p.fighting_target_rear
    quarter = behind(g, i, j)
    if quarter == 1:
        more += g.p.fighting_fighter_side
    elif quarter == 2:
        more += g.p.fighting_fighter_rear
    return more + lying(g) * g.p.fighting_distraction
