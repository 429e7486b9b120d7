"""The only place where anybody decides anything: `core.asking` with the gamble's own bots."""

from __future__ import annotations

from carnage.engine.core import asking
from carnage.engine.core.binding import bind
from carnage.engine.core.compiling import rule
from carnage.engine.gamble.bots.greedy import answer
from carnage.engine.gamble.state import Game


@rule
def imagine(g: Game) -> None:
    """Nothing is hidden in this game but the dice to come."""


ask = bind(asking.ask, __name__, Game=Game, answer=answer, imagine=imagine)
