"""Measurements and pointers of an event on a drawing, each kind with a line style of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import product

from markupsafe import Markup

from carnage.drawing.markup import Attributes, format_number, tag
from carnage.drawing.pieces import NAME_SIZE, Pieces
from carnage.drawing.viewport import LETTER_RATIO, Point, Viewport
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Scene

LINE_STYLES: dict[str, Attributes] = {
    "way": {"stroke_width": 2.2},
    "sight": {"stroke_width": 1.4, "stroke_dasharray": "7 4"},
    "throw": {"stroke_width": 2.2, "stroke_dasharray": "0.1 5", "stroke_linecap": "round"},
    "range": {"stroke_width": 1.0, "stroke_dasharray": "12 3 2 3"},
    "blast": {"stroke_width": 1.6, "fill": "currentColor", "fill_opacity": 0.15},
    "spot": {"stroke_width": 1.8},
}
ARROW_LENGTH = 6.0  # how long an arrowhead is
LABEL_SIZE = 12.0  # type at marks
LABEL_CLEARANCE = 8.0  # from a line to the middle of its text
LABEL_SHARES = 0.5, 0.35, 0.65, 0.2, 0.8  # where on a line its label may be
SPOT_RADII = 3.5, 9.0  # where the rays of a spot begin and end
SAME_POINT_DISTANCE = 0.1  # distance from a piece's middle within which a place means that piece
LABEL_DIRECTIONS = (
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, 0),
    (0.7, -0.7),
    (-0.7, -0.7),
    (0.7, 0.7),
    (-0.7, 0.7),
)


def is_clipped(scene: Scene, marks: Sequence[Annotation]) -> bool:
    """Return whether circles are cut off at the edges of the table."""
    return scene.extent.edges != "open" and any(mark.radius for mark in marks)


class Marks:
    """The marks of one scene, above the ground and below the pieces of the drawing called
    `name`.
    """

    def __init__(self, scene: Scene, name: str, viewport: Viewport, pieces: Pieces) -> None:
        self.scene = scene
        self.name = name
        self.viewport = viewport
        self.pieces = pieces
        on_table = [piece for piece in scene.pieces if not piece.row]
        placed = [(piece, viewport.project(piece.x, piece.y)) for piece in on_table]
        self.piece_circles = [(at, pieces.radius(piece)) for piece, at in placed]
        names = [(pieces.name_point(piece, at), len(piece.label)) for piece, at in placed]
        self.name_boxes = [
            (at, letters * NAME_SIZE * LETTER_RATIO / 2) for at, letters in names if at
        ]

    def render(self, marks: Sequence[Annotation]) -> Markup:
        """Return all marks, the widest first; empty for none."""
        widest_first = sorted(marks, key=lambda mark: -mark.radius)
        groups = [self._render_mark(mark, is_clipped(self.scene, marks)) for mark in widest_first]
        if groups:
            return tag("g", *groups, class_="drawing-marks", stroke="currentColor")
        return Markup()

    def _render_mark(self, mark: Annotation, is_clipped: bool) -> Markup:
        point = self.viewport.project(mark.x, mark.y)
        if mark.radius:
            shapes = self._render_circle(
                mark, point, f"url(#{self.name}-edge)" if is_clipped else None
            )
        elif mark.kind == "spot":
            shapes = self._render_spot(point)
        else:
            shapes = self._render_line(mark, point, self.viewport.project(mark.to_x, mark.to_y))
        return tag("g", *shapes, class_=f"drawing-{mark.kind}")

    def _render_circle(self, mark: Annotation, center: Point, clip: str | None) -> list[Markup]:
        (x, y), radius = center, mark.radius * self.viewport.scale
        if clip is None:
            self.viewport.bounds.extend(x, y, radius, radius)
        style: Attributes = {"fill": "none", **LINE_STYLES[mark.kind], "clip_path": clip}
        circle = tag("circle", cx=x, cy=y, r=radius, **style)
        candidates = [
            (x + across * (radius - LABEL_SIZE), y + down * (radius - LABEL_SIZE))
            for across, down in LABEL_DIRECTIONS
        ]
        points = [place for place in candidates if self._has_room(mark.label, *place)]
        if not points:
            return [circle]
        return [
            circle,
            self._render_label(
                mark.label, *min(points, key=partial(self._count_covered, text=mark.label))
            ),
        ]

    def _render_spot(self, center: Point) -> list[Markup]:
        """Return rays around a place."""
        rays = []
        for n in range(8):
            ends = [_polar_point(center, n * math.pi / 4, distance) for distance in SPOT_RADII]
            rays.append(_path_data(*ends))
        self.viewport.bounds.extend(*center, SPOT_RADII[1], SPOT_RADII[1])
        return [tag("path", d="".join(rays), fill="none", **LINE_STYLES["spot"])]

    def _render_line(self, mark: Annotation, start: Point, end: Point) -> list[Markup]:
        """Return an arrow to the rim of the piece at its end and its label; a short one is a
        label alone.
        """
        for x, y in (start, end):
            self.viewport.bounds.extend(x, y)
        length = math.dist(start, end)
        dx, dy = (
            ((end[0] - start[0]) / length, (end[1] - start[1]) / length) if length else (1.0, 0.0)
        )
        visible_length = length - self._piece_radius(end)
        shapes = []
        if visible_length > ARROW_LENGTH:
            tip = start[0] + dx * visible_length, start[1] + dy * visible_length
            neck = tip[0] - dx * ARROW_LENGTH * 0.8, tip[1] - dy * ARROW_LENGTH * 0.8
            shapes = [
                tag("path", d=_path_data(start, neck), fill="none", **LINE_STYLES[mark.kind]),
                self._render_arrow(mark.kind, tip, dx, dy),
            ]
        if mark.label:
            shapes.append(
                self._render_label(
                    mark.label, *self._find_label_point(mark.label, start, end, (dy, -dx))
                )
            )
        return shapes

    def _find_label_point(self, text: str, start: Point, end: Point, normal: Point) -> Point:
        """Return a position for a text beside a line, clear of all pieces: above its middle if
        possible.
        """
        clearance = LABEL_CLEARANCE + abs(normal[0]) * _half_width(text)
        above = 1 if normal[1] < 0 else -1
        points = []
        for extra, share, sign in product((0.0, LABEL_SIZE), LABEL_SHARES, (above, -above)):
            distance = sign * (clearance + extra)
            x = start[0] + (end[0] - start[0]) * share + normal[0] * distance
            y = start[1] + (end[1] - start[1]) * share + normal[1] * distance
            points.append((x, y))
        return min(points, key=partial(self._count_covered, text=text))

    def _count_covered(self, point: Point, text: str) -> int:
        """Return the number of pieces and names that a text at this position would cover."""
        (x, y), half_width = point, _half_width(text)
        circles = [(at, r, r) for at, r in self.piece_circles]
        names = [(at, width, NAME_SIZE / 2) for at, width in self.name_boxes]
        return sum(
            abs(x - at_x) < half_width + width and abs(y - at_y) < LABEL_SIZE / 2 + height
            for (at_x, at_y), width, height in circles + names
        )

    def _render_arrow(self, kind: str, tip: Point, dx: float, dy: float) -> Markup:
        """Return an arrowhead: filled for a movement or a shot, open for a line of sight."""
        length = ARROW_LENGTH
        half_width = ARROW_LENGTH * 0.5
        back_x = tip[0] - dx * length
        back_y = tip[1] - dy * length
        sides = [
            (back_x - sign * dy * half_width, back_y + sign * dx * half_width) for sign in (1, -1)
        ]
        if kind == "sight":
            d = _path_data(sides[0], tip, sides[1])
            style = Attributes(fill="none", stroke_width=1.4)
        else:
            d = _path_data(sides[0], tip, sides[1]) + "Z"
            style = Attributes(fill="currentColor", stroke="none")
        return tag("path", d=d, **style)

    def _piece_radius(self, point: Point) -> float:
        """Return half the width of the piece at a place; 0 for none."""
        return max(
            [
                r
                for middle, r in self.piece_circles
                if math.dist(middle, point) < SAME_POINT_DISTANCE
            ],
            default=0.0,
        )

    def _has_room(self, text: str, x: float, y: float) -> bool:
        """Return whether a text at this position lies on the table."""
        half_width = _half_width(text)
        return bool(text) and (
            half_width < x < self.viewport.width - half_width
            and LABEL_SIZE < y < self.viewport.height - LABEL_SIZE
        )

    def _render_label(self, text: str, x: float, y: float) -> Markup:
        half_width = _half_width(text)
        x = min(max(x, half_width), max(self.viewport.width - half_width, half_width))
        y = min(max(y, LABEL_SIZE / 2), self.viewport.height - LABEL_SIZE / 2)
        self.viewport.bounds.extend(x, y, half_width, LABEL_SIZE / 2)
        style: Attributes = {"text_anchor": "middle", "fill": "currentColor", "stroke": "none"}
        return tag(
            "text",
            text,
            class_="drawing-said",
            x=x,
            y=y + LABEL_SIZE * 0.35,
            font_size=LABEL_SIZE,
            **style,
        )


def _half_width(text: str) -> float:
    return len(text) * LABEL_SIZE * LETTER_RATIO / 2


def _polar_point(center: Point, angle: float, radius: float) -> Point:
    return center[0] + math.cos(angle) * radius, center[1] + math.sin(angle) * radius


def _path_data(*points: Point) -> str:
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)
