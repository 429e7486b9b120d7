"""Decision points: `ask`. The duel has `ask_sealed` too, for secret answers."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core import decisions
from carnage.engine.core.specialization import forward_ref
from carnage.engine.nim.state import Game, Log


@rule
def resample_hidden(g: Game, seat: int) -> None:
    """Nothing is hidden in this game."""


ask, ask_sealed, open_sealed = decisions.bind_decisions(
    __name__,
    Game=Game,
    Log=Log,
    answer=forward_ref("carnage.engine.nim.bots:greedy"),
    resample_hidden=resample_hidden,
)
