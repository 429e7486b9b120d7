"""Rules of Order: the ship that goes first in a step of the turn."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel import writers as write
from carnage.engine.duel.counts import row_dice
from carnage.engine.duel.decisions import ask
from carnage.engine.duel.questions import MOVES, ORDER, THE_LEAD
from carnage.engine.duel.state import OFFENSE, Game, Log
from carnage.engine.duel.tie_order import give_call


@rule
def first_ship(g: Game, log: Log, step: int) -> int:
    """Return the ship that goes first in this step, MOVES or ATTACKS.

    Mobility counts as revealed, Offense as the dice that it has now. If only one ship can act in
    the step, it goes first, and no rule is asked.
    """
    mine = g.ships[0].mobility
    theirs = g.ships[1].mobility
    if step != MOVES:
        mine = row_dice(g, 0, OFFENSE)
        theirs = row_dice(g, 1, OFFENSE)
    if (mine == 0) != (theirs == 0):
        return 0 if mine > 0 else 1
    if g.chosen.order == R.ORDER_THE_LEAD:
        return int(g.lead)
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
def record_order(g: Game, log: Log, step: int, first: int, by: int) -> int:
    """Log the ship that goes first, or has the lead, and return it.

    Args:
        step: MOVES, ATTACKS or THE_LEAD.
        first: The ship.
        by: The player who chose it, or -1 if the rules did.
    """
    if step == THE_LEAD:
        g.lead = first
    write.order(g, log, g.chosen.order, first=first, step=step, said_by=by)
    return first


@rule
def called(g: Game, log: Log, step: int) -> int:
    """Have the player with the call choose the ship that goes first, and return it."""
    return choose_order(g, log, step, give_call(g, log))


@rule
def choose_order(g: Game, log: Log, step: int, by: int) -> int:
    """Have player `by` choose the ship that goes first or has the lead, and return it."""
    clear(g.core)
    offer(g.core, by, -1, -1)
    offer(g.core, 1 - by, -1, -1)
    first = int(g.core.options[ask(g, log, by, ORDER, step)].what)
    return record_order(g, log, step, first, by)


@rule
def higher_first(g: Game, log: Log, step: int, mine: int, theirs: int) -> int:
    """Return the ship with the higher row, or the choice of the player with the call."""
    if mine == theirs:
        return called(g, log, step)
    first = 0 if mine > theirs else 1
    return record_order(g, log, step, first, -1)


@rule
def lower_first(g: Game, log: Log, step: int, mine: int, theirs: int) -> int:
    """Return the ship with the lower row, or the choice of the player with the call."""
    if mine == theirs:
        return called(g, log, step)
    first = 0 if mine < theirs else 1
    return record_order(g, log, step, first, -1)


@rule
def the_lead(g: Game, log: Log) -> None:
    """Have the winner of a coin flip choose the ship with the lead in this turn.

    It moves and attacks first.
    """
    choose_order(g, log, THE_LEAD, below(g.core, 2))
