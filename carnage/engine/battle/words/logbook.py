"""Values of a battle's log: the fields of events in a line of JSON.

Sides are 1 and 2. Models and units have ids (`2.trooper-1`). A field that an event does not have is
null.
"""

from __future__ import annotations

from typing import Any

from carnage.engine.battle.frame.queries import CORNERS, EDGES, SIGNS
from carnage.engine.battle.move.curves import unpack_place
from carnage.engine.battle.words.naming import HITS, PHASES, STATS, Names
from carnage.engine.core.log_reader import LoggedEvent
from carnage.rulesets.odds import CardDraw

KEPT_BY = (None, "off-table", "side-gone", "fallen", "knocked-out", "no-act", "spent", "acted")
CARD_LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}  # letters of cards by rank
COORDINATE_DIGITS = 3  # after the point
DIRECTION_DIGITS = 6

# Names of fields, by the meaning of their numbers.
COORDINATES = {"from_x", "from_y", "to_x", "to_y", "aim_x", "aim_y", "near", "less_near"}
DIRECTIONS = {"facing_x", "facing_y"}
TURNS = {"turn_1", "turn_2", "turn_3", "turn_4"}
SIDES = {"winner", "first_player"}
MODELS = {"model", "target"}
UNITS = {"unit", "unit_left_out", "unit_lost"}
WEAPONS = {"weapon", "other"}
NUMBERED_FROM_1 = {"marker", "token"}
FLAGS = {
    "obscured",
    "over",
    "caught",
    "in_the_middle",
    "falls",
    "forced",
    "into_terrain",
    "hit",
    "avoided",
    "jam",
}
CODES: dict[str, Any] = {
    "sign": SIGNS,
    "answer": SIGNS,
    "hits": HITS,
    "kept_by": KEPT_BY,
    "corner": CORNERS,
    "edge": EDGES,
    "phase": PHASES,
}


def log_dice(names: Names, happening: LoggedEvent) -> list[Any]:
    """Return the dice of an event. Cards are given by their letter, rank or phase."""
    if happening.name == "phases":
        return [PHASES[card] for card in happening.dice]
    if happening.name == "test" and isinstance(names.mechanic, CardDraw):
        return [CARD_LETTERS.get(card, card) for card in happening.dice]
    return list(happening.dice)


def log_value(names: Names, name: str, value: float) -> Any:
    """Return the value of an event's field for the log.

    Args:
        names: The names of the ruleset.
        name: The name of the field.
        value: Its number in the event.
    """
    if name in COORDINATES:
        return round(float(value), COORDINATE_DIGITS)
    if name in DIRECTIONS:
        return round(float(value), DIRECTION_DIGITS)
    number = int(value)
    if name in TURNS:
        return [round(x, COORDINATE_DIGITS) for x in unpack_place(number)] if number else None
    if name in FLAGS:
        return bool(number)
    if name in CODES:
        return CODES[name][number] if number >= 0 else None
    if name in NUMBERED_FROM_1:
        return number + 1
    if name == "kind":
        return names.kinds[number].code
    if name == "stat":
        return STATS[number].lower().replace(" ", "-")
    if name in SIDES or name in MODELS or name in UNITS or name in WEAPONS:
        return _log_reference(names, name, number)
    return number


def _log_reference(names: Names, name: str, number: int) -> Any:
    """Return the value of a field that names a side, a model, a unit or a weapon; None for -1."""
    if number < 0:
        return None
    if name in SIDES:
        return number + 1
    if name in MODELS:
        return names.model_ids[number]
    if name in UNITS:
        return names.unit_ids[number]
    return names.weapons[number].code
