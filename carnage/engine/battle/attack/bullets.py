"""Bullet Dice: dice thrown at a point, and bullets that hit the first thing in their way."""

from __future__ import annotations

from carnage.engine.battle.attack.dodging import dodge_increase
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.luck import call_hero
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.questions import BULLET, SHOOT_AT
from carnage.engine.battle.frame.state import MOVE_DICE, Game, Log
from carnage.engine.battle.frame.talent_list import crack_shot, credit_shot, hard_to_hit
from carnage.engine.battle.harm.damage import wound
from carnage.engine.battle.move.thrown_dice import offer_aim, throw_dice
from carnage.engine.battle.see.line_of_sight import is_in_arc, is_point_in_arc
from carnage.engine.battle.see.terrain import is_inside, piece_span
from carnage.engine.battle.turn.allocation import ask_to_defend
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import NEVER, direction_to, disc_entry, distance
from carnage.engine.core.pointing import LEGAL, OUTSIDE_ZONE

# Results of a bullet.
LOST = 0
HIT = 1
STOPPED = 2
HALF_DIE = 0.315  # inches, for dice of 16 mm


@rule
def first_hit(
    g: Game, i: int, x: float, y: float, tx: float, ty: float, far: float
) -> tuple[int, int]:
    """Return the first thing that a bullet of model i hits.

    Args:
        g: The game.
        i: The shooter, which is not in the way.
        x: The start of the bullet.
        y: The start of the bullet.
        tx: A point that it flies toward.
        ty: A point that it flies toward.
        far: Its range in inches; a base's radius is added.

    Returns:
        The model and HIT, or -1 and STOPPED (terrain or a wreck) or LOST.
    """
    dx, dy = direction_to(x, y, tx, ty)
    best = far + g.radius
    j = -1
    for side in range(2):
        for n in range(upright_from(g, side), upright_to(g, side)):
            k = int(g.upright[n])
            t = g.models[k]
            if k != i:
                met = disc_entry(x, y, dx, dy, t.x, t.y, g.radius)
                if met < best:
                    best = met
                    j = k
    if g.chosen.twist == R.TWIST_WRECKAGE:
        for k in range(g.n_models):
            w = g.models[k]
            if w.wreck == 1 and disc_entry(x, y, dx, dy, w.x, w.y, g.radius) < best:
                return -1, STOPPED
    for k in range(g.blocking_to):
        piece = g.pieces[k]
        if piece.blocking == 1 and not is_inside(piece, x, y):
            met, out = piece_span(piece, x, y, dx, dy, 0.0)
            if (
                out < NEVER
                and met < best
                and (j < 0 or not is_inside(piece, g.models[j].x, g.models[j].y))
            ):
                return -1, STOPPED
    return (j, HIT) if j >= 0 else (-1, LOST)


MARKS = 7  # most enemies that are offered as targets
PAST = 4.0  # inches beyond an enemy for a second aim, whose dice do not strike its tower


@rule
def has_enemy_in_range(g: Game, i: int, w: int) -> bool:
    """Return whether model i may aim weapon w at any enemy."""
    m = g.models[i]
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        if is_aimable(g, i, w, int(g.upright[n])):
            return True
    return False


@rule
def is_aimable(g: Game, i: int, w: int, j: int) -> bool:
    """Return whether standing enemy j is within the range of weapon w and within model i's arc."""
    m = g.models[i]
    t = g.models[j]
    away = distance(m.x, m.y, t.x, t.y) - g.radius
    return away <= g.weapons[w].range and is_in_arc(g, m.x, m.y, m.fx, m.fy, j)


