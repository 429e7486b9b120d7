"""Dexterity: where a thrown die comes to rest, and whether a tower of dice falls.

The numbers are in `dexterity.toml`, a set for each level; docs/reference/options.md gives their source. A
tower's n is the number of its dice. Those above TOWER count as TOWER, but for adding: a die too many brings
down every tower. Distances are in the game's own measure, and no table's edge is known here.
"""

from __future__ import annotations

import math

from carnage.catalog.dexterity import TOWER
from carnage.engine.battle.frame.state import Game
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.state import Core

CERTAIN = 10_000  # risks are whole ten thousandths
FINE = 1 << 24  # where they are not
STEPS = 1 << 16
ERRORS = 12  # so many even draws have, added up, a variance of STEPS² − 1
MEAN = ERRORS * (STEPS - 1) / 2


@rule
def error(c: Core) -> float:
    """How far a hand errs, in standard deviations: nearly normal, and never beyond six.

    Even draws added up (Irwin and Hall), since compiled and plain logarithms differ in their last bits.
    """
    total = 0
    for _ in range(ERRORS):
        total += below(c, STEPS)
    return (float(total) - MEAN) / float(STEPS)


@rule
def scatter(g: Game, side: int, distance: float) -> tuple[float, float, float]:
    """The error of a die thrown so far: its mean along the throw, and its deviations along and across."""
    hand = g.hands[side]
    along = hand.along_base * g.inch + hand.along_share * distance
    across = hand.across_base * g.inch + hand.across_share * distance
    return hand.overshoot * distance, along, across


@rule
def landing(g: Game, side: int, x0: float, y0: float, ax: float, ay: float) -> tuple[float, float]:
    """Where a die comes to rest that is thrown from x0, y0 at ax, ay. It may be off the table."""
    dx = ax - x0
    dy = ay - y0
    distance = math.sqrt(dx * dx + dy * dy)
    ux, uy = 1.0, 0.0
    if distance > 0.0:
        ux, uy = dx / distance, dy / distance
    over, sd_along, sd_across = scatter(g, side, distance)
    along = over + sd_along * error(g.core)
    across = sd_across * error(g.core)
    return ax + ux * along - uy * across, ay + uy * along + ux * across


@rule
def risk_added(g: Game, side: int, n: int) -> int:
    """How often in ten thousand a tower falls when this side puts its nth die on top."""
    if n > TOWER:
        return CERTAIN
    if n < 1:
        return 0
    return int(g.hands[side].added[n - 1])


@rule
def risk_moved(g: Game, side: int, n: int) -> int:
    """How often in ten thousand a tower of n dice falls for an inch that this side moves its model."""
    if n < 1:
        return 0
    return int(g.hands[side].moved[min(n, TOWER) - 1])


@rule
def risk_struck(g: Game, side: int, n: int) -> int:
    """How often in ten thousand a tower of n dice falls when a die that this side threw strikes it."""
    if n < 1:
        return 0
    return int(g.hands[side].struck[min(n, TOWER) - 1])


@rule
def chance_added(g: Game, side: int, n: int) -> float:
    """How likely a tower falls when this side puts its nth die on top."""
    return float(risk_added(g, side, n)) / float(CERTAIN)


@rule
def chance_moved(g: Game, side: int, n: int, distance: float) -> float:
    """How likely a tower of n dice falls when this side moves its model so far: every inch is a risk anew."""
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
    """How likely a tower of n dice falls when a die that this side threw strikes it."""
    return float(risk_struck(g, side, n)) / float(CERTAIN)


@rule
def topples_added(g: Game, side: int, n: int) -> bool:
    """Whether a tower falls when this side puts its nth die on top."""
    return below(g.core, CERTAIN) < risk_added(g, side, n)


@rule
def topples_moved(g: Game, side: int, n: int, distance: float) -> bool:
    """Whether a tower of n dice falls when this side moves its model so far. One draw, however far."""
    return float(below(g.core, FINE)) < chance_moved(g, side, n, distance) * float(FINE)


@rule
def topples_struck(g: Game, side: int, n: int) -> bool:
    """Whether a tower of n dice falls when a die that this side threw strikes it."""
    return below(g.core, CERTAIN) < risk_struck(g, side, n)
