"""The table of a scene as a map in characters: ground by shading, pieces by letters."""

from __future__ import annotations

import math
from collections.abc import Iterator
from textwrap import wrap

from carnage.drawing import symbols
from carnage.drawing.alt_text import counted
from carnage.drawing.viewport import round_number
from carnage.replays.scenes import FIGURES, NO_FACING, Piece, Region, Scene

TALL = 2.0  # a character's height in its width
MOST_ROWS = 32
MARGIN = 4  # for the numbers of rows
AREA = "·"
FREE = " "
LUMP = "●"
CASES = "CAPITALS", "small letters"  # of the first two sides
ARROWS = "→↗↑↖←↙↓↘"
NEIGHBOURS = ((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (3, 0), (-3, 0))
LAYERS = ("disc", "box", "die", "card", "token")  # the first ones get their own places


def map_letters(scene: Scene) -> dict[str, str]:
    """Return the mark of each piece on a map, by its id.

    Figures of the first side have capitals, those of the second small letters, those of others
    their number. A piece without a face has the first letter of its label.
    """
    marks = symbols.marks(scene)
    for piece in scene.pieces:
        if symbols.is_told(piece):
            mark = marks[piece.id]
            if mark.upper() == mark.lower():
                mark = piece.label[:1] + mark
            further = f"{mark.upper()}{piece.owner + 1}"
            marks[piece.id] = (
                (mark.upper(), mark.lower())[piece.owner] if piece.owner < 2 else further
            )
        elif piece.form == "die" and not piece.face:
            marks[piece.id] = "□"
    return marks


def character_map(scene: Scene, width: int = 78) -> list[str]:
    """Return the table in lines of at most `width` characters, with a legend; empty without a
    table.

    North is up. A piece that has no room near its place is named below the map.
    """
    if scene.extent.width:
        return CharacterMap(scene, width).lines()
    return []


class CharacterMap:
    """A map under construction: `cells` by row, from the north, and column."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        self.extent = scene.extent
        self.width = width
        self.marks = map_letters(scene)
        wide = width - MARGIN - 2
        rows = round(wide * self.extent.height / self.extent.width / TALL)
        if rows > MOST_ROWS:
            wide = round(MOST_ROWS * TALL * self.extent.width / self.extent.height)
            rows = MOST_ROWS
        self.columns = min(wide, width - MARGIN - 2)
        self.rows = max(rows, 3)
        self.across = self.extent.width / self.columns  # width and height of a cell
        self.down = self.extent.height / self.rows
        self.cells = [[FREE] * self.columns for _ in range(self.rows)]
        self.taken: set[tuple[int, int]] = set()
        self.places: dict[str, tuple[int, int]] = {}  # where each piece's mark begins
        self.left_out: list[Piece] = []

    def lines(self) -> list[str]:
        areas = [region for region in self.scene.regions if not region.grounds]
        for region in areas:
            self.shade(region, AREA)
        for region in areas:
            self.label(region)
        for region in self.scene.regions:
            look = symbols.ground(region)
            if look:
                self.shade(region, look.shade)
        there = [piece for piece in self.scene.pieces if not piece.row]
        for piece in there:
            if is_lump(piece):
                self.shade(piece, LUMP)
        pieces = [piece for piece in there if not is_lump(piece)]
        for piece in sorted(pieces, key=lambda piece: LAYERS.index(piece.form)):
            self.put(piece)
        for piece in pieces:
            self.point(piece)
        return [*self.framed(), *self.legend()]

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Return the row and the column of a place."""
        row = int((self.extent.y + self.extent.height - y) / self.down)
        column = int((x - self.extent.x) / self.across)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def shade(self, what: Region | Piece, shade: str) -> None:
        """Fill every cell whose middle is in a region, and at least one cell of a piece."""
        wide, high = (
            (what.width, what.height) if isinstance(what, Region) else (what.size, what.size)
        )
        rx = max(wide / 2, self.across / 2)
        ry = max(high / 2, self.down / 2)
        west = self.extent.x
        north = self.extent.y + self.extent.height
        # How far out the middle of each column and of each row is that has any part in it.
        columns = [
            (column, dx)
            for column in range(self.columns)
            if (dx := abs(west + (column + 0.5) * self.across - what.x) / rx) <= 1.0
        ]
        rows = [
            (row, dy)
            for row in range(self.rows)
            if (dy := abs(north - (row + 0.5) * self.down - what.y) / ry) <= 1.0
        ]
        for row, dy in rows:
            cells = self.cells[row]
            for column, dx in columns:
                if what.form != "disc" or dx * dx + dy * dy <= 1.0:
                    cells[column] = shade
        if isinstance(what, Piece):
            row, column = self.cell(what.x, what.y)
            self.cells[row][column] = shade

    def label(self, region: Region) -> None:
        """Write the name of a region at its middle, if there is room."""
        left = region.x - region.width / 2
        right = region.x + region.width / 2
        low = region.y - region.height / 2
        high = region.y + region.height / 2
        x = (max(left, self.extent.x) + min(right, self.extent.x + self.extent.width)) / 2
        y = (max(low, self.extent.y) + min(high, self.extent.y + self.extent.height)) / 2
        said = f" {region.label} "
        row, column = self.cell(x, y)
        first = column - len(said) // 2
        last = first + len(said)
        if first < 0 or last > self.columns:
            return
        # Rather a line higher or lower than under a piece.
        marked = {self.cell(piece.x, piece.y) for piece in self.scene.pieces if not piece.row}
        for at in (row, row - 1, row + 1):
            free = marked.isdisjoint((at, each) for each in range(first, last))
            if 0 <= at < self.rows and free and set(self.cells[at][first:last]) == {AREA}:
                self.cells[at][first:last] = said
                return

    def put(self, piece: Piece) -> None:
        """Write a piece at its place, or at the nearest free one."""
        mark = self.marks[piece.id]
        if len(mark) > self.columns:
            self.left_out.append(piece)
            return
        row, column = self.cell(piece.x, piece.y)
        # Rather with a gap to others, so that two marks are not read as one.
        for gap in (1, 0):
            for right, down in NEIGHBOURS:
                first = min(max(column - (len(mark) - 1) // 2 + right, 0), self.columns - len(mark))
                around = [(row + down, first + n) for n in range(-gap, len(mark) + gap)]
                if 0 <= row + down < self.rows and self.taken.isdisjoint(around):
                    for n, letter in enumerate(mark):
                        self.cells[row + down][first + n] = letter
                        self.taken.add((row + down, first + n))
                    self.places[piece.id] = row + down, first
                    return
        self.left_out.append(piece)

    def point(self, piece: Piece) -> None:
        """Write an arrow beside a piece, at the side that it faces."""
        if piece.facing == NO_FACING or piece.id not in self.places:
            return
        x, y = piece.facing
        eighth = round(math.atan2(y, x) / (math.pi / 4)) % 8
        row, first = self.places[piece.id]
        long = len(self.marks[piece.id])
        aside = {1: first + long, 0: first + (long - 1) // 2, -1: first - 1}
        east = (1, 1, 0, -1, -1, -1, 0, 1)[eighth]
        north = (0, 1, 1, 1, 0, -1, -1, -1)[eighth]
        at = row - north, aside[east]
        if 0 <= at[0] < self.rows and 0 <= at[1] < self.columns and at not in self.taken:
            self.cells[at[0]][at[1]] = ARROWS[eighth]
            self.taken.add(at)

    # ----------------------------------------------------------------------------- frame and legend

    def framed(self) -> Iterator[str]:
        """Return the cells in a frame with round numbers along it."""
        step = round_number(max(self.extent.width, self.extent.height) / 3)
        ticks = {
            self.column_at(n * step): n * step for n in range(int(self.extent.width / step) + 1)
        }
        heights = {
            self.row_at(n * step): n * step for n in range(int(self.extent.height / step) + 1)
        }
        bar = "".join("+" if column in ticks else "-" for column in range(self.columns))
        unit = f" {self.extent.unit} " if self.extent.unit else ""
        top = f"{bar[0]}-{unit}{bar[len(unit) + 2 :]}"
        for row in range(self.rows + 2):
            mark = ""
            if self.extent.unit and row in heights:
                mark = f"{self.extent.y + heights[row]:g}"
            end = "+" if row in (0, self.rows + 1) else "|"
            if row == 0:
                inside = top
            elif row > self.rows:
                inside = bar
            else:
                inside = "".join(self.cells[row - 1])
            yield f"{mark:>{MARGIN - 1}} {end}{inside}{end}"
        if self.extent.unit:
            yield self.numbers(ticks)

    def numbers(self, ticks: dict[int, float]) -> str:
        """Return the numbers below the frame."""
        line = [" "] * self.width
        for column, value in ticks.items():
            mark = f"{self.extent.x + value:g}"
            first = min(MARGIN + 1 + column, self.width - len(mark))
            line[first : first + len(mark)] = mark
        return "".join(line).rstrip()

    def column_at(self, value: float) -> int:
        return min(int(value / self.across), self.columns - 1)

    def row_at(self, value: float) -> int:
        """Return the line of the frame at a height, from 0 at the top."""
        return self.rows + 1 - min(round(value / self.down), self.rows + 1)

    def legend(self) -> Iterator[str]:
        """Return the meaning of the shading and the letters, and the pieces without room."""
        entries = []
        shades: dict[str, list[str]] = {}
        for region in self.scene.regions:
            look = symbols.ground(region)
            if look:
                shades.setdefault(look.shade, []).append(
                    f"{region.kind} ({', '.join(region.grounds)})"
                )
        entries += [f"{shade} {counted(kinds)}" for shade, kinds in shades.items()]
        lumps = [piece.label for piece in self.scene.pieces if not piece.row and is_lump(piece)]
        entries += [f"{LUMP} {counted(lumps)}"] if lumps else []
        signs: dict[str, list[str]] = {}
        for piece in self.scene.pieces:
            if not piece.row and not symbols.is_told(piece) and not is_lump(piece):
                plain = piece.form == "token" and not piece.face
                signs.setdefault(self.marks[piece.id], []).append(
                    piece.kind if plain else piece.label
                )
        entries += [f"{sign} {counted(kinds)}" for sign, kinds in signs.items()]
        if any(symbols.is_told(piece) and not piece.row for piece in self.scene.pieces):
            entries += [
                f"{case}: {side}" for case, side in zip(CASES, self.scene.sides, strict=False)
            ]
        yield from wrap("; ".join(entries), self.width)
        if self.left_out:
            names = [f"{self.marks[piece.id]} {piece.label}" for piece in self.left_out]
            yield from wrap(f"Behind others: {', '.join(names)}", self.width)


def is_lump(piece: Piece) -> bool:
    """Return whether a piece is drawn at its own size: it belongs to nobody and has no mark."""
    return piece.form in FIGURES and piece.owner < 0 and not piece.face
