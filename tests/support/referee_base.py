"""The referee's common ground: measuring, seeing, and what the parts expect of each other."""

from __future__ import annotations

from typing import Any, NoReturn

from tests.support.arena import Happening
from tests.support.state_of_play import Band, Board, Figure
from tests.support.tape import HAIR, Ground, Point, angle, apart, beside, edges


class Base(Board):
    """Measures what the parts of the referee need."""

    log: list[Happening]
    at: int
    phases: list[str]

    # Told by `Referee`, and by its other parts.
    def name(self, ahead: int = 0) -> str:
        raise NotImplementedError

    def next_is(self, name: str, **fields: int) -> bool:
        raise NotImplementedError

    def take(self, name: str, rule: str, dice: int = 0, **fields: int) -> Happening:
        raise NotImplementedError

    def foul(self, what: str) -> NoReturn:
        raise NotImplementedError

    def must(self, holds: Any, what: str) -> None:
        raise NotImplementedError

    def unit_test(self, band: Band, difficulty: int) -> bool:
        raise NotImplementedError

    def action(self, figure: Figure) -> None:
        raise NotImplementedError

    def after_action(self) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------ measuring

    def gap(self, one: Figure, two: Figure) -> float:
        """From base edge to base edge."""
        return apart(one.at, two.at) - self.base

    def marker_gap(self, figure: Figure, marker: Point) -> float:
        small = self.number("objectives.marker_small_mm") / 10
        across = small if self.small else self.number("objectives.marker_mm") / 25.4
        return apart(figure.at, marker) - self.base / 2 - across / 2

    def stands(self, figure: Figure) -> None:
        """A model must be on the table, on no other base and in no impassable terrain."""
        low, high = self.base / 2 - 0.003, self.size - self.base / 2 + 0.003
        self.must(low <= min(figure.at) and max(figure.at) <= high, "is over the edge of the table")
        for other in self.figures:
            if other.in_play and other is not figure:
                self.must(self.gap(figure, other) > -0.01, f"overlaps model {other.number}")
        for piece in self.of("impassable"):
            self.must(piece.gap(figure.at) > self.base / 2 - 0.01, "stands in impassable terrain")

    # --------------------------------------------------------------------------------------- seeing

    def sees(self, viewer: Figure, target: Figure) -> set[bool]:
        """Whether a model has another in sight, arcs included; both answers if it is a matter of
        hairs.
        """
        return {self._sees(viewer, target, grow) for grow in (-HAIR, HAIR)}

    def in_arc(self, viewer: Figure, target: Figure) -> bool:
        half = self.number("arc-of-sight.degrees") / 2
        way = (target.at[0] - viewer.at[0], target.at[1] - viewer.at[1])
        return half >= 180 or angle(viewer.facing, way) <= half + 0.001

    def _sees(self, viewer: Figure, target: Figure, grow: float) -> bool:
        if not self.in_arc(viewer, target):
            return False
        a, b = viewer.at, target.at
        lines = [(a, b)]
        offsets = edges(a, b, self.base / 2)
        if self.has("eye-view"):
            lines += [(a, _moved(b, to)) for to in offsets]
        else:
            lines += [(_moved(a, off), _moved(b, to)) for off in offsets for to in offsets]
        walls = [
            wall
            for wall in self.of("blocking")
            if not self.inside(wall, a, grow) and not self.inside(wall, b, grow)
        ]
        bodies = [foe for foe in self.enemies(viewer.side) if foe is not target]
        return any(
            not any(wall.crossed(p, q, grow) for wall in walls)
            and not any(beside(foe.at, p, q) < self.base / 2 + grow for foe in bodies)
            for p, q in lines
        )

    def inside(self, piece: Ground, at: Point, grow: float = 0.0) -> bool:
        """Whether a model that stands there is in a piece: while the centre of its base is."""
        return piece.gap(at) < -grow

    def obscured(self, attacker: Figure, target: Figure) -> set[bool]:
        """Whether obscuring terrain that the attacker is not in lies across the line of centres."""
        return {
            any(
                piece.crossed(attacker.at, target.at, grow)
                and not self.inside(piece, attacker.at, grow)
                for piece in self.of("obscuring")
            )
            for grow in (-HAIR, HAIR)
        }


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]
