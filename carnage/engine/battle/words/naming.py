"""Names of the models, units, weapons, places and directions of a battle.

Sides are shown as 1 and 2. If a side has several models or units of a name, they are numbered. Logs
use ids such as `1.trooper-2`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
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
from carnage.engine.battle.words.movement_text import Ground
from carnage.replays.replay import SPECTATOR
from carnage.rulesets import odds
from carnage.rulesets.battlefield import ground
from carnage.rulesets.forces import Model, force
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
TOUCHING = 0.05  # inches; a smaller gap would be shown as 0
NEAR = 1.5  # inches from a piece of terrain at which a base stands by it


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
        self.mechanic = odds.mechanic(ruleset)
        self.weapons = ruleset.book.roster.weapon
        self.talents = {
            rule.code: rule.label
            for table in ruleset.book.tables
            if table.id == "talent-list"
            for rule in table.rules
        }
        self.force = force(ruleset)
        self.terrain = ground(ruleset).terrain
        self.kinds = self.force.kinds
        self.model_sides = [side for side in (0, 1) for _ in range(self.force.size)]
        self.unit_sides = [side for side in (0, 1) for _ in self.force.unit_sizes]
        self._call([model for _ in (0, 1) for unit in self.force.units for model in unit.models])
        count = Counter(piece.label for piece in self.terrain)
        self.pieces = [
            f"{_whereabouts(piece, count[piece.label])}{piece.label.lower()}"
            for piece in self.terrain
        ]
        self._lying: list[Ground] = []

    def talent(self, number: int) -> str:
        """Return the name of a talent by its index in TALENTS."""
        return self.talents[TALENTS[number]]

    def read_record(self, g: Any) -> None:
        """Name the models by the record, in a game in which the sides pick their models.

        Nothing changes while the picks are sealed.
        """
        if self.force.alike or (g.rounds == 0 and g.core.sealed_from >= 0):
            return
        models = [g.models[i] for i in range(g.n_models)]
        self._call([None if m.absent else self.kinds[m.kind] for m in models])

    def _call(self, models: list[Model | None]) -> None:
        """Set the names and ids of all models and units.

        Args:
            models: The model in each place of both forces, None for an empty place.
        """
        half = len(models) // 2
        lone = self.ruleset.has("individuals")
        self.models: list[str] = []
        self.model_ids: list[str] = []
        self.units: list[str] = []
        self.unit_ids: list[str] = []
        for side in (0, 1):
            here = models[:half] if side == 0 else models[half:]
            labels = number_duplicates([model.label if model else NOBODY for model in here], " ")
            codes = [
                f"{side + 1}.{code}"
                for code in number_duplicates([m.code if m else NOBODY for m in here], "-")
            ]
            self.models += labels
            self.model_ids += codes
            units = self.force.units
            if lone:
                self.units += labels
            else:
                self.units += number_duplicates([unit.label for unit in units], " ")
            if lone:
                self.unit_ids += codes
            else:
                self.unit_ids += [
                    f"{side + 1}.{c}" for c in number_duplicates([unit.code for unit in units], "-")
                ]

    def model(self, i: int, viewer: int = -1) -> str:
        """Return the name of model i as `viewer`'s side uses it.

        Models of another side are called `enemy`, or `your` if they are the reader's. With a viewer
        of -1 they have their side's name.
        """
        return self._said(self.models[i], self.model_sides[i], viewer)

    def unit(self, u: int, viewer: int = -1) -> str:
        """Return the name of unit u, in the same way."""
        return self._said(self.units[u], self.unit_sides[u], viewer)

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self.sides[side]

    def _said(self, name: str, side: int, viewer: int) -> str:
        """Return a name with its article or owner, for a viewer as in `model`."""
        article = "" if name[-1].isdigit() else "the "
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
        return f"{'an' if label[0] in 'AEIO' else 'a'} {label}"

    def money(self, sum_: int) -> str:
        """Return a price of models: 8 points, $60."""
        if self.ruleset.has("price-list"):
            return f"${sum_}"
        return count(sum_, "point")

    def weapon(self, w: int) -> str:
        """Return a weapon with its article: `the Shotgun`."""
        return f"the {self.weapons[w].label}"

    def length(self, value: float) -> str:
        """Return a distance to a tenth: 6", 5.5" or 15 cm."""
        said = f"{max(value, 0.0):.1f}".removesuffix(".0")
        return f"{said} cm" if self.centimetres else f'{said}"'

    def away(self, gap: float) -> str:
        """Return the gap between two bases in words: 6" away, or in base contact."""
        if gap >= TOUCHING:
            return f"{self.length(gap)} away"
        return "in base contact"

    def place(self, x: float, y: float) -> str:
        """Return coordinates, measured from the south-west corner of the table."""
        return f"({x:.1f}, {y:.1f})"

    def landmark(self, g: Any, x: float, y: float) -> str:
        """Return the terrain or marker at x, y in words, such as `in the west wood`, or "" in
        the open.
        """
        best = NEAR
        landmark = ""
        radius = float(g.radius)
        for n in range(g.n_markers):
            gap = math.dist((x, y), (g.markers[n].x, g.markers[n].y)) - radius - g.marker_radius
            if gap <= 0.01:
                return f"at {self.marker(g, n)}"
        for k, (px, py, half_w, half_h, disc) in enumerate(self._lie(g)):
            ox = abs(x - px)
            oy = abs(y - py)
            if disc:
                out = math.hypot(ox, oy) - half_w
            else:
                out = math.hypot(max(0.0, ox - half_w), max(0.0, oy - half_h))
            if out <= 0.0:
                on = "on" if "open" in self.terrain[k].kinds else "in"
                return f"{on} the {self.pieces[k]}"
            if out - radius < best:
                best = out - radius
                landmark = f"by the {self.pieces[k]}"
        return landmark

    def _lie(self, g: Any) -> list[Ground]:
        """Return the position and size of each piece of terrain.

        They are the same in every record of a ruleset, and cached because a report needs them for
        every line.
        """
        if len(self._lying) != g.n_pieces:
            pieces = [g.pieces[k] for k in range(g.n_pieces)]
            self._lying = [
                (float(p.x), float(p.y), float(p.half_w), float(p.half_h), bool(p.disc))
                for p in pieces
            ]
        return self._lying

    def difficult(self, g: Any) -> Iterator[Ground]:
        """Yield the pieces of difficult terrain."""
        lying = zip(self._lie(g), self.terrain, strict=True)
        return (ground for ground, terrain in lying if "difficult" in terrain.kinds)

    def marker(self, g: Any, n: int) -> str:
        """Return the name of an objective marker, by its direction from the middle of the table."""
        if g.n_markers == 1:
            return "the marker"
        middle = g.table / 2.0
        dx = g.markers[n].x - middle
        dy = g.markers[n].y - middle
        if abs(dx) + abs(dy) < 0.01:
            return "the middle marker"
        return f"the {compass_point(dx, dy)} marker"

    def chance(self, g: Any, value: int, difficulty: int) -> float:
        """Return the probability that a test succeeds. Decks of cards are taken to be full."""
        v = min(max(int(value), 0), VALUES - 1)
        d = min(max(int(difficulty), int(g.p.resolution_least)), DIFFICULTIES - 1)
        return float(g.chances[v * DIFFICULTIES + d])


def _whereabouts(piece: Piece, alike: int) -> str:
    """Return the direction that tells a piece of terrain from others of its name, with a space
    after it.

    Two pieces lie opposite each other, and get one of the four main directions; more get one of
    eight. A single piece gets "".

    Args:
        piece: The piece.
        alike: The number of pieces with its name.
    """
    if alike == 1:
        return ""
    east = piece.x - 0.5
    north = 0.5 - piece.y
    if alike == 2:
        east, north = (east, 0.0) if abs(east) >= abs(north) else (0.0, north)
    return f"{compass_point(east, north)} "


def card(rank: int) -> str:
    """Return the name of a card by its rank, from ace 1 to king 13."""
    return CARDS.get(rank, str(rank))


def gap(g: Any, i: int, j: int) -> float:
    """Return the distance between the base edges of two models."""
    a = g.models[i]
    b = g.models[j]
    return math.dist((a.x, a.y), (b.x, b.y)) - 2.0 * float(g.radius)
