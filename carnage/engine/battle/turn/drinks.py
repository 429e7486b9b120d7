"""A Round of Drinks: the drinks of every End Phase."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.damage import resolve_harm
from carnage.engine.battle.harm.tower import pile_dice, tower_bearer, towers_grow
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, forget_dice, keep_die


@rule
def drinks(g: Game, log: Log) -> None:
    """Have all units drink, those of the First Player first.

    A tower that grows gets dice. Without such towers, models roll and may lose their next
    activation.
    """
    if g.chosen.twist != R.TWIST_DRINKS:
        return
    for n in range(2):
        side = g.first if n == 0 else 1 - g.first
        for unit in range(g.n_units):
            if g.units[unit].side != side:
                continue
            if towers_grow(g):
                i = tower_bearer(g, unit)
                if i >= 0:
                    pile_dice(g, log, E.SWIG, R.TWIST_DRINKS, i, g.p.twist_dice)
            else:
                roll_drinks(g, log, unit)
    if towers_grow(g):
        resolve_harm(g, log)


@rule
def roll_drinks(g: Game, log: Log, unit: int) -> None:
    """Roll for each model of a unit whose tower does not grow; a 1 costs its next activation."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if not is_standing(m):
            continue
        drunk = False
        forget_dice(g.core)
        for _ in range(g.p.twist_dice):
            die = d6(g.core)
            keep_die(g.core, die)
            drunk = drunk or die == 1
        if drunk:
            m.pinched = 1
            write.drunk(g, log, R.TWIST_DRINKS, m.side, i)
        else:
            write.drink(g, log, R.TWIST_DRINKS, m.side, i)
