"""Scoot: a Move after thrown dice."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.model_status import is_in_block_with, is_standing
from carnage.engine.battle.frame.questions import DIE, THROW_AT
from carnage.engine.battle.frame.state import MOVE_DICE, Game, Log
from carnage.engine.battle.harm.tower import towers_dwindle
from carnage.engine.battle.move.move_targets import (
    FAR_INCHES,
    NEAREST_ENEMY,
    TARGET_COUNT,
    move_target,
    nearest_enemy,
)
from carnage.engine.battle.move.paths import CONTACT, end_move, list_obstacles
from carnage.engine.battle.move.ranks import move_block_along, slide_block
from carnage.engine.battle.move.scoot_dice import DISCARD, offer_dice, pull_end
from carnage.engine.battle.move.thrown_dice import offer_aim, throw_dice
from carnage.engine.battle.see.line_of_sight import gap
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.decisions import clear
from carnage.engine.core.geometry import direction_to, distance

AVERAGE = 3.5  # of a D6
TOO_FAR = 1.3  # the farthest throw, as a multiple of the distance that the dice are likely to carry
PAST = 3.0  # inches beyond an enemy, so that the dice do not strike its tower


@rule
def move_dice_of(g: Game, i: int) -> int:
    """Return the number of dice that model i throws for a Scoot.

    Where wounds slow models down, each takes away dice, but one remains.
    """
    m = g.models[i]
    dice = int(g.kinds[m.kind].move_dice)
    if g.chosen.damage == R.DAMAGE_SLOWED:
        dice -= m.wounds * g.p.damage_dice
    return min(max(dice, 1), MOVE_DICE)


@rule
def scoot(g: Game, log: Log, i: int) -> None:
    """Throw the Move Dice of model i, then move it toward them one at a time.

    The dice of the acting unit are the first entries of `g.thrown`, and its models share one throw.
    Those of a model that another sends to move come after them. The Move ends early if the model
    falls or, with hand signs, touches an enemy.
    """
    m = g.models[i]
    u = g.units[m.unit]
    x0 = m.x
    y0 = m.y
    own = u.activated == 1 and g.acting == m.unit
    first = 0 if own else MOVE_DICE
    if own and g.n_thrown > 0:
        dice = int(g.n_thrown)
        for n in range(dice):
            g.thrown[n].live = 1
    else:
        dice = move_dice_of(g, i)
        offer_throws(g, i, dice)
        o = g.core.options[ask(g, log, m.side, THROW_AT, i)]
        x = o.x
        y = o.y
        throw_dice(g, log, R.MOVEMENT_SCOOT, i, -1, dice, x, y, first)
        if own and u.count > 1:
            g.n_thrown = dice
    for _ in range(dice):
        moved = m.x != x0 or m.y != y0
        if not is_standing(m) or (
            moved and g.chosen.fighting == R.FIGHTING_HAND_SIGNS and touches_enemy(g, i)
        ):
            return
        use_move_die(g, log, i, first, first + dice)


@rule
def touches_enemy(g: Game, i: int) -> bool:
    """Return whether model i or its block is in base contact with a standing enemy."""
    u = g.units[g.models[i].unit]
    for k in range(u.first, u.first + u.count):
        m = g.models[k]
        if k == i or is_in_block_with(g, i, k):
            foe = nearest_enemy(g, m.side, m.x, m.y, -1)
            if foe >= 0 and gap(g, k, foe) <= CONTACT:
                return True
    return False


@rule
def use_move_die(g: Game, log: Log, i: int, first: int, last: int) -> None:
    """Ask for the next Move Die of model i, and follow or discard it.

    The dice are those of `g.thrown` from index `first` to before `last`.
    """
    m = g.models[i]
    offer_dice(g, i, first, last)
    if g.core.offered == 0:
        return
    o = g.core.options[ask(g, log, m.side, DIE, i)]
    what = o.what
    n = o.other
    x = o.x
    y = o.y
    die = g.thrown[n]
    die.live = 0
    if what == DISCARD:
        write.discard(g, log, g.chosen.scoot_dice, m.side, i, die.value)
        return
    write.use(g, log, g.chosen.scoot_dice, m.side, i, die.value)
    x0 = m.x
    y0 = m.y
    fx = m.fx
    fy = m.fy
    if distance(x0, y0, x, y) > CONTACT:
        fx, fy = direction_to(x0, y0, x, y)
    end_move(g, log, E.MOVE, R.MOVEMENT_SCOOT, i, x, y, fx, fy)
    move_block_along(g, log, E.MOVE, R.MOVEMENT_SCOOT, i, x0, y0)


@rule
def offer_throws(g: Game, i: int, dice: int) -> None:
    """Offer points to throw `dice` dice at: loot, fallen models and the targets of a move.

    A near enemy is offered with a point beyond it. Each option has the likely end of the move as
    `fx`, `fy`.
    """
    m = g.models[i]
    clear(g.core)
    reach = AVERAGE * dice
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    for n in range(3):
        ok, x, y = nearest_prize(g, i, n)
        if ok:
            offer_toward(g, i, x, y, 0.0, reach)
    for n in range(TARGET_COUNT):
        ok, x, y, short = move_target(g, i, foe, n)
        if ok:
            if n == NEAREST_ENEMY and distance(m.x, m.y, x, y) < reach + 2.0 * g.radius:
                offer_toward(g, i, x, y, PAST * g.inch, reach)
                if towers_dwindle(g):
                    offer_toward(
                        g, i, x, y, 0.0, reach
                    )  # a tower that the dice bring down is a gain
            offer_toward(g, i, x, y, -short, reach)
    mark_likely_ends(g, i, dice)


@rule
def mark_likely_ends(g: Game, i: int, dice: int) -> None:
    """Set `fx`, `fy` of each offered throw of `dice` dice to the likely end of model i's move."""
    list_obstacles(g, i, AVERAGE * dice)
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.fx, o.fy = pull_end(g, i, AVERAGE * dice, o.x, o.y)


