"""Entry points to play battles: `core.entries`, bound to the record and the rules of battles."""

from __future__ import annotations

import numpy as np

from carnage.engine.battle.bots.greedy import greedy
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.turn.outcome import measure, outcome
from carnage.engine.battle.turn.pointing import offer_point, takes_point
from carnage.engine.battle.turn.round_structure import play_stage
from carnage.engine.battle.turn.sights import look_from
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import mix
from carnage.engine.core.entries import bind_entries


@rule
def fingerprint(g: Game) -> np.uint64:
    """Return a hash of a game, by which two runs of the same game can be compared."""
    h = mix(g.core.key + g.core.counter + np.uint64(g.core.n_decisions))
    for side in range(2):
        h = mix(h ^ np.uint64(g.sides[side].victory * 64 + g.sides[side].models))
    for i in range(g.n_models):
        m = g.models[i]
        h = mix(
            h ^ np.uint64(int(m.x * 1000.0 + 0.5) * 1048576 + int(m.y * 1000.0 + 0.5) + m.in_play)
        )
    return h


@rule
def seat_lead(g: Game, seat: int) -> int:
    """Return a seat's lead in victory points at the end; 1 or -1 if points left break a tie."""
    return g.margin if seat == 0 else -g.margin


ENTRIES = bind_entries(
    __name__,
    Game=Game,
    Log=Log,
    stage=play_stage,
    answer=greedy,
    lead=seat_lead,
    outcome=outcome,
    measure=measure,
    fingerprint=fingerprint,
    takes_point=takes_point,
    offer_point=offer_point,
    look_from=look_from,
)
