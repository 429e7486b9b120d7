"""Trajectories: what a bullet meets first on its way."""

from __future__ import annotations

from carnage.engine.battle.standing import stands
from carnage.engine.battle.state import Game
from carnage.engine.battle.terrain import inside, span
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import NEVER, disc_entry, towards

LOST, HIT, STOPPED = 0, 1, 2  # what becomes of a bullet


@rule
def first_hit(g: Game, i: int, x: float, y: float, tx: float, ty: float, far: float) -> tuple[int, int]:
    """What a bullet meets first that model i, standing at x, y, fires toward a point: a model, or terrain."""
    dx, dy = towards(x, y, tx, ty)
    best, j = far + g.radius, -1
    for k in range(g.n_models):
        t = g.models[k]
        if k != i and stands(t):
            met = disc_entry(x, y, dx, dy, t.x, t.y, g.radius)
            if met < best:
                best, j = met, k
    for k in range(g.n_models):
        w = g.models[k]
        if w.wreck == 1 and disc_entry(x, y, dx, dy, w.x, w.y, g.radius) < best:
            return -1, STOPPED
    for k in range(g.blocking_to):
        piece = g.pieces[k]
        if piece.blocking == 1 and not inside(piece, x, y):
            met, out = span(piece, x, y, dx, dy, 0.0)
            if out < NEVER and met < best and (j < 0 or not inside(piece, g.models[j].x, g.models[j].y)):
                return -1, STOPPED
    return (j, HIT) if j >= 0 else (-1, LOST)
