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
from carnage.drawing import marks as pointing
from carnage.drawing.alt_text import scene_told
from carnage.drawing.ascii import ascii_html
from carnage.drawing.markup import tag
from carnage.drawing.pieces import LARGEST, LAYERS, Pieces, has_pips, pips
from carnage.drawing.regions import is_clipped, patterns
from carnage.drawing.sidebar import Beside
from carnage.drawing.table import clip, drawn_table
from carnage.drawing.viewport import MARGIN, Paper
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Piece, Scene

# Elements and attributes that only scripts need, and titles without a name.
_EMPTY = re.compile(
    r'<path class="[^"]*" d=""[^>]*/>|<text [^>]*></text>|<g class="drawing-labels"[^>]*></g>'
    r'|<title>(?:[: (][^<]*)?</title>| data-(?:kind|label)="[^"]*"| transform="rotate\(0\)"'
)
_DEFINED = re.compile(r'<path id="([^"]*)" d="[^"]*"/>')


def svg(
    scene: Scene,
    name: str = "scene",
    *,
    marks: Sequence[Annotation] = (),
    title: str = "",
    desc: str = "",
    heading: tuple[str, ...] = (),
    key: bool = False,
    grid: float | None = None,
    alone: bool = False,
    still: bool = False,
    largest: float = LARGEST,
) -> Markup:
    """Return the drawing of a scene, in ASCII.

    Args:
        scene: The scene.
        name: The start of all ids, so that a page may have several drawings.
        marks: Measurements and pointers of an event.
        title: The title for screen readers.
        desc: The description for screen readers; empty for the scene in words.
        heading: A title and further lines in the sidebar.
        key: Whether the sidebar names every figure and every kind of ground.
        grid: The distance of grid lines in the unit of the table; 0 for none.
        alone: Whether the drawing is a file of its own, with its style inside.
        still: Whether nothing will move, so that elements that are still empty are left out.
        largest: The largest size of letters on pieces; drawings that are shown small have a large
            one.
    """
    paper = Paper(scene.extent)
    if scene.extent.width:
        table = drawn_table(scene, name, paper, grid)
    else:
        table = Markup()
    pieces = Pieces(scene, name, paper, key, largest)
    beside = Beside(scene, pieces, _edge(paper), heading)
    marked = pointing.Marks(scene, name, paper, pieces).drawn(marks)
    order = sorted(scene.pieces, key=lambda piece: LAYERS.index(piece.form))
    groups = [_piece(piece, paper, pieces, beside) for piece in order]
    bounds = paper.bounds
    bounds.reach(beside.right, beside.foot)
    ids = f"{name}-title", f"{name}-desc"
    whole = tag(
        "svg",
        tag("title", title or "The table", id=ids[0]),
        tag("desc", desc or scene_told(scene), id=ids[1]),
        tag("style", Markup(assets.drawing_css())) if alone else "",
        _defs(scene, marks, name, paper),
        table,
        marked,
        tag("g", *beside.parts, class_="drawing-beside", fill="currentColor")
        if beside.parts
        else "",
        tag("g", *groups, class_="drawing-pieces") if groups else "",
        xmlns="http://www.w3.org/2000/svg" if alone else None,
        class_="drawing",
        viewBox=bounds.view,
        role="img",
        aria_labelledby=" ".join(ids),
        data_scale=f"{paper.scale:.6g}",
        data_x=f"{scene.extent.x:g}",
        data_y=f"{scene.extent.y + scene.extent.height:g}",
    )
    return Markup(ascii_html(_without_idle(whole) if still else whole))


def _without_idle(drawing: str) -> str:
    left = _EMPTY.sub("", drawing)
    return _DEFINED.sub(lambda found: found[0] if f"#{found[1]}" in left else "", left)


def _edge(paper: Paper) -> float:
    """Return the left edge of the sidebar."""
    return paper.bounds.right + 26.0 if paper.width else 0.0


def _piece(piece: Piece, paper: Paper, pieces: Pieces, beside: Beside) -> Markup:
    at = beside.places.get(piece.id)
    across, down = pieces.around(piece)
    if at is None:
        at = paper.at(piece.x, piece.y)
        if paper.extent.edges != "open":  # the margin has room for things on an edge
            across = across - MARGIN
            down = down - MARGIN
    paper.bounds.reach(*at, across, down)
    return pieces.drawn(piece, at, beside.entries.get(piece.id, Markup()))


def _defs(scene: Scene, marks: Sequence[Annotation], name: str, paper: Paper) -> Markup:
    parts = patterns(scene, name)
    if any(has_pips(piece) for piece in scene.pieces):
        parts.append(pips(name))
    if is_clipped(scene) or pointing.is_clipped(scene, marks):
        parts.append(clip(name, paper))
    return tag("defs", *parts) if parts else Markup()
