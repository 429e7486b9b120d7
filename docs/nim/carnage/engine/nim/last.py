"""The last coin: a function an option, named like it."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.nim import numbers as R
from carnage.engine.nim import writers as write
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
    elif g.chosen.last == R.LAST_LOSES:
        loses(g, side)
    else:
        raise NoSuchRule
    g.over = 1
    write.game_over(g, log, g.chosen.last, g.winner)
