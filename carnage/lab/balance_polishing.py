"""Steps of a search for balance: candidates by successive halving, and combinations of them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from carnage.lab.balance_aims import EVEN, FAIR, HELD_BACK, KEPT, OPENING, POINTS, TIES, Aim
from carnage.lab.candidates import (
    MAX_CHANGES,
    SEARCH_GAMES,
    Bench,
    Changes,
    Fit,
    list_neighbours,
    replace_number,
    without_points,
)
from carnage.rulesets.house_rules import HouseNumber

# Steps of halving: the games of a candidate, and the number of candidates that are kept.
FIRST_GAMES = 48  # between greedy bots only
FIRST_KEPT = 72
LATER_STEPS = ((144, 24), (432, 8))
HANDICAP_STEPS = ((250, 4),)
COMBINATIONS = 16  # that are played, of those with the least expected error
COMBINATION_STEPS = ((144, 6),)
MAX_HELD_BACK = 4
KEPT_SHARES = (0.2, 0.3, 0.4, 0.6, 0.7, 0.8)


class Candidates:
    """The candidates of a search, with the points that fit them.

    Args:
        bench: The bench on which they are played.
        aim: The aim.
        has_points: True if candidates get points and ties for going second.
    """

    def __init__(self, bench: Bench, aim: Aim, *, has_points: bool) -> None:
        self.bench = bench
        self.aim = aim
        self.has_points = has_points
        self.singles: dict[Changes, dict[str, float]] = {}

    def fit(self, changes: Changes, games: int = SEARCH_GAMES, *, greedy: bool = False) -> Fit:
        """Return a candidate with the points that fit it, and its error."""
        if not self.has_points:
            return Fit(self.bench.error(self.aim, changes, games), changes)
        return self.bench.fit_points(changes, games, greedy=greedy)

    def halve(self, candidates: Iterable[Changes]) -> list[Fit]:
        """Return the best candidates by successive halving, the best first."""
        fits = self._rank(candidates, FIRST_GAMES, greedy=True)[:FIRST_KEPT]
        return self._halve_further((each.changes for each in fits), LATER_STEPS)

    def halve_handicaps(self, handicaps: Iterable[Changes]) -> list[Fit]:
        """Return the best handicaps, the best first."""
        return self._halve_further(handicaps, HANDICAP_STEPS)

    def _halve_further(
        self, candidates: Iterable[Changes], steps: tuple[tuple[int, int], ...]
    ) -> list[Fit]:
        for games, kept in steps:
            fits = self._rank(candidates, games)[:kept]
            self._note_effects(fits, games)
            candidates = [each.changes for each in fits]
        fits = self._rank(candidates, SEARCH_GAMES)
        self._note_effects(fits, SEARCH_GAMES)
        return fits

    def _rank(
        self, candidates: Iterable[Changes], games: int, *, greedy: bool = False
    ) -> list[Fit]:
        fits = [self.fit(each, games, greedy=greedy) for each in candidates]
        return sorted(dict.fromkeys(each for each in fits if each.error < math.inf))

    def _note_effects(self, fits: list[Fit], games: int) -> None:
        """Note how each single number changes the first player's share at each strength."""
        for fit in fits:
            single = without_points(fit.changes)
            if len(single) == 1:
                self.singles[single] = {
                    name: self.bench.figures(single, name, games).first.value
                    - self.bench.figures((), name, games).first.value
                    for name in self.bench.weights
                }

    def combine(self, starts: Iterable[Changes]) -> list[Fit]:
        """Return candidates that add one number to others, or move one a step, the best first.

        The effects of numbers are expected to add up; the combinations of the least expected error
        are played.
        """
        expected: dict[Changes, float] = {}
        moved: list[Changes] = []
        for start in dict.fromkeys(without_points(each) for each in starts):
            moved += filter(self._is_changed, list_neighbours(self.bench.numbers, start))
            for single, effect in self.singles.items():
                name, value = single[0]
                if name in dict(start) or len(start) >= MAX_CHANGES:
                    continue
                combined = tuple(sorted(replace_number(start, name, value)))
                error = self._expected_error(start, effect)
                expected[combined] = min(error, expected.get(combined, math.inf))
        best = sorted(expected, key=lambda each: expected[each])[:COMBINATIONS]
        return self._halve_further([*moved, *best], COMBINATION_STEPS)

    def _is_changed(self, changes: Changes) -> bool:
        """Return True if every number differs from that of the game."""
        return all(value != self.bench.numbers[name].value for name, value in changes)

    def _expected_error(self, start: Changes, effect: dict[str, float]) -> float:
        if self.has_points:
            return self.bench.predict_points(start, effect).error
        figures = self.bench.play(start)
        shares = [each.first.value + effect[name] for name, each in figures.items()]
        return max(abs(share - EVEN) for share in shares)

    def vary_numbers(self, fixed: Changes = ()) -> list[Changes]:
        """Return changes with each further number at each of its nearby values."""
        candidates: list[Changes] = []
        for number in self.bench.numbers.values():
            if number.name not in dict(fixed):
                candidates += [
                    replace_number(fixed, number.name, value) for value in self._values(number)
                ]
        return candidates

    def _values(self, number: HouseNumber) -> list[float]:
        if number.bounds.locked or number.name in (POINTS, TIES):
            return []
        if number.name in (HELD_BACK, OPENING, KEPT):
            return handicap_values(number) if self.aim.name == FAIR and self.has_points else []
        return nearby_values(number) if number.bounds.tune else []


def handicap_values(number: HouseNumber) -> list[float]:
    """Return the values of a handicap other than points that a search tries."""
    if number.name == KEPT:
        values: list[float] = list(KEPT_SHARES)
    elif number.name == OPENING:
        values = list(range(int(number.bounds.least), int(number.bounds.most) + 1))
    else:
        values = list(range(-MAX_HELD_BACK, MAX_HELD_BACK + 1))
    return [value for value in values if value != number.value]


def nearby_values(number: HouseNumber) -> list[float]:
    """Return the values of a number that a search tries: two steps of a third each way."""
    bounds = number.bounds
    values: list[float] = []
    for factor in (0.6, 0.8, 1.25, 1.6):
        steps = max(1, round(abs(number.value * (factor - 1.0)) / bounds.step))
        value = number.value + math.copysign(steps * bounds.step, factor - 1.0)
        if bounds.least <= value <= bounds.most:
            values.append(round(value, 4))
    return list(dict.fromkeys(values))
