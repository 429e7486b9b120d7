"""The record of a game. The fields of `Game` down to `winner` are those that every family has."""

from __future__ import annotations

from typing import Annotated

from carnage.engine.core.state import FRAMES, PLAYERS, Core, Written
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
    taken: Annotated[list[int], PLAYERS]


class Log(Written):
    """What is written down beside a game's record."""

    frames: Annotated[list[Game], FRAMES]
