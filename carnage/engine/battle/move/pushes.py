"""Pushes: models that are moved straight away from another, and the obstacles that stop them."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.model_status import clear_sight_cache, is_standing
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.counters import distract
from carnage.engine.battle.harm.tower import carry_tower
from carnage.engine.battle.move.paths import can_stand_at, distance_to_table_edge
from carnage.engine.battle.see.terrain import distance_to_piece
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import direction_to, disc_entry, distance, round_to_thousandth
from carnage.engine.core.rule_ids import NoSuchRule

BACK = 0.05  # inches by which a push is shortened at a time, until the base overlaps no other
STEPS = 80


@rule
def push_room(g: Game, j: int, dx: float, dy: float, inches: float) -> tuple[float, bool]:
    """Return the distance that model j can be pushed along d, and whether terrain stops it.

    Only impassable terrain counts.
    """
    t = g.models[j]
    far = min(inches, distance_to_table_edge(g, t.x, t.y, dx, dy))
    for k in range(g.n_models):
        o = g.models[k]
        if (is_standing(o) or o.wreck == 1) and k != j:
            far = min(far, disc_entry(t.x, t.y, dx, dy, o.x, o.y, 2.0 * g.radius))
    walled = False
    for k in range(g.n_pieces):
        if g.pieces[k].impassable == 1:
            met = distance_to_piece(g.pieces[k], t.x, t.y, dx, dy, g.radius)
            if met < far:
                far = met
                walled = True
    if g.stature == 1:
        for _ in range(STEPS):
            if far <= 0.0 or can_stand_at(g, j, t.x + dx * far, t.y + dy * far):
                break
            far = max(0.0, far - BACK)
    return far, walled


@rule
def push_away(g: Game, log: Log, number: int, i: int, j: int, inches: float) -> None:
    """Push model j straight away from model i by up to `inches`, by rule `number`.

    It loses its aim.
    """
    m = g.models[i]
    t = g.models[j]
    dx, dy = direction_to(m.x, m.y, t.x, t.y)
    distract(g, log, j)
    push_model(g, log, E.PUSH, number, j, dx, dy, inches)


@rule
def push_model(
    g: Game, log: Log, event: int, number: int, j: int, dx: float, dy: float, inches: float
) -> bool:
    """Push model j along d, with its tower, until something stops it.

    Args:
        g: The game.
        log: Its log.
        event: PUSH or SHOVE.
        number: The rule of the push.
        j: The model.
        dx: The direction.
        dy: The direction.
        inches: The distance to push it.

    Returns:
        Whether impassable terrain stopped it.
    """
    t = g.models[j]
    far, walled = push_room(g, j, dx, dy, inches)
    x0 = t.x
    y0 = t.y
    t.x = round_to_thousandth(t.x + dx * far)
    t.y = round_to_thousandth(t.y + dy * far)
    t.bumped = 1
    clear_sight_cache(g)
    if event == E.PUSH:
        write.push(g, log, number, t.side, j, x0, y0, t.x, t.y, t.fx, t.fy)
    elif event == E.SHOVE:
        write.shove(g, log, number, t.side, j, int(walled), x0, y0, t.x, t.y, t.fx, t.fy)
    else:
        raise NoSuchRule
    carry_tower(g, log, j, distance(x0, y0, t.x, t.y))
    return walled
