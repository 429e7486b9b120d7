"""A piece of a scene as a group of SVG elements, which are the same in every state of the piece.

A script may move, turn and mark a piece by its id: `drawing-place` is moved, `drawing-turn` is
turned (in degrees, clockwise from the east), and classes name the owner and the look.
"""

from __future__ import annotations

import math

from markupsafe import Markup

from carnage.drawing import symbols
from carnage.drawing.alt_text import piece_told
from carnage.drawing.markup import Attributes, number, tag
from carnage.drawing.viewport import LETTER, Paper, Point
from carnage.replays.scenes import FIGURES, NO_FACING, Piece, PieceCounter, Scene

LAYERS = ("token", "box", "die", "disc", "card")  # from the lowest layer
LEAST = {
    "disc": 4.5,
    "box": 4.5,
    "die": 6.0,
    "card": 8.0,
    "token": 6.0,
}  # half a piece's width on paper
USUAL = 9.0  # the same of a piece that has no size of its own
CARD = 1.4  # how much longer than wide a card is
LARGEST, NAMED = 12.5, 15.0  # type on a piece, and below it
WORD = (
    0.7,
    1.5,
)  # a bold letter's width for a size of 1, and how wide a word may be on a piece of width 2
MOST_DOTS = 6  # the largest count that is shown in dots
SHORT = 2  # letters of the label of a count
SLICES = 8  # the highest stack of dice that is drawn die by die

# The corners of dice that have not six sides, around their middle, for a width of 2.
OUTLINES: dict[int, tuple[Point, ...]] = {
    4: ((0, -1.15), (1.1, 0.8), (-1.1, 0.8)),
    8: ((0, -1.2), (1.05, 0), (0, 1.2), (-1.05, 0)),
    10: ((0, -1.2), (1.1, -0.1), (0.75, 0.65), (0, 1.15), (-0.75, 0.65), (-1.1, -0.1)),
    12: ((0, -1.15), (1.1, -0.36), (0.68, 0.93), (-0.68, 0.93), (-1.1, -0.36)),
    20: ((0, -1.15), (1, -0.58), (1, 0.58), (0, 1.15), (-1, 0.58), (-1, -0.58)),
}

# How wide and high a number may be on each of these, and how far below the middle it is, for a
# width of 2.
ROOM = {
    4: (1.1, 1.2, 0.25),
    8: (1.3, 1.25, 0.0),
    10: (1.3, 1.25, 0.0),
    12: (1.6, 1.3, 0.0),
    20: (1.6, 1.3, 0.0),
}
ROOM_ON = {"token": (1.4, 1.45, 0.0), "disc": (1.6, 1.45, 0.0), "box": (1.65, 1.45, 0.0)}
ROOM_ON_A_SQUARE = 1.85, 1.45, 0.0

# Where the pips of a die are, for a width of 2.
PIPS: dict[str, tuple[Point, ...]] = {
    "1": ((0, 0),),
    "2": ((-0.5, -0.5), (0.5, 0.5)),
    "3": ((-0.55, -0.55), (0, 0), (0.55, 0.55)),
    "4": ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    "5": ((-0.55, -0.55), (0.55, -0.55), (0, 0), (-0.55, 0.55), (0.55, 0.55)),
    "6": ((-0.5, -0.6), (0.5, -0.6), (-0.5, 0), (0.5, 0), (-0.5, 0.6), (0.5, 0.6)),
}
PIP = 0.19

# The outlines of sides, told apart not by their colours alone: the first is filled, the others have
# rings.
RINGS = ("", "", "5 2", "1.5 1.5", "6 1.5 1.5 1.5", "3 3")


