"""The record of a game. The fields of `Game` down to `winner` are those that every family has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from carnage.engine.core.compiling import Rows
from carnage.engine.core.numbering import identifier
from carnage.engine.core.records import declared
from carnage.engine.core.state import PLAYERS, Core, Event
from carnage.engine.nim import numbers

Log = Rows[Event]

if TYPE_CHECKING:

    class Chosen:
        def __getattr__(self, name: str) -> int: ...

    class Params:
        def __getattr__(self, name: str) -> Any: ...
else:
    Chosen = declared("Chosen", {identifier(id): int for id in numbers.ROLLED})
    Params = declared("Params", numbers.PARAMETERS)


class Game:
    """The whole game: the options chosen are `chosen.last`, their numbers `p.heap_coins`."""

    core: Core
    chosen: Chosen
    p: Params
    rounds: int
    opener: int
    over: int
    winner: int
    heap: int
    taken: Annotated[list[int], PLAYERS]
