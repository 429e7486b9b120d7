"""Values by which the greedy bot judges shots and losses, in pips."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.counts import dice_left, pips_left, row_dice, row_pips
from carnage.engine.duel.hit_costs import hit_cost, shot_strength
from carnage.engine.duel.lines import find_line
from carnage.engine.duel.state import CELLS, DEFENSE, OFFENSE, Game

# Chosen by hand.
DIE_PIPS = 2.5  # value of a die besides its pips
GAME_PIPS = 40.0  # value of the game, and so of a ship's last die
DRAW_PIPS = 1.0  # by which a draw is better than the loss of the game, or worse than a win
NO_SHOT_PIPS = -1.0  # of a shot without Offense: it is not fired

MAX_PIPS = 100  # no die has so many


@rule
def emptiest_dice_value(g: Game, side: int, dice: int) -> float:
    """Return the value of a ship's emptiest dice; GAME_PIPS if it has no others."""
    if dice >= dice_left(g, side):
        return GAME_PIPS
    value = 0.0
    missing = dice
    pips = 1
    while missing > 0 and pips < MAX_PIPS:
        for k in range(CELLS):
            if missing > 0 and g.ships[side].cells[k].pips == pips:
                value += pips + DIE_PIPS
                missing -= 1
        pips += 1
    return value


@rule
def hit_harm(g: Game, side: int, offense: int) -> float:
    """Return the loss that a hit of this Offense causes to a ship in its present state."""
    dice, pips = hit_cost(g, dice_left(g, side), offense, row_dice(g, side, DEFENSE))
    if dice > 0:
        return emptiest_dice_value(g, side, dice)
    return float(pips)


@rule
def shot_gain(g: Game, side: int) -> float:
    """Return the value of a hit by this ship, less the cost of the shot; negative for no shot."""
    offense = row_dice(g, side, OFFENSE)
    if offense == 0:
        return NO_SHOT_PIPS
    price = offense * g.p.shot_cost
    gain = hit_harm(g, 1 - side, shot_strength(g, side, offense))
    # A ship that pays for the shot with its last pips has no dice left.
    is_last_shot = row_pips(g, side, OFFENSE) <= price and dice_left(g, side) == offense
    if not is_last_shot:
        return gain - price
    if g.chosen.last_gasp == R.LAST_GASP_AT_ONCE:
        return -GAME_PIPS
    if g.chosen.last_gasp == R.LAST_GASP_DEAD_HEAT or gain < GAME_PIPS:
        return gain - last_shot_cost(g, side)
    return gain - price


@rule
def last_shot_cost(g: Game, side: int) -> float:
    """Return the cost of a shot that leaves a ship without dice.

    A draw is good for a ship that has no more pips than its enemy.
    """
    if pips_left(g, side) <= pips_left(g, 1 - side):
        return GAME_PIPS - DRAW_PIPS
    return GAME_PIPS + DRAW_PIPS


@rule
def shot_value_from(
    g: Game, side: int, ax: float, ay: float, fx: float, fy: float, ex: float, ey: float
) -> float:
    """Return the value of a ship's shot from a, with its prow along f, at an enemy at e.

    It is 0 if no line hits or the shot is not worth its cost.
    """
    gain = shot_gain(g, side)
    if gain <= 0.0:
        return 0.0
    things, _, _, _, _ = find_line(g, ax, ay, fx, fy, row_dice(g, side, OFFENSE), ex, ey)
    return gain if things >= 0 else 0.0
