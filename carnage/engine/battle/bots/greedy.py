"""The greedy bot: gives every offered option a value, and takes the best.

It looks at what the ruleset rewards (the chosen rules and their numbers), never at which ruleset it is, and
at nothing that its side may not know.
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
from carnage.engine.battle.bots.turns import value_going_on, value_jump, value_model, value_number, value_pick
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
from carnage.engine.core.asking import best_valued
from carnage.engine.core.chance import bot_below
from carnage.engine.core.geometry import NEVER, distance
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.core.state import Option

UPRIGHT = 2.0  # what it is worth to be on one's feet again
ADDS = 0.4  # how likely a die thrown again adds to a combination
THRIFT = 0.15  # a re-roll less likely to help than this is not worth its token


@rule
def greedy(g: Game, side: int, kind: int, actor: int) -> int:
    """Which of the offered options looks best to this side."""
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
    return best_valued(g.core)


@rule
def value_move(g: Game, i: int) -> None:
    """Places to end a move."""
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
    """Facings: the nearer the enemies in the arc, the better."""
    m = g.models[i]
    for k in range(g.core.offered):
        g.core.options[k].value = 0.0
    for n in range(upright_from(g, 1 - m.side), upright_to(g, 1 - m.side)):
        t = g.models[int(g.upright[n])]
        away = distance(m.x, m.y, t.x, t.y)
        for k in range(g.core.offered):
            o = g.core.options[k]
            if (t.x - m.x) * o.fx + (t.y - m.y) * o.fy >= g.arc_cosine * away:
                o.value += 1.0 / (4.0 + away)


@rule
def simple_value(g: Game, side: int, kind: int, actor: int, k: int) -> float:
    """The questions that need no look at the table, or only a glance."""
    o = g.core.options[k]
    if kind == RE_ROLL:
        return o.x - THRIFT if o.what == 1 else 0.0
    if kind == LUCK:
        return luck_worth(g, actor, o.what, o.x, o.other)
    if kind == HERO:
        return 1.0 if o.what == 1 and o.who == 0 else 0.5 * (1 - o.what)
    if kind == PUSH:
        return o.what * push_worth(g, o.who, o.other)
    if kind == BID:
        return -abs(o.what - bid_wanted(g, side)) + 0.001 * bot_below(g.core, 100)
    if kind == LEAVE_OUT:
        return value_leave_out(g, o.who)
    if kind == PLACE:
        middle = g.table / 2.0
        front = g.weights[side].front if o.what == 0 else 0.0
        off = min(abs(o.x - middle), abs(o.y - middle))
        return front - 2.0 * off / g.table + 0.01 * bot_below(g.core, 100)
    if kind == ALLOCATE:
        return shares_worth(g, o.what, o.who, o.other) + 0.01 * bot_below(g.core, 100)
    if kind == DEFEND:
        return 0.0 if o.what == 0 else g.kinds[g.models[o.who].kind].points - 0.08 * bot_below(g.core, 100)
    if kind == TALENT:
        return talent_worth(g, side, o.what)
    if kind == GIFT:
        return gift_worth(g, o.who, o.what)
    if kind == DODGE:
        return dodge_worth(g, actor, o)
    if kind == EDGE or kind == CORNER or kind == RING:
        return float(bot_below(g.core, 100))
    if kind == FOE:
        return float(g.kinds[g.models[o.who].kind].points)
    if kind == RECRUIT or kind == DRAFT:
        return value_recruit(g, side, kind, o)
    if kind == SET_UP:
        return 0.0  # whichever comes first: all of them are set up in the end
    raise NoSuchRule


@rule
def value_rise(g: Game, i: int) -> None:
    """Standing up is what a Move is worth; crawling as much as it is better to lie elsewhere."""
    reach = take_stock(g, i)
    m = g.models[i]
    here = g.core.options[0]
    here.x, here.y, here.fx, here.fy = m.x, m.y, m.fx, m.fy
    lying = place_worth(g, i, here, reach, -NEVER)
    for k in range(1, g.core.offered):
        o = g.core.options[k]
        o.fx, o.fy = m.fx, m.fy
        o.value = place_worth(g, i, o, reach, -NEVER) - lying
    here.value = UPRIGHT


@rule
def push_worth(g: Game, dice: int, has: int) -> float:
    """What throwing so many dice again is worth to whoever has so many successes: if none is added, all go.

    About one die in three adds something.
    """
    adds = 1.0
    for _ in range(dice):
        adds *= 1.0 - ADDS
    return (1.0 - adds) * (has + 1.0) - has


@rule
def shares_worth(g: Game, moves: int, attacks: int, defends: int) -> float:
    """How good it looks to share out dice so: enough to move and to attack by, little else."""
    early = 0.3 if g.rounds <= 2 else 0.0
    return (0.5 + early) * min(moves, 3) + (0.6 - early) * min(attacks, 4) + 0.35 * min(defends, 2)


@rule
def bid_wanted(g: Game, side: int) -> float:
    """About how much to bid: a share of the purse that nobody can foresee, less where tokens activate."""
    tokens = g.sides[side].game_tokens
    if g.chosen.activation_order == R.ACTIVATION_ORDER_FUNGIBLE_ACTIVATIONS:
        tokens = max(0, tokens - 4)
    return tokens * bot_below(g.core, 100) * g.weights[side].bid / 100.0


@rule
def value_leave_out(g: Game, unit: int) -> float:
    """Leaving a unit out pays only where it may win the initiative; then the cheapest, and not always."""
    if unit < 0:
        return 0.0
    if g.chosen.initiative != R.INITIATIVE_BOUGHT:
        return -1.0
    return 0.05 * bot_below(g.core, 20) - 0.05 * g.units[unit].points + 0.1


@rule
def value_recruit(g: Game, side: int, kind: int, o: Option) -> float:
    """Whom to pick: the dearest left in a draft; from a list whoever costs about what is left for each.

    A good deal of it is whim, and nobody wants all of a kind.
    """
    whim = 0.01 * bot_below(g.core, 100)
    if kind == DRAFT:
        return float(g.kinds[o.what].points) * (1.0 + liking(g, side, o.what)) + 4.0 * whim
    if o.what < 0:
        # The initiative is worth a model at most.
        spares = g.chosen.initiative == R.INITIATIVE_BOUGHT and o.who >= g.half - 1
        return 0.25 if spares else -2.0
    share = o.x / (g.half - o.who)
    price = float(cost(g, o.what))
    return liking(g, side, o.what) + 1.2 * whim - abs(price - share) / max(1.0, share) - 0.15 * o.other


@rule
def liking(g: Game, side: int, kind: int) -> float:
    """How much this side would rather have a kind of model than others of the same price."""
    w = g.weights[side]
    far = g.kinds[kind].sight / max(1.0, g.table)
    return w.shooters * min(1.0, far) + w.brave * g.kinds[kind].morale / 10.0
