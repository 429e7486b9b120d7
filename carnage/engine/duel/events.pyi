# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.events import Shape

SHAPES: tuple[Shape, ...]
NUMBERS: dict[str, int]

SPACE: int
SHIP: int
FUEL: int
FIELD: int
TURN: int
REVEAL: int
CALL: int
ORDER: int
MOVE: int
TURN_ABOUT: int
SPEND: int
NO_SHOT: int
HOLD_FIRE: int
ATTACK: int
SHATTER: int
STOPPED: int
HIT: int
LOSE: int
JETTISON: int
NOWHERE: int
EXPLODE: int
COAST: int
DRIFT: int
DRIFT_OFF: int
GAME_OVER: int
