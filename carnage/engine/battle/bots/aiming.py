"""Values of points to throw dice at, of thrown dice to follow, and of targets for bullets."""

from __future__ import annotations

from carnage.engine.battle.attack.bullets import HIT, first_hit
from carnage.engine.battle.bots.attack_values import bullets_value
from carnage.engine.battle.bots.places import place_value, prepare_place_values
from carnage.engine.battle.bots.risk import FALL_SHARE, model_value
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import chance_moved, chance_struck
from carnage.engine.battle.harm.tower import GRAZE, has_towers, tower_bearer, towers_dwindle
from carnage.engine.battle.move.scoot_dice import DISCARD
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, direction_to, distance, rotate
from carnage.engine.core.state import Option

# Chosen by hand.
STUCK_INCHES = 0.2  # a throw that moves the model less than this is wasted
WASTED_THROW_POINTS = 1.0  # cost of such a throw
SPREAD_INCHES = 2.0  # a die is likely to come to rest so near the point that it is thrown at
GRAZED_TOWER_FACTOR = 2.0  # a tower at that point is struck so much more often
# Gain of an enemy that loses a tower, as a share of its points for each die.
SOBER_SHARE_PER_DIE = 0.08
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
    harm = 0.0
    reach = g.radius + GRAZE * g.inch
    share = min(1.0, dice * reach * reach / (SPREAD_INCHES * SPREAD_INCHES * g.inch * g.inch))
    for unit in range(g.n_units):
        tower = int(g.units[unit].tower)
        i = tower_bearer(g, unit) if tower > 0 else -1
        if i < 0:
            continue
        inches = distance(x, y, g.models[i].x, g.models[i].y)
        if inches > reach + SPREAD_INCHES * g.inch:
            continue
        if inches > reach:
            strike_chance = share
        else:
            strike_chance = min(1.0, GRAZED_TOWER_FACTOR * share)
        falls = strike_chance * chance_struck(g, side, tower)
        harm += falls * model_value(g, i) * lost_tower_share(g, side, unit)
    return harm


@rule
def lost_tower_share(g: Game, side: int, unit: int) -> float:
    """Return the harm to a side if a unit's tower falls, as a share of the value of its bearer."""
    u = g.units[unit]
    if u.side == side:
        return FALL_SHARE
    if towers_dwindle(g):
        return -FALL_SHARE
    return SOBER_SHARE_PER_DIE * int(u.tower)


@rule
def prize_value(g: Game, i: int, x: float, y: float) -> float:
    """Return the value to model i of the best of the loot and the fallen models near a place."""
    value = loot_value(g, i, x, y)
    if g.stature == 1:
        value = max(value, fallen_models_value(g, i, x, y))
    return value


@rule
def loot_value(g: Game, i: int, x: float, y: float) -> float:
    """Return the value of a place to model i for its best Loot Token; 0 if there is no token.

    The value decreases with the distance from the token.
    """
    best = 0.0
    token = g.weights[g.models[i].side].loot * g.pull
    for n in range(g.n_loot):
        if g.loot[n].down == 1:
            gap = distance(x, y, g.loot[n].x, g.loot[n].y) - g.radius - g.token_radius
            value = token
            if gap > CONTACT_INCHES:
                value = LOOT_NEAR_SHARE * token / (1.0 + max(0.0, gap) * LOOT_DECAY_PER_INCH)
            best = max(best, value)
    return best


@rule
def fallen_models_value(g: Game, i: int, x: float, y: float) -> float:
    """Return the value to model i of the nearest fallen model that it can help up or rob."""
    best = 0.0
    for k in range(g.n_models):
        t = g.models[k]
        if t.in_play == 1 and t.fallen == 1 and is_useful_fallen_model(g, i, k):
            gap = distance(x, y, t.x, t.y) - 2.0 * g.radius
            best = max(best, FALLEN_POINTS / (1.0 + max(0.0, gap) * FALLEN_DECAY_PER_INCH))
    return best


@rule
def is_useful_fallen_model(g: Game, i: int, k: int) -> bool:
    """Return whether fallen model k is a friend of model i to help up, or an enemy to rob."""
    side = g.models[k].side
    if side == g.models[i].side:
        return g.time_up == 0
    return g.chosen.objectives == R.OBJECTIVES_LOOT and g.sides[side].stash > 0


@rule
def tower_carry_cost(g: Game, i: int, inches: float) -> float:
    """Return the expected cost to model i of carrying its tower this far; 0 without a tower."""
    m = g.models[i]
    tower = int(g.units[m.unit].tower)
    if tower == 0 or tower_bearer(g, int(m.unit)) != i:
        return 0.0
    return chance_moved(g, int(m.side), tower, inches) * model_value(g, i)


