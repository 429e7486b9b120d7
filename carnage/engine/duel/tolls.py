"""What a hit costs, by the options of Hit: `whole_cells`, `breach` and `glancing`. Nothing here changes."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.counts import share_of
from carnage.engine.duel.state import Game


@rule
def toll(g: Game, dice: int, offense: int, defense: int) -> tuple[int, int]:
    """How many dice a hit tears out of a ship that has so many, and how many pips of Defense it costs to
    block it: one of them is 0."""
    if g.chosen.hit == R.HIT_GLANCING:
        return glancing(offense, defense)
    if g.chosen.hit == R.HIT_WHOLE_CELLS:
        return whole_cells(offense, defense)
    if g.chosen.hit == R.HIT_BREACH:
        return breach(g, dice, offense, defense)
    raise NoSuchRule


@rule
def whole_cells(offense: int, defense: int) -> tuple[int, int]:
    """As many dice as Offense; or as many pips as Defense."""
    return (offense, 0) if offense > defense else (0, defense)


@rule
def breach(g: Game, dice: int, offense: int, defense: int) -> tuple[int, int]:
    """As many dice as Offense, but no more than a share of all; or as many pips as Defense."""
    if offense > defense:
        return min(offense, share_of(dice, g.p.hit_most)), 0
    return 0, defense


@rule
def glancing(offense: int, defense: int) -> tuple[int, int]:
    """As many dice as Offense is higher; or as many pips as Offense."""
    return (offense - defense, 0) if offense > defense else (0, offense)
