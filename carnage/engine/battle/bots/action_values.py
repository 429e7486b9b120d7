"""Values of actions, of targets, and of friends to send or to heal."""

from __future__ import annotations

from carnage.engine.battle.attack.reactions import can_watch
from carnage.engine.battle.bots.aiming import best_mark, prizes_near, wobble
from carnage.engine.battle.bots.attack_values import attack_worth, single_worth
from carnage.engine.battle.bots.blasts import (
    danger_near,
    fear_of,
    hurl_worth,
    light_worth,
    steady_worth,
)
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
from carnage.engine.battle.bots.risk import LOOT_TOKEN_POINTS, model_worth, steadying_worth
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
from carnage.engine.core.rule_ids import NoSuchRule

# Chosen by hand.
CONTACT_RANGE_INCHES = 0.01  # the reach of weapons without a range
HEALED_WOUND_POINTS = 3.0  # also of a die taken off a tower that grows
STAND_UP_SHARE = 0.7  # value of helping a fallen model up, as a share of its value on its feet
SHOUT_POINTS = 0.6  # of sending a friend to move
STOP_POINTS = 0.05  # of doing nothing: more than an action that is worth nothing
REMOVE_MARKER_POINTS = 1.0  # of taking a marker off a model
SNUFF_SHARE = 0.9  # of the danger that a stick put out is to the model's side
BLOCK_CAPTURE_POINTS = (
    4.0  # of a block's close action where there are markers, which it may capture
)
SPECIAL_ACTION_POINTS = 0.5  # of a block's special action
FOCUS_MIN_POINTS = 0.5  # attacks that are worth less are not prepared by Focus
POOR_SHOT_CHANCE = 0.28  # a shot that hits less often is worth less than coming nearer
AWAY_FROM_MARKER_POINTS = 3.0  # of a Move, to a model that is not at a marker
AT_MARKER_SHARE = 0.7  # of a marker's value, which a place has where the model is at it
MOVE_REACHES_LOOT_CHANCE = 0.8
PRIZE_SHARE = 0.3  # of the value of prizes near a model, which a Move has
MEAN_MOVE_SHARE = 0.5  # of a whole Move, which a tower is moved on average
SECOND_MOVE_FACTOR = 0.5  # of the value of a Move, for a second one
DANGER_MOVE_POINTS = 1.0  # of a Move away from dynamite, above the danger itself


