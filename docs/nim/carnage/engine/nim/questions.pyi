# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.queries import Query

QUERIES: tuple[Query, ...]
NUMBERS: dict[str, int]

TAKE: int
