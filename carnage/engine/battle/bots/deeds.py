"""What actions, targets and units are worth picking."""

from __future__ import annotations

from carnage.engine.battle import numbers as R
from carnage.engine.battle.aims import nearest_enemy
from carnage.engine.battle.bots.aiming import best_mark, prizes_near
from carnage.engine.battle.bots.blasts import danger_near, fear_of, hurl_worth, light_worth, steady_worth
from carnage.engine.battle.bots.gear import (
    aim_worth,
    best_brawl,
    best_harm,
    brawl_worth,
    reload_worth,
    shot_worth,
)
from carnage.engine.battle.bots.places import count_company, ground_worth, reach_of, stride
from carnage.engine.battle.bots.stakes import TOKEN, leaving_wins, model_worth, swig_risk
from carnage.engine.battle.bots.worth import attack_worth, harm_worth, single_worth
from carnage.engine.battle.chances import chance
from carnage.engine.battle.counters import can_aim, can_reload, marked
from carnage.engine.battle.line_of_sight import HIDDEN, look, spot
from carnage.engine.battle.markers import marker_in_reach
from carnage.engine.battle.questions import (
    TO_AIM,
    TO_ATTACK,
    TO_BOOT_IN,
    TO_BOOT_UP,
    TO_CAPTURE,
    TO_FIGHT,
    TO_FOCUS,
    TO_HURL,
    TO_INTERACT,
    TO_LEG_IT,
    TO_LIGHT,
    TO_MOVE,
    TO_PATCH_UP,
    TO_RELOAD,
    TO_REMOVE,
    TO_SHOOT,
    TO_SHOUT,
    TO_SNUFF,
    TO_STEADY,
    TO_STOP,
)
from carnage.engine.battle.special import can_patch_up, can_shout, hears
from carnage.engine.battle.standing import able, stands, upright_from, upright_to
from carnage.engine.battle.state import CLOSE, FOCUS, MOVE, RANGED, SPECIAL, Game
from carnage.engine.battle.sticks import can_snuff, held
from carnage.engine.core.compiling import rule
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.numbering import NoSuchRule

IN_REACH = 20.0  # urgency from here on: an enemy can be attacked as things stand
RELUCTANCE = 15.0  # how much the risk of its swig counts against picking a unit
UNLESS_SHAKY = -6.0  # what passing is worth where a swig might bring a tower down
AGAIN = 3.0  # how much urgency it takes to make up for a point lost
NEARER = 0.28  # a shot that is less likely to hit than this is not worth as much as coming nearer
CAPTURE = 9.0  # what taking a marker is worth, in points of the enemy's


@rule
def best_target(g: Game, i: int, w: int) -> float:
    """What weapon w is worth on the best of model i's targets; -1 if there is none. Needs `look`.

    Sight is the dear part, so it is asked only of targets that might beat the best so far.
    """
    m, weapon = g.models[i], g.weapons[w]
    best = -1.0
    bands = weapon.ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS
    far = float(g.p.shooting_bands * g.p.shooting_band) if bands else max(weapon.range, 0.01)
    if g.closest > far:
        return best
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        if g.gaps[j] > far:
            continue
        if bands:
            if spot(g, i, j) != HIDDEN:
                best = max(best, shot_worth(g, i, w, j))
            continue
        if weapon.ranged == 1:
            if weapon.burst == 0.0 and single_worth(g, i, w, j, False) <= best:
                continue
            if spot(g, i, j) == HIDDEN:
                continue
        best = max(best, attack_worth(g, i, w, j))
    return best


