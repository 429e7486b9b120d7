"""Debts of an action: the dice to be jettisoned and the pips to be paid.

A jettisoned die may explode on the enemy, whose losses may explode in turn. The record therefore
keeps all debts. They are settled in a fixed order: dice to be jettisoned first, then pips for
blocks, then pips for a ship's own actions.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.fuel import spend_pip
from carnage.engine.duel.jettison import jettison
from carnage.engine.duel.last_gasp import is_halted
from carnage.engine.duel.state import ANY, DEFENSE, MOBILITY, OFFENSE, Game, Log


@rule
def settle_debts(g: Game, log: Log, side: int) -> None:
    """Settle all debts of both ships, of equal ones those of `side` first."""
    while not is_halted(g) and settle_next_debt(g, log, side):
        pass


@rule
def settle_next_debt(g: Game, log: Log, side: int) -> bool:
    """Settle the next debt, and return whether there was one."""
    for n in range(2):
        at = side if n == 0 else 1 - side
        if g.ships[at].lost > 0:
            g.ships[at].lost -= 1
            jettison(g, log, at)
            return True
    for n in range(2):
        at = side if n == 0 else 1 - side
        if g.ships[at].owes[DEFENSE] > 0:
            spend_pip(g, log, at, DEFENSE, R.TURN_SPENDING)
            return True
    for n in range(2):
        at = side if n == 0 else 1 - side
        if g.ships[at].owes[OFFENSE] > 0:
            spend_pip(g, log, at, OFFENSE, R.TURN_SPENDING)
            return True
        if g.ships[at].owes[MOBILITY] > 0:
            spend_pip(g, log, at, MOBILITY, R.TURN_SPENDING)
            return True
        if g.ships[at].owes[ANY] > 0:
            spend_pip(g, log, at, ANY, R.TURN_COASTING)
            return True
    return False
