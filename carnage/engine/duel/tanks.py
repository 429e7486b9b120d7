"""Rules of Tanks: the effects of jettisoned dice. Inert dice only block the way."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.collisions import remove_thing
from carnage.engine.duel.event_log import fire
from carnage.engine.duel.hit import strike
from carnage.engine.duel.state import Game, Log


@rule
def inert(g: Game) -> None:
    """Count that a die stays in the way."""
    if g.chosen.tanks == R.TANKS_INERT:
        fire(g, R.TANKS_INERT)


@rule
def exploding(g: Game, log: Log, side: int) -> None:
    """Hit the enemy with a die that this ship has jettisoned onto it: an attack without a miss."""
    write.explode(g, log, R.TANKS_EXPLODING, side, offense=g.p.tanks_blast)
    strike(g, log, 1 - side, g.p.tanks_blast)


@rule
def brittle(g: Game, log: Log, n: int) -> None:
    """Remove thing n, the first die in a shot's way."""
    x = g.things[n].x
    y = g.things[n].y
    remove_thing(g, n)
    write.shatter(g, log, R.TANKS_BRITTLE, g.firing, x, y)
