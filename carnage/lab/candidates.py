"""Candidates of a search for balance, each a few changed numbers, played on the same dice."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from carnage.catalog import HouseRule
from carnage.engine import games as playing
from carnage.engine.core.family import Weights
from carnage.engine.games import LEARNED
from carnage.engine.simulation import play_games
from carnage.lab.balance_aims import (
    EVEN,
    FAIR,
    MAX_MORE_DRAWS,
    POINTS,
    TIES,
    Aim,
    Figures,
    is_acceptable,
)
from carnage.lab.point_handicaps import MAX_POINTS, Sample
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.house_rules import HouseNumber, list_numbers, with_rules
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, resolve_settings

SEARCH_GAMES = 1000  # games of a candidate at each strength
SEARCH_DICE = 7
MAX_CHANGES = 3
NEAR_ERROR = 0.16  # below which the neighbours of a candidate are played
SEARCH_NEIGHBOUR_GAP = 0.06  # a sample's gap above which a candidate is put back
GAP_WEIGHT = 2.0
CHANGE_PENALTY = 0.004  # for each change, in the first player's share

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
        self.numbers = {number.name: number for number in list_numbers(ruleset)}
        self.games = 0
        self._results: dict[tuple[Changes, str], Any] = {}
        self.before = self.play((), SEARCH_GAMES)

    def changed(self, changes: Changes) -> Ruleset:
        """Return the game with these numbers, besides its own house rules."""
        rules = {rule.name: rule for rule in self.ruleset.book.house_rules}
        for name, value in changes:
            number = self.numbers[name]
            rules[name] = HouseRule(name, number.check(value), number.book_value)
        in_order = [rules[name] for name in self.numbers if name in rules]
        return with_rules(
            self.ruleset, tuple(rule for rule in in_order if rule.value != rule.book_value)
        )

    def practise_again(self, weights: Weights) -> None:
        """Replace the weights of practised bots, and forget their games."""
        self.weights[PRACTISED] = weights
        self._results = {
            key: results for key, results in self._results.items() if key[1] != PRACTISED
        }

    def play(self, changes: Changes, games: int) -> dict[str, Figures]:
        """Return the figures of a candidate at each strength, on the first dice of the search."""
        return {name: self.figures(changes, name, games) for name in self.weights}

    def figures(self, changes: Changes, strength: str, games: int = SEARCH_GAMES) -> Figures:
        """Return the figures of a candidate at one strength."""
        points, ties = self.handicap(changes)
        return self._sample(changes, strength, games).figures(points, ties)

    def handicap(self, changes: Changes) -> tuple[int, bool]:
        """Return the points and the ties for going second."""
        if POINTS not in self.numbers:
            return 0, False
        values = {name: self.numbers[name].value for name in (POINTS, TIES)} | dict(changes)
        return int(values[POINTS]), bool(values[TIES])

    def _sample(self, changes: Changes, strength: str, games: int) -> Sample:
        """Return games of a candidate without points and ties; further games are added."""
        others = tuple(sorted(without_points(changes)))
        plain = ((POINTS, 0.0), (TIES, 0.0)) if POINTS in self.numbers else ()
        key = (others, strength)
        known = self._results.get(key)
        count = 0 if known is None else len(known)
        if games > count:
            played = play_between_equals(
                self.changed((*others, *plain)),
                games - count,
                dice=SEARCH_DICE,
                weights=self.weights[strength],
                threads=self.threads,
                first=count,
            )
            self.games += games - count
            known = played if known is None else np.concatenate([known, played]).view(np.recarray)
            self._results[key] = known
        assert known is not None
        return Sample(known[:games], self.ruleset.players)

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
        return max(distances) + sum(distances) / len(distances) + CHANGE_PENALTY * len(changes)

    def robust_error(self, aim: Aim, changes: Changes, games: int = SEARCH_GAMES) -> float:
        """Return the error with a penalty if neighbouring values play very differently."""
        error = self.error(aim, changes, games)
        if aim.name != FAIR or error > NEAR_ERROR:
            return error
        gap = self.neighbour_gap(changes)
        return error + GAP_WEIGHT * max(0.0, gap - SEARCH_NEIGHBOUR_GAP)

    def neighbour_gap(self, changes: Changes) -> float:
        """Return the largest distance of the first player's share from that of a neighbour."""
        own = self.figures(changes, GREEDY).first.value
        gaps = [
            abs(self.figures(other, GREEDY).first.value - own)
            for other in list_neighbours(self.numbers, changes)
        ]
        return max(gaps, default=0.0)

    def add_points(self, changes: Changes, games: int = SEARCH_GAMES) -> Changes:
        """Return a candidate with the points and ties that make it fairest, or as it is."""
        samples = {name: self._sample(changes, name, games) for name in self.weights}
        return choose_points(changes, samples, self.before)


