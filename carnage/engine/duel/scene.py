"""A duel as a scene: space with all that is in it, and the dice behind each ship.

What is being assigned is in no scene before it is revealed: rows are shown as they last stood open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

from carnage.engine.core.logbook import Happening
from carnage.engine.duel.state import CELLS, DIE
from carnage.engine.duel.words.naming import ROWS, THINGS, TOUCHING, inches
from carnage.films import Mark
from carnage.ruleset import Ruleset
from carnage.scenes import NOWHERE, Extent, Piece, Scene, Track

STEP = 6  # inches: what is shown of open space grows and shrinks by so much
TICK = 0.05  # inches: half a hop is 0.85
LINES: dict[str, Literal["way", "sight", "throw"]] = {
    "move": "way",
    "drift": "way",
    "attack": "sight",
    "jettison": "throw",
}
MARGIN = 3  # inches beyond the outermost thing
BEYOND = ((1, 0), (-1, 0), (0, 1), (0, -1))  # where a square is joined to itself

Place = tuple[float, float]


class Scenery:
    """Makes the scenes of one ruleset's duels."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.prow = ruleset.has("prow")
        self.edges = ruleset.has("wrap-around"), ruleset.has("bounded")
        self.lead = ruleset.has("lead")

    def scene(self, g: Any, seat: int) -> Scene:
        """Nothing of a duel is hidden but what is sealed, so that each seat sees the same."""
        pieces = (*self.ships(g), *self.things(g), *self.fuel(g))
        return Scene(self.extent(g, pieces), self.sides, (), pieces, tuple(self.tracks(g)))

    def extent(self, g: Any, pieces: tuple[Piece, ...]) -> Extent:
        """The square that space is; without edges, as much of it as holds everything, and no narrow strip."""
        wrapped, bounded = self.edges
        if bounded:
            side = g.square
            edges: Literal["wrapped", "closed"] = "wrapped" if wrapped else "closed"
            return Extent(side, side, "inches", edges, tick=TICK, compass=False)
        there = [(piece.x, piece.y) for piece in pieces if not piece.row]
        if not g.rounds:  # where the ships will be, so that nothing moves when they are set down
            away = g.p.start_distance_gap / 2 + g.radius
            there += [(-away, 0.0), (away, 0.0)]
        west, east = _reach([x for x, _ in there])
        south, north = _reach([y for _, y in there])
        while north - south < (east - west) / 2:
            south, north = south - STEP, north + STEP
        while east - west < (north - south) / 2:
            west, east = west - STEP, east + STEP
        return Extent(east - west, north - south, "inches", "open", west, south, TICK, False)

    def ships(self, g: Any) -> Iterator[Piece]:
        for side in (0, 1):
            ship = g.ships[side]
            if ship.fx or ship.fy:  # it has been set down
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
        """What lies about. A die that was jettisoned is the same as it was on its ship."""
        for n in range(g.n_things):
            thing = g.things[n]
            kind = THINGS[thing.kind]
            mine = thing.kind == DIE
            yield Piece(
                _die(thing.owner, thing.number) if mine else f"{kind}-{thing.number + 1}",
                f"d{g.start[thing.number]}" if mine else kind,
                "jettisoned die" if mine else kind,
                "disc" if kind == "moon" else "die",
                round(thing.x, 3),
                round(thing.y, 3),
                2 * thing.radius,
                thing.owner,
            )

    def fuel(self, g: Any) -> Iterator[Piece]:
        """The dice on both ships, row by row; in a row the fullest first."""
        for side in (0, 1):
            cells = g.ships[side].cells
            there = [
                k for k in range(CELLS) if cells[k].pips or (g.start[k] and g.rounds and not cells[k].gone)
            ]
            for k in sorted(there, key=lambda k: (cells[k].row, -cells[k].pips)):
                pips = cells[k].pips
                yield Piece(
                    _die(side, k),
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
        """The way of a ship or a die, the line of a shot, and where it ends."""
        h = happening
        start, end = (round(h.x0, 3), round(h.y0, 3)), (round(h.x1, 3), round(h.y1, 3))
        if h.name == "explode":
            ship, enemy = g.ships[h.side], g.ships[1 - h.side]
            yield Mark("throw", *(round(place, 3) for place in (ship.x, ship.y, enemy.x, enemy.y)))
        elif h.name in ("shatter", "stopped"):
            yield Mark("spot", *end)
        elif h.name == "move" and h.a:
            yield from over_an_edge(start, end, g.square)
        elif h.name in LINES:
            # A die lies so far off as there is room between it and the ship.
            beside = g.radius + g.die if h.name == "jettison" else 0.0
            length = math.dist(start, end) - beside
            yield Mark(LINES[h.name], *start, *end, label=inches(length) if length > TOUCHING else "")


def over_an_edge(start: Place, end: Place, side: float) -> Iterator[Mark]:
    """The two ways of a ship that leaves a square over one edge: up to there, and on from the opposite edge.

    The longer of them says how long both are together.
    """
    joined = [(end[0] + east * side, end[1] + north * side) for east, north in BEYOND]
    far = min(joined, key=lambda place: math.dist(start, place))
    (east, north), long = BEYOND[joined.index(far)], math.dist(start, far)
    axis = 0 if east else 1
    edge = side if east + north > 0 else 0.0
    share = (edge - start[axis]) / (far[axis] - start[axis])
    out = (round(start[0] + (far[0] - start[0]) * share, 3), round(start[1] + (far[1] - start[1]) * share, 3))
    back = out[0] - east * side, out[1] - north * side
    for begins, ends, longer in ((start, out, share >= 0.5), (back, end, share < 0.5)):
        yield Mark("way", *begins, *ends, label=inches(long) if longer else "")


def _die(owner: Any, number: Any) -> str:
    return f"die-{owner + 1}-{number + 1}"


def _reach(places: list[float]) -> tuple[float, float]:
    """From where to where space is shown along one axis."""
    low, high = min(places, default=0.0) - MARGIN, max(places, default=0.0) + MARGIN
    return float(math.floor(low / STEP) * STEP), float(math.ceil(high / STEP) * STEP)
