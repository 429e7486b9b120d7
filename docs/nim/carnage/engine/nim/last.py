"""The last coin: one function for each option."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.nim import numbers as R
from carnage.engine.nim import writers as write
from carnage.engine.nim.state import Game, Log


@rule
def wins(g: Game, side: int) -> None:
    """Make the side that took the last coin the winner."""
    g.winner = side


@rule
def loses(g: Game, side: int) -> None:
    """Make the other side the winner."""
    g.winner = 1 - side


@rule
def end(g: Game, log: Log, side: int) -> None:
    """End the game: this side has taken the last coin."""
    if g.chosen.last == R.LAST_WINS:
        wins(g, side)
    elif g.chosen.last == R.LAST_LOSES:
        loses(g, side)
    else:
        raise NoSuchRule
    g.over = 1
    write.game_over(g, log, g.chosen.last, g.winner)
