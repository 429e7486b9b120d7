"""Objects on a battle's table: markers, loot, dynamite and thrown dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.scene.measures import rounded_length
from carnage.engine.battle.words.naming import Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import Piece, PieceCounter

DIE_INCHES = 0.63  # inches, for dice of 16 mm
STICK_INCHES = 0.8  # inches, large enough to see


class Things:
    """Pieces of one ruleset's battles that are not models."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.captured = names.ruleset.has("marker-capture")
        self.kept = IdCache()

    def of(self, g: Any) -> tuple[Piece, ...]:
        """Return a piece for each object on the table."""
        lying = (g.loot, g.n_loot, g.sticks, g.n_sticks, g.thrown, g.n_thrown)
        return self.kept.get("all", (g.rounds > 0, g.markers, *lying), self.all, g)

    def all(self, parts: tuple[Any, ...], g: Any) -> tuple[Piece, ...]:
        """Return a piece for each object of a record. `parts` is the key of the cache."""
        return (*self.markers(g), *self.loot(g), *self.dynamite(g), *self.dice(g))

    def markers(self, g: Any) -> Iterator[Piece]:
        """Yield the objective markers, which are placed at the start of the first round."""
        size = rounded_length(2 * g.marker_radius)
        if not g.rounds:
            return
        for n in range(g.n_markers):
            marker = g.markers[n]
            holder = "nobody"
            if marker.holder >= 0:
                holder = self.names.sides[marker.holder]
            yield Piece(
                f"marker-{n + 1}",
                kind="marker",
                label=self.names.marker(g, n).removeprefix("the "),
                form="token",
                x=rounded_length(marker.x),
                y=rounded_length(marker.y),
                size=size,
                owner=marker.holder,
                state=(f"held by {holder}",) if self.captured else (),
            )

    def loot(self, g: Any) -> Iterator[Piece]:
        """Yield the Loot Tokens that lie on the table."""
        size = rounded_length(2 * g.token_radius)
        for n in range(g.n_loot):
            token = g.loot[n]
            if token.down:
                yield Piece(
                    f"loot-{n + 1}",
                    kind="loot",
                    label="Loot Token",
                    form="token",
                    x=rounded_length(token.x),
                    y=rounded_length(token.y),
                    size=size,
                )

    def dynamite(self, g: Any) -> Iterator[Piece]:
        """Yield the lit sticks that lie on the table.

        The steps that they have burnt are public, the lengths of their fuses are not.
        """
        for n in range(g.n_sticks):
            s = g.sticks[n]
            if s.lit and s.holder < 0:
                if s.bundle == 1:
                    label = "dynamite"
                else:
                    label = f"bundle of {s.bundle} sticks of dynamite"
                yield Piece(
                    f"dynamite-{n + 1}",
                    kind="dynamite",
                    label=label,
                    form="token",
                    x=rounded_length(s.x),
                    y=rounded_length(s.y),
                    size=rounded_length(STICK_INCHES * g.inch),
                    face=str(s.bundle),
                    state=("lit",),
                    meters=(PieceCounter("steps burnt", s.burnt),),
                )

    def dice(self, g: Any) -> Iterator[Piece]:
        """Yield the thrown dice that lie on the table.

        Move Dice of a unit stay until the last of its models has moved.
        """
        size = rounded_length(DIE_INCHES * g.inch)
        for n, die in enumerate(g.thrown):
            if die.live or n < g.n_thrown:
                face = str(die.value)
                yield Piece(
                    f"thrown-{n + 1}",
                    kind="thrown",
                    label=f"die with a {face}",
                    form="die",
                    x=rounded_length(die.x),
                    y=rounded_length(die.y),
                    size=size,
                    face=face,
                )
