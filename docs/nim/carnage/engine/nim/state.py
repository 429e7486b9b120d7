"""The record of a game. Every family has the fields of `Game` down to `winner`."""

from __future__ import annotations

from typing import Annotated

from carnage.engine.core.state import MAX_FRAMES, MAX_PLAYERS, Core, GameOutput
from carnage.engine.nim.numbers import Chosen, Params


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
    taken: Annotated[list[int], MAX_PLAYERS]


class Log(GameOutput):
    """The log of a game, beside its record."""

    frames: Annotated[list[Game], MAX_FRAMES]
