"""Rules by which a ship spends pips and loses dice."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.duel import writers as write
from carnage.engine.duel.counts import row_pips
from carnage.engine.duel.decisions import ask
from carnage.engine.duel.questions import LOSE, PAY
from carnage.engine.duel.state import ANY, CELLS, Game, Log


@rule
def offer_distinct_cell(g: Game, i: int) -> None:
    """Offer a die, unless one with the same row and pips is offered already.

    `i` is the index of the die among those of both ships: CELLS times the ship, plus its index
    there.
    """
    c = g.core
    cell = g.ships[i // CELLS].cells[i % CELLS]
    for k in range(c.offered):
        if c.options[k].what == cell.row and c.options[k].other == cell.pips:
            return
    offer(c, cell.row, i % CELLS, cell.pips)


@rule
def spend_pip(g: Game, log: Log, side: int, row: int, number: int) -> None:
    """Spend one pip from a row, or from ANY; the player chooses the die.

    A row without pips pays nothing. `number` is the rule that is logged.
    """
    ship = g.ships[side]
    ship.owes[row] -= 1
    if row_pips(g, side, row) == 0:
        ship.owes[row] = 0
        return
    clear(g.core)
    for k in range(CELLS):
        if ship.cells[k].pips > 0 and (row == ANY or ship.cells[k].row == row):
            offer_distinct_cell(g, side * CELLS + k)
    cell = ship.cells[g.core.options[ask(g, log, side, PAY, row)].who]
    cell.pips -= 1
    write.spend(g, log, number, side, row=cell.row, pips_left=cell.pips)
    if cell.pips == 0:
        ship.lost += 1


@rule
def lose_dice(g: Game, log: Log, side: int, dice: int) -> None:
    """Take the dice with the fewest pips from a ship; its player chooses between equal ones."""
    ship = g.ships[side]
    for _ in range(dice):
        fewest = 1000
        for k in range(CELLS):
            if 0 < ship.cells[k].pips < fewest:
                fewest = ship.cells[k].pips
        if fewest == 1000:
            return
        clear(g.core)
        for k in range(CELLS):
            if ship.cells[k].pips == fewest:
                offer_distinct_cell(g, side * CELLS + k)
        cell = ship.cells[g.core.options[ask(g, log, side, LOSE, -1)].who]
        cell.pips = 0
        ship.lost += 1
        write.lose(g, log, g.chosen.hit, side, row=cell.row, pips=fewest)
