"""Where to throw dice, and which of those thrown to follow."""

from __future__ import annotations

from carnage.engine.battle.attack.bullets import HIT, first_hit
from carnage.engine.battle.bots.attack_values import bullets_worth
from carnage.engine.battle.bots.places import place_worth, take_stock
from carnage.engine.battle.bots.risk import DOWN, model_worth
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import chance_moved, chance_struck
from carnage.engine.battle.harm.tower import GRAZE, bearer, has_towers, towers_dwindle
from carnage.engine.battle.move.scoot_dice import DISCARD
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, distance, towards, turned

STUCK, IDLE = 0.2, 1.0  # a throw that leads nowhere is not worth its action
SPREAD = 2.0  # inches from its aim within which a die is likely to come to rest
SOBER = 0.08  # what an enemy gains by being rid of a die, as a share of its points
WIDE = 0.09  # how far to either side a bullet may stray, as a share of the distance
SURE, STRAY = 0.5, 0.25  # how likely it goes straight, or to one of the sides


@rule
def tower_danger(g: Game, side: int, x: float, y: float, dice: int) -> float:
    """What dice thrown at x, y may do to towers there, to its harm: own ones fall, others sober up. Where
    towers dwindle others fall too, which counts against the harm."""
    if not has_towers(g):
        return 0.0
    lost = 0.0
    reach = g.radius + GRAZE * g.inch
    share = min(1.0, dice * reach * reach / (SPREAD * SPREAD * g.inch * g.inch))
    for unit in range(g.n_units):
        tower = int(g.units[unit].tower)
        i = bearer(g, unit) if tower > 0 else -1
        if i < 0:
            continue
        away = distance(x, y, g.models[i].x, g.models[i].y)
        if away > reach + SPREAD * g.inch:
            continue
        near = share if away > reach else min(1.0, 2.0 * share)
        falls = near * chance_struck(g, side, tower)
        share_lost = DOWN
        if g.units[unit].side != side:
            share_lost = -DOWN if towers_dwindle(g) else SOBER * tower
        lost += falls * model_worth(g, i) * share_lost
    return lost


@rule
def prizes_near(g: Game, i: int, x: float, y: float) -> float:
    """What loot and fallen friends make of a place for model i."""
    m = g.models[i]
    worth = 0.0
    token = g.weights[m.side].loot * g.pull
    for n in range(g.n_loot):
        if g.loot[n].down == 1:
            gap = distance(x, y, g.loot[n].x, g.loot[n].y) - g.radius - g.token_radius
            worth = max(worth, token if gap <= 0.05 else 0.8 * token / (1.0 + max(0.0, gap) * 0.3))
    if g.stature == 1:
        for k in range(g.n_models):
            t = g.models[k]
            if t.in_play == 1 and t.fallen == 1:
                useful = t.side == m.side and g.time_up == 0
                if t.side != m.side:
                    useful = g.chosen.objectives == R.OBJECTIVES_LOOT and g.sides[t.side].stash > 0
                if useful:
                    gap = distance(x, y, t.x, t.y) - 2.0 * g.radius
                    worth = max(worth, 4.0 / (1.0 + max(0.0, gap) * 0.4))
    return worth


@rule
def wobble(g: Game, i: int, inches: float) -> float:
    """What going so far is likely to cost model i by its tower."""
    m = g.models[i]
    tower = int(g.units[m.unit].tower)
    if tower == 0 or bearer(g, int(m.unit)) != i:
        return 0.0
    return chance_moved(g, int(m.side), tower, inches) * model_worth(g, i)


