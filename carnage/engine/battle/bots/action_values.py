"""What actions, targets and units are worth picking."""

from __future__ import annotations

from carnage.engine.battle.attack.reactions import can_watch
from carnage.engine.battle.bots.aiming import best_mark, prizes_near, wobble
from carnage.engine.battle.bots.attack_values import attack_worth, single_worth
from carnage.engine.battle.bots.blasts import danger_near, fear_of, hurl_worth, light_worth, steady_worth
from carnage.engine.battle.bots.gear import (
    aim_worth,
    best_brawl,
    best_harm,
    brawl_worth,
    reload_worth,
    shot_worth,
)
from carnage.engine.battle.bots.places import count_company, ground_worth, stride
from carnage.engine.battle.bots.reacting import watch_worth
from carnage.engine.battle.bots.risk import TOKEN, model_worth, steadying_worth
from carnage.engine.battle.bots.turns import forgone, urgency, worth_sending
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import able, upright_from, upright_to
from carnage.engine.battle.frame.probabilities import chance
from carnage.engine.battle.frame.questions import (
    TO_AIM,
    TO_ATTACK,
    TO_BOOT_IN,
    TO_BOOT_UP,
    TO_CAPTURE,
    TO_FIGHT,
    TO_FOCUS,
    TO_HURL,
    TO_INTERACT,
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
    TO_WATCH,
)
from carnage.engine.battle.frame.state import CLOSE, FOCUS, MOVE, RANGED, SPECIAL, Game
from carnage.engine.battle.harm.tower import has_towers, towers_dwindle
from carnage.engine.battle.see.line_of_sight import HIDDEN, look, spot
from carnage.engine.battle.turn.special import can_be_patched, hears
from carnage.engine.compiling.marks import rule
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.numbering import NoSuchRule

PATCHED = 3.0  # what a wound healed, or a die taken off a tower that grows, is worth
LIKELY = 0.8  # how likely a Move gets to where it was meant to
OFF_GROUND = 3.0  # what a Move is worth to whoever is not at a marker
NEARER = 0.28  # a shot that is less likely to hit than this is not worth as much as coming nearer


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
    w = g.weights[m.side]
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
            o.value = w.capture * g.pull * chance(g, g.kinds[m.kind].close_skill, g.p.objectives_difficulty)
        elif o.what == TO_BOOT_UP:
            o.value = 0.7 * model_worth(g, o.who)
        elif o.what == TO_BOOT_IN:
            o.value = TOKEN
        elif o.what == TO_PATCH_UP:
            o.value = patch_worth(g, i)
        elif o.what == TO_SHOUT:
            o.value = 0.6 if someone_to_send(g, i) else 0.0
        elif o.what == TO_MOVE:
            o.value = move_worth(g, i)
        elif o.what == TO_STOP:
            o.value = 0.05
        elif o.what == TO_FIGHT:
            o.value = best_brawl(g, i, o.who)
        elif o.what == TO_WATCH:
            o.value = watch_worth(g, i)
        elif o.what != TO_AIM and o.what != TO_FOCUS:  # which hang on the best of the attacks
            o.value = gear_act_worth(g, i, o.what)
    for k in range(c.offered):
        if c.options[k].what == TO_MOVE and fight > 0.0 and c.options[k].value > 0.0:
            if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
                look(g, i)
                c.options[k].value = max(c.options[k].value, NEARER * best_harm(g, i))
        if c.options[k].what == TO_MOVE and fight > 0.0:
            c.options[k].value -= w.hold
        if c.options[k].what == TO_AIM:
            c.options[k].value = aim_worth(g, i, fight)
        if c.options[k].what == TO_FOCUS and fight > 0.5 and spares_focus(g, i):
            c.options[k].value = fight * g.weights[g.models[i].side].focus
    if g.phase == MOVE or g.phase == SPECIAL:
        lost = forgone(g, i, g.phase)
        for k in range(c.offered):
            if c.options[k].what != TO_STOP:
                c.options[k].value -= lost


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
            if kind == RANGED and can_watch(g, i):
                best = max(best, watch_worth(g, i))
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
            o.value = fight * g.weights[u.side].focus


@rule
def patch_worth(g: Game, i: int) -> float:
    """What patching somebody up is worth to model i, which can."""
    if not towers_dwindle(g):
        return PATCHED
    best = -NEVER
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if can_be_patched(g, i, j):
            best = max(best, steadying_worth(g, j))
    return best


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
    stir = g.weights[m.side].stir
    if has_towers(g):
        stir -= wobble(g, i, 0.5 * stride(g, i))
    o = g.core.options[0]
    o.x = m.x
    o.y = m.y
    if g.n_markers > 0:
        count_company(g, i)
        here = ground_worth(g, i, o)
        return max(stir, OFF_GROUND) if here < 0.7 * g.weights[m.side].marker else stir
    if g.n_loot > 0 or g.stature == 1:
        return max(stir + 0.3 * prizes_near(g, i, m.x, m.y), loot_in_reach(g, i))
    return stir if m.used & MOVE == 0 else 0.5 * stir


@rule
def loot_in_reach(g: Game, i: int) -> float:
    """What the token is worth that model i may pick up by a Move; 0 if there is none."""
    m = g.models[i]
    far = stride(g, i) + g.radius + g.token_radius
    for n in range(g.n_loot):
        if g.loot[n].down == 1 and distance(m.x, m.y, g.loot[n].x, g.loot[n].y) <= far:
            return LIKELY * g.weights[m.side].loot * g.pull
    return 0.0


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
def value_friend(g: Game) -> None:
    """Whom to shout at: whoever is worth most and has farthest to go; whom to patch up: the dearest."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = float(g.kinds[g.models[o.who].kind].points)
        if o.what == TO_SHOUT:
            o.value = urgency(g, o.who) if worth_sending(g, o.who) else -NEVER
        elif towers_dwindle(g):
            o.value = steadying_worth(g, o.who)
