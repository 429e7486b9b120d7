"""Every number of a book that a house rule may change, each with games in which it is in force."""

from __future__ import annotations

import random
from functools import cache

from carnage import catalog
from carnage.catalog.numbers import find_bounds
from carnage.common.text_format import Number
from carnage.rulesets.house_rules import HouseNumber, list_numbers
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

ROLLED = 400  # games that are searched for numbers
GAMES_EACH = 3


@cache
def games_by_number(code: str) -> dict[str, list[Ruleset]]:
    """Return games of a book for each number that can be changed."""
    book = catalog.book(code)
    chance = random.Random(f"numbers {code}")
    found: dict[str, list[Ruleset]] = {}
    for _ in range(ROLLED):
        ruleset = resolve(book, Seed.from_rng(chance, book.length))
        for number in list_numbers(ruleset):
            games = found.setdefault(number.name, [])
            if not number.bounds.locked and len(games) < GAMES_EACH:
                games.append(ruleset)
    return {name: games for name, games in found.items() if games}


def number_of(ruleset: Ruleset, name: str) -> HouseNumber:
    return next(number for number in list_numbers(ruleset) if number.name == name)


def other_value(ruleset: Ruleset, name: str, chance: random.Random | None = None) -> Number:
    """Return another value within the bounds: a step up, or down from the greatest, or any."""
    number = number_of(ruleset, name)
    bounds = find_bounds(ruleset.book, name)
    steps = round((bounds.most - bounds.least) / bounds.step)
    values = [round(bounds.least + n * bounds.step, 4) for n in range(steps + 1)]
    others = [value for value in values if abs(value - number.value) > 1e-6]
    if chance is not None:
        return chance.choice(others)
    above = [value for value in others if value > number.value]
    return above[0] if above else others[-1]
