"""The cost of a hit by the options of Hit. These rules change nothing."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.duel import numbers as R
from carnage.engine.duel.counts import share_rounded_up
from carnage.engine.duel.state import Game


@rule
def hit_cost(g: Game, dice: int, offense: int, defense: int) -> tuple[int, int]:
    """Return the dice that a hit ship loses and the pips that its block costs; one of them is 0.

    Args:
        dice: Number of dice of the ship.
        offense: Offense of the shot.
        defense: Defense of the ship.
    """
    if g.chosen.hit == R.HIT_GLANCING:
        return glancing(offense, defense)
    if g.chosen.hit == R.HIT_WHOLE_CELLS:
        return whole_cells(offense, defense)
    if g.chosen.hit == R.HIT_BREACH:
        return breach(g, dice, offense, defense)
    raise NoSuchRule


@rule
def shot_strength(g: Game, side: int, offense: int) -> int:
    """Return the Offense of a ship's shot against Defense: less if it was pierced first."""
    if g.ships[side].due == 0:
        return offense
    return max(1, offense - int(g.p.hit_less))


@rule
def whole_cells(offense: int, defense: int) -> tuple[int, int]:
    """Return the cost: as many dice as Offense, or as many pips as Defense."""
    return (offense, 0) if offense > defense else (0, defense)


@rule
def breach(g: Game, dice: int, offense: int, defense: int) -> tuple[int, int]:
    """Return the cost: as many dice as Offense, to a limit, or as many pips as Offense."""
    if offense > defense:
        return min(offense, share_rounded_up(dice, g.p.hit_most)), 0
    return 0, offense


@rule
def glancing(offense: int, defense: int) -> tuple[int, int]:
    """Return the cost: as many dice as Offense exceeds Defense, or as many pips as Offense."""
    if offense > defense:
        return (offense - defense, 0)
    return (0, offense)
