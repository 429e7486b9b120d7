"""Action Points and Actions: the actions that a model may still take, and their effects."""

from __future__ import annotations

from carnage.engine.battle.attack.attacks import fight, offer_attack, offer_fight
from carnage.engine.battle.attack.boots import boot_up, offer_boots, put_the_boot_in
from carnage.engine.battle.attack.brawls import best_weapon, has_opponent
from carnage.engine.battle.attack.dynamite import (
    light_sticks,
    put_out_stick,
    steady_throw,
    throw_stick,
)
from carnage.engine.battle.attack.fighting import can_fight, fighting
from carnage.engine.battle.attack.guns import reload, take_aim
from carnage.engine.battle.attack.hand_signs import hand_signs
from carnage.engine.battle.attack.reactions import begin_action, can_watch, react, watch
from carnage.engine.battle.attack.shooting import can_shoot, shooting
from carnage.engine.battle.attack.sticks import can_hurl, can_light, can_snuff, can_steady_throw
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.model_status import is_able
from carnage.engine.battle.frame.questions import (
    ACT,
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
    TO_SHOUT,
    TO_SNUFF,
    TO_STEADY,
    TO_STOP,
    TO_WATCH,
)
from carnage.engine.battle.frame.state import CLOSE, FOCUS, MOVE, RANGED, SPECIAL, Game, Log
from carnage.engine.battle.harm.counters import (
    can_aim,
    can_reload,
    has_removable_marker,
    lose_aim,
    remove_counter,
    stop_watching,
)
from carnage.engine.battle.harm.damage import resolve_harm
from carnage.engine.battle.harm.tower import give_tower
from carnage.engine.battle.move.movement import take_move
from carnage.engine.battle.turn.allocation import pay_with_die
from carnage.engine.battle.turn.markers import marker_in_reach
from carnage.engine.battle.turn.objectives import try_capture
from carnage.engine.battle.turn.special import can_patch_up, can_shout, patch_up, shout
from carnage.engine.compiling.marks import inlined, rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule

MAX_ACTIONS = 12  # of a model in one activation; no rule allows so many


@rule
def move_action(used: int, kind: int) -> bool:
    """Return whether a model may take this kind of action: a Move and one other, no Focus."""
    if kind == FOCUS:
        return False
    if kind == MOVE:
        return used & MOVE == 0
    return used & ~MOVE == 0


@rule
def two_ap(g: Game, spent: int) -> bool:
    """Return whether a model may take another action: any two, the same one twice if it likes."""
    return spent < g.p.action_points_points


@rule
def two_unique_actions(g: Game, used: int, spent: int, kind: int) -> bool:
    """Return whether a model may take an action of this kind: any two different ones."""
    return spent < g.p.action_points_actions and used & kind == 0


@rule
def one_of_everything(used: int, kind: int) -> bool:
    """Return whether a model may take an action of this kind: each once."""
    return used & kind == 0


@rule
def equivalent_kinds(kind: int) -> int:
    """Return the kinds of action that count as the same one as this kind, as a bit mask.

    Close and Special are both Boot.
    """
    if kind == CLOSE or kind == SPECIAL:
        return CLOSE | SPECIAL
    return kind


@rule
def shoot_scoot_boot(g: Game, used: int, spent: int, kind: int) -> bool:
    """Return whether a model may take this kind of action: one or two different ones of three."""
    return (
        kind != FOCUS and spent < g.p.action_points_actions and used & equivalent_kinds(kind) == 0
    )


@rule
def one_thing_a_phase(g: Game, used: int, spent: int, kind: int) -> bool:
    """Return whether a model may take this kind of action: one, or one a phase.

    It is one a phase in a phased game.
    """
    if kind == FOCUS:
        return False
    return used & kind == 0 if g.phase != 0 else spent == 0


@rule
def secret_allocation(g: Game, i: int, used: int, spent: int, kind: int) -> bool:
    """Return whether a model may take an action of this kind.

    It may take two different ones, as long as its side has dice that pay for them.
    """
    if kind == FOCUS or spent >= g.p.action_points_actions or used & kind != 0:
        return False
    m = g.models[i]
    side = g.sides[m.side]
    if kind == MOVE:
        return g.units[m.unit].paid & MOVE != 0 or side.move_dice > 0
    return g.units[m.unit].paid & ~MOVE != 0 or side.attack_dice > 0


