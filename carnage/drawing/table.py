"""The table of a scene on paper: its edges, grid lines and measured distances."""

from __future__ import annotations

from markupsafe import Markup

from carnage.drawing.markup import format_number, tag
from carnage.drawing.regions import render_regions
from carnage.drawing.viewport import LETTER_RATIO, Viewport, find_round_number
from carnage.replays.scenes import Measure, Scene, TableBounds

MEASURE_SIZE = 16.0  # type at measures


def render_table(scene: Scene, name: str, viewport: Viewport, grid: float | None) -> Markup:
    """Return the table, its grid, its regions and its measured distances."""
    extent = scene.extent
    parts = []
    if extent.edges != "open":
        if grid is None:
            step = find_round_number(max(extent.width, extent.height) / 2)
        else:
            step = grid
        lines = _grid_path(viewport, step) if extent.unit and step else ""
        if lines:
            parts.append(
                tag("path", class_="drawing-grid", d=lines, fill="none", stroke="currentColor")
            )
    parts += render_regions(scene, name, viewport)
    if extent.edges != "open":
        parts.append(
            tag(
                "rect",
                class_="drawing-table",
                x=0.0,
                y=0.0,
                width=viewport.width,
                height=viewport.height,
                fill="none",
                stroke="currentColor",
                stroke_width=2.0,
                stroke_dasharray="8 5" if extent.edges == "wrapped" else None,
            )
        )
    parts += [_render_measure(measure, viewport) for measure in scene.measures]
    if extent.unit:
        parts.append(_render_scale_bar(extent, viewport))
    return Markup("").join(parts)


def render_clip(name: str, viewport: Viewport) -> Markup:
    """Return the clipping path of the table's edges."""
    edge = tag("rect", x=0.0, y=0.0, width=viewport.width, height=viewport.height)
    return tag("clipPath", edge, id=f"{name}-edge")


def _grid_path(viewport: Viewport, step: float) -> str:
    lines = []
    for n in range(1, int((viewport.extent.width - 0.01) / step) + 1):
        lines.append(
            f"M{format_number(n * step * viewport.scale)} 0V{format_number(viewport.height)}"
        )
    for n in range(1, int((viewport.extent.height - 0.01) / step) + 1):
        lines.append(
            f"M0 {format_number(viewport.height - n * step * viewport.scale)}"
            f"H{format_number(viewport.width)}"
        )
    return "".join(lines)


def _render_measure(measure: Measure, viewport: Viewport) -> Markup:
    """Return a line with two ends, and its length on the side away from the table."""
    (x, y), (to_x, to_y) = (
        viewport.project(measure.x, measure.y),
        viewport.project(measure.to_x, measure.to_y),
    )
    is_vertical = abs(to_y - y) > abs(to_x - x)
    across, up = ("h10", "m-5 0") if is_vertical else ("v10", "m0 -5")
    line = f"M{format_number(x)} {format_number(y)}L{format_number(to_x)} {format_number(to_y)}"
    ends = "".join(
        f"M{format_number(a)} {format_number(b)}{up}{across}" for a, b in ((x, y), (to_x, to_y))
    )
    center_x = (x + to_x) / 2
    center_y = (y + to_y) / 2
    half_length = len(measure.label) * MEASURE_SIZE * LETTER_RATIO / 2
    if is_vertical:
        offset = -9.0 if center_x <= viewport.width / 2 else 19.0
        text_x = center_x + offset
        text_y = center_y
        transform = f"rotate(-90 {format_number(center_x + offset)} {format_number(center_y)})"
        viewport.bounds.extend(center_x + offset, center_y, 12.0, half_length)
    else:
        offset = 17.0 if center_y >= viewport.height / 2 else -8.0
        text_x = center_x
        text_y = center_y + offset
        transform = None
        viewport.bounds.extend(center_x, center_y + offset - 5, half_length, 8.0)
    viewport.bounds.extend(x, y, 5.0, 5.0)
    viewport.bounds.extend(to_x, to_y, 5.0, 5.0)
    label = tag(
        "text",
        measure.label,
        x=text_x,
        y=text_y,
        text_anchor="middle",
        font_size=MEASURE_SIZE,
        transform=transform,
    )
    drawn_line = tag("path", d=line + ends, fill="none", stroke="currentColor", stroke_width=1.0)
    return tag("g", drawn_line, label, class_="drawing-measure", fill="currentColor")


def _render_scale_bar(extent: TableBounds, viewport: Viewport) -> Markup:
    """Return a scale bar of a round length, half of it filled."""
    length = find_round_number(extent.width / 4)
    width = length * viewport.scale
    y = viewport.bounds.bottom + 14.0
    if length != 1:
        measure = f"{length:g} {extent.unit}"
    else:
        measure = f"1 {extent.unit.removesuffix('es').removesuffix('s')}"
    parts = [
        tag(
            "rect",
            x=0.0,
            y=y,
            width=width,
            height=5.0,
            fill="none",
            stroke="currentColor",
            stroke_width=1.0,
        ),
        tag("rect", x=0.0, y=y, width=width / 2, height=5.0),
        tag("text", measure, x=width + 8, y=y + 7.0, font_size=MEASURE_SIZE),
    ]
    viewport.bounds.extend(width + 8 + len(measure) * MEASURE_SIZE * LETTER_RATIO, y + 10.0)
    return tag("g", *parts, class_="drawing-scale", fill="currentColor")
