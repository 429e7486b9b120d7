"""Aims: the places worth moving toward or away from, out of which a move's sixteen destinations are made."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import worn
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, distance, towards

AIMS = 14
AWAY = 3  # the last of the aims that matter most: the nearest enemy, the goal, into range, away
MARKSMAN = 12.0  # whose weapon reaches so far looks for cover, others for somebody to attack
ENOUGH = 6  # destinations that make the winds superfluous
FAR = 100.0


@rule
def nearest_enemy(g: Game, side: int, x: float, y: float, but: int) -> int:
    """The enemy model nearest to x, y, other than `but`; -1 if there is none."""
    best, who = NEVER, -1
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        j = int(g.upright[n])
        if j != but:
            t = g.models[j]
            d = (x - t.x) * (x - t.x) + (y - t.y) * (y - t.y)
            if d < best:
                best, who = d, j
    return who


@rule
def aim(g: Game, i: int, foe: int, n: int) -> tuple[bool, float, float, float]:
    """The n-th aim of model i: whether there is one, where it is, and how far short of it to stop.

    `foe` is the nearest enemy, -1 if there is none. The winds only fill up what better aims leave free.
    """
    m = g.models[i]
    sight = g.kinds[m.kind].sight
    ok, x, y, short = False, 0.0, 0.0, 0.0
    if n >= 9 and n <= 12:  # around the compass
        if g.core.offered < ENOUGH:
            ok, x, y = True, m.x + compass_x(n - 9) * FAR, m.y + compass_y(n - 9) * FAR
    elif n == 0 and foe >= 0:  # to the nearest enemy
        ok, x, y, short = True, g.models[foe].x, g.models[foe].y, 2.0 * g.radius
    elif n == 1:
        ok, x, y, short = goal(g, i, 0)
    elif n == 2 and foe >= 0:  # just into range of the nearest enemy
        reach = sight
        if reach > 0.0 and distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius > reach:
            ok, x, y, short = True, g.models[foe].x, g.models[foe].y, reach + 2.0 * g.radius - 0.01
    elif n == AWAY and foe >= 0:  # away from it
        dx, dy = towards(g.models[foe].x, g.models[foe].y, m.x, m.y)
        ok, x, y = True, m.x + dx * FAR, m.y + dy * FAR
    elif n == 4 and foe >= 0:
        ok, x, y = shelter(g, i, foe)
    elif n == 5 and foe >= 0 and sight < MARKSMAN:  # to another enemy
        other = nearest_enemy(g, m.side, m.x, m.y, foe)
        if other >= 0:
            ok, x, y, short = True, g.models[other].x, g.models[other].y, 2.0 * g.radius
    elif n == 6:
        ok, x, y, short = friend(g, i)
    elif n == 7 and sight >= MARKSMAN:
        ok, x, y = thicket(g, i)
    elif n == 8:
        ok, x, y, short = goal(g, i, 1)
    elif n == 13 and g.chosen.movement != R.MOVEMENT_FREE_MOVEMENT:  # straight on
        ok, x, y = True, m.x + m.fx * FAR, m.y + m.fy * FAR
    return ok, x, y, short


@rule
def compass_x(n: int) -> float:
    """East and west of the four winds, south first, counter-clockwise."""
    return 1.0 if n == 1 else (-1.0 if n == 3 else 0.0)


@rule
def compass_y(n: int) -> float:
    """North and south of the four winds, south first, counter-clockwise."""
    return -1.0 if n == 0 else (1.0 if n == 2 else 0.0)


@rule
def goal(g: Game, i: int, n: int) -> tuple[bool, float, float, float]:
    """The n-th nearest marker, or the middle of the table where there are none."""
    m = g.models[i]
    if g.n_markers == 0:
        return n == 0, g.table / 2.0, g.table / 2.0, 0.0
    last = -1.0
    k = -1
    for _ in range(n + 1):
        best = NEVER
        for j in range(g.n_markers):
            d = distance(m.x, m.y, g.markers[j].x, g.markers[j].y)
            if d > last and d < best:
                best, k = d, j
        if best == NEVER:
            return False, 0.0, 0.0, 0.0
        last = best
    return True, g.markers[k].x, g.markers[k].y, 0.0


@rule
def shelter(g: Game, i: int, foe: int) -> tuple[bool, float, float]:
    """Behind the nearest terrain that stops sight or spoils aim, as the enemy `foe` sees it."""
    m, e = g.models[i], g.models[foe]
    best, nearest = NEVER, -1
    for k in range(g.obscuring_to):
        piece = g.pieces[k]
        if piece.blocking == 1 or piece.obscuring == 1:
            d = (m.x - piece.x) * (m.x - piece.x) + (m.y - piece.y) * (m.y - piece.y)
            if d < best:
                best, nearest = d, k
    if nearest < 0:
        return False, 0.0, 0.0
    piece = g.pieces[nearest]
    dx, dy = towards(e.x, e.y, piece.x, piece.y)
    out = max(piece.half_w, piece.half_h) + g.radius + 0.1
    return True, piece.x + dx * out, piece.y + dy * out


@rule
def thicket(g: Game, i: int) -> tuple[bool, float, float]:
    """The nearest piece that a model can stand in and be hard to hit."""
    m = g.models[i]
    best, x, y = NEVER, 0.0, 0.0
    for k in range(g.obscuring_to):
        piece = g.pieces[k]
        if piece.obscuring == 1 and piece.impassable == 0:
            d = distance(m.x, m.y, piece.x, piece.y)
            if d < best:
                best, x, y = d, piece.x, piece.y
    return best < NEVER, x, y


@rule
def friend(g: Game, i: int) -> tuple[bool, float, float, float]:
    """The nearest hurt friend for one who heals and may go where it likes; else the nearest of its squad."""
    m = g.models[i]
    u = g.units[m.unit]
    led = u.count > 1 and u.leader >= 0 and u.leader != i
    healer = g.kinds[m.kind].patch_up == 1 and not led
    best, k = NEVER, -1
    for n in range(upright_from(g, m.side), upright_to(g, m.side)):
        j = int(g.upright[n])
        t = g.models[j]
        wanted = t.unit == m.unit
        if healer:
            wanted = t.wounds > 0 or t.doomed == 1 or worn(g, int(t.unit))
        if j != i and wanted:
            d = distance(m.x, m.y, t.x, t.y)
            if d < best:
                best, k = d, j
    if k < 0:
        return False, 0.0, 0.0, 0.0
    return True, g.models[k].x, g.models[k].y, 2.0 * g.radius
