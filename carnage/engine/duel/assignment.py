"""Rules of Assignment: both players arrange their dice in secret and reveal them at once.

Nothing may show the assignment before the reveal. It is sealed as one number whose digit k, in base
3, is the row of die k. The number of questions is the same for all answers.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer, sealed_answers, store_sealed
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.core.state import Core
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.counts import dice_left, fullest_die, row_dice, share_rounded_up
from carnage.engine.duel.decisions import ask_sealed, open_sealed
from carnage.engine.duel.questions import ASSIGN, VALVE
from carnage.engine.duel.state import CELLS, DEFENSE, MOBILITY, OFFENSE, ROWS, Game, Log


@rule
def assign(g: Game, log: Log) -> None:
    """Have both players assign their dice in secret, and reveal them."""
    seal_assignment(g, log, 0)
    seal_assignment(g, log, 1)
    a, b = sealed_answers(g.core)
    open_sealed(g)
    reveal_rows(g, log, 0, a)
    reveal_rows(g, log, 1, b)


@rule
def seal_assignment(g: Game, log: Log, side: int) -> None:
    """Seal the rows that a player gives to the ship's dice."""
    if g.chosen.assignment == R.ASSIGNMENT_STIFF_VALVES:
        stiff_valves(g, log, side)
    else:
        assign_die_by_die(g, log, side)
    clear(g.core)


@rule
def row_of(rows: int, k: int) -> int:
    """Return the row of die k in a sealed number."""
    for _ in range(k):
        rows //= ROWS
    return rows % ROWS


@rule
def with_row(rows: int, k: int, row: int) -> int:
    """Return a sealed number with die k in this row."""
    place = 1
    for _ in range(k):
        place *= ROWS
    return rows + (row - rows // place % ROWS) * place


@rule
def is_row_allowed(g: Game, dice: int, unassigned: int, row_size: int, empty_rows: int) -> bool:
    """Return whether the next die may go to a row.

    Args:
        dice: Number of dice of the ship.
        unassigned: Number of dice still to be assigned, with this one.
        row_size: Number of dice in the row.
        empty_rows: Number of rows without dice.
    """
    if g.chosen.assignment == R.ASSIGNMENT_MINIMUM:
        return minimum(g, dice, unassigned, row_size, empty_rows)
    if g.chosen.assignment == R.ASSIGNMENT_BALANCED:
        return balanced(g, dice, row_size)
    if g.chosen.assignment == R.ASSIGNMENT_FREE:
        return free()
    raise NoSuchRule


@rule
def free() -> bool:
    """Return True: any die may go to any row."""
    return True


@rule
def minimum(g: Game, dice: int, unassigned: int, row_size: int, empty_rows: int) -> bool:
    """Return whether every row can still get a die after this one.

    Ships with few dice are exempt.
    """
    return dice <= g.p.assignment_until or row_size == 0 or unassigned > empty_rows


@rule
def balanced(g: Game, dice: int, row_size: int) -> bool:
    """Return whether the row has less than the largest share of the dice, rounded up."""
    return row_size < share_rounded_up(dice, g.p.assignment_most)


@rule
def assign_die_by_die(g: Game, log: Log, side: int) -> None:
    """Ask for the row of each die, the fullest first.

    If a die can go to one row only, it may also trade rows with the die before. Otherwise there
    would be no question, and the number of questions would show where the dice are.
    """
    c = g.core
    dice = dice_left(g, side)
    before = -1
    mobility = 0
    offense = 0
    defense = 0
    for n in range(dice):
        k = fullest_die(g, side, n)
        empty = int(mobility == 0) + int(offense == 0) + int(defense == 0)
        clear(c)
        if is_row_allowed(g, dice, dice - n, mobility, empty):
            offer_row(c, MOBILITY, k, mobility)
        if is_row_allowed(g, dice, dice - n, offense, empty):
            offer_row(c, OFFENSE, k, offense)
        if is_row_allowed(g, dice, dice - n, defense, empty):
            offer_row(c, DEFENSE, k, defense)
        if c.offered == 1 and before >= 0:
            offer(c, c.options[0].what, k, before)
        o = c.options[ask_sealed(g, log, side, ASSIGN, k)]
        row = int(o.what)
        rows = c.sealed[side]
        if o.other >= 0:
            rows = with_row(with_row(rows, k, row_of(rows, before)), before, row)
        else:
            rows = with_row(rows, k, row)
        store_sealed(c, side, rows)
        mobility += int(row == MOBILITY)
        offense += int(row == OFFENSE)
        defense += int(row == DEFENSE)
        before = k


@rule
def offer_row(c: Core, row: int, k: int, number: int) -> None:
    """Offer a row for die k. `queries` describes the number `number`.

    It is stored in the option, because only the player who is asked can see the options.
    """
    offer(c, row, k, -1)
    c.options[c.offered - 1].x = float(number)


@rule
def stiff_valves(g: Game, log: Log, side: int) -> None:
    """Ask which dice change their rows, and to which; all other dice stay."""
    c = g.core
    before = -1
    for k in range(CELLS):
        store_sealed(c, side, with_row(c.sealed[side], k, g.ships[side].cells[k].row))
    for change in range(g.p.assignment_valves):
        clear(c)
        for n in range(dice_left(g, side)):
            offer_distinct_die(g, side, fullest_die(g, side, n))
        for n in range(c.offered):
            o = c.options[n]
            o.x = float(change)
            if before >= 0 and die_to_move(g, side, o.who, before) == before:
                o.other = row_of(c.sealed[side], before)
        k = int(c.options[ask_sealed(g, log, side, VALVE, -1)].who)
        k = die_to_move(g, side, k, before)
        clear(c)
        for row in range(ROWS):
            offer_row(c, row, k, change + 1)
        row = c.options[ask_sealed(g, log, side, ASSIGN, k)].what
        store_sealed(c, side, with_row(c.sealed[side], k, row))
        before = k


@rule
def offer_distinct_die(g: Game, side: int, k: int) -> None:
    """Offer a die to be moved, unless one with the same row and pips is offered already."""
    c = g.core
    cells = g.ships[side].cells
    for n in range(c.offered):
        twin = cells[c.options[n].who]
        if twin.row == cells[k].row and twin.pips == cells[k].pips:
            return
    offer(c, cells[k].row, k, -1)


@rule
def die_to_move(g: Game, side: int, k: int, before: int) -> int:
    """Return die k, or another with the same row and pips if k is the die that was moved before."""
    if k != before:
        return k
    cells = g.ships[side].cells
    for n in range(CELLS):
        if n != k and cells[n].pips == cells[k].pips and cells[n].row == cells[k].row:
            return n
    return k


@rule
def reveal_rows(g: Game, log: Log, side: int, rows: int) -> None:
    """Move a ship's dice to their sealed rows, and log them."""
    ship = g.ships[side]
    for k in range(CELLS):
        if ship.cells[k].pips > 0:
            ship.cells[k].row = row_of(rows, k)
    forget_dice(g.core)
    for row in range(ROWS):
        for n in range(dice_left(g, side)):
            k = fullest_die(g, side, n)
            if ship.cells[k].row == row:
                keep_die(g.core, ship.cells[k].pips)
    ship.mobility = row_dice(g, side, MOBILITY)
    ship.still = ship.mobility
    a = ship.mobility
    b = row_dice(g, side, OFFENSE)
    d = row_dice(g, side, DEFENSE)
    write.reveal(g, log, g.chosen.assignment, side, mobility=a, offense=b, defense=d)
