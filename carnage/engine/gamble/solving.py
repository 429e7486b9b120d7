"""Solving a turn: the best that can be done in every state, for the expected score or to beat another's.

After so many throws a state says of every die: not thrown; a value and its throw; or, if it shows the Hero
number, the throw and whether the Hero has been used. Worked out backwards: what the last throw makes of a
hand depends on the hand alone (`worth_in_hand`); then state by state which Hero should act (`let_heroes_act`)
and which
dice should be thrown (`choose_dice`). Nobody who plays well stops with dice in hand: they cost nothing,
and no die more makes a hand worse.
"""

from __future__ import annotations

from carnage.engine.core.compiling import Rows, rule
from carnage.engine.gamble.choice import allowed, how_many
from carnage.engine.gamble.lore import (
    BYTES,
    COUNT,
    FINE,
    ITEMS,
    KINDS,
    MAY,
    NEXT,
    SCORES,
    STATES,
    TYPES,
    VALUES,
    WIDEST,
    WORTH,
    at,
    put_byte,
)
from carnage.engine.gamble.multisets import item
from carnage.engine.gamble.state import DICE, SUBSETS, Game, Lore

# What a state says of a die.
IN_HAND, PLAIN, FRESH_HERO, SPENT_HERO = 0, 1, 2, 3


@rule
def utility(score: int, target: int, tie: int) -> int:
    """What a score is worth: itself, or where there is one to beat the chance to win; a tie is worth 1 in
    `tie`."""
    if target < 0:
        return score * FINE
    if score == target:
        return FINE // tie if tie > 0 else 0
    return FINE if score > target else 0


@rule
def shown_item(g: Game, throw: int, value: int, hero: int) -> int:
    """The item that a die is which shows a value and has not been used as a Hero."""
    return item(g, throw, g.scale.largest + 1 if value == hero and g.wilds == 1 else value)


