"""Regions of a battle's table: terrain and, during deployment, the deployment areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.frame.queries import EDGES
from carnage.engine.battle.scene.measures import MIDDLE, place, settled
from carnage.engine.battle.words.naming import Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import Region
from carnage.rulesets.battlefield import ground


class Regions:
    """Regions of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.ruleset = names.ruleset
        self.has = names.ruleset.has
        self.kept = IdCache()

    def of(self, g: Any) -> tuple[Region, ...]:
        """Return the terrain and, before the first round, each side's deployment area if it is
        settled.
        """
        areas = g.rounds == 0 and settled(self.ruleset, g)
        on = g.pieces, areas, g.sides[0].edge, g.sides[1].edge
        return self.kept.get("all", on, self.all, g)

    def all(self, on: tuple[Any, ...], g: Any) -> tuple[Region, ...]:
        """Return all regions. The second value of `on` is True if deployment areas are shown."""
        return (*self.terrain(g), *(self.areas(g) if on[1] else ()))

    def terrain(self, g: Any) -> Iterator[Region]:
        """Yield a region for each piece of terrain."""
        for k, piece in enumerate(ground(self.ruleset).terrain):
            p = g.pieces[k]
            yield Region(
                f"terrain-{k + 1}",
                piece.label.lower(),
                self.names.pieces[k],
                "disc" if p.disc else "box",
                place(p.x),
                place(p.y),
                place(2 * p.half_w),
                place(2 * p.half_h),
                tuple(piece.kinds),
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
                reach = g.table / g.p.deployment_corner_parts
                yield self.disc(side, g.table * (edge in (1, 2)), g.table * (edge >= 2), reach)
            elif self.has("surrounded") and edge == MIDDLE:
                yield self.disc(
                    side, g.table / 2, g.table / 2, g.table / g.p.deployment_middle_parts
                )
            elif self.has("surrounded"):
                yield from (self.strip(g, side, end, all_round=True) for end in range(4))
            else:
                yield self.strip(g, side, edge, all_round=False)

    def disc(self, side: int, x: float, y: float, reach: float) -> Region:
        """Return a side's deployment area as a disc of radius `reach` around x, y."""
        wide = place(2 * reach)
        return Region(
            f"area-{side + 1}", "area", self.label(side), "disc", x, y, wide, wide, owner=side
        )

    def strip(self, g: Any, side: int, edge: int, all_round: bool) -> Region:
        """Return a side's deployment area along an edge.

        With `all_round`, the strips of the north and south edges hold the corners.
        """
        middle = g.table / 2
        if edge in (0, 3):
            deep = g.strip / 2
        else:
            deep = g.table - g.strip / 2
        along = g.table - 2 * g.strip * (all_round and edge % 2 == 1)
        x, y = (middle, deep) if edge % 2 == 0 else (deep, middle)
        width, height = (along, g.strip) if edge % 2 == 0 else (g.strip, along)
        if all_round:
            id = f"area-{side + 1}-{EDGES[edge]}"
        else:
            id = f"area-{side + 1}"
        sizes = place(x), place(y), place(width), place(height)
        return Region(id, "area", self.label(side), "box", *sizes, owner=side)

    def label(self, side: int) -> str:
        """Return the label of a side's deployment area."""
        return f"where {self.names.sides[side]} sets up"
