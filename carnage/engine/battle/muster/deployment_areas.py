"""Deployment areas other than strips: corners, the middle, all edges, and anywhere."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.move_targets import nearest_enemy
from carnage.engine.battle.muster.deployment_strips import stand_in_line, take_off_table
from carnage.engine.battle.turn.markers import marker_gap
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import offer
from carnage.engine.core.geometry import NEVER, direction_to, distance
from carnage.engine.core.pointing import LEGAL, NO_ROOM, OUTSIDE_ZONE
from carnage.engine.core.rule_ids import NoSuchRule

GRID = 4  # places offered along each axis of an area
ENOUGH_PLACES = 6  # with this many places offered, the shifted grid adds no more
GRID_SHIFT = 0.5  # offset of a place in its cell of the grid: the middle
SECOND_GRID_SHIFT = 0.15  # of the shifted grid
BEYOND = 0.001  # inches, the least by which a base is farther from a marker than it must be
# Values of `Side.edge` where one side surrounds the other.
OUTSIDE = 0
MIDDLE = 1


@rule
def area_radius(g: Game, side: int) -> float:
    """Return the radius of a side's area around a corner or the middle; NEVER for other areas."""
    if g.chosen.deployment == R.DEPLOYMENT_CORNERS:
        return g.table / g.p.deployment_corner_parts
    if g.chosen.deployment == R.DEPLOYMENT_SURROUNDED and g.sides[side].edge == MIDDLE:
        return g.table / g.p.deployment_middle_parts
    return NEVER


@rule
def area_x(g: Game, side: int) -> float:
    """Return the x of a side's corner, or else of the middle of the table."""
    if g.chosen.deployment != R.DEPLOYMENT_CORNERS:
        return g.table / 2.0
    corner = g.sides[side].edge
    return g.table if corner == 1 or corner == 2 else 0.0


@rule
def area_y(g: Game, side: int) -> float:
    """Return the y of a side's corner, or else of the middle of the table."""
    if g.chosen.deployment != R.DEPLOYMENT_CORNERS:
        return g.table / 2.0
    return g.table if g.sides[side].edge >= 2 else 0.0


@rule
def loot_shortfall(g: Game, x: float, y: float) -> float:
    """Return the inches by which a base at x, y is too near to loot for deployment, else 0."""
    short = 0.0
    for n in range(g.n_loot):
        token = g.loot[n]
        if token.down == 1:
            gap = distance(x, y, token.x, token.y) - g.radius - g.token_radius
            short = max(short, g.p.deployment_clear - gap)
    return short


@rule
def marker_shortfall(g: Game, x: float, y: float) -> float:
    """Return the inches by which a base at x, y is too near to a marker for deployment, else 0.

    It must be farther from a marker than where it holds it.
    """
    short = 0.0
    for n in range(g.n_markers):
        short = max(short, g.p.deployment_clear + BEYOND - marker_gap(g, x, y, n))
    return short


