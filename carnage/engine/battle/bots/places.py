"""What a place on the table is worth to a model: whom it can hurt there, who can hurt it, what it holds."""

from __future__ import annotations

import math

from carnage.engine.battle import numbers as R
from carnage.engine.battle.bots.blasts import fear_of
from carnage.engine.battle.bots.gear import haste, range_factor
from carnage.engine.battle.bots.worth import bullets_worth, single_worth
from carnage.engine.battle.line_of_sight import in_arc, sees
from carnage.engine.battle.standing import speed_of, upright_from, upright_to
from carnage.engine.battle.state import CLOSE, RANGED, Game
from carnage.engine.battle.terrain import obscured
from carnage.engine.core.compiling import inlined, rule
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.state import Option

FEAR = 0.22  # how much of a possible loss counts against a possible gain
UNSEEN = 0.25  # what a shot is still worth from where its target cannot be seen
HIDDEN = 0.4  # how much of the danger is left where the nearest enemy does not see


@rule
def reckon(g: Game, i: int, my_reach: float) -> None:
    """For each enemy, what model i's best attack on it is worth, and what its best attack on i is.

    Whoever is out of reach wherever i may move this time counts for nothing.
    """
    m = g.models[i]
    step = stride(g, i) + 2.0 * g.radius
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        away = distance(m.x, m.y, g.models[j].x, g.models[j].y) - step
        threat = reach_of(g, j) + 0.5 * stride(g, j)
        g.worth[j] = best_worth(g, i, j) if away <= my_reach else 0.0
        g.danger[j] = best_worth(g, j, i) if away <= threat else 0.0
        g.threat[j] = (threat + 2.0 * g.radius) * (threat + 2.0 * g.radius)


@rule
def take_stock(g: Game, i: int) -> float:
    """Reckon with enemies and company, before places for model i are weighed; returns how far it can hurt."""
    reach = reach_of(g, i)
    reckon(g, i, reach)
    count_company(g, i)
    return reach


@rule
def count_company(g: Game, i: int) -> None:
    """How far model i's side outweighs the other near each marker without it."""
    if g.chosen.objectives == R.OBJECTIVES_POSITIONAL_OBJECTIVES and g.counted != i:
        for n in range(g.n_markers):
            g.company[n] = company(g, i, n)
        g.counted = i


@inlined
def best_worth(g: Game, i: int, j: int) -> float:
    """The best of model i's weapons against model j, were it in range and in the open."""
    kind = g.kinds[g.models[i].kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = kind.weapons[n]
        if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
            best = max(best, 0.5 * bullets_worth(g, w, j))
        else:
            best = max(best, single_worth(g, i, w, j, False))
    return best


@rule
def reach_of(g: Game, i: int) -> float:
    """How far model i can hurt, and a little more, so that base contact is in reach of everyone."""
    return max(0.1, g.kinds[g.models[i].kind].reach)


@rule
def stride(g: Game, i: int) -> float:
    """How far model i may come in a move, roughly."""
    if g.chosen.movement == R.MOVEMENT_SCOOT:
        return 3.0 * g.kinds[g.models[i].kind].move_dice
    return speed_of(g, i) if g.speeds == 1 else g.table / 3.0


@rule
def place_worth(g: Game, i: int, o: Option, my_reach: float, best: float) -> float:
    """What ending a move at the offered place is worth to model i. `reckon` must have been called.

    Lines of sight are worked out only where the place might be worth more than `best`; elsewhere the result
    is some worth that is no better than that.
    """
    m = g.models[i]
    gain, target = 0.0, -1
    far = (my_reach + 2.0 * g.radius) * (my_reach + 2.0 * g.radius)
    risk, nearest, closest = 0.0, NEVER, -1
    bands = g.chosen.shooting == R.SHOOTING_RANGE_BANDS and g.kinds[m.kind].sight > 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        t = g.models[j]
        gap = (o.x - t.x) * (o.x - t.x) + (o.y - t.y) * (o.y - t.y)
        if gap < nearest:
            nearest, closest = gap, j
        if gap <= far and g.worth[j] > 0.0:
            here = g.worth[j]
            if bands:
                here *= range_factor(g, i, math.sqrt(gap) - 2.0 * g.radius)
            if here > gain:
                gain, target = here, j
        if gap <= g.threat[j]:
            risk += g.danger[j]
    if m.used & (RANGED | CLOSE) != 0:
        gain *= 0.6
    if bands:
        gain *= haste(g, i, o)
    nearest = math.sqrt(nearest) - 2.0 * g.radius
    eager = 0.12 if my_reach < 10.0 else 0.05
    fear = fear_of(g, i, o.x, o.y) if g.n_sticks > 0 else 0.0
    ground = ground_worth(g, i, o) - fear - eager * max(0.0, nearest - my_reach)
    if gain - FEAR * HIDDEN * risk + ground <= best:
        return gain - FEAR * HIDDEN * risk + ground
    exposed = True
    if closest >= 0 and (risk > 0.0 or target == closest):
        exposed = sees(g, m.side, o.x, o.y, closest)
    if not exposed:
        risk *= HIDDEN
    if target >= 0 and my_reach > 2.0 and gain - FEAR * risk + ground > best:
        faces = turns_freely(g) or in_arc(g, o.x, o.y, o.fx, o.fy, target)
        if not faces or not (exposed if target == closest else sees(g, m.side, o.x, o.y, target)):
            gain *= UNSEEN
        elif obscured(g, o.x, o.y, g.models[target].x, g.models[target].y):
            gain *= 0.75
    return gain - FEAR * risk + ground


@rule
def turns_freely(g: Game) -> bool:
    """Whether a model may face any way when its move is over."""
    return g.chosen.movement == R.MOVEMENT_FREE_MOVEMENT or g.chosen.movement == R.MOVEMENT_GAITS


@rule
def ground_worth(g: Game, i: int, o: Option) -> float:
    """What the objectives make of a place."""
    if g.n_markers == 0:
        return 0.0
    m = g.models[i]
    best = -NEVER
    for n in range(g.n_markers):
        marker = g.markers[n]
        gap = max(0.0, distance(o.x, o.y, marker.x, marker.y) - g.radius - g.marker_radius)
        if g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES:
            here = 8.0 - 0.5 * gap if marker.holder != m.side else 1.0 - 0.3 * gap
            if gap <= 0.01 and marker.holder != m.side:
                here += 3.0
        else:
            here = 6.0 - 0.5 * max(0.0, gap - g.p.objectives_near + 0.5) - 1.5 * g.company[n]
        best = max(best, here)
    return best


@rule
def company(g: Game, i: int, n: int) -> float:
    """How far model i's side outweighs the other near marker n without it, -1 to 1: no need to crowd."""
    m = g.models[i]
    mine, theirs = 0, 0
    for side in range(2):
        for place in range(upright_from(g, side), upright_to(g, side)):
            k = int(g.upright[place])
            t = g.models[k]
            gap = distance(t.x, t.y, g.markers[n].x, g.markers[n].y) - g.radius - g.marker_radius
            if gap <= g.p.objectives_near and k != i:
                if side == m.side:
                    mine += g.kinds[t.kind].points
                else:
                    theirs += g.kinds[t.kind].points
    return min(1.0, max(-1.0, (mine - theirs) / 16.0))
