"""Attacks: the choice of weapon and target, tests to hit, and the effects of weapons."""

from __future__ import annotations

from carnage.engine.battle.attack.brawls import can_fight, enemy_total_change, only_opponent
from carnage.engine.battle.attack.contests import opposed_roll
from carnage.engine.battle.attack.dodging import dodge_increase
from carnage.engine.battle.attack.range_bands import number_to_reach, range_bands
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire, look_up
from carnage.engine.battle.frame.model_status import is_standing, upright_from, upright_to
from carnage.engine.battle.frame.questions import TARGET, TO_ATTACK, TO_FIGHT, TO_SHOOT
from carnage.engine.battle.frame.resolution import CLOSE_SKILL, RANGED_SKILL, take_test
from carnage.engine.battle.frame.state import MODELS, Game, Log
from carnage.engine.battle.frame.talent_list import brawler, crack_shot, credit_shot, hard_to_hit
from carnage.engine.battle.harm.counters import shots_left
from carnage.engine.battle.harm.damage import wound
from carnage.engine.battle.move.paths import CONTACT
from carnage.engine.battle.move.pushes import push_away
from carnage.engine.battle.see.line_of_sight import HIDDEN, measure_gaps, visibility
from carnage.engine.battle.see.terrain import is_obscured
from carnage.engine.battle.turn.allocation import ask_to_defend
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.geometry import distance


@inlined
def weapon_reach(g: Game, w: int) -> float:
    """Return the greatest distance at which weapon w can be used, in inches between base edges."""
    weapon = g.weapons[w]
    if weapon.ranged == 0:
        return max(weapon.range, CONTACT)
    if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        return float(weapon.bands * g.p.shooting_band)
    return weapon.range


@inlined
def can_hit(g: Game, i: int, w: int, j: int) -> bool:
    """Return whether model i may use weapon w on standing enemy j.

    Call `measure_gaps` for i first.
    """
    return g.gaps[j] <= weapon_reach(g, w) and (
        g.weapons[w].ranged == 0 or visibility(g, i, j) != HIDDEN
    )


@rule
def is_ready(g: Game, i: int, w: int) -> bool:
    """Return whether ranged weapon w of model i can be fired.

    Only under Range Bands can a weapon be empty or jammed.
    """
    if g.chosen.shooting != R.SHOOTING_RANGE_BANDS:
        return True
    return g.models[i].jam == 0 and shots_left(g, i, w) > 0


@rule
def has_target(g: Game, i: int, w: int) -> bool:
    """Return whether model i can use weapon w now and has a target for it."""
    if g.weapons[w].ranged == 1 and not is_ready(g, i, w):
        return False
    measure_gaps(g, i)
    side = g.models[i].side
    if g.closest > weapon_reach(g, w):
        return False
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        if can_hit(g, i, w, int(g.upright[n])):
            return True
    return False


@rule
def only_target(g: Game, i: int, w: int) -> int:
    """Return the only enemy that model i could use weapon w on; -1 for none or several."""
    measure_gaps(g, i)
    side = g.models[i].side
    only = -1
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        if can_hit(g, i, w, int(g.upright[n])):
            if only >= 0:
                return -1
            only = int(g.upright[n])
    return only


@rule
def offer_attack(g: Game, i: int, w: int) -> None:
    """Offer model i an attack with weapon w.

    The option names the target if there is only one, because then no TARGET question follows. Under
    Bullet Dice it names none. Under Range Bands, `x` of an option with a target is the number to
    reach.
    """
    if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        offer(g.core, TO_ATTACK, w, -1)
        return
    j = only_target(g, i, w)
    offer(g.core, TO_ATTACK, w, j)
    if j >= 0 and g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        g.core.options[g.core.offered - 1].x = number_to_reach(g, i, w, j)


@rule
def offer_fight(g: Game, i: int, w: int) -> None:
    """Offer model i a fight with weapon w.

    The option names the opponent if there is only one; its `x` is then the change to the opponent's
    total.
    """
    j = only_opponent(g, i)
    offer(g.core, TO_FIGHT, w, j)
    if j >= 0:
        g.core.options[g.core.offered - 1].x = enemy_total_change(g, i, j)


@rule
def attack(g: Game, log: Log, i: int, w: int, at: int) -> None:
    """Use weapon w of model i on an enemy.

    Args:
        g: The game.
        log: The log.
        i: The attacker.
        w: The weapon.
        at: The target, or -1 to ask the attacker's player.
    """
    j = at if at >= 0 else choose_target(g, log, i, w)
    measure_gaps(g, i)
    if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        range_bands(g, log, i, w, j)
    else:
        attack_by_skill(g, log, i, w, j)


