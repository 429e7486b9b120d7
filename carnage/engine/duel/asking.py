"""The only place where anybody decides anything: `core.asking` with the duel's own bots."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core import asking
from carnage.engine.core.binding import later
from carnage.engine.duel.state import Game, Log


@rule
def imagine(g: Game, seat: int) -> None:
    """Nothing is hidden in a duel but what is sealed, and that is answered anew."""


ask, ask_sealed, open_sealed = asking.bound(
    __name__, Game=Game, Log=Log, answer=later("carnage.engine.duel.bots.greedy:greedy"), imagine=imagine
)
