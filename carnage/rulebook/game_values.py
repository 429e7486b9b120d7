"""Values of a game that the catalogue's texts may use.

To add a value, add its function to one of the tables below. Add its name to `GAME_VALUE_NAMES`
(`catalog/sheets.py`) or `ROSTER_VALUE_NAMES` (`catalog/rosters.py`), by which texts are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carnage.rulebook.battle import play_time, requirements
from carnage.rulesets.action_kinds import list_action_kinds, list_phases
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force, list_stats
from carnage.rulesets.range_chart import count_bands
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.throws import count_throws, list_dice

GAME_VALUES: Mapping[str, Callable[[Ruleset], Any]] = {
    "players": lambda ruleset: ruleset.players,
    "throws": count_throws,
    "largest_die": lambda ruleset: max(list_dice(ruleset), default=0),
}
"""Values of every game by their names, such as `game.players`."""

BATTLE_VALUES: Mapping[str, Callable[[Ruleset], Any]] = {
    **GAME_VALUES,
    "models": lambda ruleset: get_force(ruleset).size,
    "figures": requirements.describe_figure_limit,
    "figures_needed": requirements.describe_figures_needed,
    "table_feet": lambda ruleset: get_battlefield(ruleset).side_feet,
    "terrain": requirements.describe_terrain,
    "worth": requirements.describe_worth,
    "most_dice": requirements.find_max_dice,
    "rounds": requirements.describe_rounds,
    "minutes": play_time.format_time,
}
"""Values of a game with a roster."""


class GameValues:
    """The object `game` in a text: each value is computed when the text asks for it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._functions = BATTLE_VALUES if ruleset.book.roster.figure else GAME_VALUES

    def __getitem__(self, name: str) -> Any:
        return self._functions[name](self._ruleset)


def list_roster_values(ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the names that texts of a battle use without `game.`: weapons, stats, special
    actions, and the limits of tests.
    """
    force = get_force(ruleset)
    return {
        "weapons": force.weapons,
        "weapon_bands": _count_weapon_bands(ruleset),
        "stats": list_stats(ruleset),
        "specials": force.specials,
        "action_kinds": list_action_kinds(ruleset),
        "phases": list_phases(ruleset),
        "test_dice": requirements.find_max_value(ruleset),
        "test_throws": requirements.find_max_throws(ruleset),
        "test_number": requirements.find_max_number(ruleset),
        "side_models": force.size,
        "side_units": len(force.units),
        "table_feet": get_battlefield(ruleset).side_feet,
    }


def _count_weapon_bands(ruleset: Ruleset) -> Mapping[str, int]:
    """Return the columns of the range chart in which each weapon can hit, by code."""
    if not ruleset.has("range-bands"):
        return {}
    weapons = get_force(ruleset).weapons
    return {weapon.code: count_bands(ruleset, weapon.band) for weapon in weapons if weapon.band}
