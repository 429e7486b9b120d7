"""Balance a game by house rules: a search for at most three numbers that reach an aim.

For the aim `fair` a handicap comes first: victory points for the side that goes second (or first),
won ties, and units held back in the first round. Then come the numbers of the tables, by
successive halving. Candidates play the same dice, at both strengths. An answer is confirmed by
CONFIRMING_GAMES fresh games at each strength, with bots trained anew on the changed game, and its
neighbouring values must agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from carnage.catalog import HouseRule
from carnage.common.intervals import Estimate
from carnage.engine import games as playing
from carnage.engine.core.family import Weights
from carnage.engine.games import LEARNED
from carnage.engine.simulation import play_games
from carnage.engine.tuning import tune_weights
from carnage.lab import statistics
from carnage.lab.balance_aims import (
    CONFIRMING_GAMES,
    EVEN,
    FAIR,
    HELD_BACK,
    MAX_NEIGHBOUR_GAP,
    POINTS,
    TIES,
    Aim,
    Figures,
    is_acceptable,
)
from carnage.lab.sampling_plan import TUNING_ITERATIONS
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.house_rules import HouseNumber, list_numbers, with_rules
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

SEARCH_GAMES = 1000  # games of a candidate at each strength
BISECTION_GAMES = 300  # games of the steps that find the number of points
FIRST_GAMES = 48  # games of a candidate of the tables' numbers at the first step of halving
HALVING = 3
MIN_KEPT = 4  # candidates that a step of halving keeps at least
NEIGHBOUR_GAMES = 1000
SEARCH_DICE = 7
FRESH_DICE = 1_000_003
FRESH_TRAINING = 3
SEARCH_HALF_WIDTH = 0.03  # of the first player's share in the few games of a search
NEAR_ERROR = 0.16  # below which the neighbours of a candidate are played
SEARCH_NEIGHBOUR_GAP = 0.07
MAX_CHANGES = 3
HANDICAPS = (POINTS, TIES, HELD_BACK)

Changes = tuple[tuple[str, float], ...]


class Bench:
    """Plays candidates of one game on the same dice.

    Args:
        ruleset: The game without house rules, or with those that stay.
        weights: The weights of practised bots; None if bots cannot practise.
        threads: The number of threads; None for all cores.
    """

    def __init__(self, ruleset: Ruleset, weights: Weights | None, threads: int | None) -> None:
        self.ruleset = ruleset
        self.threads = threads
        self.weights: dict[str, Weights | None] = {GREEDY: None}
        if weights is not None:
            self.weights[PRACTISED] = weights
        self.games = 0
        self._known: dict[tuple[Changes, str, int], Figures] = {}
        self.before = self.play((), SEARCH_GAMES)

    def changed(self, changes: Changes) -> Ruleset:
        """Return the game with these numbers, besides its own house rules."""
        rules = {rule.name: rule for rule in self.ruleset.book.house_rules}
        numbers = {number.name: number for number in list_numbers(self.ruleset)}
        for name, value in changes:
            rules[name] = HouseRule(name, value, numbers[name].book_value)
        in_order = tuple(rules[name] for name in numbers if name in rules)
        return with_rules(self.ruleset, in_order)

    def play(self, changes: Changes, games: int) -> dict[str, Figures]:
        """Return the figures of a candidate at each strength, on the first dice of the search."""
        return {name: self._play(changes, name, games) for name in self.weights}

    def _play(self, changes: Changes, strength: str, games: int) -> Figures:
        key = (changes, strength, games)
        if key not in self._known:
            self.games += games
            self._known[key] = play_figures(
                self.changed(changes),
                games,
                dice=SEARCH_DICE,
                weights=self.weights[strength],
                threads=self.threads,
            )
        return self._known[key]

    def error(self, aim: Aim, changes: Changes, games: int = SEARCH_GAMES) -> float:
        """Return how far a candidate is from an aim, the worse strength counting most.

        A candidate that makes games much longer, or draws much more frequent, is out.
        """
        try:
            figures = self.play(changes, games)
        except (IndexError, ValueError, RuntimeError):  # the engine cannot play it
            return math.inf
        for name, after in figures.items():
            if not is_acceptable(aim, self.before[name], after):
                return math.inf
        distances = [aim.distance(each) for each in figures.values()]
        return max(distances) + sum(distances) / len(distances) + 0.004 * len(changes)

    def robust_error(self, aim: Aim, changes: Changes) -> float:
        """Return the error with a penalty if neighbouring values play very differently."""
        error = self.error(aim, changes)
        if aim.name != FAIR or error > NEAR_ERROR:
            return error
        return error + 2.0 * max(0.0, self.neighbour_gap(changes) - SEARCH_NEIGHBOUR_GAP)

    def neighbour_gap(self, changes: Changes) -> float:
        """Return the largest distance of the first player's share from that of a neighbour."""
        own = self._play(changes, GREEDY, SEARCH_GAMES).first.value
        gaps = [
            abs(self._play(other, GREEDY, SEARCH_GAMES).first.value - own)
            for other in list_neighbours(self.ruleset, changes)
        ]
        return max(gaps, default=0.0)