@rule
def choose_target(g: Game, log: Log, i: int, w: int) -> int:
    """Ask for the target of weapon w of model i, and return it."""
    measure_gaps(g, i)
    clear(g.core)
    side = g.models[i].side
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        j = int(g.upright[n])
        if can_hit(g, i, w, j):
            offer_target(g, i, w, j)
    return int(g.core.options[ask(g, log, side, TARGET, i)].who)


@rule
def offer_target(g: Game, i: int, w: int, j: int) -> None:
    """Offer enemy j as a target of weapon w. Call `measure_gaps` for model i first.

    Under Range Bands, `x` of the option is the number to reach.
    """
    if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        offer(g.core, TO_SHOOT, j, w)
        g.core.options[g.core.offered - 1].x = number_to_reach(g, i, w, j)
    else:
        offer(g.core, 0, j, w)


@rule
def fight(g: Game, log: Log, i: int, w: int) -> None:
    """Ask for an opponent of model i, and fight it with weapon w by an Opposed Roll."""
    side = int(g.models[i].side)
    clear(g.core)
    for n in range(upright_from(g, 1 - side), upright_to(g, 1 - side)):
        j = int(g.upright[n])
        if can_fight(g, i, j):
            offer(g.core, TO_FIGHT, j, w)
            g.core.options[g.core.offered - 1].x = enemy_total_change(g, i, j)
    j = g.core.options[ask(g, log, side, TARGET, i)].who
    opposed_roll(g, log, i, w, j)


@rule
def attack_by_skill(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Use weapon w of model i on enemy j by a test of skill."""
    if g.weapons[w].ranged == 0:
        strike(g, log, i, w, j)
    elif g.weapons[w].burst > 0.0:
        grenade(g, log, i, w, j)
    else:
        shoot(g, log, i, w, j, 0)


@rule
def shoot(g: Game, log: Log, i: int, w: int, j: int, caught: int) -> None:
    """Test Ranged Skill against the target's Defense, and wound the target on a success.

    Obscuring terrain, a Defend die, a dodge and the talent Hard to Hit make the test harder.

    Args:
        g: The game.
        log: The log.
        i: The shooter.
        w: The weapon.
        j: The target, an enemy; a friend only if it is caught in a burst.
        caught: 1 if j is in the burst of an attack on another model, else 0.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    t = g.models[j]
    veiled = is_obscured(g, m.x, m.y, t.x, t.y)
    look_up(g, R.TERRAIN_OBSCURING)
    if veiled:
        fire(g, R.TERRAIN_OBSCURING)
    write.attack(g, log, weapon.rule, m.side, i, j, weapon=w, obscured=int(veiled), caught=caught)
    difficulty = g.kinds[t.kind].defense + int(veiled) * g.p.ranged_obscured + hard_to_hit(g, j)
    if t.side != m.side:
        harder = ask_to_defend(g, log, int(t.side), j)
        if harder == 0:
            harder = dodge_increase(g, log, i, w, j, difficulty, int(g.p.reactions_harder))
        difficulty += harder
        g.shot_at |= 1 << j
    credit_shot(g, i, j)
    skill = g.kinds[m.kind].ranged_skill + weapon.skill_bonus + crack_shot(g, i)
    if take_test(g, log, i, m.unit, RANGED_SKILL, skill, difficulty) > 0:
        wound(g, log, m.side, j, weapon.wounds)


@rule
def grenade(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Attack model j with thrown weapon w, then every other model within its burst, friend or foe.

    The burst is measured before the first attack.
    """
    weapon = g.weapons[w]
    x = g.models[j].x
    y = g.models[j].y
    caught = 0
    for k in range(MODELS):
        m = g.models[k]
        if (
            k < g.n_models
            and is_standing(m)
            and distance(m.x, m.y, x, y) - g.radius <= weapon.burst
        ):
            caught |= 1 << k
    shoot(g, log, i, w, j, 0)
    for k in range(g.n_models):
        if k != j and (caught >> k) & 1 == 1 and is_standing(g.models[k]):
            shoot(g, log, i, w, k, 1)


@rule
def strike(g: Game, log: Log, i: int, w: int, j: int) -> None:
    """Test Close Skill against the target's Defense.

    The weapon takes effect once for each success.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    t = g.models[j]
    difficulty = g.kinds[t.kind].defense + ask_to_defend(g, log, int(t.side), j)
    write.attack(g, log, weapon.rule, m.side, i, j, weapon=w, obscured=0, caught=0)
    skill = g.kinds[m.kind].close_skill + brawler(g, i)
    got = take_test(g, log, i, m.unit, CLOSE_SKILL, skill, difficulty)
    if got > 0 and weapon.push > 0.0:
        push_away(g, log, weapon.rule, i, j, weapon.push * got)
    wound(g, log, m.side, j, weapon.wounds * got)
