"""Paths: how far a base can go, and where it fits. What every kind of movement has in common."""

from __future__ import annotations

from carnage.engine.battle import numbers as R
from carnage.engine.battle.line_of_sight import foes_from, foes_to, gap
from carnage.engine.battle.noting import fire, note_move
from carnage.engine.battle.state import Game, Log
from carnage.engine.battle.terrain import touches
from carnage.engine.core.asking import offer
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import NEVER, disc_entry, disc_span, distance, passes_by, thousandth

CONTACT = 0.01  # bases this near to each other touch
WORTH_MOVING = 0.2  # ends nearer than this to each other are one and the same


@rule
def edge_run(g: Game, x: float, y: float, dx: float, dy: float) -> float:
    """How far a base goes along d until its rim is at the edge of the table."""
    far = NEVER
    if dx > 1.0e-9:
        far = min(far, (g.table - g.radius - x) / dx)
    elif dx < -1.0e-9:
        far = min(far, (g.radius - x) / dx)
    if dy > 1.0e-9:
        far = min(far, (g.table - g.radius - y) / dy)
    elif dy < -1.0e-9:
        far = min(far, (g.radius - y) / dy)
    return max(0.0, far)


@rule
def clear_run(g: Game, i: int, x: float, y: float, dx: float, dy: float, most: float) -> float:
    """How far model i goes from x, y along d before an enemy, impassable terrain or the edge stops it."""
    far = min(most, edge_run(g, x, y, dx, dy))
    for k in range(g.n_pieces):
        piece = g.pieces[k]
        reach = piece.bound + g.radius
        if piece.impassable == 1 and not passes_by(x, y, dx, dy, far, piece.x, piece.y, reach):
            met = touches(piece, x, y, dx, dy, g.radius)
            if met < far:
                far = met
                fire(g, R.TERRAIN_IMPASSABLE)
    side = g.models[i].side
    for k in range(foes_from(g, side), foes_to(g, side)):
        m = g.models[k]
        if m.in_play == 1 and not passes_by(x, y, dx, dy, far, m.x, m.y, 2.0 * g.radius):
            far = min(far, disc_entry(x, y, dx, dy, m.x, m.y, 2.0 * g.radius))
    return far


@rule
def fitted(g: Game, i: int, x: float, y: float, dx: float, dy: float, far: float) -> float:
    """The last place up to `far` along d where model i overlaps no friend; 0 may overlap where it began."""
    side = g.models[i].side
    for _ in range(g.n_models):
        back = far
        for k in range(foes_from(g, 1 - side), foes_to(g, 1 - side)):
            m = g.models[k]
            ahead = (m.x - x) * dx + (m.y - y) * dy
            if m.in_play == 1 and k != i and abs(ahead - far) < 2.0 * g.radius:
                near, end = disc_span(x, y, dx, dy, m.x, m.y, 2.0 * g.radius - 0.002)
                if near < back and back < end:
                    back = near
        if back == far:
            return far
        far = back
    return 0.0


@rule
def fits(g: Game, i: int, x: float, y: float) -> bool:
    """Whether model i may stand at x, y: on the table, on no other base, in no impassable terrain."""
    r = g.radius
    if x < r - 0.002 or y < r - 0.002 or x > g.table - r + 0.002 or y > g.table - r + 0.002:
        return False
    for k in range(g.n_models):
        m = g.models[k]
        if m.in_play == 1 and k != i and distance(x, y, m.x, m.y) < 2.0 * r - 0.004:
            return False
    for k in range(g.n_pieces):
        piece = g.pieces[k]
        if piece.impassable == 1:
            ox = max(0.0, abs(x - piece.x) - piece.half_w)
            oy = max(0.0, abs(y - piece.y) - piece.half_h)
            if piece.disc == 1:
                if distance(x, y, piece.x, piece.y) < piece.half_w + r - 0.004:
                    return False
            elif ox * ox + oy * oy < (r - 0.004) * (r - 0.004):
                return False
    return True


@rule
def arrive(
    g: Game, log: Log, event: int, number: int, i: int, x: float, y: float, fx: float, fy: float
) -> None:
    """Put model i where its move ends, and log it."""
    m = g.models[i]
    x0, y0 = m.x, m.y
    m.x = thousandth(x)
    m.y = thousandth(y)
    m.fx = fx
    m.fy = fy
    g.looked = -1
    note_move(g, log, event, number, i, x0, y0)


@rule
def keeps_together(g: Game, i: int, x: float, y: float) -> bool:
    """Whether x, y is within a squad's cohesion of another model of i's squad."""
    u = g.units[g.models[i].unit]
    for k in range(u.first, u.first + u.count):
        m = g.models[k]
        if (
            k != i
            and m.in_play == 1
            and distance(x, y, m.x, m.y) - 2.0 * g.radius <= g.p.units_cohesion + 0.002
        ):
            return True
    return False


@rule
def bound(g: Game, i: int) -> bool:
    """Whether model i must end its move near its squad: not if it is the first to move, or the last alive."""
    u = g.units[g.models[i].unit]
    if u.count == 1 or u.leader < 0 or u.leader == i:
        return False
    for k in range(u.first, u.first + u.count):
        if k != i and g.models[k].in_play == 1:
            return True
    return False


@rule
def stray(g: Game, i: int, x: float, y: float) -> float:
    """How far x, y is from the nearest other model of i's squad, base to base."""
    u = g.units[g.models[i].unit]
    best = NEVER
    for k in range(u.first, u.first + u.count):
        m = g.models[k]
        if k != i and m.in_play == 1:
            best = min(best, distance(x, y, m.x, m.y) - 2.0 * g.radius)
    return best


@rule
def offer_end(g: Game, i: int, x: float, y: float, fx: float, fy: float) -> None:
    """Offer a place to end a move, unless one like it is offered already."""
    c = g.core
    for k in range(c.offered):
        o = c.options[k]
        if distance(o.x, o.y, x, y) < WORTH_MOVING and o.fx * fx + o.fy * fy > 0.9:
            return
    before = c.offered
    offer(c, 0, i, -1)
    if c.offered > before:
        o = c.options[before]
        o.x = x
        o.y = y
        o.fx = fx
        o.fy = fy


@rule
def keep_in_squad(g: Game, i: int, shelter: int) -> None:
    """Strike out the offered ends that break up i's squad; `shelter` options at the start are let stand.

    If none is left but those, the end nearest to another model of the squad stays.
    """
    c = g.core
    if not bound(g, i):
        return
    fire(g, R.UNITS_SQUADS)
    best, nearest = -1, NEVER
    kept = shelter
    for k in range(shelter, c.offered):
        o = c.options[k]
        away = stray(g, i, o.x, o.y)
        if away < nearest:
            best, nearest = k, away
        if keeps_together(g, i, o.x, o.y):
            copy_end(g, k, kept)
            kept += 1
    if kept == shelter and best >= 0:
        copy_end(g, best, kept)
        kept += 1
    c.offered = kept


@rule
def copy_end(g: Game, a: int, b: int) -> None:
    """Copy offered end a to place b."""
    p, q = g.core.options[a], g.core.options[b]
    q.x = p.x
    q.y = p.y
    q.fx = p.fx
    q.fy = p.fy


@rule
def in_contact(g: Game, i: int, j: int) -> bool:
    """Whether two models are in base contact."""
    return gap(g, i, j) <= CONTACT
