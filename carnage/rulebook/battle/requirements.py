"""The requirements of a game with a roster: figures, terrain, dice and time."""

from __future__ import annotations

from collections import Counter

from carnage.common.text_format import count, ground_plural, join_words, length
from carnage.rulesets import odds
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset

# Options of Game Length by which a game may end before its last round.
EARLY_ENDINGS = ("last-side-standing", "breaking-point", "collapsing-ground", "doom-track")
# The fewest dice with which a test may come to so many throws: each push must add a success, and
# needs idle dice. `tests/rulebook/test_requirements.py` counts all throws.
MIN_DICE_BY_THROWS = {1: 0, 2: 3, 3: 7}


def describe_figure_limit(ruleset: Ruleset) -> str:
    """Return the number of figures of each side: 6, or up to 6 if they are chosen with points."""
    return (
        f"up to {get_force(ruleset).size}"
        if ruleset.has("points-buy")
        else f"{get_force(ruleset).size}"
    )


def _format_pieces(number: int, label: str) -> str:
    """Return a number of pieces in words: 2 Woods, 1 Pond, 3 patches of Reeds."""
    if number == 1:
        return f"1 {label}"
    return f"{number} {ground_plural(label)}"


def describe_terrain(ruleset: Ruleset) -> str:
    """Return the terrain of the table, counted and listed."""
    pieces = Counter(piece.label for piece in get_battlefield(ruleset).terrain)
    return f"{count(sum(pieces.values()), 'piece')} of terrain: " + join_words(
        _format_pieces(number, label) for label, number in pieces.items()
    )


def describe_worth(ruleset: Ruleset) -> str:
    """Return the points of the models in a game, such as "4 to 13"; "15" if all have the same."""
    points = [model.points for model in get_force(ruleset).kinds]
    low, high = min(points), max(points)
    return f"{low}" if low == high else f"{low} to {high}"


def describe_figures_needed(ruleset: Ruleset) -> str:
    """Return the required figures in words."""
    base = length(ruleset.book.roster.base, ruleset.has("centimetres"))
    size, on = get_force(ruleset).size, f"on round bases {base} across"
    if ruleset.has("centimetres"):
        on += " (buttons will do)"
    if ruleset.has("points-buy"):
        sides = f"{size} figures for each player{_count_units(ruleset)}"
        return f"up to {sides}, {on}, of the kinds under Rosters"
    if ruleset.has("price-list"):
        sides = f"{size} for each player{_count_units(ruleset)}"
        return f"{size * 2} figures, {sides}, {on}, armed as the players pick"
    if ruleset.has("draft"):
        labels = {model.code: model.label for model in get_force(ruleset).kinds}
        pool = [count(number, labels[code]) for code, number in get_force(ruleset).pool.items()]
        number = sum(get_force(ruleset).pool.values())
        each = f"of which each player drafts {size}{_count_units(ruleset)}"
        return f"{number} figures, {on}, {each}: {join_words(pool)}"
    kinds = Counter(model.label for unit in get_force(ruleset).units for model in unit.models)
    each = join_words(count(number, label) for label, number in kinds.items())
    sides = f"{size} for each player{_count_units(ruleset)}"
    return f"{size * 2} figures, {sides}, {on}: for each player {each}"


def _count_units(ruleset: Ruleset) -> str:
    """Return the number of units of each side in words; empty if every unit is one model."""
    units = get_force(ruleset).units
    return f" in {count(len(units), 'unit')}" if ruleset.has("several") else ""


def find_max_dice(ruleset: Ruleset) -> int:
    """Return the largest number of dice that a test may need, with any talents."""
    if ruleset.has("throw-tests"):
        return min(find_max_value(ruleset), int(ruleset.params["resolution.most"]))
    return find_max_value(ruleset)


def find_max_throws(ruleset: Ruleset) -> int:
    """Return the largest number of throws that a test with pushes may come to."""
    dice = find_max_dice(ruleset)
    return max(throws for throws, least in MIN_DICE_BY_THROWS.items() if dice >= least)


def find_max_number(ruleset: Ruleset) -> int:
    """Return the largest number that a test with a D10 may have to reach; 0 without such tests.

    Where a rule makes a test harder it counts, whether or not it can do so in every game.
    """
    if not ruleset.has("ten-tests"):
        return 0
    numbers = [0]
    kinds = get_force(ruleset).kinds
    defense = max(model.stats["defense"] for model in kinds)
    harder = int(ruleset.params["ranged.obscured"]) + _get_talent_bonus(ruleset, "elusive")
    if ruleset.has("dodging"):
        harder += int(ruleset.params["reactions.harder"])
    if not ruleset.misses("shoot-tests"):
        numbers.append(defense + harder - min(model.stats["ranged_skill"] for model in kinds))
    close_skill = min(model.stats["close_skill"] for model in kinds)
    if not ruleset.misses("fight-tests"):
        numbers.append(defense - close_skill)
    if ruleset.has("allocation"):
        numbers = [number + int(ruleset.params["action-points.harder"]) for number in numbers]
    if ruleset.has("marker-capture"):
        numbers.append(int(ruleset.params["objectives.difficulty"]) - close_skill)
    morale = min(model.stats["morale"] for model in kinds)
    numbers += [difficulty - morale for difficulty in _list_morale_difficulties(ruleset)]
    return int(ruleset.params["resolution.base"]) + max(numbers)


def _list_morale_difficulties(ruleset: Ruleset) -> list[int]:
    """Return the Difficulty of each kind of Morale test in a game."""
    difficulties = []
    if ruleset.has("morale-tests"):
        difficulties.append(int(ruleset.params["morale.difficulty"]))
    if ruleset.has("death-tests"):
        difficulties.append(int(ruleset.params["damage.difficulty"]))
    if ruleset.has("repeats"):
        difficulties.append(int(ruleset.params["activation-order.most"]))
    elif ruleset.has("unit-tests"):
        difficulties.append(int(ruleset.params["activation-order.difficulty"]))
    return difficulties


def find_max_value(ruleset: Ruleset) -> int:
    """Return the highest stat that a test may have, with any talents."""
    handfuls = [0]
    for model in get_force(ruleset).kinds:
        if not ruleset.misses("shoot-tests"):
            shot = model.stats["ranged_skill"] + _get_talent_bonus(ruleset, "sharper")
            handfuls += [shot + weapon.bonus for weapon in model.weapons]
        if not ruleset.misses("fight-tests"):
            handfuls.append(model.stats["close_skill"] + _get_talent_bonus(ruleset, "harder"))
        if ruleset.has("marker-capture"):
            handfuls.append(model.stats["close_skill"] + _get_talent_bonus(ruleset, "fingers"))
        if not ruleset.misses("nerve"):
            handfuls.append(model.stats["morale"] + _get_talent_bonus(ruleset, "nerve"))
    return max(handfuls)


def _get_talent_bonus(ruleset: Ruleset, parameter: str) -> int:
    """Return the bonus of the talent with this parameter; 0 without talents."""
    return int(ruleset.params[f"talent-list.{parameter}"]) if ruleset.has("talents") else 0


def describe_rounds(ruleset: Ruleset) -> str:
    """Return the number of rounds in words: 6, or 5 to 7, or until the clock runs out."""
    ends = odds.game_length_distribution(ruleset)
    if not ends:
        return f"as many as {ruleset.params['game-length.minutes']} minutes hold"
    if ruleset.choice("game-length").option.code in EARLY_ENDINGS:
        return f"at most {max(ends)}"
    return f"{min(ends)}" if len(ends) == 1 else f"{min(ends)} to {max(ends)}"
