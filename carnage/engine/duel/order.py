"""Order: who goes first in a step of the turn."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import below
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.asking import ask
from carnage.engine.duel.counts import row_dice
from carnage.engine.duel.questions import MOVES, ORDER, THE_LEAD
from carnage.engine.duel.state import OFFENSE, Game, Log
from carnage.engine.duel.tie_order import call


@rule
def goes_first(g: Game, log: Log, step: int) -> int:
    """The ship that goes first in this step, MOVES or ATTACKS."""
    mine, theirs = g.ships[0].mobility, g.ships[1].mobility
    if step != MOVES:
        mine, theirs = row_dice(g, 0, OFFENSE), row_dice(g, 1, OFFENSE)
    if (mine == 0) != (theirs == 0):
        return 0 if mine > 0 else 1
    if g.chosen.order == R.ORDER_THE_LEAD:
        if step == MOVES or mine == 0:
            return int(g.lead)
        return settled(g, log, step, below(g.core, 2), -1)
    if mine == 0:
        return max(g.first, 0)
    if g.chosen.order == R.ORDER_HIGHER_FIRST:
        return higher_first(g, log, step, mine, theirs)
    if g.chosen.order == R.ORDER_LOWER_FIRST:
        return lower_first(g, log, step, mine, theirs)
    if g.chosen.order == R.ORDER_CALLED:
        return called(g, log, step)
    raise NoSuchRule


@rule
def settled(g: Game, log: Log, step: int, first: int, by: int) -> int:
    """Tell who goes first or has the lead, and who said so (-1: nobody had to)."""
    if step == THE_LEAD:
        g.lead = first
    write.order(g, log, g.chosen.order, first=first, step=step, said_by=by)
    return first


@rule
def called(g: Game, log: Log, step: int) -> int:
    """Whoever has the call says so."""
    return said_by(g, log, step, call(g, log))


@rule
def said_by(g: Game, log: Log, step: int, by: int) -> int:
    """This player says who goes first, or has the lead."""
    clear(g.core)
    offer(g.core, by, -1, -1)
    offer(g.core, 1 - by, -1, -1)
    first = int(g.core.options[ask(g, log, by, ORDER, step)].what)
    return settled(g, log, step, first, by)


@rule
def higher_first(g: Game, log: Log, step: int, mine: int, theirs: int) -> int:
    """The higher row."""
    if mine == theirs:
        return called(g, log, step)
    return settled(g, log, step, 0 if mine > theirs else 1, -1)


@rule
def lower_first(g: Game, log: Log, step: int, mine: int, theirs: int) -> int:
    """The lower row."""
    if mine == theirs:
        return called(g, log, step)
    return settled(g, log, step, 0 if mine < theirs else 1, -1)


@rule
def the_lead(g: Game, log: Log) -> None:
    """A coin's winner says who has the lead this turn, and so moves first; who attacks first says another."""
    said_by(g, log, THE_LEAD, below(g.core, 2))
