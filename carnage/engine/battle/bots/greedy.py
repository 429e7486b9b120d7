"""The greedy bot: it gives every option a value and takes the best.

It reads the chosen rules and their numbers, never the identity of the ruleset, and nothing that is
hidden from its side.
"""

from __future__ import annotations

from carnage.engine.battle.bots.action_values import (
    evaluate_actions,
    evaluate_block_actions,
    evaluate_friends,
    evaluate_targets,
)
from carnage.engine.battle.bots.aiming import (
    evaluate_bullet_targets,
    evaluate_move_dice,
    evaluate_move_throws,
    evaluate_shot_points,
    prize_value,
    tower_carry_cost,
)
from carnage.engine.battle.bots.blasts import evaluate_hurls, evaluate_lights, evaluate_sticks
from carnage.engine.battle.bots.game_phase import set_nerve_and_pull
from carnage.engine.battle.bots.gear import evaluate_aims, evaluate_reloads, luck_value
from carnage.engine.battle.bots.hand_sign_strategy import evaluate_signs
from carnage.engine.battle.bots.places import place_value, prepare_place_values
from carnage.engine.battle.bots.reacting import dodge_value, evaluate_reactions
from carnage.engine.battle.bots.talent_choice import gift_value, talent_value
from carnage.engine.battle.bots.turns import (
    evaluate_declarations,
    evaluate_going_on,
    evaluate_jumps,
    evaluate_next_models,
    evaluate_picks,
)
from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.questions import (
    ACT,
    AIM,
    ALLOCATE,
    BID,
    BLOCK,
    BULLET,
    CORNER,
    DECLARE,
    DEFEND,
    DIE,
    DODGE,
    DRAFT,
    EDGE,
    FACE,
    FOE,
    FRIEND,
    GIFT,
    GO_ON,
    HAND,
    HERO,
    HURL,
    JUMP,
    LEAVE_OUT,
    LIGHT,
    LUCK,
    MOVE,
    NEXT_MODEL,
    PICK,
    PLACE,
    PUSH,
    RE_ROLL,
    REACT,
    RECRUIT,
    RELOAD,
    RING,
    RISE,
    SET_UP,
    SHOOT_AT,
    SNUFF,
    TALENT,
    TARGET,
    THROW_AT,
)
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.tower import has_towers
from carnage.engine.battle.muster.forces import cost
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import bot_below
from carnage.engine.core.decisions import highest_valued_option
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule
from carnage.engine.core.state import Option

RANDOM_STEPS = 100  # resolution of random numbers
RANDOM_PERCENT = 100.0  # the same, as a divisor
MORALE_SCALE = 10.0  # a Morale of so much is the unit of the weight `brave`

# Chosen by hand.
STAND_UP_POINTS = 2.0
PUSHED_DIE_CHANCE = 0.4  # that a die thrown again adds to a combination
RE_ROLL_MIN_CHANCE = 0.15  # a re-roll that helps less often is not worth its token
NEAR_FACING_INCHES = 4.0  # an enemy in the arc is worth 1 / (this + its distance in inches)
FIRST_HERO_VALUE = 1.0  # of a Hero that makes a success of a failure
KEEP_HERO_VALUE = 0.5  # of not using a Hero
BID_RANDOM_VALUE = 0.001  # each random step decides between equal bids
PLACE_RANDOM_VALUE = 0.01  # and between places to set up
EDGE_FACTOR = 2.0  # of a place's distance from the nearest middle line, as a share of the table
ALLOCATION_RANDOM_VALUE = 0.01  # and between allocations of dice
DEFEND_RANDOM_POINTS = 0.08  # up to eight points, so that dear models are defended more often
EARLY_ROUNDS = 2  # in which moves are worth more than attacks
EARLY_SHIFT = 0.3  # of value from each Attack die to each Move die
MOVE_DIE_VALUE = 0.5
MAX_MOVE_DICE = 3  # more Move dice are worth nothing
ATTACK_DIE_VALUE = 0.6
MAX_ATTACK_DICE = 4
DEFEND_DIE_VALUE = 0.35
MAX_DEFEND_DICE = 2
RESERVED_TOKENS = 4  # kept for activations where tokens pay for them
KEEP_UNIT_VALUE = -1.0  # of leaving a unit out where it cannot win the initiative
LEAVE_OUT_RANDOM_STEPS = 20
LEAVE_OUT_RANDOM_VALUE = 0.05
LEAVE_OUT_POINT_VALUE = 0.05  # cost of each of the unit's points
LEAVE_OUT_VALUE = 0.1
MIN_UNITS_TO_LEAVE_ONE = 12  # of both gangs; of fewer, a unit is worth more than going first
RECRUIT_RANDOM_VALUE = 0.01
DRAFT_RANDOM_FACTOR = 4.0  # of the random part in a draft, in points
LIST_RANDOM_FACTOR = 1.2  # of the random part with a price list
SPARE_POINTS_VALUE = 0.25  # of stopping with points to spare, which may win the initiative
STOP_SHORT_VALUE = -2.0  # of stopping otherwise
SAME_KIND_COST = 0.15  # for each model of the same kind


