"""Scenes of battles: the table with everything on it, and the tracks beside it.

No hidden information is read: no fuses, no order of cards, no sealed answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from carnage.engine.battle.scene.marks import Marks
from carnage.engine.battle.scene.models import Models
from carnage.engine.battle.scene.regions import Regions
from carnage.engine.battle.scene.things import Things
from carnage.engine.battle.scene.tracks import Tracks
from carnage.engine.battle.words.naming import Names
from carnage.engine.core.log_reader import LoggedEvent
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Scene, TableBounds
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset


class FamilySceneBuilder:
    """A factory for the scenes of one ruleset's battles.

    Args:
        ruleset: The ruleset.
        sides: The names of both sides.
    """

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.names = Names(ruleset, (sides[0], sides[1]))
        self.alike = get_force(ruleset).is_fixed
        self._named_models: list[tuple[int, int]] = []
        self.edges: Literal["wrapped", "closed"] = "closed"
        if ruleset.has("wrap-around"):
            self.edges = "wrapped"
        self.regions = Regions(self.names)
        self.tracks = Tracks(self.names)
        self.models = Models(self.names)
        self.things = Things(self.names)
        self.event_marks = Marks(self.names)

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene of a record.

        It is the same for each seat, because it holds no hidden information.
        """
        self.read_record(g)
        unit = "centimetres" if self.names.centimetres else "inches"
        return Scene(
            extent=TableBounds(g.table, g.table, unit=unit, edges=self.edges),
            sides=self.sides,
            regions=self.regions.of(g),
            pieces=(*self.models.of(g), *self.things.of(g)),
            tracks=self.tracks.of(g),
        )

    def read_record(self, g: Any) -> None:
        """Update the names of the models, if they depend on picks made in play and have changed."""
        if self.alike:
            models = []
        else:
            models = [(m.kind, m.absent) for m in g.models[: g.n_models]]
        if models != self._named_models:
            self.names.read_record(g)
            self._named_models = models

    def marks(self, g: Any, happening: LoggedEvent) -> Iterator[Annotation]:
        """Yield the marks of an event; `g` is the record after it."""
        return self.event_marks.of(g, happening)
