"""What a game needs: figures, things on the table, and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from carnage.document import odds
from carnage.document.texts import feet, length
from carnage.ruleset import Ruleset

# An estimate of ours, to be set right by whoever plays with a clock: minutes that one figure takes over its
# part of a round with two actions, and the share of the figures that a round leaves standing.
MINUTES = 0.45
SETTING_UP = 10
STANDING = 0.92
STEP = 5


def models(ruleset: Ruleset) -> int:
    """Figures on each side."""
    return sum(len(unit.models) for unit in ruleset.force)


def plural(count: int, noun: str) -> str:
    """2 Woods, 1 Pond."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def general(ruleset: Ruleset) -> tuple[str, ...]:
    """What has to be there whatever the rules ask for: table, figures, terrain, a measure."""
    centimetres = ruleset.has("centimetres")
    count = models(ruleset)
    kinds = Counter(model.label for unit in ruleset.force for model in unit.models)
    pieces = Counter(piece.label for piece in ruleset.terrain)
    base = length(ruleset.book.roster.base, centimetres)
    return (
        f"a flat table or cloth {feet(ruleset.table_feet)} square",
        f"{count * 2} figures, {count} for each player, on round bases {base} across: for each player "
        + listed([plural(number, label) for label, number in kinds.items()]),
        f"{plural(sum(pieces.values()), 'piece')} of terrain: "
        + listed([plural(number, label) for label, number in pieces.items()]),
        "a ruler or tape measure in "
        + ("centimetres (and inches, to lay out the table)" if centimetres else "inches"),
        *(
            [f"{_most_dice(ruleset)} six-sided dice, the most that any test here rolls"]
            if ruleset.has("pool-tests")
            else []
        ),
        *(["a mark on each base that shows its front"] if ruleset.has("facing") else []),
        *(["a six-sided die for each player, for roll-offs"] if ruleset.has("card-tests") else []),
        *(["small dice or beads, to count wounds"] if ruleset.has("wounds") else []),
    )


def _most_dice(ruleset: Ruleset) -> int:
    """The biggest handful that a dice pool calls for."""
    models = [model for unit in ruleset.force for model in unit.models]
    ranged = [
        model.stats["ranged_skill"] + weapon.skill_bonus for model in models for weapon in model.weapons
    ]
    return max(*ranged, *[max(model.stats["close_skill"], model.stats["morale"]) for model in models])


def listed(words: list[str]) -> str:
    """One, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def minutes(ruleset: Ruleset) -> tuple[int, int]:
    """How long a game is likely to take, shortest and longest, in minutes: an estimate of ours.

    Rounds, times the figures that act in one, times the minutes that each takes.
    """
    ends = odds.rounds(ruleset)
    figure = MINUTES * (1.3 if ruleset.choice("action-points").option.code == "one-of-everything" else 1)
    side = models(ruleset) / len(ruleset.force) * _activations(ruleset)
    low, high = (
        SETTING_UP + 2 * side * figure * sum(STANDING**n for n in range(_quantile(ends, share)))
        for share in (Fraction(1, 4), Fraction(3, 4))
    )
    return int(low * 0.85 // STEP * STEP), int(-(-high * 1.2 // STEP) * STEP)


def _activations(ruleset: Ruleset) -> float:
    """Units that one side activates in a round of its whole force, roughly."""
    units = len(ruleset.force)
    params = ruleset.choice("activation-order").params
    if ruleset.has("paid-activations"):
        purse = params.get("tokens") or ruleset.book.table("game-tokens").params["tokens"]
        return min(units, purse)
    if ruleset.has("unit-tests") and not ruleset.has("repeats"):
        return units * 0.7
    return units


def _quantile(ends: odds.Ends, share: Fraction) -> int:
    total = Fraction()
    for number, chance in ends.items():
        total += chance
        if total >= share:
            return number
    return max(ends)


def rounds_told(ruleset: Ruleset) -> str:
    """The rounds that the game may last: 6, or 5 to 7."""
    ends = odds.rounds(ruleset)
    return f"{min(ends)}" if len(ends) == 1 else f"{min(ends)} to {max(ends)}"


def facts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The facts that stand at the head of a rulebook, as label and value."""
    low, high = minutes(ruleset)
    yield "Players", "2"
    yield "Figures", f"{models(ruleset)} a side"
    yield "Table", f"{feet(ruleset.table_feet)} square"
    yield "Rounds", rounds_told(ruleset)
    yield "Time", f"about {low}–{high} minutes"
