"""Coordinates of the drawing: positions on the table become positions on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from carnage.drawing.markup import number
from carnage.replays.scenes import Region, TableBounds

SIDE = 480.0  # the longer side of the table on paper; all sizes of type and lines are those of this
MARGIN = 8.0  # around a drawing
LETTER = 0.55  # a letter's width in its own height, on the average
ROUND_NUMBERS = (1.0, 2.0, 3.0, 6.0, 12.0, 30.0, 60.0)  # of lengths to measure by

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle on paper."""

    left: float
    top: float
    right: float
    foot: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.foot - self.top

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.foot) / 2

    def meets(self, other: Box) -> bool:
        """Return whether two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.foot
            and other.top < self.foot
        )


@dataclass
class Bounds:
    """The bounds of a drawing."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    foot: float = 0.0

    def reach(self, x: float, y: float, across: float = 0.0, down: float = 0.0) -> None:
        """Extend the bounds to a place with a margin around it."""
        self.left, self.right = min(self.left, x - across), max(self.right, x + across)
        self.top, self.foot = min(self.top, y - down), max(self.foot, y + down)

    def widen(self, by: Bounds) -> None:
        """Extend the bounds to those of another drawing."""
        self.reach(by.left, by.top)
        self.reach(by.right, by.foot)

    @property
    def view(self) -> str:
        """Return the view box of the whole drawing with a margin."""
        left = self.left - MARGIN
        top = self.top - MARGIN
        shown = left, top, self.right + MARGIN - left, self.foot + MARGIN - top
        return " ".join(map(number, shown))


class Paper:
    """The transformation from the table to paper, where y runs down."""

    def __init__(self, extent: TableBounds) -> None:
        self.extent = extent
        if extent.width:
            self.scale = SIDE / max(extent.width, extent.height)
        else:
            self.scale = 0.0
        self.width = extent.width * self.scale
        self.height = extent.height * self.scale
        self.bounds = Bounds(right=self.width, foot=self.height)

    def at(self, x: float, y: float) -> Point:
        return (x - self.extent.x) * self.scale, (
            self.extent.y + self.extent.height - y
        ) * self.scale


def shown(region: Region, paper: Paper) -> Box:
    """Return the part of a region that is on the table."""
    (left, foot), (right, top) = (
        paper.at(region.x + way * region.width / 2, region.y + way * region.height / 2)
        for way in (-1, 1)
    )
    if paper.extent.edges == "open":
        return Box(left, top, right, foot)
    return Box(max(left, 0.0), max(top, 0.0), min(right, paper.width), min(foot, paper.height))


def round_number(most: float) -> float:
    """Return the largest round number up to this one, and at least the smallest."""
    return max([each for each in ROUND_NUMBERS if each <= most], default=ROUND_NUMBERS[0])
