"""Names of the models, units, weapons, places and directions of a battle.

Sides are shown as 1 and 2. If a side has several models or units of a name, they are numbered. Logs
use ids such as `1.trooper-2`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from carnage.catalog.rosters import Piece
from carnage.common.directions import compass_point
from carnage.common.text_format import count, number_duplicates
from carnage.engine.battle.frame.queries import TALENTS
from carnage.engine.battle.frame.state import (
    CLOSE,
    DIFFICULTIES,
    MORALE_PHASE,
    MOVE,
    RANGED,
    SPECIAL,
    VALUES,
)
from carnage.engine.battle.words.movement_text import Ground, Point, line_crosses
from carnage.replays.replay import SPECTATOR
from carnage.rulesets import odds
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import Model, get_force
from carnage.rulesets.ruleset import Ruleset

SIDES = ("Side 1", "Side 2")
NOBODY = "nobody"  # a place in the force without a model
PHASES = {
    MOVE: "Movement Phase",
    RANGED: "Ranged Phase",
    CLOSE: "Close Phase",
    SPECIAL: "Special Phase",
    MORALE_PHASE: "Morale Phase",
}
STATS = ("Ranged Skill", "Close Skill", "Morale")
HITS = ("nothing", "model", "terrain")
CARDS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
TOUCHING_INCHES = 0.05  # a smaller gap would be shown as 0
ROUNDING_INCHES = 1.0e-6  # of gaps between positions in thousandths of an inch
NEAR_INCHES = 1.5  # a base so near a piece of terrain stands by it
SAME_PLACE_INCHES = 0.01  # for rounding of positions


class Names:
    """Names for one ruleset's battles.

    Args:
        ruleset: The ruleset.
        sides: The names of both sides.
    """

    def __init__(self, ruleset: Ruleset, sides: tuple[str, str] = SIDES) -> None:
        self.sides = sides
        self.reader = SPECTATOR  # the reader's seat, whose models are "yours"
        self.ruleset = ruleset
        self.centimetres = ruleset.has("centimetres")
        self.mechanic = odds.get_mechanic(ruleset)
        self.weapons = ruleset.book.roster.weapon
        self.talents = _talent_labels(ruleset)
        self.force = get_force(ruleset)
        self.terrain = get_battlefield(ruleset).terrain
        self.kinds = self.force.kinds
        self.model_sides = [0] * self.force.size + [1] * self.force.size
        self.unit_sides = [0] * len(self.force.unit_sizes) + [1] * len(self.force.unit_sizes)
        models: list[Model | None] = []
        for unit in self.force.units:
            models += unit.models
        self._set_names(models + models)
        self.pieces = _piece_names(self.terrain)
        self._cached_pieces: list[Ground] = []

    def talent(self, number: int) -> str:
        """Return the name of a talent by its index in TALENTS."""
        return self.talents[TALENTS[number]]

    def read_record(self, g: Any) -> None:
        """Name the models by the record, in a game in which the sides pick their models.

        Nothing changes while the picks are sealed.
        """
        if self.force.is_fixed or (g.rounds == 0 and g.core.sealed_from >= 0):
            return
        models = [g.models[i] for i in range(g.n_models)]
        self._set_names([None if m.absent else self.kinds[m.kind] for m in models])

    def _set_names(self, models: list[Model | None]) -> None:
        """Set the names and ids of all models and units.

        Args:
            models: The model in each place of both forces, None for an empty place.
        """
        half = len(models) // 2
        self.models: list[str] = []
        self.model_ids: list[str] = []
        self.units: list[str] = []
        self.unit_ids: list[str] = []
        self._add_side(1, models[:half])
        first = {*self.models, *self.units}
        models_before, units_before = len(self.models), len(self.units)
        self._add_side(2, models[half:])
        second = {*self.models[models_before:], *self.units[units_before:]}
        self.shared = first & second  # the names that both sides have

    def _add_side(self, number: int, models: list[Model | None]) -> None:
        """Add the names and ids of a side's models and units.

        Args:
            number: The number of the side in ids, 1 or 2.
            models: The model in each place of its force, None for an empty place.
        """
        labels = number_duplicates([model.label if model else NOBODY for model in models], " ")
        codes = number_duplicates([model.code if model else NOBODY for model in models], "-")
        self.models += labels
        self.model_ids += [f"{number}.{code}" for code in codes]
        if not self.ruleset.has("individuals"):
            labels = number_duplicates([unit.label for unit in self.force.units], " ")
            codes = number_duplicates([unit.code for unit in self.force.units], "-")
        self.units += labels
        self.unit_ids += [f"{number}.{code}" for code in codes]

    def model(self, i: int, viewer: int = -1) -> str:
        """Return the name of model i as `viewer`'s side uses it.

        Models of another side are called `enemy`, or `your` if they are the reader's. With a viewer
        of -1 they have their side's name. For a reader who plays, a name that both sides have
        always comes with `your` or `their`.
        """
        return self._with_owner(self.models[i], self.model_sides[i], viewer)

    def unit(self, u: int, viewer: int = -1) -> str:
        """Return the name of unit u, in the same way."""
        return self._with_owner(self.units[u], self.unit_sides[u], viewer)

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self.sides[side]

    def _with_owner(self, name: str, side: int, viewer: int) -> str:
        """Return a name with its article or owner, for a viewer as in `model`."""
        article = "" if name[-1].isdigit() else "the "
        if self.reader != SPECTATOR and name in self.shared:
            return f"your {name}" if side == self.reader else f"their {name}"
        if side == viewer:
            return f"{article}{name}"
        if side == self.reader:
            return f"your {name}"
        if viewer < 0:
            return f"{self.sides[side]}’s {name}"
        return f"{article}enemy {name}"

    def kind(self, kind: int) -> str:
        """Return a kind of model with its article: `a Hand`."""
        label = self.kinds[kind].label
        article = "an" if label[0] in "AEIO" else "a"
        return f"{article} {label}"

    def money(self, price: int) -> str:
        """Return a price of models: 8 points, $60."""
        if self.ruleset.has("price-list"):
            return f"${price}"
        return count(price, "point")

    def weapon(self, w: int) -> str:
        """Return a weapon with its article: `the Shotgun`."""
        return f"the {self.weapons[w].label}"

    def length(self, value: float) -> str:
        """Return a distance to a tenth: 6", 5.5" or 15 cm."""
        number = f"{max(value, 0.0):.1f}".removesuffix(".0")
        return f"{number} cm" if self.centimetres else f'{number}"'

    def away(self, gap: float) -> str:
        """Return the gap between two bases in words: 6" away, just over 6" away."""
        if gap < TOUCHING_INCHES:
            return "in base contact"
        whole = round(gap)
        if abs(gap - whole) < TOUCHING_INCHES and abs(gap - whole) > ROUNDING_INCHES:
            # It would be shown as a whole number, and ranges end at these.
            side = "over" if gap > whole else "under"
            return f"just {side} {self.length(whole)} away"
        return f"{self.length(gap)} away"

    def place(self, x: float, y: float) -> str:
        """Return coordinates, measured from the south-west corner of the table."""
        return f"({x:.1f}, {y:.1f})"

    def landmark(self, g: Any, x: float, y: float) -> str:
        """Return the terrain or marker at x, y in words, `in the west wood`; "" in the open."""
        radius = float(g.radius)
        for n in range(g.n_markers):
            marker = g.markers[n]
            gap = math.dist((x, y), (marker.x, marker.y)) - radius - g.marker_radius
            if gap <= SAME_PLACE_INCHES:
                return f"at {self.marker(g, n)}"
        nearest = NEAR_INCHES
        landmark = ""
        for k, place in enumerate(self._ground_pieces(g)):
            outside = _inches_outside(place, x, y)
            if outside <= 0.0:
                preposition = "on" if "open" in self.terrain[k].kinds else "in"
                return f"{preposition} the {self.pieces[k]}"
            if outside - radius < nearest:
                nearest = outside - radius
                landmark = f"by the {self.pieces[k]}"
        return landmark

    def _ground_pieces(self, g: Any) -> list[Ground]:
        """Return the position and size of each piece of terrain.

        They are the same in every record of a ruleset, and cached because a report needs them for
        every line.
        """
        if len(self._cached_pieces) != g.n_pieces:
            self._cached_pieces = [_ground_of(g.pieces[k]) for k in range(g.n_pieces)]
        return self._cached_pieces

    def difficult(self, g: Any) -> Iterator[Ground]:
        """Yield the pieces of difficult terrain."""
        for place, piece in zip(self._ground_pieces(g), self.terrain, strict=True):
            if "difficult" in piece.kinds:
                yield place

    def obscured_by(self, g: Any, start: Point, end: Point) -> str:
        """Return the name of the first piece that obscures a line, "" if there is none.

        A piece that the line begins in does not.
        """
        for k, place in enumerate(self._ground_pieces(g)):
            if "obscuring" in self.terrain[k].kinds and _inches_outside(place, *start) >= 0.0:
                if line_crosses(start, end, place):
                    return f"the {self.pieces[k]}"
        return ""

    def marker(self, g: Any, n: int) -> str:
        """Return the name of an objective marker, by its direction from the middle of the table."""
        if g.n_markers == 1:
            return "the marker"
        middle = g.table / 2.0
        dx = g.markers[n].x - middle
        dy = g.markers[n].y - middle
        if abs(dx) + abs(dy) < SAME_PLACE_INCHES:
            return "the middle marker"
        return f"the {compass_point(dx, dy)} marker"

    def chance(self, g: Any, value: int, difficulty: int) -> float:
        """Return the probability that a test succeeds. Decks of cards are taken to be full."""
        row = min(max(int(value), 0), VALUES - 1)
        column = min(max(int(difficulty), int(g.p.resolution_least)), DIFFICULTIES - 1)
        return float(g.chances[row * DIFFICULTIES + column])


def _talent_labels(ruleset: Ruleset) -> dict[str, str]:
    """Return the label of each talent by its code; empty in a book without talents."""
    labels = {}
    for table in ruleset.book.tables:
        if table.id == "talent-list":
            labels = {rule.code: rule.label for rule in table.rules}
    return labels


def _piece_names(terrain: Sequence[Piece]) -> list[str]:
    """Return the name of each piece of terrain, with a direction that tells it from others."""
    numbers = Counter(piece.label for piece in terrain)
    names = []
    for piece in terrain:
        label = piece.label.lower()
        if numbers[piece.label] > 1:
            label = f"{_distinguishing_direction(piece, numbers[piece.label])} {label}"
        names.append(label)
    return names


def _distinguishing_direction(piece: Piece, alike: int) -> str:
    """Return the direction that tells a piece of terrain from others of its name.

    Two pieces lie opposite each other, and get one of the four main directions; more get one of
    eight.

    Args:
        piece: The piece, in fractions of the table's width.
        alike: The number of pieces with its name, 2 or more.
    """
    east = piece.x - 0.5
    north = 0.5 - piece.y
    if alike > 2:
        return compass_point(east, north)
    if abs(east) >= abs(north):
        return compass_point(east, 0.0)
    return compass_point(0.0, north)


def _ground_of(piece: Any) -> Ground:
    """Return the position and size of a piece of terrain in a record."""
    return Ground(
        float(piece.x),
        float(piece.y),
        half_width=float(piece.half_w),
        half_depth=float(piece.half_h),
        is_round=bool(piece.disc),
    )


def _inches_outside(ground: Ground, x: float, y: float) -> float:
    """Return the distance of a point from a piece of terrain; 0 or less inside it."""
    east = abs(x - ground.x)
    north = abs(y - ground.y)
    if ground.is_round:
        return math.hypot(east, north) - ground.half_width
    return math.hypot(max(0.0, east - ground.half_width), max(0.0, north - ground.half_depth))


def card(rank: int) -> str:
    """Return the name of a card by its rank, from ace 1 to king 13."""
    return CARDS.get(rank, str(rank))


def base_gap(g: Any, i: int, j: int) -> float:
    """Return the distance between the base edges of two models."""
    a = g.models[i]
    b = g.models[j]
    return math.dist((a.x, a.y), (b.x, b.y)) - 2.0 * float(g.radius)
