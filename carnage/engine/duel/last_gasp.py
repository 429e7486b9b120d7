"""Rules of Last Gasp: the end of the action in which a ship loses its last die, and the winner."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.counts import dice_left, is_finished
from carnage.engine.duel.event_log import fire
from carnage.engine.duel.state import Game


@rule
def is_halted(g: Game) -> bool:
    """Return whether the game has ended in the middle of an action; coasting always ends."""
    return g.chosen.last_gasp == R.LAST_GASP_AT_ONCE and g.acting >= 0 and at_once(g)


@rule
def at_once(g: Game) -> bool:
    """Return whether a ship has no die left, which ends the game at once."""
    if not is_finished(g):
        return False
    fire(g, R.LAST_GASP_AT_ONCE)
    return True


@rule
def winner(g: Game) -> int:
    """Return the ship that has won, when at least one has no dice; -1 for a draw.

    If both have run dry by coasting, it is the one that had more pips before.
    """
    if g.acting < 0 and ship_with_dice(g) < 0:
        return int(g.ahead)
    if g.chosen.last_gasp == R.LAST_GASP_DEAD_HEAT:
        return dead_heat(g)
    if g.chosen.last_gasp == R.LAST_GASP_PARTING_SHOT:
        return parting_shot(g)
    if g.chosen.last_gasp == R.LAST_GASP_AT_ONCE:
        return ship_with_dice(g)
    raise NoSuchRule


@rule
def ship_with_dice(g: Game) -> int:
    """Return the ship that has dice left; -1 if neither has."""
    if dice_left(g, 0) > 0:
        return 0
    return 1 if dice_left(g, 1) > 0 else -1


@rule
def dead_heat(g: Game) -> int:
    """Return the winner; -1 if both ships ran dry by one action."""
    fire(g, R.LAST_GASP_DEAD_HEAT)
    return ship_with_dice(g)


@rule
def parting_shot(g: Game) -> int:
    """Return the winner. If both ships ran dry by one action, the acting ship wins."""
    fire(g, R.LAST_GASP_PARTING_SHOT)
    if ship_with_dice(g) >= 0:
        return ship_with_dice(g)
    return int(g.acting)
