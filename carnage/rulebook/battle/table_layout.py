"""The table before the first round as a scene: terrain, deployment areas and markers.

Side 1 deploys at the lower edge and side 2 at the upper.
"""

from __future__ import annotations

from collections.abc import Iterator

from carnage.catalog.rosters import Piece as Terrain
from carnage.common.text_format import feet, length
from carnage.replays.scenes import Measure, Piece, Region, Scene, TableBounds
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.ruleset import Ruleset

INCHES_PER_FOOT = 12
CM_PER_INCH = 2.54
MEASURE_OFFSET = 0.032  # how far from the table's edge its measures are, as a share of its side
SIDES = ("Side 1", "Side 2")

TerrainSort = tuple[str, float, float]
"""The label, width and height that all pieces of terrain with the same letter have."""


def get_sort(piece: Terrain) -> TerrainSort:
    return piece.label, piece.width, piece.height


class TableLayout:
    """The table of one game, with its lengths in the unit of the game.

    Attributes:
        where: The kind of deployment.
        strip: The depth of a deployment strip, as the rules say it.
        reach: The size of a corner or of the middle, as the rules say it.
        clear: The distance from enemies, loot and markers where the deployment asks for it.
        side_name: The length of a side, such as "3 feet" or "30 cm (1 foot)".
        letters: The letters of the legend by sort of terrain.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.centimetres = ruleset.has("centimetres")
        self.inch = CM_PER_INCH if self.centimetres else 1.0
        self.side = get_battlefield(ruleset).side_feet * INCHES_PER_FOOT * self.inch
        kinds = ("corners", "anywhere", "surrounded")
        self.where = next((kind for kind in kinds if ruleset.has(kind)), "edges")
        strip = get_battlefield(ruleset).strip_inches
        self.strip_depth = strip * self.inch
        # The table is laid out in whole centimetres, or in tenths of an inch.
        digits = 0 if self.centimetres else 1
        self.strip = length(round(self.strip_depth, digits), self.centimetres)
        parts = {"corners": "deployment.corner_parts", "surrounded": "deployment.middle_parts"}
        self.reach_length = (
            self.side / ruleset.params[parts[self.where]] if self.where in parts else 0.0
        )
        self.reach = length(round(self.reach_length, digits), self.centimetres)
        self.clear = ""
        if self.where in ("anywhere", "surrounded"):
            self.clear = length(ruleset.params["deployment.clear"], self.centimetres)
        self.side_name = feet(get_battlefield(ruleset).side_feet)
        if self.centimetres:
            self.side_name = f"{length(round(self.side), True)} ({self.side_name})"
        sorts = dict.fromkeys(get_sort(piece) for piece in get_battlefield(ruleset).terrain)
        self.letters = {sort: chr(ord("A") + n) for n, sort in enumerate(sorts)}
        objectives = ruleset.book.table("objectives").params
        self.markers = int(objectives["markers"]) if ruleset.has("markers") else 0
        self.marker = (
            objectives["marker_small_mm"] / 10
            if self.centimetres
            else objectives["marker_mm"] / 10 / CM_PER_INCH
        )

    def build_scene(self) -> Scene:
        return Scene(
            TableBounds(self.side, self.side, "centimetres" if self.centimetres else "inches"),
            SIDES,
            (*self._build_areas(), *self._build_terrain()),
            tuple(self._build_markers()),
            (),
            tuple(self._build_measures()),
        )

    def _build_terrain(self) -> Iterator[Region]:
        side = self.side
        for n, piece in enumerate(get_battlefield(self.ruleset).terrain, 1):
            yield Region(
                f"terrain-{n}",
                piece.label.lower(),
                piece.label,
                "disc" if piece.shape == "disc" else "box",
                piece.x * side,
                (1 - piece.y) * side,
                piece.width * side,
                piece.height * side,
                tuple(piece.kinds),
                face=self.letters[get_sort(piece)],
                upright="open" not in piece.kinds,
            )

    def _build_areas(self) -> Iterator[Region]:
        side, deep, far = self.side, self.strip_depth, self.reach_length
        middle = side / 2
        if self.where == "edges":
            for owner, y in ((0, deep / 2), (1, side - deep / 2)):
                yield Region(
                    f"area-{owner + 1}",
                    "area",
                    SIDES[owner],
                    "box",
                    middle,
                    y,
                    side,
                    deep,
                    owner=owner,
                )
        elif self.where == "corners":
            for owner, at in ((0, 0.0), (1, side)):
                yield Region(
                    f"area-{owner + 1}",
                    "area",
                    SIDES[owner],
                    "disc",
                    at,
                    at,
                    2 * far,
                    2 * far,
                    owner=owner,
                )
        elif self.where == "surrounded":
            between = side - 2 * deep
            for name, x, y, wide, high in (
                ("south", middle, deep / 2, side, deep),
                ("east", side - deep / 2, middle, deep, between),
                ("north", middle, side - deep / 2, side, deep),
                ("west", deep / 2, middle, deep, between),
            ):
                yield Region(f"area-2-{name}", "area", "Outside", "box", x, y, wide, high, owner=1)
            yield Region(
                "area-1", "area", "Middle", "disc", middle, middle, 2 * far, 2 * far, owner=0
            )

    def _build_markers(self) -> Iterator[Piece]:
        """Return the markers on the centre line, or on the diagonal between two empty corners."""
        for n in range(1, self.markers + 1):
            along = n / (self.markers + 1)
            x, y = along * self.side, (1 - along if self.where == "corners" else 0.5) * self.side
            yield Piece(f"marker-{n}", "marker", "Objective marker", "token", x, y, self.marker)

    def _build_measures(self) -> Iterator[Measure]:
        side, aside = self.side, MEASURE_OFFSET * self.side
        yield Measure(feet(get_battlefield(self.ruleset).side_feet), -aside, 0.0, -aside, side)
        if self.where in ("edges", "surrounded"):
            yield Measure(self.strip, side - 2 * aside, 0.0, side - 2 * aside, self.strip_depth)
        if self.where == "corners":
            yield Measure(self.reach, 0.0, -aside, self.reach_length, -aside)
