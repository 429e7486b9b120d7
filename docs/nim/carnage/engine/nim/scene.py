"""A game as a scene: the pieces on the table and beside it."""

from __future__ import annotations

from typing import Any

from carnage.engine.core.log_reader import LoggedEvent
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Piece, Readout, Scene, TableBounds
from carnage.rulesets.ruleset import Ruleset


class FamilySceneBuilder:
    """Makes the scenes of one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides

    def scene(self, g: Any, seat: int) -> Scene:
        """The coins of the heap, and how many each player has. Nothing is hidden from anybody."""
        heap = [
            Piece(f"coin-{n + 1}", "coin", "coin", "token", row="heap", face="o")
            for n in range(g.heap)
        ]
        taken = [
            Readout(f"taken-{n + 1}", "Coins taken", n, int(g.taken[n]), standing=True)
            for n in range(len(self.sides))
        ]
        return Scene(
            TableBounds(0.0, 0.0),
            self.sides,
            (),
            tuple(heap),
            (Readout("turn", "Turn", value=int(g.rounds)), *taken),
        )

    def marks(self, g: Any, happening: LoggedEvent) -> tuple[Annotation, ...]:
        """Nothing is measured."""
        return ()
