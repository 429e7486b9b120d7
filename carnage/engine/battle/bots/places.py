"""Values of places: the attacks that a model has there, the dangers, and the objectives."""

from __future__ import annotations

import math

from carnage.engine.battle.bots.attack_values import bullets_worth, single_worth
from carnage.engine.battle.bots.blasts import fear_of
from carnage.engine.battle.bots.game_phase import goes_for_ground
from carnage.engine.battle.bots.gear import haste, range_factor
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import speed_of, upright_from, upright_to
from carnage.engine.battle.frame.state import CLOSE, RANGED, Game
from carnage.engine.battle.see.line_of_sight import in_arc, sees
from carnage.engine.battle.see.terrain import obscured
from carnage.engine.battle.turn.action_points import may_act
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.state import Option

# Chosen by hand.
SHORT_REACH_INCHES = 10.0  # a model that reaches no farther has to come near
SHORT_REACH_FACTOR = 1.5  # of the weight of coming nearer, for such models
LONG_REACH_FACTOR = 0.6  # of the same weight, for others
FREE_MARKER_FACTOR = 1.33  # of a marker's value, where it is not held yet
TOUCHED_MARKER_FACTOR = 0.5  # added where the model touches it
HELD_MARKER_FACTOR = 0.17  # where the model's side holds it already
HELD_MARKER_INCH_FACTOR = 0.6  # of the cost of each inch to a marker that is held already
TOUCHING_INCHES = 0.01  # a gap that counts as contact
INSIDE_MARKER_INCHES = 0.5  # a model stands so far within the range of a marker, to be safe
COMPANY_POINTS = (
    16.0  # a side that outweighs the other by so many points needs no more models at a marker
)
OBSCURED_FACTOR = 0.75  # of an attack on a model in cover
BULLET_DICE_FACTOR = 0.5  # of bullet dice that all meet their target, before the throw is known
CONTACT_REACH_INCHES = 0.1  # the least reach of a model, so that it can reach base contact
REACH_MARGIN_INCHES = 1.0  # an enemy outranges a model if it reaches farther by more
RANGED_REACH_INCHES = 2.0  # a model that reaches no farther has to touch its target
SCOOT_INCHES_PER_DIE = 3.0  # about the mean of a D6, less a little
UNLIMITED_MOVE_DIVISOR = 3.0  # a Move without a Speed takes a model about a third of the table


@rule
def reckon(g: Game, i: int, my_reach: float) -> None:
    """Set `worth`, `danger` and `threat` of the record for each enemy of model i.

    `worth` is the value of i's best attack on the enemy, `danger` that of its best attack on i, and
    `threat` the square of the distance from which it can attack. Values of attacks out of reach
    after a Move are 0.
    """
    m = g.models[i]
    w = g.weights[m.side]
    step = stride(g, i) + 2.0 * g.radius
    if w.tomorrow > 0.0:
        soon = my_reach + stride(g, i)
    else:
        soon = my_reach
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        away = distance(m.x, m.y, g.models[j].x, g.models[j].y) - step
        threat = reach_of(g, j) + w.foresight * stride(g, j)
        g.worth[j] = best_worth(g, i, j) if away <= soon else 0.0
        g.danger[j] = best_worth(g, j, i) if away <= threat else 0.0
        if g.units[g.models[j].unit].activated == 1 and g.models[j].watching == 0:
            g.danger[j] *= w.rested
        g.threat[j] = (threat + 2.0 * g.radius) * (threat + 2.0 * g.radius)


@rule
def take_stock(g: Game, i: int) -> float:
    """Prepare the record for `place_worth` with model i. Return i's reach."""
    reach = reach_of(g, i)
    if may_attack_yet(g, i):
        g.reply = 1.0
    else:
        g.reply = g.weights[g.models[i].side].after
    reckon(g, i, reach)
    find_friends(g, i)
    count_company(g, i)
    return reach


