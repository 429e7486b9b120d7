"""The names of regions, written where there is room and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from markupsafe import Markup

from carnage.drawing.markup import number, tag
from carnage.drawing.viewport import LETTER, Box, Paper, Point, shown
from carnage.replays.scenes import Region

ON_GROUND, ON_AREA = 10.0, 16.0  # type on terrain, and on a side's part of the table
BADGE = 10.0  # half the width of a letter's badge
ROOM = 4.5  # badges: a region that is as wide or high has its badge in a corner
SHIFTS = (
    0.0,
    -0.14,
    0.14,
    -0.27,
    0.27,
    -0.34,
    0.34,
    -0.4,
    0.4,
)  # from the middle, as shares of width and height
CLEAR = 0.2  # how far from the middle line of a whole disc its name is kept


def label(region: Region, paper: Paper, regions: Sequence[Region]) -> Markup:
    """Return the name of a region if it has room, or else its letter in the legend."""
    box = shown(region, paper)
    if region.face:
        return _badge(region, box)
    area = not region.grounds
    size = ON_AREA if area else ON_GROUND
    if area:
        ground = [box for other in regions if other.grounds for box in _marked(other, paper)]
    else:
        ground = []
    for lines, turned in product(_ways(region), (False, True)):
        long = max(map(len, lines)) * size * LETTER + 4
        deep = len(lines) * size * 1.15
        wide, high = (deep, long) if turned else (long, deep)
        if wide <= box.width and high <= box.height:
            places = list(_places(region, box, wide, high, paper)) or [box.middle]
            x, y = min(places, key=partial(_written_over, wide=wide, high=high, ground=ground))
            return _written(lines, x, y, size, turned)
    return Markup()


def _places(region: Region, box: Box, wide: float, high: float, paper: Paper) -> Iterator[Point]:
    """Return the positions of a text of this size in a region, from its middle outward."""
    x, y = box.middle
    centre = paper.at(region.x, region.y)
    r = region.width * paper.scale / 2
    whole = (
        region.form == "disc" and box.width > 1.9 * r
    )  # something may stand in the very middle of it
    for down, across in sorted(
        product(SHIFTS, SHIFTS), key=lambda shift: abs(shift[0]) + abs(shift[1])
    ):
        at_x = x + across * box.width
        at_y = y + down * box.height
        far_x = abs(at_x - centre[0]) + wide / 2
        far_y = abs(at_y - centre[1]) + high / 2
        within = region.form != "disc" or far_x * far_x + far_y * far_y <= r * r
        inside = (
            abs(at_x - x) + wide / 2 <= box.width / 2 and abs(at_y - y) + high / 2 <= box.height / 2
        )
        if within and inside and not (whole and abs(down) < CLEAR):
            yield at_x, at_y


def _written_over(place: Point, wide: float, high: float, ground: list[Box]) -> int:
    """Return the area of ground that a text of this size at this position would cover."""
    x, y = place
    text = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    return sum(text.meets(box) for box in ground)


def _marked(region: Region, paper: Paper) -> list[Box]:
    """Return the box of a region, with its badge if the badge is larger."""
    box = shown(region, paper)
    x, y = _badge_at(region, box)
    badge = Box(x - BADGE, y - BADGE, x + BADGE, y + BADGE)
    return [box, badge] if region.face else [box]


def _badge_at(region: Region, box: Box) -> Point:
    """Return the position of a badge: the middle of a small region, a corner of a large one."""
    x, y = box.middle
    if region.form == "box" and box.width > ROOM * BADGE:
        x = box.left + 1.4 * BADGE
    if box.height > ROOM * BADGE:
        y = box.top + 1.4 * BADGE
    return x, y


def _badge(region: Region, box: Box) -> Markup:
    x, y = _badge_at(region, box)
    circle = tag("circle", cx=x, cy=y, r=BADGE, fill="Canvas", stroke="currentColor")
    letter = tag("text", region.face, x=x, y=y + 5.0, font_size=15.0)
    return tag("g", circle, letter, class_="drawing-badge", font_weight="bold")


def _ways(region: Region) -> list[list[str]]:
    """Return the ways to write the name of a region, the best first."""
    words = region.label.split()
    half_way = len(words) // 2
    broken = [" ".join(words[:half_way]), " ".join(words[half_way:])]
    ways = [
        [region.label],
        *([broken] if half_way else []),
        words,
        [region.kind],
        region.kind.split(),
    ]
    return [way for n, way in enumerate(ways) if way not in ways[:n]]


def _written(lines: list[str], x: float, y: float, size: float, turned: bool) -> Markup:
    first = y - (len(lines) - 1) * size * 0.55 + size * 0.35
    spans = [tag("tspan", line, x=x, y=first + n * size * 1.1) for n, line in enumerate(lines)]
    alone = len(lines) == 1
    return tag(
        "text",
        *(lines if alone else spans),
        x=x if alone else None,
        y=first if alone else None,
        class_="drawing-label",
        font_size=size,
        transform=f"rotate(-90 {number(x)} {number(y)})" if turned else None,
    )
