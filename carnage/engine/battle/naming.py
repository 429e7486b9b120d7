"""Names: what people call the models, units, weapons, places and directions of a battle.

Sides are told as 1 and 2. Models and units that a side has several of are numbered, so that every name means
one of them; ids (`1.trooper-2`) say the same to programs.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from carnage.document import odds
from carnage.engine.battle.state import CLOSE, DIFFICULTIES, MORALE_PHASE, MOVE, RANGED, SPECIAL, VALUES
from carnage.ruleset import Ruleset

SIDES = ("Side 1", "Side 2")
EDGES = ("south", "east", "north", "west")
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
PHASES = {
    MOVE: "Movement Phase",
    RANGED: "Ranged Phase",
    CLOSE: "Close Phase",
    SPECIAL: "Special Phase",
    MORALE_PHASE: "Morale Phase",
}
STATS = ("Ranged Skill", "Close Skill", "Morale")
SIGNS = ("thump", "shove", "pinch")
HITS = ("nothing", "model", "terrain")
CARDS = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
NEAR = 1.5  # inches from a piece of terrain to a base that still stands by it


class Names:
    """The names of one ruleset's battles. Places are told for the record that is passed in."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, str] = SIDES) -> None:
        self.sides = sides
        self.ruleset = ruleset
        self.centimetres = ruleset.has("centimetres")
        self.phased = ruleset.has("phased")
        self.mechanic = odds.mechanic(ruleset)
        self.weapons = ruleset.book.roster.weapon
        self.kinds = ruleset.kinds
        labels: list[str] = []
        codes: list[str] = []
        self.units: list[str] = []
        self.unit_ids: list[str] = []
        self.model_sides: list[int] = []
        self.unit_sides: list[int] = []
        force = ruleset.force
        for side in (0, 1):
            models = [model for unit in force for model in unit.models]
            labels += _numbered([model.label for model in models], " ")
            codes += [f"{side + 1}.{code}" for code in _numbered([model.code for model in models], "-")]
            self.units += _numbered([unit.label for unit in force], " ")
            self.unit_ids += [f"{side + 1}.{code}" for code in _numbered([unit.code for unit in force], "-")]
            self.model_sides += [side] * len(models)
            self.unit_sides += [side] * len(force)
        self.models = labels
        self.model_ids = codes
        pieces = ruleset.terrain
        count = Counter(piece.label for piece in pieces)
        self.pieces = [
            (("west " if piece.x < 0.5 else "east ") if count[piece.label] > 1 else "") + piece.label.lower()
            for piece in pieces
        ]

    def model(self, i: int, viewer: int = -1) -> str:
        """A model as this side speaks of it; told apart by its side's name where nobody speaks."""
        return self._said(self.models[i], self.model_sides[i], viewer)

    def unit(self, u: int, viewer: int = -1) -> str:
        """The same for a unit."""
        return self._said(self.units[u], self.unit_sides[u], viewer)

    def side(self, side: int) -> str:
        return self.sides[side]

    def _said(self, name: str, side: int, viewer: int) -> str:
        article = "" if name[-1].isdigit() else "the "
        if viewer < 0:
            return f"{self.sides[side]}’s {name}"
        return f"{article}{name}" if side == viewer else f"{article}enemy {name}"

    def weapon(self, w: int) -> str:
        return f"the {self.weapons[w].label}"

    def length(self, value: float) -> str:
        """A distance to a tenth: 6", 5.5" or 15 cm."""
        told = f"{max(value, 0.0):.1f}".removesuffix(".0")
        return f"{told} cm" if self.centimetres else f'{told}"'

    def place(self, x: float, y: float) -> str:
        """Coordinates from the south-west corner of the table."""
        return f"({x:.1f}, {y:.1f})"

    def landmark(self, g: Any, x: float, y: float) -> str:
        """What a base at x, y stands in, on or by: `in the west wood`; empty in the open."""
        best, found = NEAR, ""
        for n in range(g.n_markers):
            gap = math.dist((x, y), (g.markers[n].x, g.markers[n].y)) - g.radius - g.marker_radius
            if gap <= 0.01:
                return f"at {self.marker(g, n)}"
        for k in range(g.n_pieces):
            piece = g.pieces[k]
            ox, oy = abs(x - piece.x), abs(y - piece.y)
            if piece.disc:
                out = math.hypot(ox, oy) - piece.half_w
            else:
                out = math.hypot(max(0.0, ox - piece.half_w), max(0.0, oy - piece.half_h))
            if out <= 0.0:
                return f"in the {self.pieces[k]}"
            if out - g.radius < best:
                best, found = out - g.radius, f"by the {self.pieces[k]}"
        return found

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


def wind(dx: float, dy: float) -> str:
    """The wind that a direction points to; x is east and y north."""
    return WINDS[round(math.degrees(math.atan2(dx, dy)) / 45.0) % 8]


def percent(chance: float) -> str:
    """A chance as players read it; only what is certain is called 0% or 100%."""
    if 0.0 < chance < 0.005:
        return "<1%"
    if 0.995 < chance < 1.0:
        return ">99%"
    return f"{math.floor(chance * 100.0 + 0.5)}%"


def count(number: int, noun: str) -> str:
    """1 wound, 2 wounds."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def listed(parts: list[str]) -> str:
    """a, b and c."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def card(rank: int) -> str:
    """A card by its rank."""
    return CARDS.get(rank, str(rank))


def gap(g: Any, i: int, j: int) -> float:
    """From base edge to base edge."""
    a, b = g.models[i], g.models[j]
    return math.dist((a.x, a.y), (b.x, b.y)) - 2.0 * float(g.radius)


def _numbered(names: list[str], between: str) -> list[str]:
    """The names in order, those that come more than once with a number each."""
    total = Counter(names)
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name}{between}{seen[name]}" if total[name] > 1 else name)
    return found
