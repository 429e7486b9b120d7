"""Dexterity: the resting places of thrown dice, and the risk that a tower of dice falls.

The parameters are in `dexterity.toml`, one set for each level of skill; docs/reference/options.md
gives their source. The height n of a tower is its number of dice. A tower higher than TOWER has the
risks of height TOWER, but a die added to it always brings it down. Distances are in the game's own
measure. Places may be off the table.
"""

from __future__ import annotations

import math

from carnage.catalog.dexterity import MAX_TOWER_DICE
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.state import Core

CERTAIN = 10_000  # risks are in ten-thousandths
FINE = 1 << 24  # resolution of draws for other risks
STEPS = 1 << 16
ERRORS = 12  # the sum of 12 uniform draws below STEPS has a variance of STEPS² − 1
MEAN = ERRORS * (STEPS - 1) / 2


@rule
def normal_deviate(c: Core) -> float:
    """Draw a standard normal deviate, approximately; it is never beyond ±6.

    It is a sum of uniform draws (the Irwin–Hall distribution), because logarithms differ in their
    last bits between compiled and plain Python.
    """
    total = 0
    for _ in range(ERRORS):
        total += below(c, STEPS)
    return (float(total) - MEAN) / float(STEPS)


@rule
def scatter(g: Game, side: int, distance: float) -> tuple[float, float, float]:
    """Return the mean error along a throw, and the standard deviations along and across it.

    Args:
        g: The game.
        side: The side that throws.
        distance: The length of the throw.
    """
    hand = g.hands[side]
    along = hand.along_base * g.inch + hand.along_share * distance
    across = hand.across_base * g.inch + hand.across_share * distance
    return hand.overshoot * distance, along, across


@rule
def landing_place(
    g: Game, side: int, x0: float, y0: float, ax: float, ay: float
) -> tuple[float, float]:
    """Draw the resting place of a die thrown from x0, y0 at ax, ay."""
    dx = ax - x0
    dy = ay - y0
    distance = math.sqrt(dx * dx + dy * dy)
    ux = 1.0
    uy = 0.0
    if distance > 0.0:
        ux = dx / distance
        uy = dy / distance
    over, sd_along, sd_across = scatter(g, side, distance)
    along = over + sd_along * normal_deviate(g.core)
    across = sd_across * normal_deviate(g.core)
    return ax + ux * along - uy * across, ay + uy * along + ux * across


@rule
def risk_added(g: Game, side: int, n: int) -> int:
    """Return the risk, in ten-thousandths, that a tower falls when this side adds its nth die."""
    if n > MAX_TOWER_DICE:
        return CERTAIN
    if n < 1:
        return 0
    return int(g.hands[side].added[n - 1])


@rule
def risk_moved(g: Game, side: int, n: int) -> int:
    """Return the risk that a tower of n dice falls when this side moves it an inch.

    It is in ten-thousandths.
    """
    if n < 1:
        return 0
    return int(g.hands[side].moved[min(n, MAX_TOWER_DICE) - 1])


@rule
def risk_struck(g: Game, side: int, n: int) -> int:
    """Return the risk that a tower of n dice falls when this side's die strikes it.

    It is in ten-thousandths.
    """
    if n < 1:
        return 0
    return int(g.hands[side].struck[min(n, MAX_TOWER_DICE) - 1])


@rule
def chance_added(g: Game, side: int, n: int) -> float:
    """Return the probability that a tower falls when this side adds its nth die."""
    return float(risk_added(g, side, n)) / float(CERTAIN)


@rule
def chance_moved(g: Game, side: int, n: int, distance: float) -> float:
    """Return the probability that a tower of n dice falls when this side moves it a distance.

    The distance is in inches. Each inch is an independent risk; the last part of an inch counts in
    proportion.
    """
    inch = float(risk_moved(g, side, n)) / float(CERTAIN)
    stands = 1.0
    left = distance / g.inch
    while left >= 1.0:
        stands *= 1.0 - inch
        left -= 1.0
    if left > 0.0:
        stands *= 1.0 - inch * left
    return 1.0 - stands


@rule
def chance_struck(g: Game, side: int, n: int) -> float:
    """Return the probability that a tower of n dice falls when a die of this side strikes it."""
    return float(risk_struck(g, side, n)) / float(CERTAIN)


@rule
def draw_fall_added(g: Game, side: int, n: int) -> bool:
    """Draw whether a tower falls when this side adds its nth die."""
    return below(g.core, CERTAIN) < risk_added(g, side, n)


@rule
def draw_fall_moved(g: Game, side: int, n: int, distance: float) -> bool:
    """Draw whether a tower of n dice falls when this side moves its model this distance.

    One random number is drawn for any distance.
    """
    return float(below(g.core, FINE)) < chance_moved(g, side, n, distance) * float(FINE)


@rule
def draw_fall_struck(g: Game, side: int, n: int) -> bool:
    """Draw whether a tower of n dice falls when a die of this side strikes it."""
    return below(g.core, CERTAIN) < risk_struck(g, side, n)
