"""The stages of a game, and the entries that Python calls."""

from __future__ import annotations

import numpy as np

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.core.chance import mix
from carnage.engine.core.entries import bind_entries
from carnage.engine.core.state import BotTable
from carnage.engine.nim.bots import greedy
from carnage.engine.nim.grab import take
from carnage.engine.nim.heap import lay_out
from carnage.engine.nim.last import end
from carnage.engine.nim.outcome import measure, outcome
from carnage.engine.nim.state import Game, Log


@rule
def stage(g: Game, bot_table: Rows[BotTable], log: Log) -> bool:
    """The next stage of a game, laying out the coins or one player's turn; whether there is
    another.
    """
    if g.core.stage == 0:
        lay_out(g, log)
        g.opener = 0
        return True
    side = (g.core.stage - 1) % 2
    g.rounds += 1
    take(g, log, side)
    if g.heap > 0:
        return True
    end(g, log, side)
    return False


@rule
def lead(g: Game, seat: int) -> int:
    """Return the lead of a seat at the end of the game: more than 0 if it has won."""
    return 1 if g.winner == seat else -1


@rule
def fingerprint(g: Game) -> np.uint64:
    """A number that two games share only if they went the same way."""
    h = mix(g.core.key + g.core.counter + np.uint64(g.core.n_decisions))
    return mix(h ^ np.uint64(g.taken[0] * 256 + g.taken[1]))


ENTRIES = bind_entries(
    __name__,
    Game=Game,
    Log=Log,
    stage=stage,
    answer=greedy,
    lead=lead,
    outcome=outcome,
    measure=measure,
    fingerprint=fingerprint,
)
