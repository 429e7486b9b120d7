"""Values of actions, of targets, and of friends to send or to heal."""

from __future__ import annotations

from carnage.engine.battle.attack.reactions import can_watch
from carnage.engine.battle.bots.aiming import best_line_of_fire_value, prize_value, tower_carry_cost
from carnage.engine.battle.bots.attack_values import attack_value, single_attack_value
from carnage.engine.battle.bots.blasts import (
    dynamite_danger,
    hurl_value,
    light_value,
    reachable_stick_danger,
    steady_value,
)
from carnage.engine.battle.bots.gear import (
    aim_value,
    best_fight_value,
    best_shot_hit_value,
    fight_value,
    reload_value,
    shot_value,
)
from carnage.engine.battle.bots.places import marker_value, move_reach, set_company
from carnage.engine.battle.bots.reacting import watch_value
from carnage.engine.battle.bots.risk import LOOT_TOKEN_POINTS, model_value, patched_tower_value
from carnage.engine.battle.bots.turns import forgone_attack_value, gains_by_moving, model_urgency
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import is_able, upright_from, upright_to
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
from carnage.engine.battle.see.line_of_sight import HIDDEN, measure_gaps, visibility
from carnage.engine.battle.turn.special import can_be_patched, can_hear
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
BLOCK_CAPTURE_POINTS = 4.0  # of a block's close action where it may capture markers
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
def best_target_value(g: Game, i: int, w: int) -> float:
    """Return the value of weapon w on the best of model i's targets; -1 if there is none.

    Call `measure_gaps` first. Lines of sight take most of the time: only targets that may beat the
    best so far need them.
    """
    m = g.models[i]
    weapon = g.weapons[w]
    best = -1.0
    has_bands = weapon.ranged == 1 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS
    if has_bands:
        reach = float(weapon.bands * g.p.shooting_band)
    else:
        reach = max(weapon.range, CONTACT_RANGE_INCHES)
    if g.closest > reach:
        return best
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        j = int(g.upright[n])
        if g.gaps[j] > reach:
            continue
        if has_bands:
            if visibility(g, i, j) != HIDDEN:
                best = max(best, shot_value(g, i, w, j))
            continue
        if weapon.ranged == 1:
            if weapon.burst == 0.0 and single_attack_value(g, i, w, j, False) <= best:
                continue
            if visibility(g, i, j) == HIDDEN:
                continue
        best = max(best, attack_value(g, i, w, j))
    return best


