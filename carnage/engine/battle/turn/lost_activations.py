"""Lost activations of models that were pinched or are drunk."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule


@rule
def models_sitting_out(g: Game, log: Log, unit: int) -> int:
    """Return the models of a unit that lose this activation, as a bit mask, and log them."""
    u = g.units[unit]
    if g.chosen.twist == R.TWIST_DRINKS:
        number = g.chosen.twist
    else:
        number = g.chosen.fighting
    idle = 0
    for i in range(u.first, u.first + u.count):
        if g.models[i].pinched > 0:
            g.models[i].pinched = 0
            if g.models[i].in_play == 0:
                continue
            idle |= 1 << (i - u.first)
            write.sits_out(g, log, number, u.side, i)
    return idle


@rule
def log_sitting_out(g: Game, log: Log, unit: int) -> None:
    """Log that a unit of one model loses this activation."""
    if g.chosen.twist == R.TWIST_DRINKS:
        number = g.chosen.twist
    else:
        number = g.chosen.fighting
    write.held_up(g, log, number, g.units[unit].side, unit)
