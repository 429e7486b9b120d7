"""Obstacles and room on the table. Things that only touch are not in each other's way."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import crosses_disc, distance
from carnage.engine.duel import numbers as R
from carnage.engine.duel.state import Game

SLACK = 0.002  # positions are rounded to a thousandth of an inch


@rule
def is_inside(g: Game, x: float, y: float) -> bool:
    """Return whether a point is in the square. In open space all points are."""
    if g.square == 0.0:
        return True
    return 0.0 <= x <= g.square and 0.0 <= y <= g.square


@rule
def is_way_clear(
    g: Game, side: int, ax: float, ay: float, bx: float, by: float, radius: float
) -> bool:
    """Return whether nothing blocks a disc of this radius from a to b.

    The ship of `side` does not.
    """
    other = g.ships[1 - side]
    if crosses_disc(ax, ay, bx, by, other.x, other.y, radius + g.radius - SLACK):
        return False
    for n in range(g.n_things):
        thing = g.things[n]
        if crosses_disc(ax, ay, bx, by, thing.x, thing.y, radius + thing.radius - SLACK):
            return False
    return True


@rule
def has_room(g: Game, x: float, y: float, radius: float) -> bool:
    """Return whether a disc with its middle here would be inside and overlap nothing."""
    if not is_inside(g, x, y):
        return False
    for side in range(2):
        ship = g.ships[side]
        if distance(x, y, ship.x, ship.y) < radius + g.radius - SLACK:
            return False
    for n in range(g.n_things):
        thing = g.things[n]
        if distance(x, y, thing.x, thing.y) < radius + thing.radius - SLACK:
            return False
    return True


@rule
def rim_gap(g: Game) -> float:
    """Return the distance between the rims of both ships, in inches."""
    a = g.ships[0]
    b = g.ships[1]
    return distance(a.x, a.y, b.x, b.y) - 2.0 * g.radius


@rule
def remove_thing(g: Game, n: int) -> None:
    """Remove thing n from the list; the others keep their order."""
    for k in range(n, g.n_things - 1):
        a = g.things[k]
        b = g.things[k + 1]
        a.kind = b.kind
        a.x = b.x
        a.y = b.y
        a.radius = b.radius
        a.owner = b.owner
        a.number = b.number
        a.drifted = b.drifted
    g.n_things -= 1
    clear_thing(g, g.n_things)


@rule
def clear_thing(g: Game, n: int) -> None:
    """Clear an unused row of the list of things, so that equal games have equal records."""
    thing = g.things[n]
    thing.kind = 0
    thing.x = 0.0
    thing.y = 0.0
    thing.radius = 0.0
    thing.owner = 0
    thing.number = 0
    thing.drifted = 0


@rule
def add_thing(g: Game, kind: int, x: float, y: float, radius: float, owner: int) -> None:
    """Add a thing to the table, at the end of the list."""
    thing = g.things[g.n_things]
    thing.kind = kind
    thing.x = x
    thing.y = y
    thing.radius = radius
    thing.owner = owner
    thing.number = g.n_things
    thing.drifted = 0
    g.n_things += 1


@rule
def can_throw_onto_enemy(g: Game) -> bool:
    """Return whether a ship can jettison a die onto the other, which only exploding tanks allow."""
    if g.chosen.tanks != R.TANKS_EXPLODING:
        return False
    a = g.ships[0]
    b = g.ships[1]
    return distance(a.x, a.y, b.x, b.y) <= 2.0 * g.radius + g.reach + g.die + SLACK
