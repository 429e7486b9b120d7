"""A piece of a scene as a group of SVG elements, which are the same in every state of the piece.

A script may move, turn and mark a piece by its id: `drawing-place` is moved, `drawing-turn` is
turned (in degrees, clockwise from the east), and classes name the owner and the look.
"""

from __future__ import annotations

import math

from markupsafe import Markup

from carnage.drawing import symbols
from carnage.drawing.alt_text import describe_piece
from carnage.drawing.badges import star_path
from carnage.drawing.figure_labels import render_figure_labels, render_number
from carnage.drawing.figures import SHIP, find_glyph, render_glyph
from carnage.drawing.markup import Attributes, format_number, tag
from carnage.drawing.viewport import LETTER_RATIO, Point, Viewport
from carnage.replays.scenes import FIGURES, NO_FACING, Piece, Scene

LAYERS = ("token", "box", "die", "disc", "card")  # from the lowest layer
MIN_RADIUS = {
    "disc": 4.5,
    "box": 4.5,
    "die": 6.0,
    "card": 8.0,
    "token": 6.0,
}  # half a piece's width on paper
DEFAULT_RADIUS = 9.0  # the same of a piece that has no size of its own
CARD_RATIO = 1.4  # how much longer than wide a card is
MAX_FACE_SIZE, NAME_SIZE = 12.5, 15.0  # type on a piece, and below it
WORD_METRICS = (
    0.7,
    1.5,
)  # a bold letter's width for a size of 1, and how wide a word may be on a piece of width 2
WEDGE_ANGLE = math.pi / 6  # half the angle of the wedge that shows a facing
WEDGE_RATIO = 0.45  # the length of the wedge outside the base, for a radius of 1
MIN_WEDGE = 4.2

# The corners of dice that have not six sides, around their middle, for a width of 2.
DIE_OUTLINES: dict[int, tuple[Point, ...]] = {
    4: ((0, -1.15), (1.1, 0.8), (-1.1, 0.8)),
    8: ((0, -1.2), (1.05, 0), (0, 1.2), (-1.05, 0)),
    10: ((0, -1.2), (1.1, -0.1), (0.75, 0.65), (0, 1.15), (-0.75, 0.65), (-1.1, -0.1)),
    12: ((0, -1.15), (1.1, -0.36), (0.68, 0.93), (-0.68, 0.93), (-1.1, -0.36)),
    20: ((0, -1.15), (1, -0.58), (1, 0.58), (0, 1.15), (-1, 0.58), (-1, -0.58)),
}

# How wide and high a number may be on each of these, and how far below the middle it is, for a
# width of 2.
DIE_FACE_ROOM = {
    4: (1.1, 1.2, 0.25),
    8: (1.3, 1.25, 0.0),
    10: (1.3, 1.25, 0.0),
    12: (1.6, 1.3, 0.0),
    20: (1.6, 1.3, 0.0),
}
FORM_FACE_ROOM = {"token": (1.4, 1.45, 0.0), "disc": (1.6, 1.45, 0.0), "box": (1.65, 1.45, 0.0)}
SQUARE_FACE_ROOM = 1.85, 1.45, 0.0

# Where the pips of a die are, for a width of 2.
PIP_POINTS: dict[str, tuple[Point, ...]] = {
    "1": ((0, 0),),
    "2": ((-0.5, -0.5), (0.5, 0.5)),
    "3": ((-0.55, -0.55), (0, 0), (0.55, 0.55)),
    "4": ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    "5": ((-0.55, -0.55), (0.55, -0.55), (0, 0), (-0.55, 0.55), (0.55, 0.55)),
    "6": ((-0.5, -0.6), (0.5, -0.6), (-0.5, 0), (0.5, 0), (-0.5, 0.6), (0.5, 0.6)),
}
PIP_RADIUS = 0.19

# The outlines of sides, told apart not by their colours alone: the first is filled, the others have
# rings.
RING_DASHES = ("", "", "5 2", "1.5 1.5", "6 1.5 1.5 1.5", "3 3")


