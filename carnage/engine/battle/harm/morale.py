"""Morale: the effects of losses on units that see them. The option Leg It is in `leg_it`."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.resolution import take_unit_test
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.movement import flee_straight
from carnage.engine.battle.see.line_of_sight import can_see
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule


@rule
def mark_rattled_units(g: Game, log: Log) -> None:
    """Mark the units that saw a friendly unit removed as rattled.

    Rattled units then test at once, those of the First Player first. In a phased game they test in
    the Morale Phase.
    """
    any_lost = False
    for unit in range(g.n_units):
        gone = g.units[unit]
        if gone.lost == 0:
            continue
        gone.lost = 0
        if not frightens(g):
            continue
        any_lost = True
        for other in range(g.n_units):
            u = g.units[other]
            if u.side == gone.side and u.in_play > 0 and saw_loss(g, other, unit):
                u.rattled += 1
                write.rattled(g, log, g.chosen.morale, u.side, other, unit)
    if any_lost and g.phased == 0:
        take_rattled_tests(g, log, g.first)
        take_rattled_tests(g, log, 1 - g.first)


@rule
def frightens(g: Game) -> bool:
    """Return whether a unit that sees a friendly unit removed takes a test.

    Raises:
        NoSuchRule: The game has an option of morale that is not implemented.
    """
    if g.chosen.morale == R.MORALE_FLEEING or g.chosen.morale == R.MORALE_SHAKEN:
        return True
    if g.chosen.morale == R.MORALE_NONE:
        none(g)
        return False
    # Leg It asks before activations, and has no effect in games in which nobody would leave.
    if g.chosen.morale == R.MORALE_LEG_IT or g.chosen.morale == NOT_ASKED:
        return False
    raise NoSuchRule


@rule
def saw_loss(g: Game, unit: int, gone: int) -> bool:
    """Return whether a model of a unit was near the last model of a removed unit and saw it."""
    u = g.units[unit]
    lost = g.models[g.units[gone].last]
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if (
            is_standing(m)
            and distance(m.x, m.y, lost.x, lost.y) - 2.0 * g.radius <= g.p.morale_distance
            and can_see(g, i, g.units[gone].last)
        ):
            return True
    return False


@rule
def take_rattled_tests(g: Game, log: Log, side: int) -> None:
    """Test each rattled unit of a side.

    It tests once for each unit that it saw removed, but only once in a phased game. A unit that
    fails flees or is shaken.
    """
    for unit in range(g.n_units):
        u = g.units[unit]
        tests = u.rattled if u.side == side else 0
        if tests > 0:
            u.rattled = 0
        if g.phased == 1:
            tests = min(tests, 1)
        for _ in range(tests):
            if has_standing_member(g, unit) and not take_unit_test(
                g, log, unit, g.p.morale_difficulty
            ):
                if g.chosen.morale == R.MORALE_FLEEING:
                    fleeing(g, log, unit)
                elif g.chosen.morale == R.MORALE_SHAKEN:
                    shaken(g, log, unit)
                else:
                    raise NoSuchRule


@rule
def none(g: Game) -> None:
    """Count the option Fearless as used."""
    fire(g, R.MORALE_NONE)


@rule
def has_standing_member(g: Game, unit: int) -> bool:
    """Return whether a unit has a standing model left."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        if is_standing(g.models[i]):
            return True
    return False


@rule
def fleeing(g: Game, log: Log, unit: int) -> None:
    """Move a unit as far away from all enemies as it can get."""
    u = g.units[unit]
    for i in range(u.first, u.first + u.count):
        if is_standing(g.models[i]):
            flee_straight(g, log, i)
            if g.chosen.units == R.UNITS_RANKED:  # the first model has moved the whole block
                return


@rule
def shaken(g: Game, log: Log, unit: int) -> None:
    """Give a unit a Shaken Token."""
    u = g.units[unit]
    u.shaken += 1
    write.shaken(g, log, R.MORALE_SHAKEN, u.side, unit, tokens=u.shaken)


@rule
def overcomes_shaken(g: Game, log: Log, unit: int) -> bool:
    """Return whether a unit that is picked to activate may do so.

    A unit with Shaken Tokens takes a Morale test first, and loses its tokens if it passes.
    """
    u = g.units[unit]
    if u.shaken == 0:
        return True
    calm = take_unit_test(g, log, unit, g.p.morale_difficulty)
    if calm:
        u.shaken = 0
        write.steady(g, log, R.MORALE_SHAKEN, u.side, unit)
    else:
        write.held_up(g, log, R.MORALE_SHAKEN, u.side, unit)
    return calm
