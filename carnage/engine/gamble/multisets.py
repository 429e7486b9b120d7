"""Numbers of hands: each hand's number after one more die, and the score of each whole hand.

A score depends only on the values and their throws, not on the dice that show them. A hand is
therefore a multiset of items. An item is a value, or a wild, in a throw. A sorted hand a1 ≤ a2 ≤ …
has as its number the sum of C(a_i + i − 1, i). The hands with a number of dice are numbered without
gaps. A hand with a smaller item in place of another has a smaller number.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import Rows, rule
from carnage.engine.gamble.policy_table import (
    BINOMIALS,
    COLUMNS,
    COUNT,
    MAX_DIGITS,
    NEXT,
    SCORES,
    TYPES,
    word_at,
)
from carnage.engine.gamble.scoring import best_score
from carnage.engine.gamble.state import BotTable, Game


@rule
def fill_binomials(lore: Rows[BotTable]) -> None:
    """Fill the table of binomial coefficients."""
    base = word_at(lore, BINOMIALS)
    for n in range(MAX_DIGITS):
        for k in range(COLUMNS):
            value = 0
            if k == 0:
                value = 1
            elif n > 0:
                value = word_at(lore, base + (n - 1) * COLUMNS + k - 1) + word_at(
                    lore, base + (n - 1) * COLUMNS + k
                )
            lore[base + n * COLUMNS + k].word = value


@rule
def binomial(lore: Rows[BotTable], n: int, k: int) -> int:
    """Return the binomial coefficient of n and k."""
    return word_at(lore, word_at(lore, BINOMIALS) + n * COLUMNS + k)


@rule
def item_of(g: Game, throw: int, value: int) -> int:
    """Return the item of a value in a throw; a wild has the value after the largest."""
    return (throw - 1) * (g.scale.largest + 1) + value - 1


@rule
def first_hand(g: Game, dice: int) -> None:
    """Start the iteration over the hands with a number of dice, in the order of their numbers."""
    for d in range(dice):
        g.sweep.items[d] = 0


@rule
def next_hand(g: Game, dice: int, types: int) -> None:
    """Move on to the hand with the next number."""
    a = g.sweep.items
    for d in range(dice):
        if a[d] < (a[d + 1] if d + 1 < dice else types - 1):
            a[d] += 1
            for k in range(d):
                a[k] = 0
            return


@rule
def hand_with_item(g: Game, lore: Rows[BotTable], dice: int, more: int) -> int:
    """Return the number of the current hand with one more item, `more`."""
    a = g.sweep.items
    number = 0
    before = 1
    placed = False
    for d in range(dice):
        if not placed and a[d] > more:
            number += binomial(lore, more + before - 1, before)
            before += 1
            placed = True
        number += binomial(lore, a[d] + before - 1, before)
        before += 1
    if not placed:
        number += binomial(lore, more + before - 1, before)
    return number


@rule
def hand_without_item(g: Game, lore: Rows[BotTable], dice: int, removed: int) -> int:
    """Return the number of the current hand without the item at index `removed`."""
    a = g.sweep.items
    number = 0
    before = 1
    for d in range(dice):
        if d != removed:
            number += binomial(lore, a[d] + before - 1, before)
            before += 1
    return number


@rule
def fill_next(g: Game, lore: Rows[BotTable]) -> None:
    """Fill the tables of the hands that each hand becomes with each further item."""
    types = word_at(lore, TYPES)
    for dice in range(g.n_dice):
        base = word_at(lore, NEXT + dice)
        first_hand(g, dice)
        for number in range(word_at(lore, COUNT + dice)):
            for more in range(types):
                lore[base + number * types + more].word = hand_with_item(g, lore, dice, more)
            next_hand(g, dice, types)


@rule
def fill_scores(g: Game, lore: Rows[BotTable]) -> None:
    """Fill the table of the scores of all whole hands.

    A hand with a wild scores as much as the best hand with a value in its place.
    """
    n = g.n_dice
    types = word_at(lore, TYPES)
    kinds = g.scale.largest + 1
    base = word_at(lore, SCORES)
    more = word_at(lore, NEXT + n - 1)
    h = g.hand
    first_hand(g, n)
    for number in range(word_at(lore, COUNT + n)):
        wild = -1
        for d in range(n):
            i = g.sweep.items[d]
            h.value[d] = i % kinds + 1
            h.throw[d] = i // kinds + 1
            h.wild[d] = 0
            if i % kinds == g.scale.largest:
                wild = d
        best = 0
        if wild >= 0:
            rest = hand_without_item(g, lore, n, wild)
            throw = h.throw[wild]
            for value in range(1, kinds):
                best = max(
                    best,
                    word_at(
                        lore, base + word_at(lore, more + rest * types + item_of(g, throw, value))
                    ),
                )
        else:
            h.n = n
            best = best_score(h, g.scale)
        lore[base + number].word = best
        next_hand(g, n, types)
