"""Scoring by trying every division of a hand and every value of its wild dice, and nothing
clever.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple


class Hand(NamedTuple):
    """One die of a hand: what it shows, its throw, and whether it may count as any value."""

    value: int
    throw: int
    wild: bool = False


Scale = tuple[Any, ...]
"""Largest value, times by size of set, how runs pay, shortest run, factors and bonuses by throw."""


@cache
def divisions(n: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Every way to put n things into groups."""
    if n == 0:
        return ((),)
    all_ways = []
    for smaller in divisions(n - 1):
        all_ways.append((*smaller, (n - 1,)))
        for k, group in enumerate(smaller):
            all_ways.append((*smaller[:k], (*group, n - 1), *smaller[k + 1 :]))
    return tuple(all_ways)


@cache
def groups(n: int) -> tuple[tuple[int, ...], ...]:
    """Every group that n things can be put into."""
    return tuple(sorted({group for division in divisions(n) for group in division}))


def group_score(values: tuple[int, ...], throw: int, scale: Scale) -> int:
    """What dice score as one set or run."""
    _, sets, runs, shortest, factor, plus = scale
    worth = 0
    if len(values) >= 2 and len(set(values)) == 1:
        worth = sets[len(values)] * values[0]
    elif len(values) >= shortest and sorted(values) == list(
        range(min(values), min(values) + len(values))
    ):
        worth = {
            "added-up": sum(values),
            "length": len(values) ** 2,
            "top": max(values) * len(values),
        }.get(runs, 0)
    return worth * factor[throw] + plus[throw] if worth else 0


def readings(hand: tuple[Hand, ...], largest: int) -> Iterator[tuple[int, ...]]:
    """Every reading of the wild dice."""
    return itertools.product(*(range(1, largest + 1) if die.wild else (die.value,) for die in hand))


@cache
def scored(scale: Scale) -> dict[tuple[tuple[int, ...], int], int]:
    """What groups have been found to score, by their values and their last throw."""
    return {}


@cache
def brute_score(hand: tuple[Hand, ...], scale: Scale) -> int:
    """The best of everything."""
    throws = [(group, max(hand[d].throw for d in group)) for group in groups(len(hand))]
    known, best = scored(scale), 0
    for values in readings(hand, scale[0]):
        worth = {}
        for group, throw in throws:
            shown = tuple([values[d] for d in group])
            if (shown, throw) not in known:
                known[shown, throw] = group_score(shown, throw, scale)
            worth[group] = known[shown, throw]
        best = max(
            best, max(sum([worth[group] for group in each]) for each in divisions(len(hand)))
        )
    return best
