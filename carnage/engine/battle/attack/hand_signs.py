"""Hand Signs: a fight breaks out where opposing models touch, and fists, palms and pinches settle it."""

from __future__ import annotations

from carnage.engine.battle.frame import events as E
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.asking import ask, ask_sealed, open_sealed
from carnage.engine.battle.frame.luck import heroic
from carnage.engine.battle.frame.model_status import stands
from carnage.engine.battle.frame.questions import FOE, HAND, PINCH, SHOVE, THUMP
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import brawler, bully
from carnage.engine.battle.harm.damage import after_action, wound
from carnage.engine.battle.move.loot import steal
from carnage.engine.battle.move.paths import in_contact
from carnage.engine.battle.move.pushes import push
from carnage.engine.battle.see.line_of_sight import foes_from, foes_to
from carnage.engine.battle.turn.allocation import defended
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer, seal
from carnage.engine.core.chance import d6, forget_dice, keep_die
from carnage.engine.core.geometry import towards
from carnage.engine.core.numbering import NoSuchRule


@rule
def hand_signs(g: Game, log: Log) -> None:
    """Whoever has changed place and touches an enemy fights it, until nobody does who has not yet."""
    if g.chosen.fighting != R.FIGHTING_HAND_SIGNS:
        return
    for _ in range(2 * g.n_models):
        i = bumper(g)
        if i < 0:
            return
        j = opponent(g, log, i)
        if j < 0:
            g.models[i].bumped = 0
        else:
            fight(g, log, i, j)


@rule
def bumper(g: Game) -> int:
    """The first model that has changed its place and not looked round yet; -1 if there is none."""
    for i in range(g.n_models):
        if g.models[i].bumped == 1:
            return i
    return -1


@rule
def fresh(g: Game, i: int, j: int) -> bool:
    """Whether models i and j touch, stand, and have not fought each other in this activation."""
    if not stands(g.models[j]) or not in_contact(g, i, j):
        return False
    return (g.models[i].fought >> (j - foes_from(g, int(g.models[i].side)))) & 1 == 0


@rule
def opponent(g: Game, log: Log, i: int) -> int:
    """Whom model i fights next, its player's choice; -1 if nobody."""
    m = g.models[i]
    if not stands(m):
        return -1
    clear(g.core)
    for j in range(foes_from(g, int(m.side)), foes_to(g, int(m.side))):
        if fresh(g, i, j):
            offer(g.core, 0, j, i)
    if g.core.offered == 0:
        return -1
    return g.core.options[ask(g, log, int(m.side), FOE, i)].who


@rule
def fight(g: Game, log: Log, i: int, j: int) -> None:
    """Model i, which is active, and j show signs until they are apart, one is down or both give up."""
    a, b = g.models[i], g.models[j]
    a.fought |= 1 << (j - foes_from(g, int(a.side)))
    b.fought |= 1 << (i - foes_from(g, int(b.side)))
    g.fighting = 1
    write.fight(g, log, R.FIGHTING_HAND_SIGNS, a.side, i, j)
    idle = 0
    for _ in range(g.p.fighting_most):
        sign(g, log, i, j)
        sign(g, log, j, i)
        mine, theirs = g.core.sealed[a.side], g.core.sealed[b.side]
        open_sealed(g)
        write.signs(g, log, R.FIGHTING_HAND_SIGNS, a.side, i, j, sign=mine, answer=theirs)
        changed = take_effect(g, log, i, j, mine, theirs)
        if stands(b):
            changed = take_effect(g, log, j, i, theirs, mine) or changed
        after_action(g, log)
        if not (stands(a) and stands(b) and in_contact(g, i, j)):
            return
        idle = 0 if changed else idle + 1
        if idle >= g.p.fighting_idle:
            break
    part(g, log, i, j)


@rule
def sign(g: Game, log: Log, i: int, j: int) -> None:
    """The sign that model i's player shows against model j, in secret until both do."""
    side = int(g.models[i].side)
    clear(g.core)
    for what in range(3):
        offer(g.core, what, j, i)
    seal(g.core, side, g.core.options[ask_sealed(g, log, side, HAND, i)].what)