@rule
def value_act(g: Game, i: int) -> None:
    """Which action: attack if it is worth anything, else move to where it will be."""
    c = g.core
    m = g.models[i]
    fight = 0.0
    for k in range(c.offered):
        o = c.options[k]
        o.value = 0.0
        if o.what == TO_ATTACK:
            if g.weapons[o.who].ranged == 1 and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
                o.value = best_mark(g, i, o.who)
            else:
                look(g, i)
                o.value = best_target(g, i, o.who)
            fight = max(fight, o.value)
        elif o.what == TO_CAPTURE or o.what == TO_INTERACT:
            o.value = CAPTURE * chance(g, g.kinds[m.kind].close_skill, g.p.objectives_difficulty)
        elif o.what == TO_BOOT_UP:
            o.value = 0.7 * model_worth(g, o.who)
        elif o.what == TO_BOOT_IN:
            o.value = TOKEN
        elif o.what == TO_PATCH_UP:
            o.value = 3.0
        elif o.what == TO_SHOUT:
            o.value = 0.6 if someone_to_send(g, i) else 0.0
        elif o.what == TO_MOVE:
            o.value = move_worth(g, i)
        elif o.what == TO_STOP:
            o.value = 0.05
        elif o.what == TO_FIGHT:
            o.value = best_brawl(g, i, o.who)
        elif o.what != TO_AIM and o.what != TO_FOCUS:  # which hang on the best of the attacks
            o.value = gear_act_worth(g, i, o.what)
    for k in range(c.offered):
        if c.options[k].what == TO_MOVE and fight > 0.0 and c.options[k].value > 0.0:
            if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
                look(g, i)
                c.options[k].value = max(c.options[k].value, NEARER * best_harm(g, i))
        if c.options[k].what == TO_AIM:
            c.options[k].value = aim_worth(g, i, fight)
        if c.options[k].what == TO_FOCUS and fight > 0.5 and spares_focus(g, i):
            c.options[k].value = fight * 1.01


@rule
def gear_act_worth(g: Game, i: int, what: int) -> float:
    """What is done with guns and dynamite, and against markers."""
    if what == TO_REMOVE:
        return 1.0
    if what == TO_RELOAD:
        return reload_worth(g, i)
    if what == TO_LIGHT:
        return light_worth(g, i)
    if what == TO_STEADY:
        return steady_worth(g, i)
    if what == TO_HURL:
        return hurl_worth(g, i)
    if what == TO_SNUFF:
        return 0.9 * danger_near(g, i)
    raise NoSuchRule


@rule
def value_block(g: Game, unit: int) -> None:
    """Which kind of action a block takes: what it is worth to all of its models together."""
    u = g.units[unit]
    lead = -1
    fight = 0.0
    for k in range(g.core.offered):
        o = g.core.options[k]
        kind = o.what
        worth = 0.05 if kind == 0 else 0.0
        for i in range(u.first, u.first + u.count):
            m = g.models[i]
            if not able(m):
                continue
            lead = i
            look(g, i)
            best = 0.0
            for n in range(g.kinds[m.kind].n_weapons):
                w = g.kinds[m.kind].weapons[n]
                if kind != (RANGED if g.weapons[w].ranged == 1 else CLOSE):
                    continue
                if kind == RANGED and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
                    best = max(best, best_mark(g, i, w))
                else:
                    best = max(best, best_target(g, i, w))
            worth += best
        if kind == CLOSE and g.n_markers > 0:
            worth = max(worth, 4.0)
        if kind == SPECIAL:
            worth = 0.5
        o.value = worth
        fight = max(fight, worth)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == MOVE:
            o.value = move_worth(g, lead)
        elif o.what == FOCUS and fight > 0.5 and spares_focus(g, lead):
            o.value = fight * 1.01


@rule
def worth_sending(g: Game, j: int) -> bool:
    """Whether a friend would gain by a Move: nobody in its reach, and not content where it is."""
    return g.models[j].stayed == 0 and urgency(g, j) < IN_REACH


@rule
def someone_to_send(g: Game, i: int) -> bool:
    """Whether anyone within earshot of model i would gain by a Move."""
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if hears(g, i, j) and worth_sending(g, j):
            return True
    return False


@rule
def spares_focus(g: Game, i: int) -> bool:
    """Whether model i can Focus and still attack: never instead of attacking twice."""
    m = g.models[i]
    if g.chosen.action_points == R.ACTION_POINTS_ONE_OF_EVERYTHING:
        return True
    return g.chosen.action_points == R.ACTION_POINTS_TWO_UNIQUE_ACTIONS and m.spent == 0


@rule
def move_worth(g: Game, i: int) -> float:
    """Moving, before it is known where to: much where there is a marker to reach, something anyway.

    Nothing for a model that has just seen that it stands best where it is.
    """
    m = g.models[i]
    if g.n_sticks > 0:
        fear = fear_of(g, i, m.x, m.y)
        if fear > 0.0 and m.prone == 0:
            return 1.0 + fear
    if m.stayed == 1:
        return 0.0
    o = g.core.options[0]
    o.x = m.x
    o.y = m.y
    if g.n_markers > 0:
        count_company(g, i)
        here = ground_worth(g, i, o)
        return 3.0 if here < 4.0 else 0.3
    if g.n_loot > 0 or g.stature == 1:
        return 0.4 + 0.3 * prizes_near(g, i, m.x, m.y)
    return 0.4 if m.used & MOVE == 0 else 0.2


