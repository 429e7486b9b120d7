"""Rules of Later Throws: the extra pay for sets and runs that are completed late.

The options fill in the scale once a game.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.state import THROWS, Game


@rule
def multiply(g: Game) -> None:
    """Set a factor for each later throw."""
    g.scale.factor[2] = g.p.later_throws_second
    g.scale.factor[3] = g.p.later_throws_third
    g.scale.factor[4] = g.p.later_throws_fourth


@rule
def add(g: Game) -> None:
    """Set a bonus for each later throw."""
    g.scale.plus[2] = g.p.later_throws_second_plus
    g.scale.plus[3] = g.p.later_throws_third_plus
    g.scale.plus[4] = g.p.later_throws_fourth_plus


@rule
def last(g: Game) -> None:
    """Set a factor for the last throw that the rules allow."""
    g.scale.factor[g.throws] = g.p.later_throws_last


@rule
def none(g: Game) -> None:
    """Reset the scale: all throws count the same."""
    for t in range(THROWS + 1):
        g.scale.factor[t] = 1
        g.scale.plus[t] = 0


@rule
def set_throw_factors(g: Game) -> None:
    """Set the factors and bonuses of all throws by this game's option."""
    none(g)
    if g.chosen.later_throws == R.LATER_THROWS_MULTIPLY:
        multiply(g)
    elif g.chosen.later_throws == R.LATER_THROWS_ADD:
        add(g)
    elif g.chosen.later_throws == R.LATER_THROWS_LAST:
        last(g)
    elif g.chosen.later_throws != R.LATER_THROWS_NONE:
        raise NoSuchRule
