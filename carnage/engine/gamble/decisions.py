"""Functions that ask for decisions: `core.decisions`, bound to the gamble's record and bots."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core import decisions
from carnage.engine.core.specialization import forward_ref
from carnage.engine.gamble.state import Game, Log


@rule
def resample_hidden(g: Game, seat: int) -> None:
    """Resample hidden information for a rollout: a gamble has none."""


ask, ask_sealed, open_sealed = decisions.bind_decisions(
    __name__,
    Game=Game,
    Log=Log,
    answer=forward_ref("carnage.engine.gamble.bots.greedy:bot_option"),
    resample_hidden=resample_hidden,
)