@rule
def evaluate_actions(g: Game, i: int) -> None:
    """Value the actions of model i, by their effect now and the later attacks that they cost."""
    best_attack = evaluate_independent_actions(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == TO_MOVE:
            o.value = move_instead_of_attack_value(g, i, o.value, best_attack)
        elif o.what == TO_AIM:
            o.value = aim_value(g, i, best_attack)
        elif o.what == TO_FOCUS:
            o.value = focus_value(g, i, best_attack)
    if g.phase == MOVE or g.phase == SPECIAL:
        forgone = forgone_attack_value(g, i, g.phase)
        for k in range(g.core.offered):
            if g.core.options[k].what != TO_STOP:
                g.core.options[k].value -= forgone


@rule
def evaluate_independent_actions(g: Game, i: int) -> float:
    """Set the value of each offered action of model i; Aim and Focus get 0 for now.

    Aim and Focus only improve a later attack. So `evaluate_actions` values them by the best attack.
    Return the value of the best attack with a weapon, 0 if there is none.
    """
    best_attack = 0.0
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = 0.0
        if o.what == TO_ATTACK:
            o.value = weapon_value(g, i, o.who)
            best_attack = max(best_attack, o.value)
        elif o.what != TO_AIM and o.what != TO_FOCUS:
            o.value = action_value(g, i, o.what, o.who)
    return best_attack


@rule
def weapon_value(g: Game, i: int, w: int) -> float:
    """Return the value of model i's best attack with weapon w; -1 if there is none."""
    if g.weapons[w].ranged == 1 and g.chosen.shooting == R.SHOOTING_BULLET_DICE:
        return best_line_of_fire_value(g, i, w)
    measure_gaps(g, i)
    return best_target_value(g, i, w)


@rule
def action_value(g: Game, i: int, what: int, who: int) -> float:
    """Return the value of an action of model i other than an attack, Aim and Focus.

    Args:
        g: The game.
        i: The model that acts.
        what: The action.
        who: The friend, enemy or weapon that the action names.
    """
    if what == TO_CAPTURE or what == TO_INTERACT:
        return capture_value(g, i)
    if what == TO_BOOT_UP:
        return STAND_UP_SHARE * model_value(g, who)
    if what == TO_BOOT_IN:
        return LOOT_TOKEN_POINTS
    if what == TO_PATCH_UP:
        return patch_up_value(g, i)
    if what == TO_SHOUT:
        return SHOUT_POINTS if can_send_friend(g, i) else 0.0
    if what == TO_MOVE:
        return move_value(g, i)
    if what == TO_STOP:
        return STOP_POINTS
    if what == TO_FIGHT:
        return best_fight_value(g, i, who)
    if what == TO_WATCH:
        return watch_value(g, i)
    return gear_action_value(g, i, what)


@rule
def capture_value(g: Game, i: int) -> float:
    """Return the value of trying to capture a marker to model i, with the chance to succeed."""
    m = g.models[i]
    succeeds = chance(g, g.kinds[m.kind].close_skill, g.p.objectives_difficulty)
    return g.weights[m.side].capture * g.pull * succeeds


@rule
def move_instead_of_attack_value(g: Game, i: int, move: float, best_attack: float) -> float:
    """Return the value of a Move of model i, given the value of its best attack where it stands.

    With an enemy in reach a Move costs the weight `hold`. By range bands it is worth a poor shot at
    least, because a nearer shot hits more often.

    Args:
        g: The game.
        i: The model.
        move: The value of the Move if the model could not attack.
        best_attack: The value of the best attack, 0 if there is none.
    """
    if best_attack <= 0.0:
        return move
    if move > 0.0 and g.chosen.shooting == R.SHOOTING_RANGE_BANDS:
        measure_gaps(g, i)
        move = max(move, POOR_SHOT_CHANCE * best_shot_hit_value(g, i))
    return move - g.weights[g.models[i].side].hold


@rule
def focus_value(g: Game, i: int, best_attack: float) -> float:
    """Return the value of Focus to model i: a share of the attack that it prepares, or 0."""
    if best_attack > FOCUS_MIN_POINTS and can_spare_focus(g, i):
        return best_attack * g.weights[g.models[i].side].focus
    return 0.0


@rule
def gear_action_value(g: Game, i: int, what: int) -> float:
    """Return the value of an action with guns or dynamite, or against a marker on the model."""
    if what == TO_REMOVE:
        return REMOVE_MARKER_POINTS
    if what == TO_RELOAD:
        return reload_value(g, i)
    if what == TO_LIGHT:
        return light_value(g, i)
    if what == TO_STEADY:
        return steady_value(g, i)
    if what == TO_HURL:
        return hurl_value(g, i)
    if what == TO_SNUFF:
        return SNUFF_SHARE * reachable_stick_danger(g, i)
    raise NoSuchRule


@rule
def evaluate_block_actions(g: Game, unit: int) -> None:
    """Value the actions of a block: the sum over its models."""
    leader = last_able_model(g, unit)
    best_attack = 0.0
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = block_action_value(g, unit, o.what)
        best_attack = max(best_attack, o.value)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == MOVE:
            o.value = move_value(g, leader)
        elif o.what == FOCUS and best_attack > FOCUS_MIN_POINTS and can_spare_focus(g, leader):
            o.value = best_attack * g.weights[g.units[unit].side].focus


@rule
def last_able_model(g: Game, unit: int) -> int:
    """Return the last model of a unit that can act; -1 if none can."""
    u = g.units[unit]
    model = -1
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]):
            model = i
    return model


@rule
def block_action_value(g: Game, unit: int, kind: int) -> float:
    """Return the value of a kind of action for a whole block; 0 for a Move and Focus."""
    if kind == SPECIAL:
        return SPECIAL_ACTION_POINTS
    u = g.units[unit]
    value = STOP_POINTS if kind == 0 else 0.0
    for i in range(u.first, u.first + u.count):
        if is_able(g.models[i]):
            value += best_action_of_kind_value(g, i, kind)
    if kind == CLOSE and g.n_markers > 0:
        value = max(value, BLOCK_CAPTURE_POINTS)
    return value


