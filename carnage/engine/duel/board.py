"""The state of a duel in a few lines, for whoever has to decide in a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from carnage.engine.duel.naming import ROWS, bearing, count, inches
from carnage.engine.duel.state import DEBRIS, DIE


def board(sides: tuple[str, ...], prow: bool, g: Any, viewer: int) -> Iterator[str]:
    """Lines: the turn, the ships and their rows, what lies about, as seen from the viewer's ship."""
    yield f"Turn {g.rounds}" if g.rounds else "Setting up"
    mine, theirs = g.ships[viewer], g.ships[1 - viewer]
    if g.rounds:
        gap = max(0.0, math.dist((mine.x, mine.y), (theirs.x, theirs.y)) - 2 * g.radius)
        yield f"The ships are {inches(gap)} apart"
    for side in (viewer, 1 - viewer):
        you = " (you)" if side == viewer else ""
        ship = g.ships[side]
        yield f"{sides[side]}{you}: {_rows(ship)}{_heading(g, side, viewer) if prow and g.rounds else ''}"
    if g.rounds and g.square:
        yield _nearest_edge(g, mine, theirs)
    for n in range(g.n_things):
        thing = g.things[n]
        gap = max(0.0, math.dist((mine.x, mine.y), (thing.x, thing.y)) - g.radius - thing.radius)
        way = bearing(mine.x, mine.y, theirs.x, theirs.y, thing.x - mine.x, thing.y - mine.y)
        kind = "a jettisoned die" if thing.kind == DIE else ("debris" if thing.kind == DEBRIS else "the moon")
        yield f"{inches(gap)} {way}: {kind}"


def _nearest_edge(g: Any, mine: Any, theirs: Any) -> str:
    """Where space ends for the viewer's ship: for its middle, by the rules."""
    ways = ((mine.x, -1, 0), (g.square - mine.x, 1, 0), (mine.y, 0, -1), (g.square - mine.y, 0, 1))
    far, dx, dy = min(ways)
    way = bearing(mine.x, mine.y, theirs.x, theirs.y, dx, dy)
    return f"{inches(far)} {way}: the nearest edge, from your ship's middle"


def _rows(ship: Any) -> str:
    alive = [cell for cell in ship.cells if cell.pips > 0]
    told = []
    for row, name in enumerate(ROWS):
        dice = sorted((int(cell.pips) for cell in alive if cell.row == row), reverse=True)
        told.append(f"{name} {' '.join(map(str, dice)) or '–'}")
    return f"{', '.join(told)}; {count(len(alive), 'die')}"


def _heading(g: Any, side: int, viewer: int) -> str:
    ship, enemy = g.ships[side], g.ships[1 - side]
    whom = "the enemy" if side == viewer else "you"
    return f"; prow {bearing(ship.x, ship.y, enemy.x, enemy.y, ship.fx, ship.fy, whom)}"
