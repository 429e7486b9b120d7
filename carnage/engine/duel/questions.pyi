# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.queries import Choice, Query, Thing

A_DIE: Thing
A_SHIP: Thing
ROWS: Choice
STEPS: Choice
WAYS: Choice
QUERIES: tuple[Query, ...]
NUMBERS: dict[str, int]

ASSIGN: int
VALVE: int
ORDER: int
MOVE: int
PAY: int
SHOOT: int
LOSE: int
JETTISON: int
MOVES: int
ATTACKS: int
THE_LEAD: int
STAY: int
GO: int
TURN_ABOUT: int
