"""The clock: the count of activations, after which time runs out."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.compiling.marks import rule


@rule
def count_activation(g: Game, unit: int) -> None:
    """Count an activation of this unit.

    Where a round has phases, only its first of a round counts.
    """
    u = g.units[unit]
    if (g.phased == 0 and g.speed_phases == 0) or u.clocked < g.rounds:
        u.clocked = g.rounds
        g.clock += 1


@rule
def end_activation_time(g: Game, log: Log, unit: int) -> None:
    """Note the side that has finished an activation, and let time run out if it is up."""
    g.last_to_act = g.units[unit].side
    if g.time > 0 and g.time_up == 0 and g.clock >= g.time:
        end_time(g, log)


@rule
def end_time(g: Game, log: Log) -> None:
    """Log that time is up."""
    g.time_up = g.rounds
    write.time_up(g, log, g.chosen.game_length, activations=g.clock)


@rule
def end_late_time(g: Game, log: Log) -> None:
    """End the time after the last round that the rule allows, if it has not ended yet."""
    if g.over == 0 and g.time > 0 and g.time_up == 0 and g.rounds >= g.p.game_length_latest:
        end_time(g, log)


@rule
def is_stopped(g: Game) -> bool:
    """Return whether ordinary activations are over: the game is, or last orders are due."""
    return g.over == 1 or (g.time_up > 0 and g.last_orders == 1)


@rule
def boots_are_over(g: Game) -> bool:
    """Return whether nobody can be booted up any more, because the time of The Clock is up."""
    return g.chosen.game_length == R.GAME_LENGTH_THE_CLOCK and g.time_up > 0
