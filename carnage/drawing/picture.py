"""A scene as SVG, for rulebooks, stills, pages and paper.

The drawing depends on a piece's form, owner, face, state, stack, tokens and meters, and on the
effects of a region's ground (`symbols.py`). The same scene gives the same bytes. Without a style
sheet the drawing has the colour of the text; `static/css/drawing.css` has the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from carnage.common import assets
from carnage.drawing import marks as marks_module
from carnage.drawing.alt_text import describe_scene
from carnage.drawing.ascii import ascii_html
from carnage.drawing.markup import tag
from carnage.drawing.pieces import LAYERS, MAX_FACE_SIZE, Pieces, has_pips, render_pips
from carnage.drawing.regions import is_clipped, render_patterns
from carnage.drawing.sidebar import Sidebar
from carnage.drawing.table import render_clip, render_table
from carnage.drawing.viewport import MARGIN, Viewport
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Piece, Scene

# Elements and attributes that only scripts need, and titles without a name.
_EMPTY_ELEMENT = re.compile(
    r'<path class="[^"]*" d=""[^>]*/>|<text [^>]*></text>|<g class="drawing-labels"[^>]*></g>'
    r'|<title>(?:[: (][^<]*)?</title>| data-(?:kind|label)="[^"]*"| transform="rotate\(0\)"'
)
_DEFINED_PATH = re.compile(r'<path id="([^"]*)" d="[^"]*"/>')


def render_svg(
    scene: Scene,
    name: str = "scene",
    *,
    marks: Sequence[Annotation] = (),
    title: str = "",
    desc: str = "",
    heading: tuple[str, ...] = (),
    has_key: bool = False,
    grid: float | None = None,
    is_standalone: bool = False,
    is_static: bool = False,
    max_letter_size: float = MAX_FACE_SIZE,
) -> Markup:
    """Return the drawing of a scene, in ASCII.

    Args:
        scene: The scene.
        name: The start of all ids, so that a page may have several drawings.
        marks: Measurements and pointers of an event.
        title: The title for screen readers.
        desc: The description for screen readers; empty for the scene in words.
        heading: A title and further lines in the sidebar.
        has_key: Whether the sidebar names every figure and every kind of ground.
        grid: The distance of grid lines in the unit of the table; 0 for none.
        is_standalone: Whether the drawing is a file of its own, with its style inside.
        is_static: Whether nothing will move, so that elements that are still empty are left out.
        max_letter_size: The largest size of letters on pieces; drawings that are shown small have
            a large one.
    """
    viewport = Viewport(scene.extent)
    if scene.extent.width:
        table = render_table(scene, name, viewport, grid)
    else:
        table = Markup()
    pieces = Pieces(scene, name, viewport, has_key, max_letter_size)
    sidebar = Sidebar(scene, pieces, _sidebar_left(viewport), heading)
    marks_svg = marks_module.Marks(scene, name, viewport, pieces).render(marks)
    order = sorted(scene.pieces, key=lambda piece: LAYERS.index(piece.form))
    groups = [_render_piece(piece, viewport, pieces, sidebar) for piece in order]
    bounds = viewport.bounds
    bounds.extend(sidebar.right, sidebar.bottom)
    ids = f"{name}-title", f"{name}-desc"
    drawing = tag(
        "svg",
        tag("title", title or "The table", id=ids[0]),
        tag("desc", desc or describe_scene(scene), id=ids[1]),
        tag("style", Markup(assets.drawing_css())) if is_standalone else "",
        _render_defs(scene, marks, name, viewport),
        table,
        marks_svg,
        tag("g", *sidebar.parts, class_="drawing-beside", fill="currentColor")
        if sidebar.parts
        else "",
        tag("g", *groups, class_="drawing-pieces") if groups else "",
        xmlns="http://www.w3.org/2000/svg" if is_standalone else None,
        class_="drawing",
        viewBox=bounds.view_box,
        role="img",
        aria_labelledby=" ".join(ids),
        data_scale=f"{viewport.scale:.6g}",
        data_x=f"{scene.extent.x:g}",
        data_y=f"{scene.extent.y + scene.extent.height:g}",
    )
    return Markup(ascii_html(_remove_empty(drawing) if is_static else drawing))


def _remove_empty(drawing: str) -> str:
    remaining = _EMPTY_ELEMENT.sub("", drawing)
    return _DEFINED_PATH.sub(
        lambda found: found[0] if f"#{found[1]}" in remaining else "", remaining
    )


def _sidebar_left(viewport: Viewport) -> float:
    """Return the left edge of the sidebar."""
    return viewport.bounds.right + 26.0 if viewport.width else 0.0


def _render_piece(piece: Piece, viewport: Viewport, pieces: Pieces, sidebar: Sidebar) -> Markup:
    point = sidebar.row_points.get(piece.id)
    across, down = pieces.half_extent(piece)
    if point is None:
        point = viewport.project(piece.x, piece.y)
        if viewport.extent.edges != "open":  # the margin has room for things on an edge
            across = across - MARGIN
            down = down - MARGIN
    viewport.bounds.extend(*point, across, down)
    return pieces.render(piece, point, sidebar.entries.get(piece.id, Markup()))


def _render_defs(
    scene: Scene, marks: Sequence[Annotation], name: str, viewport: Viewport
) -> Markup:
    parts = render_patterns(scene, name)
    if any(has_pips(piece) for piece in scene.pieces):
        parts.append(render_pips(name))
    if is_clipped(scene) or marks_module.is_clipped(scene, marks):
        parts.append(render_clip(name, viewport))
    return tag("defs", *parts) if parts else Markup()
