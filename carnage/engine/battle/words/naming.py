"""Names: what people call the models, units, weapons, places and directions of a battle.

Sides are told as 1 and 2. Models and units that a side has several of are numbered, so that every name means
one of them; ids (`1.trooper-2`) say the same to programs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from carnage import odds
from carnage.catalog.rosters import Piece
from carnage.engine.battle.frame.queries import TALENTS
from carnage.engine.battle.frame.state import CLOSE, DIFFICULTIES, MORALE_PHASE, MOVE, RANGED, SPECIAL, VALUES
from carnage.engine.battle.words.movement_text import Ground
from carnage.engine.directions import wind
from carnage.films import WATCHER
from carnage.forces import Model, force
from carnage.ground import ground
from carnage.ruleset import Ruleset
from carnage.wording import count, numbered

SIDES = ("Side 1", "Side 2")
NOBODY = "nobody"  # in a place for which nobody was picked
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
TOUCHING = 0.05  # inches: what is nearer would be told as none at all
NEAR = 1.5  # inches from a piece of terrain to a base that still stands by it


class Names:
    """The names of one ruleset's battles. Places are told for the record that is passed in."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, str] = SIDES) -> None:
        self.sides = sides
        self.reader = WATCHER  # the seat of whoever reads this, whose models are theirs
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
        self.force, self.terrain = force(ruleset), ground(ruleset).terrain
        self.kinds = self.force.kinds
        self.model_sides = [side for side in (0, 1) for _ in range(self.force.size)]
        self.unit_sides = [side for side in (0, 1) for _ in self.force.unit_sizes]
        self._call([model for _ in (0, 1) for unit in self.force.units for model in unit.models])
        count = Counter(piece.label for piece in self.terrain)
        self.pieces = [
            f"{_whereabouts(piece, count[piece.label])}{piece.label.lower()}" for piece in self.terrain
        ]
        self._lying: list[Ground] = []

    def talent(self, number: int) -> str:
        """What a talent is called, by its number among `TALENTS`."""
        return self.talents[TALENTS[number]]

    def know(self, g: Any) -> None:
        """Where sides pick their models: call them by what this record says that they are."""
        if self.force.alike or (g.rounds == 0 and g.core.sealed_from >= 0):
            return
        models = [g.models[i] for i in range(g.n_models)]
        self._call([None if m.absent else self.kinds[m.kind] for m in models])

    def _call(self, models: list[Model | None]) -> None:
        """Give every place in the forces its name: `models` says who takes each."""
        half, lone = len(models) // 2, self.ruleset.has("individuals")
        self.models: list[str] = []
        self.model_ids: list[str] = []
        self.units: list[str] = []
        self.unit_ids: list[str] = []
        for side in (0, 1):
            here = models[:half] if side == 0 else models[half:]
            labels = numbered([model.label if model else NOBODY for model in here], " ")
            codes = [f"{side + 1}.{code}" for code in numbered([m.code if m else NOBODY for m in here], "-")]
            self.models += labels
            self.model_ids += codes
            units = self.force.units
            self.units += labels if lone else numbered([unit.label for unit in units], " ")
            self.unit_ids += (
                codes if lone else [f"{side + 1}.{c}" for c in numbered([unit.code for unit in units], "-")]
            )

    def model(self, i: int, viewer: int = -1) -> str:
        """A model as this side speaks of it, and of whoever reads it; told apart by its side's name where
        nobody speaks."""
        return self._said(self.models[i], self.model_sides[i], viewer)

    def unit(self, u: int, viewer: int = -1) -> str:
        """The same for a unit."""
        return self._said(self.units[u], self.unit_sides[u], viewer)

    def side(self, side: int) -> str:
        return self.sides[side]

    def _said(self, name: str, side: int, viewer: int) -> str:
        article = "" if name[-1].isdigit() else "the "
        if side == viewer:
            return f"{article}{name}"
        if side == self.reader:
            return f"your {name}"
        return f"{self.sides[side]}’s {name}" if viewer < 0 else f"{article}enemy {name}"

    def kind(self, kind: int) -> str:
        """A kind of model: `a Hand`."""
        label = self.kinds[kind].label
        return f"{'an' if label[0] in 'AEIO' else 'a'} {label}"

    def money(self, sum_: int) -> str:
        """What forces are picked with: 8 points, $60."""
        return f"${sum_}" if self.ruleset.has("price-list") else count(sum_, "point")

    def weapon(self, w: int) -> str:
        return f"the {self.weapons[w].label}"

    def length(self, value: float) -> str:
        """A distance to a tenth: 6", 5.5" or 15 cm."""
        said = f"{max(value, 0.0):.1f}".removesuffix(".0")
        return f"{said} cm" if self.centimetres else f'{said}"'

    def away(self, gap: float) -> str:
        """How far off something is from base edge to base edge: 6" away, or in base contact."""
        return f"{self.length(gap)} away" if gap >= TOUCHING else "in base contact"

    def place(self, x: float, y: float) -> str:
        """Coordinates from the south-west corner of the table."""
        return f"({x:.1f}, {y:.1f})"

    def landmark(self, g: Any, x: float, y: float) -> str:
        """What a base at x, y stands in, on or by: `in the west wood`; empty in the open."""
        best, landmark, radius = NEAR, "", float(g.radius)
        for n in range(g.n_markers):
            gap = math.dist((x, y), (g.markers[n].x, g.markers[n].y)) - radius - g.marker_radius
            if gap <= 0.01:
                return f"at {self.marker(g, n)}"
        for k, (px, py, half_w, half_h, disc) in enumerate(self._lie(g)):
            ox, oy = abs(x - px), abs(y - py)
            if disc:
                out = math.hypot(ox, oy) - half_w
            else:
                out = math.hypot(max(0.0, ox - half_w), max(0.0, oy - half_h))
            if out <= 0.0:
                on = "on" if "open" in self.terrain[k].kinds else "in"
                return f"{on} the {self.pieces[k]}"
            if out - radius < best:
                best, landmark = out - radius, f"by the {self.pieces[k]}"
        return landmark

    def _lie(self, g: Any) -> list[Ground]:
        """Where terrain lies and how large it is, the same in every record: a report asks with every line."""
        if len(self._lying) != g.n_pieces:
            pieces = [g.pieces[k] for k in range(g.n_pieces)]
            self._lying = [
                (float(p.x), float(p.y), float(p.half_w), float(p.half_h), bool(p.disc)) for p in pieces
            ]
        return self._lying

    def difficult(self, g: Any) -> Iterator[Ground]:
        """The difficult ground of the table."""
        lying = zip(self._lie(g), self.terrain, strict=True)
        return (ground for ground, terrain in lying if "difficult" in terrain.kinds)

    def marker(self, g: Any, n: int) -> str:
        """An objective marker by where it lies."""
        if g.n_markers == 1:
            return "the marker"
        middle = g.table / 2.0
        dx, dy = g.markers[n].x - middle, g.markers[n].y - middle
        if abs(dx) + abs(dy) < 0.01:
            return "the middle marker"
        return f"the {wind(dx, dy)} marker"

    def chance(self, g: Any, value: int, difficulty: int) -> float:
        """How likely a test succeeds, with a full deck where cards are drawn."""
        v = min(max(int(value), 0), VALUES - 1)
        d = min(max(int(difficulty), int(g.p.resolution_least)), DIFFICULTIES - 1)
        return float(g.chances[v * DIFFICULTIES + d])


def _whereabouts(piece: Piece, alike: int) -> str:
    """What tells a piece of terrain from those of its kind: of two, which lie opposite each other, the side
    of the table that it lies farther toward; a wind of more."""
    if alike == 1:
        return ""
    east, north = piece.x - 0.5, 0.5 - piece.y
    if alike == 2:
        east, north = (east, 0.0) if abs(east) >= abs(north) else (0.0, north)
    return f"{wind(east, north)} "


def card(rank: int) -> str:
    """A card by its rank."""
    return CARDS.get(rank, str(rank))


def gap(g: Any, i: int, j: int) -> float:
    """From base edge to base edge."""
    a, b = g.models[i], g.models[j]
    return math.dist((a.x, a.y), (b.x, b.y)) - 2.0 * float(g.radius)
