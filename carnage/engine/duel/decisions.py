"""Functions that ask for decisions: `core.decisions`, bound to the duel's record and bots."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core import decisions
from carnage.engine.core.specialization import forward_ref
from carnage.engine.duel.state import Game, Log


@rule
def resample_hidden(g: Game, seat: int) -> None:
    """Resample hidden information for a rollout.

    A duel has none besides sealed answers, and these questions are asked again.
    """


ask, ask_sealed, open_sealed = decisions.bind_decisions(
    __name__,
    Game=Game,
    Log=Log,
    answer=forward_ref("carnage.engine.duel.bots.greedy:greedy"),
    resample_hidden=resample_hidden,
    grid_origin=forward_ref("carnage.engine.duel.pointing:grid_origin"),
    takes_point=forward_ref("carnage.engine.duel.pointing:takes_point"),
    offer_point=forward_ref("carnage.engine.duel.pointing:offer_point"),
)
