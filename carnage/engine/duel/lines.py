"""Lines of fire: where a shot along a line first meets something, and which lines hit.

Which of all possible lines are tried is settled: from seven points of the rim at five points of the
enemy ship, or from the prow at thirteen. Nothing here changes anything.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, disc_entry, distance, passes_by, towards, turned
from carnage.engine.duel import numbers as R
from carnage.engine.duel.edges import to_the_edge
from carnage.engine.duel.state import COMPASS, MOON, Game
from carnage.engine.duel.ways import SLACK, inside

STARTS, AIMS = 7, 5
PROW_AIMS = 13


@rule
def meets(g: Game, n: int, sx: float, sy: float, dx: float, dy: float, far: float) -> float:
    """How far a penny slides from s along d until thing n is in its way; NEVER if it is not."""
    thing = g.things[n]
    touch = g.penny + thing.radius - SLACK
    if passes_by(sx, sy, dx, dy, far, thing.x, thing.y, touch):
        return NEVER
    if distance(sx, sy, thing.x, thing.y) < touch:
        return 0.0
    return disc_entry(sx, sy, dx, dy, thing.x, thing.y, touch)


@rule
def in_the_way(g: Game, sx: float, sy: float, dx: float, dy: float, far: float, most: int) -> int:
    """Return how many things a penny meets before it has slid so far; a moon counts as ten.

    Counting ends past `most`.
    """
    things = 0
    for n in range(g.n_things):
        if meets(g, n, sx, sy, dx, dy, far) < far:
            things += 10 if g.things[n].kind == MOON else 1
            if things > most:
                return things
    return things


@rule
def range_of(g: Game, offense: int) -> float:
    """How far the penny's middle goes."""
    if g.chosen.shot == R.SHOT_ENDLESS:
        return NEVER
    return float(g.p.shot_finger * offense)


@rule
def try_line(
    g: Game, sx: float, sy: float, dx: float, dy: float, ex: float, ey: float, far: float, most: int
) -> int:
    """Return how many things a line from s along d meets before a ship at e, or -1 if it misses the ship.

    Counting ends past `most`.
    """
    entry = disc_entry(sx, sy, dx, dy, ex, ey, g.radius + g.penny)
    if entry > far or entry > to_the_edge(g, sx, sy, dx, dy):
        return -1
    return in_the_way(g, sx, sy, dx, dy, entry, most)


@rule
def find_line(
    g: Game, ax: float, ay: float, fx: float, fy: float, offense: int, ex: float, ey: float
) -> tuple[int, float, float, float, float]:
    """The best line from a ship at a, its prow along f, at one at e.

    How many things are in its way (-1: no line hits), where it begins, and its direction.
    """
    best, bsx, bsy, bdx, bdy = -1, 0.0, 0.0, 0.0, 0.0
    far = range_of(g, offense)
    if distance(ax, ay, ex, ey) - 2.0 * g.radius - g.penny > far:
        return best, bsx, bsy, bdx, bdy
    most = 1 if g.chosen.tanks == R.TANKS_BRITTLE else 0
    ux, uy = towards(ax, ay, ex, ey)
    prow = g.chosen.shot == R.SHOT_ENDLESS
    starts, aims = (1, PROW_AIMS) if prow else (STARTS, AIMS)
    for n in range(starts):
        # Straight ahead first, then 30, 60 and 90 degrees to either side.
        turn = (n + 1) // 2 * 2 if n % 2 == 1 else (COMPASS - n) % COMPASS
        nx, ny = turned(ux, uy, g.cosines[turn], g.sines[turn])
        if prow:
            nx, ny = fx, fy
        sx, sy = ax + nx * g.radius, ay + ny * g.radius
        if not inside(g, sx, sy):
            continue
        for k in range(aims):
            aside = (g.radius + g.penny) * aim(k, aims)
            dx, dy = towards(sx, sy, ex - uy * aside, ey + ux * aside)
            if nx * dx + ny * dy < g.arc_cosine - 1.0e-6:
                continue
            met = try_line(g, sx, sy, dx, dy, ex, ey, far, most)
            if met < 0 or met > most:
                continue
            best, bsx, bsy, bdx, bdy = met, sx, sy, dx, dy
            most = met - 1
            if best == 0:
                return best, bsx, bsy, bdx, bdy
    return best, bsx, bsy, bdx, bdy


@rule
def aim(k: int, aims: int) -> float:
    """How far beside the enemy's middle line k is aimed, as a share of what still touches: nearest first."""
    share = 0.99 * ((k + 1) // 2) / (aims // 2)
    return share if k % 2 == 1 else -share
