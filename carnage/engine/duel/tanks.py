"""Tanks: what jettisoned dice are good for. `inert` ones just lie in the way."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.hit import strike
from carnage.engine.duel.noting import fire
from carnage.engine.duel.state import Game, Log
from carnage.engine.duel.ways import take_away


@rule
def inert(g: Game) -> None:
    """A die comes to lie in the way for good."""
    if g.chosen.tanks == R.TANKS_INERT:
        fire(g, R.TANKS_INERT)


@rule
def exploding(g: Game, log: Log, side: int) -> None:
    """A die of this ship is jettisoned onto the enemy: a free attack that cannot miss."""
    write.explode(g, log, R.TANKS_EXPLODING, side, offense=g.p.tanks_blast)
    strike(g, log, 1 - side, g.p.tanks_blast)


@rule
def brittle(g: Game, log: Log, n: int) -> None:
    """The first die in a shot's way is put aside."""
    x, y = g.things[n].x, g.things[n].y
    take_away(g, n)
    write.shatter(g, log, R.TANKS_BRITTLE, g.firing, x, y)
