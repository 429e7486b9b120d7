"""Scenes of a duel: space with the ships and things in it, and the dice of each ship.

A scene shows the rows as they were last revealed, not the ones that are being assigned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.duel.state import CELLS, DIE, MOON
from carnage.engine.duel.words.naming import ROWS, THINGS, TOUCHING_INCHES, distance_text
from carnage.replays.replay import Annotation
from carnage.replays.scenes import FAR_ROW, NO_FACING, Piece, Readout, Scene, TableBounds
from carnage.rulesets.ruleset import Ruleset

STEP_INCHES = 6  # in which the visible part of open space changes
TICK_INCHES = 0.05  # to which distances are rounded: half a move by one penny is 0.85
LINES: dict[str, Literal["way", "sight", "throw"]] = {
    "move": "way",
    "drift": "way",
    "attack": "sight",
    "jettison": "throw",
}
MARGIN_INCHES = 3  # beyond the outermost ship
EDGE_SHIFTS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # shifts of a square across its edges

Place = tuple[float, float]


class FamilySceneBuilder:
    """Builds the scenes of one ruleset's duels."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.has_prow = ruleset.has("prow")
        self.has_lead = ruleset.has("lead")
        self.edges: Literal["wrapped", "closed", "open"] = "open"
        if ruleset.has("bounded"):
            self.edges = "wrapped" if ruleset.has("wrap-around") else "closed"

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene as this seat sees it.

        All seats see the same: only sealed answers are hidden.
        """
        extent = self.extent(g)
        things = list(self.things(g))
        near = [thing for thing in things if extent.contains(thing.x, thing.y)]
        far = [
            replace(thing, x=0.0, y=0.0, row=FAR_ROW)
            for thing in things
            if not extent.contains(thing.x, thing.y)
        ]
        return Scene(
            extent=extent,
            sides=self.sides,
            regions=(),
            pieces=(*self.ships(g), *near, *self.fuel(g), *far),
            tracks=tuple(self.tracks(g)),
        )

    def extent(self, g: Any) -> TableBounds:
        """Return the extent of space: the square, or in open space a rectangle around both ships
        and their first places.

        The rectangle is at most about twice as long as wide. Jettisoned dice may be outside of it:
        with them, the ships would be drawn too small.
        """
        if self.edges != "open":
            side = g.square
            return TableBounds(
                side, side, unit="inches", edges=self.edges, tick=TICK_INCHES, compass=False
            )
        places = [(piece.x, piece.y) for piece in self.ships(g)]
        # Include the starting positions, so that the scale stays while the ships come closer.
        start = g.p.start_distance_gap / 2 + g.radius
        places += [(-start, 0.0), (start, 0.0)]
        west, east = _shown_range([x for x, _ in places])
        south, north = _shown_range([y for _, y in places])
        while north - south < (east - west) / 2:
            south = south - STEP_INCHES
            north = north + STEP_INCHES
        while east - west < (north - south) / 2:
            west = west - STEP_INCHES
            east = east + STEP_INCHES
        return TableBounds(
            width=east - west,
            height=north - south,
            unit="inches",
            edges="open",
            x=west,
            y=south,
            tick=TICK_INCHES,
            compass=False,
        )

    def ships(self, g: Any) -> Iterator[Piece]:
        """Yield the ships that have been set down."""
        for side in (0, 1):
            ship = g.ships[side]
            if ship.fx or ship.fy:
                facing = NO_FACING
                if self.has_prow:
                    facing = (round(ship.fx, 4), round(ship.fy, 4))
                yield Piece(
                    f"ship-{side + 1}",
                    kind="ship",
                    label="ship",
                    form="disc",
                    x=round(ship.x, 3),
                    y=round(ship.y, 3),
                    size=2 * g.radius,
                    owner=side,
                    facing=facing,
                )

    def things(self, g: Any) -> Iterator[Piece]:
        """Yield the things on the table. A jettisoned die keeps the id that it had on its ship."""
        for n in range(g.n_things):
            thing = g.things[n]
            id = f"{THINGS[thing.kind]}-{thing.number + 1}"
            kind = THINGS[thing.kind]
            label = kind
            if thing.kind == DIE:
                id = _die_id(thing.owner, thing.number)
                kind = f"d{g.start[thing.number]}"
                label = "jettisoned die"
            yield Piece(
                id,
                kind=kind,
                label=label,
                form="disc" if thing.kind == MOON else "die",
                x=round(thing.x, 3),
                y=round(thing.y, 3),
                size=2 * thing.radius,
                owner=thing.owner,
            )

    def fuel(self, g: Any) -> Iterator[Piece]:
        """Yield the dice on both ships, row by row, the fullest of each row first."""
        for side in (0, 1):
            cells = g.ships[side].cells
            on_board = []
            for k in range(CELLS):
                is_spent_die = g.start[k] and g.rounds and not cells[k].gone
                if cells[k].pips or is_spent_die:
                    on_board.append(k)
            for k in sorted(on_board, key=lambda k: (cells[k].row, -cells[k].pips)):
                pips = cells[k].pips
                yield Piece(
                    _die_id(side, k),
                    kind=f"d{g.start[k]}",
                    label=f"D{g.start[k]}",
                    form="die",
                    size=2 * g.die,
                    owner=side,
                    row=ROWS[cells[k].row],
                    face=str(pips) if pips else "",
                    state=() if pips else ("to be jettisoned",),
                )

    def tracks(self, g: Any) -> Iterator[Readout]:
        """Yield the turn, the lead and the number of dice left of each ship."""
        if g.rounds:
            yield Readout("turn", "Turn", value=g.rounds)
        else:
            yield Readout("turn", "Setting up")
        if self.has_lead and g.rounds and g.lead >= 0:
            yield Readout("lead", "The lead", text=self.sides[g.lead])
        for side in (0, 1):
            left = sum(cell.pips > 0 for cell in g.ships[side].cells)
            yield Readout(f"dice-{side + 1}", "Dice left", side, value=left, standing=g.rounds > 0)

    def marks(self, g: Any, happening: LoggedEvent) -> Iterator[Annotation]:
        """Yield the path of a ship or a die, the line of a shot, or the place where it ended."""
        h = happening
        start = (round(h.x0, 3), round(h.y0, 3))
        end = (round(h.x1, 3), round(h.y1, 3))
        if h.name == "explode":
            yield self.throw_mark(g, h.side)
        elif h.name in ("shatter", "stopped"):
            yield Annotation("spot", *end)
        elif h.name == "move" and h.a:
            yield from edge_marks(start, end, g.square)
        elif h.name in LINES:
            if h.name == "attack":
                end = shot_end(g, h.side, end)
            if not self.extent(g).contains(*end):
                return
            length = math.dist(start, end)
            if h.name == "jettison":
                # The label is the gap between the rims, as players measure it.
                length -= g.radius + g.die
            label = distance_text(length) if length > TOUCHING_INCHES else ""
            yield Annotation(LINES[h.name], *start, *end, label=label)

    def throw_mark(self, g: Any, side: int) -> Annotation:
        """Return the line of a die that a ship throws onto the other."""
        ship = g.ships[side]
        enemy = g.ships[1 - side]
        return Annotation(
            "throw",
            x=round(ship.x, 3),
            y=round(ship.y, 3),
            to_x=round(enemy.x, 3),
            to_y=round(enemy.y, 3),
        )


def shot_end(g: Any, side: int, touch: Place) -> Place:
    """Return the point of the enemy's rim that a shot touches.

    Only lines that reach the enemy are offered, so no thing is in the way yet.

    Args:
        g: The record.
        side: The side that shoots.
        touch: The middle of the penny when it touches the ship.
    """
    enemy = g.ships[1 - side]
    apart = math.dist(touch, (enemy.x, enemy.y))
    share = min(g.penny / apart, 1.0) if apart else 0.0
    x = touch[0] + (enemy.x - touch[0]) * share
    y = touch[1] + (enemy.y - touch[1]) * share
    return round(x, 3), round(y, 3)


def edge_marks(start: Place, end: Place, side: float) -> Iterator[Annotation]:
    """Yield both parts of a move over an edge of a square: to the edge, and on from the other.

    The longer part carries the label with the whole length. `side` is the side of the square, in
    inches.
    """
    # The end as it would be beyond each edge; the move goes to the nearest of these.
    ends = [(end[0] + east * side, end[1] + north * side) for east, north in EDGE_SHIFTS]
    straight_end = min(ends, key=lambda place: math.dist(start, place))
    east, north = EDGE_SHIFTS[ends.index(straight_end)]
    label = distance_text(math.dist(start, straight_end))
    axis = 0 if east else 1
    edge = side if east + north > 0 else 0.0
    share = (edge - start[axis]) / (straight_end[axis] - start[axis])
    leaves = (
        round(start[0] + (straight_end[0] - start[0]) * share, 3),
        round(start[1] + (straight_end[1] - start[1]) * share, 3),
    )
    enters = (leaves[0] - east * side, leaves[1] - north * side)
    first_is_longer = share >= 0.5
    yield Annotation("way", *start, *leaves, label=label if first_is_longer else "")
    yield Annotation("way", *enters, *end, label="" if first_is_longer else label)


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
