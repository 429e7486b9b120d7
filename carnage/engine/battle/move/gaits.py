"""Gaits: moves by walking and running."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import gait_distance, speed_of
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.move_targets import (
    LAST_MAIN_TARGET,
    TARGET_COUNT,
    move_target,
    nearest_enemy,
)
from carnage.engine.battle.move.paths import list_obstacles
from carnage.engine.battle.move.straight_moves import offer_stay, offer_straight
from carnage.engine.battle.see.terrain import movement_cost
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import direction_to, distance


@rule
def offer_gaits(g: Game, i: int) -> None:
    """Offer the ends of runs toward every target, and of walks toward the main ones."""
    run = speed_of(g, i)
    walk = gait_distance(g, i, float(g.p.movement_walk))
    list_obstacles(g, i, run)
    offer_stay(g, i)
    foe = nearest_enemy(g, g.models[i].side, g.models[i].x, g.models[i].y, -1)
    for n in range(TARGET_COUNT):
        ok, x, y, short = move_target(g, i, foe, n)
        if ok:
            offer_straight(g, i, x, y, short, run)
            if n <= LAST_MAIN_TARGET:
                offer_straight(g, i, x, y, short, walk)


@rule
def gait_of_move(g: Game, i: int, x: float, y: float) -> int:
    """Return 2 if model i has run from x, y, or if the game has no gaits; 1 if it has walked."""
    if g.chosen.movement != R.MOVEMENT_GAITS:
        return 2
    m = g.models[i]
    far = distance(x, y, m.x, m.y)
    if far == 0.0:
        return 1
    dx, dy = direction_to(x, y, m.x, m.y)
    across = g.table - 2.0 * g.radius
    if g.chosen.twist == R.TWIST_WRAP_AROUND and max(abs(m.x - x), abs(m.y - y)) > across / 2.0:
        # The move crossed an edge of the table: measure it as if the table went on there.
        if m.x - x < -across / 2.0:
            ex = across
        elif m.x - x > across / 2.0:
            ex = -across
        else:
            ex = 0.0
        if m.y - y < -across / 2.0:
            ey = across
        elif m.y - y > across / 2.0:
            ey = -across
        else:
            ey = 0.0
        far = distance(x, y, m.x + ex, m.y + ey)
        dx, dy = direction_to(x, y, m.x + ex, m.y + ey)
    if movement_cost(g, x, y, dx, dy, far) <= gait_distance(g, i, float(g.p.movement_walk)) + 0.002:
        return 1
    return 2