class Pieces:
    """The pieces of one scene in the drawing called `name`.

    With a `key` names are in the sidebar. Without one, a figure without a face has its name below
    it, or above it if the name would lie beyond the table's `foot`. Letters on a piece have the
    size `largest` at most.
    """

    def __init__(
        self, scene: Scene, name: str, paper: Paper, key: bool, largest: float = LARGEST
    ) -> None:
        self.largest = largest
        self.sides = scene.sides
        self.name = name
        self.scale = paper.scale
        self.key = key
        if paper.extent.edges == "open":
            self.foot = math.inf
        else:
            self.foot = paper.height
        self.marks = symbols.marks(scene)

    def half(self, piece: Piece) -> float:
        """Return half a piece's width on paper, which is large enough to be seen."""
        drawn = piece.size * self.scale / 2
        return max(drawn, LEAST[piece.form]) if drawn else USUAL

    def around(self, piece: Piece) -> Point:
        """Return the width and height of a piece with all its labels, from its middle."""
        r = self.half(piece)
        if self._is_named(piece):
            return max(1.3 * r, len(piece.label) * NAMED * LETTER / 2), r + NAMED * 1.4
        return 1.3 * r, CARD * r

    def drawn(self, piece: Piece, at: Point, entry: Markup) -> Markup:
        """Return the group of a piece at this position; `entry` is its line in the key, empty
        for none.
        """
        r = self.half(piece)
        seen = symbols.states(piece)
        if piece.owner >= 0:
            whose = f"owner-{piece.owner}"
        else:
            whose = "owner-none"
        body = tag(
            "g",
            *_body(piece, r),
            class_="drawing-turn",
            transform=f"rotate({number(_angle(piece))})",
        )
        parts = [body, self._face(piece, r, "lying" in seen)]
        if piece.form == "die":
            if has_pips(piece):
                href = f"#{self.name}-pips-{piece.face}"
            else:
                href = "#"
            parts.append(
                tag("use", class_="drawing-pips", href=href, transform=f"scale({number(r)})")
            )
            star = _star(r) if "hero" in seen else ""
            parts.append(
                tag("path", class_="drawing-star", d=star, fill="currentColor", stroke="Canvas")
            )
        if piece.form in FIGURES:
            parts += _beside(piece, r, seen)
        if self._is_named(piece):
            how: Attributes = {"text_anchor": "middle", "font_size": NAMED, "fill": "currentColor"}
            parts.append(
                tag("text", piece.label, class_="drawing-name", y=self._name_down(piece, at), **how)
            )
        return tag(
            "g",
            tag("title", piece_told(piece, self.sides)),
            entry,
            tag(
                "g",
                *parts,
                class_="drawing-place",
                transform=f"translate({number(at[0])} {number(at[1])})",
            ),
            id=f"{self.name}-piece-{piece.id}",
            class_=" ".join(("drawing-piece", f"drawing-{piece.form}", whose, *seen)),
            data_kind=piece.kind,
            data_label=piece.label,
            data_row=piece.row or None,
        )

    def name_at(self, piece: Piece, at: Point) -> Point | None:
        """Return the position of a piece's name, if it has one below or above it."""
        if not self._is_named(piece):
            return None
        return at[0], at[1] + self._name_down(piece, at) - NAMED * 0.35

    def _name_down(self, piece: Piece, at: Point) -> float:
        """Return the distance of a name below its piece; negative above it."""
        r = self.half(piece)
        below = piece.row or at[1] + r + NAMED * 1.4 <= self.foot
        return r + NAMED * 1.2 if below else -r - NAMED * 0.5

    def _is_named(self, piece: Piece) -> bool:
        return not self.key and symbols.is_told(piece) and not piece.face

    def _face(self, piece: Piece, r: float, lying: bool) -> Markup:
        """Return the face of a piece, as large as there is room; on a figure that lies it lies
        too.
        """
        if self._is_named(piece) or has_pips(piece):
            said = ""
        else:
            said = self.marks[piece.id]
        sides = 0
        if piece.form == "die":
            sides = symbols.die_sides(piece)
        wide, high, low = ROOM.get(sides, ROOM_ON.get(piece.form, ROOM_ON_A_SQUARE))
        letter = LETTER
        if piece.form in FIGURES and piece.owner < 0 and not piece.face:
            said = ""
            if len(piece.label) * LETTER * self.largest < 1.8 * r:
                said = piece.label
            letter, wide = WORD
        size = min(self.largest, high * r, wide * r / (letter * max(len(said), 1)))
        return tag(
            "text",
            said,
            class_="drawing-face",
            y=low * r + size * 0.35,
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            fill="Canvas" if piece.owner == 0 else "currentColor",
            transform="rotate(90)" if lying else None,
        )


def has_pips(piece: Piece) -> bool:
    """Return whether a piece is a die that shows its number in pips."""
    return piece.form == "die" and symbols.die_sides(piece) == 6 and piece.face in PIPS


def pips(name: str) -> Markup:
    """Return the pips of all six faces, to be used by their ids, for a width of 2."""
    return Markup("").join(
        tag("path", id=f"{name}-pips-{face}", d="".join(_dot(x, y) for x, y in places))
        for face, places in PIPS.items()
    )


def _dot(x: float, y: float) -> str:
    r = number(PIP)
    wide = number(2 * PIP)
    return f"M{number(x - PIP)} {number(y)}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0"


def _angle(piece: Piece) -> float:
    x, y = piece.facing
    if piece.facing != NO_FACING:
        return -math.degrees(math.atan2(y, x))
    return 0.0


def _front(piece: Piece, r: float) -> str:
    """Return an arrowhead at the side that a piece faces; empty if it faces nowhere."""
    if piece.facing == NO_FACING:
        return ""
    near = number(r * 0.8)
    wide = number(min(max(r * 0.55, 3.0), 8.0))
    return f"M{near} -{wide}L{number(r + min(max(r * 0.65, 4.2), 9.0))} 0L{near} {wide}Z"


def _body(piece: Piece, r: float) -> list[Markup]:
    """Return the body of a piece: its front, its outline, and the rim of a marker."""
    front = tag("path", class_="drawing-front", d=_front(piece, r), fill="currentColor")
    if piece.form != "token":
        return [front, _outline(piece, r)]
    rim = "Canvas" if piece.owner == 0 else "currentColor"
    how: Attributes = {"fill": "none", "stroke": rim, "stroke_width": 0.7}
    return [front, _outline(piece, r), tag("circle", class_="drawing-rim", r=0.78 * r, **how)]


