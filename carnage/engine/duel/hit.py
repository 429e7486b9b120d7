"""Hit: Offense against Defense, whose options stand in `tolls`: bots reckon with them too."""

from __future__ import annotations

from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule
from carnage.engine.duel import events as E
from carnage.engine.duel.counts import row_dice
from carnage.engine.duel.fuel import lose
from carnage.engine.duel.noting import note
from carnage.engine.duel.state import DEFENSE, Game, Log
from carnage.engine.duel.tolls import toll


@rule
def strike(g: Game, log: Log, side: int, offense: int) -> None:
    """The ship of `side` is hit. What it has to jettison or to pay then is for `settling`."""
    defense = row_dice(g, side, DEFENSE)
    dice, pips = toll(g, offense, defense)
    forget_dice(g.core)
    note(g, log, E.HIT, g.chosen.hit, side, -1, -1, offense, defense, int(dice > 0), 0)
    lose(g, log, side, dice)
    g.ships[side].owes[DEFENSE] += pips
