"""Situations of Opposed Rolls: the possible opponents, and the changes to the target's total."""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import lit_sticks_on_table
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.paths import CONTACT
from carnage.engine.battle.see.line_of_sight import gap, relative_position
from carnage.engine.compiling.marks import rule


@rule
def best_weapon(g: Game, i: int) -> int:
    """Return the close weapon of model i with the best edge, the first if several are equal."""
    kind = g.kinds[g.models[i].kind]
    best = -1
    for n in range(kind.n_weapons):
        w = int(kind.weapons[n])
        if g.weapons[w].ranged == 0 and (best < 0 or g.weapons[w].edge > g.weapons[best].edge):
            best = w
    return best


@rule
def can_fight(g: Game, i: int, j: int) -> bool:
    """Return whether model i is in base contact with standing enemy j, so that it can fight it."""
    return gap(g, i, j) <= CONTACT


@rule
def has_opponent(g: Game, i: int) -> bool:
    """Return whether model i is in base contact with an enemy."""
    side = g.models[i].side
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        if can_fight(g, i, int(g.upright[n])):
            return True
    return False


@rule
def only_opponent(g: Game, i: int) -> int:
    """Return the only enemy that model i could fight, or -1 if there are none or several."""
    side = g.models[i].side
    only = -1
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        if can_fight(g, i, int(g.upright[n])):
            if only >= 0:
                return -1
            only = int(g.upright[n])
    return only


@rule
def enemy_total_change(g: Game, i: int, j: int) -> int:
    """Return the sum of all changes to the total of target j in a fight that model i picks."""
    more = prone_target_change(g, j) + moved_target_change(g, j) + moved_fighter_change(g, i)
    return (
        more + turned_target_change(g, i, j) + turned_fighter_change(g, i, j) + dynamite_change(g)
    )


@rule
def prone_target_change(g: Game, j: int) -> int:
    """Return the change to target j's total for being prone."""
    return -int(g.models[j].prone * g.p.fighting_target_prone)


@rule
def moved_target_change(g: Game, j: int) -> int:
    """Return the change to target j's total for having moved in this round."""
    if g.models[j].moved > 0:
        return int(g.p.fighting_target_moved)
    return 0


@rule
def moved_fighter_change(g: Game, i: int) -> int:
    """Return the change to the target's total for a move of fighter i in this round."""
    if g.models[i].moved > 0:
        return int(g.p.fighting_fighter_moved)
    return 0


@rule
def turned_target_change(g: Game, i: int, j: int) -> int:
    """Return the change to target j's total for a fighter i at its side or back."""
    quarter = relative_position(g, j, i)
    if quarter == 1:
        return -int(g.p.fighting_target_side)
    return -int(g.p.fighting_target_rear) if quarter == 2 else 0


@rule
def turned_fighter_change(g: Game, i: int, j: int) -> int:
    """Return the change to target j's total if it is at the side or back of fighter i."""
    quarter = relative_position(g, i, j)
    if quarter == 1:
        return int(g.p.fighting_fighter_side)
    return int(g.p.fighting_fighter_rear) if quarter == 2 else 0


@rule
def dynamite_change(g: Game) -> int:
    """Return the change to a target's total for the lit sticks that lie on the table."""
    return int(lit_sticks_on_table(g) * g.p.fighting_distraction)
