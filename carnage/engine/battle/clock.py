"""The clock: activations are counted, and time runs out."""

from __future__ import annotations

from carnage.engine.battle import events as E
from carnage.engine.battle.noting import note
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.chance import forget_dice
from carnage.engine.core.compiling import rule


@rule
def tick(g: Game, log: Log, unit: int) -> None:
    """An activation of this unit is over; where a round has phases, only its first of a round counts."""
    u = g.units[unit]
    g.last_to_act = u.side
    if (g.phased == 1 or g.speed_phases == 1) and u.clocked == g.rounds:
        return
    u.clocked = g.rounds
    g.clock += 1
    if g.time > 0 and g.time_up == 0 and g.clock >= g.time:
        run_out(g, log)


@rule
def run_out(g: Game, log: Log) -> None:
    """Time is up."""
    g.time_up = g.rounds
    forget_dice(g.core)
    note(g, log, E.TIME_UP, g.chosen.game_length, -1, -1, -1, g.clock, 0, 0, 0)


@rule
def late(g: Game, log: Log) -> None:
    """A round's activations are over: time runs out with one of them at the latest, however few were made."""
    if g.over == 0 and g.time > 0 and g.time_up == 0 and g.rounds >= g.p.game_length_latest:
        run_out(g, log)


@rule
def stopped(g: Game) -> bool:
    """Whether no more ordinary activations are made: the game is over, or these are the last orders."""
    return g.over == 1 or (g.time_up > 0 and g.last_orders == 1)