@rule
def best_action_of_kind_value(g: Game, i: int, kind: int) -> float:
    """Return the value of model i's best attack of a kind, RANGED or CLOSE, or of watching."""
    m = g.models[i]
    best = 0.0
    measure_gaps(g, i)
    for n in range(g.kinds[m.kind].n_weapons):
        w = g.kinds[m.kind].weapons[n]
        weapon_kind = RANGED if g.weapons[w].ranged == 1 else CLOSE
        if kind == weapon_kind:
            best = max(best, weapon_value(g, i, w))
    if kind == RANGED and can_watch(g, i):
        best = max(best, watch_value(g, i))
    return best


@rule
def patch_up_value(g: Game, i: int) -> float:
    """Return the value to model i of patching up a friend."""
    if not towers_dwindle(g):
        return HEALED_WOUND_POINTS
    best = -NEVER
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if can_be_patched(g, i, j):
            best = max(best, patched_tower_value(g, j))
    return best


@rule
def can_send_friend(g: Game, i: int) -> bool:
    """Return whether a friend within earshot of model i gains by a Move."""
    side = g.models[i].side
    for n in range(upright_from(g, side), upright_to(g, side)):
        j = int(g.upright[n])
        if can_hear(g, i, j) and gains_by_moving(g, j):
            return True
    return False


@rule
def can_spare_focus(g: Game, i: int) -> bool:
    """Return whether model i can Focus and still attack, without giving up a second attack."""
    m = g.models[i]
    if g.chosen.action_points == R.ACTION_POINTS_ONE_OF_EVERYTHING:
        return True
    return g.chosen.action_points == R.ACTION_POINTS_TWO_UNIQUE_ACTIONS and m.spent == 0


@rule
def move_value(g: Game, i: int) -> float:
    """Return the value of a Move of model i, before its destination is known.

    It is 0 for a model that has just chosen to stay where it was.
    """
    m = g.models[i]
    if g.n_sticks > 0:
        danger = dynamite_danger(g, i, m.x, m.y)
        if danger > 0.0 and m.prone == 0:
            return DANGER_MOVE_POINTS + danger
    if m.stayed == 1:
        return 0.0
    value = g.weights[m.side].stir
    if has_towers(g):
        value -= tower_carry_cost(g, i, MEAN_MOVE_SHARE * move_reach(g, i))
    if g.n_markers > 0:
        return max(value, AWAY_FROM_MARKER_POINTS) if is_away_from_markers(g, i) else value
    if g.n_loot > 0 or g.stature == 1:
        return max(value + PRIZE_SHARE * prize_value(g, i, m.x, m.y), loot_in_reach_value(g, i))
    if m.used & MOVE == 0:
        return value
    return SECOND_MOVE_FACTOR * value


@rule
def is_away_from_markers(g: Game, i: int) -> bool:
    """Return whether model i's place has less than a share of the value of a marker.

    The first option of the record is overwritten with the place.
    """
    m = g.models[i]
    set_company(g, i)
    place = g.core.options[0]
    place.x = m.x
    place.y = m.y
    return marker_value(g, i, place) < AT_MARKER_SHARE * g.weights[m.side].marker


@rule
def loot_in_reach_value(g: Game, i: int) -> float:
    """Return the value of a Loot Token within a Move of model i; 0 if there is none."""
    m = g.models[i]
    far = move_reach(g, i) + g.radius + g.token_radius
    for n in range(g.n_loot):
        if g.loot[n].down == 1 and distance(m.x, m.y, g.loot[n].x, g.loot[n].y) <= far:
            return MOVE_REACHES_LOOT_CHANCE * g.weights[m.side].loot * g.pull
    return 0.0


@rule
def evaluate_targets(g: Game, i: int) -> None:
    """Set the value of each enemy that the question offers as a target of model i's attack."""
    measure_gaps(g, i)
    for k in range(g.core.offered):
        o = g.core.options[k]
        if o.what == TO_SHOOT:
            o.value = shot_value(g, i, o.other, o.who)
        elif o.what == TO_FIGHT:
            o.value = fight_value(g, i, o.other, o.who)
        else:
            o.value = attack_value(g, i, o.other, o.who)


@rule
def evaluate_friends(g: Game) -> None:
    """Value friends: to shout at by their urgency, to patch up by their points."""
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = float(g.kinds[g.models[o.who].kind].points)
        if o.what == TO_SHOUT:
            if gains_by_moving(g, o.who):
                o.value = model_urgency(g, o.who)
            else:
                o.value = -NEVER
        elif towers_dwindle(g):
            o.value = patched_tower_value(g, o.who)
