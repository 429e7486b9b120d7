"""Values of points to throw dice at, of thrown dice to follow, and of targets for bullets."""

from __future__ import annotations

from carnage.engine.battle.attack.bullets import HIT, first_hit
from carnage.engine.battle.bots.attack_values import bullets_worth
from carnage.engine.battle.bots.places import place_worth, take_stock
from carnage.engine.battle.bots.risk import FALL_SHARE, model_worth
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import chance_moved, chance_struck
from carnage.engine.battle.harm.tower import GRAZE, bearer, has_towers, towers_dwindle
from carnage.engine.battle.move.scoot_dice import DISCARD
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, direction_to, distance, rotate

# Chosen by hand.
STUCK_INCHES = 0.2  # a throw that moves the model less than this is wasted
WASTED_THROW_POINTS = 1.0  # cost of such a throw
SPREAD_INCHES = 2.0  # a die is likely to come to rest so near the point that it is thrown at
GRAZED_TOWER_FACTOR = 2.0  # a tower at that point is struck so much more often
SOBER_SHARE_PER_DIE = (
    0.08  # gain of an enemy that loses a tower, as a share of its points for each die
)
CONTACT_INCHES = 0.05  # a gap to loot that counts as reaching it
LOOT_NEAR_SHARE = 0.8  # of the value of loot that the model does not reach yet
LOOT_DECAY_PER_INCH = 0.3  # of that value with the distance: 1 / (1 + decay * inches)
FALLEN_POINTS = 4.0  # of reaching a fallen model, to help it up or to rob it
FALLEN_DECAY_PER_INCH = 0.4  # of that value with the distance
SAME_PLACE_INCHES = 0.01  # a shorter way has no direction
NEXT_PLACE_WEIGHT = 0.2  # of the place where the next die leads, where all dice must be used
LAST_PLACE_WEIGHT = 0.8  # of the place where the last die leads
BULLET_STRAY = 0.09  # sideways, as a share of the distance
STRAIGHT_CHANCE = 0.5  # that a bullet goes straight
STRAY_CHANCE = 0.25  # that it strays to one given side
LINE_INCHES = 10.0  # any length will do to give a line its direction
FRIENDLY_FIRE_WEIGHT = 1.3  # of harm to friends, against harm to enemies


@rule
def tower_danger(g: Game, side: int, x: float, y: float, dice: int) -> float:
    """Return the harm to a side if it throws dice at x, y, by the towers that they may strike.

    Its own models fall. Enemies lose towers that grow, which is a gain to them; where towers
    dwindle, they fall as well, and the harm may be negative.
    """
    if not has_towers(g):
        return 0.0
    lost = 0.0
    reach = g.radius + GRAZE * g.inch
    share = min(1.0, dice * reach * reach / (SPREAD_INCHES * SPREAD_INCHES * g.inch * g.inch))
    for unit in range(g.n_units):
        tower = int(g.units[unit].tower)
        i = bearer(g, unit) if tower > 0 else -1
        if i < 0:
            continue
        away = distance(x, y, g.models[i].x, g.models[i].y)
        if away > reach + SPREAD_INCHES * g.inch:
            continue
        if away > reach:
            near = share
        else:
            near = min(1.0, GRAZED_TOWER_FACTOR * share)
        falls = near * chance_struck(g, side, tower)
        share_lost = FALL_SHARE
        if g.units[unit].side != side:
            if towers_dwindle(g):
                share_lost = -FALL_SHARE
            else:
                share_lost = SOBER_SHARE_PER_DIE * tower
        lost += falls * model_worth(g, i) * share_lost
    return lost


@rule
def prizes_near(g: Game, i: int, x: float, y: float) -> float:
    """Return the value to model i of the loot and the fallen models near a place: the best of
    them.
    """
    m = g.models[i]
    worth = 0.0
    token = g.weights[m.side].loot * g.pull
    for n in range(g.n_loot):
        if g.loot[n].down == 1:
            gap = distance(x, y, g.loot[n].x, g.loot[n].y) - g.radius - g.token_radius
            near = LOOT_NEAR_SHARE * token / (1.0 + max(0.0, gap) * LOOT_DECAY_PER_INCH)
            worth = max(worth, token if gap <= CONTACT_INCHES else near)
    if g.stature == 1:
        for k in range(g.n_models):
            t = g.models[k]
            if t.in_play == 1 and t.fallen == 1:
                useful = t.side == m.side and g.time_up == 0
                if t.side != m.side:
                    useful = g.chosen.objectives == R.OBJECTIVES_LOOT and g.sides[t.side].stash > 0
                if useful:
                    gap = distance(x, y, t.x, t.y) - 2.0 * g.radius
                    worth = max(
                        worth, FALLEN_POINTS / (1.0 + max(0.0, gap) * FALLEN_DECAY_PER_INCH)
                    )
    return worth


@rule
def wobble(g: Game, i: int, inches: float) -> float:
    """Return the expected cost to model i of carrying its tower so far."""
    m = g.models[i]
    tower = int(g.units[m.unit].tower)
    if tower == 0 or bearer(g, int(m.unit)) != i:
        return 0.0
    return chance_moved(g, int(m.side), tower, inches) * model_worth(g, i)


