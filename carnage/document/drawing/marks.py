"""What is measured or pointed out on a drawing while an event happens, each kind with a line of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from carnage.document.drawing.markup import Attributes, number, tag
from carnage.document.drawing.paper import LETTER, Paper, Point
from carnage.document.drawing.pieces import Pieces
from carnage.films import Mark
from carnage.scenes import Scene

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
CLEAR = 6.0  # from a line to the middle of what is said of it
SPOT = 3.5, 9.0  # where the rays of a spot begin and end
SAME = 0.01  # of the table's unit: an end of a line that is so near to a piece's middle is that piece
AROUND = ((0, -1), (0, 1), (1, 0), (-1, 0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))


def is_clipped(scene: Scene, marks: Sequence[Mark]) -> bool:
    """Whether circles are cut off at the edges: nothing reaches over them, not even where they are joined."""
    return scene.extent.edges != "open" and any(mark.radius for mark in marks)


class Marks:
    """Draws marks over the ground and under the pieces of one scene, in the drawing called `name`."""

    def __init__(self, scene: Scene, name: str, paper: Paper, pieces: Pieces) -> None:
        self.scene, self.name, self.paper, self.pieces = scene, name, paper, pieces

    def drawn(self, marks: Sequence[Mark]) -> Markup:
        """All of them, what is widest first; nothing where there are none."""
        widest_first = sorted(marks, key=lambda mark: -mark.radius)
        groups = [self._mark(mark, is_clipped(self.scene, marks)) for mark in widest_first]
        return tag("g", *groups, class_="drawing-marks", stroke="currentColor") if groups else Markup()

    def _mark(self, mark: Mark, clipped: bool) -> Markup:
        at = self.paper.at(mark.x, mark.y)
        if mark.radius:
            shapes = self._circle(mark, at, f"url(#{self.name}-edge)" if clipped else None)
        elif mark.kind == "spot":
            shapes = self._spot(at)
        else:
            shapes = self._line(mark, at, self.paper.at(mark.to_x, mark.to_y))
        return tag("g", *shapes, class_=f"drawing-{mark.kind}")

    def _circle(self, mark: Mark, at: Point, clip: str | None) -> list[Markup]:
        (x, y), r = at, mark.radius * self.paper.scale
        if clip is None:
            self.paper.bounds.reach(x, y, r, r)
        how: Attributes = {"fill": "none", **LINES[mark.kind], "clip_path": clip}
        circle = tag("circle", cx=x, cy=y, r=r, **how)
        for across, down in AROUND:
            said_x, said_y = x + across * (r - SAID), y + down * (r - SAID)
            if self._has_room(mark.label, said_x, said_y):
                return [circle, self._said(mark.label, said_x, said_y)]
        return [circle]

    def _spot(self, at: Point) -> list[Markup]:
        """Rays around a place."""
        rays = [_path(*[_along(at, n * math.pi / 4, far) for far in SPOT]) for n in range(8)]
        self.paper.bounds.reach(*at, SPOT[1], SPOT[1])
        return [tag("path", d="".join(rays), fill="none", **LINES["spot"])]

    def _line(self, mark: Mark, start: Point, end: Point) -> list[Markup]:
        """A line up to the rim of the piece that it leads to, with an arrowhead if that is not all of it."""
        for x, y in (start, end):
            self.paper.bounds.reach(x, y)
        long = math.dist(start, end)
        dx, dy = ((end[0] - start[0]) / long, (end[1] - start[1]) / long) if long else (1.0, 0.0)
        far = long - self._half(mark.to_x, mark.to_y)
        shapes = []
        if far > ARROW:
            tip = start[0] + dx * far, start[1] + dy * far
            neck = tip[0] - dx * ARROW * 0.8, tip[1] - dy * ARROW * 0.8
            shapes = [
                tag("path", d=_path(start, neck), fill="none", **LINES[mark.kind]),
                self._arrow(mark.kind, tip, dx, dy),
            ]
        if not mark.label:
            return shapes
        # Beside the line, on its upper side; where it is short, clear of the pieces at its ends.
        up = (dy, -dx) if dx >= 0 else (-dy, dx)
        clear = CLEAR + abs(up[0]) * len(mark.label) * SAID * LETTER / 2
        wide = max(self._half(mark.x, mark.y), self._half(mark.to_x, mark.to_y))
        if long < 2 * wide + len(mark.label) * SAID * LETTER:
            clear += wide
        x, y = (start[0] + end[0]) / 2 + up[0] * clear, (start[1] + end[1]) / 2 + up[1] * clear
        return [*shapes, self._said(mark.label, x, y)]

    def _arrow(self, kind: str, tip: Point, dx: float, dy: float) -> Markup:
        """Filled where something goes or flies there; open where somebody only looks."""
        back, wide = ARROW, ARROW * 0.5
        sides = [
            (tip[0] - dx * back - way * dy * wide, tip[1] - dy * back + way * dx * wide) for way in (1, -1)
        ]
        if kind == "sight":
            d, how = _path(sides[0], tip, sides[1]), Attributes(fill="none", stroke_width=1.4)
        else:
            d, how = _path(sides[0], tip, sides[1]) + "Z", Attributes(fill="currentColor", stroke="none")
        return tag("path", d=d, **how)

    def _half(self, x: float, y: float) -> float:
        """Half the width on paper of the piece that is there; 0 for none."""
        there = [
            self.pieces.half(piece)
            for piece in self.scene.pieces
            if not piece.row and math.dist((piece.x, piece.y), (x, y)) < SAME
        ]
        return max(there, default=0.0)

    def _has_room(self, said: str, x: float, y: float) -> bool:
        """Whether a text with its middle there lies on the table."""
        half = len(said) * SAID * LETTER / 2
        return bool(said) and (half < x < self.paper.width - half and SAID < y < self.paper.height - SAID)

    def _said(self, said: str, x: float, y: float) -> Markup:
        half = len(said) * SAID * LETTER / 2
        x = min(max(x, half), max(self.paper.width - half, half))
        self.paper.bounds.reach(x, y, half, SAID / 2)
        how: Attributes = {"text_anchor": "middle", "fill": "currentColor", "stroke": "none"}
        return tag("text", said, class_="drawing-said", x=x, y=y + SAID * 0.35, font_size=SAID, **how)


def _along(at: Point, angle: float, far: float) -> Point:
    return at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far


def _path(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
