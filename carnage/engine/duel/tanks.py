"""Tanks: what jettisoned dice are good for. `inert` ones just lie in the way."""

from __future__ import annotations

from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.duel import events as E
from carnage.engine.duel import numbers as R
from carnage.engine.duel.hit import strike
from carnage.engine.duel.noting import fire, note, note_way
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
    forget_dice(g.core)
    note(g, log, E.EXPLODE, R.TANKS_EXPLODING, side, -1, -1, g.p.tanks_blast, 0, 0, 0)
    strike(g, log, 1 - side, g.p.tanks_blast)


@rule
def brittle(g: Game, log: Log, n: int) -> None:
    """The first die in a shot's way is put aside."""
    thing = g.things[n]
    forget_dice(g.core)
    note_way(g, log, E.SHATTER, R.TANKS_BRITTLE, g.firing, -1, 0, 0, 0.0, 0.0, thing.x, thing.y)
    take_away(g, n)
