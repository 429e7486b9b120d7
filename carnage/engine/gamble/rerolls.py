"""Re-rolls by Heroes, as part of the solution of a turn.

The value of a re-roll does not depend on the value or the throw of the die that is rolled again. It
is calculated once for each state of the other dice, and compared with every value that the die may
show.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.gamble.policy_table import BYTES, VALUES, put_byte, word_at
from carnage.engine.gamble.state import DICE, SUBSETS, BotTable, Game
from carnage.engine.gamble.states import (
    FRESH_HERO,
    IN_HAND,
    PLAIN,
    SPENT_HERO,
    has_earlier_twin_die,
    has_earlier_twin_hero,
    rounded_mean,
    set_strides,
)

KINDS_OF_DIE = 4


@rule
def enter_re_rolls(g: Game, lore: Rows[BotTable], layer: int, throws_made: int, hero: int) -> None:
    """Enter the re-rolls that are better than waiting into the solution.

    Each re-roll spends a Hero, so states with more spent Heroes come first.
    """
    set_strides(g, throws_made)
    ways = 1
    for _ in range(g.n_dice):
        ways *= KINDS_OF_DIE
    for spent in range(g.n_dice - 2, -1, -1):
        for way in range(ways):
            if set_kinds(g, way, spent, hero):
                for d in range(g.n_dice):
                    if g.sweep.kind[d] == PLAIN:
                        enter_die_re_rolls(g, lore, layer, throws_made, hero, d)


@rule
def set_kinds(g: Game, way: int, spent: int, hero: int) -> bool:
    """Set the kind of each die from the base-4 number `way`.

    Return whether a Hero can act in such states, and exactly `spent` Heroes have acted.
    """
    w = g.sweep
    fresh = 0
    plain = 0
    used = 0
    for d in range(g.n_dice):
        w.kind[d] = way % KINDS_OF_DIE
        way //= KINDS_OF_DIE
        if w.kind[d] == PLAIN:
            plain += 1
        elif w.kind[d] != IN_HAND and hero > g.faces[d]:
            return False
        elif w.kind[d] == FRESH_HERO:
            fresh += 1
        elif w.kind[d] == SPENT_HERO:
            used += 1
    return fresh > 0 and plain > 0 and used == spent


@rule
def next_digit(g: Game, d: int, after: int, hero: int) -> int:
    """Return the next digit after `after` that fits the kind of die d, or -1.

    A negative `after` asks for the first.
    """
    w = g.sweep
    block = g.faces[d] + 1
    if w.kind[d] == IN_HAND:
        return 0 if after < 0 else -1
    digit = after + block
    if w.kind[d] == PLAIN:
        digit = max(after, 0) + 1
        while digit % block == hero or digit % block == 0:
            digit += 1
    elif after < 0:
        digit = hero if w.kind[d] == FRESH_HERO else block
    return digit if digit < w.radix[d] else -1


@rule
def next_others(g: Game, d: int, hero: int) -> bool:
    """Move on to the next state of the dice other than d; return False after the last."""
    w = g.sweep
    for k in range(g.n_dice - 1, -1, -1):
        if k == d:
            continue
        w.digit[k] = next_digit(g, k, w.digit[k], hero)
        if w.digit[k] >= 0:
            return True
        w.digit[k] = next_digit(g, k, -1, hero)
    return False


@rule
def enter_die_re_rolls(
    g: Game, lore: Rows[BotTable], layer: int, throws_made: int, hero: int, d: int
) -> None:
    """Enter the re-rolls of die d for each state of the others, by the best Hero."""
    w = g.sweep
    values = word_at(lore, VALUES + throws_made)
    places = word_at(lore, BYTES + throws_made)
    for k in range(g.n_dice):
        w.digit[k] = next_digit(g, k, -1, hero)
    first = w.digit[d]
    going = True
    while going:
        others = 0
        for k in range(g.n_dice):
            if k != d:
                others += w.digit[k] * w.stride[k]
        best = -1
        by = 0
        for h in range(g.n_dice):
            if w.kind[h] == FRESH_HERO and not has_earlier_twin_hero(g, h):
                value = re_roll_value(g, lore, values + others, throws_made, hero, h, d)
                if value > best:
                    best = value
                    by = h
        w.digit[d] = first
        while w.digit[d] > 0:
            state = others + w.digit[d] * w.stride[d]
            if best > word_at(lore, values + state) and not has_earlier_twin_die(g, d):
                lore[values + state].word = best
                put_byte(lore, layer, places + state, SUBSETS + by * DICE + d)
            w.digit[d] = next_digit(g, d, w.digit[d], hero)
        going = next_others(g, d, hero)


@rule
def re_roll_value(
    g: Game, lore: Rows[BotTable], place: int, throws_made: int, hero: int, h: int, d: int
) -> int:
    """Return the value of a re-roll of die d by Hero h.

    `place` is where the values of the states with these other dice begin in the lore.
    """
    w = g.sweep
    place += (g.faces[h] + 1 - hero) * w.stride[h]
    place += (1 + (throws_made - 1) * (g.faces[d] + 1)) * w.stride[d]
    total = 0
    for value in range(g.faces[d]):
        total += word_at(lore, place + value * w.stride[d])
    return rounded_mean(total, g.faces[d])