@rule
def value_throw(g: Game, i: int) -> None:
    """Value points to throw Move Dice at: by the place that they lead to, and the towers that
    they strike.
    """
    m = g.models[i]
    reach = take_stock(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        x = o.x
        y = o.y
        ex = o.fx
        ey = o.fy
        o.x = ex
        o.y = ey
        o.fx, o.fy = direction_to(m.x, m.y, ex, ey)
        o.value = place_worth(g, i, o, reach, -NEVER) + prizes_near(g, i, ex, ey)
        o.x = x
        o.y = y
        o.fx = ex
        o.fy = ey
        o.value -= tower_danger(g, int(m.side), x, y, int(g.kinds[m.kind].move_dice))
        if distance(m.x, m.y, ex, ey) < STUCK_INCHES:
            o.value -= WASTED_THROW_POINTS
        o.value -= wobble(g, i, distance(m.x, m.y, ex, ey))


@rule
def value_die(g: Game, i: int) -> None:
    """Value the Move Dice to follow next: by the place that each leads to, and the others from
    there.
    """
    m = g.models[i]
    reach = take_stock(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == DISCARD:
            o.x = m.x
            o.y = m.y
        o.fx = m.fx
        o.fy = m.fy
        far = distance(m.x, m.y, o.x, o.y)
        if far > SAME_PLACE_INCHES:
            o.fx, o.fy = direction_to(m.x, m.y, o.x, o.y)
        o.value = place_worth(g, i, o, reach, -NEVER)
        prize = prizes_near(g, i, o.x, o.y)
        if (
            g.chosen.scoot_dice != R.SCOOT_DICE_MAY_STOP_SHORT
            and g.chosen.scoot_dice != R.SCOOT_DICE_MAY_DISCARD
        ):
            x = o.x
            y = o.y
            o.x, o.y = after_rest(g, x, y, o.other)
            if distance(x, y, o.x, o.y) > SAME_PLACE_INCHES:
                last = place_worth(g, i, o, reach, -NEVER)
                o.value = NEXT_PLACE_WEIGHT * o.value + LAST_PLACE_WEIGHT * last
                prize = max(prize, LAST_PLACE_WEIGHT * prizes_near(g, i, o.x, o.y))
            o.x = x
            o.y = y
        o.value += prize
        o.value -= wobble(g, i, far)


@rule
def after_rest(g: Game, x: float, y: float, but: int) -> tuple[float, float]:
    """Return about where the other live dice pull a model from x, y.

    `but` is the die already used.
    """
    for n in range(len(g.thrown)):
        die = g.thrown[n]
        if die.live == 1 and n != but:
            away = max(0.0, distance(x, y, die.x, die.y) - g.radius - GRAZE * g.inch)
            dx, dy = direction_to(x, y, die.x, die.y)
            far = min(away, float(die.value))
            x = x + dx * far
            y = y + dy * far
    return x, y


@rule
def value_mark(g: Game, i: int) -> None:
    """Value points to throw Bullet Dice at: by the models on the line there, and on lines a
    little aside.
    """
    m = g.models[i]
    for k in range(g.core.offered):
        o = g.core.options[k]
        w = o.other
        weapon = g.weapons[w]
        dx, dy = direction_to(m.x, m.y, o.x, o.y)
        worth = STRAIGHT_CHANCE * line_worth(g, i, w, dx, dy)
        lx, ly = rotate(dx, dy, 1.0, BULLET_STRAY)
        worth += STRAY_CHANCE * line_worth(g, i, w, lx, ly)
        lx, ly = rotate(dx, dy, 1.0, -BULLET_STRAY)
        worth += STRAY_CHANCE * line_worth(g, i, w, lx, ly)
        o.value = worth - tower_danger(g, int(m.side), o.x, o.y, int(weapon.dice))


@rule
def line_worth(g: Game, i: int, w: int, dx: float, dy: float) -> float:
    """Return the value of the bullets of weapon w along a line in this direction."""
    m = g.models[i]
    weapon = g.weapons[w]
    j, what = first_hit(
        g, i, m.x, m.y, m.x + LINE_INCHES * dx, m.y + LINE_INCHES * dy, float(weapon.range)
    )
    if what != HIT:
        return 0.0
    worth = bullets_worth(g, w, j)
    if g.models[j].side != m.side:
        return worth
    return -FRIENDLY_FIRE_WEIGHT * worth


@rule
def best_mark(g: Game, i: int, w: int) -> float:
    """Return the value of shooting weapon w with model i; -1 if no enemy is in range."""
    m = g.models[i]
    weapon = g.weapons[w]
    best = -1.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if distance(m.x, m.y, t.x, t.y) - g.radius <= weapon.range:
            dx, dy = direction_to(m.x, m.y, t.x, t.y)
            best = max(best, STRAIGHT_CHANCE * line_worth(g, i, w, dx, dy))
    return best


@rule
def value_bullet(g: Game, i: int) -> None:
    """Value the models that a bullet may hit: no model is better than a friend."""
    side = g.models[i].side
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = 0.0
        if o.who >= 0:
            t = g.models[o.who]
            worth = model_worth(g, int(o.who))
            if t.side != side:
                o.value = worth
            else:
                o.value = -FRIENDLY_FIRE_WEIGHT * worth