@rule
def greedy(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the number of the best option for this side.

    Args:
        g: The game, with the options of the question.
        side: The side that is asked.
        kind: The kind of question.
        actor: The model or unit that the question is about.
    """
    g.core.pondering = 1
    set_nerve_and_pull(g, side)
    evaluate_options(g, side, kind, actor)
    g.core.pondering = 0
    return highest_valued_option(g.core)


@rule
def evaluate_options(g: Game, side: int, kind: int, actor: int) -> None:
    """Value the options of a question; see `greedy` for the arguments."""
    if evaluate_activation_question(g, side, kind, actor):
        return
    if evaluate_action_question(g, kind, actor):
        return
    if evaluate_throw_question(g, kind, actor):
        return
    for k in range(g.core.offered):
        g.core.options[k].value = option_value(g, side, kind, actor, g.core.options[k])


@rule
def evaluate_activation_question(g: Game, side: int, kind: int, actor: int) -> bool:
    """Value the options of a question about activations. Return False if it is another one."""
    if kind == PICK:
        evaluate_picks(g, side)
    elif kind == JUMP:
        evaluate_jumps(g)
    elif kind == NEXT_MODEL:
        evaluate_next_models(g)
    elif kind == GO_ON:
        evaluate_going_on(g, side)
    elif kind == DECLARE:
        evaluate_declarations(g, actor)
    else:
        return False
    return True


@rule
def evaluate_action_question(g: Game, kind: int, actor: int) -> bool:
    """Value the options of a question about an action. Return False if it is another one."""
    if kind == ACT:
        evaluate_actions(g, actor)
    elif kind == BLOCK:
        evaluate_block_actions(g, actor)
    elif kind == MOVE:
        evaluate_moves(g, actor)
    elif kind == FACE:
        evaluate_facings(g, actor)
    elif kind == RISE:
        evaluate_getting_up(g, actor)
    elif kind == TARGET:
        evaluate_targets(g, actor)
    elif kind == AIM:
        evaluate_aims(g, actor)
    elif kind == RELOAD:
        evaluate_reloads(g, actor)
    elif kind == FRIEND:
        evaluate_friends(g)
    elif kind == REACT:
        evaluate_reactions(g, actor)
    else:
        return False
    return True


@rule
def evaluate_throw_question(g: Game, kind: int, actor: int) -> bool:
    """Value the options of a question about thrown dice, dynamite or Hand Signs.

    Return False if it is another one.
    """
    if kind == THROW_AT:
        evaluate_move_throws(g, actor)
    elif kind == DIE:
        evaluate_move_dice(g, actor)
    elif kind == SHOOT_AT:
        evaluate_shot_points(g, actor)
    elif kind == BULLET:
        evaluate_bullet_targets(g, actor)
    elif kind == LIGHT:
        evaluate_lights(g, actor)
    elif kind == HURL:
        evaluate_hurls(g, actor)
    elif kind == SNUFF:
        evaluate_sticks(g, actor)
    elif kind == HAND:
        evaluate_signs(g, actor)
    else:
        return False
    return True


@rule
def evaluate_moves(g: Game, i: int) -> None:
    """Value the places where a move of model i may end."""
    m = g.models[i]
    reach = prepare_place_values(g, i)
    best = -NEVER
    towers = has_towers(g)
    has_more_terms = g.n_loot > 0 or g.stature == 1 or towers
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = place_value(g, i, o, reach, best)
        if towers:
            o.value -= tower_carry_cost(g, i, distance(m.x, m.y, o.x, o.y))
        if has_more_terms:
            o.value += prize_value(g, i, o.x, o.y)
        else:
            best = max(best, o.value)


@rule
def evaluate_facings(g: Game, i: int) -> None:
    """Value the facings of model i by the enemies in its arc: near ones count more."""
    m = g.models[i]
    for k in range(g.core.offered):
        g.core.options[k].value = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        inches = distance(m.x, m.y, t.x, t.y)
        for k in range(g.core.offered):
            o = g.core.options[k]
            if (t.x - m.x) * o.fx + (t.y - m.y) * o.fy >= g.arc_cosine * inches:
                o.value += 1.0 / (NEAR_FACING_INCHES + inches)


@rule
def option_value(g: Game, side: int, kind: int, actor: int, o: Option) -> float:
    """Return the value of an option whose value does not depend on the other options."""
    if kind == RE_ROLL:
        return o.x - RE_ROLL_MIN_CHANCE if o.what == 1 else 0.0
    if kind == LUCK:
        return luck_value(g, actor, o.what, o.x, o.other)
    if kind == HERO:
        return hero_value(o)
    if kind == PUSH:
        return o.what * push_value(g, o.who, o.other)
    if kind == BID:
        return bid_value(g, side, o.what)
    if kind == ALLOCATE:
        value = allocation_value(g, o.what, o.who, o.other)
        return value + ALLOCATION_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
    if kind == DEFEND:
        return defend_value(g, o)
    if kind == DODGE:
        return dodge_value(g, actor, o)
    if kind == FOE:
        return float(g.kinds[g.models[o.who].kind].points)
    return muster_option_value(g, side, kind, o)


@rule
def muster_option_value(g: Game, side: int, kind: int, o: Option) -> float:
    """Return the value of an option of a question about forces, Talents or deployment."""
    if kind == LEAVE_OUT:
        return leave_out_value(g, o.who)
    if kind == RECRUIT:
        return recruit_value(g, side, o)
    if kind == DRAFT:
        return draft_value(g, side, o.what)
    if kind == TALENT:
        return talent_value(g, side, o.what)
    if kind == GIFT:
        return gift_value(g, o.who, o.what)
    if kind == PLACE:
        return deployment_value(g, side, o)
    if kind == EDGE or kind == CORNER or kind == RING:
        return float(bot_below(g.core, RANDOM_STEPS))
    if kind == SET_UP:
        return 0.0  # in any order: all units are set up
    raise NoSuchRule


@rule
def hero_value(o: Option) -> float:
    """Return the value of calling a die a Hero, or of not calling it.

    A Hero that makes a success of a failure is best.
    """
    if o.what == 1 and o.who == 0:
        return FIRST_HERO_VALUE
    return KEEP_HERO_VALUE * (1 - o.what)


@rule
def bid_value(g: Game, side: int, tokens: int) -> float:
    """Return the value of a bid: the nearer to the preferred one, the better."""
    misfit = abs(tokens - preferred_bid(g, side))
    return -misfit + BID_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)


@rule
def deployment_value(g: Game, side: int, o: Option) -> float:
    """Return the value of a place to set up a unit: in the front row and in the middle."""
    middle = g.table / 2.0
    front = g.weights[side].front if o.what == 0 else 0.0
    off_middle = min(abs(o.x - middle), abs(o.y - middle))
    random_value = PLACE_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
    return front - EDGE_FACTOR * off_middle / g.table + random_value


@rule
def defend_value(g: Game, o: Option) -> float:
    """Return the value of spending a Defend die: the points of the model, less a random part."""
    if o.what == 0:
        return 0.0
    points = g.kinds[g.models[o.who].kind].points
    return points - DEFEND_RANDOM_POINTS * bot_below(g.core, RANDOM_STEPS)


@rule
def evaluate_getting_up(g: Game, i: int) -> None:
    """Set the values of a fallen model's options: to stand up, or to crawl to another place."""
    reach = prepare_place_values(g, i)
    m = g.models[i]
    stand_up = g.core.options[0]
    stand_up.x = m.x
    stand_up.y = m.y
    stand_up.fx = m.fx
    stand_up.fy = m.fy
    present_value = place_value(g, i, stand_up, reach, -NEVER)
    for k in range(1, g.core.offered):
        o = g.core.options[k]
        o.fx = m.fx
        o.fy = m.fy
        o.value = place_value(g, i, o, reach, -NEVER) - present_value
    stand_up.value = STAND_UP_POINTS


@rule
def push_value(g: Game, dice: int, successes: int) -> float:
    """Return the value, in successes, of throwing dice again. If none adds a success, all are lost.

    Args:
        g: The game.
        dice: The number of dice thrown again.
        successes: The successes so far.
    """
    fails = 1.0
    for _ in range(dice):
        fails *= 1.0 - PUSHED_DIE_CHANCE
    return (1.0 - fails) * (successes + 1.0) - successes


@rule
def allocation_value(g: Game, moves: int, attacks: int, defends: int) -> float:
    """Return the value of an allocation of dice to Move, Attack and Defend."""
    shift = EARLY_SHIFT if g.rounds <= EARLY_ROUNDS else 0.0
    return (
        (MOVE_DIE_VALUE + shift) * min(moves, MAX_MOVE_DICE)
        + (ATTACK_DIE_VALUE - shift) * min(attacks, MAX_ATTACK_DICE)
        + DEFEND_DIE_VALUE * min(defends, MAX_DEFEND_DICE)
    )


@rule
def preferred_bid(g: Game, side: int) -> float:
    """Return the tokens to bid: a random share of the purse, without those kept for activations."""
    tokens = g.sides[side].game_tokens
    if g.chosen.activation_order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS:
        tokens = max(0, tokens - RESERVED_TOKENS)
    return tokens * bot_below(g.core, RANDOM_STEPS) * g.weights[side].bid / RANDOM_PERCENT


@rule
def leave_out_value(g: Game, unit: int) -> float:
    """Return the value of leaving a unit out, with a random part; 0 for leaving none out.

    It is negative where the points saved cannot win the initiative.
    """
    if unit < 0:
        return 0.0
    if g.chosen.initiative != R.INITIATIVE_BOUGHT:
        return KEEP_UNIT_VALUE
    if g.chosen.forces != NOT_ASKED and g.n_units < MIN_UNITS_TO_LEAVE_ONE:
        return KEEP_UNIT_VALUE
    random_value = LEAVE_OUT_RANDOM_VALUE * bot_below(g.core, LEAVE_OUT_RANDOM_STEPS)
    return random_value - LEAVE_OUT_POINT_VALUE * g.units[unit].points + LEAVE_OUT_VALUE


@rule
def draft_value(g: Game, side: int, kind: int) -> float:
    """Return the value of taking a kind of model in a draft: its points, with a random part."""
    random_value = RECRUIT_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
    points = float(g.kinds[kind].points)
    return points * (1.0 + kind_preference(g, side, kind)) + DRAFT_RANDOM_FACTOR * random_value


@rule
def recruit_value(g: Game, side: int, o: Option) -> float:
    """Return the value of picking a kind of model for a force, or of stopping.

    The closer the price to the points left for each model, the better. A random part makes forces
    vary, and each model of the same kind costs a little.
    """
    random_value = RECRUIT_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
    if o.what < 0:
        # The initiative is worth a model at most.
        spares_points = g.chosen.initiative == R.INITIATIVE_BOUGHT and o.who >= g.half - 1
        return SPARE_POINTS_VALUE if spares_points else STOP_SHORT_VALUE
    share = o.x / (g.half - o.who)
    misfit = abs(float(cost(g, o.what)) - share) / max(1.0, share)
    return (
        kind_preference(g, side, o.what)
        + LIST_RANDOM_FACTOR * random_value
        - misfit
        - SAME_KIND_COST * o.other
    )


@rule
def kind_preference(g: Game, side: int, kind: int) -> float:
    """Return the preference of this side for a kind of model, among kinds of the same price."""
    w = g.weights[side]
    range_share = min(1.0, g.kinds[kind].sight / max(1.0, g.table))
    return w.shooters * range_share + w.brave * g.kinds[kind].morale / MORALE_SCALE