@rule
def find_friends(g: Game, i: int) -> None:
    """Set the middle of model i's friends; its own place if it has no friends."""
    side = g.models[i].side
    x = 0.0
    y = 0.0
    friends = 0
    for n in range(upright_from(g, side), upright_to(g, side)):
        k = int(g.upright[n])
        if k != i:
            x += g.models[k].x
            y += g.models[k].y
            friends += 1
    g.friends_x = x / friends if friends > 0 else g.models[i].x
    g.friends_y = y / friends if friends > 0 else g.models[i].y


@rule
def count_company(g: Game, i: int) -> None:
    """Set `company` of the record for each marker: the lead of model i's side there without i, from
    -1 to 1.

    Where markers are captured, it is 1 if a friend is nearer to the marker, else 0.
    """
    for n in range(g.n_markers):
        if g.chosen.objectives == R.OBJECTIVES_POSITIONAL_OBJECTIVES:
            g.company[n] = company(g, i, n)
        else:
            g.company[n] = 1.0 if somebody_nearer(g, i, n) else 0.0


@rule
def somebody_nearer(g: Game, i: int, n: int) -> bool:
    """Return whether a friend is nearer to marker n than model i."""
    m = g.models[i]
    marker = g.markers[n]
    mine = distance(m.x, m.y, marker.x, marker.y)
    for place in range(upright_from(g, m.side), upright_to(g, m.side)):
        k = int(g.upright[place])
        if k != i and distance(g.models[k].x, g.models[k].y, marker.x, marker.y) < mine:
            return True
    return False


@rule
def may_attack_yet(g: Game, i: int) -> bool:
    """Return whether model i may still attack in this activation or in a later phase of this
    round.
    """
    if g.phase == 0:
        return may_act(g, i, RANGED) or may_act(g, i, CLOSE)
    phase = g.phase
    coming = False
    may = False
    for n in range(len(g.phases)):
        if coming and (g.phases[n] == RANGED or g.phases[n] == CLOSE):
            g.phase = g.phases[n]
            may = may or may_act(g, i, g.phase)
        coming = coming or g.phases[n] == phase
    g.phase = phase
    return may


@inlined
def best_worth(g: Game, i: int, j: int) -> float:
    """Return the value of model i's best weapon on model j, in range and in the open."""
    kind = g.kinds[g.models[i].kind]
    best = 0.0
    for n in range(kind.n_weapons):
        w = kind.weapons[n]
        if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
            best = max(best, BULLET_DICE_FACTOR * bullets_worth(g, w, j))
        else:
            best = max(best, single_worth(g, i, w, j, False))
    return best


@rule
def reach_of(g: Game, i: int) -> float:
    """Return the reach of model i's weapons. Base contact is in reach of every model."""
    return max(CONTACT_REACH_INCHES, g.kinds[g.models[i].kind].reach)


@rule
def stride(g: Game, i: int) -> float:
    """Return about how far model i comes in a Move."""
    if g.chosen.movement == R.MOVEMENT_SCOOT:
        return SCOOT_INCHES_PER_DIE * g.kinds[g.models[i].kind].move_dice
    if g.speeds == 1:
        return speed_of(g, i)
    return g.table / UNLIMITED_MOVE_DIVISOR