class Pieces:
    """The pieces of one scene in the drawing called `name`.

    With a key (`has_key`) names are in the sidebar. Without one, a figure without a face has its
    name below it, or above it if the name would lie beyond the `bottom` of the table. Letters on a
    piece have at most the size `max_letter_size`.
    """

    def __init__(
        self,
        scene: Scene,
        name: str,
        viewport: Viewport,
        has_key: bool,
        max_letter_size: float = MAX_FACE_SIZE,
    ) -> None:
        self.max_letter_size = max_letter_size
        self.sides = scene.sides
        self.name = name
        self.scale = viewport.scale
        self.has_key = has_key
        if viewport.extent.edges == "open":
            self.bottom = math.inf
        else:
            self.bottom = viewport.height
        self.marks = symbols.assign_marks(scene)

    def radius(self, piece: Piece) -> float:
        """Return half a piece's width on paper, which is large enough to be seen."""
        radius = piece.size * self.scale / 2
        return max(radius, MIN_RADIUS[piece.form]) if radius else DEFAULT_RADIUS

    def half_extent(self, piece: Piece) -> Point:
        """Return the width and height of a piece with all its labels, from its middle."""
        radius = self.radius(piece)
        if self._has_name(piece):
            return max(
                1.3 * radius, len(piece.label) * NAME_SIZE * LETTER_RATIO / 2
            ), radius + NAME_SIZE * 1.4
        return 1.3 * radius, CARD_RATIO * radius

    def render(self, piece: Piece, point: Point, entry: Markup) -> Markup:
        """Return the group of a piece at this position; `entry` is its line in the key, empty
        for none.
        """
        radius = self.radius(piece)
        looks = symbols.find_looks(piece)
        if piece.owner >= 0:
            owner_class = f"owner-{piece.owner}"
        else:
            owner_class = "owner-none"
        glyph = ""
        silhouette = Markup()
        if not self.has_key:
            glyph = find_glyph(piece)
        if glyph:
            silhouette = render_glyph(glyph, radius, "lying" in looks)
        body = tag(
            "g",
            *_render_body(piece, radius),
            *([silhouette] if glyph == SHIP else ()),  # which points where the ship does
            class_="drawing-turn",
            transform=f"rotate({format_number(_facing_angle(piece))})",
        )
        if glyph and glyph != SHIP:
            parts = [body, silhouette, render_number(piece, radius)]
        else:
            parts = [body, self._render_face(piece, radius, "lying" in looks)]
        if piece.form == "die":
            if has_pips(piece):
                href = f"#{self.name}-pips-{piece.face}"
            else:
                href = "#"
            parts.append(
                tag(
                    "use",
                    class_="drawing-pips",
                    href=href,
                    transform=f"scale({format_number(radius)})",
                )
            )
            star = star_path(radius) if "hero" in looks else ""
            parts.append(
                tag("path", class_="drawing-star", d=star, fill="currentColor", stroke="Canvas")
            )
        if piece.form in FIGURES:
            parts += render_figure_labels(piece, radius, looks)
        if self._has_name(piece):
            style: Attributes = {
                "text_anchor": "middle",
                "font_size": NAME_SIZE,
                "fill": "currentColor",
            }
            parts.append(
                tag(
                    "text",
                    piece.label,
                    class_="drawing-name",
                    y=self._name_offset(piece, point),
                    **style,
                )
            )
        return tag(
            "g",
            tag("title", describe_piece(piece, self.sides)),
            entry,
            tag(
                "g",
                *parts,
                class_="drawing-place",
                transform=f"translate({format_number(point[0])} {format_number(point[1])})",
            ),
            id=f"{self.name}-piece-{piece.id}",
            class_=" ".join(("drawing-piece", f"drawing-{piece.form}", owner_class, *looks)),
            data_kind=piece.kind,
            data_label=piece.label,
            data_row=piece.row or None,
        )

    def name_point(self, piece: Piece, point: Point) -> Point | None:
        """Return the position of a piece's name, if it has one below or above it."""
        if not self._has_name(piece):
            return None
        return point[0], point[1] + self._name_offset(piece, point) - NAME_SIZE * 0.35

    def _name_offset(self, piece: Piece, point: Point) -> float:
        """Return the distance of a name below its piece; negative above it."""
        radius = self.radius(piece)
        is_below = piece.row or point[1] + radius + NAME_SIZE * 1.4 <= self.bottom
        return radius + NAME_SIZE * 1.2 if is_below else -radius - NAME_SIZE * 0.5

    def _has_name(self, piece: Piece) -> bool:
        return not self.has_key and symbols.is_owned_figure(piece) and not piece.face

    def _render_face(self, piece: Piece, radius: float, is_lying: bool) -> Markup:
        """Return the face of a piece, as large as there is room; on a figure that lies it lies
        too.
        """
        if self._has_name(piece) or has_pips(piece):
            text = ""
        else:
            text = self.marks[piece.id]
        sides = 0
        if piece.form == "die":
            sides = symbols.die_sides(piece)
        width, height, offset = DIE_FACE_ROOM.get(
            sides, FORM_FACE_ROOM.get(piece.form, SQUARE_FACE_ROOM)
        )
        letter_width = LETTER_RATIO
        if piece.form in FIGURES and piece.owner < 0 and not piece.face:
            text = ""
            if len(piece.label) * LETTER_RATIO * self.max_letter_size < 1.8 * radius:
                text = piece.label
            letter_width, width = WORD_METRICS
        size = min(
            self.max_letter_size,
            height * radius,
            width * radius / (letter_width * max(len(text), 1)),
        )
        return tag(
            "text",
            text,
            class_="drawing-face",
            y=offset * radius + size * 0.35,
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            fill="Canvas" if piece.owner == 0 else "currentColor",
            transform="rotate(90)" if is_lying else None,
        )