@rule
def best_target(g: Game, i: int, w: int) -> float:
    """Return the value of weapon w on the best of model i's targets; -1 if there is none. Call
    `look` first.

    Lines of sight take most of the time: only targets that may beat the best so far need them.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    best = -1.0
    bands = weapon.ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS
    if bands:
        far = float(g.p.shooting_bands * g.p.shooting_band)
    else:
        far = max(weapon.range, CONTACT_RANGE_INCHES)
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
    """Value the actions of model i."""
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
            o.value = (
                w.capture
                * g.pull
                * chance(g, g.kinds[m.kind].close_skill, g.p.objectives_difficulty)
            )
        elif o.what == TO_BOOT_UP:
            o.value = STAND_UP_SHARE * model_worth(g, o.who)
        elif o.what == TO_BOOT_IN:
            o.value = LOOT_TOKEN_POINTS
        elif o.what == TO_PATCH_UP:
            o.value = patch_worth(g, i)
        elif o.what == TO_SHOUT:
            o.value = SHOUT_POINTS if someone_to_send(g, i) else 0.0
        elif o.what == TO_MOVE:
            o.value = move_worth(g, i)
        elif o.what == TO_STOP:
            o.value = STOP_POINTS
        elif o.what == TO_FIGHT:
            o.value = best_brawl(g, i, o.who)
        elif o.what == TO_WATCH:
            o.value = watch_worth(g, i)
        elif o.what != TO_AIM and o.what != TO_FOCUS:  # these depend on the best attack, see below
            o.value = gear_act_worth(g, i, o.what)
    for k in range(c.offered):
        if c.options[k].what == TO_MOVE and fight > 0.0 and c.options[k].value > 0.0:
            if g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
                look(g, i)
                c.options[k].value = max(c.options[k].value, POOR_SHOT_CHANCE * best_harm(g, i))
        if c.options[k].what == TO_MOVE and fight > 0.0:
            c.options[k].value -= w.hold
        if c.options[k].what == TO_AIM:
            c.options[k].value = aim_worth(g, i, fight)
        if c.options[k].what == TO_FOCUS and fight > FOCUS_MIN_POINTS and spares_focus(g, i):
            c.options[k].value = fight * g.weights[g.models[i].side].focus
    if g.phase == MOVE or g.phase == SPECIAL:
        lost = forgone(g, i, g.phase)
        for k in range(c.offered):
            if c.options[k].what != TO_STOP:
                c.options[k].value -= lost


@rule
def gear_act_worth(g: Game, i: int, what: int) -> float:
    """Return the value of an action with guns or dynamite, or against a marker on the model."""
    if what == TO_REMOVE:
        return REMOVE_MARKER_POINTS
    if what == TO_RELOAD:
        return reload_worth(g, i)
    if what == TO_LIGHT:
        return light_worth(g, i)
    if what == TO_STEADY:
        return steady_worth(g, i)
    if what == TO_HURL:
        return hurl_worth(g, i)
    if what == TO_SNUFF:
        return SNUFF_SHARE * danger_near(g, i)
    raise NoSuchRule


@rule
def value_block(g: Game, unit: int) -> None:
    """Value the actions of a block: the sum over its models."""
    u = g.units[unit]
    lead = -1
    fight = 0.0
    for k in range(g.core.offered):
        o = g.core.options[k]
        kind = o.what
        worth = STOP_POINTS if kind == 0 else 0.0
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
            worth = max(worth, BLOCK_CAPTURE_POINTS)
        if kind == SPECIAL:
            worth = SPECIAL_ACTION_POINTS
        o.value = worth
        fight = max(fight, worth)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == MOVE:
            o.value = move_worth(g, lead)
        elif o.what == FOCUS and fight > FOCUS_MIN_POINTS and spares_focus(g, lead):
            o.value = fight * g.weights[u.side].focus


@rule
def patch_worth(g: Game, i: int) -> float:
    """Return the value to model i of patching up a friend."""
    if not towers_dwindle(g):
        return HEALED_WOUND_POINTS
    best = -NEVER
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if can_be_patched(g, i, j):
            best = max(best, steadying_worth(g, j))
    return best


@rule
def someone_to_send(g: Game, i: int) -> bool:
    """Return whether a friend within earshot of model i gains by a Move."""
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if hears(g, i, j) and worth_sending(g, j):
            return True
    return False


@rule
def spares_focus(g: Game, i: int) -> bool:
    """Return whether model i can Focus and still attack, without giving up a second attack."""
    m = g.models[i]
    if g.chosen.action_points == R.ACTION_POINTS_ONE_OF_EVERYTHING:
        return True
    return g.chosen.action_points == R.ACTION_POINTS_TWO_UNIQUE_ACTIONS and m.spent == 0


@rule
def move_worth(g: Game, i: int) -> float:
    """Return the value of a Move of model i, before its destination is known.

    It is 0 for a model that has just chosen to stay where it was.
    """
    m = g.models[i]
    if g.n_sticks > 0:
        fear = fear_of(g, i, m.x, m.y)
        if fear > 0.0 and m.prone == 0:
            return DANGER_MOVE_POINTS + fear
    if m.stayed == 1:
        return 0.0
    stir = g.weights[m.side].stir
    if has_towers(g):
        stir -= wobble(g, i, MEAN_MOVE_SHARE * stride(g, i))
    o = g.core.options[0]
    o.x = m.x
    o.y = m.y
    if g.n_markers > 0:
        count_company(g, i)
        here = ground_worth(g, i, o)
        away = here < AT_MARKER_SHARE * g.weights[m.side].marker
        return max(stir, AWAY_FROM_MARKER_POINTS) if away else stir
    if g.n_loot > 0 or g.stature == 1:
        return max(stir + PRIZE_SHARE * prizes_near(g, i, m.x, m.y), loot_in_reach(g, i))
    if m.used & MOVE == 0:
        return stir
    return SECOND_MOVE_FACTOR * stir


@rule
def loot_in_reach(g: Game, i: int) -> float:
    """Return the value of a Loot Token within a Move of model i; 0 if there is none."""
    m = g.models[i]
    far = stride(g, i) + g.radius + g.token_radius
    for n in range(g.n_loot):
        if g.loot[n].down == 1 and distance(m.x, m.y, g.loot[n].x, g.loot[n].y) <= far:
            return MOVE_REACHES_LOOT_CHANCE * g.weights[m.side].loot * g.pull
    return 0.0


@rule
def value_target(g: Game, i: int) -> None:
    """Value the targets of model i's attack."""
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
    """Value friends: to shout at by their urgency, to patch up by their points."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = float(g.kinds[g.models[o.who].kind].points)
        if o.what == TO_SHOUT:
            if worth_sending(g, o.who):
                o.value = urgency(g, o.who)
            else:
                o.value = -NEVER
        elif towers_dwindle(g):
            o.value = steadying_worth(g, o.who)
