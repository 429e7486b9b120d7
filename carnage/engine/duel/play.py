"""Entries that Python calls to play duels: `core.entries`, bound to the duel's record and rules."""

from __future__ import annotations

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import mix
from carnage.engine.core.entries import bind_entries
from carnage.engine.duel.bots.greedy import greedy
from carnage.engine.duel.counts import dice_left
from carnage.engine.duel.outcome import measure, outcome
from carnage.engine.duel.pointing import grid_origin, offer_point, takes_point
from carnage.engine.duel.state import CELLS, Game, Log
from carnage.engine.duel.turn import play_stage


@rule
def fingerprint(g: Game) -> np.uint64:
    """Return a hash of the state: games that went differently have different ones."""
    h = mix(g.core.key + g.core.counter + np.uint64(g.core.n_decisions))
    for side in range(2):
        ship = g.ships[side]
        h = mix(
            h
            ^ np.uint64(
                int((ship.x + 100.0) * 1000.0 + 0.5) * 1048576
                + int((ship.y + 100.0) * 1000.0 + 0.5)
            )
        )
        for k in range(CELLS):
            h = mix(h ^ np.uint64(ship.cells[k].pips * 4 + ship.cells[k].row))
    return h


@rule
def seat_lead(g: Game, seat: int) -> int:
    """Return how many dice more than its enemy a ship has."""
    return dice_left(g, seat) - dice_left(g, 1 - seat)


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
    grid_origin=grid_origin,
    takes_point=takes_point,
    offer_point=offer_point,
)
