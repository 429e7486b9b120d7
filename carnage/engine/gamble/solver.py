"""Solution of a turn: the best action in every state, for the mean score or a score to beat.

The solution is calculated backwards. The result of the last throw depends on the hand alone
(`fill_hand_values`). Then each state gets its best re-roll (`rerolls`) and its best dice to
throw (`solve_earlier_throw`, or `solve_throw_again` if dice may be thrown again).
`states` describes the states.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.choice import count_dice, is_throw_allowed
from carnage.engine.gamble.multisets import item_of
from carnage.engine.gamble.policy_table import (
    BYTES,
    COUNT,
    FINE,
    ITEMS,
    MAX_DIGITS,
    MAY,
    NEXT,
    SCORES,
    STATES,
    TYPES,
    VALUES,
    WORTH,
    byte_at,
    clear_bytes,
    put_byte,
    word_at,
)
from carnage.engine.gamble.rerolls import enter_re_rolls
from carnage.engine.gamble.state import SUBSETS, BotTable, Game
from carnage.engine.gamble.states import (
    fill_digits,
    first_state,
    next_state,
    rounded_mean,
    shown_item,
)


@rule
def utility(score: int, target: int, tie: int) -> int:
    """Return the value of a score: itself, or the chance to win if there is a score to beat.

    A tie is worth 1/`tie` of a win.
    """
    if target < 0:
        return score * FINE
    if score == target:
        return FINE // tie if tie > 0 else 0
    return FINE if score > target else 0


@rule
def fill_hand_values(g: Game, lore: Rows[BotTable], hero: int, target: int, tie: int) -> None:
    """Fill in the value of each hand before the last throw, for each set of dice left to throw."""
    n = g.n_dice
    types = word_at(lore, TYPES)
    base = word_at(lore, WORTH)
    for number in range(word_at(lore, COUNT + n)):
        lore[base + number].word = utility(
            word_at(lore, word_at(lore, SCORES) + number), target, tie
        )
    for count in range(1, n + 1):
        for left in range(1, 1 << n):
            if count_dice(left) != count:
                continue
            d = 0
            while (left >> d) & 1 == 0:
                d += 1
            base = word_at(lore, WORTH + left)
            then = word_at(lore, WORTH + (left & (left - 1)))
            more = word_at(lore, NEXT + n - count)
            for number in range(word_at(lore, COUNT + n - count)):
                lore[base + number].word = last_die_value(
                    g, lore, then, more + number * types, d, hero
                )


@rule
def last_die_value(g: Game, lore: Rows[BotTable], then: int, hands: int, d: int, hero: int) -> int:
    """Return the value of throwing die d last.

    Args:
        then: Where the values of the resulting hands begin in the lore.
        hands: Where the numbers of these hands begin.
        d: The die.
        hero: The Hero number.
    """
    total = 0
    first = item_of(g, g.throws, 1)
    for i in range(first, first + g.faces[d]):
        total += word_at(lore, then + word_at(lore, hands + i))
    if g.wilds == 1 and 0 < hero <= g.faces[d]:
        total -= word_at(lore, then + word_at(lore, hands + first + hero - 1))
        total += word_at(lore, then + word_at(lore, hands + shown_item(g, g.throws, hero, hero)))
    return rounded_mean(total, g.faces[d])


@rule
def solve_last_throw(g: Game, lore: Rows[BotTable], layer: int, throws_made: int) -> None:
    """Fill in the value of each state before the last throw without re-rolls.

    The action is always to throw all dice that are left. A byte of 0 in the layer means this, so
    only re-rolls are written.
    """
    n = g.n_dice
    w = g.sweep
    values = word_at(lore, VALUES + throws_made)
    places = word_at(lore, BYTES + throws_made)
    types = word_at(lore, TYPES)
    items = word_at(lore, ITEMS) + (n - 1) * MAX_DIGITS
    first_state(g, lore, throws_made)
    for state in range(0, word_at(lore, STATES + throws_made), w.radix[n - 1]):
        worth = word_at(lore, WORTH + w.left[n - 1])
        hands = word_at(lore, NEXT + w.dice[n - 1]) + w.hand[n - 1] * types
        lore[values + state].word = word_at(lore, word_at(lore, WORTH + w.left[n]) + w.hand[n])
        for digit in range(1, w.radix[n - 1]):
            hand = word_at(lore, hands + word_at(lore, items + digit))
            lore[values + state + digit].word = word_at(lore, worth + hand)
        w.digit[n - 1] = w.radix[n - 1] - 1
        next_state(g, lore)
    if g.re_rolls == 1:
        clear_bytes(lore, layer, places, word_at(lore, STATES + throws_made))


@rule
def solve_earlier_throw(g: Game, lore: Rows[BotTable], layer: int, throws_made: int) -> None:
    """Fill in the value of each state before an earlier throw, and the best dice for it.

    Re-rolls are not considered.
    """
    n = g.n_dice
    values = word_at(lore, VALUES + throws_made)
    places = word_at(lore, BYTES + throws_made)
    for left in range(SUBSETS):
        for dice in range(SUBSETS):
            may = left < 1 << n and is_throw_allowed(g, throws_made + 1, left, dice)
            if may:
                lore[word_at(lore, MAY) + left * SUBSETS + dice].word = 1
            else:
                lore[word_at(lore, MAY) + left * SUBSETS + dice].word = 0
    first_state(g, lore, throws_made)
    for state in range(word_at(lore, STATES + throws_made)):
        left = g.sweep.left[n]
        best = -1
        action = 0
        if left == 0:
            best = word_at(lore, word_at(lore, WORTH) + g.sweep.hand[n])
        else:
            for dice in range(1, left + 1):
                if word_at(lore, word_at(lore, MAY) + left * SUBSETS + dice) == 1:
                    value = throw_value(g, lore, throws_made, dice)
                    if value > best:
                        best = value
                        action = dice
        lore[values + state].word = best
        put_byte(lore, layer, places + state, action)
        next_state(g, lore)


@rule
def solve_throw_again(g: Game, lore: Rows[BotTable], layer: int, throws_made: int) -> None:
    """Fill in the value of each state after a throw, and the best dice to throw again.

    A die that has been picked up counts as not thrown. Its state has a lower number than before, so
    the best way to go on from there is already known: to throw all dice in hand, or more.
    """
    n = g.n_dice
    w = g.sweep
    values = word_at(lore, VALUES + throws_made)
    places = word_at(lore, BYTES + throws_made)
    first_state(g, lore, throws_made)
    for state in range(word_at(lore, STATES + throws_made)):
        left = w.left[n]
        best = word_at(lore, word_at(lore, WORTH + left) + w.hand[n])
        if left > 0 and throws_made + 1 < g.throws:
            best = throw_value(g, lore, throws_made, left)
        action = left
        for d in range(n):
            if w.digit[d] > 0:
                without = state - w.digit[d] * w.stride[d]
                value = word_at(lore, values + without)
                if value > best:
                    best = value
                    action = byte_at(lore, layer, places + without)
        lore[values + state].word = best
        put_byte(lore, layer, places + state, action)
        next_state(g, lore)


@rule
def throw_value(g: Game, lore: Rows[BotTable], throws_made: int, dice: int) -> int:
    """Return the mean value of the current state if these dice are thrown, a bit mask."""
    w = g.sweep
    stride = 1
    place = word_at(lore, VALUES + throws_made + 1)
    ways = 1
    last = 0
    for d in range(g.n_dice - 1, -1, -1):
        w.outcome[d] = 0
        w.step[d] = stride
        if (dice >> d) & 1 == 1:
            place += (1 + throws_made * (g.faces[d] + 1)) * stride
            ways *= g.faces[d]
            last = max(last, d)
        else:
            place += w.digit[d] * stride
        stride *= 1 + (throws_made + 1) * (g.faces[d] + 1)
    total = 0
    going = True
    while going:
        for value in range(g.faces[last]):
            total += word_at(lore, place + value * w.step[last])
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
    return rounded_mean(total, ways)


@rule
def solve_turn(g: Game, lore: Rows[BotTable], layer: int, hero: int, target: int, tie: int) -> int:
    """Solve a turn, write the actions into a layer, and return the value of the turn."""
    fill_hand_values(g, lore, hero, target, tie)
    fill_digits(g, lore, hero)
    for throws_made in range(g.throws - 1, -1, -1):
        if g.chosen.choice == R.CHOICE_AGAIN and throws_made > 0:
            solve_throw_again(g, lore, layer, throws_made)
        elif throws_made + 1 == g.throws:
            solve_last_throw(g, lore, layer, throws_made)
        else:
            solve_earlier_throw(g, lore, layer, throws_made)
        if throws_made > 0 and g.re_rolls == 1 and hero > 0:
            enter_re_rolls(g, lore, layer, throws_made, hero)
    return word_at(lore, word_at(lore, VALUES))
