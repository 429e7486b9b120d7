"""Values of a battle's log: the fields of events in a line of JSON.

Sides are 1 and 2. Models and units have ids (`2.trooper-1`). A field that an event does not have is
null.
"""

from __future__ import annotations

from typing import Any

from carnage.engine.battle.frame.queries import CORNERS, EDGES, SIGNS
from carnage.engine.battle.words.naming import HITS, PHASES, STATS, Names
from carnage.engine.core.log_reader import LoggedEvent
from carnage.rulesets.odds import Cards

KEPT_BY = (None, "off-table", "side-gone", "fallen", "knocked-out", "no-act", "spent", "acted")
CORNER = {1: "A", 11: "J", 12: "Q", 13: "K"}  # letters of cards by rank
PLACES = {"from_x", "from_y", "to_x", "to_y", "aim_x", "aim_y", "near", "less_near"}


def dice_of(names: Names, happening: LoggedEvent) -> list[Any]:
    """Return the dice of an event; cards by their letter or rank, cards of phases by the phase's
    name.
    """
    if happening.name == "phases":
        return [PHASES[card] for card in happening.dice]
    if happening.name == "test" and isinstance(names.mechanic, Cards):
        return [CORNER.get(card, card) for card in happening.dice]
    return list(happening.dice)


def value_of(names: Names, name: str, value: float) -> Any:
    """Return the value of an event's field for the log.

    Args:
        names: The names of the ruleset.
        name: The name of the field.
        value: Its number in the event.
    """
    if name in PLACES:
        return round(float(value), 3)
    if name in ("facing_x", "facing_y"):
        return round(float(value), 6)
    number = int(value)
    if name in ("winner", "first_player"):
        return number + 1 if number >= 0 else None
    if name in ("model", "target"):
        return names.model_ids[number] if number >= 0 else None
    if name in ("unit", "unit_left_out", "unit_lost"):
        return names.unit_ids[number] if number >= 0 else None
    if name in (
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
    ):
        return bool(number)
    if name in ("weapon", "other"):
        return names.weapons[number].code if number >= 0 else None
    if name in ("sign", "answer"):
        return SIGNS[number]
    if name == "hits":
        return HITS[number]
    if name == "kept_by":
        return KEPT_BY[number]
    if name == "kind":
        return names.kinds[number].code
    if name == "corner":
        return CORNERS[number]
    if name == "edge":
        return EDGES[number]
    if name == "phase":
        return PHASES[number]
    if name == "stat":
        return STATS[number].lower().replace(" ", "-")
    return number + 1 if name in ("marker", "token") else number
