"""The table of a game as lines of text, for a player at a terminal.

It reads a `Scene`, and is the same for all families of games. Distances are in the unit of the
table, inches or centimetres (`Extent.unit`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from carnage.common.directions import bearing, compass_point
from carnage.common.text_format import capitalize, count
from carnage.drawing import character_map, map_letters
from carnage.drawing.alt_text import amount, meter_told, track_told
from carnage.replays.scenes import FIGURES, Piece, Region, Scene, TableBounds

NEAR = 1.5  # in the table's unit: up to this distance a figure is described as "by" a region
TOUCHING = 0.01  # in the table's unit: two pieces with a smaller gap touch
UNITS = {"inches": '"', "centimetres": " cm"}


def board(scene: Scene, viewer: int) -> Iterator[str]:
    """Yield the lines of a scene for a seat.

    The shared tracks come first, then a map, the things on the table, and each side, that of the
    viewer first. Figures are listed by their characters on the map. There is no map where no
    figure, thing or deployment zone is on the table.

    Args:
        scene: The scene.
        viewer: The index of the seat.
    """
    return Board(scene, viewer).lines()


class Board:
    """A scene from the point of view of one seat.

    Attributes:
        figures: Pieces of sides on the table.
        lying: All other pieces on the table.
        marks: The character of each piece on the map, by the id of the piece.
        alike: Whether all dice of the scene are of one kind.
    """

    def __init__(self, scene: Scene, viewer: int) -> None:
        self.scene = scene
        self.viewer = viewer
        there = [piece for piece in scene.pieces if not piece.row]
        self.figures = [piece for piece in there if piece.form in FIGURES and piece.owner >= 0]
        self.lying = [piece for piece in there if piece not in self.figures]
        self.marks = map_letters(scene)
        dice = {piece.label for piece in scene.pieces if piece.row and piece.form == "die"}
        self.alike = len(dice) == 1  # dice of one kind are shown by their faces alone

    def lines(self) -> Iterator[str]:
        """Yield all lines, as `board` describes them."""
        yield "; ".join(track_told(track) for track in self.scene.tracks if track.owner < 0)
        if self.figures or self.lying or any(region.owner >= 0 for region in self.scene.regions):
            yield from character_map(self.scene)
        yield from self.table(self.scene.extent)
        for piece in self.lying:
            yield self.thing(piece)
        yield from self.rows(-1, "")
        sides = range(len(self.scene.sides))
        for side in sorted(sides, key=lambda side: side != self.viewer):
            yield from self.side(side)

    def table(self, extent: TableBounds) -> Iterator[str]:
        """Yield the size of the table and its origin.

        Where directions are not given by the compass, yield the distance of the nearest edge from
        the viewer's figure.
        """
        if extent.width and extent.compass:
            joined = ""
            if extent.edges == "wrapped":
                joined = "; its edges are joined"
            sides = f"{self.length(extent.width)} by {self.length(extent.height)}"
            yield f"The table is {sides}; places are counted from its south-west corner{joined}."
        mine = self.looks()
        if mine and extent.edges != "open" and not extent.compass:
            east = extent.width - mine.x
            north = extent.height - mine.y
            ways = ((mine.x, -1, 0), (east, 1, 0), (mine.y, 0, -1), (north, 0, 1))
            far, dx, dy = min(ways)
            way = self.direction(mine, dx, dy)
            yield (
                f"{self.length(far)} {way}: the nearest edge, from the middle of your {mine.label}"
            )

    def looks(self) -> Piece | None:
        """Return the first figure of the viewer, from which directions are given if there is no
        compass.
        """
        return next((piece for piece in self.figures if piece.owner == self.viewer), None)

    def thing(self, piece: Piece) -> str:
        """Return a thing with its coordinates, or its distance and direction from the viewer's
        figure.
        """
        notes = "".join(f", {note}" for note in self.notes(piece, ()))
        mine = self.looks()
        if mine is None or self.scene.extent.compass:
            return f"{capitalize(piece.label)} at {place(piece)}{notes}"
        way = self.direction(mine, piece.x - mine.x, piece.y - mine.y)
        return f"{self.length(gap(mine, piece))} {way}: {piece.label}{notes}"

    def side(self, side: int) -> Iterator[str]:
        """Yield the tracks of a side, its figures, and its rows of pieces."""
        tracks = ", ".join(track_told(track) for track in self.scene.tracks if track.owner == side)
        you = " (you)" if side == self.viewer else ""
        yield f"{self.scene.sides[side]}{you}{': ' if tracks else ''}{tracks}"
        yield from (
            "  " + line for line in self.table_of([f for f in self.figures if f.owner == side])
        )
        yield from self.rows(side, "  ")

    def rows(self, side: int, indent: str) -> Iterator[str]:
        """Yield a line for each row of pieces of a side (-1: of nobody)."""
        rows: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            if piece.row and piece.owner == side:
                rows.setdefault(piece.row, []).append(piece)
        for row, pieces in rows.items():
            shown = [self.in_row(piece) for piece in pieces]
            if shown == [piece.face for piece in pieces]:
                between = " "
            else:
                between = ", "
            yield f"{indent}{capitalize(row)}: {between.join(shown)}"

    def in_row(self, piece: Piece) -> str:
        """Return a piece of a row by its label and face.

        Dice of one kind are shown by their faces alone.
        """
        if piece.form == "die" and self.alike:
            named = ""
        else:
            named = piece.label
        shown = piece.face if piece.form not in FIGURES else ""
        state = ""
        if piece.state:
            state = f" ({', '.join(piece.state)})"
        return (" ".join(filter(None, (named, shown))) or piece.label) + state

    # -------------------------------------------------------------------------------------- figures

    def table_of(self, figures: list[Piece]) -> list[str]:
        """Return the figures of a side as a table with a heading, one line for each figure.

        A meter, such as wounds, is a column if all figures that have meters have it. `notes` lists
        the others.
        """
        if not figures:
            return []
        compass = self.scene.extent.compass
        counted = [
            {meter.label: amount(meter.value, meter.most) for meter in f.meters} for f in figures
        ]
        # A wreck has no meters, so it does not decide which columns there are.
        shared = [
            label
            for label in max(counted, key=len)
            if all(label in each for each in counted if each)
        ]
        heads = [
            "",
            "",
            "unit",
            *(["place"] if compass else []),
            "nearest enemy",
            *shared,
            "facing",
            "",
        ]
        cells = [
            [
                self.marks[piece.id],
                piece.label,
                piece.group,
                *([place(piece)] if compass else []),
                self.nearest(piece),
                *(each.get(label, "") for label in shared),
                self.facing(piece),
                ", ".join(self.notes(piece, shared)),
            ]
            for piece, each in zip(figures, counted, strict=True)
        ]
        return columns(heads, cells)

    def enemies(self, piece: Piece) -> list[Piece]:
        """Return the figures of other sides that are still in the game."""
        return [other for other in self.figures if other.owner != piece.owner and not other.out]

    def nearest(self, piece: Piece) -> str:
        """Return the nearest enemy of a figure with the distance between their edges, or ""."""
        foes = self.enemies(piece)
        if not foes or piece.out:
            return ""
        foe = min(foes, key=lambda other: gap(piece, other))
        return f"{self.length(gap(piece, foe))} {foe.label}"

    def facing(self, piece: Piece) -> str:
        """Return the direction that a figure faces; "" if it has no facing."""
        if any(piece.facing):
            return self.direction(piece, *piece.facing)
        return ""

    def direction(self, piece: Piece, dx: float, dy: float) -> str:
        """Return a direction by the compass, or without a compass relative to the nearest enemy of
        `piece`.

        Args:
            piece: The figure that the direction starts from.
            dx: The part of the direction to the east.
            dy: The part of the direction to the north.
        """
        foes = self.enemies(piece)
        if self.scene.extent.compass or not foes:
            return compass_point(dx, dy)
        foe = min(foes, key=lambda other: gap(piece, other))
        whom = "the enemy" if piece.owner == self.viewer else "you"
        return bearing((piece.x, piece.y), (foe.x, foe.y), (dx, dy), whom)

    def notes(self, piece: Piece, shared: Sequence[str]) -> Iterator[str]:
        """Yield the state, tower, tokens and position of a piece, and its meters.

        Args:
            piece: The piece.
            shared: The labels of meters that have a column of their own, and are left out.
        """
        yield from piece.state
        if piece.stack:
            yield f"a tower of {piece.stack}"
        for label, number in piece.tokens.items():
            yield label if number == 1 else count(number, label)
        for meter in piece.meters:
            if meter.label not in shared:
                yield meter_told(meter)
        if piece in self.figures and self.scene.extent.compass:
            yield from self.landmark(piece)

    def landmark(self, piece: Piece) -> Iterator[str]:
        """Yield the token, region or nearby region that a figure is at, in or by: the first that
        applies.
        """
        for other in self.lying:
            if other.form == "token" and gap(piece, other) <= TOUCHING:
                yield f"at the {other.label}"
                return
        gaps = [
            (outside(piece, region), n)
            for n, region in enumerate(self.scene.regions)
            if region.owner < 0
        ]
        for away, n in gaps:
            if away <= 0.0:
                region = self.scene.regions[n]
                yield f"{'in' if region.upright else 'on'} the {region.label}"
                return
        away, n = min(gaps, default=(math.inf, 0))
        if away - piece.size / 2 < NEAR:
            yield f"by the {self.scene.regions[n].label}"

    def length(self, value: float) -> str:
        """Return a distance with its unit, rounded to the tick of the table: 6", 5.5" or 15 cm."""
        extent = self.scene.extent
        ticks = round(max(value, 0.0) / extent.tick)
        return f"{round(ticks * extent.tick, 2):g}{UNITS.get(extent.unit, '')}"


def place(piece: Piece) -> str:
    """Return the coordinates of a piece, measured from the south-west corner of the table."""
    return f"({piece.x:.1f}, {piece.y:.1f})"


def gap(one: Piece, other: Piece) -> float:
    """Return the distance between the edges of two pieces, negative if they overlap."""
    return math.dist((one.x, one.y), (other.x, other.y)) - (one.size + other.size) / 2


def outside(piece: Piece, region: Region) -> float:
    """Return the distance of the middle of a piece from a region; 0 or less if it is inside."""
    ox = abs(piece.x - region.x)
    oy = abs(piece.y - region.y)
    if region.form == "disc":
        return math.hypot(ox, oy) - region.width / 2
    return math.hypot(max(0.0, ox - region.width / 2), max(0.0, oy - region.height / 2))


def columns(heads: Iterable[str], rows: list[list[str]]) -> list[str]:
    """Return the heading and the rows, aligned in columns.

    Columns without a value in any row are dropped.
    """
    table = [list(heads), *rows]
    kept = [n for n in range(len(table[0])) if any(row[n] for row in rows)]
    wide = {n: max(len(row[n]) for row in table) for n in kept}
    return ["  ".join(row[n].ljust(wide[n]) for n in kept).rstrip() for row in table]
