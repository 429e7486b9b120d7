"""Reload and Aim: the Special actions of guns under Range Bands."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.questions import AIM, RELOAD
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.counters import can_aim_at, lose_aim, set_shots
from carnage.engine.battle.see.line_of_sight import enemies_from, enemies_to, measure_gaps
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer


@rule
def reload(g: Game, log: Log, i: int) -> None:
    """Ask which weapon of model i to reload, and fill it."""
    m = g.models[i]
    kind = g.kinds[m.kind]
    clear(g.core)
    for n in range(kind.n_weapons):
        if m.loads[n] < g.weapons[kind.weapons[n]].load:
            offer(g.core, 0, kind.weapons[n], -1)
    w = g.core.options[ask(g, log, m.side, RELOAD, i)].who
    set_shots(g, i, w, int(g.weapons[w].load))
    write.reload(g, log, R.COUNTERS_RELOAD, m.side, i, weapon=w)


@rule
def take_aim(g: Game, log: Log, i: int) -> None:
    """Ask which enemy model i aims at, and give model i an Aim marker on it.

    Markers on another target are lost.
    """
    m = g.models[i]
    measure_gaps(g, i)
    clear(g.core)
    for j in range(enemies_from(g, m.side), enemies_to(g, m.side)):
        if can_aim_at(g, i, j):
            offer(g.core, 0, j, -1)
    j = g.core.options[ask(g, log, m.side, AIM, i)].who
    if m.aims > 0 and m.aimed != j:
        lose_aim(g, log, i)
    m.aims += 1
    m.aimed = j
    write.aim(g, log, R.COUNTERS_AIM, m.side, i, j, m.aims)