@rule
def place_worth(g: Game, i: int, o: Option, my_reach: float, best: float) -> float:
    """Return the value to model i of ending a move at the offered place. Call `take_stock` first.

    Lines of sight take most of the time. They are computed only if the place may be worth more than
    `best`; otherwise the result is a value that is not better than `best`.

    Args:
        g: The game.
        i: The model that moves.
        o: The option, with the place and the facing.
        my_reach: The reach that `take_stock` returned.
        best: The best value of the options so far.
    """
    m = g.models[i]
    w = g.weights[m.side]
    gain = 0.0
    second = 0.0
    later = 0.0
    target = -1
    far = (my_reach + 2.0 * g.radius) * (my_reach + 2.0 * g.radius)
    risk = 0.0
    nearest = NEVER
    closest = -1
    bands = g.chosen.shooting == R.SHOOTING_RANGE_BANDS and g.kinds[m.kind].sight > 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        t = g.models[j]
        gap = (o.x - t.x) * (o.x - t.x) + (o.y - t.y) * (o.y - t.y)
        if gap < nearest:
            nearest = gap
            closest = j
        if g.worth[j] > 0.0:
            here = g.worth[j]
            if gap <= far:
                if bands:
                    here *= range_factor(g, i, math.sqrt(gap) - 2.0 * g.radius)
                if here > gain:
                    second = gain
                    gain = here
                    target = j
                else:
                    second = max(second, here)
            elif here > later:
                away = math.sqrt(gap) - 2.0 * g.radius - my_reach
                later = max(later, here * max(0.0, 1.0 - away / max(1.0, stride(g, i))))
        if gap <= g.threat[j]:
            risk += g.danger[j]
    gain *= g.reply
    if bands:
        gain *= haste(g, i, o)
    nearest = math.sqrt(nearest) - 2.0 * g.radius
    if my_reach < SHORT_REACH_INCHES:
        nearing = SHORT_REACH_FACTOR
    else:
        nearing = LONG_REACH_FACTOR
    eager = (w.advance if goes_for_ground(g) else w.approach) * nearing
    if closest >= 0 and reach_of(g, closest) > my_reach + REACH_MARGIN_INCHES:
        eager += w.outranged
    fear = fear_of(g, i, o.x, o.y) if g.n_sticks > 0 else 0.0
    ground = ground_worth(g, i, o) - fear - eager * max(0.0, nearest - my_reach) + w.crush * second
    if m.moved == 0 and (o.x != m.x or o.y != m.y):
        ground += w.restless
    if w.together != 0.0:
        ground -= w.together * distance(o.x, o.y, g.friends_x, g.friends_y)
    later *= w.tomorrow
    own = float(g.kinds[m.kind].points) + 1.0
    least = w.covered * risk
    most = max(gain, later) - g.nerve * least * own / (own + least) + ground
    if most < best:
        return most
    exposed = True
    if closest >= 0 and (risk > 0.0 or target == closest):
        exposed = sees(g, m.side, o.x, o.y, closest)
    if not exposed:
        risk *= w.covered
    risk *= own / (own + risk)  # a model is lost only once
    if (
        target >= 0
        and my_reach > RANGED_REACH_INCHES
        and max(gain, later) - g.nerve * risk + ground >= best
    ):
        faces = turns_freely(g) or in_arc(g, o.x, o.y, o.fx, o.fy, target)
        if not faces or not (exposed if target == closest else sees(g, m.side, o.x, o.y, target)):
            gain *= w.unseen
        elif obscured(g, o.x, o.y, g.models[target].x, g.models[target].y):
            gain *= OBSCURED_FACTOR
    return max(gain, later) - g.nerve * risk + ground


@rule
def turns_freely(g: Game) -> bool:
    """Return whether a model may face any way at the end of a Move."""
    return g.chosen.movement == R.MOVEMENT_FREE_MOVEMENT or g.chosen.movement == R.MOVEMENT_GAITS


@rule
def ground_worth(g: Game, i: int, o: Option) -> float:
    """Return the value of the markers at the offered place to model i."""
    if g.n_markers == 0:
        return 0.0
    m = g.models[i]
    w = g.weights[m.side]
    best = -NEVER
    for n in range(g.n_markers):
        marker = g.markers[n]
        gap = max(0.0, distance(o.x, o.y, marker.x, marker.y) - g.radius - g.marker_radius)
        if g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES:
            here = HELD_MARKER_FACTOR * w.marker - HELD_MARKER_INCH_FACTOR * w.marker_inch * gap
            if marker.holder != m.side:
                here = FREE_MARKER_FACTOR * w.marker - w.marker_inch * gap - w.crowd * g.company[n]
                if gap <= TOUCHING_INCHES:
                    here += TOUCHED_MARKER_FACTOR * w.marker
        else:
            outside = max(0.0, gap - g.p.objectives_near + INSIDE_MARKER_INCHES)
            here = w.marker - w.marker_inch * outside - w.crowd * g.company[n]
        best = max(best, here)
    return best * g.pull


@rule
def company(g: Game, i: int, n: int) -> float:
    """Return the lead in points of model i's side near marker n without i, scaled to -1 to 1."""
    m = g.models[i]
    mine = 0
    theirs = 0
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
    return min(1.0, max(-1.0, (mine - theirs) / COMPANY_POINTS))
