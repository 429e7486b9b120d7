"""Paths: the distances that a base can go and the places where it fits, for all movement."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import (
    clear_sight_cache,
    is_in_block_with,
    is_standing,
)
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import surefooted
from carnage.engine.battle.harm.tower import carry_tower
from carnage.engine.battle.move.loot import distance_to_loot, pick_up_loot
from carnage.engine.battle.see.line_of_sight import gap
from carnage.engine.battle.see.terrain import distance_to_piece
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.decisions import offer
from carnage.engine.core.geometry import (
    NEVER,
    disc_entry,
    disc_span,
    distance,
    round_to_thousandth,
    stays_clear,
)
from carnage.engine.core.rule_ids import NoSuchRule

CONTACT = 0.01  # the largest gap between bases that touch, in inches
WORTH_MOVING = 0.5  # inches; ends of moves that are nearer to each other count as the same


@rule
def distance_to_table_edge(g: Game, x: float, y: float, dx: float, dy: float) -> float:
    """Return the distance from x, y along d until the rim of a base reaches the table's edge."""
    far = NEVER
    if dx > 1.0e-9:
        far = min(far, (g.table - g.radius - x) / dx)
    elif dx < -1.0e-9:
        far = min(far, (g.radius - x) / dx)
    if dy > 1.0e-9:
        far = min(far, (g.table - g.radius - y) / dy)
    elif dy < -1.0e-9:
        far = min(far, (g.radius - y) / dy)
    return max(0.0, far)


@rule
def list_obstacles(g: Game, i: int, far: float) -> None:
    """List the obstacles of a move of model i in the record's `near_…` fields.

    The move is up to `far` inches long. Models of its own block are no obstacles.
    """
    m = g.models[i]
    g.n_near_foes = 0
    g.n_near_friends = 0
    g.n_near_solid = 0
    g.n_near_rough = 0
    far += block_breadth(g, i)
    reach = far + 2.0 * g.radius
    for k in range(g.n_models):
        o = g.models[k]
        if (o.in_play == 1 or o.wreck == 1) and k != i and _within(m.x, m.y, o.x, o.y, reach):
            if o.wreck == 1:  # a wreck blocks both sides, as an enemy does
                g.near_foes[g.n_near_foes] = k
                g.n_near_foes += 1
            elif is_in_block_with(g, i, k):
                continue
            elif o.side == m.side or o.fallen == 1:
                g.near_friends[g.n_near_friends] = k
                g.n_near_friends += 1
            else:
                g.near_foes[g.n_near_foes] = k
                g.n_near_foes += 1
    for k in range(g.n_pieces):
        piece = g.pieces[k]
        matters = piece.impassable == 1 or piece.difficult == 1
        if matters and _within(m.x, m.y, piece.x, piece.y, far + piece.bound + g.radius):
            if piece.impassable == 1:
                g.near_solid[g.n_near_solid] = k
                g.n_near_solid += 1
            if piece.difficult == 1 and not surefooted(g, i):
                g.near_rough[g.n_near_rough] = k
                g.n_near_rough += 1


@rule
def block_breadth(g: Game, i: int) -> float:
    """Return the distance of model i from the farthest model of its block; 0 without a block."""
    farthest = 0.0
    if g.chosen.units == R.UNITS_RANKED:
        m = g.models[i]
        u = g.units[m.unit]
        for j in range(u.first, u.first + u.count):
            if is_in_block_with(g, i, j):
                farthest = max(farthest, distance(m.x, m.y, g.models[j].x, g.models[j].y))
    return farthest


@rule
def _within(ax: float, ay: float, bx: float, by: float, far: float) -> bool:
    """Return whether two points are at most `far` apart."""
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= far * far


