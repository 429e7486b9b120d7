"""The only place where anybody decides anything: `core.asking` with the gamble's own bots."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core import asking
from carnage.engine.core.binding import later
from carnage.engine.gamble.state import Game, Log


@rule
def imagine(g: Game, seat: int) -> None:
    """Nothing is hidden in this game but the dice to come."""


ask, ask_sealed, open_sealed = asking.bound(
    __name__, Game=Game, Log=Log, answer=later("carnage.engine.gamble.bots.greedy:answer"), imagine=imagine
)