@rule
def tests_to_focus(g: Game) -> bool:
    """Return whether this game has attacks by tests, which Focus makes easier.

    Focus is not worth an action for a capture alone, which may be tried again instead.
    """
    shoots = g.chosen.shooting == NOT_ASKED or g.chosen.shooting == R.SHOOTING_STAT_TEST
    fights = g.chosen.fighting == NOT_ASKED or g.chosen.fighting == R.FIGHTING_STAT_TEST
    return shoots or fights


@inlined
def may_act(g: Game, i: int, kind: int) -> bool:
    """Return whether model i may still take an action of this kind in this phase.

    Args:
        g: The game.
        i: The model.
        kind: MOVE, RANGED, CLOSE, SPECIAL or FOCUS.
    """
    m = g.models[i]
    if g.kinds_of_action & kind == 0 or (g.only != 0 and kind != g.only):
        return False
    if kind == FOCUS and not tests_to_focus(g):
        return False
    if g.speed_phase > 0:
        return kind != FOCUS and m.acts > 0
    if g.phase != 0 and kind != g.phase and kind != FOCUS:
        return False
    if g.nth > 0 and kind == g.phase and m.used & kind != 0:  # repeats share the phase's action
        return m.done == 0
    return may_act_by_rule(g, i, kind)


@inlined
def may_act_by_rule(g: Game, i: int, kind: int) -> bool:
    """Return whether the chosen rule for actions lets model i take an action of this kind.

    Raises NoSuchRule if the ruleset has another one.
    """
    m = g.models[i]
    if g.chosen.action_points == R.ACTION_POINTS_MOVE_ACTION:
        return move_action(m.used, kind)
    if g.chosen.action_points == R.ACTION_POINTS_TWO_AP:
        return two_ap(g, m.spent)
    if g.chosen.action_points == R.ACTION_POINTS_TWO_UNIQUE_ACTIONS:
        return two_unique_actions(g, m.used, m.spent, kind)
    if g.chosen.action_points == R.ACTION_POINTS_SHOOT_SCOOT_BOOT:
        return shoot_scoot_boot(g, m.used, m.spent, kind)
    if g.chosen.action_points == R.ACTION_POINTS_ONE_THING_A_PHASE:
        return one_thing_a_phase(g, m.used, m.spent, kind)
    if g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION:
        return secret_allocation(g, i, m.used, m.spent, kind)
    if g.chosen.action_points == R.ACTION_POINTS_ONE_OF_EVERYTHING:
        return one_of_everything(m.used, kind)
    raise NoSuchRule


@rule
def spend_action(g: Game, log: Log, i: int, kind: int) -> None:
    """Charge model i for an action of this kind."""
    m = g.models[i]
    if g.speed_phase > 0:
        m.acts -= 1
        m.used |= kind
        return
    fire(g, g.chosen.action_points)
    if g.nth > 0 and kind == g.phase:  # repeats share the phase's action
        m.done = 1
        if m.used & kind != 0:
            return
    if g.chosen.action_points == R.ACTION_POINTS_SECRET_ALLOCATION:
        pay_with_die(g, log, i, kind)
    boots = g.chosen.action_points == R.ACTION_POINTS_SHOOT_SCOOT_BOOT
    m.used |= equivalent_kinds(kind) if boots else kind
    m.spent += 1


