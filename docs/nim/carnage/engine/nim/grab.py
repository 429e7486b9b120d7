"""Grab: a turn. Its options differ in their numbers only."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.nim import writers as write
from carnage.engine.nim.decisions import ask
from carnage.engine.nim.questions import TAKE
from carnage.engine.nim.state import Game, Log


@rule
def take(g: Game, log: Log, side: int) -> None:
    """A player takes coins, as many as may be and are there."""
    clear(g.core)
    for coins in range(1, min(g.p.grab_most, g.heap) + 1):
        offer(g.core, coins, -1, -1)
    coins = g.core.options[ask(g, log, side, TAKE, -1)].what
    g.heap -= coins
    g.taken[side] += coins
    write.take(g, log, g.chosen.grab, side, coins=coins, left=g.heap)
