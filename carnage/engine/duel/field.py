"""Field: what lies between the ships from the start."""

from __future__ import annotations

from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import thousandth
from carnage.engine.duel import events as E
from carnage.engine.duel import numbers as R
from carnage.engine.duel.noting import note_way
from carnage.engine.duel.state import DEBRIS, MOON, Game, Log
from carnage.engine.duel.ways import lay


@rule
def lay_field(g: Game, log: Log) -> None:
    """What this game's option says."""
    forget_dice(g.core)
    if g.chosen.field_ == R.FIELD_DEBRIS:
        debris(g, log)
    elif g.chosen.field_ == R.FIELD_MOON:
        moon(g, log)
    else:
        note_way(g, log, E.FIELD, R.FIELD_EMPTY, -1, -1, -1, 0, 0.0, 0.0, 0.0, 0.0)


@rule
def debris(g: Game, log: Log) -> None:
    """Spare dice in a row across the middle of the line between the ships."""
    middle = g.square / 2.0
    step = g.p.field_between + 2.0 * g.die
    for n in range(g.p.field_pieces):
        y = thousandth(middle + step * (n - (g.p.field_pieces - 1) / 2.0))
        lay(g, DEBRIS, middle, y, g.die, -1)
        note_way(g, log, E.FIELD, R.FIELD_DEBRIS, -1, -1, DEBRIS, 0, 0.0, 0.0, middle, y)


@rule
def moon(g: Game, log: Log) -> None:
    """One wide thing midway between the ships."""
    middle = g.square / 2.0
    lay(g, MOON, middle, middle, g.p.field_wide / 2.0, -1)
    note_way(g, log, E.FIELD, R.FIELD_MOON, -1, -1, MOON, 0, 0.0, 0.0, middle, middle)
