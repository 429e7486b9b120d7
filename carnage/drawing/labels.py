"""The names of regions, written where there is room and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from markupsafe import Markup

from carnage.drawing.markup import format_number, tag
from carnage.drawing.viewport import LETTER_RATIO, Box, Point, Viewport, visible_box
from carnage.replays.scenes import Region

GROUND_LABEL_SIZE, AREA_LABEL_SIZE = (
    10.0,
    16.0,
)  # type on terrain, and on a side's part of the table
BADGE_RADIUS = 10.0  # half the width of a letter's badge
CORNER_BADGE_RATIO = 4.5  # badges: a region that is as wide or high has its badge in a corner
LABEL_SHIFTS = (
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
DISC_CENTER_CLEARANCE = 0.2  # how far from the middle line of a whole disc its name is kept


def render_label(region: Region, viewport: Viewport, regions: Sequence[Region]) -> Markup:
    """Return the name of a region if it has room, or else its letter in the legend."""
    box = visible_box(region, viewport)
    if region.face:
        return _render_badge(region, box)
    is_area = not region.grounds
    size = AREA_LABEL_SIZE if is_area else GROUND_LABEL_SIZE
    if is_area:
        ground = [box for other in regions if other.grounds for box in _list_boxes(other, viewport)]
    else:
        ground = []
    for lines, is_rotated in product(_list_label_variants(region), (False, True)):
        text_length = max(map(len, lines)) * size * LETTER_RATIO + 4
        text_height = len(lines) * size * 1.15
        width, height = (text_height, text_length) if is_rotated else (text_length, text_height)
        if width <= box.width and height <= box.height:
            points = list(_find_label_points(region, box, width, height, viewport)) or [box.center]
            x, y = min(
                points, key=partial(_covered_area, width=width, height=height, ground=ground)
            )
            return _render_text(lines, x, y, size, is_rotated)
    return Markup()


def _find_label_points(
    region: Region, box: Box, width: float, height: float, viewport: Viewport
) -> Iterator[Point]:
    """Return the positions of a text of this size in a region, from its middle outward."""
    x, y = box.center
    centre = viewport.project(region.x, region.y)
    radius = region.width * viewport.scale / 2
    is_whole_disc = (
        region.form == "disc" and box.width > 1.9 * radius
    )  # something may stand in the very middle of it
    for down, across in sorted(
        product(LABEL_SHIFTS, LABEL_SHIFTS), key=lambda shift: abs(shift[0]) + abs(shift[1])
    ):
        at_x = x + across * box.width
        at_y = y + down * box.height
        far_x = abs(at_x - centre[0]) + width / 2
        far_y = abs(at_y - centre[1]) + height / 2
        is_in_disc = region.form != "disc" or far_x * far_x + far_y * far_y <= radius * radius
        is_in_box = (
            abs(at_x - x) + width / 2 <= box.width / 2
            and abs(at_y - y) + height / 2 <= box.height / 2
        )
        if is_in_disc and is_in_box and not (is_whole_disc and abs(down) < DISC_CENTER_CLEARANCE):
            yield at_x, at_y


def _covered_area(point: Point, width: float, height: float, ground: list[Box]) -> int:
    """Return the area of ground that a text of this size at this position would cover."""
    x, y = point
    text = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return sum(text.overlaps(box) for box in ground)


def _list_boxes(region: Region, viewport: Viewport) -> list[Box]:
    """Return the box of a region, with its badge if the badge is larger."""
    box = visible_box(region, viewport)
    x, y = _badge_point(region, box)
    badge = Box(x - BADGE_RADIUS, y - BADGE_RADIUS, x + BADGE_RADIUS, y + BADGE_RADIUS)
    return [box, badge] if region.face else [box]


def _badge_point(region: Region, box: Box) -> Point:
    """Return the position of a badge: the middle of a small region, a corner of a large one."""
    x, y = box.center
    if region.form == "box" and box.width > CORNER_BADGE_RATIO * BADGE_RADIUS:
        x = box.left + 1.4 * BADGE_RADIUS
    if box.height > CORNER_BADGE_RATIO * BADGE_RADIUS:
        y = box.top + 1.4 * BADGE_RADIUS
    return x, y


def _render_badge(region: Region, box: Box) -> Markup:
    x, y = _badge_point(region, box)
    circle = tag("circle", cx=x, cy=y, r=BADGE_RADIUS, fill="Canvas", stroke="currentColor")
    letter = tag("text", region.face, x=x, y=y + 5.0, font_size=15.0)
    return tag("g", circle, letter, class_="drawing-badge", font_weight="bold")


def _list_label_variants(region: Region) -> list[list[str]]:
    """Return the ways to write the name of a region, the best first."""
    words = region.label.split()
    half_way = len(words) // 2
    halves = [" ".join(words[:half_way]), " ".join(words[half_way:])]
    variants = [
        [region.label],
        *([halves] if half_way else []),
        words,
        [region.kind],
        region.kind.split(),
    ]
    return [variant for n, variant in enumerate(variants) if variant not in variants[:n]]


def _render_text(lines: list[str], x: float, y: float, size: float, is_rotated: bool) -> Markup:
    first = y - (len(lines) - 1) * size * 0.55 + size * 0.35
    spans = [tag("tspan", line, x=x, y=first + n * size * 1.1) for n, line in enumerate(lines)]
    is_single_line = len(lines) == 1
    return tag(
        "text",
        *(lines if is_single_line else spans),
        x=x if is_single_line else None,
        y=first if is_single_line else None,
        class_="drawing-label",
        font_size=size,
        transform=f"rotate(-90 {format_number(x)} {format_number(y)})" if is_rotated else None,
    )
