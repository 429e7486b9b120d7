"""Declarations of the gamble's events: the name of each kind and the meaning of its numbers.

The `side` of an event is the player's seat, the Host's being the first. A die is named by its index
in the set, from 0. The dice of an event are the values that they show.
"""

from __future__ import annotations

from carnage.engine.core.events import Shape, number_kinds

SHAPES: tuple[Shape, ...] = (
    Shape("sit-down", "the players sit down", {"a": "players"}, sided=False),
    Shape("ante", "a player pays into the pot", {"a": "credits", "b": "pot"}),
    Shape(
        "hero-number",
        "the Hero number is rolled, for everybody or for one",
        {"a": "number"},
        dice=True,
    ),
    Shape(
        "throw",
        "a player throws dice",
        {"a": "throw", "b": "dice_thrown", "c": "dice_left"},
        dice=True,
    ),
    Shape(
        "re-roll",
        "a Hero has a die rolled again",
        {"actor": "hero", "target": "die", "a": "was", "b": "now"},
        dice=True,
    ),
    Shape("wild", "a Hero counts as another value", {"actor": "hero", "a": "counts"}),
    Shape("set", "a set scores", {"a": "value", "b": "size", "c": "throw", "d": "points"}),
    Shape("run", "a run scores", {"a": "lowest", "b": "size", "c": "throw", "d": "points"}),
    Shape("score", "a turn is scored", {"a": "score", "b": "best_before"}),
    Shape(
        "level",
        "two or more players are level for a place that pays",
        {"a": "place", "b": "how_many"},
        sided=False,
    ),
    Shape("throw-off", "a level player throws a die", {"a": "value"}, dice=True),
    Shape("paid", "a player is paid", {"a": "credits", "b": "place"}),
    Shape("game-over", "the game ends", {"a": "winner", "b": "best_score"}, sided=False),
)

NUMBERS: dict[str, int] = number_kinds(SHAPES)
