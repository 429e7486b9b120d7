"""Rules of Ante: the price of a seat at the table, in whole credits."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.state import Game, Log


@rule
def level(g: Game) -> int:
    """Return the same ante for all players."""
    return int(g.p.ante_ante)


@rule
def by_seat(g: Game, side: int) -> int:
    """Return an ante that is higher for each player than for the one before."""
    return int(g.p.ante_ante + side * g.p.ante_step)


@rule
def host_doubles(g: Game, side: int) -> int:
    """Return the ante, which is a multiple for the Host."""
    return int(g.p.ante_ante * (g.p.ante_host_pays if side == 0 else 1))


@rule
def seat_ante(g: Game, side: int) -> int:
    """Return the ante of this seat, in credits."""
    if g.chosen.ante == R.ANTE_BY_SEAT:
        return by_seat(g, side)
    if g.chosen.ante == R.ANTE_HOST_DOUBLES:
        return host_doubles(g, side)
    if g.chosen.ante == R.ANTE_LEVEL:
        return level(g)
    raise NoSuchRule


@rule
def collect_antes(g: Game, log: Log) -> None:
    """Have all players pay their antes into the pot."""
    for side in range(g.players):
        paid = seat_ante(g, side)
        g.seats[side].paid_in = paid
        g.pot += paid
        write.ante(g, log, g.chosen.ante, side, credits=paid, pot=g.pot)