@rule
def mean(total: int, of: int) -> int:
    """Rounded to the nearest part."""
    return (total + of // 2) // of


@rule
def worth_in_hand(g: Game, lore: Rows[Lore], hero: int, target: int, tie: int) -> None:
    """What every hand is worth before the last throw, for every choice of dice that are still to be
    thrown."""
    n, types = g.n_dice, at(lore, TYPES)
    base = at(lore, WORTH)
    for number in range(at(lore, COUNT + n)):
        lore[base + number].word = utility(at(lore, at(lore, SCORES) + number), target, tie)
    for count in range(1, n + 1):
        for left in range(1, 1 << n):
            if how_many(left) != count:
                continue
            d = 0
            while (left >> d) & 1 == 0:
                d += 1
            base, then = at(lore, WORTH + left), at(lore, WORTH + (left & (left - 1)))
            more = at(lore, NEXT + n - count)
            for number in range(at(lore, COUNT + n - count)):
                total = 0
                for value in range(1, g.faces[d] + 1):
                    i = shown_item(g, g.throws, value, hero)
                    total += at(lore, then + at(lore, more + number * types + i))
                lore[base + number].word = mean(total, g.faces[d])


@rule
def fill_digits(g: Game, lore: Rows[Lore], hero: int) -> None:
    """What each state of each die means: its kind, and the item that it is."""
    for d in range(g.n_dice):
        kinds, items = at(lore, KINDS) + d * WIDEST, at(lore, ITEMS) + d * WIDEST
        sides = g.faces[d]
        lore[kinds].word = IN_HAND
        lore[items].word = -1
        for digit in range(1, 1 + g.throws * (sides + 1)):
            throw, value = (digit - 1) // (sides + 1) + 1, (digit - 1) % (sides + 1) + 1
            kind = PLAIN
            shown = shown_item(g, throw, min(value, sides), hero)
            if value > sides:
                kind = SPENT_HERO
                shown = item(g, throw, hero if 1 <= hero <= sides else 1)
            elif value == hero:
                kind = FRESH_HERO
            lore[kinds + digit].word = kind
            lore[items + digit].word = shown


@rule
def first_state(g: Game, lore: Rows[Lore], made: int) -> None:
    """Begin to go through the states after so many throws: nothing has been thrown."""
    w = g.sweep
    stride = 1
    for d in range(g.n_dice - 1, -1, -1):
        w.radix[d] = 1 + made * (g.faces[d] + 1)
        w.stride[d] = stride
        w.digit[d] = 0
        stride *= w.radix[d]
    w.dice[0] = 0
    w.left[0] = 0
    w.fresh[0] = 0
    w.spent[0] = 0
    w.hand[0] = 0
    read_state(g, lore, 0)


@rule
def next_state(g: Game, lore: Rows[Lore]) -> None:
    """The state of the next number."""
    w = g.sweep
    d = g.n_dice - 1
    while d > 0 and w.digit[d] + 1 == w.radix[d]:
        w.digit[d] = 0
        d -= 1
    w.digit[d] += 1
    if w.digit[d] < w.radix[d]:
        read_state(g, lore, d)


@rule
def read_state(g: Game, lore: Rows[Lore], first: int) -> None:
    """Make out what the dice from the first that has changed are: dice and Heroes so far, and the hand's
    number."""
    w = g.sweep
    types = at(lore, TYPES)
    for d in range(first, g.n_dice):
        digit = w.digit[d]
        kind = at(lore, at(lore, KINDS) + d * WIDEST + digit)
        w.kind[d] = kind
        w.left[d + 1] = w.left[d]
        w.fresh[d + 1] = w.fresh[d]
        w.spent[d + 1] = w.spent[d]
        w.dice[d + 1] = w.dice[d]
        w.hand[d + 1] = w.hand[d]
        if kind == IN_HAND:
            w.left[d + 1] |= 1 << d
            continue
        i = at(lore, at(lore, ITEMS) + d * WIDEST + digit)
        w.hand[d + 1] = at(lore, at(lore, NEXT + w.dice[d]) + w.hand[d] * types + i)
        w.dice[d + 1] += 1
        if kind == FRESH_HERO:
            w.fresh[d + 1] += 1
        elif kind == SPENT_HERO:
            w.spent[d + 1] += 1


@rule
def choose_dice(g: Game, lore: Rows[Lore], layer: int, made: int) -> None:
    """What every state after so many throws is worth if its Heroes wait, and which dice it should throw."""
    n = g.n_dice
    values, places = at(lore, VALUES + made), at(lore, BYTES + made)
    for left in range(SUBSETS):
        for dice in range(SUBSETS):
            may = left < 1 << n and made + 1 < g.throws and allowed(g, made + 1, left, dice)
            lore[at(lore, MAY) + left * SUBSETS + dice].word = 1 if may else 0
    first_state(g, lore, made)
    for state in range(at(lore, STATES + made)):
        left = g.sweep.left[n]
        best, action = 0, left
        if left == 0 or made + 1 == g.throws:
            best = at(lore, at(lore, WORTH + left) + g.sweep.hand[n])
        else:
            best = -1
            for dice in range(1, left + 1):
                if at(lore, at(lore, MAY) + left * SUBSETS + dice) == 1:
                    value = worth_of_throw(g, lore, made, dice)
                    if value > best:
                        best, action = value, dice
        lore[values + state].word = best
        put_byte(lore, layer, places + state, action)
        next_state(g, lore)


@rule
def worth_of_throw(g: Game, lore: Rows[Lore], made: int, dice: int) -> int:
    """What this state is worth if these dice are thrown now: the mean of all that they may show."""
    w = g.sweep
    stride, place, ways, last = 1, at(lore, VALUES + made + 1), 1, 0
    for d in range(g.n_dice - 1, -1, -1):
        w.outcome[d] = 0
        w.step[d] = stride
        if (dice >> d) & 1 == 1:
            place += (1 + made * (g.faces[d] + 1)) * stride
            ways *= g.faces[d]
            last = max(last, d)
        else:
            place += w.digit[d] * stride
        stride *= 1 + (made + 1) * (g.faces[d] + 1)
    total = 0
    going = True
    while going:
        for value in range(g.faces[last]):
            total += at(lore, place + value * w.step[last])
        d = last - 1
        going = False
        while d >= 0 and not going:
            if (dice >> d) & 1 == 1:
                if w.outcome[d] + 1 < g.faces[d]:
                    w.outcome[d] += 1
                    place += w.step[d]
                    going = True
                else:
                    place -= w.outcome[d] * w.step[d]
                    w.outcome[d] = 0
            d -= 1
    return mean(total, ways)


@rule
def let_heroes_act(g: Game, lore: Rows[Lore], layer: int, made: int, hero: int) -> None:
    """Where it is worth more, let a Hero have a die rolled again: those states first that have most spent
    Heroes."""
    n, w = g.n_dice, g.sweep
    values, places = at(lore, VALUES + made), at(lore, BYTES + made)
    for spent in range(n - 2, -1, -1):
        first_state(g, lore, made)
        for state in range(at(lore, STATES + made)):
            if w.fresh[n] > 0 and w.spent[n] == spent:
                for h in range(n):
                    if w.kind[h] != FRESH_HERO or twin_hero(g, h):
                        continue
                    for d in range(n):
                        if w.kind[d] == PLAIN and not twin_die(g, d):
                            value = worth_of_re_roll(g, lore, values + state, made, hero, h, d)
                            if value > at(lore, values + state):
                                lore[values + state].word = value
                                put_byte(lore, layer, places + state, SUBSETS + h * DICE + d)
            next_state(g, lore)


@rule
def twin_hero(g: Game, h: int) -> bool:
    """Whether an earlier die is a fresh Hero of the same throw: only the first of such is offered."""
    w = g.sweep
    for k in range(h):
        if w.kind[k] == FRESH_HERO:
            if (w.digit[k] - 1) // (g.faces[k] + 1) == (w.digit[h] - 1) // (g.faces[h] + 1):
                return True
    return False


@rule
def twin_die(g: Game, d: int) -> bool:
    """Whether an earlier die is like this one in all: only the first of such is offered."""
    w = g.sweep
    for k in range(d):
        if g.faces[k] == g.faces[d] and w.digit[k] == w.digit[d]:
            return True
    return False


@rule
def worth_of_re_roll(g: Game, lore: Rows[Lore], place: int, made: int, hero: int, h: int, d: int) -> int:
    """What this state is worth if Hero h has die d rolled again."""
    w = g.sweep
    place += (g.faces[h] + 1 - hero) * w.stride[h]
    place += (1 + (made - 1) * (g.faces[d] + 1) - w.digit[d]) * w.stride[d]
    total = 0
    for value in range(g.faces[d]):
        total += at(lore, place + value * w.stride[d])
    return mean(total, g.faces[d])


@rule
def solve(g: Game, lore: Rows[Lore], layer: int, hero: int, target: int, tie: int) -> int:
    """Work a turn out into a layer; returns what it is worth at its beginning."""
    worth_in_hand(g, lore, hero, target, tie)
    fill_digits(g, lore, hero)
    for made in range(g.throws - 1, -1, -1):
        choose_dice(g, lore, layer, made)
        if made > 0 and g.re_rolls == 1 and hero > 0:
            let_heroes_act(g, lore, layer, made, hero)
    return at(lore, at(lore, VALUES))
