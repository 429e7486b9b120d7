"""Scenes of a gamble: each player's dice in one row for each throw, and the pot.

There is no table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.common.text_format import ordinal
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.gamble.state import UNUSED, USED
from carnage.replays.replay import Annotation
from carnage.replays.scenes import Piece, Readout, Scene, TableBounds
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.throws import list_dice

HERO = {UNUSED: ("Hero",), USED: ("Hero", "used")}
IN_HAND = "in hand"


class FamilySceneBuilder:
    """Builds the scenes of one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.shared = ruleset.has("shared-hero")
        self.by_rounds = ruleset.has("rounds")
        self.to_beat = "Best score so far"
        ties = ruleset.choice("ties").option.code
        if ties == "first-stands" and not ruleset.has("in-proportion"):
            self.to_beat = "Score to beat"  # a level score does not win
        self.faces = list_dice(ruleset)

    def scene(self, g: Any, seat: int) -> Scene:
        """Return the scene, which is the same for all seats, because nothing is hidden."""
        return Scene(
            extent=TableBounds(0.0, 0.0),
            sides=self.sides,
            pieces=tuple(self.dice(g)),
            tracks=tuple(self.tracks(g)),
        )

    def dice(self, g: Any) -> Iterator[Piece]:
        """Yield each player's dice in the order in which they were thrown, then those in hand."""
        for side in range(len(self.sides)):
            dice = g.seats[side].dice
            numbers = range(len(self.faces))
            for d in sorted(numbers, key=lambda d: (dice[d].value == 0, dice[d].thrown, d)):
                yield self.die(dice[d], side, d)

    def die(self, die: Any, side: int, d: int) -> Piece:
        """Return the piece for die d of a player."""
        id = f"die-{side + 1}-{d + 1}"
        kind = f"d{self.faces[d]}"
        label = f"D{self.faces[d]}"
        if die.value == 0:
            return Piece(id, kind, label, form="die", owner=side, row=IN_HAND)
        return Piece(
            id,
            kind,
            label,
            form="die",
            owner=side,
            row=f"{ordinal(die.thrown)} throw",
            face=str(die.counts or die.value),
            state=self.state(die),
        )

    def state(self, die: Any) -> tuple[str, ...]:
        """Return the state of a thrown die, with its value if it counts as another."""
        shown = (f"rolled {die.value}",) if die.counts else ()
        return (*HERO.get(die.hero, ()), *shown)

    def tracks(self, g: Any) -> Iterator[Readout]:
        """Yield the tracks of the pot and of shared numbers, then those of each player."""
        seats = [g.seats[side] for side in range(len(self.sides))]
        yield Readout("pot", "Pot", value=g.pot - sum(s.paid for s in seats))
        if self.shared and seats[0].hero > 0:
            yield Readout("hero", "Hero number", value=seats[0].hero)
        best = max((s.score for s in seats if self.has_score(s)), default=None)
        if best is not None and not all(s.done for s in seats):
            yield Readout("best", self.to_beat, value=best)
        for side in range(len(self.sides)):
            yield from self.seat_tracks(g, side)

    def seat_tracks(self, g: Any, side: int) -> Iterator[Readout]:
        """Yield the tracks of one player."""
        s = g.seats[side]
        n = side + 1
        if side == 0:
            yield Readout(f"host-{n}", "Host", side)
        if s.hero > 0 and not self.shared:
            yield Readout(f"hero-{n}", "Hero number", side, value=s.hero)
        if self.has_score(s):
            yield Readout(f"score-{n}", "Points", side, value=s.score, standing=True)
        if s.paid_in:
            yield Readout(f"ante-{n}", "Paid into the pot", side, value=s.paid_in)
        if s.paid:
            yield Readout(f"paid-{n}", "Paid out of it", side, value=s.paid)

    def has_score(self, seat: Any) -> bool:
        """Return whether a player's dice are worth points: after each throw, or after the turn."""
        return bool(seat.done or (self.by_rounds and seat.throws))

    def marks(self, g: Any, happening: LoggedEvent) -> tuple[Annotation, ...]:
        """Return no marks: a gamble has no distances."""
        return ()