def choose_points(
    changes: Changes, samples: dict[str, Sample], before: dict[str, Figures]
) -> Changes:
    """Return a candidate with the points and ties that make it fairest, or as it is.

    Args:
        changes: The candidate; its own points and ties are left out.
        samples: Its games at each strength.
        before: The figures of the game without changes, at each strength.
    """
    others = without_points(changes)
    best_error = math.inf
    best = others
    for ties in (False, True):
        added = [((TIES, 1),)] if ties else [()]
        if len(others) + len(added[0]) > MAX_CHANGES:
            continue
        errors = _points_errors(samples, before, ties)
        if len(others) + len(added[0]) == MAX_CHANGES:
            candidates = [MAX_POINTS]  # no points
        else:
            candidates = list(range(len(errors)))
        for index in candidates:
            points = index - MAX_POINTS
            changed = (*others, *([(POINTS, points)] if points else []), *added[0])
            error = float(errors[index]) + CHANGE_PENALTY * len(changed)
            if error < best_error:
                best_error = error
                best = changed
    return best


def _points_errors(samples: dict[str, Sample], before: dict[str, Figures], ties: bool) -> Any:
    """Return how unfair a candidate is with each number of points, from −MAX_POINTS up."""
    distances = []
    error = np.zeros(2 * MAX_POINTS + 1)
    for name, sample in samples.items():
        shares, drawn = sample.shares(ties)
        distances.append(np.abs(shares - EVEN))
        error[drawn > before[name].drawn + MAX_MORE_DRAWS] = math.inf
        if name == GREEDY:
            error += GAP_WEIGHT * np.maximum(0.0, _points_gaps(shares) - SEARCH_NEIGHBOUR_GAP)
    return error + np.max(distances, axis=0) + np.mean(distances, axis=0)


def _points_gaps(shares: Any) -> Any:
    """Return the largest distance of each share from those of one point more and less.

    Without points there is nothing to be a point more or less of.
    """
    steps = np.abs(np.diff(shares))
    gaps = np.maximum(np.append(steps, 0.0), np.insert(steps, 0, 0.0))
    gaps[MAX_POINTS] = 0.0
    return gaps


def without_points(changes: Changes) -> Changes:
    """Return changes without points and ties for going second."""
    return tuple(each for each in changes if each[0] not in (POINTS, TIES))


def list_neighbours(numbers: dict[str, HouseNumber], changes: Changes) -> Iterator[Changes]:
    """Yield the changes with one number a step up or down, but for the one that is yes or no."""
    for name, value in changes:
        bounds = numbers[name].bounds
        for other in (value - bounds.step, value + bounds.step):
            if name != TIES and bounds.least <= other <= bounds.most:
                yield replace_number(changes, name, other)


def replace_number(changes: Changes, name: str, value: float) -> Changes:
    """Return changes with another number, which replaces one of the same name."""
    return (*[each for each in changes if each[0] != name], (name, value))


def play_between_equals(
    ruleset: Ruleset,
    games: int,
    *,
    dice: int,
    weights: Weights | None,
    threads: int | None,
    first: int = 0,
) -> Any:
    """Play games between equal bots and return their results.

    Args:
        ruleset: The game.
        games: The number of games.
        dice: The dice seed.
        weights: The weights of practised bots; None for greedy bots.
        threads: The number of threads; None for all cores.
        first: The number of the first game.
    """
    bot = GREEDY if weights is None else LEARNED
    return play_games(
        ruleset,
        games,
        playing.assign_seats(ruleset, (bot,), weights),
        dice,
        threads=threads,
        settings=resolve_settings(ruleset, DEFAULT_SETTINGS),
        stages=False,
        first=first,
        learned=weights,
    ).results


def play_figures(
    ruleset: Ruleset, games: int, *, dice: int, weights: Weights | None, threads: int | None
) -> Figures:
    """Play games between equal bots and return their figures."""
    results = play_between_equals(ruleset, games, dice=dice, weights=weights, threads=threads)
    return Sample(results, ruleset.players).figures(0, False)
