"""Scenes: what there is to be seen of a game, as data. They know no family of games and no way of drawing.

Places are in the table's own unit, x to the east and y to the north, from the south-west corner. A family
says what its things are called; the drawing, the terminal's map and texts for those who cannot see all read
this and nothing else. Seats and owners count from 0.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Form = Literal["disc", "box", "die", "card", "token"]
"""What a thing is on the table: a figure on a round base or a square one, a die, a card, a flat marker."""

FIGURES = ("disc", "box")  # the forms of what has a side to fight for; all else is lying about
NOWHERE = (0.0, 0.0)
NOBODY = -1  # in place of a seat or an owner


class Extent(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table: its sides, in `unit` ("inches", "centimetres", or nothing where no distance counts).

    `edges` says what is there: an end, a way to the opposite edge, or nothing, where the sides are only those
    of what is shown; then they may change from scene to scene, and `x`, `y`, the south-west corner, be
    another than 0, 0. A width of 0 is no table at all: everything lies in rows. Distances are told to a
    `tick`; where there is no `compass`, directions are told as a figure sees them that looks at its enemy.
    """

    width: float
    height: float
    unit: str = ""
    edges: Literal["closed", "wrapped", "open"] = "closed"
    x: float = 0.0
    y: float = 0.0
    tick: float = 0.1
    compass: bool = True


class Region(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of the table that lies still: terrain, a strip to deploy in.

    `x`, `y` is its middle; what of it lies over an edge of the table is not there. `grounds` says what it
    does, in the game's own words (difficult, blocking). `face` is the letter under which a legend tells it;
    `upright` says that one stands in it or by it, not on it.
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
    """A distance that is worth telling: from one place, which may lie beside the table, to another."""

    label: str
    x: float
    y: float
    to_x: float
    to_y: float


class Meter(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something counted on a piece: wounds, shots left. `most` is 0 if it has no end."""

    label: str
    value: int
    most: int = 0


class Piece(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing that may move, turn, change or go. `x`, `y` is its middle and `size` its width.

    A piece that is not on the table has a `row` in place of a place: what the row is called in which it lies
    in front of its owner, or beside the table, behind those of that row that come before it in the list.
    `face` is what a die, a card or a base shows, in a character or a few; `group` the unit that it belongs
    to, where that has several; `stack` the dice that stand on or beside it; `state` what is true of it
    (prone, activated), `tokens` what lies beside it and how many. `facing` is a unit vector, (0, 0) where it
    makes no difference. What is `out` is still on the table and takes no part: it has fallen, or is a wreck.
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
    facing: tuple[float, float] = NOWHERE
    face: str = ""
    group: str = ""
    stack: int = 0
    out: bool = False
    state: tuple[str, ...] = ()
    tokens: dict[str, int] = {}
    meters: tuple[Meter, ...] = ()


class Track(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something kept beside the table: the round, a score, a purse, a hand of cards.

    `value` is its number, of `most` if that is more than 0; `text` what it says in words, beside a number or
    instead of one. Of a track with `standing` more is better: it says who is ahead.
    """

    id: str
    label: str
    owner: int = NOBODY
    value: int | None = None
    most: int = 0
    text: str = ""
    standing: bool = False


class Scene(Struct, frozen=True, forbid_unknown_fields=True):
    """All of it, in the order in which it is told.

    Ids are unique within each of the three lists, and stay with a thing for the whole game.
    """

    extent: Extent
    sides: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    pieces: tuple[Piece, ...] = ()
    tracks: tuple[Track, ...] = ()
    measures: tuple[Measure, ...] = ()
