"""Scenes of a duel: space with the ships and things in it, and the dice of each ship.

A scene shows the rows as they were last revealed, not the ones that are being assigned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

from carnage.engine.core.log_reader import Happening
from carnage.engine.duel.state import CELLS, DIE
from carnage.engine.duel.words.naming import ROWS, THINGS, TOUCHING_INCHES, distance_text
from carnage.replays.replay import Mark
from carnage.replays.scenes import NOWHERE, Extent, Piece, Scene, Track
from carnage.rulesets.ruleset import Ruleset

STEP_INCHES = 6  # inches: steps in which the visible part of open space changes
TICK_INCHES = 0.05  # inches: half a move by one penny is 0.85
LINES: dict[str, Literal["way", "sight", "throw"]] = {
    "move": "way",
    "drift": "way",
    "attack": "sight",
    "jettison": "throw",
}
MARGIN_INCHES = 3  # inches beyond the outermost thing
EDGE_SHIFTS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # shifts of a square across its edges

Place = tuple[float, float]


class Scenery:
    """Builds the scenes of one ruleset's duels."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.prow = ruleset.has("prow")
        self.edges = ruleset.has("wrap-around"), ruleset.has("bounded")
        self.lead = ruleset.has("lead")

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene as this seat sees it.

        All seats see the same: only sealed answers are hidden.
        """
        pieces = (*self.ships(g), *self.things(g), *self.fuel(g))
        return Scene(self.extent(g, pieces), self.sides, (), pieces, tuple(self.tracks(g)))

    def extent(self, g: Any, pieces: tuple[Piece, ...]) -> Extent:
        """Return the extent of space: the square, or in open space a rectangle around all pieces.

        The rectangle is at most about twice as long as wide.
        """
        wrapped, bounded = self.edges
        if bounded:
            side = g.square
            edges: Literal["wrapped", "closed"] = "wrapped" if wrapped else "closed"
            return Extent(side, side, "inches", edges, tick=TICK_INCHES, compass=False)
        there = [(piece.x, piece.y) for piece in pieces if not piece.row]
        if (
            not g.rounds
        ):  # include the starting positions: the extent stays when the ships are set down
            away = g.p.start_distance_gap / 2 + g.radius
            there += [(-away, 0.0), (away, 0.0)]
        west, east = _shown_range([x for x, _ in there])
        south, north = _shown_range([y for _, y in there])
        while north - south < (east - west) / 2:
            south = south - STEP_INCHES
            north = north + STEP_INCHES
        while east - west < (north - south) / 2:
            west = west - STEP_INCHES
            east = east + STEP_INCHES
        return Extent(east - west, north - south, "inches", "open", west, south, TICK_INCHES, False)

    def ships(self, g: Any) -> Iterator[Piece]:
        """Yield the ships that have been set down."""
        for side in (0, 1):
            ship = g.ships[side]
            if ship.fx or ship.fy:
                yield Piece(
                    f"ship-{side + 1}",
                    "ship",
                    "ship",
                    "disc",
                    round(ship.x, 3),
                    round(ship.y, 3),
                    2 * g.radius,
                    side,
                    facing=(round(ship.fx, 4), round(ship.fy, 4)) if self.prow else NOWHERE,
                )

    def things(self, g: Any) -> Iterator[Piece]:
        """Yield the things on the table. A jettisoned die keeps the id that it had on its ship."""
        for n in range(g.n_things):
            thing = g.things[n]
            kind = THINGS[thing.kind]
            mine = thing.kind == DIE
            yield Piece(
                _die_id(thing.owner, thing.number) if mine else f"{kind}-{thing.number + 1}",
                f"d{g.start[thing.number]}" if mine else kind,
                "jettisoned die" if mine else kind,
                "disc" if kind == "moon" else "die",
                round(thing.x, 3),
                round(thing.y, 3),
                2 * thing.radius,
                thing.owner,
            )

    def fuel(self, g: Any) -> Iterator[Piece]:
        """Yield the dice on both ships, row by row, the fullest of each row first."""
        for side in (0, 1):
            cells = g.ships[side].cells
            there = [
                k
                for k in range(CELLS)
                if cells[k].pips or (g.start[k] and g.rounds and not cells[k].gone)
            ]
            for k in sorted(there, key=lambda k: (cells[k].row, -cells[k].pips)):
                pips = cells[k].pips
                yield Piece(
                    _die_id(side, k),
                    f"d{g.start[k]}",
                    f"D{g.start[k]}",
                    "die",
                    size=2 * g.die,
                    owner=side,
                    row=ROWS[cells[k].row],
                    face=str(pips) if pips else "",
                    state=() if pips else ("to be jettisoned",),
                )

    def tracks(self, g: Any) -> Iterator[Track]:
        """Yield the turn, the lead and the number of dice left of each ship."""
        if g.rounds:
            yield Track("turn", "Turn", value=g.rounds)
        else:
            yield Track("turn", "Setting up")
        if self.lead and g.rounds and g.lead >= 0:
            yield Track("lead", "The lead", text=self.sides[g.lead])
        for side in (0, 1):
            left = sum(cell.pips > 0 for cell in g.ships[side].cells)
            yield Track(f"dice-{side + 1}", "Dice left", side, left, standing=g.rounds > 0)

    def marks(self, g: Any, happening: Happening) -> Iterator[Mark]:
        """Yield the path of a ship or a die, the line of a shot, or the place where it ended."""
        h = happening
        start = (round(h.x0, 3), round(h.y0, 3))
        end = (round(h.x1, 3), round(h.y1, 3))
        if h.name == "explode":
            ship = g.ships[h.side]
            enemy = g.ships[1 - h.side]
            yield Mark("throw", *(round(place, 3) for place in (ship.x, ship.y, enemy.x, enemy.y)))
        elif h.name in ("shatter", "stopped"):
            yield Mark("spot", *end)
        elif h.name == "move" and h.a:
            yield from edge_marks(start, end, g.square)
        elif h.name in LINES:
            # The label of a jettison is the gap between the rims, as players measure it.
            beside = g.radius + g.die if h.name == "jettison" else 0.0
            length = math.dist(start, end) - beside
            yield Mark(
                LINES[h.name],
                *start,
                *end,
                label=distance_text(length) if length > TOUCHING_INCHES else "",
            )


def edge_marks(start: Place, end: Place, side: float) -> Iterator[Mark]:
    """Yield both parts of a move over an edge of a square: to the edge, and on from the opposite
    edge.

    The longer part carries the label with the whole length. `side` is the side of the square, in
    inches.
    """
    joined = [(end[0] + east * side, end[1] + north * side) for east, north in EDGE_SHIFTS]
    far = min(joined, key=lambda place: math.dist(start, place))
    (east, north), long = EDGE_SHIFTS[joined.index(far)], math.dist(start, far)
    axis = 0 if east else 1
    edge = side if east + north > 0 else 0.0
    share = (edge - start[axis]) / (far[axis] - start[axis])
    out = (
        round(start[0] + (far[0] - start[0]) * share, 3),
        round(start[1] + (far[1] - start[1]) * share, 3),
    )
    back = out[0] - east * side, out[1] - north * side
    for begins, ends, longer in ((start, out, share >= 0.5), (back, end, share < 0.5)):
        yield Mark("way", *begins, *ends, label=distance_text(long) if longer else "")


def _die_id(owner: Any, number: Any) -> str:
    """Return the id of a die, by its ship and its number there."""
    return f"die-{owner + 1}-{number + 1}"


def _shown_range(places: list[float]) -> tuple[float, float]:
    """Return the least and the greatest coordinate to show on one axis, in whole steps."""
    low = min(places, default=0.0) - MARGIN_INCHES
    high = max(places, default=0.0) + MARGIN_INCHES
    return float(math.floor(low / STEP_INCHES) * STEP_INCHES), float(
        math.ceil(high / STEP_INCHES) * STEP_INCHES
    )
