"""Scenes of a gamble: each player's dice in one row for each throw, and the pot.

There is no table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.common.text_format import ordinal
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.gamble.prepare import faces
from carnage.engine.gamble.state import UNUSED, USED
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Piece, Readout, Scene, TableBounds
from carnage.rulesets.ruleset import Ruleset

HERO = {UNUSED: ("Hero",), USED: ("Hero", "used")}
IN_HAND = "in hand"


class FamilySceneBuilder:
    """Builds the scenes of one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.shared = ruleset.has("shared-hero")
        if ruleset.has("in-proportion"):
            self.to_beat = "Best score so far"
        else:
            self.to_beat = "Score to beat"
        self.faces = faces(ruleset)

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene, which is the same for all seats, because nothing is hidden."""
        return Scene(
            TableBounds(0.0, 0.0), self.sides, (), tuple(self.dice(g)), tuple(self.tracks(g))
        )

    def dice(self, g: Any) -> Iterator[Piece]:
        """Yield each player's dice in the order in which they were thrown, then those in hand."""
        for side in range(len(self.sides)):
            dice = g.seats[side].dice
            for d in sorted(
                range(len(self.faces)), key=lambda d: (dice[d].value == 0, dice[d].thrown, d)
            ):
                thrown = dice[d].value > 0
                yield Piece(
                    f"die-{side + 1}-{d + 1}",
                    f"d{self.faces[d]}",
                    f"D{self.faces[d]}",
                    "die",
                    owner=side,
                    row=f"{ordinal(dice[d].thrown)} throw" if thrown else IN_HAND,
                    face=str(dice[d].counts or dice[d].value) if thrown else "",
                    state=self.state(dice[d]) if thrown else (),
                )

    def state(self, die: Any) -> tuple[str, ...]:
        """Return the state of a thrown die, with its value if it counts as another."""
        shown = (f"rolled {die.value}",) if die.counts else ()
        return (*HERO.get(die.hero, ()), *shown)

    def tracks(self, g: Any) -> Iterator[Readout]:
        """Yield the pot, a shared Hero number and the score to beat, then the tracks of each
        player.
        """
        seats = [g.seats[side] for side in range(len(self.sides))]
        yield Readout("pot", "Pot", value=g.pot - sum(s.paid for s in seats))
        if self.shared and seats[0].hero > 0:
            yield Readout("hero", "Hero number", value=seats[0].hero)
        best = max((s.score for s in seats if s.done), default=None)
        if best is not None:
            yield Readout("best", self.to_beat, value=best)
        for side, s in enumerate(seats):
            n = side + 1
            if side == 0:
                yield Readout(f"host-{n}", "Host", side)
            if s.hero > 0 and not self.shared:
                yield Readout(f"hero-{n}", "Hero number", side, s.hero)
            if s.done:
                yield Readout(f"score-{n}", "Points", side, s.score, standing=True)
            if s.paid_in:
                yield Readout(f"ante-{n}", "Paid into the pot", side, s.paid_in)
            if s.paid:
                yield Readout(f"paid-{n}", "Paid out of it", side, s.paid)

    def marks(self, g: Any, happening: LoggedEvent) -> tuple[Annotation, ...]:
        """Return no marks: a gamble has no distances."""
        return ()
