"""Build the setup of a battle: the table before the first round, with its legend."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import msgspec
from markupsafe import Markup

from carnage.catalog.rosters import Piece
from carnage.common.text_format import feet, join_words, length
from carnage.drawing import render_svg
from carnage.replays.scenes import Scene
from carnage.rulebook import templates
from carnage.rulebook.battle.table_layout import INCHES_PER_FOOT, TableLayout, TerrainSort, get_sort
from carnage.rulebook.counters import name_counters
from carnage.rulebook.model import Part
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World
from carnage.rulesets.world_names import list_counters

CACHED_DRAWINGS = 500
"""Tables that are kept as SVG. Drawing one takes 3 ms."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One sort of terrain: its letter on the drawing, and where its pieces stand."""

    letter: str
    label: str
    kinds: str
    size: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """The drawing of the table and its legend.

    Attributes:
        scene: The table as a scene, for renderers that make no drawing.
        side: The side of the table, such as "4 feet".
        where: The kind of deployment: "edges", "corners", "surrounded" or "anywhere".
        strip: The depth of a deployment strip.
        reach: The distance from a corner or the middle within which a side deploys.
        markers: The number of objective markers.
        marker: The name of a marker, in the plural.
        loot: The number of Loot Tokens that each player drops.
        loot_middle: The number of Loot Tokens in the middle.
        token: The name of a Loot Token, in the plural.
        clear: The distance from enemies, loot and markers where the deployment asks for it.
        several: Whether a unit may have several models.
        marker_name: The name of one marker.
        unit: The unit of the places, "inches" or "centimetres".
        feet: The side of the table in feet.
    """

    drawing: Markup
    scene: Scene
    side: str
    where: str
    strip: str
    reach: str
    legend: tuple[LegendEntry, ...]
    markers: int
    marker: str
    loot: int
    loot_middle: int
    token: str
    clear: str
    several: bool
    marker_name: str
    unit: str
    feet: int


def build_setup(ruleset: Ruleset, world: World | None = None) -> Part:
    """Return the setup of a game, with the names of counters in its world."""
    counters = list_counters(world)
    objectives = ruleset.params if ruleset.has("loot") else {}
    table = TableLayout(ruleset)
    pieces_by_sort: dict[TerrainSort, list[Piece]] = {}
    for piece in get_battlefield(ruleset).terrain:
        pieces_by_sort.setdefault(get_sort(piece), []).append(piece)
    legend = tuple(
        _build_legend_entry(table, sort, pieces) for sort, pieces in pieces_by_sort.items()
    )
    scene = table.build_scene()
    content = Setup(
        drawing=_draw_table(table, scene, feet(get_battlefield(ruleset).side_feet), legend),
        scene=scene,
        side=table.side_name,
        where=table.where,
        strip=table.strip,
        reach=table.reach,
        legend=legend,
        markers=table.markers,
        marker=name_counters("objective markers", counters, has_terms=False),
        loot=int(objectives.get("objectives.tokens", 0)),
        loot_middle=int(objectives.get("objectives.middle", 0)),
        token=name_counters("Loot Tokens", counters, has_terms=False),
        clear=table.clear,
        several=ruleset.has("several"),
        marker_name=name_counters("objective marker", counters, has_terms=False),
        unit="centimetres" if table.centimetres else "inches",
        feet=int(get_battlefield(ruleset).side_feet),
    )
    return Part("setup", "Setup", "setup", content)


def _build_legend_entry(table: TableLayout, sort: TerrainSort, pieces: list[Piece]) -> LegendEntry:
    places = tuple(
        f"({_round(piece.x * table.side):g}, {_round((1 - piece.y) * table.side):g})"
        for piece in pieces
    )
    return LegendEntry(
        letter=table.letters[sort],
        label=f"{sort[0]} × {len(pieces)}",
        kinds=join_words(pieces[0].kinds),
        size=_format_size(pieces[0], table),
        places=places,
    )


def _format_size(piece: Piece, table: TableLayout) -> str:
    width, height = (
        length(_round(share * table.side), table.centimetres)
        for share in (piece.width, piece.height)
    )
    return f"{width} across" if piece.shape == "disc" else f"{width} × {height}"


def _round(measure: float) -> float:
    """Return a measure to one decimal: the table is set up by hand."""
    return round(measure, 1)


def _draw_table(
    table: TableLayout, scene: Scene, side: str, legend: tuple[LegendEntry, ...]
) -> Markup:
    description = templates.render(
        "rulebook/setup.txt",
        where=table.where,
        strip=table.strip,
        reach=table.reach,
        legend=legend,
        markers=table.markers,
    ).strip()
    title = f"The table at the start: {side} square"
    scene_json = msgspec.json.encode(scene)
    return _draw_scene(scene_json, title, description, INCHES_PER_FOOT * table.inch)


@lru_cache(CACHED_DRAWINGS)
def _draw_scene(scene_json: bytes, title: str, description: str, grid: float) -> Markup:
    """Return a scene as SVG. It is passed as JSON because a scene cannot be hashed."""
    scene = msgspec.json.decode(scene_json, type=Scene)
    return render_svg(scene, "setup", title=title, desc=description, grid=grid, is_static=True)
