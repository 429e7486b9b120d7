"""Lines of fire: the things that a shot along a line meets, and the lines that hit.

A fixed set of lines is tried: from seven points of the rim to five points of the enemy ship. Shots
from the prow aim at thirteen points. These rules change nothing.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import (
    NEVER,
    direction_to,
    disc_entry,
    distance,
    rotate,
    stays_clear,
)
from carnage.engine.duel import numbers as R
from carnage.engine.duel.collisions import SLACK, is_inside
from carnage.engine.duel.edges import distance_to_edge
from carnage.engine.duel.state import COMPASS, MOON, Game

STARTS = 7
AIMS = 5
PROW_AIMS = 13


@rule
def distance_to_thing(
    g: Game, n: int, sx: float, sy: float, dx: float, dy: float, far: float
) -> float:
    """Return how far a penny slides from s in direction d until it touches thing n, or NEVER.

    `far` is the length of the line. All distances are in inches.
    """
    thing = g.things[n]
    touch = g.penny + thing.radius - SLACK
    if stays_clear(sx, sy, dx, dy, far, thing.x, thing.y, touch):
        return NEVER
    if distance(sx, sy, thing.x, thing.y) < touch:
        return 0.0
    return disc_entry(sx, sy, dx, dy, thing.x, thing.y, touch)


@rule
def count_obstacles(
    g: Game, sx: float, sy: float, dx: float, dy: float, far: float, most: int
) -> int:
    """Return the number of things that a penny meets within `far` inches; a moon counts as ten.

    Counting ends at the first number above `most`.
    """
    things = 0
    for n in range(g.n_things):
        if distance_to_thing(g, n, sx, sy, dx, dy, far) < far:
            things += 10 if g.things[n].kind == MOON else 1
            if things > most:
                return things
    return things


@rule
def shot_range(g: Game, offense: int) -> float:
    """Return the range of a shot: how far the penny's middle goes, in inches."""
    if g.chosen.shot == R.SHOT_ENDLESS:
        return NEVER
    return float(g.p.shot_finger * offense)


@rule
def count_obstacles_before_ship(
    g: Game, sx: float, sy: float, dx: float, dy: float, ex: float, ey: float, far: float, most: int
) -> int:
    """Return how many things a line from s along d meets before a ship at e; -1 for a miss.

    Counting ends at the first number above `most`.
    """
    entry = disc_entry(sx, sy, dx, dy, ex, ey, g.radius + g.penny)
    if entry > far or entry > distance_to_edge(g, sx, sy, dx, dy):
        return -1
    return count_obstacles(g, sx, sy, dx, dy, entry, most)


@rule
def find_line(
    g: Game, ax: float, ay: float, fx: float, fy: float, offense: int, ex: float, ey: float
) -> tuple[int, float, float, float, float]:
    """Return the best line from a ship at a with its prow along f to a ship at e.

    The result is the number of things in its way (-1 if no line hits), its start, and its
    direction. A brittle die in the way is allowed, because the shot shatters it.
    """
    best = -1
    bsx = 0.0
    bsy = 0.0
    bdx = 0.0
    bdy = 0.0
    far = shot_range(g, offense)
    if distance(ax, ay, ex, ey) - 2.0 * g.radius - g.penny > far:
        return best, bsx, bsy, bdx, bdy
    most = 1 if g.chosen.tanks == R.TANKS_BRITTLE else 0
    ux, uy = direction_to(ax, ay, ex, ey)
    prow = g.chosen.shot == R.SHOT_ENDLESS
    starts, aims = (1, PROW_AIMS) if prow else (STARTS, AIMS)
    for n in range(starts):
        # Straight ahead first, then 30, 60 and 90 degrees to either side.
        if n % 2 == 1:
            turn = (n + 1) // 2 * 2
        else:
            turn = (COMPASS - n) % COMPASS
        nx, ny = rotate(ux, uy, g.cosines[turn], g.sines[turn])
        if prow:
            nx = fx
            ny = fy
        sx = ax + nx * g.radius
        sy = ay + ny * g.radius
        if not is_inside(g, sx, sy):
            continue
        for k in range(aims):
            aside = (g.radius + g.penny) * aim_offset(k, aims)
            dx, dy = direction_to(sx, sy, ex - uy * aside, ey + ux * aside)
            if nx * dx + ny * dy < g.arc_cosine - 1.0e-6:
                continue
            met = count_obstacles_before_ship(g, sx, sy, dx, dy, ex, ey, far, most)
            if met < 0 or met > most:
                continue
            best = met
            bsx = sx
            bsy = sy
            bdx = dx
            bdy = dy
            most = met - 1
            if best == 0:
                return best, bsx, bsy, bdx, bdy
    return best, bsx, bsy, bdx, bdy


@rule
def aim_offset(k: int, aims: int) -> float:
    """Return how far beside the enemy's middle line k is aimed, as a share of the widest aim.

    The first lines are the nearest to the middle.
    """
    share = 0.99 * ((k + 1) // 2) / (aims // 2)
    return share if k % 2 == 1 else -share
