"""A replay as drawings: for each event, the parts of the drawing that it changes.

The client renders nothing itself. There are two pictures, the table and the sidebar, each of a
few parts and layers of pieces. A page with the parts of one frame becomes any other by applying
the differences between them. All drawings have the same scale, which the largest table of the
replay
sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from carnage.drawing.ascii import ascii_html
from carnage.drawing.marks import Marks
from carnage.drawing.markup import tag
from carnage.drawing.pieces import LAYERS, Pieces, has_pips, render_pips
from carnage.drawing.regions import render_patterns
from carnage.drawing.sidebar import ColumnLayout, Sidebar
from carnage.drawing.table import render_clip, render_table
from carnage.drawing.viewport import Bounds, Point, Viewport
from carnage.replays.replay import Replay, ReplayStep, iterate_scenes
from carnage.replays.rolls import find_announcement
from carnage.replays.scenes import FIGURES, NOBODY, Piece, Scene, TableBounds

ID_PREFIX = "t"  # all ids of the drawing begin with it
ROW_LAYER = "beside"  # the layer of pieces that lie in rows
# The sidebar, or the whole drawing without a table: narrow, so that its letters are large on a
# page.
TWO_COLUMN_LAYOUT = ColumnLayout(columns=2, width=150.0)
THREE_COLUMN_LAYOUT = ColumnLayout(columns=3, width=120.0)
MAX_SIDES_IN_TWO_COLUMNS = 4  # with more sides there are three columns

Flag = Literal["round", "turn", "fall", "score", "lead", "end"]
"""Flags of events: the start of a round or an activation, a casualty, a score, a new lead, the
end.
"""


class FrameDiff(Struct, frozen=True, omit_defaults=True):
    """One event, numbered from 1, with its changes; number 0 is the drawing before all events.

    Attributes:
        lines: The report of the event, as in the replay, with its `rule`, `side` and `dice`.
        roll: The part of the report before the result of the dice.
        ground: The ground as SVG; null if it is unchanged. So are `beside` and `marks`.
        gone: The ids of pieces to remove.
        drawn: The pieces to add or to replace, each with its layer.
    """

    n: int
    rule: str = ""
    side: int = -1
    lines: tuple[str, ...] = ()
    dice: tuple[int | str, ...] = ()
    roll: str = ""
    flags: tuple[Flag, ...] = ()
    ground: str | None = None
    beside: str | None = None
    marks: str | None = None
    gone: tuple[str, ...] = ()
    drawn: dict[str, tuple[str, str]] = {}


class DrawnReplay(Struct, frozen=True):
    """A whole replay as drawings; `table` and `beside` are the view boxes of the pictures, empty
    for none.

    A place x, y of the table is at (x − `west`) · `scale`, (`north` − y) · `scale` in its picture.
    """

    name: str
    sides: tuple[str, ...]
    table: str
    beside: str
    pips: str
    over: bool
    scale: float
    west: float
    north: float
    cuts: tuple[FrameDiff, ...]


class Frame(NamedTuple):
    """The whole drawing after an event: its parts, and the pieces of each layer by their ids, all
    as SVG.
    """

    ground: Markup
    beside: Markup
    marks: Markup
    layers: Mapping[str, Mapping[str, Markup]]


def build_frame(replay: DrawnReplay, n: int) -> Frame:
    """Return the drawing after event n, from 0."""
    parts: dict[str, str] = {"ground": "", "beside": "", "marks": ""}
    pieces: dict[str, tuple[str, str]] = {}
    for diff in replay.cuts[: n + 1]:
        for name in parts:
            changed = getattr(diff, name)
            if changed is not None:
                parts[name] = changed
        for id in diff.gone:
            del pieces[id]
        pieces |= diff.drawn
    layers: dict[str, dict[str, Markup]] = {layer: {} for layer in (*LAYERS, ROW_LAYER)}
    for id, (layer, svg) in pieces.items():
        layers[layer][id] = Markup(svg)
    return Frame(Markup(parts["ground"]), Markup(parts["beside"]), Markup(parts["marks"]), layers)


def render_replay(replay: Replay, viewer: int = NOBODY) -> DrawnReplay:
    """Return a replay as drawings; raises ReplayError if it is damaged.

    Args:
        replay: The replay.
        viewer: The seat that the drawings address as "you"; NOBODY for none.
    """
    scenes = list(iterate_scenes(replay))
    renderer = ReplayRenderer(enclose_tables(scene.extent for scene in scenes), viewer)
    before: Scene | None = None
    diffs = []
    for n, (scene, step) in enumerate(zip(scenes, (None, *replay.steps), strict=True)):
        is_last = replay.over and step is replay.steps[-1]
        diffs.append(renderer.render_diff(n, scene, step, find_flags(before, scene, step, is_last)))
        before = scene
    dice = any(has_pips(piece) for scene in scenes for piece in scene.pieces)
    return DrawnReplay(
        replay.game.name,
        replay.scene.sides,
        renderer.table_view,
        renderer.sidebar_view,
        ascii_html(render_pips(ID_PREFIX)) if dice else "",
        replay.over,
        renderer.scale,
        renderer.extent.x,
        renderer.extent.y + renderer.extent.height,
        tuple(diffs),
    )


def enclose_tables(extents: Iterable[TableBounds]) -> TableBounds:
    """Return a table with room for all of these: the shown part of an open table may change."""
    shown = [extent for extent in dict.fromkeys(extents) if extent.width]
    if not shown:
        return TableBounds(0.0, 0.0)
    left = min(extent.x for extent in shown)
    bottom = min(extent.y for extent in shown)
    right = max(extent.x + extent.width for extent in shown)
    top = max(extent.y + extent.height for extent in shown)
    return replace(shown[-1], x=left, y=bottom, width=right - left, height=top - bottom)


class ReplayRenderer:
    """A renderer of the scenes of one game in order, each as the difference from the one before."""

    def __init__(self, extent: TableBounds, viewer: int = NOBODY) -> None:
        self.extent = extent
        self.viewer = viewer
        self._table_bounds = Bounds()
        self._sidebar_bounds = Bounds()
        self._row_points: dict[str, Point] = {}
        self._pieces: dict[str, tuple[Any, tuple[str, str]]] = {}
        self._ground_key: Any = None
        self._sidebar_key: Any = None
        self._sidebar_svg = self._marks_svg = ""

    @property
    def scale(self) -> float:
        """Return the units of the drawing per unit of the table."""
        return Viewport(self.extent).scale

    @property
    def table_view(self) -> str:
        """Return the view box of everything that was drawn on the table."""
        return self._table_bounds.view_box if self.extent.width else ""

    @property
    def sidebar_view(self) -> str:
        """Return the view box of the sidebar."""
        return self._sidebar_bounds.view_box if self._sidebar_bounds.right else ""

    def render_diff(
        self, n: int, scene: Scene, step: ReplayStep | None, flags: tuple[Flag, ...]
    ) -> FrameDiff:
        """Return difference n for the next scene; `step` is the event before it."""
        scene = replace(scene, extent=self.extent)
        viewport = Viewport(self.extent)
        pieces = Pieces(scene, ID_PREFIX, viewport, has_key=False)
        ground = self._render_ground(scene)
        beside = self._render_sidebar(scene, pieces)
        marks_svg = ""
        if self.extent.width:
            marks_svg = Marks(scene, ID_PREFIX, viewport, pieces).render(step.marks if step else ())
        marks = None
        if marks_svg != self._marks_svg:
            marks = ascii_html(marks_svg)
        self._marks_svg = marks_svg
        drawn: dict[str, tuple[str, str]] = {}
        kept_pieces = {}
        for piece in scene.pieces:
            if piece.row:
                point = self._row_points[piece.id]
            else:
                point = viewport.project(piece.x, piece.y)
            source = piece, point, pieces.marks[piece.id]
            cached = self._pieces.get(piece.id)
            if cached is None or cached[0] != source:
                layer = ROW_LAYER if piece.row else piece.form
                cached = source, (layer, ascii_html(pieces.render(piece, point, Markup())))
                drawn[piece.id] = cached[1]
                if not piece.row:
                    viewport.bounds.extend(*point, *pieces.half_extent(piece))
            kept_pieces[piece.id] = cached
        gone = tuple(id for id in self._pieces if id not in kept_pieces)
        self._pieces = kept_pieces
        self._table_bounds.merge(viewport.bounds)
        if step is None:
            return FrameDiff(
                n, flags=flags, ground=ground, beside=beside, marks=marks, gone=gone, drawn=drawn
            )
        return FrameDiff(
            n,
            step.rule,
            step.side,
            step.lines,
            step.dice,
            find_announcement(step.lines, step.dice),
            flags,
            ground,
            beside,
            marks,
            gone,
            drawn,
        )

    def _render_ground(self, scene: Scene) -> str | None:
        """Return the table with its regions; None if it is unchanged."""
        key = scene.regions, scene.measures
        if not self.extent.width or key == self._ground_key:
            return None
        self._ground_key = key
        viewport = Viewport(self.extent)
        table = render_table(scene, ID_PREFIX, viewport, None)
        self._table_bounds.merge(viewport.bounds)
        return ascii_html(
            tag("defs", *render_patterns(scene, ID_PREFIX), render_clip(ID_PREFIX, viewport))
            + table
        )

    def _render_sidebar(self, scene: Scene, pieces: Pieces) -> str | None:
        """Return the sidebar, None if it is unchanged; set the positions of pieces in it."""
        key = (
            scene.tracks,
            [(p.id, p.owner, p.row, p.size, p.form) for p in scene.pieces if p.row],
        )
        if key == self._sidebar_key:
            return None
        self._sidebar_key = key
        layout = THREE_COLUMN_LAYOUT
        if len(scene.sides) <= MAX_SIDES_IN_TWO_COLUMNS:
            layout = TWO_COLUMN_LAYOUT
        sidebar = Sidebar(scene, pieces, x=0.0, heading=(), layout=layout, viewer=self.viewer)
        self._row_points = sidebar.row_points
        self._sidebar_bounds.extend(sidebar.right, sidebar.bottom)
        svg = ascii_html("".join(sidebar.parts))
        if svg == self._sidebar_svg:
            return None
        self._sidebar_svg = svg
        return svg


# ---------------------------------------------------------------------------------------- the flags


def find_flags(
    before: Scene | None, after: Scene, step: ReplayStep | None, is_last: bool
) -> tuple[Flag, ...]:
    """Return the flags of the event between two scenes; `is_last` if the game ends with it."""
    if before is None or step is None:
        return ()
    return tuple(_iterate_flags(before, after, step, is_last))


def _iterate_flags(before: Scene, after: Scene, step: ReplayStep, is_last: bool) -> Iterator[Flag]:
    headings = [line.partition(" ")[0] for line in step.lines if line.startswith("#")]
    if "##" in headings:
        yield "round"
    if any(len(heading) > len("##") for heading in headings):
        yield "turn"
    if before.pieces is not after.pieces:
        stood = {piece.id for piece in before.pieces if _is_standing_figure(piece)}
        if stood - {piece.id for piece in after.pieces if _is_standing_figure(piece)}:
            yield "fall"
    if before.tracks is not after.tracks:
        old_scores = sum_scores(before)
        new_scores = sum_scores(after)
        is_first_score = (
            not old_scores and len(new_scores) > 1
        )  # points that all sides get at once are no score
        if not is_first_score and any(
            new_scores[owner] > old_scores.get(owner, 0) for owner in new_scores
        ):
            yield "score"
        if not is_first_score and find_leader(new_scores) not in (NOBODY, find_leader(old_scores)):
            yield "lead"
    if is_last:
        yield "end"


def _is_standing_figure(piece: Piece) -> bool:
    """Return whether a piece is a figure on the table that is still in the game."""
    return piece.form in FIGURES and piece.owner >= 0 and not piece.row and not piece.out


def sum_scores(scene: Scene) -> dict[int, int]:
    """Return the score of each side."""
    scores: Counter[int] = Counter()
    for track in scene.tracks:
        if track.standing and track.value is not None:
            scores[track.owner] += track.value
    return scores


def find_leader(scores: Mapping[int, int]) -> int:
    """Return the side with the highest score; -1 for none or a tie."""
    highest = max(scores.values(), default=0)
    leaders = [owner for owner, value in scores.items() if value == highest]
    return leaders[0] if len(leaders) == 1 else NOBODY
