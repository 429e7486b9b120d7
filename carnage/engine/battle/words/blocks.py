"""Units in option lines: their models by name, and the actions of a block."""

from __future__ import annotations

from typing import Any

from carnage.common.text_format import join_words
from carnage.engine.battle.frame.state import CLOSE, FOCUS, MOVE, RANGED, SPECIAL
from carnage.engine.battle.words.naming import Names

BLOCK_ACTIONS = {
    0: "End the block’s activation",
    MOVE: "Move the whole block",
    RANGED: "Take a Ranged action with each that can",
    CLOSE: "Take a Close action with each that can",
    SPECIAL: "Take a Special action with each that can",
    FOCUS: "Focus with each that can",
}
LONE_ACTIONS = {
    0: "End its activation",
    MOVE: "Move",
    RANGED: "Take a Ranged action",
    CLOSE: "Take a Close action",
    SPECIAL: "Take a Special action",
    FOCUS: "Focus",
}


def block_action_line(g: Any, u: int, action: int) -> str:
    """Return the line of a kind of action of block u, which may be down to one model."""
    lines = LONE_ACTIONS if len(_models_in_play(g, u)) == 1 else BLOCK_ACTIONS
    return lines[action]


def members_text(names: Names, g: Any, u: int) -> str:
    """Return `: Leader and Scout`, the models in play of a unit whose name is only a number.

    Return "" for a unit with a name of its own.
    """
    name = names.units[u]
    models = [names.models[i] for i in _models_in_play(g, u)]
    if not name[-1].isdigit() or name in models or not models:
        return ""
    return f": {join_words(models)}"


def _models_in_play(g: Any, u: int) -> list[int]:
    """Return the models of unit u that are in play, or that are to be set up."""
    unit = g.units[u]
    members = []
    for i in range(unit.first, unit.first + unit.count):
        m = g.models[i]
        if m.in_play or (g.rounds == 0 and not m.absent):
            members.append(i)
    return members
