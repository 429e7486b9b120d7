"""The throws of a turn in a gamble: as many as its dice allow."""

from __future__ import annotations

from carnage.rulesets.ruleset import Ruleset

MAX_DICE = 5


def count_throws(ruleset: Ruleset) -> int:
    """Return the largest number of throws in a turn: that of Throws, if the dice last so long."""
    params = ruleset.params
    dice = sum(f"dice.die_{n}" in params for n in range(1, MAX_DICE + 1))
    choice = ruleset.choice("choice").option.code
    if choice == "pairs":
        possible = -(-dice // int(params["choice.each"]))
    elif choice == "rush":
        possible = 1 + dice - int(params["choice.least"])
    else:
        possible = dice
    return min(int(params["throws.throws"]), possible)
