"""The table of a scene on paper: its edges, grid lines and measured distances."""

from __future__ import annotations

from markupsafe import Markup

from carnage.drawing.markup import number, tag
from carnage.drawing.regions import drawn_regions
from carnage.drawing.viewport import LETTER, Paper, round_number
from carnage.replays.scenes import Measure, Scene, TableBounds

MEASURED = 16.0  # type at measures


def drawn_table(scene: Scene, name: str, paper: Paper, grid: float | None) -> Markup:
    """Return the table, its grid, its regions and its measured distances."""
    extent = scene.extent
    parts = []
    if extent.edges != "open":
        if grid is None:
            step = round_number(max(extent.width, extent.height) / 2)
        else:
            step = grid
        lines = _grid(paper, step) if extent.unit and step else ""
        if lines:
            parts.append(
                tag("path", class_="drawing-grid", d=lines, fill="none", stroke="currentColor")
            )
    parts += drawn_regions(scene, name, paper)
    if extent.edges != "open":
        parts.append(
            tag(
                "rect",
                class_="drawing-table",
                x=0.0,
                y=0.0,
                width=paper.width,
                height=paper.height,
                fill="none",
                stroke="currentColor",
                stroke_width=2.0,
                stroke_dasharray="8 5" if extent.edges == "wrapped" else None,
            )
        )
    parts += [_measure(measure, paper) for measure in scene.measures]
    if extent.unit:
        parts.append(_bar(extent, paper))
    return Markup("").join(parts)


def clip(name: str, paper: Paper) -> Markup:
    """Return the clipping path of the table's edges."""
    edge = tag("rect", x=0.0, y=0.0, width=paper.width, height=paper.height)
    return tag("clipPath", edge, id=f"{name}-edge")


def _grid(paper: Paper, step: float) -> str:
    lines = []
    for n in range(1, int((paper.extent.width - 0.01) / step) + 1):
        lines.append(f"M{number(n * step * paper.scale)} 0V{number(paper.height)}")
    for n in range(1, int((paper.extent.height - 0.01) / step) + 1):
        lines.append(f"M0 {number(paper.height - n * step * paper.scale)}H{number(paper.width)}")
    return "".join(lines)


def _measure(measure: Measure, paper: Paper) -> Markup:
    """Return a line with two ends, and its length on the side away from the table."""
    (x, y), (to_x, to_y) = paper.at(measure.x, measure.y), paper.at(measure.to_x, measure.to_y)
    upright = abs(to_y - y) > abs(to_x - x)
    across, up = ("h10", "m-5 0") if upright else ("v10", "m0 -5")
    line = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    ends = "".join(f"M{number(a)} {number(b)}{up}{across}" for a, b in ((x, y), (to_x, to_y)))
    middle = (x + to_x) / 2
    level = (y + to_y) / 2
    long = len(measure.label) * MEASURED * LETTER / 2
    if upright:
        away = -9.0 if middle <= paper.width / 2 else 19.0
        text_x = middle + away
        text_y = level
        turned = f"rotate(-90 {number(middle + away)} {number(level)})"
        paper.bounds.reach(middle + away, level, 12.0, long)
    else:
        away = 17.0 if level >= paper.height / 2 else -8.0
        text_x = middle
        text_y = level + away
        turned = None
        paper.bounds.reach(middle, level + away - 5, long, 8.0)
    paper.bounds.reach(x, y, 5.0, 5.0)
    paper.bounds.reach(to_x, to_y, 5.0, 5.0)
    said = tag(
        "text",
        measure.label,
        x=text_x,
        y=text_y,
        text_anchor="middle",
        font_size=MEASURED,
        transform=turned,
    )
    drawn_line = tag("path", d=line + ends, fill="none", stroke="currentColor", stroke_width=1.0)
    return tag("g", drawn_line, said, class_="drawing-measure", fill="currentColor")


def _bar(extent: TableBounds, paper: Paper) -> Markup:
    """Return a scale bar of a round length, half of it filled."""
    long = round_number(extent.width / 4)
    wide = long * paper.scale
    y = paper.bounds.foot + 14.0
    if long != 1:
        measure = f"{long:g} {extent.unit}"
    else:
        measure = f"1 {extent.unit.removesuffix('es').removesuffix('s')}"
    parts = [
        tag(
            "rect",
            x=0.0,
            y=y,
            width=wide,
            height=5.0,
            fill="none",
            stroke="currentColor",
            stroke_width=1.0,
        ),
        tag("rect", x=0.0, y=y, width=wide / 2, height=5.0),
        tag("text", measure, x=wide + 8, y=y + 7.0, font_size=MEASURED),
    ]
    paper.bounds.reach(wide + 8 + len(measure) * MEASURED * LETTER, y + 10.0)
    return tag("g", *parts, class_="drawing-scale", fill="currentColor")