@rule
def evaluate_move_throws(g: Game, i: int) -> None:
    """Value points to throw Move Dice at: by the places they lead to and the towers they strike."""
    m = g.models[i]
    reach = prepare_place_values(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        aim_x = o.x
        aim_y = o.y
        end_x = o.fx
        end_y = o.fy
        # `place_value` reads the place and the facing from the option.
        o.x = end_x
        o.y = end_y
        o.fx, o.fy = direction_to(m.x, m.y, end_x, end_y)
        o.value = place_value(g, i, o, reach, -NEVER) + prize_value(g, i, end_x, end_y)
        o.x = aim_x
        o.y = aim_y
        o.fx = end_x
        o.fy = end_y
        o.value -= tower_danger(g, int(m.side), aim_x, aim_y, int(g.kinds[m.kind].move_dice))
        inches = distance(m.x, m.y, end_x, end_y)
        if inches < STUCK_INCHES:
            o.value -= WASTED_THROW_POINTS
        o.value -= tower_carry_cost(g, i, inches)


@rule
def evaluate_move_dice(g: Game, i: int) -> None:
    """Value the Move Dice to follow next: by the place of each, and the other dice from there."""
    m = g.models[i]
    reach = prepare_place_values(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == DISCARD:
            o.x = m.x
            o.y = m.y
        o.fx = m.fx
        o.fy = m.fy
        inches = distance(m.x, m.y, o.x, o.y)
        if inches > SAME_PLACE_INCHES:
            o.fx, o.fy = direction_to(m.x, m.y, o.x, o.y)
        o.value = move_die_value(g, i, o, reach)
        o.value -= tower_carry_cost(g, i, inches)


@rule
def move_die_value(g: Game, i: int, o: Option, reach: float) -> float:
    """Return the value to model i of following a Move Die, and the other dice where it must.

    `reach` is the reach that `prepare_place_values` returned.
    """
    value = place_value(g, i, o, reach, -NEVER)
    prize = prize_value(g, i, o.x, o.y)
    if not must_use_all_dice(g):
        return value + prize
    x = o.x
    y = o.y
    o.x, o.y = place_after_other_dice(g, x, y, o.other)
    if distance(x, y, o.x, o.y) > SAME_PLACE_INCHES:
        last_value = place_value(g, i, o, reach, -NEVER)
        value = NEXT_PLACE_WEIGHT * value + LAST_PLACE_WEIGHT * last_value
        prize = max(prize, LAST_PLACE_WEIGHT * prize_value(g, i, o.x, o.y))
    o.x = x
    o.y = y
    return value + prize


@rule
def must_use_all_dice(g: Game) -> bool:
    """Return whether a model must follow all of its Move Dice, each for its full number."""
    return (
        g.chosen.scoot_dice != R.SCOOT_DICE_MAY_STOP_SHORT
        and g.chosen.scoot_dice != R.SCOOT_DICE_MAY_DISCARD
    )


@rule
def place_after_other_dice(g: Game, x: float, y: float, used: int) -> tuple[float, float]:
    """Return about where the other live dice pull a model from x, y. Die `used` is left out."""
    for n in range(len(g.thrown)):
        die = g.thrown[n]
        if die.live == 1 and n != used:
            gap = max(0.0, distance(x, y, die.x, die.y) - g.radius - GRAZE * g.inch)
            dx, dy = direction_to(x, y, die.x, die.y)
            inches = min(gap, float(die.value))
            x = x + dx * inches
            y = y + dy * inches
    return x, y


@rule
def evaluate_shot_points(g: Game, i: int) -> None:
    """Value points to throw Bullet Dice at, by the models on three lines near the point."""
    m = g.models[i]
    for k in range(g.core.offered):
        o = g.core.options[k]
        w = o.other
        dx, dy = direction_to(m.x, m.y, o.x, o.y)
        left_x, left_y = rotate(dx, dy, 1.0, BULLET_STRAY)
        right_x, right_y = rotate(dx, dy, 1.0, -BULLET_STRAY)
        value = STRAIGHT_CHANCE * line_of_fire_value(g, i, w, dx, dy)
        value += STRAY_CHANCE * line_of_fire_value(g, i, w, left_x, left_y)
        value += STRAY_CHANCE * line_of_fire_value(g, i, w, right_x, right_y)
        o.value = value - tower_danger(g, int(m.side), o.x, o.y, int(g.weapons[w].dice))


@rule
def line_of_fire_value(g: Game, i: int, w: int, dx: float, dy: float) -> float:
    """Return the value of the bullets of weapon w along a line in this direction."""
    m = g.models[i]
    x = m.x + LINE_INCHES * dx
    y = m.y + LINE_INCHES * dy
    j, what = first_hit(g, i, m.x, m.y, x, y, float(g.weapons[w].range))
    if what != HIT:
        return 0.0
    value = bullets_value(g, w, j)
    if g.models[j].side != m.side:
        return value
    return -FRIENDLY_FIRE_WEIGHT * value


@rule
def best_line_of_fire_value(g: Game, i: int, w: int) -> float:
    """Return the value of shooting weapon w with model i; -1 if no enemy is in range."""
    m = g.models[i]
    weapon = g.weapons[w]
    best = -1.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if distance(m.x, m.y, t.x, t.y) - g.radius <= weapon.range:
            dx, dy = direction_to(m.x, m.y, t.x, t.y)
            best = max(best, STRAIGHT_CHANCE * line_of_fire_value(g, i, w, dx, dy))
    return best


@rule
def evaluate_bullet_targets(g: Game, i: int) -> None:
    """Value the models that a bullet may hit: no model is better than a friend."""
    side = g.models[i].side
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = 0.0
        if o.who >= 0:
            t = g.models[o.who]
            o.value = model_value(g, int(o.who))
            if t.side == side:
                o.value = -FRIENDLY_FIRE_WEIGHT * o.value
