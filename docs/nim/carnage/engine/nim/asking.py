"""The only place where anybody decides anything. The duel has `ask_sealed` too, for answers in secret."""

from __future__ import annotations

from carnage.engine.core import asking
from carnage.engine.core.binding import bind
from carnage.engine.core.compiling import rule
from carnage.engine.nim.bots import greedy
from carnage.engine.nim.state import Game


@rule
def imagine(g: Game) -> None:
    """Nothing is hidden in this game."""


ask = bind(asking.ask, __name__, Game=Game, answer=greedy, imagine=imagine)
