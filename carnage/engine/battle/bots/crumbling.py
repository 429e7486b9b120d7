"""Values of places on ground that is about to crumble."""

from __future__ import annotations

from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.turn.countdown import edge_gap, strip_inches_lost
from carnage.engine.compiling.marks import rule

# Chosen by hand.
LOST_POINTS = 8.0  # added to the points of a model that would be removed in this round
NEXT_ROUND_FACTOR = 0.35  # of these points, where the ground crumbles a round later
INCH_COST = 0.2  # of each inch that a place lies within the strip
SAFETY_INCHES = 0.1  # a place counts as lost so far from the strip


@rule
def collapse_danger(g: Game, i: int, x: float, y: float) -> float:
    """Return the cost to model i of standing at x, y when the ground crumbles."""
    gap = edge_gap(g, x, y) - SAFETY_INCHES
    depth = strip_inches_lost(g, g.rounds) * g.inch
    points = float(g.kinds[g.models[i].kind].points) + LOST_POINTS
    if gap < depth:
        return points + INCH_COST * (depth - gap)
    next_depth = strip_inches_lost(g, g.rounds + 1) * g.inch
    if gap < next_depth:
        return NEXT_ROUND_FACTOR * points * (next_depth - gap) / (next_depth - depth)
    return 0.0
