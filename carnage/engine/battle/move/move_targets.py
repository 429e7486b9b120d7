"""Candidate targets of a move: the points that a model may move toward.

The destinations that each kind of movement offers, sixteen at most, are made from these targets.
Distances are in inches (centimetres on a one-foot table).
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import is_patch_offered
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, direction_to, distance
from carnage.engine.core.rule_ids import NoSuchRule

# The targets, in the order in which they are tried.
NEAREST_ENEMY = 0
NEAREST_GOAL = 1
INTO_RANGE = 2
AWAY = 3
BEHIND_COVER = 4
OTHER_ENEMY = 5
NEAREST_FRIEND = 6
INSIDE_COVER = 7
SECOND_GOAL = 8
FIRST_WIND = 9
LAST_WIND = 12
STRAIGHT_ON = 13
TARGET_COUNT = 14
LAST_MAIN_TARGET = AWAY  # up to here a target may be offered at two speeds

# The winds, in the order of `EDGES` (frame/queries.py).
SOUTH = 0
EAST = 1
NORTH = 2
WEST = 3

# Chosen by hand.
LONG_SIGHT_INCHES = 12.0  # a model that sees this far looks for cover, others for another enemy
FAR_INCHES = 100.0  # farther than any move
INSIDE_RANGE_INCHES = 0.01  # ends inside the range in spite of positions in thousandths of an inch
COVER_GAP_INCHES = 0.1  # between the terrain and the base behind it
# The winds are offered only below this number of options: 15 % faster in `classic` for the same
# play.
ENOUGH_OPTIONS = 6


@rule
def nearest_enemy(g: Game, side: int, x: float, y: float, excluded: int) -> int:
    """Return the enemy model nearest to x, y, other than `excluded`; -1 without another enemy."""
    best_sq = NEVER
    nearest = -1
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        j = int(g.upright[n])
        if j != excluded:
            t = g.models[j]
            distance_sq = (x - t.x) * (x - t.x) + (y - t.y) * (y - t.y)
            if distance_sq < best_sq:
                best_sq = distance_sq
                nearest = j
    return nearest


@rule
def move_target(g: Game, i: int, foe: int, n: int) -> tuple[bool, float, float, float]:
    """Return the n-th target of model i.

    The four winds are targets only while few options are offered.

    Args:
        g: The game.
        i: The model that moves.
        foe: The nearest enemy, or -1.
        n: The number of the target, below `TARGET_COUNT`.

    Returns:
        Whether there is such a target, its x and y, and the distance short of it at which to stop.
    """
    if n >= FIRST_WIND and n <= LAST_WIND:
        return wind_target(g, i, n - FIRST_WIND)
    if n == NEAREST_GOAL:
        return marker_target(g, i, 0)
    if n == SECOND_GOAL:
        return marker_target(g, i, 1)
    if n == NEAREST_FRIEND:
        return friend_target(g, i)
    if n == INSIDE_COVER:
        return cover_target(g, i)
    if n == STRAIGHT_ON:
        return straight_on_target(g, i)
    if foe < 0:
        return False, 0.0, 0.0, 0.0
    return enemy_target(g, i, foe, n)


@rule
def enemy_target(g: Game, i: int, foe: int, n: int) -> tuple[bool, float, float, float]:
    """Return the n-th target of model i, one that depends on the nearest enemy.

    See `move_target` for the arguments and the result.
    """
    t = g.models[foe]
    if n == NEAREST_ENEMY:
        return True, t.x, t.y, 2.0 * g.radius
    if n == INTO_RANGE:
        return into_range_target(g, i, foe)
    if n == AWAY:
        m = g.models[i]
        dx, dy = direction_to(t.x, t.y, m.x, m.y)
        return True, m.x + dx * FAR_INCHES, m.y + dy * FAR_INCHES, 0.0
    if n == BEHIND_COVER:
        has_shelter, x, y = shelter_target(g, i, foe)
        return has_shelter, x, y, 0.0
    if n == OTHER_ENEMY:
        return other_enemy_target(g, i, foe)
    raise NoSuchRule


@rule
def wind_target(g: Game, i: int, wind: int) -> tuple[bool, float, float, float]:
    """Return the target of model i in the direction of a wind, while few options are offered."""
    m = g.models[i]
    if g.core.offered >= ENOUGH_OPTIONS:
        return False, 0.0, 0.0, 0.0
    return True, m.x + compass_x(wind) * FAR_INCHES, m.y + compass_y(wind) * FAR_INCHES, 0.0


@rule
def into_range_target(g: Game, i: int, foe: int) -> tuple[bool, float, float, float]:
    """Return the target of model i just inside the range of an enemy that is out of its range."""
    m = g.models[i]
    t = g.models[foe]
    sight = g.kinds[m.kind].sight
    if sight > 0.0 and distance(m.x, m.y, t.x, t.y) - 2.0 * g.radius > sight:
        return True, t.x, t.y, sight + 2.0 * g.radius - INSIDE_RANGE_INCHES
    return False, 0.0, 0.0, 0.0


@rule
def other_enemy_target(g: Game, i: int, foe: int) -> tuple[bool, float, float, float]:
    """Return the second nearest enemy as a target of model i, if it does not see far."""
    m = g.models[i]
    if g.kinds[m.kind].sight >= LONG_SIGHT_INCHES:
        return False, 0.0, 0.0, 0.0
    other = nearest_enemy(g, m.side, m.x, m.y, foe)
    if other < 0:
        return False, 0.0, 0.0, 0.0
    return True, g.models[other].x, g.models[other].y, 2.0 * g.radius


@rule
def cover_target(g: Game, i: int) -> tuple[bool, float, float, float]:
    """Return the nearest obscuring terrain as a target of model i, if it sees far."""
    if g.kinds[g.models[i].kind].sight < LONG_SIGHT_INCHES:
        return False, 0.0, 0.0, 0.0
    has_cover, x, y = obscuring_target(g, i)
    return has_cover, x, y, 0.0


@rule
def straight_on_target(g: Game, i: int) -> tuple[bool, float, float, float]:
    """Return the target of model i straight ahead, which Free Movement has no use for."""
    m = g.models[i]
    if g.chosen.movement == R.MOVEMENT_FREE_MOVEMENT:
        return False, 0.0, 0.0, 0.0
    return True, m.x + m.fx * FAR_INCHES, m.y + m.fy * FAR_INCHES, 0.0


@rule
def compass_x(n: int) -> float:
    """Return the x of a wind's direction."""
    if n == EAST:
        return 1.0
    if n == WEST:
        return -1.0
    return 0.0


