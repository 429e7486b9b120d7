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
from carnage.engine.core.geometry import NEVER
from carnage.engine.core.pointing import BLOCKED, LEGAL, NO_ROOM, OUT_OF_REACH


@rule
def stand_up(g: Game, log: Log, i: int, number: int) -> None:
    """Stand the prone model i up, by rule `number`."""
    m = g.models[i]
    m.prone = 0
    write.get_up(g, log, number, m.side, i)


@rule
def offer_crawl(g: Game, i: int, dx: float, dy: float, most: float, least: float) -> int:
    """Offer prone model i a crawl along d, or return the number of a `Refusal`.

    Args:
        g: The game.
        i: The model.
        dx: The direction.
        dy: The direction.
        most: The length of the longest crawl that is wanted.
        least: The length of the shortest crawl that is offered.
    """
    m = g.models[i]
    reach = min(most, distance_for_movement(g, m.x, m.y, dx, dy, float(g.p.counters_crawl)))
    clear = clear_distance(g, m.x, m.y, dx, dy, reach)
    far = fitting_distance(g, m.x, m.y, dx, dy, clear)
    if far >= least:
        offer(g.core, 1, i, -1)
        o = g.core.options[g.core.offered - 1]
        o.x = m.x + dx * far
        o.y = m.y + dy * far
        return LEGAL
    if reach < least:
        return OUT_OF_REACH
    return BLOCKED if clear < least else NO_ROOM


@rule
def get_up_or_crawl(g: Game, log: Log, i: int) -> None:
    """Take the Move of prone model i: its player has it stand up, or crawl and stay prone."""
    m = g.models[i]
    list_obstacles(g, i, float(g.p.counters_crawl))
    clear(g.core)
    offer(g.core, 0, i, -1)
    for n in range(4):
        offer_crawl(g, i, compass_x(n), compass_y(n), NEVER, WORTH_MOVING / 2.0)
    o = g.core.options[ask(g, log, m.side, RISE, i)]
    if o.what == 0:
        stand_up(g, log, i, R.COUNTERS_PRONE)
    else:
        if g.n_loot > 0:
            pick_up_loot(g, log, i)
        end_move(g, log, E.CRAWL, R.COUNTERS_PRONE, i, o.x, o.y, m.fx, m.fy)
