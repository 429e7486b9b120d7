"""Areas to deploy in that are no strips: corners, the middle, all around it, and anywhere."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.move_targets import nearest_enemy
from carnage.engine.battle.muster.deployment_strips import in_line, lift
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import offer
from carnage.engine.core.geometry import NEVER, distance, towards
from carnage.engine.core.numbering import NoSuchRule

GRID = 4  # places offered to a side of an area
ENOUGH = 6  # of them that make others superfluous
OUTSIDE, MIDDLE = 0, 1  # where a side is, where one surrounds the other


@rule
def reach_in(g: Game, side: int) -> float:
    """How far an area reaches from its corner, or from the middle; NEVER where it has no such measure."""
    if g.chosen.deployment == R.DEPLOYMENT_CORNERS:
        return g.table / g.p.deployment_corner_parts
    if g.chosen.deployment == R.DEPLOYMENT_SURROUNDED and g.sides[side].edge == MIDDLE:
        return g.table / g.p.deployment_middle_parts
    return NEVER


@rule
def area_x(g: Game, side: int) -> float:
    """The middle of the table, or the side's corner."""
    if g.chosen.deployment != R.DEPLOYMENT_CORNERS:
        return g.table / 2.0
    corner = g.sides[side].edge
    return g.table if corner == 1 or corner == 2 else 0.0


@rule
def area_y(g: Game, side: int) -> float:
    """The other half of `area_x`."""
    if g.chosen.deployment != R.DEPLOYMENT_CORNERS:
        return g.table / 2.0
    return g.table if g.sides[side].edge >= 2 else 0.0


@rule
def clear_of_loot(g: Game, x: float, y: float) -> float:
    """How much nearer to some loot a base at x, y is than a unit may be set up; 0 if it is clear of all."""
    short = 0.0
    for n in range(g.n_loot):
        token = g.loot[n]
        if token.down == 1:
            gap = distance(x, y, token.x, token.y) - g.radius - g.marker_radius
            short = max(short, g.p.deployment_clear - gap)
    return short


@rule
def amiss(g: Game, side: int, x: float, y: float) -> float:
    """By how many inches a base at x, y is not where its side may set up; 0 if it is."""
    reach = reach_in(g, side)
    if reach < NEVER:
        return max(0.0, distance(x, y, area_x(g, side), area_y(g, side)) + g.radius - reach)
    if g.chosen.deployment == R.DEPLOYMENT_SURROUNDED:
        deep = min(min(x, g.table - x), min(y, g.table - y)) + g.radius
        return max(0.0, deep - g.strip)
    short = clear_of_loot(g, x, y)
    foe = nearest_enemy(g, side, x, y, -1)
    if foe >= 0:
        gap = distance(x, y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
        short = max(short, g.p.deployment_clear - gap)
    return short


@rule
def stand(g: Game, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """Stand a unit's models side by side, facing f, the first at x, y.

    Returns by how much any of them is not where it may be; NEVER if they do not all fit.
    """
    u = g.units[unit]
    if not in_line(g, unit, x, y, fy, -fx):
        return NEVER
    worst = 0.0
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if m.absent == 0:
            worst = max(worst, amiss(g, u.side, m.x, m.y))
    return worst


@rule
def front(g: Game, side: int, x: float, y: float) -> tuple[float, float]:
    """Which way a unit set up at x, y faces: the opposite corner, the middle, or away from it."""
    middle = g.table / 2.0
    if g.chosen.deployment == R.DEPLOYMENT_CORNERS:
        return towards(area_x(g, side), area_y(g, side), middle, middle)
    fx, fy = towards(x, y, middle, middle)
    if reach_in(g, side) < NEVER:
        return -fx, -fy
    return fx, fy


@rule
def offer_area(g: Game, unit: int) -> None:
    """Offer places where a unit may be set up: a grid, and one that is shifted where that has too few."""
    for shifted in range(2):
        for n in range(GRID * GRID):
            if g.core.offered < (GRID * GRID if shifted == 0 else ENOUGH):
                x, y = spot_in_area(g, g.units[unit].side, n, 0.5 if shifted == 0 else 0.15)
                offer_place(g, unit, x, y)
    if g.core.offered == 0:
        nearest_to_fitting(g, unit)


@rule
def spot_in_area(g: Game, side: int, n: int, shift: float) -> tuple[float, float]:
    """The n-th place of the grid."""
    reach = reach_in(g, side)
    across, up = (n % GRID + shift) / GRID, (n // GRID + shift) / GRID
    if g.chosen.deployment == R.DEPLOYMENT_CORNERS:
        x, y = across * reach, up * reach
        cx, cy = area_x(g, side), area_y(g, side)
        return (x if cx == 0.0 else cx - x), (y if cy == 0.0 else cy - y)
    if reach < NEVER:
        return g.table / 2.0 + (2.0 * across - 1.0) * reach, g.table / 2.0 + (2.0 * up - 1.0) * reach
    if g.chosen.deployment == R.DEPLOYMENT_SURROUNDED:  # along each of the edges in turn
        deep = g.strip - g.radius
        along = across * g.table
        edge = n // GRID
        if edge % 2 == 0:
            return along, (deep if edge == 0 else g.table - deep)
        return (g.table - deep if edge == 1 else deep), along
    if g.chosen.deployment == R.DEPLOYMENT_ANYWHERE:
        return across * g.table, up * g.table
    raise NoSuchRule


@rule
def offer_place(g: Game, unit: int, x: float, y: float) -> None:
    """Offer a place if the unit may be set up there."""
    fx, fy = front(g, g.units[unit].side, x, y)
    if stand(g, unit, x, y, fx, fy) < 1.0e-6:
        keep_place(g, unit, x, y, fx, fy)
    lift(g, unit)


@rule
def keep_place(g: Game, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """Offer a place as it is."""
    k = g.core.offered
    offer(g.core, 0, unit, -1)
    if k < g.core.offered:
        o = g.core.options[k]
        o.x = x
        o.y = y
        o.fx = fx
        o.fy = fy


@rule
def nearest_to_fitting(g: Game, unit: int) -> None:
    """Offer the first place that fits, however the unit is turned; else the one that is least amiss."""
    side = g.units[unit].side
    best, bx, by, bfx, bfy = NEVER, 0.0, 0.0, 0.0, 1.0
    step = g.radius / 2.0
    steps = int((g.table - 2.0 * g.radius) / step) + 1
    for n in range(steps * steps):
        x, y = g.radius + (n % steps) * step, g.radius + (n // steps) * step
        if best < 1.0e-6 or amiss(g, side, x, y) >= best:
            continue
        fx, fy = front(g, side, x, y)
        for turned in range(3):
            if turned == 1:
                fx, fy = 0.0, (1.0 if y < g.table / 2.0 else -1.0)
            elif turned == 2:
                fx, fy = (1.0 if x < g.table / 2.0 else -1.0), 0.0
            off = stand(g, unit, x, y, fx, fy)
            lift(g, unit)
            if off < best:
                best, bx, by, bfx, bfy = off, x, y, fx, fy
    keep_place(g, unit, bx, by, bfx, bfy)
