"""Dynamite: lighting, throwing and snuffing sticks, and their explosions.

The length of a fuse is hidden from both sides. Only `burn_fuses` reads `Stick.fuse`, and
`resample_fuses` replaces it in a planner's rollouts. A stick is named by its index in
`Game.sticks`; a bundle is one stick there.
"""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import (
    can_light,
    is_in_throw_range,
    is_stick_in_reach,
    number_to_throw,
    unlit_sticks,
)
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.luck import avoids_harm, can_be_hero, choose_hero
from carnage.engine.battle.frame.model_status import is_able, is_standing
from carnage.engine.battle.frame.questions import HURL, LIGHT, SNUFF
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.harm.counters import knock_down, lose_aim, stun
from carnage.engine.battle.harm.damage import resolve_harm, wound_surely
from carnage.engine.battle.harm.wound_cost import wounds_cost
from carnage.engine.battle.move.paths import WORTH_MOVING
from carnage.engine.battle.see.line_of_sight import enemies_from, enemies_to
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, d10, forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import direction_to, distance, rotate, round_to_thousandth
from carnage.engine.core.pointing import LEGAL, OUT_OF_REACH, TOO_NEAR

# Cosine and sine of 60 degrees clockwise.
SIXTH_X = 0.5
SIXTH_Y = -0.8660254037844386
UNLIT = -1

# Points of a model that luck may save, chosen by hand; only bots read them.
KNOCK_DOWN_COST_POINTS = 1.5  # of being knocked down and stunned by a blast, besides the wounds
RING_COST_POINTS = 0.7  # of being knocked down and stunned in the ring around it


@rule
def dynamite(g: Game) -> None:
    """Give both sides their sticks at the start of the game."""
    for side in range(2):
        g.sides[side].sticks = g.p.twist_sticks


@rule
def light_new_sticks(g: Game, log: Log, i: int, count: int, pace: int) -> int:
    """Light new sticks in model i's hand, and return the index of the bundle.

    Args:
        g: The game.
        log: The log.
        i: The model.
        count: The number of sticks that are lit as one bundle.
        pace: The steps that the fuse burns at a time: 1, or more if it is cut.
    """
    place = 0
    while place < g.n_sticks and (g.sticks[place].lit == 1 or g.sticks[place].kept > 0):
        place += 1
    g.n_sticks = max(g.n_sticks, place + 1)
    s = g.sticks[place]
    m = g.models[i]
    s.lit = 1
    s.holder = i
    s.x = m.x
    s.y = m.y
    s.fuse = g.p.twist_fuse + d6(g.core)
    s.burnt = 0
    s.pace = pace
    s.bundle = count
    take_in_hand(g, log, i, place)
    return place


@rule
def relight_stick(g: Game, log: Log, i: int, n: int) -> None:
    """Light snuffed stick n again, in model i's hand. Its fuse burns on from where it was."""
    s = g.sticks[n]
    m = g.models[i]
    s.kept = 0
    s.lit = 1
    s.holder = i
    s.x = m.x
    s.y = m.y
    take_in_hand(g, log, i, n)


@rule
def take_in_hand(g: Game, log: Log, i: int, n: int) -> None:
    """Take lit stick n from the supply of model i's side. All Aim markers on the table are lost."""
    s = g.sticks[n]
    m = g.models[i]
    s.side = m.side
    side = g.sides[m.side]
    side.sticks -= s.bundle
    g.n_lit += 1
    s.age = g.n_lit
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
def offer_sticks_to_light(g: Game, i: int) -> None:
    """Offer model i its side's snuffed sticks, and new bundles with a whole or a cut fuse.

    An option has the number of sticks first, then the pace of the fuse. Its `other` is the index of
    a snuffed stick, or -1 for new ones.
    """
    side = int(g.models[i].side)
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.kept == side + 1:
            offer(g.core, s.bundle, s.pace, n)
    left = min(unlit_sticks(g, side), int(g.p.twist_most))
    for count in range(1, left + 1):
        offer(g.core, count, 1, -1)
        offer(g.core, count, g.p.twist_half, -1)


@rule
def light_sticks(g: Game, log: Log, i: int) -> int:
    """Ask which sticks model i lights, light them, and return their index."""
    clear(g.core)
    offer_sticks_to_light(g, i)
    o = g.core.options[ask(g, log, g.models[i].side, LIGHT, i)]
    count = int(o.what)
    pace = int(o.who)
    again = int(o.other)
    if again < 0:
        return light_new_sticks(g, log, i, count, pace)
    relight_stick(g, log, i, again)
    return again