def list_neighbours(ruleset: Ruleset, changes: Changes) -> Iterator[Changes]:
    """Yield the changes with one number a step up or down, but for the one that is yes or no."""
    numbers = {number.name: number for number in list_numbers(ruleset)}
    for name, value in changes:
        bounds = numbers[name].bounds
        for other in (value - bounds.step, value + bounds.step):
            if name != TIES and bounds.least <= other <= bounds.most:
                yield _with(changes, name, other)


def play_figures(
    ruleset: Ruleset, games: int, *, dice: int, weights: Weights | None, threads: int | None
) -> Figures:
    """Play games between equal bots and return their figures."""
    bot = GREEDY if weights is None else LEARNED
    results = play_games(
        ruleset,
        games,
        playing.assign_seats(ruleset, (bot,), weights),
        dice,
        threads=threads,
        settings=resolve_settings(ruleset, DEFAULT_SETTINGS),
        stages=False,
        learned=weights,
    ).results
    places = statistics.points_by_place(results, ruleset.players)
    return Figures(
        Estimate.from_values(places[:, 0]),
        float(((results.winner < 0) & (results.capped == 0)).mean()),
        float(results.rounds.mean()),
        float(results.capped.mean()),
    )


def balance(
    ruleset: Ruleset, aim: Aim, threads: int | None = None, *, handicaps: bool = True
) -> Iterator[dict[str, Any]]:
    """Yield the state of a search for house rules that reach an aim, as JSON.

    In the last one, `complete` is true. `rules` are the changes of the best answer, `reached` tells
    whether fresh games confirm it, `before` and `after` have the figures at each strength.

    Args:
        ruleset: The game.
        aim: The aim.
        threads: The number of threads; None for all cores.
        handicaps: Try handicaps, which only make a game fair.
    """
    family = playing.load_family(ruleset.book.family)
    state: dict[str, Any] = {
        "aim": aim.name,
        "rules": [],
        "address": ruleset.address,
        "reached": False,
        "complete": False,
        "step": "practising",
    }
    yield state
    weights = tune_weights(ruleset, iterations=TUNING_ITERATIONS) if family.weights else None
    bench = Bench(ruleset, weights, threads)
    state |= {"before": _export(bench.before), "step": "searching"}
    yield state
    best: Changes = ()
    for best in _search(bench, aim, handicaps):
        yield {**state, "rules": _export_changes(best), "games": bench.games}
    state |= {"rules": _export_changes(best), "step": "confirming", "games": bench.games}
    yield state
    yield {**state, **_confirm(bench, aim, best), "complete": True}


def _search(bench: Bench, aim: Aim, handicaps: bool) -> Iterator[Changes]:
    """Yield better and better changes."""
    best: Changes = ()
    if aim.name == FAIR and handicaps:
        for best in _search_handicaps(bench, aim):
            yield best
    if _is_enough(bench, aim, best):
        return
    yield from _search_numbers(bench, aim, best)


def _is_enough(bench: Bench, aim: Aim, changes: Changes) -> bool:
    figures = bench.play(changes, SEARCH_GAMES)
    if aim.name == FAIR:
        is_close = all(aim.distance(each) <= SEARCH_HALF_WIDTH for each in figures.values())
        return is_close and bench.neighbour_gap(changes) <= MAX_NEIGHBOUR_GAP
    return all(aim.is_reached(each) for each in figures.values())


def _search_handicaps(bench: Bench, aim: Aim) -> Iterator[Changes]:
    """Yield handicaps: points alone, then with each number of units held back, and with ties."""
    known = {number.name for number in list_numbers(bench.ruleset)}
    best: Changes = ()
    lead = sum(each.first.value - EVEN for each in bench.before.values())
    sign = 1 if lead > 0 else -1
    starts: list[Changes] = [()]
    if TIES in known and sign > 0:
        starts.append(((TIES, 1),))
    starts += [((HELD_BACK, sign * units),) for units in (1, 2, 3)]
    for start in starts:
        for candidate in (start, _bisect_points(bench, aim, start, sign)):
            if bench.robust_error(aim, candidate) < bench.robust_error(aim, best):
                best = candidate
                yield best
        if _is_enough(bench, aim, best):
            return


