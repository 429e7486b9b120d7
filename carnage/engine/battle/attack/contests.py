"""Fights by Opposed Rolls: both models roll, and a table gives the result for the loser."""

from __future__ import annotations

from carnage.engine.battle.attack.brawls import (
    best_weapon,
    dynamite_change,
    enemy_total_change,
    moved_fighter_change,
    moved_target_change,
    prone_target_change,
    turned_fighter_change,
    turned_target_change,
)
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.luck import avoids_harm, can_be_hero, choose_hero
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import brawlers_edge, bully
from carnage.engine.battle.harm.counters import knock_down, knock_out, stun
from carnage.engine.battle.harm.damage import wound_surely
from carnage.engine.battle.harm.wound_cost import wounds_cost
from carnage.engine.battle.move.pushes import push_away
from carnage.engine.battle.turn.allocation import ask_to_defend
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d10, forget_dice, keep_die


@rule
def fight_die(g: Game, log: Log, i: int) -> int:
    """Return model i's D10 in a fight, or the highest value if its player calls the die a Hero."""
    die = d10(g.core)
    keep_die(g.core, die)
    side = int(g.models[i].side)
    top = int(g.p.fighting_base)
    if die < top and can_be_hero(g, side, die) and choose_hero(g, log, side, i, top, 0, 1):
        return top
    return die


@rule
def opposed_roll(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Fight enemy j with weapon w of model i by an Opposed Roll, and apply the result to the loser.

    Both roll a D10 and add the edge of a weapon; the target uses its best. A target that is knocked
    out neither rolls nor adds an edge.
    """
    t = g.models[j]
    side = int(g.models[i].side)
    write.attack(g, log, g.chosen.fighting, side, i, j, weapon=w, obscured=0, caught=0)
    harder = ask_to_defend(g, log, t.side, j)
    other = best_weapon(g, j)
    forget_dice(g.core)
    mine = fight_die(g, log, i) + int(g.weapons[w].edge) + brawlers_edge(g, i)
    theirs = enemy_total_change(g, i, j) + harder
    if t.out == 0:
        theirs += fight_die(g, log, j) + int(g.weapons[other].edge) + brawlers_edge(g, j)
    write.contest(
        g,
        log,
        R.FIGHTING_OPPOSED_ROLL,
        side,
        i,
        j,
        total=mine,
        target_total=theirs,
        weapon=w,
        other=other,
        prone_target=prone_target_change(g, j),
        moved_target=moved_target_change(g, j),
        moved_fighter=moved_fighter_change(g, i),
        turned_target=turned_target_change(g, i, j),
        turned_fighter=turned_fighter_change(g, i, j),
        dynamite=dynamite_change(g),
    )
    if mine > theirs:
        apply_defeat(g, log, j, i, min(mine - theirs, g.p.fighting_worst))
    elif theirs > mine:
        apply_defeat(g, log, i, j, min(theirs - mine, g.p.fighting_worst))


@rule
def apply_defeat(g: Game, log: Log, j: int, i: int, result: int) -> None:
    """Apply the table of results to model j, which has lost a fight against model i.

    Args:
        g: The game.
        log: The log.
        j: The loser.
        i: The winner.
        result: The difference of the totals, from 1 to the worst result of the table.
    """
    t = g.models[j]
    write.beaten(g, log, R.FIGHTING_OPPOSED_ROLL, t.side, j, i, result)
    if result <= 1 and result % g.p.fighting_less == 0:
        return
    wounds = int(g.p.fighting_wound)
    cost = 0.25 * result
    if result >= g.p.fighting_out:
        cost += wounds_cost(g, j, wounds)
    if avoids_harm(g, log, j, cost, 1):
        return
    if result % g.p.fighting_less != 0:
        push_away(g, log, R.FIGHTING_OPPOSED_ROLL, i, j, float(g.p.fighting_push) + bully(g, i))
    if result >= g.p.fighting_out:
        knock_out(g, log, j, int(g.p.fighting_phases))
    elif result >= g.p.fighting_down:
        knock_down(g, log, j)
    stun(g, log, j, result // g.p.fighting_less)
    if result >= g.p.fighting_out and is_standing(t):
        wound_surely(g, log, g.models[i].side, j, wounds)
