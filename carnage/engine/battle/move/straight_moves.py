"""Straight moves: standing still, and the end of a line toward a target."""

from __future__ import annotations

from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.paths import WORTH_MOVING, offer_end
from carnage.engine.battle.move.ranks import (
    block_clear_distance,
    block_fitting_distance,
    block_reach,
)
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.pointing import BLOCKED, LEGAL, NO_ROOM, OUT_OF_REACH, TOO_NEAR

SAME_WAY = 0.999999  # least cosine of two directions that count as equal
ROUNDING = 1.0e-6  # of a cosine


@rule
def offer_stay(g: Game, i: int) -> None:
    """Offer to stand still."""
    m = g.models[i]
    offer_end(g, i, m.x, m.y, m.fx, m.fy)


@rule
def offer_straight(g: Game, i: int, tx: float, ty: float, short: float, inches: float) -> None:
    """Offer the end of a straight move toward a point, as `offer_straight_move` does.

    Moves that are shorter than WORTH_MOVING are not offered.
    """
    offer_straight_move(g, i, tx, ty, short, inches, WORTH_MOVING)


@inlined
def offer_straight_move(
    g: Game, i: int, tx: float, ty: float, short: float, inches: float, least: float
) -> int:
    """Offer the end of a straight move toward a point, or return the number of a `Refusal`.

    Args:
        g: The game.
        i: The model.
        tx: The target.
        ty: The target.
        short: The distance short of the target at which to stop.
        inches: The inches of movement.
        least: The length of the shortest move that is offered.
    """
    m = g.models[i]
    away = distance(m.x, m.y, tx, ty)
    if away - short < least:
        return TOO_NEAR
    dx = (tx - m.x) / away
    dy = (ty - m.y) / away
    reach = min(away - short, block_reach(g, i, m.x, m.y, dx, dy, inches))
    clear = block_clear_distance(g, i, m.x, m.y, dx, dy, reach)
    far = block_fitting_distance(g, i, m.x, m.y, dx, dy, clear)
    if far >= least:
        offer_end(g, i, m.x + dx * far, m.y + dy * far, dx, dy)
        return LEGAL
    if reach < least:
        return OUT_OF_REACH
    return BLOCKED if clear < least else NO_ROOM


@rule
def count_pivots(g: Game, fx: float, fy: float, dx: float, dy: float) -> int:
    """Return the number of pivots, of up to 90 degrees each, that turn a facing f to d."""
    ahead = fx * dx + fy * dy
    if ahead > SAME_WAY:
        return 0
    return 1 if ahead >= -ROUNDING else 2