@rule
def compass_y(n: int) -> float:
    """Return the y of a wind's direction."""
    if n == SOUTH:
        return -1.0
    if n == NORTH:
        return 1.0
    return 0.0


@rule
def marker_target(g: Game, i: int, n: int) -> tuple[bool, float, float, float]:
    """Return the n-th nearest marker as a target; the middle of the table without markers."""
    m = g.models[i]
    if g.n_markers == 0:
        return n == 0, g.table / 2.0, g.table / 2.0, 0.0
    last = -1.0
    k = -1
    for _ in range(n + 1):
        best = NEVER
        for j in range(g.n_markers):
            d = distance(m.x, m.y, g.markers[j].x, g.markers[j].y)
            if d > last and d < best:
                best = d
                k = j
        if best == NEVER:
            return False, 0.0, 0.0, 0.0
        last = best
    return True, g.markers[k].x, g.markers[k].y, 0.0


@rule
def shelter_target(g: Game, i: int, foe: int) -> tuple[bool, float, float]:
    """Return the point behind the nearest terrain that hides model i from the enemy `foe`.

    Blocking and obscuring terrain hide it.
    """
    m = g.models[i]
    e = g.models[foe]
    best = NEVER
    nearest = -1
    for k in range(g.obscuring_to):
        piece = g.pieces[k]
        if piece.blocking == 1 or piece.obscuring == 1:
            d = (m.x - piece.x) * (m.x - piece.x) + (m.y - piece.y) * (m.y - piece.y)
            if d < best:
                best = d
                nearest = k
    if nearest < 0:
        return False, 0.0, 0.0
    piece = g.pieces[nearest]
    dx, dy = direction_to(e.x, e.y, piece.x, piece.y)
    out = max(piece.half_w, piece.half_h) + g.radius + COVER_GAP_INCHES
    return True, piece.x + dx * out, piece.y + dy * out


@rule
def obscuring_target(g: Game, i: int) -> tuple[bool, float, float]:
    """Return the nearest obscuring terrain that a model can stand in."""
    m = g.models[i]
    best = NEVER
    x = 0.0
    y = 0.0
    for k in range(g.obscuring_to):
        piece = g.pieces[k]
        if piece.obscuring == 1 and piece.impassable == 0:
            d = distance(m.x, m.y, piece.x, piece.y)
            if d < best:
                best = d
                x = piece.x
                y = piece.y
    return best < NEVER, x, y


@rule
def friend_target(g: Game, i: int) -> tuple[bool, float, float, float]:
    """Return the nearest friend as a target.

    A model that heals and need not keep to a leader goes to the nearest hurt friend, others to the
    nearest model of their squad.
    """
    m = g.models[i]
    u = g.units[m.unit]
    led = u.count > 1 and u.leader >= 0 and u.leader != i
    healer = g.kinds[m.kind].patch_up == 1 and not led
    best = NEVER
    k = -1
    for n in range(upright_from(g, m.side), upright_to(g, m.side)):
        j = int(g.upright[n])
        t = g.models[j]
        wanted = t.unit == m.unit
        if healer:
            wanted = t.wounds > 0 or t.doomed == 1 or is_patch_offered(g, int(t.unit))
        if j != i and wanted:
            d = distance(m.x, m.y, t.x, t.y)
            if d < best:
                best = d
                k = j
    if k < 0:
        return False, 0.0, 0.0, 0.0
    return True, g.models[k].x, g.models[k].y, 2.0 * g.radius
