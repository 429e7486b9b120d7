"""The heap. Its options differ in their numbers alone."""

from __future__ import annotations

from carnage.engine.core.compiling import rule
from carnage.engine.nim import events as E
from carnage.engine.nim.noting import note
from carnage.engine.nim.state import Game, Log


@rule
def lay_out(g: Game, log: Log) -> None:
    """Put the coins between the players."""
    g.heap = g.p.heap_coins
    note(g, log, E.LAY_OUT, g.chosen.heap, -1, -1, -1, g.heap, 0, 0, 0)