@rule
def value_target(g: Game, i: int) -> None:
    """Which enemy to attack."""
    look(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == TO_SHOOT:
            o.value = shot_worth(g, i, o.other, o.who)
        elif o.what == TO_FIGHT:
            o.value = brawl_worth(g, i, o.other, o.who)
        else:
            o.value = attack_worth(g, i, o.other, o.who)


@rule
def urgency(g: Game, i: int) -> float:
    """How much model i has to do: much with an enemy in reach, less the farther off they are."""
    m = g.models[i]
    foe = nearest_enemy(g, m.side, m.x, m.y, -1)
    near = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius if foe >= 0 else NEVER
    reach = reach_of(g, i)
    worth = float(g.kinds[m.kind].points)
    if g.n_loot > 0:
        worth += 2.0 * prizes_near(g, i, m.x, m.y)
    if near <= reach:
        return IN_REACH + worth
    if near <= reach + stride(g, i):
        return 10.0 + worth
    return worth * 0.2 - 0.05 * near


@rule
def phase_work(g: Game, unit: int) -> bool:
    """Whether a unit has anything to gain in the present phase."""
    u = g.units[unit]
    if g.phase == 0 or g.phase == MOVE:
        return True
    for i in range(u.first, u.first + u.count):
        m = g.models[i]
        if not stands(m):
            continue
        if marked(g, i) or held(g, i) >= 0:
            return True
        seizing = g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES
        if g.phase != RANGED and seizing and marker_in_reach(g, i) >= 0:
            return True
        if g.phase == SPECIAL:
            if can_shout(g, i) or can_patch_up(g, i) or can_aim(g, i) or can_reload(g, i) or can_snuff(g, i):
                return True
            continue
        foe = nearest_enemy(g, m.side, m.x, m.y, -1)
        if foe >= 0:
            gap = distance(m.x, m.y, g.models[foe].x, g.models[foe].y) - 2.0 * g.radius
            if gap <= (reach_of(g, i) if g.phase == RANGED else 1.0):
                return True
    return False


@rule
def value_pick(g: Game, side: int) -> None:
    """Which unit to activate, or to pass when nothing is left to gain."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.who < 0:
            # Far from the enemy there is little to do, but that is no reason to stay there.
            dear = g.phased == 0 and g.chosen.activation_order == R.ACTIVATION_ORDER_ANY_MODEL
            o.value = UNLESS_SHAKY if dear or g.chosen.damage == R.DAMAGE_THE_TOWER else -50.0
            if o.what == TO_LEG_IT:
                o.value = NEVER if leaving_wins(g, side) else -NEVER
            continue
        u = g.units[o.who]
        o.value = -100.0
        if phase_work(g, o.who):
            for i in range(u.first, u.first + u.count):
                if able(g.models[i]):
                    o.value = max(o.value, urgency(g, i))
            o.value -= toll(g, o.who) + RELUCTANCE * swig_risk(g, o.who)


@rule
def toll(g: Game, unit: int) -> float:
    """How much less it is worth to activate a unit once more than to activate another."""
    u = g.units[unit]
    if u.activated == 0 or g.chosen.activation_order != R.ACTIVATION_ORDER_ANY_MODEL:
        return 0.0
    if g.chosen.damage == R.DAMAGE_THE_TOWER:
        return 1.0
    dear = 0.0
    for i in range(u.first, u.first + u.count):
        if g.models[i].in_play == 1:
            dear = max(dear, harm_worth(g, i, float(g.p.activation_order_toll)))
    return AGAIN * dear


@rule
def value_model(g: Game) -> None:
    """Which model of a squad acts next."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = urgency(g, o.who)


@rule
def value_friend(g: Game) -> None:
    """Whom to shout at: whoever is worth most and has farthest to go; whom to patch up: the dearest."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = float(g.kinds[g.models[o.who].kind].points)
        if o.what == TO_SHOUT:
            o.value = urgency(g, o.who) if worth_sending(g, o.who) else -NEVER
