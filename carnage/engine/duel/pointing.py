"""Points in duels: the moves and jettisons that persons make by choosing a place freely."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import direction_to, distance
from carnage.engine.core.pointing import BLOCKED, LEGAL, NO_POINT, NO_ROOM, OUTSIDE_ZONE, TOO_NEAR
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.collisions import is_inside
from carnage.engine.duel.jettison import offer_spot
from carnage.engine.duel.move import (
    longest_move,
    offer_straight_move,
    offer_turn_about,
    penny_fits,
)
from carnage.engine.duel.questions import JETTISON, MOVE
from carnage.engine.duel.state import SWINGS, Game

HALF_GRID = 64.0  # inches; in open space the grid of points lies around 0, 0
LEAST_INCHES = 0.1  # the nearest point to a ship's middle that gives a direction


@rule
def grid_origin(g: Game) -> float:
    """Return the x and the y of the south-west corner of the grid of points."""
    return -HALF_GRID if g.square == 0.0 else 0.0


@rule
def takes_point(g: Game, kind: int) -> bool:
    """Return whether questions of this kind may be answered by a point."""
    return kind == MOVE or kind == JETTISON


@rule
def offer_point(g: Game, side: int, kind: int, actor: int, x: float, y: float) -> int:
    """Offer the option of a point as the only one, or return the number of a `Refusal`."""
    ship = g.ships[side]
    away = distance(ship.x, ship.y, x, y)
    if away < LEAST_INCHES:
        return TOO_NEAR
    dx, dy = direction_to(ship.x, ship.y, x, y)
    if kind == MOVE:
        return offer_move_toward(g, side, dx, dy, away)
    if kind == JETTISON:
        return offer_jettison_toward(g, side, dx, dy, away)
    return NO_POINT


@rule
def offer_move_toward(g: Game, side: int, dx: float, dy: float, away: float) -> int:
    """Offer a move of up to `away` inches in direction d, by the chosen rule.

    With a prow, a direction that is too far from it gives a turn on the spot.
    """
    far = min(away, longest_move(g))
    if g.chosen.move == R.MOVE_TURNING:
        ship = g.ships[side]
        if ship.fx * dx + ship.fy * dy < g.swing_cosines[SWINGS - 1] - 1.0e-6:
            offer_turn_about(g, side, dx, dy)
            return LEGAL
        far = longest_move(g)
    elif g.chosen.move == R.MOVE_A_PENNY_A_PIP:
        if not penny_fits(g, side, dx, dy, far):
            return NO_ROOM
    elif g.chosen.move == R.MOVE_LONG_BURN:
        far = max(far, 2.0 * (g.radius + g.penny))
    else:
        raise NoSuchRule
    if offer_straight_move(g, side, dx, dy, far):
        return LEGAL
    ship = g.ships[side]
    if is_inside(g, ship.x + dx * far, ship.y + dy * far):
        return BLOCKED
    return OUTSIDE_ZONE


@rule
def offer_jettison_toward(g: Game, side: int, dx: float, dy: float, away: float) -> int:
    """Offer the place nearest to one that is `away` inches from the ship's middle in direction d.

    The die lies between the ship's rim and the farthest place in reach.
    """
    near = g.radius + g.die
    far = min(max(away, near), near + g.reach)
    if offer_spot(g, side, dx, dy, far):
        return LEGAL
    ship = g.ships[side]
    if is_inside(g, ship.x + dx * far, ship.y + dy * far):
        return NO_ROOM
    return OUTSIDE_ZONE
