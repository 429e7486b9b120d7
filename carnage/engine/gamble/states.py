"""States of a turn, their numbers, and iteration over all of them.

After a number of throws, a state describes each die. The die has not been thrown, or it has a value
and a throw. If it shows the Hero number, it has a throw, and the Hero has been used or not. The
number of a state has one digit for each die, with a radix of its own. The last die has the least
significant digit.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.multisets import item_of
from carnage.engine.gamble.policy_table import ITEMS, KINDS, MAX_DIGITS, NEXT, TYPES, word_at
from carnage.engine.gamble.state import BotTable, Game

# Kinds of dice in a state.
IN_HAND = 0
PLAIN = 1
FRESH_HERO = 2
SPENT_HERO = 3


@rule
def rounded_mean(total: int, count: int) -> int:
    """Return a mean, rounded to the nearest whole number."""
    return (total + count // 2) // count


@rule
def shown_item(g: Game, throw: int, value: int, hero: int) -> int:
    """Return the item of a die that shows a value and has not been used as a Hero."""
    if value == hero and g.wilds == 1:
        return item_of(g, throw, g.scale.largest + 1)
    return item_of(g, throw, value)


@rule
def fill_digits(g: Game, lore: Rows[BotTable], hero: int) -> None:
    """Fill the tables of digits: the kind of die and the item for each digit of each die."""
    for d in range(g.n_dice):
        kinds = word_at(lore, KINDS) + d * MAX_DIGITS
        items = word_at(lore, ITEMS) + d * MAX_DIGITS
        sides = g.faces[d]
        lore[kinds].word = IN_HAND
        lore[items].word = -1
        for digit in range(1, 1 + g.throws * (sides + 1)):
            throw = (digit - 1) // (sides + 1) + 1
            value = (digit - 1) % (sides + 1) + 1
            kind = PLAIN
            shown = shown_item(g, throw, min(value, sides), hero)
            if value > sides:
                kind = SPENT_HERO
                shown_value = hero if 1 <= hero <= sides else 1
                shown = item_of(g, throw, shown_value)
            elif value == hero:
                kind = FRESH_HERO
            lore[kinds + digit].word = kind
            lore[items + digit].word = shown


@rule
def set_strides(g: Game, throws_made: int) -> None:
    """Set the radix and the stride of each die's digit after a number of throws."""
    w = g.sweep
    stride = 1
    for d in range(g.n_dice - 1, -1, -1):
        w.radix[d] = 1 + throws_made * (g.faces[d] + 1)
        w.stride[d] = stride
        stride *= w.radix[d]


@rule
def first_state(g: Game, lore: Rows[BotTable], throws_made: int) -> None:
    """Start the iteration over the states after a number of throws, with no die thrown."""
    w = g.sweep
    set_strides(g, throws_made)
    for d in range(g.n_dice):
        w.digit[d] = 0
    w.dice[0] = 0
    w.left[0] = 0
    w.fresh[0] = 0
    w.spent[0] = 0
    w.hand[0] = 0
    read_state(g, lore, 0)


@rule
def next_state(g: Game, lore: Rows[BotTable]) -> None:
    """Move on to the state with the next number."""
    w = g.sweep
    d = g.n_dice - 1
    while d > 0 and w.digit[d] + 1 == w.radix[d]:
        w.digit[d] = 0
        d -= 1
    w.digit[d] += 1
    if w.digit[d] < w.radix[d]:
        read_state(g, lore, d)


@rule
def read_state(g: Game, lore: Rows[BotTable], first: int) -> None:
    """Update the kinds and totals of a state, from the first die that has changed.

    The totals are the dice in hand, fresh and spent Heroes, and the number of the hand.
    """
    w = g.sweep
    types = word_at(lore, TYPES)
    for d in range(first, g.n_dice):
        digit = w.digit[d]
        kind = word_at(lore, word_at(lore, KINDS) + d * MAX_DIGITS + digit)
        w.kind[d] = kind
        w.left[d + 1] = w.left[d]
        w.fresh[d + 1] = w.fresh[d]
        w.spent[d + 1] = w.spent[d]
        w.dice[d + 1] = w.dice[d]
        w.hand[d + 1] = w.hand[d]
        if kind == IN_HAND:
            w.left[d + 1] |= 1 << d
            continue
        i = word_at(lore, word_at(lore, ITEMS) + d * MAX_DIGITS + digit)
        w.hand[d + 1] = word_at(lore, word_at(lore, NEXT + w.dice[d]) + w.hand[d] * types + i)
        w.dice[d + 1] += 1
        if kind == FRESH_HERO:
            w.fresh[d + 1] += 1
        elif kind == SPENT_HERO:
            w.spent[d + 1] += 1


@rule
def has_earlier_twin_hero(g: Game, h: int) -> bool:
    """Return whether a die before Hero h is also an unused Hero of the same throw.

    Such Heroes count alike, so the bot tries only the first. Where dice may be thrown again, they
    must have the same faces too.
    """
    w = g.sweep
    for k in range(h):
        if g.chosen.choice == R.CHOICE_AGAIN and g.faces[k] != g.faces[h]:
            continue
        if w.kind[k] == FRESH_HERO:
            if (w.digit[k] - 1) // (g.faces[k] + 1) == (w.digit[h] - 1) // (g.faces[h] + 1):
                return True
    return False


@rule
def has_earlier_twin_die(g: Game, d: int) -> bool:
    """Return whether an earlier die has the same faces and state.

    Only the first of them is tried.
    """
    w = g.sweep
    for k in range(d):
        if g.faces[k] == g.faces[d] and w.digit[k] == w.digit[d]:
            return True
    return False
