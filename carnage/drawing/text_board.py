"""The table of a game as lines of text, for a player at a terminal.

It reads a `Scene`, and is the same for all families of games. Distances are in the unit of the
table, inches or centimetres (`Extent.unit`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from carnage.common.directions import bearing, compass_point
from carnage.common.text_format import capitalize, count
from carnage.drawing import assign_map_letters, render_text_map
from carnage.drawing.alt_text import describe_meter, describe_track, format_amount
from carnage.replays.scenes import FIGURES, Piece, Region, Scene, TableBounds

MAX_NEAR_DISTANCE = (
    1.5  # in the table's unit: up to this distance a figure is described as "by" a region
)
MAX_TOUCHING_GAP = 0.01  # in the table's unit: two pieces with a smaller gap touch
UNIT_SUFFIXES = {"inches": '"', "centimetres": " cm"}


def render_board(scene: Scene, viewer: int) -> Iterator[str]:
    """Yield the lines of a scene for a seat.

    The shared tracks come first, then a map, the things on the table, and each side, that of the
    viewer first. Figures are listed by their characters on the map. There is no map where no
    figure, thing or deployment zone is on the table.

    Args:
        scene: The scene.
        viewer: The index of the seat.
    """
    return TextBoard(scene, viewer).iterate_lines()


class TextBoard:
    """A scene from the point of view of one seat.

    Attributes:
        figures: Pieces of sides on the table.
        things: All other pieces on the table.
        marks: The character of each piece on the map, by the id of the piece.
        has_one_die_kind: Whether all dice of the scene are of one kind.
    """

    def __init__(self, scene: Scene, viewer: int) -> None:
        self.scene = scene
        self.viewer = viewer
        placed = [piece for piece in scene.pieces if not piece.row]
        self.figures = [piece for piece in placed if piece.form in FIGURES and piece.owner >= 0]
        self.things = [piece for piece in placed if piece not in self.figures]
        self.marks = assign_map_letters(scene)
        dice = {piece.label for piece in scene.pieces if piece.row and piece.form == "die"}
        self.has_one_die_kind = len(dice) == 1  # dice of one kind are shown by their faces alone

    def iterate_lines(self) -> Iterator[str]:
        """Yield all lines, as `render_board` describes them."""
        yield "; ".join(describe_track(track) for track in self.scene.tracks if track.owner < 0)
        if self.figures or self.things or any(region.owner >= 0 for region in self.scene.regions):
            yield from render_text_map(self.scene)
        yield from self.describe_table(self.scene.extent)
        for piece in self.things:
            yield self.describe_thing(piece)
        yield from self.describe_rows(-1, "")
        sides = range(len(self.scene.sides))
        for side in sorted(sides, key=lambda side: side != self.viewer):
            yield from self.describe_side(side)

    def describe_table(self, extent: TableBounds) -> Iterator[str]:
        """Yield the size of the table and its origin.

        Where directions are not given by the compass, yield the distance of the nearest edge from
        the viewer's figure.
        """
        if extent.width and extent.compass:
            suffix = ""
            if extent.edges == "wrapped":
                suffix = "; its edges are joined"
            sides = f"{self.format_length(extent.width)} by {self.format_length(extent.height)}"
            yield f"The table is {sides}; places are counted from its south-west corner{suffix}."
        figure = self.find_viewer_figure()
        if figure and extent.edges != "open" and not extent.compass:
            east = extent.width - figure.x
            north = extent.height - figure.y
            edges = ((figure.x, -1, 0), (east, 1, 0), (figure.y, 0, -1), (north, 0, 1))
            distance, dx, dy = min(edges)
            direction = self.format_direction(figure, dx, dy)
            yield (
                f"{self.format_length(distance)} {direction}: the nearest edge, "
                f"from the middle of your {figure.label}"
            )

    def find_viewer_figure(self) -> Piece | None:
        """Return the first figure of the viewer, from which directions are given if there is no
        compass.
        """
        return next((piece for piece in self.figures if piece.owner == self.viewer), None)

    def describe_thing(self, piece: Piece) -> str:
        """Return a thing with its coordinates, or its distance and direction from the viewer's
        figure.
        """
        notes = "".join(f", {note}" for note in self.list_notes(piece, ()))
        figure = self.find_viewer_figure()
        if figure is None or self.scene.extent.compass:
            return f"{capitalize(piece.label)} at {format_position(piece)}{notes}"
        direction = self.format_direction(figure, piece.x - figure.x, piece.y - figure.y)
        return f"{self.format_length(measure_gap(figure, piece))} {direction}: {piece.label}{notes}"

    def describe_side(self, side: int) -> Iterator[str]:
        """Yield the tracks of a side, its figures, and its rows of pieces."""
        tracks = ", ".join(
            describe_track(track) for track in self.scene.tracks if track.owner == side
        )
        you = " (you)" if side == self.viewer else ""
        yield f"{self.scene.sides[side]}{you}{': ' if tracks else ''}{tracks}"
        yield from (
            "  " + line
            for line in self.format_figures([f for f in self.figures if f.owner == side])
        )
        yield from self.describe_rows(side, "  ")

    def describe_rows(self, side: int, indent: str) -> Iterator[str]:
        """Yield a line for each row of pieces of a side (-1: of nobody)."""
        rows: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            if piece.row and piece.owner == side:
                rows.setdefault(piece.row, []).append(piece)
        for row, pieces in rows.items():
            texts = [self.format_row_piece(piece) for piece in pieces]
            if texts == [piece.face for piece in pieces]:
                separator = " "
            else:
                separator = ", "
            yield f"{indent}{capitalize(row)}: {separator.join(texts)}"

    def format_row_piece(self, piece: Piece) -> str:
        """Return a piece of a row by its label and face.

        Dice of one kind are shown by their faces alone.
        """
        if piece.form == "die" and self.has_one_die_kind:
            label = ""
        else:
            label = piece.label
        face = piece.face if piece.form not in FIGURES else ""
        state = ""
        if piece.state:
            state = f" ({', '.join(piece.state)})"
        return (" ".join(filter(None, (label, face))) or piece.label) + state

    # -------------------------------------------------------------------------------------- figures

    def format_figures(self, figures: list[Piece]) -> list[str]:
        """Return the figures of a side as a table with a heading, one line for each figure.

        A meter, such as wounds, is a column if all figures that have meters have it. `notes` lists
        the others.
        """
        if not figures:
            return []
        compass = self.scene.extent.compass
        amounts = [
            {meter.label: format_amount(meter.value, meter.most) for meter in f.meters}
            for f in figures
        ]
        # A wreck has no meters, so it does not decide which columns there are.
        shared = [
            label
            for label in max(amounts, key=len)
            if all(label in each for each in amounts if each)
        ]
        headings = [
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
                *([format_position(piece)] if compass else []),
                self.format_nearest_enemy(piece),
                *(each.get(label, "") for label in shared),
                self.format_facing(piece),
                ", ".join(self.list_notes(piece, shared)),
            ]
            for piece, each in zip(figures, amounts, strict=True)
        ]
        return align_columns(headings, cells)

    def list_enemies(self, piece: Piece) -> list[Piece]:
        """Return the figures of other sides that are still in the game."""
        return [other for other in self.figures if other.owner != piece.owner and not other.out]

    def format_nearest_enemy(self, piece: Piece) -> str:
        """Return the nearest enemy of a figure with the distance between their edges, or ""."""
        enemies = self.list_enemies(piece)
        if not enemies or piece.out:
            return ""
        enemy = min(enemies, key=lambda other: measure_gap(piece, other))
        return f"{self.format_length(measure_gap(piece, enemy))} {enemy.label}"

    def format_facing(self, piece: Piece) -> str:
        """Return the direction that a figure faces; "" if it has no facing."""
        if any(piece.facing):
            return self.format_direction(piece, *piece.facing)
        return ""

    def format_direction(self, piece: Piece, dx: float, dy: float) -> str:
        """Return a direction by the compass, or without a compass relative to the nearest enemy of
        `piece`.

        Args:
            piece: The figure that the direction starts from.
            dx: The part of the direction to the east.
            dy: The part of the direction to the north.
        """
        enemies = self.list_enemies(piece)
        if self.scene.extent.compass or not enemies:
            return compass_point(dx, dy)
        enemy = min(enemies, key=lambda other: measure_gap(piece, other))
        target = "the enemy" if piece.owner == self.viewer else "you"
        return bearing((piece.x, piece.y), (enemy.x, enemy.y), (dx, dy), target)

    def list_notes(self, piece: Piece, shared: Sequence[str]) -> Iterator[str]:
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
                yield describe_meter(meter)
        if piece in self.figures and self.scene.extent.compass:
            yield from self.find_landmark(piece)

    def find_landmark(self, piece: Piece) -> Iterator[str]:
        """Yield the token, region or nearby region that a figure is at, in or by: the first that
        applies.
        """
        for other in self.things:
            if other.form == "token" and measure_gap(piece, other) <= MAX_TOUCHING_GAP:
                yield f"at the {other.label}"
                return
        gaps = [
            (distance_to_region(piece, region), n)
            for n, region in enumerate(self.scene.regions)
            if region.owner < 0
        ]
        for distance, index in gaps:
            if distance <= 0.0:
                region = self.scene.regions[index]
                yield f"{'in' if region.upright else 'on'} the {region.label}"
                return
        distance, index = min(gaps, default=(math.inf, 0))
        if distance - piece.size / 2 < MAX_NEAR_DISTANCE:
            yield f"by the {self.scene.regions[index].label}"

    def format_length(self, value: float) -> str:
        """Return a distance with its unit, rounded to the tick of the table: 6", 5.5" or 15 cm."""
        extent = self.scene.extent
        ticks = round(max(value, 0.0) / extent.tick)
        return f"{round(ticks * extent.tick, 2):g}{UNIT_SUFFIXES.get(extent.unit, '')}"


def format_position(piece: Piece) -> str:
    """Return the coordinates of a piece, measured from the south-west corner of the table."""
    return f"({piece.x:.1f}, {piece.y:.1f})"


def measure_gap(one: Piece, other: Piece) -> float:
    """Return the distance between the edges of two pieces, negative if they overlap."""
    return math.dist((one.x, one.y), (other.x, other.y)) - (one.size + other.size) / 2


def distance_to_region(piece: Piece, region: Region) -> float:
    """Return the distance of the middle of a piece from a region; 0 or less if it is inside."""
    dx = abs(piece.x - region.x)
    dy = abs(piece.y - region.y)
    if region.form == "disc":
        return math.hypot(dx, dy) - region.width / 2
    return math.hypot(max(0.0, dx - region.width / 2), max(0.0, dy - region.height / 2))


def align_columns(headings: Iterable[str], rows: list[list[str]]) -> list[str]:
    """Return the heading and the rows, aligned in columns.

    Columns without a value in any row are dropped.
    """
    table = [list(headings), *rows]
    kept = [n for n in range(len(table[0])) if any(row[n] for row in rows)]
    widths = {n: max(len(row[n]) for row in table) for n in kept}
    return ["  ".join(row[n].ljust(widths[n]) for n in kept).rstrip() for row in table]
