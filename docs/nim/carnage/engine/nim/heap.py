"""The heap. Its options differ in their numbers only."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.nim import writers as write
from carnage.engine.nim.state import Game, Log


@rule
def lay_out(g: Game, log: Log) -> None:
    """Place the coins between the players."""
    g.heap = g.p.heap_coins
    write.lay_out(g, log, g.chosen.heap, coins=g.heap)