@rule
def deployment_shortfall(g: Game, side: int, x: float, y: float) -> float:
    """Return the inches by which a base at x, y is not allowed there; 0 if it is allowed.

    It must be inside the area of its side. Units along all edges must keep clear of loot and
    markers. Where units deploy anywhere, they must keep clear of loot, markers and enemies.
    """
    reach = area_radius(g, side)
    if reach < NEVER:
        return max(0.0, distance(x, y, area_x(g, side), area_y(g, side)) + g.radius - reach)
    if g.chosen.deployment == R.DEPLOYMENT_SURROUNDED:
        deep = min(min(x, g.table - x), min(y, g.table - y)) + g.radius
        short = max(loot_shortfall(g, x, y), marker_shortfall(g, x, y))
        return max(short, deep - g.strip)
    short = max(loot_shortfall(g, x, y), marker_shortfall(g, x, y))
    foe = nearest_enemy(g, side, x, y, -1)
    if foe >= 0:
        gap = distance(x, y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
        short = max(short, g.p.deployment_clear - gap)
    return short


@rule
def stand_unit(g: Game, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """Stand a unit's models side by side, facing f, the first at x, y.

    Returns the most inches by which one of them is not allowed there; NEVER if they do not all fit.
    """
    u = g.units[unit]
    if not stand_in_line(g, unit, x, y, fy, -fx):
        return NEVER
    worst = 0.0
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if m.absent == 0:
            worst = max(worst, deployment_shortfall(g, u.side, m.x, m.y))
    return worst


@rule
def deployment_facing(g: Game, side: int, x: float, y: float) -> tuple[float, float]:
    """Return the facing of a unit at x, y: to the opposite corner, the middle, or away from it."""
    middle = g.table / 2.0
    if g.chosen.deployment == R.DEPLOYMENT_CORNERS:
        return direction_to(area_x(g, side), area_y(g, side), middle, middle)
    fx, fy = direction_to(x, y, middle, middle)
    if area_radius(g, side) < NEVER:
        return -fx, -fy
    return fx, fy


@rule
def offer_area(g: Game, unit: int) -> None:
    """Offer places for a unit: a grid, and a shifted grid if too few of its places fit."""
    offer_grid(g, unit, GRID_SHIFT, GRID * GRID)
    offer_grid(g, unit, SECOND_GRID_SHIFT, ENOUGH_PLACES)
    if g.core.offered == 0:
        offer_first_fitting_place(g, unit)


@rule
def offer_grid(g: Game, unit: int, shift: float, enough: int) -> None:
    """Offer the places of a grid for a unit, until `enough` places are offered.

    `shift` is the offset of a place in its cell, from 0 to 1.
    """
    for n in range(GRID * GRID):
        if g.core.offered < enough:
            x, y = spot_in_area(g, g.units[unit].side, n, shift)
            offer_place(g, unit, x, y)


@rule
def spot_in_area(g: Game, side: int, n: int, shift: float) -> tuple[float, float]:
    """Return the n-th place of the grid in a side's area.

    `shift` is the offset in a cell, from 0 to 1.
    """
    reach = area_radius(g, side)
    across = (n % GRID + shift) / GRID
    up = (n // GRID + shift) / GRID
    if g.chosen.deployment == R.DEPLOYMENT_CORNERS:
        x = across * reach
        y = up * reach
        cx = area_x(g, side)
        cy = area_y(g, side)
        return (x if cx == 0.0 else cx - x), (y if cy == 0.0 else cy - y)
    if reach < NEVER:
        return g.table / 2.0 + (2.0 * across - 1.0) * reach, g.table / 2.0 + (
            2.0 * up - 1.0
        ) * reach
    if g.chosen.deployment == R.DEPLOYMENT_SURROUNDED:  # each row of the grid is along another edge
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
def offer_place(g: Game, unit: int, x: float, y: float) -> int:
    """Offer a place for a unit, or return the number of a `Refusal` if it is not allowed there."""
    fx, fy = deployment_facing(g, g.units[unit].side, x, y)
    short = stand_unit(g, unit, x, y, fx, fy)
    take_off_table(g, unit)
    if short < 1.0e-6:
        offer_place_unchecked(g, unit, x, y, fx, fy)
        return LEGAL
    return NO_ROOM if short >= NEVER else OUTSIDE_ZONE


@rule
def offer_place_unchecked(g: Game, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """Offer a place for a unit without a check."""
    k = g.core.offered
    offer(g.core, 0, unit, -1)
    if k < g.core.offered:
        o = g.core.options[k]
        o.x = x
        o.y = y
        o.fx = fx
        o.fy = fy


@rule
def offer_first_fitting_place(g: Game, unit: int) -> None:
    """Offer the first place where a unit is allowed with some facing.

    If there is no allowed place, the one with the least error is offered.
    """
    side = g.units[unit].side
    best = NEVER
    bx = 0.0
    by = 0.0
    bfx = 0.0
    bfy = 1.0
    step = g.radius / 2.0
    steps = int((g.table - 2.0 * g.radius) / step) + 1
    for n in range(steps * steps):
        x = g.radius + (n % steps) * step
        y = g.radius + (n // steps) * step
        if best < 1.0e-6 or deployment_shortfall(g, side, x, y) >= best:
            continue
        fx, fy = deployment_facing(g, side, x, y)
        for turned in range(3):
            if turned == 1:
                fx = 0.0
                fy = 1.0 if y < g.table / 2.0 else -1.0
            elif turned == 2:
                fx = 1.0 if x < g.table / 2.0 else -1.0
                fy = 0.0
            off = stand_unit(g, unit, x, y, fx, fy)
            take_off_table(g, unit)
            if off < best:
                best = off
                bx = x
                by = y
                bfx = fx
                bfy = fy
    offer_place_unchecked(g, unit, bx, by, bfx, bfy)
