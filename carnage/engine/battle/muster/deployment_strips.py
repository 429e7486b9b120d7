"""Strips along the edges of the table, and units in a line."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.paths import can_stand_at
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import offer
from carnage.engine.core.geometry import round_to_thousandth
from carnage.engine.core.pointing import LEGAL, NO_ROOM, OUTSIDE_ZONE

COLUMNS = 6  # places offered along an edge, in a front and a back row
ROUNDING = 0.002  # inches, of places in a strip
LOOSE = 0.1  # inches between the bases of a unit that is not a block


@rule
def offer_strip(g: Game, unit: int) -> None:
    """Offer places for a unit in the strip along its side's edge, in two rows."""
    u = g.units[unit]
    for row in range(2):
        for n in range(COLUMNS):
            along = g.table * (n + 0.5) / COLUMNS
            deep = g.strip - g.radius if row == 0 else g.radius
            x = strip_x(g, u.side, along, deep)
            y = strip_y(g, u.side, along, deep)
            offer_strip_place(g, unit, x, y, row, n)
    if g.core.offered == 0:
        offer_first_free_place(g, unit)


@rule
def offer_strip_place(g: Game, unit: int, x: float, y: float, row: int, column: int) -> int:
    """Offer a place along the edge for a unit, or return the number of a `Refusal`.

    Args:
        g: The game.
        unit: The unit.
        x: The place of its first model.
        y: The place of its first model.
        row: 0 for the front row of the strip, 1 for the back row.
        column: The column of the place, -1 for none.
    """
    deep = strip_depth(g, g.units[unit].side, x, y)
    if deep > g.strip - g.radius + ROUNDING:
        return OUTSIDE_ZONE
    fits = stand_along_edge(g, unit, x, y)
    take_off_table(g, unit)
    if not fits:
        return NO_ROOM
    k = g.core.offered
    offer(g.core, row, unit, column)
    if k < g.core.offered:
        g.core.options[k].x = x
        g.core.options[k].y = y
    return LEGAL


@rule
def strip_depth(g: Game, side: int, x: float, y: float) -> float:
    """Return the distance of a point from a side's edge of the table."""
    edge = g.sides[side].edge
    if edge == 0:
        return y
    if edge == 1:
        return g.table - x
    return g.table - y if edge == 2 else x


@rule
def offer_first_free_place(g: Game, unit: int) -> None:
    """Offer the first place in the strip where a unit fits, if none of the usual places is free."""
    u = g.units[unit]
    step = g.radius / 2.0
    deep = g.radius
    while deep <= g.strip - g.radius and g.core.offered == 0:
        along = g.radius
        while along <= g.table - g.radius and g.core.offered == 0:
            x = strip_x(g, u.side, along, deep)
            y = strip_y(g, u.side, along, deep)
            offer_strip_place(g, unit, x, y, 0, -1)
            along += step
        deep += step


@rule
def strip_x(g: Game, side: int, along: float, deep: float) -> float:
    """Return the x of a place in a side's strip, `along` its edge and `deep` into the table."""
    edge = g.sides[side].edge
    if edge % 2 == 0:
        return along
    return g.table - deep if edge == 1 else deep


@rule
def strip_y(g: Game, side: int, along: float, deep: float) -> float:
    """Return the y of a place in a side's strip, `along` its edge and `deep` into the table."""
    edge = g.sides[side].edge
    if edge % 2 == 1:
        return along
    return deep if edge == 0 else g.table - deep


@rule
def stand_along_edge(g: Game, unit: int, x: float, y: float) -> bool:
    """Stand a unit's models side by side along its edge, the first at x, y.

    Return whether they all fit.
    """
    if g.sides[g.units[unit].side].edge % 2 == 1:
        return stand_in_line(g, unit, x, y, 0.0, 1.0)
    return stand_in_line(g, unit, x, y, 1.0, 0.0)


@rule
def stand_in_line(g: Game, unit: int, x: float, y: float, dx: float, dy: float) -> bool:
    """Stand a unit's models in a line along d, the first at x, y. Return whether they all fit."""
    u = g.units[unit]
    step = 2.0 * g.radius
    if g.chosen.units != R.UNITS_RANKED:
        step += LOOSE
    all_fit = True
    n = 0
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if m.absent == 1:
            continue
        off = step * ((n + 1) // 2) * (1.0 if n % 2 == 1 else -1.0)
        m.x = round_to_thousandth(x + dx * off)
        m.y = round_to_thousandth(y + dy * off)
        all_fit = all_fit and can_stand_at(g, i, m.x, m.y)
        m.in_play = 1
        n += 1
    return all_fit


@rule
def take_off_table(g: Game, unit: int) -> None:
    """Take a unit's models off the table again."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        g.models[i].in_play = 0
