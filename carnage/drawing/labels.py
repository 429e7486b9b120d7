"""The names of regions, written where there is room and nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from markupsafe import Markup

from carnage.drawing.ascii import ascii_html
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
DISC_ROOM_FACTORS = (1.1, 1.2, 1.35, 1.5, 1.75, 2.0)  # by which a text on a disc may grow
DISC_CENTER_CLEARANCE = 0.2  # how far from the middle line of a whole disc its name is kept

_LABEL = re.compile(
    r'<text class="drawing-label" font-size="(?P<size>[^"]*)" data-room="(?P<room>[^"]*)"[^>]*>'
    r"(?:<title>)?(?P<label>[^<]*)(?:</title>.*?)?</text>"
)


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
    for lines, is_rotated in product(_list_label_variants(region.label), (False, True)):
        width, height = _measure_text(lines, size, is_rotated)
        if width <= box.width and height <= box.height:
            points = list(_find_label_points(region, box, width, height, viewport)) or [box.center]
            x, y = min(
                points, key=partial(_covered_area, width=width, height=height, ground=ground)
            )
            room = _measure_room(region, box, viewport, Box.around(x, y, width, height))
            return _render_text(region.label, lines, x, y, size, is_rotated, room)
    return Markup()


def fit_labels(html: str) -> str:
    """Return drawings in which the labels of regions fit again, after their words have changed."""
    return _LABEL.sub(_fit_label, html)


def _fit_label(found: re.Match[str]) -> str:
    """Return a label in the first of its forms that has room; "" if none has."""
    label = Markup(found["label"]).unescape()
    x, y, room_width, room_height = map(float, found["room"].split())
    size = float(found["size"])
    for lines, is_rotated in product(_list_label_variants(label), (False, True)):
        width, height = _measure_text(lines, size, is_rotated)
        if width <= room_width and height <= room_height:
            text = _render_text(
                label, lines, x, y, size, is_rotated, room=(room_width, room_height)
            )
            return ascii_html(text)
    return ""


def _measure_text(lines: Sequence[str], size: float, is_rotated: bool) -> tuple[float, float]:
    """Return the width and the height of a text on paper."""
    length = max(map(len, lines)) * size * LETTER_RATIO + 4
    depth = len(lines) * size * 1.15
    return (depth, length) if is_rotated else (length, depth)


def _measure_room(region: Region, box: Box, viewport: Viewport, text: Box) -> tuple[float, float]:
    """Return the width and the height that a text with the same middle may have in a region."""
    x, y = text.center
    if region.form == "box":
        width = 2 * min(x - box.left, box.right - x)
        return width, 2 * min(y - box.top, box.bottom - y)
    centre_x, centre_y = viewport.project(region.x, region.y)
    radius = region.width * viewport.scale / 2
    room = text.width, text.height
    for factor in DISC_ROOM_FACTORS:
        width = factor * text.width
        height = factor * text.height
        if math.hypot(abs(x - centre_x) + width / 2, abs(y - centre_y) + height / 2) <= radius:
            room = width, height
    return room


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
    text = Box.around(*point, width, height)
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


def _list_label_variants(label: str) -> list[list[str]]:
    """Return the ways to write the name of a region, the best first.

    The last ones are without the first word, which says where the region is.
    """
    words = label.split()
    half_way = len(words) // 2
    halves = [" ".join(words[:half_way]), " ".join(words[half_way:])]
    variants = [
        [label],
        *([halves] if half_way else []),
        words,
        *([[" ".join(words[1:])], words[1:]] if half_way else []),
    ]
    return [variant for n, variant in enumerate(variants) if variant not in variants[:n]]


def _render_text(
    label: str,
    lines: Sequence[str],
    x: float,
    y: float,
    size: float,
    is_rotated: bool,
    room: tuple[float, float],
) -> Markup:
    """Return a text around a point; its label and its room are kept for `fit_labels`."""
    first = y - (len(lines) - 1) * size * 0.55 + size * 0.35
    spans = [tag("tspan", line, x=x, y=first + n * size * 1.1) for n, line in enumerate(lines)]
    is_single_line = len(lines) == 1
    return tag(
        "text",
        *([tag("title", label)] if lines != [label] else []),
        *(lines if is_single_line else spans),
        class_="drawing-label",
        font_size=size,
        data_room=" ".join(map(format_number, (x, y, *room))),
        x=x if is_single_line else None,
        y=first if is_single_line else None,
        transform=f"rotate(-90 {format_number(x)} {format_number(y)})" if is_rotated else None,
    )
