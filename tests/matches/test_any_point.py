"""Test that any point in the drawn reach can be chosen, and that the figure goes where it shows."""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from carnage.engine.games import Match, PointRefused
from carnage.engine.planner import greedy_choice
from carnage.matches.pointing import Pointable, describe_pointable
from tests.support.rulesets import sample

RULESETS = {"skirmish": 10, "classic": 5, "duel": 5}
TAPS = 40  # at most, in each ruleset
MAX_QUESTIONS = 900
GRID = 1 / 16  # of points, in the table's unit
LEAST_SHARE = 0.99  # of taps that have to give a place


class Taps(NamedTuple):
    """The taps in some games: how many there were, gave a place, and went elsewhere."""

    tried: int
    legal: int
    stray: int


def point_in(pointable: Pointable, chance: Random) -> tuple[float, float]:
    """Return a random point between the origin and the outline of a reach."""
    assert pointable.origin is not None
    ends = pointable.reach
    n = chance.randrange(len(ends))
    share = chance.uniform(0.3, 0.97)
    x, y = ends[n]
    ox, oy = pointable.origin
    return ox + share * (x - ox), oy + share * (y - oy)


def place_of(match: Match, actor: int, side: int) -> tuple[float, float]:
    thing = match.record.ships[side] if match.family.name == "duel" else match.record.models[actor]
    return float(thing.x), float(thing.y)


def tap(book: str) -> Taps:
    """Play games of a book in which a person answers by random points in reach."""
    tried = legal = stray = 0
    for n, rules in enumerate(sample(RULESETS[book], book)):
        chance = Random(n)
        match = Match(rules, n, 0, ("person", "person"), free=True)
        taps = 0
        for _ in range(MAX_QUESTIONS):
            question = match.question
            if question is None or taps >= TAPS:
                break
            pointable = describe_pointable(match)
            is_move = match.family.queries[question.kind].name == "move"
            wide = pointable is not None and pointable.origin is not None and is_move
            if not wide or pointable is None or not pointable.reach:
                match.choose(greedy_choice(match))
                continue
            point = point_in(pointable, chance)
            if math.dist(point, pointable.origin or point) < 2 * GRID:
                match.choose(greedy_choice(match))
                continue
            taps += 1
            tried += 1
            decision = match.point_decision(*point)
            try:
                option = match.option(decision)
            except PointRefused:
                match.choose(greedy_choice(match))
                continue
            legal += 1
            match.choose(decision)
            there = place_of(match, question.actor, question.side)
            stray += math.dist(there, (float(option.x), float(option.y))) > GRID
    return Taps(tried, legal, stray)


def test_taps_in_the_drawn_reach_give_the_place_that_is_shown() -> None:
    by_book = {book: tap(book) for book in RULESETS}
    tried, legal, stray = (sum(numbers) for numbers in zip(*by_book.values(), strict=True))
    assert all(taps.tried >= 2 * RULESETS[book] for book, taps in by_book.items()), by_book
    assert legal >= LEAST_SHARE * tried, by_book
    assert stray <= (1.0 - LEAST_SHARE) * legal, by_book
