"""Dynamite: lighting, throwing and snuffing sticks, and what happens when they go off.

Nobody knows how long a fuse is: nothing but `burn` reads `Stick.fuse`, and a planner's tries draw it anew.
"""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import fresh, in_throw, may_light, number_to_throw, within_reach
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.asking import ask
from carnage.engine.battle.frame.luck import hero, may_be_hero, spared
from carnage.engine.battle.frame.model_status import able, stands
from carnage.engine.battle.frame.questions import HURL, LIGHT, SNUFF
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.counters import knock_down, lose_aim, stun
from carnage.engine.battle.harm.damage import after_action, suffer
from carnage.engine.battle.harm.wound_cost import stake
from carnage.engine.battle.move.paths import WORTH_MOVING
from carnage.engine.battle.see.line_of_sight import foes_from, foes_to
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import d6, d10, forget_dice, keep_die
from carnage.engine.core.geometry import distance, thousandth, towards, turned

# The cosine and sine of a sixth of a circle, clockwise.
SIXTH_X, SIXTH_Y = 0.5, -0.8660254037844386
UNLIT = -1


@rule
def dynamite(g: Game) -> None:
    """Everybody begins with so many sticks."""
    for side in range(2):
        g.sides[side].sticks = g.p.twist_sticks


@rule
def kindle(g: Game, log: Log, i: int, count: int, pace: int) -> int:
    """Model i has so many sticks lit in its hand, the fuse burning so fast; returns which stick that is."""
    place = 0
    while place < g.n_sticks and (g.sticks[place].lit == 1 or g.sticks[place].kept > 0):
        place += 1
    g.n_sticks = max(g.n_sticks, place + 1)
    s, m = g.sticks[place], g.models[i]
    s.lit = 1
    s.holder = i
    s.x = m.x
    s.y = m.y
    s.fuse = g.p.twist_fuse + d6(g.core)
    s.burnt = 0
    s.pace = pace
    s.bundle = count
    in_hand(g, log, i, place)
    return place


@rule
def light_again(g: Game, log: Log, i: int, n: int) -> None:
    """Model i has sticks in its hand that were put out, and burn on from where they were."""
    s, m = g.sticks[n], g.models[i]
    s.kept = 0
    s.lit = 1
    s.holder = i
    s.x = m.x
    s.y = m.y
    in_hand(g, log, i, n)


@rule
def in_hand(g: Game, log: Log, i: int, n: int) -> None:
    """Stick n is lit and no longer in the purse of model i's side; everybody looks up."""
    s, m = g.sticks[n], g.models[i]
    side = g.sides[m.side]
    side.sticks -= s.bundle
    write.light(
        g,
        log,
        R.TWIST_DYNAMITE,
        m.side,
        i,
        sticks=s.bundle,
        fuse_cut=s.pace,
        left=side.sticks,
        burnt=s.burnt,
    )
    for k in range(g.n_models):
        lose_aim(g, log, k)


@rule
def offer_light(g: Game, i: int) -> None:
    """Offer to light one stick or more, with a whole, half or quarter fuse; and each that was put out."""
    side = int(g.models[i].side)
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.kept == side + 1:
            offer(g.core, s.bundle, s.pace, n)
    left = min(fresh(g, side), int(g.p.twist_most))
    for count in range(1, left + 1):
        offer(g.core, count, 1, -1)
        offer(g.core, count, g.p.twist_half, -1)
        offer(g.core, count, g.p.twist_quarter, -1)


@rule
def light(g: Game, log: Log, i: int) -> int:
    """Model i lights a stick or a bundle; returns which it is in the list of sticks."""
    clear(g.core)
    offer_light(g, i)
    o = g.core.options[ask(g, log, g.models[i].side, LIGHT, i)]
    count, pace, again = int(o.what), int(o.who), int(o.other)
    if again < 0:
        return kindle(g, log, i, count, pace)
    light_again(g, log, i, again)
    return again


@rule
def steady(g: Game, log: Log, i: int) -> None:
    """Model i, a lit stick in its hand, takes aim for the throw."""
    m = g.models[i]
    if m.aimed >= 0:
        lose_aim(g, log, i)
    m.aims += 1
    m.aimed = -1
    write.steady_arm(g, log, R.TWIST_DYNAMITE, m.side, i, m.aims)


@rule
def offer_throw(g: Game, i: int, n: int) -> None:
    """Offer where to throw stick n: at each enemy, then between two of them, then away from friends."""
    m = g.models[i]
    first, last = foes_from(g, m.side), foes_to(g, m.side)
    for j in range(first, last):
        if stands(g.models[j]):
            offer_point(g, i, n, g.models[j].x, g.models[j].y)
    for j in range(first, last):
        for k in range(j + 1, last):
            a, b = g.models[j], g.models[k]
            if stands(a) and stands(b) and distance(a.x, a.y, b.x, b.y) < 2.0 * g.p.twist_blast:
                offer_point(g, i, n, (a.x + b.x) / 2.0, (a.y + b.y) / 2.0)
    dx, dy = 1.0, 0.0
    for _ in range(6):
        far = float(g.p.twist_far) + g.radius
        x, y = on_table(g, m.x + dx * far, m.y + dy * far)
        offer_point(g, i, n, x, y)
        dx, dy = turned(dx, dy, SIXTH_X, SIXTH_Y)


@rule
def offer_point(g: Game, i: int, n: int, x: float, y: float) -> None:
    """Offer to throw stick n at a point, if it is near enough."""
    if not in_throw(g, i, x, y):
        return
    for k in range(g.core.offered):
        if distance(g.core.options[k].x, g.core.options[k].y, x, y) < WORTH_MOVING:
            return
    before = g.core.offered
    offer(g.core, 0, n, -1)
    if g.core.offered > before:
        g.core.options[before].x = x
        g.core.options[before].y = y
        g.core.options[before].fx = number_to_throw(g, i, x, y)


