"""Rules of Hit:

Offense against Defense. The cost of a hit is in `hit_costs`, which bots use as well.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.duel import writers as write
from carnage.engine.duel.counts import dice_left, row_dice
from carnage.engine.duel.fuel import lose_dice
from carnage.engine.duel.hit_costs import hit_cost
from carnage.engine.duel.state import DEFENSE, Game, Log


@rule
def strike(g: Game, log: Log, side: int, offense: int) -> None:
    """Hit the ship of `side` with this Offense.

    The dice and pips that it loses become debts, which `action_cleanup` settles.
    """
    defense = row_dice(g, side, DEFENSE)
    dice, pips = hit_cost(g, dice_left(g, side), offense, defense)
    is_late = side == g.answering
    due = min(dice, dice_left(g, side)) if is_late else 0
    write.hit(
        g,
        log,
        g.chosen.hit,
        side,
        offense=offense,
        defense=defense,
        pierced=int(dice > 0),
        lost_later=due,
    )
    if is_late:
        g.ships[side].due += due
    else:
        lose_dice(g, log, side, dice)
    g.ships[side].owes[DEFENSE] += pips


@rule
def lose_due_dice(g: Game, log: Log, side: int) -> None:
    """Take the dice that a ship has lost to the first attack, now that its own is over."""
    dice = int(g.ships[side].due)
    g.ships[side].due = 0
    lose_dice(g, log, side, dice)
