"""The Move of a prone model: standing up or crawling."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.questions import RISE
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.move.loot import pick_up_loot
from carnage.engine.battle.move.move_targets import compass_x, compass_y
from carnage.engine.battle.move.paths import (
    WORTH_MOVING,
    clear_distance,
    end_move,
    fitting_distance,
    list_obstacles,
)
from carnage.engine.battle.see.terrain import distance_for_movement
from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer


@rule
def stand_up(g: Game, log: Log, i: int, number: int) -> None:
    """Stand the prone model i up, by rule `number`."""
    m = g.models[i]
    m.prone = 0
    write.get_up(g, log, number, m.side, i)


@rule
def get_up_or_crawl(g: Game, log: Log, i: int) -> None:
    """Take the Move of prone model i: its player has it stand up, or crawl and stay prone."""
    m = g.models[i]
    list_obstacles(g, i, float(g.p.counters_crawl))
    clear(g.core)
    offer(g.core, 0, i, -1)
    for n in range(4):
        dx = compass_x(n)
        dy = compass_y(n)
        far = distance_for_movement(g, m.x, m.y, dx, dy, float(g.p.counters_crawl))
        far = fitting_distance(g, m.x, m.y, dx, dy, clear_distance(g, m.x, m.y, dx, dy, far))
        if far >= WORTH_MOVING / 2.0:
            offer(g.core, 1, i, -1)
            o = g.core.options[g.core.offered - 1]
            o.x = m.x + dx * far
            o.y = m.y + dy * far
    o = g.core.options[ask(g, log, m.side, RISE, i)]
    if o.what == 0:
        stand_up(g, log, i, R.COUNTERS_PRONE)
    else:
        if g.n_loot > 0:
            pick_up_loot(g, log, i)
        end_move(g, log, E.CRAWL, R.COUNTERS_PRONE, i, o.x, o.y, m.fx, m.fy)
