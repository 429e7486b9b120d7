"""Entries that Python calls to play gambles:

`core.entries`, bound to the gamble's record and rules.
"""

from __future__ import annotations

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import mix
from carnage.engine.core.entries import bind_entries
from carnage.engine.gamble.bots.greedy import bot_option
from carnage.engine.gamble.outcome import measure, outcome
from carnage.engine.gamble.state import BotTable, Game, Log
from carnage.engine.gamble.turn import play_stage


@rule
def seat_lead(g: Game, seat: int) -> int:
    """Return how many points more than the best other player this one has.

    If they are level, the winner has a lead of 1, and the others of −1.
    """
    best = -1
    for other in range(g.players):
        if other != seat:
            best = max(best, g.seats[other].score)
    ahead = g.seats[seat].score - best
    if ahead == 0 and g.winner >= 0:
        return 1 if g.winner == seat else -1
    return ahead


@rule
def fingerprint(g: Game) -> np.uint64:
    """Return a hash of the state: games that went differently have different ones."""
    h = mix(g.core.key + g.core.counter + np.uint64(g.core.n_decisions))
    for side in range(g.players):
        s = g.seats[side]
        h = mix(h ^ np.uint64(s.score * 65536 + s.paid * 8 + s.place))
        for d in range(g.n_dice):
            h = mix(h ^ np.uint64(s.dice[d].value * 64 + s.dice[d].thrown * 4 + s.dice[d].hero))
    return h


ENTRIES = bind_entries(
    __name__,
    Game=Game,
    BotTable=BotTable,
    Log=Log,
    stage=play_stage,
    answer=bot_option,
    lead=seat_lead,
    outcome=outcome,
    measure=measure,
    fingerprint=fingerprint,
)