@rule
def take_effect(g: Game, log: Log, i: int, j: int, sign: int, answer: int) -> bool:
    """Model i's sign against j's; returns whether anything came of it."""
    if answer == (sign + 1) % 3 or (sign == PINCH and answer == PINCH):
        return False
    if not stands(g.models[i]) or not stands(g.models[j]):
        return False
    if sign == THUMP:
        return thump(g, log, i, j)
    if sign == SHOVE:
        return palm(g, log, i, j, g.p.fighting_shove + bully(g, i))
    if sign == PINCH:
        return pinch(g, log, i, j)
    raise NoSuchRule


@rule
def thump(g: Game, log: Log, i: int, j: int) -> bool:
    """The dice of all of model i's close weapons, and one for each other of its unit that touches j too."""
    m, t = g.models[i], g.models[j]
    kind = g.kinds[m.kind]
    toughness = int(g.kinds[t.kind].toughness) + defended(g, log, int(t.side), j)
    forget_dice(g.core)
    damage, thrown = 0, 0
    weak = 0 if g.chosen.damage == R.DAMAGE_DOOMED else 1  # of a die that no weapon throws
    for n in range(kind.n_weapons):
        weapon = g.weapons[kind.weapons[n]]
        if weapon.ranged == 0:
            for _ in range(weapon.dice):
                die = d6(g.core)
                keep_die(g.core, die)
                die = heroic(g, log, m.side, i, die, toughness, 6)
                damage += weapon.big if die >= toughness else weapon.weak
                thrown += 1
    u = g.units[m.unit]
    for k in range(u.first, u.first + u.count):
        if k != i and stands(g.models[k]) and in_contact(g, k, j) and thrown < g.p.fighting_crowd:
            damage += bare_fist(g, toughness, weak)
            thrown += 1
    for _ in range(brawler(g, i)):
        damage += bare_fist(g, toughness, weak)
    write.thump(g, log, R.FIGHTING_HAND_SIGNS, m.side, i, j, toughness=toughness, damage=damage)
    wound(g, log, j, damage)
    return damage > 0


@rule
def bare_fist(g: Game, toughness: int, weak: int) -> int:
    """A die of a thump that no weapon throws: a point, or what a weak hit does."""
    die = d6(g.core)
    keep_die(g.core, die)
    return 1 if die >= toughness else weak


@rule
def palm(g: Game, log: Log, i: int, j: int, inches: float) -> bool:
    """Model j is moved straight away from model i; impassable terrain hurts. Whether anything came of it."""
    m, t = g.models[i], g.models[j]
    x, y = t.x, t.y
    dx, dy = towards(m.x, m.y, t.x, t.y)
    if push(g, log, E.SHOVE, R.FIGHTING_HAND_SIGNS, j, dx, dy, inches):
        wound(g, log, j, g.p.fighting_terrain_damage)
        return True
    return t.x != x or t.y != y


@rule
def pinch(g: Game, log: Log, i: int, j: int) -> bool:
    """A Loot Token, or the other model's next activation."""
    if g.chosen.objectives == R.OBJECTIVES_LOOT:
        return steal(g, log, R.FIGHTING_HAND_SIGNS, i, j)
    if g.models[j].pinched > 0:
        return False
    g.models[j].pinched = 1
    write.pinch(g, log, R.FIGHTING_HAND_SIGNS, g.models[i].side, i, j)
    return True


@rule
def part(g: Game, log: Log, i: int, j: int) -> None:
    """Nothing comes of it: the passive model steps back, or else the active one."""
    a, b = g.models[i], g.models[j]
    dx, dy = towards(a.x, a.y, b.x, b.y)
    push(g, log, E.SHOVE, R.FIGHTING_HAND_SIGNS, j, dx, dy, g.p.fighting_part)
    if in_contact(g, i, j) and stands(a):
        push(g, log, E.SHOVE, R.FIGHTING_HAND_SIGNS, i, -dx, -dy, g.p.fighting_part)
