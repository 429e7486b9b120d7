"""The sidebar of a drawing: the tracks, the rows of pieces of each side, the key."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from carnage.drawing import symbols
from carnage.drawing.alt_text import describe_track, list_details
from carnage.drawing.markup import Attributes, format_number, tag
from carnage.drawing.pieces import Pieces, outline_style
from carnage.drawing.viewport import LETTER_RATIO, Point
from carnage.replays.scenes import NOBODY, SEALED_ROW, Piece, Region, Scene

COLUMN_GAP = 20.0  # two columns
KEY_INDENT, KEY_NAME_SIZE, KEY_DETAIL_SIZE = (
    27.0,
    11.0,
    9.0,
)  # of an entry of the key: where its name begins, type
MAX_TWO_LINE_ENTRIES = 8  # with no more entries each has room for two lines of details
ROW_GAP = 4.0  # between the pieces of a row
ROW_SIZE = 10.5  # of the type of the name of a row


class ColumnLayout(NamedTuple):
    """The number of columns beside each other, and the width of each."""

    columns: int
    width: float


KEY_LAYOUT = ColumnLayout(columns=2, width=196.0)


class Column:
    """Lines below each other from `x`, `y`; `y` is the foot of the last line."""

    def __init__(self, name: str, x: float, y: float, width: float) -> None:
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.parts: list[Markup] = []

    def add_text(self, text: str, size: float, **attributes: str | float | None) -> None:
        """Append a text with the attributes `attributes`, broken into as many lines as it needs."""
        for line in wrap(text, count_letters(self.width, size)):
            self.y += size * 1.28
            self.parts.append(tag("text", line, x=self.x, y=self.y, font_size=size, **attributes))
            attributes.pop("id", None)

    def add_gap(self, height: float) -> None:
        self.y += height


class Sidebar:
    """The layout of the sidebar to the right of `x`.

    Args:
        scene: The scene.
        pieces: Its pieces.
        x: The left edge.
        heading: A title and further lines.
        layout: The columns.
        viewer: The seat that the drawing addresses as "you"; NOBODY for none.

    Attributes:
        parts: The elements.
        row_points: The positions of pieces in rows, by id.
        entries: The lines of the key, by the id of a piece.
        right: The right edge.
        bottom: The lower edge.
    """

    def __init__(
        self,
        scene: Scene,
        pieces: Pieces,
        x: float,
        heading: tuple[str, ...],
        layout: ColumnLayout = KEY_LAYOUT,
        viewer: int = NOBODY,
    ) -> None:
        self.scene = scene
        self.viewer = viewer
        self.pieces = pieces
        self.name = pieces.name
        self.has_key = pieces.has_key
        self.row_points: dict[str, Point] = {}
        self.entries: dict[str, Markup] = {}
        self.parts: list[Markup] = []
        owners = [owner for owner in range(len(scene.sides)) if self._has_content(owner)]
        count = min(len(owners), layout.columns)
        step = layout.width + COLUMN_GAP
        width = layout.columns * step - COLUMN_GAP
        top = Column(self.name, x, 0.0, width)
        self._add_heading(top, heading)
        self._add_block(top, NOBODY)
        below = top.y + (12.0 if top.parts else 0.0)
        columns = [Column(self.name, x + n * step, below, layout.width) for n in range(count)]
        # By turns, so that nobody changes sides when there is more to say.
        for n, owner in enumerate(owners):
            self._add_block(columns[n % count], owner)
        legend = Column(self.name, x, max([top.y, *[column.y for column in columns]]) + 6.0, width)
        if self.has_key:
            self._add_legend(legend)
        self.parts = [part for column in (top, *columns, legend) for part in column.parts]
        has_content = self.parts or self.row_points
        self.right, self.bottom = (x + width, legend.y) if has_content else (0.0, 0.0)

    def _has_content(self, owner: int) -> bool:
        """Return whether the sidebar has anything about a side."""
        return any(track.owner == owner for track in self.scene.tracks) or any(
            piece.owner == owner
            and (piece.row or (self.has_key and symbols.is_owned_figure(piece)))
            for piece in self.scene.pieces
        )

    def _add_heading(self, column: Column, lines: tuple[str, ...]) -> None:
        for n, line in enumerate(lines):
            column.add_text(
                line,
                17.0 if n == 0 else 12.0,
                class_="drawing-heading" if n == 0 else "drawing-caption",
            )
        if lines:
            column.add_gap(6.0)

    def _add_block(self, column: Column, owner: int) -> None:
        """Append everything about one side, or about nobody."""
        if owner != NOBODY:
            column.add_gap(8.0)
            self._add_side(column, owner)
        for track in self.scene.tracks:
            if track.owner == owner:
                column.add_text(
                    describe_track(track),
                    11.5,
                    id=f"{self.name}-track-{track.id}",
                    class_="drawing-track",
                )
        rows: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            if (
                piece.owner == owner
                and piece.row
                and not (self.has_key and symbols.is_owned_figure(piece))
            ):
                rows.setdefault(piece.row, []).append(piece)
        for row, pieces in rows.items():
            self._add_row(column, owner, row, pieces)
        column.add_gap(4.0)
        named = [
            piece
            for piece in self.scene.pieces
            if piece.owner == owner and symbols.is_owned_figure(piece)
        ]
        for piece in named if self.has_key else ():
            self._add_entry(column, piece, 2 if len(named) <= MAX_TWO_LINE_ENTRIES else 1)

    def _add_side(self, column: Column, owner: int) -> None:
        column.y += 16.0
        swatch = tag(
            "circle",
            class_="drawing-body",
            cx=column.x + 6,
            cy=column.y - 4.5,
            r=5,
            **outline_style(owner),
        )
        side = self.scene.sides[owner]
        if owner == self.viewer:
            side = f"{side} (you)"
        name = tag("text", side, x=column.x + 17, y=column.y, font_size=14)
        column.parts.append(tag("g", swatch, name, class_=f"drawing-side owner-{owner}"))
        column.add_gap(3.0)

    def _add_row(self, column: Column, owner: int, row: str, pieces: list[Piece]) -> None:
        """Append the pieces of a row, in as many lines as they need."""
        side = "" if owner == NOBODY else owner
        slug = re.sub(r"[^a-z0-9]+", "-", row.lower())
        id = f"{self.name}-row-{side}-{slug}"
        column.add_text(row, ROW_SIZE, id=id, class_="drawing-row")
        if row == SEALED_ROW:
            x = column.x + len(row) * ROW_SIZE * LETTER_RATIO + 4.0
            column.parts.append(tag("path", d=_lock_path(x, column.y), class_="drawing-lock"))
        radius = max(self.pieces.radius(piece) for piece in pieces)
        step = 2 * radius + ROW_GAP
        across = max(int((column.width + ROW_GAP) / step), 1)
        column.add_gap(ROW_GAP)
        for n, piece in enumerate(pieces):
            if n % across == 0:
                column.y += step
            self.row_points[piece.id] = (
                column.x + radius + n % across * step,
                column.y - radius - ROW_GAP / 2,
            )
        column.add_gap(2.0)

    def _add_entry(self, column: Column, piece: Piece, max_lines: int) -> None:
        """Append a line of the key: the mark, the name, and below it the details in a fixed number
        of lines.

        The height is fixed, so that nothing moves when there are more details.
        """
        column.y += KEY_NAME_SIZE * 1.28
        x = column.x
        y = column.y
        mark = self.pieces.marks[piece.id]
        if piece.row:
            self.row_points[piece.id] = x + 10.0, y - 1.0
        indent = max(KEY_INDENT, len(mark) * KEY_NAME_SIZE * LETTER_RATIO * 1.25 + 5.0)
        room = column.width - indent
        lines = wrap(
            ", ".join(list_details(piece, brief=True)), count_letters(room, KEY_DETAIL_SIZE)
        ) or [""]
        shown = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
        below: Attributes = {"class_": "drawing-details", "x": x + indent}
        details = []
        for n, line in enumerate(shown):
            line_y = y + (n + 1) * KEY_DETAIL_SIZE * 1.08
            details.append(tag("tspan", truncate(line, room, KEY_DETAIL_SIZE), y=line_y, **below))
        self.entries[piece.id] = tag(
            "text",
            tag("tspan", mark, class_="drawing-mark", x=x, y=y),
            tag("tspan", truncate(piece.label, room, KEY_NAME_SIZE), x=x + indent, y=y),
            *details,
            class_="drawing-entry",
            font_size=KEY_NAME_SIZE,
        )
        column.add_gap(max_lines * KEY_DETAIL_SIZE * 1.08)

    def _add_legend(self, column: Column) -> None:
        """Append the kinds of ground, each with a swatch and its effects."""
        kinds: dict[tuple[str, tuple[str, ...]], list[Region]] = {}
        for region in self.scene.regions:
            if region.grounds:
                kinds.setdefault((region.kind, region.grounds), []).append(region)
        for (kind, words), regions in kinds.items():
            look = symbols.find_ground(regions[0])
            if look is None:
                raise AssertionError("ground that does nothing is told nowhere")
            column.y += 15.0
            swatch = tag(
                "rect",
                class_="drawing-ground",
                x=column.x,
                y=column.y - 9.5,
                width=18,
                height=11,
                fill=f"url(#{self.name}-{look.name})",
                stroke="currentColor",
            )
            line = truncate(
                f"{kind.capitalize()}: {', '.join(words)}", column.width - KEY_INDENT, KEY_NAME_SIZE
            )
            text = tag("text", line, x=column.x + KEY_INDENT, y=column.y, font_size=KEY_NAME_SIZE)
            column.parts.append(tag("g", swatch, text))


def count_letters(width: float, size: float) -> int:
    """Return the number of letters of a size that a line has room for."""
    return max(int(width / (size * LETTER_RATIO * 0.92)), 1)


def truncate(text: str, width: float, size: float) -> str:
    """Return the start of a text that fits into one line."""
    max_letters = count_letters(width, size)
    if len(text) <= max_letters:
        return text
    return f"{text[: max_letters - 1].rstrip()}…"


def _lock_path(x: float, y: float) -> str:
    """Return the path of a closed lock, 8 wide and 10 high, whose foot stands at `x`, `y`."""
    body = f"M{format_number(x)} {format_number(y)}v-6h8v6z"
    shackle = f"M{format_number(x + 1.5)} {format_number(y - 6.0)}v-1.5a2.5 2.5 0 0 1 5 0v1.5"
    return body + shackle
