# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.queries import Choice, Query, Thing

A_DIE: Thing
PICKS: Choice
DEEDS: Choice
QUERIES: tuple[Query, ...]
NUMBERS: dict[str, int]

PICK: int
HERO: int
THROW: int
STOP: int
ADD: int
KEEP: int
RE_ROLL: int
