"""The greatest length of a move by the rule Measureless movement: up to the first obstacle."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import is_in_block_with
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.paths import CONTACT, clear_distance
from carnage.engine.battle.see.terrain import (
    difficult_at,
    distance_to_leave,
    distance_to_piece,
    is_inside,
    piece_span,
)
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER


@rule
def measureless_distance(g: Game, x: float, y: float, dx: float, dy: float) -> float:
    """Return the distance of a measureless move from x, y along d.

    It ends at tall terrain or another obstacle, and where the base is wholly on other ground.
    """
    far = clear_distance(g, x, y, dx, dy, NEVER)
    rough = difficult_at(g, x, y)
    for k in range(g.n_pieces):
        piece = g.pieces[k]
        if piece.blocking == 1 and piece.impassable == 0:
            met = distance_to_piece(piece, x, y, dx, dy, g.radius)
            if met > CONTACT:
                far = min(far, met)
        if piece.difficult == 1:
            if rough and is_inside(piece, x, y):
                far = min(far, distance_to_leave(piece, x, y, dx, dy, g.radius))
            elif not rough:
                into, _ = piece_span(piece, x, y, dx, dy, -g.radius)
                far = min(far, into)
    return far


@rule
def block_measureless_distance(g: Game, i: int, dx: float, dy: float) -> float:
    """Return the distance of a measureless move of model i's block: the shortest of its models."""
    m = g.models[i]
    far = measureless_distance(g, m.x, m.y, dx, dy)
    if g.chosen.units == R.UNITS_RANKED:
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                far = min(far, measureless_distance(g, g.models[j].x, g.models[j].y, dx, dy))
    return far
