"""Curves: the drives of Momentum Movement, leg by leg with a turn after each full leg.

The event of a move keeps the turns of its curve, so that reports can tell its way.
"""

from __future__ import annotations

import math

from carnage.engine.battle.frame.state import TURNS, Game
from carnage.engine.battle.move.paths import list_obstacles, offer_end
from carnage.engine.battle.move.ranks import (
    block_clear_distance,
    block_fitting_distance,
    block_reach,
    is_block_free_of_friends,
)
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import direction_to, distance, rotate
from carnage.engine.core.state import POINTED

HALF_RIGHT = 0.7071067811865476  # the cosine and the sine of 45 degrees
ROUNDING_INCHES = 1.0e-6  # of positions, in a comparison of lengths
SAME_PLACE_INCHES = 0.005  # between a turn and the end of a curve that turns there last
PLACES_PER_INCH = 1000.0
PLACE_UNITS = 100000  # more than the thousandths of an inch of any table
SAME_WAY = 0.9999999  # least cosine of two facings that count as one


@rule
def offer_curve(g: Game, i: int, tx: float, ty: float, inches: float) -> None:
    """Offer the end of a drive toward a point: leg by leg, with a turn toward it after each.

    A model that is stopped in its first leg turns once where it stands.

    Args:
        g: The game.
        i: The model.
        tx: The target.
        ty: The target.
        inches: The inches of movement to use.
    """
    x, y, fx, fy = drive(g, i, tx, ty, inches)
    if not is_block_free_of_friends(g, i, x, y):
        return
    before = g.core.offered
    offer_end(g, i, x, y, fx, fy)
    if g.core.offered > before:
        g.drives[before].x = tx
        g.drives[before].y = ty
        g.drives[before].inches = inches


@rule
def drive(
    g: Game, i: int, tx: float, ty: float, inches: float
) -> tuple[float, float, float, float]:
    """Return the end of a drive of model i toward a point, and its facing there.

    The turns of the drive are left in `Game.turns`. See `offer_curve`.
    """
    m = g.models[i]
    x = m.x
    y = m.y
    fx = m.fx
    fy = m.fy
    left = inches
    stuck = True
    g.n_turns = 0
    while left > ROUNDING_INCHES:
        leg = min(left, float(g.p.movement_leg))
        want = block_reach(g, i, x, y, fx, fy, leg)
        far = block_clear_distance(g, i, x, y, fx, fy, want)
        left -= leg
        if left <= ROUNDING_INCHES or far < want:
            far = block_fitting_distance(g, i, x, y, fx, fy, far)
        x += fx * far
        y += fy * far
        if far < want - ROUNDING_INCHES:
            break
        if leg >= g.p.movement_leg - ROUNDING_INCHES:
            old_x = fx
            old_y = fy
            fx, fy = turn_toward(fx, fy, x, y, tx, ty)
            note_turn(g, x, y, old_x * fx + old_y * fy)
            stuck = False
    if stuck:
        fx, fy = turn_toward(fx, fy, x, y, tx, ty)
    return x, y, fx, fy


@rule
def turn_toward(
    fx: float, fy: float, x: float, y: float, tx: float, ty: float
) -> tuple[float, float]:
    """Return facing f turned by up to 45 degrees toward the point tx, ty, from x, y."""
    dx, dy = direction_to(x, y, tx, ty)
    if fx * dx + fy * dy >= HALF_RIGHT:
        return dx, dy
    if fx * dy - fy * dx >= 0.0:
        return rotate(fx, fy, HALF_RIGHT, HALF_RIGHT)
    return rotate(fx, fy, HALF_RIGHT, -HALF_RIGHT)


@rule
def note_turn(g: Game, x: float, y: float, cosine: float) -> None:
    """Note a turn of the curve that is being driven, unless it leaves the facing as it was.

    Args:
        g: The game.
        x, y: The place of the turn.
        cosine: The cosine of the angle of the turn.
    """
    if g.n_turns < TURNS and cosine < SAME_WAY:
        g.turns[g.n_turns] = pack_place(x, y)
        g.n_turns += 1


@rule
def pack_place(x: float, y: float) -> int:
    """Return a place on the table as one number: x and y in thousandths of an inch."""
    return PLACE_UNITS * math.floor(x * PLACES_PER_INCH + 0.5) + math.floor(
        y * PLACES_PER_INCH + 0.5
    )


@rule
def copy_drive(g: Game, a: int, b: int) -> None:
    """Copy the drive of the offered curve with index a to index b."""
    g.drives[b].x = g.drives[a].x
    g.drives[b].y = g.drives[a].y
    g.drives[b].inches = g.drives[a].inches


@rule
def find_turns(g: Game, i: int, choice: int, survey: float) -> None:
    """Leave the turns on the way of the chosen curve of model i in `Game.turns`.

    A turn where the curve ends belongs to its end.

    Args:
        g: The game.
        i: The model.
        choice: The index of the option that was chosen.
        survey: The distance for which to list obstacles.
    """
    m = g.models[i]
    slot = 0 if choice == POINTED else choice
    d = g.drives[slot]
    end = g.core.options[choice]
    if distance(m.x, m.y, end.x, end.y) < SAME_PLACE_INCHES:
        g.n_turns = 0
        return
    if d.inches > 0.0:
        list_obstacles(g, i, survey)
        drive(g, i, d.x, d.y, d.inches)
    if g.n_turns > 0:
        x, y = unpack_place(int(g.turns[g.n_turns - 1]))
        if distance(x, y, end.x, end.y) < SAME_PLACE_INCHES:
            g.n_turns -= 1


@rule
def unpack_place(packed: int) -> tuple[float, float]:
    """Return the place of a number of `pack_place`."""
    return packed // PLACE_UNITS / PLACES_PER_INCH, packed % PLACE_UNITS / PLACES_PER_INCH
