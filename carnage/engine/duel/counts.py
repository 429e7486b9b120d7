"""Counts of dice and pips. These rules change nothing."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel.state import ANY, CELLS, Game


@rule
def dice_left(g: Game, side: int) -> int:
    """Return the number of dice of a ship."""
    dice = 0
    for k in range(CELLS):
        if g.ships[side].cells[k].pips > 0:
            dice += 1
    return dice


@rule
def pips_left(g: Game, side: int) -> int:
    """Return the number of pips of a ship."""
    pips = 0
    for k in range(CELLS):
        pips += g.ships[side].cells[k].pips
    return pips


@rule
def share_rounded_up(dice: int, share: float) -> int:
    """Return a share of a number of dice, rounded up."""
    return int(dice * share + 0.999)


@rule
def lowest_die(g: Game, side: int) -> int:
    """Return the pips of a ship's lowest die; 0 if it has none."""
    lowest = 0
    for k in range(CELLS):
        pips = int(g.ships[side].cells[k].pips)
        if pips > 0 and (lowest == 0 or pips < lowest):
            lowest = pips
    return lowest


@rule
def row_dice(g: Game, side: int, row: int) -> int:
    """Return the value of a row: the number of dice in it."""
    dice = 0
    for k in range(CELLS):
        cell = g.ships[side].cells[k]
        if cell.pips > 0 and cell.row == row:
            dice += 1
    return dice


@rule
def row_pips(g: Game, side: int, row: int) -> int:
    """Return the number of pips in a row, or in ANY."""
    pips = 0
    for k in range(CELLS):
        cell = g.ships[side].cells[k]
        if row == ANY or cell.row == row:
            pips += cell.pips
    return pips


@rule
def fullest_die(g: Game, side: int, n: int) -> int:
    """Return the index of a ship's die with the most pips but n, or -1 if it has n dice or fewer.

    Equal dice are in the order of their indices.
    """
    cells = g.ships[side].cells
    for k in range(CELLS):
        if cells[k].pips == 0:
            continue
        before = 0
        for other in range(CELLS):
            if cells[other].pips > cells[k].pips or (
                cells[other].pips == cells[k].pips and other < k
            ):
                before += 1
        if before == n:
            return k
    return -1


@rule
def is_finished(g: Game) -> bool:
    """Return whether a ship has no dice."""
    return dice_left(g, 0) == 0 or dice_left(g, 1) == 0
