"""Questions to players: `core.decisions`, bound to the record and the bots of battles.

Every decision of a game is made by `ask` or `ask_sealed`.
"""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import resample_fuses
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.core import decisions
from carnage.engine.core.specialization import forward_ref

ask, ask_sealed, open_sealed = decisions.bind_decisions(
    __name__,
    Game=Game,
    Log=Log,
    answer=forward_ref("carnage.engine.battle.bots.greedy:greedy"),
    resample_hidden=resample_fuses,
    takes_point=forward_ref("carnage.engine.battle.turn.pointing:takes_point"),
    offer_point=forward_ref("carnage.engine.battle.turn.pointing:offer_point"),
)
