"""Brawls: who can fight whom by opposed rolls, and what the situation makes of it."""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import lying
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.paths import CONTACT
from carnage.engine.battle.see.line_of_sight import behind, gap
from carnage.engine.compiling.marks import rule


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
def only_opponent(g: Game, i: int) -> int:
    """The enemy whom model i could fight, if there is one alone; else -1."""
    side, only = g.models[i].side, -1
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        if can_fight(g, i, int(g.upright[n])):
            if only >= 0:
                return -1
            only = int(g.upright[n])
    return only


@rule
def odds_against(g: Game, i: int, j: int) -> int:
    """What the situation adds to the total of j, with whom model i picks a fight."""
    more = by_prone_target(g, j) + by_moved_target(g, j) + by_moved_fighter(g, i)
    return more + by_turned_target(g, i, j) + by_turned_fighter(g, i, j) + by_dynamite(g)


@rule
def by_prone_target(g: Game, j: int) -> int:
    """What it adds to the total of j, who is fought, that it is prone."""
    return -int(g.models[j].prone * g.p.fighting_target_prone)


@rule
def by_moved_target(g: Game, j: int) -> int:
    """What it adds to the total of j that it has moved in this round."""
    return int(g.p.fighting_target_moved) if g.models[j].moved > 0 else 0


@rule
def by_moved_fighter(g: Game, i: int) -> int:
    """What it adds to the target's total that i, who fights it, has moved in this round."""
    return int(g.p.fighting_fighter_moved) if g.models[i].moved > 0 else 0


@rule
def by_turned_target(g: Game, i: int, j: int) -> int:
    """What it adds to the total of j that it has i at its side or its back."""
    quarter = behind(g, j, i)
    if quarter == 1:
        return -int(g.p.fighting_target_side)
    return -int(g.p.fighting_target_rear) if quarter == 2 else 0


@rule
def by_turned_fighter(g: Game, i: int, j: int) -> int:
    """What it adds to the total of j that i has it at its side or its back."""
    quarter = behind(g, i, j)
    if quarter == 1:
        return int(g.p.fighting_fighter_side)
    return int(g.p.fighting_fighter_rear) if quarter == 2 else 0


@rule
def by_dynamite(g: Game) -> int:
    """What the lit sticks on the table add to any target's total."""
    return int(lying(g) * g.p.fighting_distraction)