@rule
def on_table(g: Game, x: float, y: float) -> tuple[float, float]:
    """The nearest place on the table."""
    return min(max(x, 0.0), g.table), min(max(y, 0.0), g.table)


@rule
def hurl(g: Game, log: Log, i: int) -> None:
    """Model i throws a stick that it holds, takes up, or where phases are not timed lights."""
    m = g.models[i]
    n = UNLIT
    clear(g.core)
    for k in range(g.n_sticks):
        if within_reach(g, i, k):
            offer(g.core, 0, k, -1)
    if g.speed_phases == 0 and may_light(g, i):
        offer(g.core, 0, UNLIT, -1)
    if g.core.offered > 0:
        n = int(g.core.options[ask(g, log, m.side, SNUFF, i)].who)
    if n == UNLIT:
        n = light(g, log, i)
    taken_up = int(g.sticks[n].holder != i)
    clear(g.core)
    offer_throw(g, i, n)
    o = g.core.options[ask(g, log, m.side, HURL, i)]
    throw_at(g, log, i, n, float(o.x), float(o.y), taken_up)


@rule
def throw_at(g: Game, log: Log, i: int, n: int, x: float, y: float, taken_up: int) -> None:
    """Stick n, which may have been taken up for it, flies at a point, or somewhere near it."""
    m = g.models[i]
    number = number_to_throw(g, i, x, y)
    forget_dice(g.core)
    die = d10(g.core)
    keep_die(g.core, die)
    top = 10
    if die < number and may_be_hero(g, m.side, die) and hero(g, log, m.side, i, top, 0, 1):
        die = top
    hits = die >= number
    g.sticks[n].holder = i
    m.aims = 0
    write.hurl(
        g,
        log,
        R.TWIST_DYNAMITE,
        m.side,
        i,
        number=number,
        hits=int(hits),
        taken_up=taken_up,
        from_x=m.x,
        from_y=m.y,
        aim_x=x,
        aim_y=y,
    )
    if die <= g.p.twist_drops:
        x, y = m.x, m.y
    elif not hits:
        dx, dy = towards(m.x, m.y, x, y)
        way = d6(g.core)
        keep_die(g.core, way)
        for _ in range(way - 1):
            dx, dy = turned(dx, dy, SIXTH_X, SIXTH_Y)
        x, y = on_table(g, x + dx * g.p.twist_scatter, y + dy * g.p.twist_scatter)
    settle_down(g, log, n, x, y)


@rule
def settle_down(g: Game, log: Log, n: int, x: float, y: float) -> None:
    """Stick n comes to lie."""
    s = g.sticks[n]
    s.holder = -1
    s.x = thousandth(x)
    s.y = thousandth(y)
    write.lands(g, log, R.TWIST_DYNAMITE, sticks=s.bundle, to_x=s.x, to_y=s.y)


@rule
def snuff(g: Game, log: Log, i: int) -> None:
    """Model i puts out a lit stick within its reach; its side may light it again for what is left of it."""
    m = g.models[i]
    clear(g.core)
    for n in range(g.n_sticks):
        if within_reach(g, i, n):
            offer(g.core, 1, n, -1)
    s = g.sticks[g.core.options[ask(g, log, m.side, SNUFF, i)].who]
    s.lit = 0
    s.kept = 1 + m.side
    s.holder = -1
    side = g.sides[m.side]
    side.sticks += s.bundle
    write.snuff(g, log, R.TWIST_DYNAMITE, m.side, i, sticks=s.bundle, left=side.sticks)


@rule
def let_go(g: Game, log: Log) -> None:
    """Sticks in the hands of those who cannot hold them any more lie where these are."""
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1 and s.holder >= 0 and not able(g.models[s.holder]):
            forget_dice(g.core)
            settle_down(g, log, n, g.models[s.holder].x, g.models[s.holder].y)


@rule
def burn(g: Game, log: Log) -> None:
    """All fuses burn a step, or more where they were cut; those that are done explode, the oldest first."""
    if g.n_sticks == 0:
        return
    let_go(g, log)
    burning = 0
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1:
            burning += 1
            s.burnt += s.pace
    if burning == 0:
        return
    write.burn(g, log, R.TWIST_DYNAMITE)
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1 and s.burnt >= s.fuse:
            if s.holder >= 0:
                s.x = g.models[s.holder].x
                s.y = g.models[s.holder].y
            explode(g, log, s.x, s.y, s.bundle, n)
            after_action(g, log)
            let_go(g, log)


@rule
def explode(g: Game, log: Log, x: float, y: float, sticks: int, n: int) -> None:
    """Stick n goes off: all who are near are knocked down, hurt and stunned, others a little less."""
    g.sticks[n].lit = 0
    blast = float(g.p.twist_blast + (sticks - 1) * g.p.twist_wide)
    ring = blast + g.p.twist_ring + (sticks - 1) * g.p.twist_wider
    write.blast(g, log, R.TWIST_DYNAMITE, sticks, x, y, near=blast, less_near=ring)
    for k in range(g.n_models):
        m = g.models[k]
        away = distance(m.x, m.y, x, y) - g.radius
        if not stands(m) or away > ring:
            continue
        near = away <= blast
        cost = stake(g, k, g.p.twist_wounds) + 1.5 if near else 0.7
        if spared(g, log, k, cost, 1):
            continue
        knock_down(g, log, k)
        stun(g, log, k, g.p.twist_stun if near else g.p.twist_outer)
        if near:
            suffer(g, log, k, g.p.twist_wounds)
