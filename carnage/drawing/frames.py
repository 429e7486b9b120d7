"""A replay as drawings: for each event, the parts of the drawing that it changes.

A client of a reel draws nothing. There are two pictures, the table and the sidebar, each of a few
parts and layers of pieces. A page with the parts of one cut becomes any other by applying the cuts
between them. All drawings have the same scale, which the largest table of the replay sets.
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
from carnage.drawing.pieces import LAYERS, Pieces, has_pips, pips
from carnage.drawing.regions import patterns
from carnage.drawing.sidebar import Beside, Columns
from carnage.drawing.table import clip, drawn_table
from carnage.drawing.viewport import Bounds, Paper, Point
from carnage.replays.replay import Replay, ReplayStep, iterate_scenes
from carnage.replays.scenes import FIGURES, NOBODY, Piece, Scene, TableBounds

NAME = "t"  # all ids of the drawing begin with it
BESIDE = "beside"  # the layer of pieces that lie in rows
# The sidebar, or the whole drawing without a table: narrow, so that its letters are large on a
# page.
FEW = Columns(across=2, wide=150.0)
MANY = Columns(across=3, wide=120.0)
ABREAST = 4  # sides that are few

Flag = Literal["round", "turn", "fall", "score", "lead", "end"]
"""Flags of events: the start of a round or an activation, a casualty, a score, a new lead, the
end.
"""


class Cut(Struct, frozen=True, omit_defaults=True):
    """One event, numbered from 1, with its changes; cut 0 is the drawing before all events.

    Attributes:
        lines: The report of the event, as in the replay, with its `rule`, `side` and `dice`.
        ground: The ground as SVG; null if it is unchanged. So are `beside` and `marks`.
        gone: The ids of pieces to remove.
        drawn: The pieces to add or to replace, each with its layer.
    """

    n: int
    rule: str = ""
    side: int = -1
    lines: tuple[str, ...] = ()
    dice: tuple[int | str, ...] = ()
    flags: tuple[Flag, ...] = ()
    ground: str | None = None
    beside: str | None = None
    marks: str | None = None
    gone: tuple[str, ...] = ()
    drawn: dict[str, tuple[str, str]] = {}


class Reel(Struct, frozen=True):
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
    cuts: tuple[Cut, ...]


class Shot(NamedTuple):
    """The whole drawing after a cut: its parts, and the pieces of each layer by their ids, all
    as SVG.
    """

    ground: Markup
    beside: Markup
    marks: Markup
    layers: Mapping[str, Mapping[str, Markup]]


def shot(reel: Reel, n: int) -> Shot:
    """Return the drawing after cut n, from 0."""
    parts: dict[str, str] = {"ground": "", "beside": "", "marks": ""}
    pieces: dict[str, tuple[str, str]] = {}
    for cut in reel.cuts[: n + 1]:
        for name in parts:
            changed = getattr(cut, name)
            if changed is not None:
                parts[name] = changed
        for id in cut.gone:
            del pieces[id]
        pieces |= cut.drawn
    layers: dict[str, dict[str, Markup]] = {layer: {} for layer in (*LAYERS, BESIDE)}
    for id, (layer, svg) in pieces.items():
        layers[layer][id] = Markup(svg)
    return Shot(Markup(parts["ground"]), Markup(parts["beside"]), Markup(parts["marks"]), layers)


def reel(film: Replay) -> Reel:
    """Return a replay as drawings; raises ReplayError if it is damaged."""
    every = list(iterate_scenes(film))
    drawer = Drawer(widest(scene.extent for scene in every))
    before: Scene | None = None
    cuts = []
    for n, (scene, step) in enumerate(zip(every, (None, *film.steps), strict=True)):
        last = film.over and step is film.steps[-1]
        cuts.append(drawer.cut(n, scene, step, flags(before, scene, step, last)))
        before = scene
    dice = any(has_pips(piece) for scene in every for piece in scene.pieces)
    return Reel(
        film.game.name,
        film.scene.sides,
        drawer.table_view,
        drawer.beside_view,
        ascii_html(pips(NAME)) if dice else "",
        film.over,
        drawer.scale,
        drawer.extent.x,
        drawer.extent.y + drawer.extent.height,
        tuple(cuts),
    )


def widest(extents: Iterable[TableBounds]) -> TableBounds:
    """Return a table with room for all of these: the shown part of an open table may change."""
    shown = [extent for extent in dict.fromkeys(extents) if extent.width]
    if not shown:
        return TableBounds(0.0, 0.0)
    left = min(each.x for each in shown)
    foot = min(each.y for each in shown)
    right = max(each.x + each.width for each in shown)
    top = max(each.y + each.height for each in shown)
    return replace(shown[-1], x=left, y=foot, width=right - left, height=top - foot)


class Drawer:
    """A renderer of the scenes of one game in order, each as the difference from the one before."""

    def __init__(self, extent: TableBounds) -> None:
        self.extent = extent
        self._table = Bounds()
        self._beside = Bounds()
        self._last = Scene(extent)
        self._places: dict[str, Point] = {}
        self._pieces: dict[str, tuple[Any, tuple[str, str]]] = {}
        self._ground: Any = None
        self._lying: Any = None
        self._notes = self._marked = ""

    @property
    def scale(self) -> float:
        """Return the units of the drawing per unit of the table."""
        return Paper(self.extent).scale

    @property
    def table_view(self) -> str:
        """Return the view box of everything that was drawn on the table."""
        return self._table.view if self.extent.width else ""

    @property
    def beside_view(self) -> str:
        """Return the view box of the sidebar."""
        return self._beside.view if self._beside.right else ""

    def cut(self, n: int, scene: Scene, step: ReplayStep | None, flags: tuple[Flag, ...]) -> Cut:
        """Return cut n for the next scene; `step` is the event before it."""
        scene = replace(scene, extent=self.extent)
        paper = Paper(self.extent)
        pieces = Pieces(scene, NAME, paper, key=False)
        ground = self._new_ground(scene)
        beside = self._new_notes(scene, pieces)
        marked = ""
        if self.extent.width:
            marked = Marks(scene, NAME, paper, pieces).drawn(step.marks if step else ())
        marks = None
        if marked != self._marked:
            marks = ascii_html(marked)
        self._marked = marked
        drawn: dict[str, tuple[str, str]] = {}
        there = {}
        for piece in scene.pieces:
            if piece.row:
                at = self._places[piece.id]
            else:
                at = paper.at(piece.x, piece.y)
            made_of = piece, at, pieces.marks[piece.id]
            kept = self._pieces.get(piece.id)
            if kept is None or kept[0] != made_of:
                layer = BESIDE if piece.row else piece.form
                kept = made_of, (layer, ascii_html(pieces.drawn(piece, at, Markup())))
                drawn[piece.id] = kept[1]
                if not piece.row:
                    paper.bounds.reach(*at, *pieces.around(piece))
            there[piece.id] = kept
        gone = tuple(id for id in self._pieces if id not in there)
        self._pieces = there
        self._table.widen(paper.bounds)
        if step is None:
            return Cut(
                n, flags=flags, ground=ground, beside=beside, marks=marks, gone=gone, drawn=drawn
            )
        return Cut(
            n,
            step.rule,
            step.side,
            step.lines,
            step.dice,
            flags,
            ground,
            beside,
            marks,
            gone,
            drawn,
        )

    def _new_ground(self, scene: Scene) -> str | None:
        """Return the table with its regions; None if it is unchanged."""
        still = scene.regions, scene.measures
        if not self.extent.width or still == self._ground:
            return None
        self._ground = still
        paper = Paper(self.extent)
        table = drawn_table(scene, NAME, paper, None)
        self._table.widen(paper.bounds)
        return ascii_html(tag("defs", *patterns(scene, NAME), clip(NAME, paper)) + table)

    def _new_notes(self, scene: Scene, pieces: Pieces) -> str | None:
        """Return the sidebar, None if it is unchanged; set the positions of pieces in it."""
        lying = (
            scene.tracks,
            [(p.id, p.owner, p.row, p.size, p.form) for p in scene.pieces if p.row],
        )
        if lying == self._lying:
            return None
        self._lying = lying
        beside = Beside(scene, pieces, 0.0, (), FEW if len(scene.sides) <= ABREAST else MANY)
        self._places = beside.places
        self._beside.reach(beside.right, beside.foot)
        notes = ascii_html("".join(beside.parts))
        if notes == self._notes:
            return None
        self._notes = notes
        return notes


# ---------------------------------------------------------------------------------------- the flags


def flags(
    before: Scene | None, now: Scene, step: ReplayStep | None, last: bool
) -> tuple[Flag, ...]:
    """Return the flags of the event between two scenes; `last` if the game ends with it."""
    if before is None or step is None:
        return ()
    return tuple(_flags(before, now, step, last))


def _flags(before: Scene, now: Scene, step: ReplayStep, last: bool) -> Iterator[Flag]:
    headings = [line.partition(" ")[0] for line in step.lines if line.startswith("#")]
    if "##" in headings:
        yield "round"
    if any(len(heading) > len("##") for heading in headings):
        yield "turn"
    if before.pieces is not now.pieces:
        stood = {piece.id for piece in before.pieces if _stands(piece)}
        if stood - {piece.id for piece in now.pieces if _stands(piece)}:
            yield "fall"
    if before.tracks is not now.tracks:
        was = standings(before)
        has = standings(now)
        dealt_out = not was and len(has) > 1  # points that all sides get at once are no score
        if not dealt_out and any(has[owner] > was.get(owner, 0) for owner in has):
            yield "score"
        if not dealt_out and leader(has) not in (NOBODY, leader(was)):
            yield "lead"
    if last:
        yield "end"


def _stands(piece: Piece) -> bool:
    """Return whether a piece is a figure on the table that is still in the game."""
    return piece.form in FIGURES and piece.owner >= 0 and not piece.row and not piece.out


def standings(scene: Scene) -> dict[int, int]:
    """Return the score of each side."""
    so_far: Counter[int] = Counter()
    for track in scene.tracks:
        if track.standing and track.value is not None:
            so_far[track.owner] += track.value
    return so_far


def leader(standings: Mapping[int, int]) -> int:
    """Return the side with the highest score; -1 for none or a tie."""
    most = max(standings.values(), default=0)
    first = [owner for owner, value in standings.items() if value == most]
    return first[0] if len(first) == 1 else NOBODY
