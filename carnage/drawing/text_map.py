"""The table of a scene as a map in characters: ground by shading, pieces by letters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product
from textwrap import wrap

from carnage.drawing import symbols
from carnage.drawing.alt_text import count_labels
from carnage.drawing.viewport import find_round_number
from carnage.replays.scenes import FIGURES, NO_FACING, Piece, Region, Scene

CHARACTER_RATIO = 2.0  # a character's height in its width
MAX_ROWS = 32
LEFT_MARGIN = 4  # for the numbers of rows
AREA_CHARACTER = "·"
EMPTY_CHARACTER = " "
SCENERY_CHARACTER = "●"
SIDE_LETTER_CASES = "CAPITALS", "small letters"  # of the first two sides
ARROWS = "→↗↑↖←↙↓↘"
NEIGHBOURS = ((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (3, 0), (-3, 0))
_HARD_SPACE = "\N{NO-BREAK SPACE}"
_SPACE_IN_NAME = re.compile(r"(?<![,;]) (?!\()(?=[^()]*(?:\(|\Z))")
LAYERS = ("disc", "box", "die", "card", "token")  # the first ones get their own places


def assign_map_letters(scene: Scene) -> dict[str, str]:
    """Return the mark of each piece on a map, by its id.

    Figures of the first side have capitals, those of the second small letters, those of others
    their number. A piece without a face has the first letter of its label.
    """
    marks = symbols.assign_marks(scene)
    for piece in scene.pieces:
        if symbols.is_owned_figure(piece):
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


def render_text_map(scene: Scene, width: int = 78) -> list[str]:
    """Return the table in lines of at most `width` characters, with a legend; empty without a
    table.

    North is up. A piece that has no room near its place is named below the map.
    """
    if scene.extent.width:
        return TextMap(scene, width).render_lines()
    return []


class TextMap:
    """A map under construction: `cells` by row, from the north, and column."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        self.extent = scene.extent
        self.width = width
        self.marks = assign_map_letters(scene)
        columns = width - LEFT_MARGIN - 2
        rows = round(columns * self.extent.height / self.extent.width / CHARACTER_RATIO)
        if rows > MAX_ROWS:
            columns = round(MAX_ROWS * CHARACTER_RATIO * self.extent.width / self.extent.height)
            rows = MAX_ROWS
        self.columns = min(columns, width - LEFT_MARGIN - 2)
        self.rows = max(rows, 3)
        self.cell_width = self.extent.width / self.columns  # width and height of a cell
        self.cell_height = self.extent.height / self.rows
        self.cells = [[EMPTY_CHARACTER] * self.columns for _ in range(self.rows)]
        self.taken_cells: set[tuple[int, int]] = set()
        self.mark_cells: dict[str, tuple[int, int]] = {}  # where each piece's mark begins
        self.omitted_pieces: list[Piece] = []

    def render_lines(self) -> list[str]:
        areas = [region for region in self.scene.regions if not region.grounds]
        for region in areas:
            self.fill_cells(region, AREA_CHARACTER)
        for region in areas:
            self.write_label(region)
        for region in self.scene.regions:
            look = symbols.find_ground(region)
            if look:
                self.fill_cells(region, look.character)
        for region in self.scene.regions:
            if region.grounds and region.face:
                row, column = self.find_cell(region.x, region.y)
                self.cells[row][column] = region.face
        placed = [piece for piece in self.scene.pieces if not piece.row]
        for piece in placed:
            if is_scenery(piece):
                self.fill_cells(piece, SCENERY_CHARACTER)
        pieces = [piece for piece in placed if not is_scenery(piece)]
        for piece in sorted(pieces, key=lambda piece: LAYERS.index(piece.form)):
            self.write_piece(piece)
        for piece in pieces:
            self.write_facing(piece)
        return [*self.frame_lines(), *self.legend()]

    def find_cell(self, x: float, y: float) -> tuple[int, int]:
        """Return the row and the column of a place."""
        row = int((self.extent.y + self.extent.height - y) / self.cell_height)
        column = int((x - self.extent.x) / self.cell_width)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def fill_cells(self, item: Region | Piece, character: str) -> None:
        """Fill every cell whose middle is in a region, and at least one cell of a piece."""
        for row, column in self.list_cells(item):
            self.cells[row][column] = character
        if isinstance(item, Piece):
            row, column = self.find_cell(item.x, item.y)
            self.cells[row][column] = character

    def list_cells(self, item: Region | Piece) -> Iterator[tuple[int, int]]:
        """Yield the row and the column of every cell whose middle is in a region or a piece."""
        width, height = (
            (item.width, item.height) if isinstance(item, Region) else (item.size, item.size)
        )
        rx = max(width / 2, self.cell_width / 2)
        ry = max(height / 2, self.cell_height / 2)
        west = self.extent.x
        north = self.extent.y + self.extent.height
        # How far out the middle of each column and of each row is that has any part in it.
        columns = [
            (column, dx)
            for column in range(self.columns)
            if (dx := abs(west + (column + 0.5) * self.cell_width - item.x) / rx) <= 1.0
        ]
        rows = [
            (row, dy)
            for row in range(self.rows)
            if (dy := abs(north - (row + 0.5) * self.cell_height - item.y) / ry) <= 1.0
        ]
        for row, dy in rows:
            for column, dx in columns:
                if item.form != "disc" or dx * dx + dy * dy <= 1.0:
                    yield row, column

    def write_label(self, region: Region) -> None:
        """Write the name of a region near its middle, in the first form that has room: in one
        line, or a word in each. It stands under no terrain if there is room elsewhere.
        """
        row, column = self.find_cell(*self.find_middle(region))
        # Not under a piece.
        marked_cells = {
            self.find_cell(piece.x, piece.y) for piece in self.scene.pieces if not piece.row
        }
        covered_cells = set(marked_cells)
        for ground in self.scene.regions:
            if ground.grounds:
                covered_cells.update(self.list_cells(ground))
        nearest_rows = sorted(range(self.rows), key=lambda each: abs(each - row))
        variants = ([region.label], region.label.split())
        for taken, words in product((covered_cells, marked_cells), variants):
            lines = [f" {word} " for word in words]
            for first_row in nearest_rows:
                places = self.find_room(lines, first_row, column, taken)
                if places:
                    for (line, first), text in zip(places, lines, strict=True):
                        self.cells[line][first : first + len(text)] = text
                    return

    def find_middle(self, region: Region) -> tuple[float, float]:
        """Return the middle of the part of a region that is on the table."""
        extent = self.extent
        left = max(region.x - region.width / 2, extent.x)
        right = min(region.x + region.width / 2, extent.x + extent.width)
        low = max(region.y - region.height / 2, extent.y)
        high = min(region.y + region.height / 2, extent.y + extent.height)
        return (left + right) / 2, (low + high) / 2

    def find_room(
        self, lines: list[str], first_row: int, column: int, marked_cells: set[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Return the row and the first column of each line where all of them have room on the area
        around a column, from a row on; nothing if they have none.
        """
        places = []
        for row, text in enumerate(lines, first_row):
            if row >= self.rows:
                return []
            cells = self.cells[row]
            if cells[column] != AREA_CHARACTER:
                return []
            left = right = column
            while left > 0 and cells[left - 1] == AREA_CHARACTER:
                left -= 1
            while right < self.columns - 1 and cells[right + 1] == AREA_CHARACTER:
                right += 1
            first = min(max(column - len(text) // 2, left), right + 1 - len(text))
            taken = {(row, each) for each in range(first, first + len(text))}
            if first < left or not marked_cells.isdisjoint(taken):
                return []
            places.append((row, first))
        return places

    def write_piece(self, piece: Piece) -> None:
        """Write a piece at its place, or at the nearest free one."""
        mark = self.marks[piece.id]
        if len(mark) > self.columns:
            self.omitted_pieces.append(piece)
            return
        row, column = self.find_cell(piece.x, piece.y)
        # Rather with a gap to others, so that two marks are not read as one.
        for gap in (1, 0):
            for right, down in NEIGHBOURS:
                first = min(max(column - (len(mark) - 1) // 2 + right, 0), self.columns - len(mark))
                around = [(row + down, first + n) for n in range(-gap, len(mark) + gap)]
                if 0 <= row + down < self.rows and self.taken_cells.isdisjoint(around):
                    for n, letter in enumerate(mark):
                        self.cells[row + down][first + n] = letter
                        self.taken_cells.add((row + down, first + n))
                    self.mark_cells[piece.id] = row + down, first
                    return
        self.omitted_pieces.append(piece)

    def write_facing(self, piece: Piece) -> None:
        """Write an arrow beside a piece, at the side that it faces."""
        if piece.facing == NO_FACING or piece.id not in self.mark_cells:
            return
        x, y = piece.facing
        eighth = round(math.atan2(y, x) / (math.pi / 4)) % 8
        row, first = self.mark_cells[piece.id]
        length = len(self.marks[piece.id])
        arrow_columns = {1: first + length, 0: first + (length - 1) // 2, -1: first - 1}
        east = (1, 1, 0, -1, -1, -1, 0, 1)[eighth]
        north = (0, 1, 1, 1, 0, -1, -1, -1)[eighth]
        cell = row - north, arrow_columns[east]
        if (
            0 <= cell[0] < self.rows
            and 0 <= cell[1] < self.columns
            and cell not in self.taken_cells
        ):
            self.cells[cell[0]][cell[1]] = ARROWS[eighth]
            self.taken_cells.add(cell)

    # ----------------------------------------------------------------------------- frame and legend

    def frame_lines(self) -> Iterator[str]:
        """Return the cells in a frame with round numbers along it."""
        step = find_round_number(max(self.extent.width, self.extent.height) / 3)
        ticks = {
            self.find_column(n * step): n * step for n in range(int(self.extent.width / step) + 1)
        }
        heights = {
            self.find_row(n * step): n * step for n in range(int(self.extent.height / step) + 1)
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
                content = top
            elif row > self.rows:
                content = bar
            else:
                content = "".join(self.cells[row - 1])
            yield f"{mark:>{LEFT_MARGIN - 1}} {end}{content}{end}"
        if self.extent.unit:
            yield self.format_axis(ticks)

    def format_axis(self, ticks: dict[int, float]) -> str:
        """Return the numbers below the frame."""
        line = [" "] * self.width
        for column, value in ticks.items():
            mark = f"{self.extent.x + value:g}"
            first = min(LEFT_MARGIN + 1 + column, self.width - len(mark))
            line[first : first + len(mark)] = mark
        return "".join(line).rstrip()

    def find_column(self, value: float) -> int:
        return min(int(value / self.cell_width), self.columns - 1)

    def find_row(self, value: float) -> int:
        """Return the line of the frame at a height, from 0 at the top."""
        return self.rows + 1 - min(round(value / self.cell_height), self.rows + 1)

    def legend(self) -> Iterator[str]:
        """Return the meaning of the shading and the letters, and the pieces without room."""
        entries = []
        shades: dict[str, list[str]] = {}
        for region in self.scene.regions:
            look = symbols.find_ground(region)
            if look:
                shades.setdefault(look.character, []).append(
                    f"{region.kind} ({', '.join(region.grounds)})"
                )
        entries += [f"{shade} {count_labels(kinds)}" for shade, kinds in shades.items()]
        scenery = [
            piece.label for piece in self.scene.pieces if not piece.row and is_scenery(piece)
        ]
        entries += [f"{SCENERY_CHARACTER} {count_labels(scenery)}"] if scenery else []
        signs: dict[str, list[str]] = {}
        for piece in self.scene.pieces:
            if not piece.row and not symbols.is_owned_figure(piece) and not is_scenery(piece):
                plain = piece.form == "token" and not piece.face
                signs.setdefault(self.marks[piece.id], []).append(
                    piece.kind if plain else piece.label
                )
        entries += [f"{sign} {count_labels(kinds)}" for sign, kinds in signs.items()]
        if any(symbols.is_owned_figure(piece) and not piece.row for piece in self.scene.pieces):
            entries += [
                f"{case}: {side}"
                for case, side in zip(SIDE_LETTER_CASES, self.scene.sides, strict=False)
            ]
        yield from _wrap_entries(entries, self.width)
        if self.omitted_pieces:
            names = [f"{self.marks[piece.id]} {piece.label}" for piece in self.omitted_pieces]
            yield from wrap(f"Behind others: {', '.join(names)}", self.width)


def _wrap_entries(entries: list[str], width: int) -> list[str]:
    """Return the entries of a legend in lines, none of which ends within a name."""
    text = _SPACE_IN_NAME.sub(_HARD_SPACE, "; ".join(entries))
    return [line.replace(_HARD_SPACE, " ") for line in wrap(text, width)]


def is_scenery(piece: Piece) -> bool:
    """Return whether a piece is drawn at its own size: it belongs to nobody and has no mark."""
    return piece.form in FIGURES and piece.owner < 0 and not piece.face
