"""Coordinates of the drawing: positions on the table become positions on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from carnage.drawing.markup import format_number
from carnage.replays.scenes import Region, TableBounds

TABLE_SIZE = (
    480.0  # the longer side of the table on paper; all sizes of type and lines are those of this
)
MARGIN = 8.0  # around a drawing
LETTER_RATIO = 0.55  # a letter's width in its own height, on the average
ROUND_NUMBERS = (1.0, 2.0, 3.0, 6.0, 12.0, 30.0, 60.0)  # of lengths to measure by

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle on paper."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        """Return the rectangle of a size around a point."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def center(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass
class Bounds:
    """The bounds of a drawing."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def extend(self, x: float, y: float, across: float = 0.0, down: float = 0.0) -> None:
        """Extend the bounds to a place with a margin around it."""
        self.left, self.right = min(self.left, x - across), max(self.right, x + across)
        self.top, self.bottom = min(self.top, y - down), max(self.bottom, y + down)

    def merge(self, other: Bounds) -> None:
        """Extend the bounds to those of another drawing."""
        self.extend(other.left, other.top)
        self.extend(other.right, other.bottom)

    @property
    def view_box(self) -> str:
        """Return the view box of the whole drawing with a margin."""
        left = self.left - MARGIN
        top = self.top - MARGIN
        values = left, top, self.right + MARGIN - left, self.bottom + MARGIN - top
        return " ".join(map(format_number, values))


class Viewport:
    """The transformation from the table to paper, where y runs down."""

    def __init__(self, extent: TableBounds) -> None:
        self.extent = extent
        if extent.width:
            self.scale = TABLE_SIZE / max(extent.width, extent.height)
        else:
            self.scale = 0.0
        self.width = extent.width * self.scale
        self.height = extent.height * self.scale
        self.bounds = Bounds(right=self.width, bottom=self.height)

    def project(self, x: float, y: float) -> Point:
        return (x - self.extent.x) * self.scale, (
            self.extent.y + self.extent.height - y
        ) * self.scale


def visible_box(region: Region, viewport: Viewport) -> Box:
    """Return the part of a region that is on the table."""
    (left, bottom), (right, top) = (
        viewport.project(region.x + sign * region.width / 2, region.y + sign * region.height / 2)
        for sign in (-1, 1)
    )
    if viewport.extent.edges == "open":
        return Box(left, top, right, bottom)
    return Box(
        max(left, 0.0), max(top, 0.0), min(right, viewport.width), min(bottom, viewport.height)
    )


def find_round_number(maximum: float) -> float:
    """Return the largest round number up to this one, and at least the smallest."""
    return max([value for value in ROUND_NUMBERS if value <= maximum], default=ROUND_NUMBERS[0])
