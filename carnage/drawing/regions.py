"""The regions of a scene on paper: ground by its pattern, a side's part of the table by a tint."""

from __future__ import annotations

from markupsafe import Markup

from carnage.drawing import symbols
from carnage.drawing.labels import render_label
from carnage.drawing.markup import Attributes, tag
from carnage.drawing.viewport import Viewport
from carnage.replays.scenes import Region, Scene

# A tile of each ground: its width, its height, its elements, its rotation.
GROUND_PATTERNS = {
    "wall": (6, 6, '<path d="M0 0V6" stroke-width="2.4"/>', "rotate(45)"),
    "water": (16, 8, '<path d="M0 4q4 -4 8 0t8 0" fill="none"/>', None),
    "ruin": (8, 8, '<path d="M0 0L8 8M8 0L0 8" stroke-width=".9"/>', None),
    "floor": (8, 8, '<path d="M0 4H8" stroke-width=".6"/>', None),
    "growth": (9, 9, '<path d="M2.5 2.5h0M7 7h0" stroke-width="3" stroke-linecap="round"/>', None),
    "hedge": (12, 10, '<path d="M1 4.5l2 -3.5l2 3.5M7 9.5l2 -3.5l2 3.5" fill="none"/>', None),
    "rough": (18, 10, '<path d="M1 2.5q2.5 -2.5 5 0M10 7.5q2.5 -2.5 5 0" fill="none"/>', None),
}


def render_patterns(scene: Scene, name: str) -> list[Markup]:
    """Return the patterns of the kinds of ground in a scene, under ids that begin with `name`."""
    used = {look.name for region in scene.regions if (look := symbols.find_ground(region))}
    return [
        tag(
            "pattern",
            Markup(inside),
            id=f"{name}-{kind}",
            width=width,
            height=height,
            patternUnits="userSpaceOnUse",
            patternTransform=turned,
            stroke="currentColor",
        )
        for kind, (width, height, inside, turned) in GROUND_PATTERNS.items()
        if kind in used
    ]


def is_clipped(scene: Scene) -> bool:
    """Return whether any region is cut off at an edge."""
    return scene.extent.edges != "open" and bool(scene.regions)


def render_regions(scene: Scene, name: str, viewport: Viewport) -> list[Markup]:
    """Return all regions, the things on a strip above them, and then the names; empty for none."""
    ordered = sorted(scene.regions, key=lambda region: bool(region.grounds))
    if not ordered:
        return []
    shapes = [_render_region(region, name, viewport) for region in ordered]
    labels = [render_label(region, viewport, ordered) for region in ordered]
    clip = f"url(#{name}-edge)" if is_clipped(scene) else None
    style: Attributes = {"stroke": "currentColor", "stroke_width": 1.5}
    return [
        tag("g", *shapes, class_="drawing-regions", clip_path=clip, **style),
        tag("g", *labels, class_="drawing-labels", fill="currentColor", text_anchor="middle"),
    ]


def _render_region(region: Region, name: str, viewport: Viewport) -> Markup:
    look = symbols.find_ground(region)
    if look is None:
        style: Attributes = {"fill": "currentColor", "fill_opacity": 0.1, "stroke_dasharray": "6 4"}
        owner_class = ""
        if region.owner >= 0:
            owner_class = f" owner-{region.owner}"
        shapes = [_render_shape(region, viewport, stroke_width=1.0, **style)]
    else:
        owner_class = ""
        tint = f"drawing-{symbols.find_tint(region)}"
        shapes = [
            _render_shape(region, viewport, class_=tint, fill="Canvas", stroke="none"),
            _render_shape(region, viewport, fill=f"url(#{name}-{look.name})"),
        ]
    if region.grounds:
        title = f"{region.label}: {', '.join(region.grounds)}"
    else:
        title = region.label
    return tag(
        "g",
        tag("title", title),
        *shapes,
        id=f"{name}-region-{region.id}",
        class_=f"drawing-{look.name if look else 'area'}{owner_class}",
        data_kind=region.kind,
    )


def _render_shape(region: Region, viewport: Viewport, **style: str | float | None) -> Markup:
    x, y = viewport.project(region.x, region.y)
    rx = region.width * viewport.scale / 2
    ry = region.height * viewport.scale / 2
    if region.form == "disc":
        return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, **style)
    return tag("rect", x=x - rx, y=y - ry, width=2 * rx, height=2 * ry, **style)
