"""Declarations of the duel's events: the name of each kind and the meaning of its numbers.

Positions are in inches. Rows are 0 for Mobility, 1 for Offense, 2 for Defense. An event has only
the fields that are named here.
"""

from __future__ import annotations

from carnage.engine.core.events import Shape, number_kinds

_WAY = {"x0": "from_x", "y0": "from_y", "x1": "to_x", "y1": "to_y"}
_AT = {"x1": "to_x", "y1": "to_y"}

SHAPES: tuple[Shape, ...] = (
    Shape("space", "the edges of space are marked off", {"a": "side_inches"}, sided=False),
    Shape("ship", "a ship is set down", _AT),
    Shape("fuel", "a player lays out a ship's dice", {}, dice=True),
    Shape(
        "field", "something lies between the ships, or nothing", {"a": "thing", **_AT}, sided=False
    ),
    Shape("turn", "a turn begins", {"a": "turn"}, sided=False),
    Shape(
        "reveal",
        "a player reveals the rows; the dice are those of Mobility, then of Offense, then of "
        "Defense",
        {"a": "mobility", "b": "offense", "c": "defense"},
        dice=True,
    ),
    Shape("call", "it is found out who has the call", {"a": "with", "b": "by_coin"}, sided=False),
    Shape(
        "order",
        "it is settled who goes first",
        {"a": "first", "b": "step", "c": "said_by"},
        sided=False,
    ),
    Shape("move", "a ship moves", {**_WAY, "a": "over_an_edge"}),
    Shape("turn-about", "a ship turns on the spot", {"x0": "facing_x", "y0": "facing_y"}),
    Shape("spend", "a pip is spent", {"a": "row", "b": "pips_left"}),
    Shape("no-shot", "no line hits the enemy", {}),
    Shape("hold-fire", "a ship that could shoot does not", {}),
    Shape("attack", "a shot is announced", {"a": "offense", **_WAY}),
    Shape("shatter", "a shot shatters a die and goes on", _AT),
    Shape("stopped", "a shot is stopped", {"a": "thing", **_AT}),
    Shape(
        "hit",
        "a ship is hit",
        {"a": "offense", "b": "defense", "c": "pierced", "d": "lost_later"},
    ),
    Shape("lose", "a die is lost to a hit", {"a": "row", "b": "pips"}),
    Shape("jettison", "a die is jettisoned", {"a": "dice_left", **_WAY}),
    Shape("nowhere", "a die is put aside: there is no room for it", {"a": "dice_left"}),
    Shape("explode", "a die explodes on the enemy ship", {"a": "offense"}),
    Shape("coast", "a ship has neither moved nor attacked", {"a": "pips"}),
    Shape("drift", "a die drifts", _WAY),
    Shape("drift-off", "a die drifts over the edge", {"x0": "from_x", "y0": "from_y"}),
    Shape("game-over", "the game ends", {"a": "winner", "b": "dice_1", "c": "dice_2"}, sided=False),
)

NUMBERS: dict[str, int] = number_kinds(SHAPES)