def outline_of(owner: int, ring: float = 2.0) -> Attributes:
    """Return the fill and the outline of a side's things; `ring` is the width of the rings."""
    return {
        "fill": "currentColor" if owner == 0 else "Canvas",
        "stroke": "currentColor",
        "stroke_width": 1.2 if owner < 1 else ring,
        "stroke_dasharray": (RINGS[owner % len(RINGS)] if owner >= 0 else "") or None,
    }


def _outline(piece: Piece, r: float) -> Markup:
    how: Attributes = {
        "class_": "drawing-body",
        **outline_of(piece.owner, 1.5 if piece.form == "die" else 2.0),
    }
    if piece.form in ("disc", "token"):
        return tag("circle", r=r, **how)
    if piece.form == "die":
        corners = OUTLINES.get(symbols.die_sides(piece), ())
    else:
        corners = ()
    if corners:
        points = " ".join(f"{number(x * r)},{number(y * r)}" for x, y in corners)
        return tag("polygon", points=points, stroke_linejoin="round", **how)
    high = r * CARD if piece.form == "card" else r
    round_ = {"die": 0.3, "card": 0.2}.get(piece.form, 0.0) * r
    return tag("rect", x=-r, y=-high, width=2 * r, height=2 * high, rx=round_ or None, **how)


def _beside(piece: Piece, r: float, seen: tuple[str, ...]) -> list[Markup]:
    """Return the labels around a figure: the sign of its state, its counts, its tokens, its
    tower.
    """
    small = max(5.5, 0.62 * r)
    return [
        tag("path", class_="drawing-sign", d=_sign(seen, r), fill="none", stroke="currentColor"),
        tag(
            "text",
            _counted(piece),
            class_="drawing-meter",
            y=r + small + 3.5 * len({"lying", "senseless"} & set(seen)),
            font_size=small,
            text_anchor="middle",
        ),
        tag(
            "text",
            _tokens(piece),
            class_="drawing-tokens",
            x=0.8 * r + 1,
            y=-0.7 * r,
            font_size=small * 1.1,
        ),
        tag(
            "path",
            class_="drawing-stack",
            d=_stack(piece.stack, r),
            fill="Canvas",
            stroke="currentColor",
        ),
    ]


def _sign(seen: tuple[str, ...], r: float) -> str:
    """Return a cross over a figure that is out; a line under one that lies, or two if it cannot
    get up.
    """
    if "out" in seen:
        near, far = r * 0.6, r * 1.2  # the face of the piece stays free
        arms = [(x, y) for x in (-1, 1) for y in (-1, 1)]
        return "".join(
            f"M{number(x * near)} {number(y * near)}L{number(x * far)} {number(y * far)}"
            for x, y in arms
        )
    if "lying" in seen:
        a = number(r * 1.5)
        lines = [r + 1.8]
        if "senseless" in seen:
            lines.append(r + 5.0)
        return "".join(f"M-{a} {number(low)}H{a}" for low in lines)
    return ""


def _star(r: float) -> str:
    """Return a star at the upper right corner of a die."""
    points = []
    for n in range(10):
        angle = n * math.pi / 5
        far = (0.55, 0.25)[n % 2] * r
        points.append(
            f"{number(0.95 * r + math.sin(angle) * far)} "
            f"{number(-0.85 * r - math.cos(angle) * far)}"
        )
    return f"M{'L'.join(points)}Z"


def _counted(piece: Piece) -> str:
    """Return the counts of a piece that have an end: harm in dots, all others once they have run
    out.
    """
    return " ".join(filter(None, map(_meter, piece.meters)))


def _meter(meter: PieceCounter) -> str:
    """Return a count in dots, or its label with 0; empty if it is at its start or is not used
    up.
    """
    if not meter.most or symbols.is_untouched(meter):
        return ""
    if meter.label not in symbols.HARM:
        return "" if meter.value else f"{meter.label[:SHORT]} 0"
    if meter.value <= meter.most <= MOST_DOTS:
        return "●" * meter.value + "○" * (meter.most - meter.value)
    return f"{meter.value}/{meter.most}"


def _tokens(piece: Piece) -> str:
    """Return the first letters of each kind of token with the number of tokens."""
    return " ".join(
        f"{label[:SHORT]}{count if count > 1 else ''}" for label, count in piece.tokens.items()
    )


def _stack(dice: int, r: float) -> str:
    """Return a stack of dice to the left of the figure that they belong to."""
    side = max(0.5 * r, 4.0)
    left = number(-r - side - 1.5)
    wide = number(side)
    high = number(-side)
    return "".join(
        f"M{left} {number(r - n * side)}h{wide}v{high}h-{wide}z" for n in range(min(dice, SLICES))
    )
