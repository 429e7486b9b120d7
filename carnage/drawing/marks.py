"""Measurements and pointers of an event on a drawing, each kind with a line style of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import product

from markupsafe import Markup

from carnage.drawing.markup import Attributes, number, tag
from carnage.drawing.pieces import NAMED, Pieces
from carnage.drawing.viewport import LETTER, Paper, Point
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Scene

LINES: dict[str, Attributes] = {
    "way": {"stroke_width": 2.2},
    "sight": {"stroke_width": 1.4, "stroke_dasharray": "7 4"},
    "throw": {"stroke_width": 2.2, "stroke_dasharray": "0.1 5", "stroke_linecap": "round"},
    "range": {"stroke_width": 1.0, "stroke_dasharray": "12 3 2 3"},
    "blast": {"stroke_width": 1.6, "fill": "currentColor", "fill_opacity": 0.15},
    "spot": {"stroke_width": 1.8},
}
ARROW = 6.0  # how long an arrowhead is
SAID = 12.0  # type at marks
CLEAR = 8.0  # from a line to the middle of its text
ALONG = 0.5, 0.35, 0.65, 0.2, 0.8  # where on a line that may be said
SPOT = 3.5, 9.0  # where the rays of a spot begin and end
SAME = 0.1  # distance from a piece's middle within which a place means that piece
AROUND = ((0, -1), (0, 1), (1, 0), (-1, 0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))


def is_clipped(scene: Scene, marks: Sequence[Annotation]) -> bool:
    """Return whether circles are cut off at the edges of the table."""
    return scene.extent.edges != "open" and any(mark.radius for mark in marks)


class Marks:
    """The marks of one scene, above the ground and below the pieces of the drawing called
    `name`.
    """

    def __init__(self, scene: Scene, name: str, paper: Paper, pieces: Pieces) -> None:
        self.scene = scene
        self.name = name
        self.paper = paper
        self.pieces = pieces
        there = [(piece, paper.at(piece.x, piece.y)) for piece in scene.pieces if not piece.row]
        self.taken = [(at, pieces.half(piece)) for piece, at in there]
        names = [(pieces.name_at(piece, at), len(piece.label)) for piece, at in there]
        self.names = [(at, letters * NAMED * LETTER / 2) for at, letters in names if at]

    def drawn(self, marks: Sequence[Annotation]) -> Markup:
        """Return all marks, the widest first; empty for none."""
        widest_first = sorted(marks, key=lambda mark: -mark.radius)
        groups = [self._mark(mark, is_clipped(self.scene, marks)) for mark in widest_first]
        if groups:
            return tag("g", *groups, class_="drawing-marks", stroke="currentColor")
        return Markup()

    def _mark(self, mark: Annotation, clipped: bool) -> Markup:
        at = self.paper.at(mark.x, mark.y)
        if mark.radius:
            shapes = self._circle(mark, at, f"url(#{self.name}-edge)" if clipped else None)
        elif mark.kind == "spot":
            shapes = self._spot(at)
        else:
            shapes = self._line(mark, at, self.paper.at(mark.to_x, mark.to_y))
        return tag("g", *shapes, class_=f"drawing-{mark.kind}")

    def _circle(self, mark: Annotation, at: Point, clip: str | None) -> list[Markup]:
        (x, y), r = at, mark.radius * self.paper.scale
        if clip is None:
            self.paper.bounds.reach(x, y, r, r)
        how: Attributes = {"fill": "none", **LINES[mark.kind], "clip_path": clip}
        circle = tag("circle", cx=x, cy=y, r=r, **how)
        around = [(x + across * (r - SAID), y + down * (r - SAID)) for across, down in AROUND]
        places = [place for place in around if self._has_room(mark.label, *place)]
        if not places:
            return [circle]
        return [
            circle,
            self._said(mark.label, *min(places, key=partial(self._hidden, said=mark.label))),
        ]

    def _spot(self, at: Point) -> list[Markup]:
        """Return rays around a place."""
        rays = [_path(*[_along(at, n * math.pi / 4, far) for far in SPOT]) for n in range(8)]
        self.paper.bounds.reach(*at, SPOT[1], SPOT[1])
        return [tag("path", d="".join(rays), fill="none", **LINES["spot"])]

    def _line(self, mark: Annotation, start: Point, end: Point) -> list[Markup]:
        """Return an arrow to the rim of the piece at its end and its label; a short one is a
        label alone.
        """
        for x, y in (start, end):
            self.paper.bounds.reach(x, y)
        long = math.dist(start, end)
        dx, dy = ((end[0] - start[0]) / long, (end[1] - start[1]) / long) if long else (1.0, 0.0)
        far = long - self._half(end)
        shapes = []
        if far > ARROW:
            tip = start[0] + dx * far, start[1] + dy * far
            neck = tip[0] - dx * ARROW * 0.8, tip[1] - dy * ARROW * 0.8
            shapes = [
                tag("path", d=_path(start, neck), fill="none", **LINES[mark.kind]),
                self._arrow(mark.kind, tip, dx, dy),
            ]
        if mark.label:
            shapes.append(self._said(mark.label, *self._beside(mark.label, start, end, (dy, -dx))))
        return shapes

    def _beside(self, said: str, start: Point, end: Point, aside: Point) -> Point:
        """Return a position for a text beside a line, clear of all pieces: above its middle if
        possible.
        """
        clear = CLEAR + abs(aside[0]) * _half_long(said)
        above = 1 if aside[1] < 0 else -1
        places = [
            (
                start[0] + (end[0] - start[0]) * share + aside[0] * far,
                start[1] + (end[1] - start[1]) * share + aside[1] * far,
            )
            for more, share, way in product((0.0, SAID), ALONG, (above, -above))
            for far in [way * (clear + more)]
        ]
        return min(places, key=partial(self._hidden, said=said))

    def _hidden(self, place: Point, said: str) -> int:
        """Return the number of pieces and names that a text at this position would cover."""
        (x, y), half = place, _half_long(said)
        rims = [(at, r, r) for at, r in self.taken]
        names = [(at, wide, NAMED / 2) for at, wide in self.names]
        return sum(
            abs(x - at_x) < half + wide and abs(y - at_y) < SAID / 2 + high
            for (at_x, at_y), wide, high in rims + names
        )

    def _arrow(self, kind: str, tip: Point, dx: float, dy: float) -> Markup:
        """Return an arrowhead: filled for a movement or a shot, open for a line of sight."""
        back = ARROW
        wide = ARROW * 0.5
        sides = [
            (tip[0] - dx * back - way * dy * wide, tip[1] - dy * back + way * dx * wide)
            for way in (1, -1)
        ]
        if kind == "sight":
            d = _path(sides[0], tip, sides[1])
            how = Attributes(fill="none", stroke_width=1.4)
        else:
            d = _path(sides[0], tip, sides[1]) + "Z"
            how = Attributes(fill="currentColor", stroke="none")
        return tag("path", d=d, **how)

    def _half(self, at: Point) -> float:
        """Return half the width of the piece at a place; 0 for none."""
        return max([r for middle, r in self.taken if math.dist(middle, at) < SAME], default=0.0)

    def _has_room(self, said: str, x: float, y: float) -> bool:
        """Return whether a text at this position lies on the table."""
        half = _half_long(said)
        return bool(said) and (
            half < x < self.paper.width - half and SAID < y < self.paper.height - SAID
        )

    def _said(self, said: str, x: float, y: float) -> Markup:
        half = _half_long(said)
        x = min(max(x, half), max(self.paper.width - half, half))
        y = min(max(y, SAID / 2), self.paper.height - SAID / 2)
        self.paper.bounds.reach(x, y, half, SAID / 2)
        how: Attributes = {"text_anchor": "middle", "fill": "currentColor", "stroke": "none"}
        return tag(
            "text", said, class_="drawing-said", x=x, y=y + SAID * 0.35, font_size=SAID, **how
        )


def _half_long(said: str) -> float:
    return len(said) * SAID * LETTER / 2


def _along(at: Point, angle: float, far: float) -> Point:
    return at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far


def _path(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
