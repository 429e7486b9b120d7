"""What can happen. A field is a slot of `core.state.Event` and what it is called in the log."""

from __future__ import annotations

from carnage.engine.core.events import Shape, constants, numbered

SHAPES = (
    Shape("lay-out", "the coins are laid out", {"a": "coins"}),
    Shape("take", "a player takes coins", {"a": "coins", "b": "left"}),
    Shape("game-over", "the last coin is gone", {"a": "winner"}),
)
NUMBERS = numbered(SHAPES)

globals().update(constants(NUMBERS))


def __getattr__(name: str) -> int:
    raise AttributeError(f"no event is called {name}")
