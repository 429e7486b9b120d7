"""Writing the log, and counting which rules ever mattered: `core.noting` for a battle's record."""

from __future__ import annotations

from carnage.engine.battle.state import Game, Log
from carnage.engine.core import noting
from carnage.engine.core.binding import bind
from carnage.engine.core.compiling import rule

fire = bind(noting.fire, __name__, Game=Game)
note = bind(noting.note, __name__, Game=Game, fire=fire)
note_place = bind(noting.note_way, __name__, Game=Game, note=note)


@rule
def note_move(g: Game, log: Log, event: int, number: int, i: int, x0: float, y0: float) -> None:
    """Log that model i came from x0, y0 to where it now stands."""
    at = g.core.n_events
    m = g.models[i]
    note(g, log, event, number, m.side, i, -1, 0, 0, 0, 0)
    if at >= len(log):
        return
    e = log[at]
    e.x0 = x0
    e.y0 = y0
    e.x1 = m.x
    e.y1 = m.y
    e.fx = m.fx
    e.fy = m.fy