@rule
def offer_actions(g: Game, i: int) -> None:
    """Offer every action that model i may take now, and to stop."""
    c = g.core
    m = g.models[i]
    clear(c)
    offer(c, TO_STOP, -1, -1)
    if has_removable_marker(g, i) and marker_removal_kind(g, i) > 0:
        offer(c, TO_REMOVE, -1, -1)
    if m.stun > 0:
        return
    if may_act(g, i, MOVE):
        offer(c, TO_MOVE, -1, -1)
    may_shoot = may_act(g, i, RANGED)
    may_fight = may_act(g, i, CLOSE)
    if may_shoot:
        offer_ranged_actions(g, i)
    if g.chosen.fighting == R.FIGHTING_OPPOSED_ROLL and may_fight and has_opponent(g, i):
        offer_fight(g, i, best_weapon(g, i))
    offer_attacks(g, i, may_shoot, may_fight)
    if g.chosen.objectives == R.OBJECTIVES_INTERACTIVE_OBJECTIVES:
        offer_captures(g, i, may_fight)
    if may_act(g, i, SPECIAL):
        offer_special_actions(g, i)
    if may_act(g, i, FOCUS) and m.focused == 0:
        offer(c, TO_FOCUS, -1, -1)


@rule
def offer_ranged_actions(g: Game, i: int) -> None:
    """Offer model i the Ranged actions other than shots."""
    if can_hurl(g, i):
        offer(g.core, TO_HURL, -1, -1)
    if can_watch(g, i):
        offer(g.core, TO_WATCH, -1, -1)


@rule
def offer_attacks(g: Game, i: int, may_shoot: bool, may_fight: bool) -> None:
    """Offer an attack with each weapon that model i can use now."""
    kind = g.kinds[g.models[i].kind]
    for n in range(kind.n_weapons):
        w = kind.weapons[n]
        if g.weapons[w].ranged == 1:
            if may_shoot and can_shoot(g, i, w):
                offer_attack(g, i, w)
        elif may_fight and can_fight(g, i, w):
            offer_attack(g, i, w)


@rule
def offer_captures(g: Game, i: int, may_fight: bool) -> None:
    """Offer model i to capture the marker in its reach, by a Close or a Special action."""
    marker = marker_in_reach(g, i)
    if marker >= 0 and may_fight:
        offer(g.core, TO_CAPTURE, marker, -1)
    if marker >= 0 and may_act(g, i, SPECIAL):
        offer(g.core, TO_INTERACT, marker, -1)


@rule
def offer_special_actions(g: Game, i: int) -> None:
    """Offer the Special actions of model i."""
    if can_shout(g, i):
        offer(g.core, TO_SHOUT, -1, -1)
    if can_patch_up(g, i):
        offer(g.core, TO_PATCH_UP, -1, -1)
    offer_boots(g, i)
    offer_gear_actions(g, i)


@rule
def has_special_action(g: Game) -> bool:
    """Return whether a model of either side can take an action in the Special Phase."""
    for i in range(g.n_models):
        if is_able(g.models[i]):
            clear(g.core)
            offer_actions(g, i)
            for k in range(g.core.offered):
                what = g.core.options[k].what
                if what != TO_STOP and what != TO_FOCUS:
                    return True
    return False


@rule
def offer_gear_actions(g: Game, i: int) -> None:
    """Offer the Special actions of model i with guns and dynamite."""
    c = g.core
    if can_aim(g, i):
        offer(c, TO_AIM, -1, -1)
    if can_reload(g, i):
        offer(c, TO_RELOAD, -1, -1)
    if g.speed_phases == 1 and can_light(g, i):
        offer(c, TO_LIGHT, -1, -1)
    if can_steady_throw(g, i):
        offer(c, TO_STEADY, -1, -1)
    if can_snuff(g, i):
        offer(c, TO_SNUFF, -1, -1)


@rule
def marker_removal_kind(g: Game, i: int) -> int:
    """Return the kind of action that model i spends on removing a marker.

    That is Special if it may take it, then Move, Close and Ranged; 0 if it may take no action.
    """
    if may_act(g, i, SPECIAL):
        return SPECIAL
    if may_act(g, i, MOVE):
        return MOVE
    if may_act(g, i, CLOSE):
        return CLOSE
    return RANGED if may_act(g, i, RANGED) else 0


@rule
def play_actions(g: Game, log: Log, i: int) -> None:
    """Ask for the actions of model i one by one, and take them, until it stops or has none left."""
    m = g.models[i]
    for _ in range(MAX_ACTIONS):
        if not is_able(m) or g.fighting == 1 or g.over == 1:
            return
        offer_actions(g, i)
        choice = g.core.options[ask(g, log, m.side, ACT, i)]
        what = choice.what
        who = choice.who
        if what == TO_STOP:
            return
        do_action(g, log, i, what, who)


