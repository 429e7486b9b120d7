"""The costs of leaving the table: models that are caught, and lost victory points.

`leg_it` has the rule; bots and option texts read these values too.
"""

from __future__ import annotations

from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.see.line_of_sight import enemies_from, enemies_to
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import distance


@rule
def is_caught(g: Game, i: int) -> bool:
    """Return whether an enemy, standing or fallen, is near enough to catch model i as it leaves."""
    m = g.models[i]
    for j in range(enemies_from(g, m.side), enemies_to(g, m.side)):
        t = g.models[j]
        if t.in_play == 1 and distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius <= g.p.morale_near:
            return True
    return False


@rule
def leaving_cost(g: Game, side: int) -> int:
    """Return the victory points that a side loses if it leaves the table.

    They are a share of its points, rounded up.
    """
    return -int(-g.sides[side].victory * g.p.morale_share // 1.0)
