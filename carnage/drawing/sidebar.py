"""The sidebar of a drawing: the tracks, the rows of pieces of each side, the key."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from carnage.drawing import symbols
from carnage.drawing.alt_text import details, track_told
from carnage.drawing.markup import Attributes, tag
from carnage.drawing.pieces import Pieces, outline_of
from carnage.drawing.viewport import LETTER, Point
from carnage.replays.scenes import NOBODY, Piece, Region, Scene

BETWEEN = 20.0  # two columns
INDENT, NAMED, DETAILED = 27.0, 11.0, 9.0  # of an entry of the key: where its name begins, type
ROOMY = 8  # with no more entries each has room for two lines of details
CROWD = 4.0  # between the pieces of a row


class Columns(NamedTuple):
    """The number of columns beside each other, and the width of each."""

    across: int
    wide: float


WITH_A_KEY = Columns(across=2, wide=196.0)


class Column:
    """Lines below each other from `x`, `y`; `y` is the foot of the last line."""

    def __init__(self, name: str, x: float, y: float, width: float) -> None:
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.parts: list[Markup] = []

    def text(self, said: str, size: float, **how: str | float | None) -> None:
        """Append a text with the attributes `how`, broken into as many lines as it needs."""
        for line in wrap(said, letters(self.width, size)):
            self.y += size * 1.28
            self.parts.append(tag("text", line, x=self.x, y=self.y, font_size=size, **how))
            how.pop("id", None)

    def gap(self, high: float) -> None:
        self.y += high


class Beside:
    """The layout of the sidebar to the right of `x`.

    Attributes:
        parts: The elements.
        places: The positions of pieces in rows, by id.
        entries: The lines of the key, by the id of a piece.
        right: The right edge.
        foot: The lower edge.
    """

    def __init__(
        self,
        scene: Scene,
        pieces: Pieces,
        x: float,
        heading: tuple[str, ...],
        layout: Columns = WITH_A_KEY,
    ) -> None:
        self.scene = scene
        self.pieces = pieces
        self.name = pieces.name
        self.key = pieces.key
        self.places: dict[str, Point] = {}
        self.entries: dict[str, Markup] = {}
        self.parts: list[Markup] = []
        owners = [owner for owner in range(len(scene.sides)) if self._has(owner)]
        across = min(len(owners), layout.across)
        step = layout.wide + BETWEEN
        width = layout.across * step - BETWEEN
        top = Column(self.name, x, 0.0, width)
        self._heading(top, heading)
        self._block(top, NOBODY)
        below = top.y + (12.0 if top.parts else 0.0)
        columns = [Column(self.name, x + n * step, below, layout.wide) for n in range(across)]
        for n, owner in enumerate(
            owners
        ):  # by turns, so that nobody changes sides when there is more to say
            self._block(columns[n % across], owner)
        legend = Column(self.name, x, max([top.y, *[column.y for column in columns]]) + 6.0, width)
        if self.key:
            self._legend(legend)
        self.parts = [part for column in (top, *columns, legend) for part in column.parts]
        drawn = self.parts or self.places
        self.right, self.foot = (x + width, legend.y) if drawn else (0.0, 0.0)

    def _has(self, owner: int) -> bool:
        """Return whether the sidebar has anything about a side."""
        return any(track.owner == owner for track in self.scene.tracks) or any(
            piece.owner == owner and (piece.row or (self.key and symbols.is_told(piece)))
            for piece in self.scene.pieces
        )

    def _heading(self, column: Column, lines: tuple[str, ...]) -> None:
        for n, line in enumerate(lines):
            column.text(
                line,
                17.0 if n == 0 else 12.0,
                class_="drawing-heading" if n == 0 else "drawing-caption",
            )
        if lines:
            column.gap(6.0)

    def _block(self, column: Column, owner: int) -> None:
        """Append everything about one side, or about nobody."""
        if owner != NOBODY:
            column.gap(8.0)
            self._side(column, owner)
        for track in self.scene.tracks:
            if track.owner == owner:
                column.text(
                    track_told(track),
                    11.5,
                    id=f"{self.name}-track-{track.id}",
                    class_="drawing-track",
                )
        rows: dict[str, list[Piece]] = {}
        for piece in self.scene.pieces:
            if piece.owner == owner and piece.row and not (self.key and symbols.is_told(piece)):
                rows.setdefault(piece.row, []).append(piece)
        for row, pieces in rows.items():
            self._row(column, owner, row, pieces)
        column.gap(4.0)
        named = [
            piece for piece in self.scene.pieces if piece.owner == owner and symbols.is_told(piece)
        ]
        for piece in named if self.key else ():
            self._entry(column, piece, 2 if len(named) <= ROOMY else 1)

    def _side(self, column: Column, owner: int) -> None:
        column.y += 16.0
        swatch = tag(
            "circle",
            class_="drawing-body",
            cx=column.x + 6,
            cy=column.y - 4.5,
            r=5,
            **outline_of(owner),
        )
        said = tag("text", self.scene.sides[owner], x=column.x + 17, y=column.y, font_size=14)
        column.parts.append(tag("g", swatch, said, class_=f"drawing-side owner-{owner}"))
        column.gap(3.0)

    def _row(self, column: Column, owner: int, row: str, pieces: list[Piece]) -> None:
        """Append the pieces of a row, in as many lines as they need."""
        side = "" if owner == NOBODY else owner
        slug = re.sub(r"[^a-z0-9]+", "-", row.lower())
        id = f"{self.name}-row-{side}-{slug}"
        column.text(row, 10.5, id=id, class_="drawing-row")
        r = max(self.pieces.half(piece) for piece in pieces)
        step = 2 * r + CROWD
        across = max(int((column.width + CROWD) / step), 1)
        column.gap(CROWD)
        for n, piece in enumerate(pieces):
            if n % across == 0:
                column.y += step
            self.places[piece.id] = column.x + r + n % across * step, column.y - r - CROWD / 2
        column.gap(2.0)

    def _entry(self, column: Column, piece: Piece, most: int) -> None:
        """Append a line of the key: the mark, the name, and below it the details in a fixed number
        of lines.

        The height is fixed, so that nothing moves when there are more details.
        """
        column.y += NAMED * 1.28
        x = column.x
        y = column.y
        mark = self.pieces.marks[piece.id]
        if piece.row:
            self.places[piece.id] = x + 10.0, y - 1.0
        indent = max(INDENT, len(mark) * NAMED * LETTER * 1.25 + 5.0)
        room = column.width - indent
        lines = wrap(", ".join(details(piece, brief=True)), letters(room, DETAILED)) or [""]
        shown = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        below: Attributes = {"class_": "drawing-details", "x": x + indent}
        self.entries[piece.id] = tag(
            "text",
            tag("tspan", mark, class_="drawing-mark", x=x, y=y),
            tag("tspan", cut(piece.label, room, NAMED), x=x + indent, y=y),
            *[
                tag("tspan", cut(line, room, DETAILED), y=y + (n + 1) * DETAILED * 1.08, **below)
                for n, line in enumerate(shown)
            ],
            class_="drawing-entry",
            font_size=NAMED,
        )
        column.gap(most * DETAILED * 1.08)

    def _legend(self, column: Column) -> None:
        """Append the kinds of ground, each with a swatch and its effects."""
        kinds: dict[tuple[str, tuple[str, ...]], list[Region]] = {}
        for region in self.scene.regions:
            if region.grounds:
                kinds.setdefault((region.kind, region.grounds), []).append(region)
        for (kind, words), regions in kinds.items():
            look = symbols.ground(regions[0])
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
            line = cut(f"{kind.capitalize()}: {', '.join(words)}", column.width - INDENT, NAMED)
            said = tag("text", line, x=column.x + INDENT, y=column.y, font_size=NAMED)
            column.parts.append(tag("g", swatch, said))


def letters(room: float, size: float) -> int:
    """Return the number of letters of a size that a line has room for."""
    return max(int(room / (size * LETTER * 0.92)), 1)


def cut(said: str, room: float, size: float) -> str:
    """Return the start of a text that fits into one line."""
    most = letters(room, size)
    if len(said) <= most:
        return said
    return f"{said[: most - 1].rstrip()}…"