@rule
def do_action(g: Game, log: Log, i: int, what: int, who: int) -> None:
    """Take one action of model i, with losses, reactions and fights by hand signs after it."""
    give_tower(g, log, i)
    begin_action(g)
    take_action(g, log, i, what, who)
    resolve_harm(g, log)
    react(g, log, i)
    hand_signs(g, log)


@rule
def take_action(g: Game, log: Log, i: int, what: int, who: int) -> None:
    """Take one action of model i.

    Args:
        g: The game.
        log: Its log.
        i: The model.
        what: The action, one of the constants `TO_…`.
        who: The object of the action: a weapon, a marker or another model; -1 for none.
    """
    lose_markers(g, log, i, what, who)
    pay_and_act(g, log, i, what, who)


@rule
def lose_markers(g: Game, log: Log, i: int, what: int, who: int) -> None:
    """Remove the markers of model i that an action spoils; see `take_action`."""
    shoots = what == TO_ATTACK and g.weapons[who].ranged == 1
    if not shoots and what != TO_AIM and what != TO_STEADY and what != TO_HURL:
        lose_aim(g, log, i)
    stop_watching(g, log, i)


@rule
def pay_and_act(g: Game, log: Log, i: int, what: int, who: int) -> None:
    """Charge model i for an action and take it; see `take_action` for the arguments."""
    if what == TO_MOVE:
        spend_action(g, log, i, MOVE)
        take_move(g, log, i)
    elif what == TO_FOCUS:
        spend_action(g, log, i, FOCUS)
        g.models[i].focused = 1
        write.focus(g, log, R.ACTIONS_FOCUS, g.models[i].side, i)
    elif what == TO_REMOVE:
        spend_action(g, log, i, marker_removal_kind(g, i))
        remove_counter(g, log, i)
    elif what == TO_ATTACK:
        attack_with_weapon(g, log, i, who)
    elif what == TO_FIGHT:
        spend_action(g, log, i, CLOSE)
        fight(g, log, i, who)
    elif what == TO_CAPTURE:
        spend_action(g, log, i, CLOSE)
        try_capture(g, log, i, who, R.OBJECTIVES_INTERACTIVE_OBJECTIVES)
    elif what == TO_HURL:
        spend_action(g, log, i, RANGED)
        throw_stick(g, log, i)
    elif what == TO_WATCH:
        spend_action(g, log, i, RANGED)
        watch(g, log, i)
    else:
        spend_action(g, log, i, SPECIAL)
        take_special_action(g, log, i, what, who)


@rule
def attack_with_weapon(g: Game, log: Log, i: int, w: int) -> None:
    """Take a Ranged or a Close action of model i: an attack with weapon w."""
    if g.weapons[w].ranged == 1:
        spend_action(g, log, i, RANGED)
        shooting(g, log, i, w, -1)
    else:
        spend_action(g, log, i, CLOSE)
        fighting(g, log, i, w)


@rule
def take_special_action(g: Game, log: Log, i: int, what: int, who: int) -> None:
    """Take a Special action of model i, which is paid; see `take_action` for the arguments."""
    if what == TO_INTERACT:
        try_capture(g, log, i, who, R.SPECIAL_INTERACT)
    elif what == TO_SHOUT:
        shout(g, log, i)
    elif what == TO_BOOT_UP:
        boot_up(g, log, i, who)
    elif what == TO_BOOT_IN:
        put_the_boot_in(g, log, i, who)
    elif what == TO_PATCH_UP:
        patch_up(g, log, i)
    elif what == TO_AIM:
        take_aim(g, log, i)
    elif what == TO_RELOAD:
        reload(g, log, i)
    elif what == TO_LIGHT:
        light_sticks(g, log, i)
    elif what == TO_STEADY:
        steady_throw(g, log, i)
    elif what == TO_SNUFF:
        put_out_stick(g, log, i)
    else:
        raise NoSuchRule
