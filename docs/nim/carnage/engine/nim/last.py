"""The last coin: a function an option, named like it."""

from __future__ import annotations

from carnage.engine.core.compiling import rule
from carnage.engine.nim import events as E
from carnage.engine.nim import numbers as R
from carnage.engine.nim.noting import note
from carnage.engine.nim.state import Game, Log


@rule
def wins(g: Game, side: int) -> None:
    """Whoever takes the last coin has won."""
    g.winner = side


@rule
def loses(g: Game, side: int) -> None:
    """Whoever takes the last coin has lost."""
    g.winner = 1 - side


@rule
def end(g: Game, log: Log, side: int) -> None:
    """This side has taken the last coin."""
    if g.chosen.last == R.LAST_WINS:
        wins(g, side)
    else:
        loses(g, side)
    g.over = 1
    note(g, log, E.GAME_OVER, g.chosen.last, -1, -1, -1, g.winner, 0, 0, 0)