@rule
def steady_throw(g: Game, log: Log, i: int) -> None:
    """Give model i, which holds a lit stick, an Aim marker for its throw."""
    m = g.models[i]
    if m.aimed >= 0:
        lose_aim(g, log, i)
    m.aims += 1
    m.aimed = -1
    write.steady_arm(g, log, R.TWIST_DYNAMITE, m.side, i, m.aims)


@rule
def offer_throw(g: Game, i: int, n: int) -> None:
    """Offer points to throw stick n at.

    They are each standing enemy, the middle between two enemies close together, and six points
    around model i at full range.
    """
    m = g.models[i]
    first = enemies_from(g, m.side)
    last = enemies_to(g, m.side)
    for j in range(first, last):
        if is_standing(g.models[j]):
            offer_throw_point(g, i, n, g.models[j].x, g.models[j].y)
    for j in range(first, last):
        for k in range(j + 1, last):
            a = g.models[j]
            b = g.models[k]
            if (
                is_standing(a)
                and is_standing(b)
                and distance(a.x, a.y, b.x, b.y) < 2.0 * g.p.twist_blast
            ):
                offer_throw_point(g, i, n, (a.x + b.x) / 2.0, (a.y + b.y) / 2.0)
    dx = 1.0
    dy = 0.0
    for _ in range(6):
        far = float(g.p.twist_far) + g.radius
        x, y = nearest_point_on_table(g, m.x + dx * far, m.y + dy * far)
        offer_throw_point(g, i, n, x, y)
        dx, dy = rotate(dx, dy, SIXTH_X, SIXTH_Y)


@rule
def offer_throw_point(g: Game, i: int, n: int, x: float, y: float) -> int:
    """Offer to throw stick n at a point, if it is in range and no point close to it is offered.

    `fx` of the option is the number to reach. Return the number of a `Refusal`.
    """
    if not is_in_throw_range(g, i, x, y):
        return OUT_OF_REACH
    for k in range(g.core.offered):
        if distance(g.core.options[k].x, g.core.options[k].y, x, y) < WORTH_MOVING:
            return TOO_NEAR
    before = g.core.offered
    offer(g.core, 0, n, -1)
    if g.core.offered > before:
        g.core.options[before].x = x
        g.core.options[before].y = y
        g.core.options[before].fx = number_to_throw(g, i, x, y)
    return LEGAL


@rule
def nearest_point_on_table(g: Game, x: float, y: float) -> tuple[float, float]:
    """Return the nearest point on the table."""
    return min(max(x, 0.0), g.table), min(max(y, 0.0), g.table)


@rule
def throw_stick(g: Game, log: Log, i: int) -> None:
    """Ask which stick model i throws and where, and throw it.

    Without Speed Phases, lighting a new stick is part of the throw.
    """
    m = g.models[i]
    n = UNLIT
    clear(g.core)
    for k in range(g.n_sticks):
        if is_stick_in_reach(g, i, k):
            offer(g.core, 0, k, -1)
    if g.speed_phases == 0 and can_light(g, i):
        offer(g.core, 0, UNLIT, -1)
    if g.core.offered > 0:
        n = int(g.core.options[ask(g, log, m.side, SNUFF, i)].who)
    if n == UNLIT:
        n = light_sticks(g, log, i)
    taken_up = int(g.sticks[n].holder != i)
    clear(g.core)
    offer_throw(g, i, n)
    o = g.core.options[ask(g, log, m.side, HURL, i)]
    throw_stick_at(g, log, i, n, float(o.x), float(o.y), taken_up)


@rule
def throw_stick_at(g: Game, log: Log, i: int, n: int, x: float, y: float, taken_up: int) -> None:
    """Throw stick n of model i at a point.

    On a miss the stick lands beside the point, in a direction that a D6 gives; on a 1 it drops at
    the thrower's feet.

    Args:
        g: The game.
        log: The log.
        i: The thrower.
        n: The stick.
        x: The point.
        y: The point.
        taken_up: 1 if model i picked the stick up from the table, else 0; for the log.
    """
    m = g.models[i]
    number = number_to_throw(g, i, x, y)
    forget_dice(g.core)
    die = d10(g.core)
    keep_die(g.core, die)
    top = 10
    if die < number and can_be_hero(g, m.side, die) and choose_hero(g, log, m.side, i, top, 0, 1):
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
        x = m.x
        y = m.y
    elif not hits:
        dx, dy = direction_to(m.x, m.y, x, y)
        way = d6(g.core)
        keep_die(g.core, way)
        for _ in range(way - 1):
            dx, dy = rotate(dx, dy, SIXTH_X, SIXTH_Y)
        x, y = nearest_point_on_table(g, x + dx * g.p.twist_scatter, y + dy * g.p.twist_scatter)
    lay_stick(g, log, n, x, y)


