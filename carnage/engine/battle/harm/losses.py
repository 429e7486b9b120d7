"""Losses: removing models, counting removed units, and scoring them."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import update_upright
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.counters import lose_target
from carnage.engine.battle.harm.twist import wreckage
from carnage.engine.compiling.marks import rule


@rule
def remove_model(g: Game, log: Log, i: int, number: int) -> None:
    """Remove model i from the table by rule `number`."""
    m = g.models[i]
    m.in_play = 0
    update_upright(g)
    g.units[m.unit].in_play -= 1
    g.sides[m.side].models -= 1
    if g.chosen.twist == R.TWIST_WRECKAGE:
        wreckage(g, i)
    write.removed(g, log, number, m.side, i)
    clear_markers_on(g, log, i)
    count_loss(g, log, i)


@rule
def clear_markers_on(g: Game, log: Log, i: int) -> None:
    """Remove the Watch marker of model i and the Aim markers on it, when it is removed or falls.

    Where losses explode, the model will explode, unless it has fallen before.
    """
    lose_target(g, log, i)
    g.models[i].watching = 0
    if g.chosen.twist == R.TWIST_EXPLODING and g.models[i].fell == 0:
        g.models[i].boom = 1


@rule
def count_loss(g: Game, log: Log, i: int) -> None:
    """Count model i, which was removed or has fallen for the first time.

    Its unit counts as removed if this was its last model that had neither left nor fallen.
    """
    m = g.models[i]
    u = g.units[m.unit]
    if u.gone == 1:
        return
    for k in range(u.first, u.first + u.count):
        if g.models[k].in_play == 1 and g.models[k].fell == 0:
            return
    u.gone = 1
    u.last = i
    u.lost = 1
    write.unit_lost(g, log, g.chosen.units, m.side, m.unit, u.points)
    if g.chosen.objectives == R.OBJECTIVES_POINTS_REMOVAL:
        points_removal(g, log, m.unit, int(u.points))


@rule
def count_inflicted(g: Game, by: int, side: int) -> None:
    """Count harm that one side does to the other. No side (-1) inflicts harm, nor does its own."""
    if 0 <= by != side:
        g.sides[by].inflicted += 1


@rule
def points_removal(g: Game, log: Log, unit: int, points: int) -> None:
    """Score the points of a removed unit for the other side, unless that side has left."""
    enemy = 1 - g.units[unit].side
    if g.sides[enemy].gone == 1:
        return
    g.sides[enemy].victory += points
    total = int(g.sides[enemy].victory)
    write.score(g, log, R.OBJECTIVES_POINTS_REMOVAL, enemy, points=points, total=total)


@rule
def models_at_start(g: Game, side: int) -> int:
    """Return the number of models with which a side began."""
    count = 0
    for i in range(g.n_models):
        if began_with(g, side, i):
            count += 1
    return count


@rule
def began_with(g: Game, side: int, i: int) -> bool:
    """Return whether a side began with model i: it was picked, and its unit was not left out."""
    m = g.models[i]
    return m.side == side and m.absent == 0 and m.unit != g.sides[side].left_out


@rule
def lost_models(g: Game, side: int) -> int:
    """Return the number of models of a side that were removed, or have fallen at least once."""
    count = 0
    for i in range(g.n_models):
        m = g.models[i]
        is_removed = m.in_play == 0 and m.away == 0
        if began_with(g, side, i) and (is_removed or m.fell == 1):
            count += 1
    return count
