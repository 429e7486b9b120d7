"""Terrain: its effects on movement, sight and attacks.

A model is in a piece of terrain if its centre is.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.state import Game, Piece
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import (
    NEVER,
    box_span,
    crosses_box,
    crosses_disc,
    disc_entry,
    disc_span,
    stays_clear,
)


@rule
def is_inside(piece: Piece, x: float, y: float) -> bool:
    """Return whether a point is in a piece."""
    dx = abs(x - piece.x)
    dy = abs(y - piece.y)
    if piece.disc == 1:
        return dx * dx + dy * dy < piece.half_w * piece.half_w
    return dx < piece.half_w and dy < piece.half_h


@inlined
def crosses_piece(piece: Piece, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return whether the line from a to b crosses a piece."""
    if piece.disc == 1:
        return crosses_disc(ax, ay, bx, by, piece.x, piece.y, piece.half_w)
    return crosses_box(ax, ay, bx, by, piece.x, piece.y, piece.half_w, piece.half_h)


@inlined
def piece_span(
    piece: Piece, ax: float, ay: float, dx: float, dy: float, grow: float
) -> tuple[float, float]:
    """Return the distances along a ray at which it enters and leaves a piece.

    They are NEVER if it misses the piece.

    Args:
        piece: The piece.
        ax: The start of the ray.
        ay: The start of the ray.
        dx: Its direction, a unit vector.
        dy: Its direction, a unit vector.
        grow: The distance by which the piece is enlarged on every side.
    """
    if piece.disc == 1:
        return disc_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow)
    return box_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow, piece.half_h + grow)


@inlined
def distance_to_piece(
    piece: Piece, ax: float, ay: float, dx: float, dy: float, radius: float
) -> float:
    """Return the distance that a base goes along d until it touches a piece, or NEVER.

    A base that already touches the piece and moves into it has a distance of 0.
    """
    if piece.disc == 1:
        return disc_entry(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + radius)
    best = _side_entry(ax, ay, dx, dy, piece, radius, 0.0)
    best = min(best, _side_entry(ax, ay, dx, dy, piece, 0.0, radius))
    for sx in range(-1, 2, 2):
        for sy in range(-1, 2, 2):
            cx = piece.x + sx * piece.half_w
            cy = piece.y + sy * piece.half_h
            best = min(best, disc_entry(ax, ay, dx, dy, cx, cy, radius))
    return best


@rule
def _side_entry(
    ax: float, ay: float, dx: float, dy: float, piece: Piece, grow_w: float, grow_h: float
) -> float:
    """Return the distance at which a ray enters an enlarged rectangle; NEVER if it misses it.

    A ray that grazes the rectangle misses it.
    """
    near, far = box_span(
        ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow_w, piece.half_h + grow_h
    )
    return near if far - near > 0.002 else NEVER


@rule
def distance_to_leave(
    piece: Piece, ax: float, ay: float, dx: float, dy: float, radius: float
) -> float:
    """Return the distance that a base goes along d until it has left a piece that it touches."""
    if piece.disc == 1:
        _, out = disc_span(ax, ay, dx, dy, piece.x, piece.y, piece.half_w + radius)
        return out if out < NEVER else 0.0
    best = 0.0
    for n in range(2):
        grow_w, grow_h = (radius, 0.0) if n == 0 else (0.0, radius)
        _, out = box_span(
            ax, ay, dx, dy, piece.x, piece.y, piece.half_w + grow_w, piece.half_h + grow_h
        )
        if out < NEVER:
            best = max(best, out)
    for sx in range(-1, 2, 2):
        for sy in range(-1, 2, 2):
            cx = piece.x + sx * piece.half_w
            cy = piece.y + sy * piece.half_h
            _, out = disc_span(ax, ay, dx, dy, cx, cy, radius)
            if out < NEVER:
                best = max(best, out)
    return best


@rule
def difficult_at(g: Game, x: float, y: float) -> bool:
    """Return whether a point is in difficult terrain."""
    for k in range(g.difficult_to):
        piece = g.pieces[k]
        if piece.difficult == 1 and is_inside(piece, x, y):
            return True
    return False


@rule
def overlaps_impassable(g: Game, x: float, y: float, radius: float) -> bool:
    """Return whether a disc at x, y overlaps impassable terrain."""
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
def is_obscured(g: Game, ax: float, ay: float, bx: float, by: float) -> bool:
    """Return whether an attack from a to b crosses obscuring terrain outside the attacker's."""
    for k in range(g.obscuring_to):
        piece = g.pieces[k]
        if (
            piece.obscuring == 1
            and crosses_piece(piece, ax, ay, bx, by)
            and not is_inside(piece, ax, ay)
        ):
            return True
    return False


@inlined
def is_blocked(
    g: Game, ax: float, ay: float, bx: float, by: float, vx: float, vy: float, tx: float, ty: float
) -> bool:
    """Return whether a blocking piece that holds neither v nor t lies on the line from a to b.

    v is the viewer, t the target.
    """
    for k in range(g.blocking_to):
        piece = g.pieces[k]
        if (
            piece.blocking == 1
            and crosses_piece(piece, ax, ay, bx, by)
            and not is_inside(piece, vx, vy)
            and not is_inside(piece, tx, ty)
        ):
            fire(g, R.TERRAIN_BLOCKING)
            return True
    return False


@inlined
def has_difficult_ahead(g: Game, ax: float, ay: float, dx: float, dy: float, far: float) -> bool:
    """Return whether there may be difficult terrain on the first `far` inches of a ray.

    This is a quick test: True may be wrong, False never is.
    """
    for n in range(g.n_near_rough):
        piece = g.pieces[int(g.near_rough[n])]
        if not stays_clear(ax, ay, dx, dy, far, piece.x, piece.y, piece.bound):
            return True
    return False


@inlined
def distance_for_movement(
    g: Game, ax: float, ay: float, dx: float, dy: float, inches: float
) -> float:
    """Return the distance along d that a movement of `inches` reaches from a.

    Each inch in difficult terrain costs more. Only the pieces that the last `list_obstacles` found
    are considered.
    """
    if g.n_near_rough == 0 or not has_difficult_ahead(g, ax, ay, dx, dy, inches):
        return inches
    at = 0.0
    left = inches
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
def movement_cost(g: Game, ax: float, ay: float, dx: float, dy: float, far: float) -> float:
    """Return the inches of movement that a distance of `far` from a along d costs."""
    at = 0.0
    paid = 0.0
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
def next_difficult(
    g: Game, ax: float, ay: float, dx: float, dy: float, at: float
) -> tuple[float, float]:
    """Return where the next difficult stretch of a ray begins and ends, in inches.

    They are NEVER if there is none. Stretches that end before `at` are skipped; one that is under
    way begins at `at`.
    """
    best = NEVER
    end = NEVER
    for n in range(g.n_near_rough):
        near, far = piece_span(g.pieces[int(g.near_rough[n])], ax, ay, dx, dy, 0.0)
        if far < NEVER and far > at + 1.0e-6 and max(near, at) < best:
            best = max(near, at)
            end = far
    return best, end
