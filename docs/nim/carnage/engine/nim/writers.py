"""The writers of events, one for each kind: nim/events.py says what their numbers mean.

Written by `make stubs`. `by` is the number of the rule that did it.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.nim import events as E
from carnage.engine.nim.noting import note
from carnage.engine.nim.state import Game, Log

# fmt: off


@rule
def lay_out(g: Game, log: Log, by: int, coins: int) -> None:
    """The coins are laid out."""
    note(g, log, E.LAY_OUT, by, -1, -1, -1, coins, 0, 0, 0, 0)


@rule
def take(g: Game, log: Log, by: int, side: int, coins: int, left: int) -> None:
    """A player takes coins."""
    note(g, log, E.TAKE, by, side, -1, -1, coins, left, 0, 0, 0)


@rule
def game_over(g: Game, log: Log, by: int, winner: int) -> None:
    """The last coin is gone."""
    note(g, log, E.GAME_OVER, by, -1, -1, -1, winner, 0, 0, 0, 0)
