"""Rules of Field: the things between the ships at the start."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import round_to_thousandth
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.collisions import add_thing
from carnage.engine.duel.state import DEBRIS, MOON, Game, Log


@rule
def lay_field(g: Game, log: Log) -> None:
    """Lay the things of this game's option."""
    if g.chosen.field_ == R.FIELD_DEBRIS:
        debris(g, log)
    elif g.chosen.field_ == R.FIELD_MOON:
        moon(g, log)
    elif g.chosen.field_ == R.FIELD_EMPTY:
        write.field(g, log, R.FIELD_EMPTY, thing=-1, to_x=0.0, to_y=0.0)
    else:
        raise NoSuchRule


@rule
def debris(g: Game, log: Log) -> None:
    """Lay debris, dice in a row across the middle of the line between the ships."""
    middle = g.square / 2.0
    step = g.p.field_between + 2.0 * g.die
    for n in range(g.p.field_pieces):
        y = round_to_thousandth(middle + step * (n - (g.p.field_pieces - 1) / 2.0))
        add_thing(g, DEBRIS, middle, y, g.die, -1)
        write.field(g, log, R.FIELD_DEBRIS, thing=DEBRIS, to_x=middle, to_y=y)


@rule
def moon(g: Game, log: Log) -> None:
    """Lay a moon midway between the ships."""
    middle = g.square / 2.0
    add_thing(g, MOON, middle, middle, g.p.field_wide / 2.0, -1)
    write.field(g, log, R.FIELD_MOON, thing=MOON, to_x=middle, to_y=middle)
