"""The kinds of event. A field is a slot of `core.state.Event` with its name in the log."""

from __future__ import annotations

from carnage.engine.core.events import Shape, number_kinds

SHAPES: tuple[Shape, ...] = (
    Shape("lay-out", "the coins are laid out", {"a": "coins"}, sided=False),
    Shape("take", "a player takes coins", {"a": "coins", "b": "left"}),
    Shape("game-over", "the last coin is gone", {"a": "winner"}, sided=False),
)
NUMBERS: dict[str, int] = number_kinds(SHAPES)
