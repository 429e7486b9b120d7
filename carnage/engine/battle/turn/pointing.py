"""Points in battles: the options that persons make by choosing a place freely.

Each is made by the functions that make the candidates of the same question.
"""

from __future__ import annotations

from carnage.engine.battle.attack.bullets import offer_shot_point
from carnage.engine.battle.attack.dynamite import nearest_point_on_table, offer_throw_point
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import speed_of
from carnage.engine.battle.frame.questions import (
    FACE,
    HURL,
    MOVE,
    PLACE,
    RISE,
    SHOOT_AT,
    THROW_AT,
)
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.move.curves import offer_curve
from carnage.engine.battle.move.getting_up import offer_crawl
from carnage.engine.battle.move.movement import (
    offer_facing,
    offer_measureless_move,
    offer_pivoting_move,
)
from carnage.engine.battle.move.paths import is_bound_to_squad, is_in_cohesion, list_obstacles
from carnage.engine.battle.move.ranks import block_speed
from carnage.engine.battle.move.scoot import mark_likely_ends, move_dice_of
from carnage.engine.battle.move.straight_moves import offer_straight_move
from carnage.engine.battle.move.thrown_dice import offer_aim
from carnage.engine.battle.muster.deployment_areas import offer_place
from carnage.engine.battle.muster.deployment_strips import offer_strip_place, strip_depth
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, direction_to, distance
from carnage.engine.core.pointing import BREAKS_SQUAD, LEGAL, NO_POINT, NO_ROOM, TOO_NEAR
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.core.state import FIRST_CANDIDATE

LEAST_INCHES = 0.1  # the shortest move to a point, and the nearest point to turn toward


@rule
def takes_point(g: Game, kind: int) -> bool:
    """Return whether questions of this kind may be answered by a point."""
    return (
        kind == MOVE
        or kind == PLACE
        or kind == FACE
        or kind == RISE
        or kind == THROW_AT
        or kind == SHOOT_AT
        or kind == HURL
    )


@rule
def offer_point(g: Game, side: int, kind: int, actor: int, x: float, y: float) -> int:
    """Offer the option of a point as the only one, or return the number of a `Refusal`."""
    if kind == PLACE:
        return offer_place_point(g, actor, x, y)
    if kind == MOVE:
        return offer_move_point(g, actor, x, y)
    if kind == FACE:
        return offer_facing_point(g, actor, x, y)
    if kind == RISE:
        return offer_crawl_point(g, actor, x, y)
    x, y = nearest_point_on_table(g, x, y)
    if kind == THROW_AT:
        offer_aim(g, 0, actor, -1, x, y)
        mark_likely_ends(g, actor, move_dice_of(g, actor))
        return LEGAL
    first = g.core.options[FIRST_CANDIDATE]
    if kind == SHOOT_AT:
        return offer_shot_point(g, actor, first.other, x, y)
    if kind == HURL:
        return offer_throw_point(g, actor, first.who, x, y)
    return NO_POINT


@rule
def offer_move_point(g: Game, i: int, x: float, y: float) -> int:
    """Offer the end of a Move of model i toward a point."""
    refusal = offer_move_toward(g, i, x, y)
    if refusal != LEGAL:
        return refusal
    end = g.core.options[0]
    if is_bound_to_squad(g, i) and not is_in_cohesion(g, i, end.x, end.y):
        return BREAKS_SQUAD
    return LEGAL


@rule
def offer_move_toward(g: Game, i: int, x: float, y: float) -> int:
    """Offer the end of a Move of model i toward a point, by the chosen kind of movement.

    Its squad does not matter. Raises NoSuchRule if the movement takes no point.
    """
    list_obstacles(g, i, NEVER)
    if g.chosen.movement == R.MOVEMENT_FREE_MOVEMENT:
        return offer_straight_move(g, i, x, y, 0.0, block_speed(g, i), LEAST_INCHES)
    elif g.chosen.movement == R.MOVEMENT_GAITS:
        return offer_straight_move(g, i, x, y, 0.0, speed_of(g, i), LEAST_INCHES)
    elif g.chosen.movement == R.MOVEMENT_RESTRICTED_MOVEMENT:
        return offer_pivoting_move(g, i, x, y, 0.0, block_speed(g, i), LEAST_INCHES)
    elif g.chosen.movement == R.MOVEMENT_MOMENTUM_MOVEMENT:
        return offer_drive(g, i, x, y, block_speed(g, i))
    elif g.chosen.movement == R.MOVEMENT_MEASURELESS_MOVEMENT:
        return offer_measureless_move(g, i, x, y, 0.0, LEAST_INCHES)
    else:
        raise NoSuchRule


@rule
def offer_drive(g: Game, i: int, x: float, y: float, speed: float) -> int:
    """Offer the end of a drive of model i toward a point, at least half its Speed long."""
    m = g.models[i]
    least = speed * g.p.movement_least_share
    offer_curve(g, i, x, y, min(speed, max(least, distance(m.x, m.y, x, y))))
    return LEGAL if g.core.offered == 1 else NO_ROOM


@rule
def offer_place_point(g: Game, unit: int, x: float, y: float) -> int:
    """Offer a place for a unit in its side's area of deployment."""
    how = g.chosen.deployment
    if (
        how == R.DEPLOYMENT_CORNERS
        or how == R.DEPLOYMENT_ANYWHERE
        or how == R.DEPLOYMENT_SURROUNDED
    ):
        return offer_place(g, unit, x, y)
    side = int(g.units[unit].side)
    row = int(strip_depth(g, side, x, y) < g.strip / 2.0)
    return offer_strip_place(g, unit, x, y, row, -1)


@rule
def offer_facing_point(g: Game, i: int, x: float, y: float) -> int:
    """Offer the facing of model i toward a point, or as far toward it as it may turn."""
    m = g.models[i]
    if distance(m.x, m.y, x, y) < LEAST_INCHES:
        return TOO_NEAR
    dx, dy = direction_to(m.x, m.y, x, y)
    offer_facing(g, i, dx, dy, g.least_turn)
    return LEGAL


@rule
def offer_crawl_point(g: Game, i: int, x: float, y: float) -> int:
    """Offer prone model i a crawl toward a point."""
    m = g.models[i]
    most = distance(m.x, m.y, x, y)
    if most < LEAST_INCHES:
        return TOO_NEAR
    list_obstacles(g, i, float(g.p.counters_crawl))
    dx, dy = direction_to(m.x, m.y, x, y)
    return offer_crawl(g, i, dx, dy, most, LEAST_INCHES)
