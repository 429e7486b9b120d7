"""What the referee keeps of a game, made from the ruleset alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from carnage.rulesets.forces import Model, get_force
from carnage.rulesets.ruleset import Ruleset
from tests.support.tape import Ground, Point

CM = 2.54


@dataclass
class Figure:
    """A model on the table."""

    number: int
    side: int
    unit: int
    kind: Model
    at: Point = (0.0, 0.0)
    facing: Point = (0.0, 1.0)
    in_play: bool = False
    wounds: int = 0
    doomed: bool = False
    focused: bool = False
    again: bool = False  # has acted in this one of several activations in a row
    done: list[str] = field(
        default_factory=list
    )  # actions of this activation, or of this round if phased


@dataclass
class Band:
    """A unit."""

    number: int
    side: int
    figures: list[Figure]
    activations: int = 0
    shaken: int = 0
    owes: int = 0

    @property
    def left(self) -> list[Figure]:
        return [figure for figure in self.figures if figure.in_play]

    @property
    def points(self) -> int:
        return sum(figure.kind.points for figure in self.figures)


class Board:
    """The table, both forces, and the players' purses."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.params = dict(ruleset.params)
        self.small = ruleset.has("centimetres")
        self.size = self.params["deployment.table_feet"] * 12 * (CM if self.small else 1)
        self.strip = self.params["deployment.deploy_inches"] * (CM if self.small else 1)
        self.base = float(ruleset.book.roster.base)
        self.ground = [
            Ground(
                piece.shape == "disc",
                piece.x * self.size,
                (1 - piece.y) * self.size,
                piece.width * self.size,
                piece.height * self.size,
                frozenset(piece.kinds),
            )
            for piece in ruleset.book.roster.terrain
        ]
        self.bands: list[Band] = []
        self.figures: list[Figure] = []
        for side in (0, 1):
            for unit in get_force(ruleset).units:
                band = Band(len(self.bands), side, [])
                for model in unit.models:
                    figure = Figure(len(self.figures), side, band.number, model)
                    band.figures.append(figure)
                    self.figures.append(figure)
                self.bands.append(band)
        self.spent = [0, 0]
        self.left_out = [-1, -1]
        self.victory = [0, 0]
        self.re_rolls = [0, 0]
        self.tokens = [0, 0]
        self.purse = [0, 0]
        self.holders = [-1] * (
            int(self.params["objectives.markers"]) if ruleset.has("markers") else 0
        )
        self.markers: list[Point] = []
        self.decks: list[dict[int, int]] = [{}, {}]
        self.edge = [0, 2]
        self.first = -1
        self.round = 0
        self.phase = ""

    def option(self, table: str) -> str:
        return self.ruleset.choice(table).option.code

    def has(self, trait: str) -> bool:
        return self.ruleset.has(trait)

    def number(self, name: str) -> float:
        return self.params[name]

    def whole(self, name: str) -> int:
        return int(self.params[name])

    def enemies(self, side: int) -> list[Figure]:
        return [figure for figure in self.figures if figure.in_play and figure.side != side]

    def of(self, kind: str) -> list[Ground]:
        return [piece for piece in self.ground if kind in piece.kinds]
