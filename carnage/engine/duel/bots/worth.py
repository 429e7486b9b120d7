"""Values by which the greedy bot judges shots and losses, in pips."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.counts import dice_left, pips_left, row_dice, row_pips
from carnage.engine.duel.hit_costs import toll
from carnage.engine.duel.lines import find_line
from carnage.engine.duel.state import CELLS, DEFENSE, OFFENSE, Game

A_DIE = 2.5  # value of a die besides its pips
THE_GAME = 40.0


@rule
def emptiest(g: Game, side: int, dice: int) -> float:
    """Return the value of a ship's emptiest dice; THE_GAME if it has no others."""
    if dice >= dice_left(g, side):
        return THE_GAME
    worth = 0.0
    left = dice
    pips = 1
    while left > 0 and pips < 100:
        for k in range(CELLS):
            if left > 0 and g.ships[side].cells[k].pips == pips:
                worth += pips + A_DIE
                left -= 1
        pips += 1
    return worth


@rule
def harm(g: Game, side: int, offense: int) -> float:
    """Return the loss that a hit of this Offense causes to a ship in its present state."""
    dice, pips = toll(g, dice_left(g, side), offense, row_dice(g, side, DEFENSE))
    if dice > 0:
        return emptiest(g, side, dice)
    return float(pips)


@rule
def gain(g: Game, side: int) -> float:
    """Return the value of a hit by this ship, less the cost of the shot; negative if it should
    not shoot.
    """
    offense = row_dice(g, side, OFFENSE)
    if offense == 0:
        return -1.0
    cost = float(offense * g.p.shot_cost)
    # A ship that pays for the shot with its last pips has no dice left.
    dying = row_pips(g, side, OFFENSE) <= cost and dice_left(g, side) == offense
    gained = harm(g, 1 - side, offense)
    if dying and g.chosen.last_gasp == R.LAST_GASP_AT_ONCE:
        return -THE_GAME
    if dying and (g.chosen.last_gasp == R.LAST_GASP_DEAD_HEAT or gained < THE_GAME):
        # A draw is good for a ship that has no more pips than its enemy.
        if pips_left(g, side) <= pips_left(g, 1 - side):
            cost = THE_GAME - 1.0
        else:
            cost = THE_GAME + 1.0
    return gained - cost


@rule
def shot_from(
    g: Game, side: int, ax: float, ay: float, fx: float, fy: float, ex: float, ey: float
) -> float:
    """Return the value of a ship's shot from a, with its prow along f, at an enemy at e.

    It is 0 if no line hits or the shot is not worth its cost.
    """
    worth = gain(g, side)
    if worth <= 0.0:
        return 0.0
    met, _, _, _, _ = find_line(g, ax, ay, fx, fy, row_dice(g, side, OFFENSE), ex, ey)
    return worth if met >= 0 else 0.0