@rule
def clear_distance(g: Game, x: float, y: float, dx: float, dy: float, most: float) -> float:
    """Return the distance from x, y along d until an obstacle stops a base, `most` if nothing does.

    Obstacles are enemies, impassable terrain, loot and the edge of the table. Except for loot and
    the edge, only those of the last `list_obstacles` count.
    """
    far = most
    room = g.radius + most
    if x < room or y < room or x > g.table - room or y > g.table - room:
        far = min(most, distance_to_table_edge(g, x, y, dx, dy))
    for n in range(g.n_near_solid):
        piece = g.pieces[int(g.near_solid[n])]
        reach = piece.bound + g.radius
        if not stays_clear(x, y, dx, dy, far, piece.x, piece.y, reach):
            met = distance_to_piece(piece, x, y, dx, dy, g.radius)
            if met < far:
                far = met
                fire(g, R.TERRAIN_IMPASSABLE)
    for n in range(g.n_near_foes):
        m = g.models[int(g.near_foes[n])]
        if not stays_clear(x, y, dx, dy, far, m.x, m.y, 2.0 * g.radius):
            far = min(far, disc_entry(x, y, dx, dy, m.x, m.y, 2.0 * g.radius))
    if g.n_loot > 0:
        return distance_to_loot(g, x, y, dx, dy, far)
    return far


@rule
def fitting_distance(g: Game, x: float, y: float, dx: float, dy: float, far: float) -> float:
    """Return the largest distance up to `far` along d at which a base at x, y overlaps no friend.

    Returns 0 if it overlaps one at every distance, even at the start.
    """
    for _ in range(g.n_near_friends + 1):
        back = far
        for n in range(g.n_near_friends):
            m = g.models[int(g.near_friends[n])]
            ahead = (m.x - x) * dx + (m.y - y) * dy
            if abs(ahead - far) < 2.0 * g.radius:
                near, end = disc_span(x, y, dx, dy, m.x, m.y, 2.0 * g.radius - 0.002)
                if near < back and back < end:
                    back = near
        if back == far:
            return far
        far = back
    return 0.0


@rule
def is_free_of_friends(g: Game, x: float, y: float) -> bool:
    """Return whether a base at x, y overlaps no friend found by the last `list_obstacles`."""
    for n in range(g.n_near_friends):
        m = g.models[int(g.near_friends[n])]
        if _within(x, y, m.x, m.y, 2.0 * g.radius - 0.004):
            return False
    return True


@rule
def can_stand_at(g: Game, i: int, x: float, y: float) -> bool:
    """Return whether model i may stand at x, y.

    It must be on the table, on no other base and in no impassable terrain.
    """
    r = g.radius
    if x < r - 0.002 or y < r - 0.002 or x > g.table - r + 0.002 or y > g.table - r + 0.002:
        return False
    for k in range(g.n_models):
        m = g.models[k]
        there = m.in_play == 1 or m.wreck == 1
        if there and k != i and _within(x, y, m.x, m.y, 2.0 * r - 0.004):
            return False
    for k in range(g.n_pieces):
        piece = g.pieces[k]
        if piece.impassable == 1:
            ox = max(0.0, abs(x - piece.x) - piece.half_w)
            oy = max(0.0, abs(y - piece.y) - piece.half_h)
            if piece.disc == 1:
                if distance(x, y, piece.x, piece.y) < piece.half_w + r - 0.004:
                    return False
            elif ox * ox + oy * oy < (r - 0.004) * (r - 0.004):
                return False
    return True


@rule
def turn_of_move(g: Game, n: int) -> int:
    """Return the n-th turn on the way of the move that ends now, packed; 0 without one."""
    return int(g.turns[n]) if n < g.n_turns else 0


@rule
def log_move(g: Game, log: Log, event: int, number: int, i: int, x0: float, y0: float) -> None:
    """Log the move of model i from x0, y0 to its position, as the event MOVE, CRAWL or FLEE."""
    m = g.models[i]
    if event == E.MOVE:
        write.move(
            g,
            log,
            number,
            m.side,
            i,
            turn_of_move(g, 0),
            turn_of_move(g, 1),
            turn_of_move(g, 2),
            turn_of_move(g, 3),
            x0,
            y0,
            m.x,
            m.y,
            m.fx,
            m.fy,
        )
    elif event == E.CRAWL:
        write.crawl(g, log, number, m.side, i, x0, y0, m.x, m.y, m.fx, m.fy)
    elif event == E.FLEE:
        write.flee(g, log, number, m.side, i, x0, y0, m.x, m.y, m.fx, m.fy)
    else:
        raise NoSuchRule