@rule
def offer_toward(g: Game, i: int, x: float, y: float, beyond: float, reach: float) -> None:
    """Offer the point `beyond` inches past x, y, or the farthest one toward it in reach.

    The dice may carry the model as far as the reach.

    Args:
        g: The game.
        i: The model that throws.
        x: The target.
        y: The target.
        beyond: The distance past the target, negative for a point short of it.
        reach: The distance that the dice are likely to carry.
    """
    m = g.models[i]
    dx, dy = direction_to(m.x, m.y, x, y)
    away = min(distance(m.x, m.y, x, y) + beyond, TOO_FAR * reach, FAR_INCHES)
    if away > g.radius:
        offer_aim(g, 0, i, -1, m.x + dx * away, m.y + dy * away)


@rule
def nearest_prize(g: Game, i: int, n: int) -> tuple[bool, float, float]:
    """Return the nearest object of a kind: whether there is one, and its x and y.

    Args:
        g: The game.
        i: The model that moves.
        n: 0 for a Loot Token, 1 for a fallen friend, 2 for a fallen enemy.
    """
    m = g.models[i]
    best = FAR_INCHES
    x = 0.0
    y = 0.0
    if n == 0:
        for k in range(g.n_loot):
            token = g.loot[k]
            away = distance(m.x, m.y, token.x, token.y)
            if token.down == 1 and away < best:
                best = away
                x = token.x
                y = token.y
    elif g.stature == 1:
        for k in range(g.n_models):
            t = g.models[k]
            away = distance(m.x, m.y, t.x, t.y)
            if t.in_play == 1 and t.fallen == 1 and (t.side == m.side) == (n == 1) and away < best:
                best = away
                x = t.x
                y = t.y
    return best < FAR_INCHES, x, y


@rule
def flee_by_dice(g: Game, log: Log, i: int, number: int) -> None:
    """Move model i in flight by its Move Dice, the lowest first.

    Each moves it straight away from the nearest enemy.
    """
    m = g.models[i]
    dice = move_dice_of(g, i)
    forget_dice(g.core)
    counts = 0
    for _ in range(dice):
        die = d6(g.core)
        keep_die(g.core, die)
        counts += 1 << (4 * die)
    for die in range(1, 7):
        for _ in range((counts >> (4 * die)) & 15):
            foe = nearest_enemy(g, m.side, m.x, m.y, -1)
            if foe < 0 or not is_standing(m):
                return
            dx, dy = direction_to(g.models[foe].x, g.models[foe].y, m.x, m.y)
            slide_block(g, log, E.FLEE, number, i, dx, dy, float(die))
