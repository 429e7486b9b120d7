"""Hand Signs: fights between models in base contact, settled by Thump, Shove and Pinch."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask, ask_sealed, open_sealed
from carnage.engine.battle.frame.luck import call_hero
from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.questions import FOE, HAND, PINCH, SHOVE, THUMP
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import brawler, bully
from carnage.engine.battle.harm.damage import resolve_harm, wound
from carnage.engine.battle.move.loot import steal_token
from carnage.engine.battle.move.paths import in_contact
from carnage.engine.battle.move.pushes import push_model
from carnage.engine.battle.see.line_of_sight import enemies_from, enemies_to
from carnage.engine.battle.turn.allocation import ask_to_defend
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer, store_sealed
from carnage.engine.core.geometry import direction_to
from carnage.engine.core.rule_ids import NoSuchRule

NO_SIGN = -1  # of a model that is knocked out


@rule
def hand_signs(g: Game, log: Log) -> None:
    """Settle all fights that begin because a model has changed place.

    A model that has changed place fights each enemy in contact. The loop ends when none is left. No
    two models fight each other twice in an activation.
    """
    if g.chosen.fighting != R.FIGHTING_HAND_SIGNS:
        return
    for _ in range(2 * g.n_models):
        i = next_moved_model(g)
        if i < 0:
            return
        j = choose_opponent(g, log, i)
        if j < 0:
            g.models[i].bumped = 0
        else:
            fight(g, log, i, j)


@rule
def next_moved_model(g: Game) -> int:
    """Return the first model that has moved since its contacts were last checked, or -1."""
    for i in range(g.n_models):
        if g.models[i].bumped == 1:
            return i
    return -1


@rule
def is_new_contact(g: Game, i: int, j: int) -> bool:
    """Return whether standing models i and j touch and have not fought in this activation."""
    if not is_standing(g.models[j]) or not in_contact(g, i, j):
        return False
    return (g.models[i].fought >> (j - enemies_from(g, int(g.models[i].side)))) & 1 == 0


@rule
def choose_opponent(g: Game, log: Log, i: int) -> int:
    """Ask which enemy model i fights next, and return it. Return -1 without an enemy to fight."""
    m = g.models[i]
    if not is_standing(m):
        return -1
    clear(g.core)
    for j in range(enemies_from(g, int(m.side)), enemies_to(g, int(m.side))):
        if is_new_contact(g, i, j):
            offer(g.core, 0, j, i)
    if g.core.offered == 0:
        return -1
    return g.core.options[ask(g, log, int(m.side), FOE, i)].who


@rule
def fight(g: Game, log: Log, i: int, j: int) -> None:
    """Fight between active model i and passive model j.

    Both show signs until they are apart, one has fallen or was removed, or a limit is reached.
    After a number of pairs of signs without effect, or of pairs in all, one of them is moved away.
    Two models that are knocked out do not fight.
    """
    a = g.models[i]
    b = g.models[j]
    a.fought |= 1 << (j - enemies_from(g, int(a.side)))
    b.fought |= 1 << (i - enemies_from(g, int(b.side)))
    if a.out > 0 and b.out > 0:
        return
    g.fighting = 1
    write.fight(g, log, R.FIGHTING_HAND_SIGNS, a.side, i, j)
    if a.out > 0:
        fight_knocked_out(g, log, j, i)
        return
    if b.out > 0:
        fight_knocked_out(g, log, i, j)
        return
    idle = 0
    for _ in range(g.p.fighting_most):
        choose_sign(g, log, i, j)
        choose_sign(g, log, j, i)
        mine = g.core.sealed[a.side]
        theirs = g.core.sealed[b.side]
        open_sealed(g)
        write.signs(g, log, R.FIGHTING_HAND_SIGNS, a.side, i, j, sign=mine, answer=theirs)
        changed = apply_sign(g, log, i, j, mine, theirs)
        if is_standing(b):
            changed = apply_sign(g, log, j, i, theirs, mine) or changed
        resolve_harm(g, log)
        if not (is_standing(a) and is_standing(b) and in_contact(g, i, j)):
            return
        idle = 0 if changed else idle + 1
        if idle >= g.p.fighting_idle:
            break
    separate_fighters(g, log, i, j)


@rule
def fight_knocked_out(g: Game, log: Log, i: int, j: int) -> None:
    """Have model i show one sign to model j, which is knocked out and shows none."""
    side = g.models[i].side
    choose_sign(g, log, i, j)
    sign = g.core.sealed[side]
    open_sealed(g)
    write.signs(g, log, R.FIGHTING_HAND_SIGNS, side, i, j, sign=sign, answer=NO_SIGN)
    apply_sign(g, log, i, j, sign, NO_SIGN)
    resolve_harm(g, log)


@rule
def choose_sign(g: Game, log: Log, i: int, j: int) -> None:
    """Ask for the sign that model i shows to model j, and seal it until both have answered."""
    side = int(g.models[i].side)
    clear(g.core)
    for what in range(3):
        offer(g.core, what, j, i)
    store_sealed(g.core, side, g.core.options[ask_sealed(g, log, side, HAND, i)].what)


@rule
def apply_sign(g: Game, log: Log, i: int, j: int, sign: int, answer: int) -> bool:
    """Apply model i's sign to model j, and return whether it changed anything.

    Args:
        g: The game.
        log: The log.
        i: The model that shows the sign.
        j: The other model.
        sign: The sign of i, an index of SIGNS in `queries`. Each sign is beaten by the next, the
            last by the first.
        answer: The sign of j, or NO_SIGN.

    Raises:
        NoSuchRule: The sign is not one of the three.
    """
    if answer == (sign + 1) % 3 or (sign == PINCH and answer == PINCH):
        return False
    if not is_standing(g.models[i]) or not is_standing(g.models[j]):
        return False
    if sign == THUMP:
        return thump(g, log, i, j)
    if sign == SHOVE:
        return shove_model(g, log, i, j, g.p.fighting_shove + bully(g, i))
    if sign == PINCH:
        return pinch(g, log, i, j)
    raise NoSuchRule


@rule
def thump(g: Game, log: Log, i: int, j: int) -> bool:
    """Roll the Thump Dice of model i against model j, and return whether they did any damage.

    Model i rolls the dice of all its close weapons. Other models of its unit in contact with j add
    one die each, up to a limit on all dice. The talent Brawler adds more.
    """
    m = g.models[i]
    t = g.models[j]
    kind = g.kinds[m.kind]
    toughness = int(g.kinds[t.kind].toughness) + ask_to_defend(g, log, int(t.side), j)
    forget_dice(g.core)
    damage = 0
    thrown = 0
    weak = 0 if g.chosen.damage == R.DAMAGE_DOOMED else 1  # of a die without a weapon
    for n in range(kind.n_weapons):
        weapon = g.weapons[kind.weapons[n]]
        if weapon.ranged == 0:
            for _ in range(weapon.dice):
                die = d6(g.core)
                keep_die(g.core, die)
                die = call_hero(g, log, m.side, i, die, toughness, 6)
                damage += weapon.big if die >= toughness else weapon.weak
                thrown += 1
    u = g.units[m.unit]
    for k in range(u.first, u.first + u.count):
        if (
            k != i
            and is_standing(g.models[k])
            and in_contact(g, k, j)
            and thrown < g.p.fighting_crowd
        ):
            damage += roll_bare_fist(g, toughness, weak)
            thrown += 1
    for _ in range(brawler(g, i)):
        damage += roll_bare_fist(g, toughness, weak)
    write.thump(g, log, R.FIGHTING_HAND_SIGNS, m.side, i, j, toughness=toughness, damage=damage)
    wound(g, log, m.side, j, damage)
    return damage > 0


@rule
def roll_bare_fist(g: Game, toughness: int, weak: int) -> int:
    """Roll a Thump Die without a weapon, and return its damage.

    Args:
        g: The game.
        toughness: The number from which the die does 1 point.
        weak: The damage of a lower number.
    """
    die = d6(g.core)
    keep_die(g.core, die)
    return 1 if die >= toughness else weak


@rule
def shove_model(g: Game, log: Log, i: int, j: int, inches: float) -> bool:
    """Push model j straight away from model i, and return whether anything changed.

    Impassable terrain that stops the push damages model j.
    """
    m = g.models[i]
    t = g.models[j]
    x = t.x
    y = t.y
    dx, dy = direction_to(m.x, m.y, t.x, t.y)
    if push_model(g, log, E.SHOVE, R.FIGHTING_HAND_SIGNS, j, dx, dy, inches):
        wound(g, log, m.side, j, g.p.fighting_terrain_damage)
        return True
    return t.x != x or t.y != y


@rule
def pinch(g: Game, log: Log, i: int, j: int) -> bool:
    """Steal a Loot Token, or model j's next activation in a game without loot.

    Return whether it worked.
    """
    if g.chosen.objectives == R.OBJECTIVES_LOOT:
        return steal_token(g, log, R.FIGHTING_HAND_SIGNS, i, j)
    if g.models[j].pinched > 0:
        return False
    g.models[j].pinched = 1
    write.pinch(g, log, R.FIGHTING_HAND_SIGNS, g.models[i].side, i, j)
    return True


@rule
def separate_fighters(g: Game, log: Log, i: int, j: int) -> None:
    """End a fight without a result: push model j back, or model i if j cannot move.

    Model j is the passive one, model i the active one.
    """
    a = g.models[i]
    b = g.models[j]
    dx, dy = direction_to(a.x, a.y, b.x, b.y)
    push_model(g, log, E.SHOVE, R.FIGHTING_HAND_SIGNS, j, dx, dy, g.p.fighting_part)
    if in_contact(g, i, j) and is_standing(a):
        push_model(g, log, E.SHOVE, R.FIGHTING_HAND_SIGNS, i, -dx, -dy, g.p.fighting_part)
