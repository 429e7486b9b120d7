"""Scenes: the visible state of a game as data, independent of families of games and of drawing.

Coordinates are in the table's unit, x to the east and y to the north, from the south-west corner. A
family of games names its things. Drawings, the map in the terminal and texts for screen readers use
only the scene. Seats and owners are indices from 0.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Form = Literal["disc", "box", "die", "card", "token"]
"""The form of a thing: a figure on a round or square base, a die, a card, or a flat marker."""

FIGURES = ("disc", "box")  # the forms of figures, which belong to a side; others are things
NO_FACING = (0.0, 0.0)
NOBODY = -1  # the value for no seat or no owner
FAR_ROW = "far away"  # the row of pieces on the table beyond its visible area
SEALED_ROW = "rows sealed"  # the row of dice that lie in rows that are still secret


class TableBounds(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table, with its sides in `unit`: "inches", "centimetres", or "" if distances do not
    matter.

    `edges` are "closed", "wrapped" to the opposite edge, or "open". With open edges, the sides are
    those of the visible area. They may change from scene to scene, and the south-west corner `x`,
    `y` may differ from 0, 0. A width of 0 means that there is no table, and all pieces are in rows.
    Distances are rounded to a `tick`. Without a `compass`, directions are relative to a figure that
    faces its enemy.
    """

    width: float
    height: float
    unit: str = ""
    edges: Literal["closed", "wrapped", "open"] = "closed"
    x: float = 0.0
    y: float = 0.0
    tick: float = 0.1
    compass: bool = True

    def contains(self, x: float, y: float) -> bool:
        """Return whether a place is in the area."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


class Region(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fixed part of the table, such as terrain or a deployment zone.

    `x`, `y` is its middle. Any part of it beyond an edge of the table is cut off. `grounds` are its
    effects in the game's own words, such as difficult or blocking. `face` is its letter in a
    legend. `upright` is true for a region that figures are in or next to, and false for one that
    they are on.
    """

    id: str
    kind: str
    label: str
    form: Literal["disc", "box"]
    x: float
    y: float
    width: float
    height: float
    grounds: tuple[str, ...] = ()
    owner: int = NOBODY
    face: str = ""
    upright: bool = True


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """A distance that is worth showing, between two points, of which the first may be beside the
    table.
    """

    label: str
    x: float
    y: float
    to_x: float
    to_y: float


class PieceCounter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A count on a piece, such as wounds or shots left. `most` is its maximum, or 0 for none."""

    label: str
    value: int
    most: int = 0


class Piece(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing that may move, turn, change or be removed. `x`, `y` is its middle and `size` its
    width.

    A piece that is not on the table has a `row`, the name of a row in front of its owner or beside
    the table. Pieces of a row are in the order of the list. `face` is the text on a die, card or
    base. `group` is its unit, if units have several models. `stack` is the number of dice in a
    tower on or beside it. `state` lists its conditions, such as prone or activated, and `tokens`
    the number of each kind of token beside it. `facing` is a unit vector, or (0, 0) if it does not
    matter. A piece that is `out` is still on the table but no longer takes part: it is a casualty
    or a wreck.
    """

    id: str
    kind: str
    label: str
    form: Form
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    owner: int = NOBODY
    row: str = ""
    facing: tuple[float, float] = NO_FACING
    face: str = ""
    group: str = ""
    stack: int = 0
    out: bool = False
    state: tuple[str, ...] = ()
    tokens: dict[str, int] = {}
    meters: tuple[PieceCounter, ...] = ()


class Readout(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A value that is kept beside the table, such as the round, a score, a purse or a hand of
    cards.

    `value` is its number, and `most` the maximum, or 0 for none. `text` is its value in words, with
    or without a number. `standing` is true if a higher value means that a side is ahead.
    """

    id: str
    label: str
    owner: int = NOBODY
    value: int | None = None
    most: int = 0
    text: str = ""
    standing: bool = False


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole scene. All lists are in the order of display.

    Ids are unique within each list, and a thing keeps its id for the whole game.
    """

    extent: TableBounds
    sides: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    pieces: tuple[Piece, ...] = ()
    tracks: tuple[Readout, ...] = ()
    measures: tuple[Measure, ...] = ()