@rule
def end_move(
    g: Game, log: Log, event: int, number: int, i: int, x: float, y: float, fx: float, fy: float
) -> None:
    """Move model i to the end of its move and log it. It picks up loot, and its tower may fall.

    Args:
        g: The game.
        log: Its log.
        event: MOVE, CRAWL or FLEE.
        number: The rule of the move.
        i: The model.
        x: The end of the move, which is rounded to thousandths.
        y: The end of the move, which is rounded to thousandths.
        fx: The new facing.
        fy: The new facing.
    """
    m = g.models[i]
    x0 = m.x
    y0 = m.y
    m.x = round_to_thousandth(x)
    m.y = round_to_thousandth(y)
    m.fx = fx
    m.fy = fy
    m.bumped = 1
    clear_sight_cache(g)
    log_move(g, log, event, number, i, x0, y0)
    if g.n_loot > 0:
        pick_up_loot(g, log, i)
    carry_tower(g, log, i, distance(x0, y0, m.x, m.y))


@rule
def is_in_cohesion(g: Game, i: int, x: float, y: float) -> bool:
    """Return whether x, y is within a squad's cohesion of another model of i's squad."""
    u = g.units[g.models[i].unit]
    for k in range(u.first, u.first + u.count):
        m = g.models[k]
        if (
            k != i
            and is_standing(m)
            and distance(x, y, m.x, m.y) - 2.0 * g.radius <= g.p.units_cohesion + 0.002
        ):
            return True
    return False


@rule
def is_bound_to_squad(g: Game, i: int) -> bool:
    """Return whether model i must end its move near its squad.

    The first model of a squad to move need not, and neither does the last one alive.
    """
    if g.chosen.units != R.UNITS_SQUADS:
        return False
    u = g.units[g.models[i].unit]
    if u.count == 1 or u.leader < 0 or u.leader == i:
        return False
    for k in range(u.first, u.first + u.count):
        if k != i and is_standing(g.models[k]):
            return True
    return False


@rule
def squad_gap(g: Game, i: int, x: float, y: float) -> float:
    """Return the gap from a base at x, y to the nearest other model of i's squad."""
    u = g.units[g.models[i].unit]
    best = NEVER
    for k in range(u.first, u.first + u.count):
        m = g.models[k]
        if k != i and is_standing(m):
            best = min(best, distance(x, y, m.x, m.y) - 2.0 * g.radius)
    return best


@inlined
def offer_end(g: Game, i: int, x: float, y: float, fx: float, fy: float) -> None:
    """Offer x, y with facing f as the end of a move, unless a similar end is offered already."""
    c = g.core
    for k in range(c.offered):
        o = c.options[k]
        near = (o.x - x) * (o.x - x) + (o.y - y) * (o.y - y) < WORTH_MOVING * WORTH_MOVING
        if near and o.fx * fx + o.fy * fy > 0.9:
            return
    before = c.offered
    offer(c, 0, i, -1)
    if c.offered > before:
        o = c.options[before]
        o.x = x
        o.y = y
        o.fx = fx
        o.fy = fy


@rule
def copy_end(g: Game, a: int, b: int) -> None:
    """Copy the offered end with index a to index b."""
    p = g.core.options[a]
    q = g.core.options[b]
    q.what = p.what
    q.x = p.x
    q.y = p.y
    q.fx = p.fx
    q.fy = p.fy


@rule
def in_contact(g: Game, i: int, j: int) -> bool:
    """Return whether two models are in base contact."""
    return gap(g, i, j) <= CONTACT