def has_pips(piece: Piece) -> bool:
    """Return whether a piece is a die that shows its number in pips."""
    return piece.form == "die" and symbols.die_sides(piece) == 6 and piece.face in PIP_POINTS


def render_pips(name: str) -> Markup:
    """Return the pips of all six faces, to be used by their ids, for a width of 2."""
    return Markup("").join(
        tag("path", id=f"{name}-pips-{face}", d="".join(_dot_path(x, y) for x, y in places))
        for face, places in PIP_POINTS.items()
    )


def _dot_path(x: float, y: float) -> str:
    r = format_number(PIP_RADIUS)
    width = format_number(2 * PIP_RADIUS)
    start = f"M{format_number(x - PIP_RADIUS)} {format_number(y)}"
    return f"{start}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0 -{width} 0"


def _facing_angle(piece: Piece) -> float:
    x, y = piece.facing
    if piece.facing != NO_FACING:
        return -math.degrees(math.atan2(y, x))
    return 0.0


def _front_path(piece: Piece, radius: float) -> str:
    """Return a wedge of 60 degrees at the side that a piece faces; empty if it faces nowhere."""
    if piece.facing == NO_FACING:
        return ""
    near = format_number(radius * math.cos(WEDGE_ANGLE))
    half_width = format_number(radius * math.sin(WEDGE_ANGLE))
    tip = format_number(radius + max(radius * WEDGE_RATIO, MIN_WEDGE))
    return f"M{near} -{half_width}L{tip} 0L{near} {half_width}Z"


def _render_body(piece: Piece, radius: float) -> list[Markup]:
    """Return the body of a piece: its front, its outline, and the rim of a marker."""
    front = tag("path", class_="drawing-front", d=_front_path(piece, radius), fill="currentColor")
    if piece.form != "token":
        return [front, _render_outline(piece, radius)]
    rim = "Canvas" if piece.owner == 0 else "currentColor"
    style: Attributes = {"fill": "none", "stroke": rim, "stroke_width": 0.7}
    return [
        front,
        _render_outline(piece, radius),
        tag("circle", class_="drawing-rim", r=0.78 * radius, **style),
    ]


def outline_style(owner: int, ring_width: float = 2.0) -> Attributes:
    """Return the fill and the outline of a side's things, with rings of this width."""
    return {
        "fill": "currentColor" if owner == 0 else "Canvas",
        "stroke": "currentColor",
        "stroke_width": 1.2 if owner < 1 else ring_width,
        "stroke_dasharray": (RING_DASHES[owner % len(RING_DASHES)] if owner >= 0 else "") or None,
    }


def _render_outline(piece: Piece, radius: float) -> Markup:
    style: Attributes = {
        "class_": "drawing-body",
        **outline_style(piece.owner, 1.5 if piece.form == "die" else 2.0),
    }
    if piece.form in ("disc", "token"):
        return tag("circle", r=radius, **style)
    if piece.form == "die":
        corners = DIE_OUTLINES.get(symbols.die_sides(piece), ())
    else:
        corners = ()
    if corners:
        points = " ".join(
            f"{format_number(x * radius)},{format_number(y * radius)}" for x, y in corners
        )
        return tag("polygon", points=points, stroke_linejoin="round", **style)
    half_height = radius * CARD_RATIO if piece.form == "card" else radius
    corner_radius = {"die": 0.3, "card": 0.2}.get(piece.form, 0.0) * radius
    return tag(
        "rect",
        x=-radius,
        y=-half_height,
        width=2 * radius,
        height=2 * half_height,
        rx=corner_radius or None,
        **style,
    )
