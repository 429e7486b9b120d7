"""States: what every number stands for while a turn is worked out, and going through all of them.

After so many throws a state says of every die: not thrown; a value and its throw; or, if it shows the Hero
number, the throw and whether the Hero has been used. A state's number is made of its dice's like the digits
of a number, the last die's counting ones.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.gamble.lore import ITEMS, KINDS, NEXT, TYPES, WIDEST, at
from carnage.engine.gamble.multisets import item
from carnage.engine.gamble.state import Game, Lore

# What a state says of a die.
IN_HAND, PLAIN, FRESH_HERO, SPENT_HERO = 0, 1, 2, 3


@rule
def mean(total: int, of: int) -> int:
    """Rounded to the nearest part."""
    return (total + of // 2) // of


@rule
def shown_item(g: Game, throw: int, value: int, hero: int) -> int:
    """The item that a die is which shows a value and has not been used as a Hero."""
    return item(g, throw, g.scale.largest + 1 if value == hero and g.wilds == 1 else value)


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
def set_strides(g: Game, throws_made: int) -> None:
    """By how much each die makes the number of a state after so many throws grow."""
    w = g.sweep
    stride = 1
    for d in range(g.n_dice - 1, -1, -1):
        w.radix[d] = 1 + throws_made * (g.faces[d] + 1)
        w.stride[d] = stride
        stride *= w.radix[d]


@rule
def first_state(g: Game, lore: Rows[Lore], throws_made: int) -> None:
    """Begin to go through the states after so many throws: nothing has been thrown."""
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
