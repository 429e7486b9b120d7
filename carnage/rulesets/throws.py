"""The throws of a turn in a gamble, and the sides of its Hero die: as its dice allow."""

from __future__ import annotations

from carnage.rulesets.ruleset import Ruleset

MAX_DICE = 5


def list_dice(ruleset: Ruleset) -> list[int]:
    """Return the number of sides of each die of a set, in the order of the rules."""
    hand = [int(ruleset.params.get(f"dice.die_{n}", 0)) for n in range(1, MAX_DICE + 1)]
    return [sides for sides in hand if sides > 0]


def count_hero_sides(ruleset: Ruleset) -> int:
    """Return the sides of the die for the Hero number: those of the option, but no more than those
    of the largest die; 0 without Heroes.
    """
    sides = int(ruleset.params.get("hero.hero_sides", 0))
    return min(sides, max(list_dice(ruleset)))


def count_throws(ruleset: Ruleset) -> int:
    """Return the largest number of throws in a turn: that of Throws, if the dice last so long."""
    params = ruleset.params
    dice = len(list_dice(ruleset))
    choice = ruleset.choice("choice").option.code
    if choice == "rush":
        possible = 1 + dice - int(params["choice.least"])
    else:
        possible = dice
    return min(int(params["throws.throws"]), possible)
