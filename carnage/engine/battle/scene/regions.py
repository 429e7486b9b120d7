"""Regions of a battle's table: terrain and, during deployment, the deployment areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from carnage.engine.battle.frame.queries import EDGES
from carnage.engine.battle.scene.measures import MIDDLE, has_deployment_areas, rounded_length
from carnage.engine.battle.words.naming import Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import Region
from carnage.rulesets.battlefield import get_battlefield

# Indices in CORNERS and EDGES of `frame.queries`.
EAST_CORNERS = (1, 2)
NORTH_CORNERS = (2, 3)
FAR_EDGES = (1, 2)  # east and north, whose strips do not begin at 0
EDGE_COUNT = 4


class RegionParts(NamedTuple):
    """The parts of a record that the regions depend on.

    Attributes:
        pieces: The records of the terrain.
        shows_areas: Deployment areas are shown.
        edge_1: The edge, corner or place of side 1.
        edge_2: That of side 2.
        lost_depth: The depth of the strip along all edges that has crumbled away.
    """

    pieces: Any
    shows_areas: bool
    edge_1: int
    edge_2: int
    lost_depth: float


class StripPlace(NamedTuple):
    """The middle and the size of a strip along an edge of the table."""

    x: float
    y: float
    width: float
    height: float


def place_strip(table: float, depth: float, edge: int, *, all_round: bool) -> StripPlace:
    """Return the place of a strip along an edge.

    With `all_round`, the strips of the north and south edges hold the corners.

    Args:
        table: The width of the table.
        depth: The depth of the strip.
        edge: The edge, an index in EDGES.
        all_round: There are strips along all four edges.
    """
    is_upright = edge % 2 == 1  # the east and the west edge
    length = table
    if all_round and is_upright:
        length = table - 2 * depth
    along = rounded_length(table / 2)
    inward = rounded_length(depth / 2)
    if edge in FAR_EDGES:
        inward = rounded_length(table - depth / 2)
    length = rounded_length(length)
    depth = rounded_length(depth)
    if is_upright:
        return StripPlace(x=inward, y=along, width=depth, height=length)
    return StripPlace(x=along, y=inward, width=length, height=depth)


class Regions:
    """Regions of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.ruleset = names.ruleset
        self.has = names.ruleset.has
        self.kept = IdCache()

    def of(self, g: Any) -> tuple[Region, ...]:
        """Return the terrain and, before the first round, the settled deployment areas."""
        shows_areas = g.rounds == 0 and has_deployment_areas(self.ruleset, g)
        parts = RegionParts(
            pieces=g.pieces,
            shows_areas=shows_areas,
            edge_1=g.sides[0].edge,
            edge_2=g.sides[1].edge,
            lost_depth=g.lost_depth,
        )
        return self.kept.get("all", parts, self.all, g)

    def all(self, parts: RegionParts, g: Any) -> tuple[Region, ...]:
        """Return all regions."""
        regions = list(self.terrain(g))
        if parts.shows_areas:
            regions += self.areas(g)
        if g.lost_depth > 0.0:
            regions += self.lost_ground(g)
        return tuple(regions)

    def lost_ground(self, g: Any) -> Iterator[Region]:
        """Yield the strips that have crumbled away along the four edges."""
        depth = min(g.lost_depth, g.table / 2)
        for edge in range(EDGE_COUNT):
            strip = place_strip(g.table, depth, edge, all_round=True)
            yield Region(
                f"lost-{EDGES[edge]}",
                kind="area",
                label="lost ground",
                form="box",
                x=strip.x,
                y=strip.y,
                width=strip.width,
                height=strip.height,
            )

    def terrain(self, g: Any) -> Iterator[Region]:
        """Yield a region for each piece of terrain."""
        for k, piece in enumerate(get_battlefield(self.ruleset).terrain):
            p = g.pieces[k]
            yield Region(
                f"terrain-{k + 1}",
                kind=piece.label.lower(),
                label=self.names.pieces[k],
                form="disc" if p.disc else "box",
                x=rounded_length(p.x),
                y=rounded_length(p.y),
                width=rounded_length(2 * p.half_w),
                height=rounded_length(2 * p.half_h),
                grounds=tuple(piece.kinds),
                upright="open" not in piece.kinds,
            )

    def areas(self, g: Any) -> Iterator[Region]:
        """Yield the deployment areas of both sides.

        An area is a strip along an edge, a corner, the middle of the table, or the strips along all
        four edges.
        """
        for side in (0, 1):
            edge = g.sides[side].edge
            if self.has("corners"):
                yield self.corner(g, side)
            elif not self.has("surrounded"):
                yield self.strip(g, side, edge, all_round=False)
            elif edge == MIDDLE:
                middle = g.table / 2
                yield self.disc(side, middle, middle, radius=g.table / g.p.deployment_middle_parts)
            else:
                for end in range(EDGE_COUNT):
                    yield self.strip(g, side, end, all_round=True)

    def corner(self, g: Any, side: int) -> Region:
        """Return a side's deployment area around its corner."""
        corner = g.sides[side].edge
        x = g.table if corner in EAST_CORNERS else 0.0
        y = g.table if corner in NORTH_CORNERS else 0.0
        return self.disc(side, x, y, radius=g.table / g.p.deployment_corner_parts)

    def disc(self, side: int, x: float, y: float, radius: float) -> Region:
        """Return a side's deployment area as a disc around x, y."""
        width = rounded_length(2 * radius)
        return Region(
            f"area-{side + 1}",
            kind="area",
            label=self.label(side),
            form="disc",
            x=x,
            y=y,
            width=width,
            height=width,
            owner=side,
        )

    def strip(self, g: Any, side: int, edge: int, *, all_round: bool) -> Region:
        """Return a side's deployment area along an edge.

        With `all_round`, the strips of the north and south edges hold the corners.
        """
        id = f"area-{side + 1}"
        if all_round:
            id = f"{id}-{EDGES[edge]}"
        strip = place_strip(g.table, g.strip, edge, all_round=all_round)
        return Region(
            id,
            kind="area",
            label=self.label(side),
            form="box",
            x=strip.x,
            y=strip.y,
            width=strip.width,
            height=strip.height,
            owner=side,
        )

    def label(self, side: int) -> str:
        """Return the label of a side's deployment area."""
        return f"where {self.names.sides[side]} sets up"
