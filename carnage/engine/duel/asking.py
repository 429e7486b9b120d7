"""The only place where anybody decides anything: `core.asking` with the duel's own bots."""

from __future__ import annotations

from carnage.engine.core import asking
from carnage.engine.core.binding import bind
from carnage.engine.core.compiling import rule
from carnage.engine.duel.bots.greedy import greedy
from carnage.engine.duel.state import Game


@rule
def imagine(g: Game) -> None:
    """Nothing is hidden in a duel but what is sealed, and that is answered anew."""


ask = bind(asking.ask, __name__, Game=Game, answer=greedy, imagine=imagine)
ask_sealed = bind(asking.ask_sealed, __name__, Game=Game, ask=ask)
open_sealed = bind(asking.open_sealed, __name__, Game=Game)
