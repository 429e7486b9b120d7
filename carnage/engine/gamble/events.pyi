# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.events import Shape

SHAPES: tuple[Shape, ...]
NUMBERS: dict[str, int]

SIT_DOWN: int
ANTE: int
HERO_NUMBER: int
THROW: int
RE_ROLL: int
STOP: int
WILD: int
SET: int
RUN: int
SCORE: int
LEVEL: int
THROW_OFF: int
PAID: int
GAME_OVER: int
