"""The greedy bot: it gives every option a value and takes the best.

It reads the chosen rules and their numbers, never the identity of the ruleset, and nothing that is
hidden from its side.
"""

from __future__ import annotations

from carnage.engine.battle.bots.action_values import (
    value_act,
    value_block,
    value_friend,
    value_target,
)
from carnage.engine.battle.bots.aiming import (
    prizes_near,
    value_bullet,
    value_die,
    value_mark,
    value_throw,
    wobble,
)
from carnage.engine.battle.bots.blasts import value_hurl, value_light, value_stick
from carnage.engine.battle.bots.game_phase import take_bearings
from carnage.engine.battle.bots.gear import luck_worth, value_aim, value_reload
from carnage.engine.battle.bots.hand_sign_strategy import value_hand
from carnage.engine.battle.bots.places import place_worth, take_stock
from carnage.engine.battle.bots.reacting import dodge_worth, value_react
from carnage.engine.battle.bots.talent_choice import gift_worth, talent_worth
from carnage.engine.battle.bots.turns import (
    value_going_on,
    value_jump,
    value_model,
    value_number,
    value_pick,
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
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.core.state import Option

RANDOM_STEPS = 100  # resolution of random numbers
RANDOM_PERCENT = 100.0  # the same, as a divisor
MORALE_SCALE = 10.0  # a Morale of so much is the unit of the weight `brave`

# Chosen by hand.
STAND_UP_POINTS = 2.0
PUSHED_DIE_CHANCE = 0.4  # that a die thrown again adds to a combination
RE_ROLL_MIN_CHANCE = 0.15  # a re-roll that helps less often is not worth its token
NEAR_FACING_INCHES = 4.0  # an enemy in the arc is worth 1 / (this + its distance in inches)
KEEP_HERO_VALUE = 0.5  # of not using a Hero, against 1 for the first Hero
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
    take_bearings(g, side)
    if kind == ACT:
        value_act(g, actor)
    elif kind == MOVE:
        value_move(g, actor)
    elif kind == TARGET:
        value_target(g, actor)
    elif kind == PICK:
        value_pick(g, side)
    elif kind == JUMP:
        value_jump(g)
    elif kind == NEXT_MODEL:
        value_model(g)
    elif kind == GO_ON:
        value_going_on(g, side)
    elif kind == DECLARE:
        value_number(g, actor)
    elif kind == RISE:
        value_rise(g, actor)
    elif kind == FACE:
        value_face(g, actor)
    elif kind == BLOCK:
        value_block(g, actor)
    elif kind == FRIEND:
        value_friend(g)
    elif kind == AIM:
        value_aim(g, actor)
    elif kind == RELOAD:
        value_reload(g, actor)
    elif kind == LIGHT:
        value_light(g, actor)
    elif kind == HURL:
        value_hurl(g, actor)
    elif kind == SNUFF:
        value_stick(g, actor)
    elif kind == THROW_AT:
        value_throw(g, actor)
    elif kind == DIE:
        value_die(g, actor)
    elif kind == SHOOT_AT:
        value_mark(g, actor)
    elif kind == BULLET:
        value_bullet(g, actor)
    elif kind == HAND:
        value_hand(g, actor)
    elif kind == REACT:
        value_react(g, actor)
    else:
        for k in range(g.core.offered):
            g.core.options[k].value = simple_value(g, side, kind, actor, k)
    g.core.pondering = 0
    return highest_valued_option(g.core)


@rule
def value_move(g: Game, i: int) -> None:
    """Value the places where a move of model i may end."""
    reach = take_stock(g, i)
    best = -NEVER
    towers = has_towers(g)
    prized = g.n_loot > 0 or g.stature == 1 or towers
    for k in range(g.core.offered):
        o = g.core.options[k]
        o.value = place_worth(g, i, o, reach, best)
        if towers:
            o.value -= wobble(g, i, distance(g.models[i].x, g.models[i].y, o.x, o.y))
        if prized:
            o.value += prizes_near(g, i, o.x, o.y)
        else:
            best = max(best, o.value)


@rule
def value_face(g: Game, i: int) -> None:
    """Value the facings of model i by the enemies in its arc: near ones count more."""
    m = g.models[i]
    for k in range(g.core.offered):
        g.core.options[k].value = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        away = distance(m.x, m.y, t.x, t.y)
        for k in range(g.core.offered):
            o = g.core.options[k]
            if (t.x - m.x) * o.fx + (t.y - m.y) * o.fy >= g.arc_cosine * away:
                o.value += 1.0 / (NEAR_FACING_INCHES + away)


@rule
def simple_value(g: Game, side: int, kind: int, actor: int, k: int) -> float:
    """Return the value of option k of a question that needs little of the table."""
    o = g.core.options[k]
    if kind == RE_ROLL:
        return o.x - RE_ROLL_MIN_CHANCE if o.what == 1 else 0.0
    if kind == LUCK:
        return luck_worth(g, actor, o.what, o.x, o.other)
    if kind == HERO:
        if o.what == 1 and o.who == 0:
            return 1.0
        return KEEP_HERO_VALUE * (1 - o.what)
    if kind == PUSH:
        return o.what * push_worth(g, o.who, o.other)
    if kind == BID:
        return -abs(o.what - bid_wanted(g, side)) + BID_RANDOM_VALUE * bot_below(
            g.core, RANDOM_STEPS
        )
    if kind == LEAVE_OUT:
        return value_leave_out(g, o.who)
    if kind == PLACE:
        middle = g.table / 2.0
        front = g.weights[side].front if o.what == 0 else 0.0
        off = min(abs(o.x - middle), abs(o.y - middle))
        return (
            front
            - EDGE_FACTOR * off / g.table
            + PLACE_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
        )
    if kind == ALLOCATE:
        shares = shares_worth(g, o.what, o.who, o.other)
        return shares + ALLOCATION_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
    if kind == DEFEND:
        if o.what == 0:
            return 0.0
        points = g.kinds[g.models[o.who].kind].points
        return points - DEFEND_RANDOM_POINTS * bot_below(g.core, RANDOM_STEPS)
    if kind == TALENT:
        return talent_worth(g, side, o.what)
    if kind == GIFT:
        return gift_worth(g, o.who, o.what)
    if kind == DODGE:
        return dodge_worth(g, actor, o)
    if kind == EDGE or kind == CORNER or kind == RING:
        return float(bot_below(g.core, RANDOM_STEPS))
    if kind == FOE:
        return float(g.kinds[g.models[o.who].kind].points)
    if kind == RECRUIT or kind == DRAFT:
        return value_recruit(g, side, kind, o)
    if kind == SET_UP:
        return 0.0  # in any order: all units are set up
    raise NoSuchRule


@rule
def value_rise(g: Game, i: int) -> None:
    """Value standing up, and crawling by the gain of lying elsewhere."""
    reach = take_stock(g, i)
    m = g.models[i]
    here = g.core.options[0]
    here.x = m.x
    here.y = m.y
    here.fx = m.fx
    here.fy = m.fy
    lying = place_worth(g, i, here, reach, -NEVER)
    for k in range(1, g.core.offered):
        o = g.core.options[k]
        o.fx = m.fx
        o.fy = m.fy
        o.value = place_worth(g, i, o, reach, -NEVER) - lying
    here.value = STAND_UP_POINTS


@rule
def push_worth(g: Game, dice: int, has: int) -> float:
    """Return the value, in successes, of throwing dice again. If none adds a success, all are lost.

    Args:
        g: The game.
        dice: The number of dice thrown again.
        has: The successes so far.
    """
    adds = 1.0
    for _ in range(dice):
        adds *= 1.0 - PUSHED_DIE_CHANCE
    return (1.0 - adds) * (has + 1.0) - has


@rule
def shares_worth(g: Game, moves: int, attacks: int, defends: int) -> float:
    """Return the value of an allocation of dice to Move, Attack and Defend."""
    early = EARLY_SHIFT if g.rounds <= EARLY_ROUNDS else 0.0
    return (
        (MOVE_DIE_VALUE + early) * min(moves, MAX_MOVE_DICE)
        + (ATTACK_DIE_VALUE - early) * min(attacks, MAX_ATTACK_DICE)
        + DEFEND_DIE_VALUE * min(defends, MAX_DEFEND_DICE)
    )


@rule
def bid_wanted(g: Game, side: int) -> float:
    """Return the tokens to bid: a random share of the purse, without those kept for activations."""
    tokens = g.sides[side].game_tokens
    if g.chosen.activation_order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS:
        tokens = max(0, tokens - RESERVED_TOKENS)
    return tokens * bot_below(g.core, RANDOM_STEPS) * g.weights[side].bid / RANDOM_PERCENT


@rule
def value_leave_out(g: Game, unit: int) -> float:
    """Return the value of leaving a unit out: only where that may win the initiative, and at
    random.
    """
    if unit < 0:
        return 0.0
    if g.chosen.initiative != R.INITIATIVE_BOUGHT:
        return KEEP_UNIT_VALUE
    random = LEAVE_OUT_RANDOM_VALUE * bot_below(g.core, LEAVE_OUT_RANDOM_STEPS)
    return random - LEAVE_OUT_POINT_VALUE * g.units[unit].points + LEAVE_OUT_VALUE


@rule
def value_recruit(g: Game, side: int, kind: int, o: Option) -> float:
    """Return the value of a kind of model for a force.

    In a draft it is the price; with a price list, the closer the price to the points left for each
    model, the better. A random part makes forces vary, and each model of the same kind costs a
    little.
    """
    whim = RECRUIT_RANDOM_VALUE * bot_below(g.core, RANDOM_STEPS)
    if kind == DRAFT:
        points = float(g.kinds[o.what].points)
        return points * (1.0 + liking(g, side, o.what)) + DRAFT_RANDOM_FACTOR * whim
    if o.what < 0:
        # The initiative is worth a model at most.
        spares = g.chosen.initiative == R.INITIATIVE_BOUGHT and o.who >= g.half - 1
        return SPARE_POINTS_VALUE if spares else STOP_SHORT_VALUE
    share = o.x / (g.half - o.who)
    price = float(cost(g, o.what))
    misfit = abs(price - share) / max(1.0, share)
    return liking(g, side, o.what) + LIST_RANDOM_FACTOR * whim - misfit - SAME_KIND_COST * o.other


@rule
def liking(g: Game, side: int, kind: int) -> float:
    """Return the preference of this side for a kind of model, among kinds of the same price."""
    w = g.weights[side]
    far = g.kinds[kind].sight / max(1.0, g.table)
    return w.shooters * min(1.0, far) + w.brave * g.kinds[kind].morale / MORALE_SCALE