@rule
def value_throw(g: Game, i: int) -> None:
    """Points to throw Move Dice at: by where they are likely to take the model, and what they may strike."""
    m = g.models[i]
    reach = take_stock(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        x, y, ex, ey = o.x, o.y, o.fx, o.fy
        o.x, o.y = ex, ey
        o.fx, o.fy = towards(m.x, m.y, ex, ey)
        o.value = place_worth(g, i, o, reach, -NEVER) + prizes_near(g, i, ex, ey)
        o.x, o.y, o.fx, o.fy = x, y, ex, ey
        o.value -= tower_danger(g, int(m.side), x, y, int(g.kinds[m.kind].move_dice))
        if distance(m.x, m.y, ex, ey) < STUCK:
            o.value -= IDLE
        o.value -= wobble(g, i, distance(m.x, m.y, ex, ey))


@rule
def value_die(g: Game, i: int) -> None:
    """Which Move Die comes next: by where it leads, and where the others lead from there."""
    m = g.models[i]
    reach = take_stock(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == DISCARD:
            o.x, o.y = m.x, m.y
        o.fx, o.fy = m.fx, m.fy
        far = distance(m.x, m.y, o.x, o.y)
        if far > 0.01:
            o.fx, o.fy = towards(m.x, m.y, o.x, o.y)
        o.value = place_worth(g, i, o, reach, -NEVER)
        prize = prizes_near(g, i, o.x, o.y)
        if (
            g.chosen.scoot_dice != R.SCOOT_DICE_MAY_STOP_SHORT
            and g.chosen.scoot_dice != R.SCOOT_DICE_MAY_DISCARD
        ):
            x, y = o.x, o.y
            o.x, o.y = after_rest(g, x, y, o.other)
            if distance(x, y, o.x, o.y) > 0.01:
                o.value = 0.2 * o.value + 0.8 * place_worth(g, i, o, reach, -NEVER)
                prize = max(prize, 0.8 * prizes_near(g, i, o.x, o.y))
            o.x, o.y = x, y
        o.value += prize
        o.value -= wobble(g, i, far)


@rule
def after_rest(g: Game, x: float, y: float, but: int) -> tuple[float, float]:
    """About where the dice that are left, but one, pull a model from x, y."""
    for n in range(len(g.thrown)):
        die = g.thrown[n]
        if die.live == 1 and n != but:
            away = max(0.0, distance(x, y, die.x, die.y) - g.radius - GRAZE * g.inch)
            dx, dy = towards(x, y, die.x, die.y)
            far = min(away, float(die.value))
            x, y = x + dx * far, y + dy * far
    return x, y


@rule
def value_mark(g: Game, i: int) -> None:
    """Points to throw Bullet Dice at: what bullets straight there would meet, or a little aside."""
    m = g.models[i]
    for k in range(g.core.offered):
        o = g.core.options[k]
        w = o.other
        weapon = g.weapons[w]
        dx, dy = towards(m.x, m.y, o.x, o.y)
        worth = SURE * line_worth(g, i, w, dx, dy)
        lx, ly = turned(dx, dy, 1.0, WIDE)
        worth += STRAY * line_worth(g, i, w, lx, ly)
        lx, ly = turned(dx, dy, 1.0, -WIDE)
        worth += STRAY * line_worth(g, i, w, lx, ly)
        o.value = worth - tower_danger(g, int(m.side), o.x, o.y, int(weapon.dice))


@rule
def line_worth(g: Game, i: int, w: int, dx: float, dy: float) -> float:
    """What the bullets of weapon w are worth along a line."""
    m, weapon = g.models[i], g.weapons[w]
    j, what = first_hit(g, i, m.x, m.y, m.x + 10.0 * dx, m.y + 10.0 * dy, float(weapon.range))
    if what != HIT:
        return 0.0
    worth = bullets_worth(g, w, j)
    return worth if g.models[j].side != m.side else -1.3 * worth


@rule
def best_mark(g: Game, i: int, w: int) -> float:
    """What shooting weapon w is worth to model i; -1 if there is nobody to shoot at."""
    m, weapon = g.models[i], g.weapons[w]
    best = -1.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        if distance(m.x, m.y, t.x, t.y) - g.radius <= weapon.range:
            dx, dy = towards(m.x, m.y, t.x, t.y)
            best = max(best, SURE * line_worth(g, i, w, dx, dy))
    return best


@rule
def value_bullet(g: Game, i: int) -> None:
    """Whom a bullet is to hit: the enemy who is hurt most, and rather nobody than a friend."""
    side = g.models[i].side
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = 0.0
        if o.who >= 0:
            t = g.models[o.who]
            worth = model_worth(g, int(o.who))
            o.value = worth if t.side != side else -1.3 * worth