@rule
def bullet_dice(g: Game, log: Log, i: int, w: int) -> None:
    """Ask where model i throws the Bullet Dice of weapon w, throw them, and resolve the bullets.

    The highest numbers come first.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    offer_shot_points(g, i, w)
    o = g.core.options[ask(g, log, m.side, SHOOT_AT, i)]
    x = o.x
    y = o.y
    dice = int(weapon.dice)
    first = MOVE_DICE  # the first places hold the Move Dice of the active unit
    throw_dice(g, log, R.SHOOTING_BULLET_DICE, i, w, dice, x, y, first)
    # Bit masks of models: asked for a Defend die, and defended by one.
    asked = 0
    guarded = 0
    for value in range(6, 0, -1):
        for n in range(first, first + dice):
            die = g.thrown[n]
            if die.live == 1 and die.value == value:
                asked, guarded = resolve_bullet(g, log, i, w, n, asked, guarded)


@rule
def first_hit_on_line(g: Game, i: int, w: int, n: int, near: int, far: int) -> tuple[int, int]:
    """Return the first hit of the bullet of die n along one line, as `first_hit` does.

    Args:
        g: The game.
        i: The shooter.
        w: The weapon.
        n: The die, an index of `Game.thrown`.
        near: The start on model i's base: 0 for its middle, 1 for its left rim, -1 for its right
            rim.
        far: The part of the die that the line passes, in the same way.
    """
    m = g.models[i]
    die = g.thrown[n]
    dx, dy = direction_to(m.x, m.y, die.x, die.y)
    base = near * g.radius
    half = far * HALF_DIE * g.inch
    x = m.x - dy * base
    y = m.y + dx * base
    # `first_hit` adds a radius to the range, which is right only for a start in the middle of the
    # base.
    reach = float(g.weapons[w].range) - (g.radius if near != 0 else 0.0)
    tx = die.x - dy * half
    ty = die.y + dx * half
    if not is_point_in_arc(g, x, y, m.fx, m.fy, tx, ty):
        return -1, LOST
    return first_hit(g, i, x, y, tx, ty, reach)


@rule
def line_of_fire(g: Game, log: Log, i: int, w: int, n: int) -> tuple[int, int]:
    """Return the first hit of the bullet of die n, as `first_hit` does.

    Five lines from the base past the die are tried. If they hit different things, the shooter's
    player chooses.
    """
    j, what = first_hit_on_line(g, i, w, n, 0, 0)
    met = 1 << (j + 1)
    others = 0
    missed = what if j < 0 else LOST  # the result of a bullet that hits no model
    for k in range(4):
        near = 1 if k < 2 else -1
        far = near if k % 2 == 0 else -near
        found, how = first_hit_on_line(g, i, w, n, near, far)
        if (met >> (found + 1)) & 1 == 0:
            met |= 1 << (found + 1)
            others += 1
            if found < 0:
                missed = how
    if others == 0:
        return j, what
    clear(g.core)
    offer(g.core, 0, j, n)
    for k in range(-1, g.n_models):
        if k != j and (met >> (k + 1)) & 1 == 1:
            offer(g.core, 0, k, n)
    chosen = int(g.core.options[ask(g, log, g.models[i].side, BULLET, i)].who)
    if chosen == j:
        return j, what
    return (chosen, HIT) if chosen >= 0 else (-1, missed)


@rule
def resolve_bullet(
    g: Game, log: Log, i: int, w: int, n: int, asked: int, guarded: int
) -> tuple[int, int]:
    """Resolve the bullet of die n, and return the updated bit masks `asked` and `guarded`.

    Args:
        g: The game.
        log: The log.
        i: The shooter.
        w: The weapon.
        n: The die, an index of `Game.thrown`.
        asked: The models whose side was asked for a Defend die in this throw.
        guarded: The models that are defended by one.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    die = g.thrown[n]
    j, what = line_of_fire(g, log, i, w, n)
    value = int(die.value)
    if what != HIT:
        die.live = 0
        forget_dice(g.core)
        keep_die(g.core, value)
        write.bullet(
            g,
            log,
            R.SHOOTING_BULLET_DICE,
            m.side,
            i,
            -1,
            value=value,
            toughness=0,
            damage=0,
            hits=what,
            aim_x=die.x,
            aim_y=die.y,
        )
        return asked, guarded
    t = g.models[j]
    if (asked >> j) & 1 == 0:
        asked |= 1 << j
        if t.side != m.side and ask_to_defend(g, log, int(t.side), j) > 0:
            guarded |= 1 << j
    toughness = int(g.kinds[t.kind].toughness)
    if (guarded >> j) & 1 == 1:
        toughness += g.p.action_points_harder
    credit_shot(g, i, j)
    toughness += hard_to_hit(g, j) - crack_shot(g, i)
    if t.side != m.side:
        if (guarded >> j) & 1 == 0:
            tougher = int(g.p.reactions_tougher)
            toughness += dodge_increase(g, log, i, w, j, toughness, tougher)
        g.shot_at |= 1 << j
    value = call_hero(g, log, m.side, i, value, toughness, 6)
    damage = int(weapon.weak)
    if value >= toughness:
        damage = int(weapon.big)
    die.live = 0
    forget_dice(g.core)
    keep_die(g.core, value)
    write.bullet(
        g,
        log,
        R.SHOOTING_BULLET_DICE,
        m.side,
        i,
        j,
        value=value,
        toughness=toughness,
        damage=damage,
        hits=what,
        aim_x=die.x,
        aim_y=die.y,
    )
    wound(g, log, m.side, j, damage)
    return asked, guarded


@rule
def offer_shot_point(g: Game, i: int, w: int, x: float, y: float) -> int:
    """Offer any point in model i's arc to throw the Bullet Dice of weapon w at.

    Return the number of a `Refusal`. The target is the enemy nearest to the point.
    """
    m = g.models[i]
    if not is_point_in_arc(g, m.x, m.y, m.fx, m.fy, x, y):
        return OUTSIDE_ZONE
    best = NEVER
    j = -1
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        k = int(g.upright[n])
        away = distance(x, y, g.models[k].x, g.models[k].y)
        if away < best and is_aimable(g, i, w, k):
            best = away
            j = k
    offer_aim(g, 0, j, w, x, y)
    return LEGAL


@rule
def offer_shot_points(g: Game, i: int, w: int) -> None:
    """Offer points to throw the Bullet Dice of weapon w at.

    They are each enemy that model i may aim at, nearest first, a point beyond it, and the middle
    between the nearest two.
    """
    m = g.models[i]
    clear(g.core)
    done = 0
    last = -1
    for _ in range(MARKS):
        best = NEVER
        j = -1
        for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
            k = int(g.upright[n])
            t = g.models[k]
            away = distance(m.x, m.y, t.x, t.y)
            if (done >> k) & 1 == 0 and away < best and is_aimable(g, i, w, k):
                best = away
                j = k
        if j < 0:
            return
        done |= 1 << j
        t = g.models[j]
        dx, dy = direction_to(m.x, m.y, t.x, t.y)
        past = best + PAST * g.inch
        offer_aim(g, 0, j, w, t.x, t.y)
        offer_aim(g, 0, j, w, m.x + dx * past, m.y + dy * past)
        if last >= 0 and g.core.offered < 5:
            o = g.models[last]
            offer_aim(g, 0, j, w, (t.x + o.x) / 2.0, (t.y + o.y) / 2.0)
        last = j
