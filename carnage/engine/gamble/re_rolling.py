"""Re-rolling: where a Hero should have a die rolled again, while a turn is worked out.

What a re-roll is worth does not depend on what the die shows that is rolled again, nor on its throw. So it is
worked out once for all other dice as they lie, and held against every value that this one may show.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.gamble.lore import BYTES, VALUES, at, put_byte
from carnage.engine.gamble.state import DICE, SUBSETS, Game, Lore
from carnage.engine.gamble.states import (
    FRESH_HERO,
    IN_HAND,
    PLAIN,
    SPENT_HERO,
    mean,
    set_strides,
    twin_die,
    twin_hero,
)

KINDS_OF_DIE = 4


@rule
def let_heroes_act(g: Game, lore: Rows[Lore], layer: int, throws_made: int, hero: int) -> None:
    """Where it is worth more, let a Hero have a die rolled again: those states first that have most spent
    Heroes, since every re-roll spends one."""
    set_strides(g, throws_made)
    ways = 1
    for _ in range(g.n_dice):
        ways *= KINDS_OF_DIE
    for spent in range(g.n_dice - 2, -1, -1):
        for way in range(ways):
            if deal_kinds(g, way, spent, hero):
                for d in range(g.n_dice):
                    if g.sweep.kind[d] == PLAIN:
                        let_die_go(g, lore, layer, throws_made, hero, d)


@rule
def deal_kinds(g: Game, way: int, spent: int, hero: int) -> bool:
    """Say of every die of which kind it is, and whether a Hero can then act, after so many others."""
    w = g.sweep
    fresh, plain, used = 0, 0, 0
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
    """The next number by which a state may say of this die what its kind is; -1 if there is none."""
    w, block = g.sweep, g.faces[d] + 1
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
    """Go on to how the dice other than d may lie next; False once all has been seen."""
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
def let_die_go(g: Game, lore: Rows[Lore], layer: int, throws_made: int, hero: int, d: int) -> None:
    """However the other dice lie, let the Hero that does best have die d rolled again, whatever it shows."""
    w = g.sweep
    values, places = at(lore, VALUES + throws_made), at(lore, BYTES + throws_made)
    for k in range(g.n_dice):
        w.digit[k] = next_digit(g, k, -1, hero)
    first = w.digit[d]
    going = True
    while going:
        others = 0
        for k in range(g.n_dice):
            if k != d:
                others += w.digit[k] * w.stride[k]
        best, by = -1, 0
        for h in range(g.n_dice):
            if w.kind[h] == FRESH_HERO and not twin_hero(g, h):
                value = worth_of_re_roll(g, lore, values + others, throws_made, hero, h, d)
                if value > best:
                    best, by = value, h
        w.digit[d] = first
        while w.digit[d] > 0:
            state = others + w.digit[d] * w.stride[d]
            if best > at(lore, values + state) and not twin_die(g, d):
                lore[values + state].word = best
                put_byte(lore, layer, places + state, SUBSETS + by * DICE + d)
            w.digit[d] = next_digit(g, d, w.digit[d], hero)
        going = next_others(g, d, hero)


@rule
def worth_of_re_roll(
    g: Game, lore: Rows[Lore], place: int, throws_made: int, hero: int, h: int, d: int
) -> int:
    """What it is worth that Hero h has die d rolled again, where all but d stand at this place."""
    w = g.sweep
    place += (g.faces[h] + 1 - hero) * w.stride[h]
    place += (1 + (throws_made - 1) * (g.faces[d] + 1)) * w.stride[d]
    total = 0
    for value in range(g.faces[d]):
        total += at(lore, place + value * w.stride[d])
    return mean(total, g.faces[d])
