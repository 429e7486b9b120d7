"""Rules of Dice: the fuel that a ship begins with."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import forget_dice, keep_die
from carnage.engine.duel import writers as write
from carnage.engine.duel.state import CELLS, ROWS, Game, Log


@rule
def load_fuel(g: Game, log: Log) -> None:
    """Give both ships their dice at the highest numbers, in rows as even as possible.

    Defense gets the first odd die, and Offense the second.
    """
    for side in range(2):
        forget_dice(g.core)
        for k in range(CELLS):
            cell = g.ships[side].cells[k]
            cell.pips = g.start[k]
            cell.row = ROWS - 1 - k % ROWS
            if cell.pips > 0:
                keep_die(g.core, cell.pips)
        write.fuel(g, log, g.chosen.dice, side)
