# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.events import Shape

SHAPES: tuple[Shape, ...]
NUMBERS: dict[str, int]

LAY_OUT: int
TAKE: int
GAME_OVER: int
