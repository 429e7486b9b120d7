"""Points: places that a person chooses freely, as the numbers of decisions.

A decision below MAX_OPTIONS is the number of an offered option, a candidate. From MAX_OPTIONS on it
names a cell of a grid over the table. The family makes an option of that place by the functions
that make its candidates, or refuses it. The option lies in slot POINTED, outside the options
offered, so no bot ever sees it.
"""

from __future__ import annotations

import math
from typing import Any

from carnage.engine.compiling.marks import Rows, entry
from carnage.engine.core.queries import Refusal
from carnage.engine.core.specialization import bind
from carnage.engine.core.state import FIRST_CANDIDATE, MAX_OPTIONS, POINTED, Game

CELLS = 2048  # of a side of the grid
CELL = 0.0625  # the side of a cell, in the table's unit
MAX_DECISION = MAX_OPTIONS + CELLS * CELLS - 1

# The numbers of `Refusal`, as rules read them.
LEGAL = int(Refusal.LEGAL)
NO_POINT = int(Refusal.NO_POINT)
TOO_NEAR = int(Refusal.TOO_NEAR)
BLOCKED = int(Refusal.BLOCKED)
NO_ROOM = int(Refusal.NO_ROOM)
BREAKS_SQUAD = int(Refusal.BREAKS_SQUAD)
OUTSIDE_ZONE = int(Refusal.OUTSIDE_ZONE)
OUT_OF_REACH = int(Refusal.OUT_OF_REACH)


class Spot:
    """A point that is tried at the open question. The result replaces its numbers.

    Attributes:
        x: The point, then the place of the option made for it.
        y: The point, then the place of the option made for it.
        refusal: The number of a `Refusal`.
    """

    x: float
    y: float
    refusal: int


class Sight:
    """An enemy as a figure would see it from a place.

    Attributes:
        who: The number of the enemy.
        seen: The visibility of the enemy: 0 hidden, 1 clear, 2 obscured.
        looks_back: The visibility of the figure to the enemy, in the same way.
        gap: The distance between their bases, in the table's unit.
        weapon: The weapon of the figure that reaches the enemy, or -1.
        number: The number that a die needs with it, or -1.
    """

    who: int
    seen: int
    looks_back: int
    gap: float
    weapon: int
    number: int


NO_WEAPON = -1

# ------------------------------------------------------------- the functions that a family provides


def grid_origin(g: Game) -> float:
    """Return the x and the y of the south-west corner of the grid."""
    return 0.0


def takes_point(g: Game, kind: int) -> bool:
    """Return whether questions of this kind may be answered by a point."""
    return False


def offer_point(g: Game, side: int, kind: int, actor: int, x: float, y: float) -> int:
    """Offer the option of a point as the only one, or return the number of a `Refusal`.

    No option is offered before the call. The first candidate is in slot FIRST_CANDIDATE.

    Args:
        g: The game.
        side: The seat that answers.
        kind: The number of the query.
        actor: The thing that the question is about.
        x: The point.
        y: The point.
    """
    return NO_POINT


def look_from(
    g: Game, actor: int, x: float, y: float, fx: float, fy: float, sights: Rows[Sight]
) -> int:
    """Put a figure at a place of a copy of the game, and write its view of each enemy.

    Return the number of rows that were written.

    Args:
        g: A copy of the game.
        actor: The figure.
        x: The place.
        y: The place.
        fx: The facing there; (0, 0) keeps the present one.
        fy: The facing there.
        sights: One row for each enemy.
    """
    return 0


# ------------------------------------------------------------------- general: bound by each family


def make_point_option(g: Game, side: int, kind: int, actor: int, x: float, y: float) -> int:
    """Make the option of a point in slot POINTED, or return the number of a `Refusal`.

    The options offered stay as they are, and no rule counts as used.
    """
    c = g.core
    if not takes_point(g, kind):
        return NO_POINT
    pondering = c.pondering
    offered = c.offered
    c.pondering = 1
    c.options[FIRST_CANDIDATE] = c.options[0]
    c.offered = 0
    refusal = offer_point(g, side, kind, actor, x, y)
    if refusal == LEGAL and c.offered == 0:
        refusal = BLOCKED
    c.options[POINTED] = c.options[0]
    c.options[0] = c.options[FIRST_CANDIDATE]
    c.offered = offered
    c.pondering = pondering
    return refusal


def make_cell_option(g: Game, side: int, kind: int, actor: int, decision: int) -> int:
    """Make the option for the cell that a decision names, in slot POINTED.

    Return the number of a `Refusal`, LEGAL if the option was made.

    Args:
        g: The game.
        side: The side that decides.
        kind: The kind of the question.
        actor: The model that acts.
        decision: MAX_OPTIONS plus the index of the cell, counted row by row from the south-west.
    """
    cell = decision - MAX_OPTIONS
    origin = grid_origin(g)
    x = origin + (cell % CELLS) * CELL
    y = origin + (cell // CELLS) * CELL
    return make_point_option(g, side, kind, actor, x, y)


def try_points(game: Rows[Game], spots: Rows[Spot]) -> None:
    """Try points at the open question, one by one. The option of the last is in slot POINTED.

    Args:
        game: A copy of the game. Only its slots and the lists of its moves change.
        spots: The points, which the results replace.
    """
    g = game[0]
    c = g.core
    for n in range(len(spots)):
        spot = spots[n]
        spot.refusal = make_point_option(g, c.asker, c.kind, c.actor, spot.x, spot.y)
        spot.x = c.options[POINTED].x
        spot.y = c.options[POINTED].y


def try_decision(game: Rows[Game], decision: int) -> int:
    """Make the option of a decision that names a cell, in slot POINTED of a copy of the game.

    Return the number of a `Refusal`.
    """
    c = game[0].core
    return make_cell_option(game[0], c.asker, c.kind, c.actor, decision)


def look(
    game: Rows[Game], actor: int, x: float, y: float, fx: float, fy: float, sights: Rows[Sight]
) -> int:
    """Write the enemies as a figure would see them from a place. See `look_from`."""
    return look_from(game[0], actor, x, y, fx, fy, sights)


def cell_decision(game: Rows[Game], x: float, y: float) -> int:
    """Return the decision that names the cell nearest to a point, or -1 outside the grid."""
    origin = grid_origin(game[0])
    u = math.floor((x - origin) / CELL + 0.5)
    v = math.floor((y - origin) / CELL + 0.5)
    if u < 0 or v < 0 or u >= CELLS or v >= CELLS:
        return -1
    return MAX_OPTIONS + CELLS * v + u


def bind_points(module: str, names: dict[str, Any]) -> None:
    """Bind the functions that make the options of points to one family.

    Args:
        module: The module of the family that they belong to.
        names: The functions of the family. Missing ones and the bound functions are added.
    """
    for function in (grid_origin, takes_point, offer_point, look_from):
        if function.__name__ not in names:
            names[function.__name__] = bind(function, module, **names)
    names["make_point_option"] = bind(make_point_option, module, **names)
    names["make_cell_option"] = bind(make_cell_option, module, **names)


def bind_point_entries(module: str, names: dict[str, Any]) -> dict[str, Any]:
    """Return the entries for points, bound to one family."""
    bind_points(module, names)
    entries = (try_points, try_decision, cell_decision, look)
    return {function.__name__: bind(function, module, entry, **names) for function in entries}
