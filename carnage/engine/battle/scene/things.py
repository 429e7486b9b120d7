"""Objects on a battle's table: markers, loot, dynamite and thrown dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.scene.measures import place
from carnage.engine.battle.words.naming import Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import Piece, PieceCounter

DIE = 0.63  # inches, for dice of 16 mm
STICK = 0.8  # inches, large enough to see


class Things:
    """Pieces of one ruleset's battles that are not models."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.captured = names.ruleset.has("marker-capture")
        self.kept = IdCache()

    def of(self, g: Any) -> tuple[Piece, ...]:
        """Return a piece for each object on the table."""
        lying = g.loot, g.n_loot, g.sticks, g.n_sticks, g.thrown, g.n_thrown
        return self.kept.get("all", (g.rounds > 0, g.markers, *lying), self.all, g)

    def all(self, of: tuple[Any, ...], g: Any) -> tuple[Piece, ...]:
        """Return a piece for each object of a record."""
        return (*self.markers(g), *self.loot(g), *self.dynamite(g), *self.dice(g))

    def markers(self, g: Any) -> Iterator[Piece]:
        """Yield the objective markers, which are placed at the start of the first round."""
        size = place(2 * g.marker_radius)
        for n in range(g.n_markers if g.rounds else 0):
            marker = g.markers[n]
            label = self.names.marker(g, n).removeprefix("the ")
            held = f"held by {self.names.sides[marker.holder] if marker.holder >= 0 else 'nobody'}"
            at = place(marker.x), place(marker.y)
            state = (held,) if self.captured else ()
            yield Piece(
                f"marker-{n + 1}", "marker", label, "token", *at, size, marker.holder, state=state
            )

    def loot(self, g: Any) -> Iterator[Piece]:
        """Yield the Loot Tokens that lie on the table."""
        size = place(2 * g.token_radius)
        for n in range(g.n_loot):
            token = g.loot[n]
            if token.down:
                at = place(token.x), place(token.y)
                yield Piece(f"loot-{n + 1}", "loot", "Loot Token", "token", *at, size)

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
                    *(f"dynamite-{n + 1}", "dynamite", label, "token"),
                    *(place(s.x), place(s.y), place(STICK * g.inch)),
                    face=str(s.bundle),
                    state=("lit",),
                    meters=(PieceCounter("steps burnt", s.burnt),),
                )

    def dice(self, g: Any) -> Iterator[Piece]:
        """Yield the thrown dice that lie on the table.

        Move Dice of a unit stay until the last of its models has moved.
        """
        for n, die in enumerate(g.thrown):
            if die.live or n < g.n_thrown:
                at = place(die.x), place(die.y)
                face = str(die.value)
                label = f"die with a {face}"
                yield Piece(
                    f"thrown-{n + 1}", "thrown", label, "die", *at, place(DIE * g.inch), face=face
                )
