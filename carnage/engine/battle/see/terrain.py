"""Terrain: what ground does to moving, seeing and hitting. A model is in a piece while its centre is."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.noting import fire
from carnage.engine.battle.frame.state import Game, Piece
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import (
    NEVER,
    box_span,
    crosses_box,
    crosses_disc,
    disc_entry,
    disc_span,
    passes_by,
)


@rule
def inside(piece: Piece, x: float, y: float) -> bool:
    """Whether a point is in a piece."""
    dx, dy = abs(x - piece.x), abs(y - piece.y)
    if piece.disc == 1:
        return dx * dx + dy * dy < piece.half_w * piece.half_w
    return dx < piece.half_w and dy < piece.half_h


@inlined
def crosses(piece: Piece, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a line from a to b crosses a piece."""
    if piece.disc == 1:
        return crosses_disc(ax, ay, bx, by, piece.x, piece.y, piece.half_w)
    return crosses_box(ax, ay, bx, by, piece.x, piece.y, piece.half_w, piece.half_h)


@inlined
def span(piece: Piece, ax: float, ay: float, dx: float, dy: float, grow: float) -> tuple[float, float]:
    """Where a ray enters and leaves a piece grown by so much on every side; (NEVER, NEVER) if it misses."""
    if piece.disc == 1:
        return disc_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow)
    return box_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow, piece.half_h + grow)


@inlined
def touches(piece: Piece, ax: float, ay: float, dx: float, dy: float, radius: float) -> float:
    """How far a base of this radius goes along d until it touches a piece; NEVER if it does not.

    A base that touches already and moves on into the piece touches at 0.
    """
    if piece.disc == 1:
        return disc_entry(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + radius)
    best = _side_entry(ax, ay, dx, dy, piece, radius, 0.0)
    best = min(best, _side_entry(ax, ay, dx, dy, piece, 0.0, radius))
    for sx in range(-1, 2, 2):
        for sy in range(-1, 2, 2):
            cx, cy = piece.x + sx * piece.half_w, piece.y + sy * piece.half_h
            best = min(best, disc_entry(ax, ay, dx, dy, cx, cy, radius))
    return best


@rule
def _side_entry(
    ax: float, ay: float, dx: float, dy: float, piece: Piece, grow_w: float, grow_h: float
) -> float:
    """Entry into a rectangle grown on two of its sides; one that is only brushed is not entered."""
    near, far = box_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow_w, piece.half_h + grow_h)
    return near if far - near > 0.002 else NEVER


@rule
def leaves(piece: Piece, ax: float, ay: float, dx: float, dy: float, radius: float) -> float:
    """How far a base of this radius that touches a piece goes along d until it is wholly out of it."""
    if piece.disc == 1:
        _, out = disc_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + radius)
        return out if out < NEVER else 0.0
    best = 0.0
    for n in range(2):
        grow_w, grow_h = (radius, 0.0) if n == 0 else (0.0, radius)
        _, out = box_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow_w, piece.half_h + grow_h)
        if out < NEVER:
            best = max(best, out)
    for sx in range(-1, 2, 2):
        for sy in range(-1, 2, 2):
            cx, cy = piece.x + sx * piece.half_w, piece.y + sy * piece.half_h
            _, out = disc_span(ax, ay, dx, dy, cx, cy, radius)
            if out < NEVER:
                best = max(best, out)
    return best


@rule
def difficult_at(g: Game, x: float, y: float) -> bool:
    """Whether a point is in difficult terrain."""
    for k in range(g.difficult_to):
        piece = g.pieces[k]
        if piece.difficult == 1 and inside(piece, x, y):
            return True
    return False


@rule
def touches_ground(g: Game, x: float, y: float, radius: float) -> bool:
    """Whether a disc at x, y is in or on impassable terrain."""
    for k in range(g.n_pieces):
        piece = g.pieces[k]
        if piece.impassable == 1:
            ox = max(0.0, abs(x - piece.x) - piece.half_w)
            oy = max(0.0, abs(y - piece.y) - piece.half_h)
            if piece.disc == 1:
                far = piece.half_w + radius
                if (x - piece.x) * (x - piece.x) + (y - piece.y) * (y - piece.y) < far * far:
                    return True
            elif ox * ox + oy * oy < radius * radius:
                return True
    return False


@inlined
def obscured(g: Game, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether an attack from a to b crosses obscuring terrain that the attacker is not in."""
    for k in range(g.obscuring_to):
        piece = g.pieces[k]
        if piece.obscuring == 1 and crosses(piece, ax, ay, bx, by) and not inside(piece, ax, ay):
            return True
    return False


@inlined
def blocked(
    g: Game, ax: float, ay: float, bx: float, by: float, vx: float, vy: float, tx: float, ty: float
) -> bool:
    """Whether the line from a to b crosses a blocking piece that neither viewer v nor target t is in."""
    for k in range(g.blocking_to):
        piece = g.pieces[k]
        if (
            piece.blocking == 1
            and crosses(piece, ax, ay, bx, by)
            and not inside(piece, vx, vy)
            and not inside(piece, tx, ty)
        ):
            fire(g, R.TERRAIN_BLOCKING)
            return True
    return False


@inlined
def rough_ahead(g: Game, ax: float, ay: float, dx: float, dy: float, far: float) -> bool:
    """Whether there may be difficult ground on the first `far` inches of a ray."""
    for n in range(g.n_near_rough):
        piece = g.pieces[int(g.near_rough[n])]
        if not passes_by(ax, ay, dx, dy, far, piece.x, piece.y, piece.bound):
            return True
    return False


@inlined
def stretch(g: Game, ax: float, ay: float, dx: float, dy: float, inches: float) -> float:
    """How far so many inches of movement carry from a along d, each inch in difficult terrain costing more.

    Only terrain that the last survey found near counts.
    """
    if g.n_near_rough == 0 or not rough_ahead(g, ax, ay, dx, dy, inches):
        return inches
    at, left = 0.0, inches
    for _ in range(2 * g.n_pieces + 1):
        near, far = next_difficult(g, ax, ay, dx, dy, at)
        if near - at >= left:
            return at + left
        left -= near - at
        fire(g, R.TERRAIN_DIFFICULT)
        if (far - near) * g.p.terrain_cost >= left:
            return near + left / g.p.terrain_cost
        left -= (far - near) * g.p.terrain_cost
        at = far
    return at


@rule
def price(g: Game, ax: float, ay: float, dx: float, dy: float, far: float) -> float:
    """What it costs in inches of movement to go so far from a along d."""
    at, paid = 0.0, 0.0
    for _ in range(2 * g.n_pieces + 1):
        near, end = next_difficult(g, ax, ay, dx, dy, at)
        if near >= far:
            return paid + far - at
        stop = min(end, far)
        paid += near - at + (stop - near) * g.p.terrain_cost
        at = stop
        if at >= far:
            return paid
    return paid


@rule
def next_difficult(g: Game, ax: float, ay: float, dx: float, dy: float, at: float) -> tuple[float, float]:
    """The next stretch of difficult ground on a ray beyond `at`: where it begins and ends."""
    best, end = NEVER, NEVER
    for n in range(g.n_near_rough):
        near, far = span(g.pieces[int(g.near_rough[n])], ax, ay, dx, dy, 0.0)
        if far < NEVER and far > at + 1.0e-6 and max(near, at) < best:
            best, end = max(near, at), far
    return best, end
