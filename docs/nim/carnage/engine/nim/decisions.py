"""Decision points: `ask`. The duel has `ask_sealed` too, for secret answers."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core import decisions
from carnage.engine.core.specialization import later
from carnage.engine.nim.state import Game, Log


@rule
def imagine(g: Game, seat: int) -> None:
    """Nothing is hidden in this game."""


ask, ask_sealed, open_sealed = decisions.bound(
    __name__, Game=Game, Log=Log, answer=later("carnage.engine.nim.bots:greedy"), imagine=imagine
)
