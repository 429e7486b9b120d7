"""The aim of a game in one line, for the player who is new to it."""

from __future__ import annotations

from collections.abc import Sequence

from carnage.rulesets.ruleset import Ruleset

MAX_CHARS = 90
COLOURS = ("red", "blue", "green", "ochre", "purple", "teal")
"""The colours of the sides on the drawing, in the order of the seats."""

AIMS = {
    "points-removal": "Remove enemies worth more points than you lose",
    "interactive-objectives": "Capture markers: each one that you hold scores every round",
    "positional-objectives": "Have the most points of figures near the markers every round",
    "loot": "Collect more Loot Tokens than {enemy}",
}
"""The aim of a battle by its option of Objectives."""

UNTIL = {
    "fixed-round-limit": ", for {rounds} rounds.",
    "last-side-standing": ", or be the last standing.",
    "breaking-point": ", until a side breaks.",
    "collapsing-ground": ", for {rounds} rounds at most.",
    "doom-track": ", until doom comes.",
}
"""The end of the sentence by the option of Game length. Other lengths are uncertain."""

UNCERTAIN = ", until the game ends."
DUEL = "Shoot the dice off {enemy}’s ship. Who has no die left has lost."
DICE = "Score the most points with your throws, and win the pot."


def describe_aim(ruleset: Ruleset, seat: int, sides: Sequence[str]) -> str:
    """Return the aim of a game in one line.

    Args:
        ruleset: The rules.
        seat: The seat of the player, from 0.
        sides: The names of the sides.
    """
    if ruleset.book.family == "duel":
        return DUEL.format(enemy=sides[1 - seat])
    if ruleset.book.family != "battle":
        return DICE
    chosen = {choice.table.id: choice.option.code for choice in ruleset.choices}
    aim = AIMS[chosen["objectives"]].format(enemy=sides[1 - seat])
    length = chosen["game-length"]
    until = UNTIL.get(length, UNCERTAIN)
    return aim + until.format(rounds=ruleset.params.get("game-length.rounds", ""))


def name_by_colours(count: int) -> tuple[str, ...]:
    """Return names for sides that have none: the colours of the drawing, such as Red and Blue."""
    return tuple(colour.capitalize() for colour in COLOURS[:count])


def describe_side(seat: int, sides: Sequence[str]) -> str:
    """Return the side of a player with its colour, such as The Lawmen (red), or Red."""
    colour = COLOURS[seat]
    if sides[seat].lower() == colour:
        return sides[seat]
    return f"{sides[seat]} ({colour})"