@rule
def lay_stick(g: Game, log: Log, n: int, x: float, y: float) -> None:
    """Lay stick n on the table at x, y."""
    s = g.sticks[n]
    s.holder = -1
    s.x = round_to_thousandth(x)
    s.y = round_to_thousandth(y)
    write.lands(g, log, R.TWIST_DYNAMITE, sticks=s.bundle, to_x=s.x, to_y=s.y)


@rule
def put_out_stick(g: Game, log: Log, i: int) -> None:
    """Ask which lit stick in reach model i puts out.

    Its side gets the sticks, with the rest of the fuse.
    """
    m = g.models[i]
    clear(g.core)
    for n in range(g.n_sticks):
        if is_stick_in_reach(g, i, n):
            offer(g.core, 1, n, -1)
    s = g.sticks[g.core.options[ask(g, log, m.side, SNUFF, i)].who]
    s.lit = 0
    s.kept = 1 + m.side
    s.holder = -1
    side = g.sides[m.side]
    side.sticks += s.bundle
    write.snuff(g, log, R.TWIST_DYNAMITE, m.side, i, sticks=s.bundle, left=side.sticks)


@rule
def drop_held_sticks(g: Game, log: Log) -> None:
    """Drop the sticks of models that can no longer act, where these models are."""
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1 and s.holder >= 0 and not is_able(g.models[s.holder]):
            forget_dice(g.core)
            lay_stick(g, log, n, g.models[s.holder].x, g.models[s.holder].y)


@rule
def burn_fuses(g: Game, log: Log) -> None:
    """Burn all fuses for a step, or more if they were cut, and explode the sticks at their end.

    Of several sticks that explode, the one lit first does so first.
    """
    if g.n_sticks == 0:
        return
    drop_held_sticks(g, log)
    burning = 0
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1:
            burning += 1
            s.burnt += s.pace
    if burning == 0:
        return
    write.burn(g, log, R.TWIST_DYNAMITE)
    n = next_to_explode(g)
    while n >= 0:
        s = g.sticks[n]
        if s.holder >= 0:
            s.x = g.models[s.holder].x
            s.y = g.models[s.holder].y
        explode(g, log, s.x, s.y, s.bundle, n)
        resolve_harm(g, log)
        drop_held_sticks(g, log)
        n = next_to_explode(g)


@rule
def next_to_explode(g: Game) -> int:
    """Return the oldest lit stick with a fuse that has burnt down, or -1."""
    oldest = -1
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit == 1 and s.burnt >= s.fuse and (oldest < 0 or s.age < g.sticks[oldest].age):
            oldest = n
    return oldest


@rule
def explode(g: Game, log: Log, x: float, y: float, sticks: int, n: int) -> None:
    """Explode stick n at x, y.

    Models within the blast are knocked down, hurt and stunned. Models within the ring around it are
    knocked down and take fewer Stun markers. A talent or luck may save a model.

    Args:
        g: The game.
        log: The log.
        x: The middle of the blast.
        y: The middle of the blast.
        sticks: The number of sticks in the bundle; each but the first makes blast and ring larger.
        n: The stick.
    """
    g.sticks[n].lit = 0
    blast = float(g.p.twist_blast + (sticks - 1) * g.p.twist_wide)
    ring = blast + g.p.twist_ring + (sticks - 1) * g.p.twist_wider
    write.blast(g, log, R.TWIST_DYNAMITE, sticks, x, y, near=blast, less_near=ring)
    for k in range(g.n_models):
        m = g.models[k]
        away = distance(m.x, m.y, x, y) - g.radius
        if not is_standing(m) or away > ring:
            continue
        is_in_blast = away <= blast
        cost = RING_COST_POINTS
        markers = g.p.twist_outer
        if is_in_blast:
            cost = wounds_cost(g, k, g.p.twist_wounds) + KNOCK_DOWN_COST_POINTS
            markers = g.p.twist_stun
        if avoids_harm(g, log, k, cost, 1):
            continue
        knock_down(g, log, k)
        stun(g, log, k, markers)
        if is_in_blast:
            wound_surely(g, log, g.sticks[n].side, k, g.p.twist_wounds)