def _bisect_points(bench: Bench, aim: Aim, start: Changes, sign: int) -> Changes:
    """Return the start with the points after which the first player's share is closest to even."""

    def lead(points: int) -> float:
        figures = bench.play(_with(start, POINTS, sign * points), BISECTION_GAMES)
        return sign * sum(each.first.value - EVEN for each in figures.values())

    low = 0
    high = 1
    while high < 60 and lead(high) > 0.0:
        low = high
        high = min(60, 2 * high)
    while high - low > 1:
        middle = (low + high) // 2
        if lead(middle) > 0.0:
            low = middle
        else:
            high = middle
    near = {points for points in (low - 1, low, high, high + 1) if 0 < points <= 60}
    candidates = [_with(start, POINTS, sign * points) for points in sorted(near)]
    return min(candidates, key=lambda each: bench.robust_error(aim, each))


def _with(changes: Changes, name: str, value: float) -> Changes:
    """Return changes with another number, which replaces one of the same name."""
    return (*[each for each in changes if each[0] != name], (name, value))


def _search_numbers(bench: Bench, aim: Aim, start: Changes) -> Iterator[Changes]:
    """Yield changes of the tables' numbers, by successive halving, one number after another."""
    best = start
    while len(best) < MAX_CHANGES:
        candidates: list[Changes] = []
        for number in list_numbers(bench.ruleset):
            if number.bounds.tune and number.name not in dict(best):
                candidates += [_with(best, number.name, value) for value in nearby_values(number)]
        games = FIRST_GAMES
        while games < SEARCH_GAMES and candidates:
            ranked = sorted(candidates, key=lambda each: bench.error(aim, each, games))
            candidates = ranked[: max(MIN_KEPT, len(ranked) // HALVING)]
            games *= HALVING
        if not candidates:
            return
        found = min(candidates, key=lambda each: bench.robust_error(aim, each))
        if bench.robust_error(aim, found) >= bench.robust_error(aim, best) - 0.005:
            return
        best = found
        yield best
        if _is_enough(bench, aim, best):
            return


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


def _confirm(bench: Bench, aim: Aim, changes: Changes) -> dict[str, Any]:
    """Play an answer on fresh dice, at both strengths, with bots trained on the changed game."""
    ruleset = bench.changed(changes)
    weights_by_strength: dict[str, Weights | None] = {GREEDY: None}
    if PRACTISED in bench.weights:
        weights_by_strength[PRACTISED] = tune_weights(
            ruleset, iterations=TUNING_ITERATIONS, seed=FRESH_TRAINING
        )
    after = {}
    for name, weights in weights_by_strength.items():
        after[name] = play_figures(
            ruleset, CONFIRMING_GAMES, dice=FRESH_DICE, weights=weights, threads=bench.threads
        )
    gaps = [
        abs(figures.first.value - after[GREEDY].first.value)
        for figures in _play_neighbours(bench, changes)
    ]
    gap = max(gaps, default=0.0)
    reached = (
        all(aim.is_reached(each) for each in after.values())
        and all(is_acceptable(aim, bench.before[name], each) for name, each in after.items())
        and (aim.name != FAIR or gap <= MAX_NEIGHBOUR_GAP)
    )
    return {
        "after": _export(after),
        "neighbour_gap": round(gap, 4),
        "reached": reached,
        "address": ruleset.address,
        "step": "done",
        "games": bench.games,
    }


def _play_neighbours(bench: Bench, changes: Changes) -> Iterable[Figures]:
    """Yield the figures of the answer with each of its numbers a step up and a step down."""
    for neighbour in list_neighbours(bench.ruleset, changes):
        other = bench.changed(neighbour)
        yield play_figures(
            other, NEIGHBOUR_GAMES, dice=FRESH_DICE, weights=None, threads=bench.threads
        )


def _export(figures: dict[str, Figures]) -> dict[str, Any]:
    return {name: each.json() for name, each in figures.items()}


def _export_changes(changes: Changes) -> list[dict[str, Any]]:
    return [{"number": name, "value": value} for name, value in changes]
