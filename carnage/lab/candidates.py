"""Candidates of a search for balance, each a few changed numbers, played on the same dice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

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
NEIGHBOUR_SEARCH_GAMES = 600  # games of a neighbour that has another number of the tables
MAX_CHANGES = 3
NEAR_ERROR = 0.16  # below which the neighbours of a candidate are played
SEARCH_NEIGHBOUR_GAP = 0.06  # a sample's gap above which a candidate is put back
GAP_WEIGHT = 2.0
# Few games tell little about the gap between points, so it counts as a mean of the gap of the game
# without changes, as of this many games, and the candidate's own.
PRIOR_GAP_GAMES = 200
CHANGE_PENALTY = 0.004  # for each change, in the first player's share

UNPLAYABLE = (IndexError, ValueError, RuntimeError)
"""The errors of the engine for a candidate that it cannot play."""

Changes = tuple[tuple[str, float], ...]


class Fit(NamedTuple):
    """A candidate with the points that fit it best, and its error."""

    error: float
    changes: Changes


class Bench:
    """Plays candidates of one game on the same dice.

    Args:
        ruleset: The game without house rules, or with those that stay.
        trainings: The weights of practised bots of each training; empty if bots cannot practise.
        threads: The number of threads; None for all cores.
    """

    def __init__(self, ruleset: Ruleset, trainings: Sequence[Weights], threads: int | None) -> None:
        self.ruleset = ruleset
        self.threads = threads
        self.weights: dict[str, Sequence[Weights | None]] = {GREEDY: (None,)}
        if trainings:
            self.weights[PRACTISED] = trainings
        self.numbers = {number.name: number for number in list_numbers(ruleset)}
        self.games = 0
        self._results: dict[tuple[Changes, str, int], Any] = {}
        self._fresh: dict[tuple[Changes, str], Sample] = {}
        self.before = self.play((), SEARCH_GAMES)

    @cached_property
    def prior_gap(self) -> float:
        """Return the largest gap between points at which the game without changes is near even."""
        shares, _ = self.sample((), GREEDY).shares(ties=False)
        is_near = np.abs(shares - EVEN) < NEAR_ERROR
        return float(np.max(_points_gaps(shares), where=is_near, initial=0.0))

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

    def practise_again(self, trainings: Sequence[Weights]) -> None:
        """Replace the weights of practised bots, and forget their games."""
        self.weights[PRACTISED] = trainings
        self._results = {
            key: results for key, results in self._results.items() if key[1] != PRACTISED
        }

    def play(self, changes: Changes, games: int = SEARCH_GAMES) -> dict[str, Figures]:
        """Return the figures of a candidate at each strength, on the first dice of the search."""
        return {name: self.figures(changes, name, games) for name in self.weights}

    def figures(self, changes: Changes, strength: str, games: int = SEARCH_GAMES) -> Figures:
        """Return the figures of a candidate at one strength."""
        points, ties = self.handicap(changes)
        return self.sample(changes, strength, games).figures(points, ties)

    def handicap(self, changes: Changes) -> tuple[int, bool]:
        """Return the points and the ties for going second."""
        if POINTS not in self.numbers:
            return 0, False
        values = {name: self.numbers[name].value for name in (POINTS, TIES)} | dict(changes)
        return int(values[POINTS]), bool(values[TIES])

    def keep_sample(self, changes: Changes, strength: str, sample: Sample) -> None:
        """Replace the sample of a candidate by a larger one, which may have points."""
        self._fresh[_base(changes), strength] = sample

    def sample(self, changes: Changes, strength: str, games: int = SEARCH_GAMES) -> Sample:
        """Return games of a candidate without points and ties; further games are added.

        Practised bots of each training play as many of them.
        """
        base = _base(changes)
        if games >= SEARCH_GAMES and (base, strength) in self._fresh:
            return self._fresh[base, strength]
        trainings = self.weights[strength]
        share = math.ceil(games / len(trainings))
        results = [
            self._play_more(base, strength, training, games=share)
            for training in range(len(trainings))
        ]
        return Sample(np.concatenate(results).view(np.recarray), self.ruleset.players)

    def _play_more(self, base: Changes, strength: str, training: int, *, games: int) -> Any:
        key = (base, strength, training)
        known = self._results.get(key)
        count = 0 if known is None else len(known)
        if games > count:
            plain = ((POINTS, 0.0), (TIES, 0.0)) if POINTS in self.numbers else ()
            played = play_between_equals(
                self.changed((*base, *plain)),
                games - count,
                dice=SEARCH_DICE + training,
                weights=self.weights[strength][training],
                threads=self.threads,
                first=count,
            )
            self.games += games - count
            known = played if known is None else np.concatenate([known, played]).view(np.recarray)
            self._results[key] = known
        assert known is not None
        return known[:games]

    def error(self, aim: Aim, changes: Changes, games: int = SEARCH_GAMES) -> float:
        """Return how far a candidate is from an aim, the worse strength counting most.

        A candidate that makes games much longer, or draws much more frequent, is out.
        """
        try:
            figures = self.play(changes, games)
        except UNPLAYABLE:
            return math.inf
        for name, after in figures.items():
            if not is_acceptable(aim, self.before[name], after):
                return math.inf
        distances = [aim.distance(each) for each in figures.values()]
        return max(distances) + sum(distances) / len(distances) + CHANGE_PENALTY * len(changes)

    def robust_error(self, aim: Aim, changes: Changes) -> float:
        """Return the error with a penalty if neighbouring values play very differently."""
        error = self.error(aim, changes)
        if aim.name != FAIR or error > NEAR_ERROR:
            return error
        gap = self.neighbour_gap(changes)
        return error + GAP_WEIGHT * max(0.0, gap - SEARCH_NEIGHBOUR_GAP)

    def neighbour_gap(self, changes: Changes) -> float:
        """Return the largest distance of the first player's share from that of a neighbour."""
        gap = 0.0
        for other in list_neighbours(self.numbers, changes):
            games = NEIGHBOUR_SEARCH_GAMES
            if without_points(other) == without_points(changes):
                games = SEARCH_GAMES
            own = self.figures(changes, GREEDY, games).first.value
            try:
                share = self.figures(other, GREEDY, games).first.value
            except UNPLAYABLE:
                return 1.0
            gap = max(gap, abs(share - own))
        return gap

    def fit_points(
        self, changes: Changes, games: int = SEARCH_GAMES, *, greedy: bool = False
    ) -> Fit:
        """Return a candidate with the points and ties that make it fairest, or as it is.

        Args:
            changes: The candidate; its own points and ties are left out.
            games: The number of games at each strength.
            greedy: Play between greedy bots only, and expect practised bots to differ from them as
                in the game without changes. A candidate that changes no game is out.
        """
        aim = Aim(FAIR)
        samples = {}
        shifts = {}
        try:
            for name in self.weights:
                played = GREEDY if greedy else name
                samples[name] = self.sample(changes, played, games)
                after = samples[name].figures(0, False)
                if not is_acceptable(aim, self.before[played], after._replace(drawn=0.0)):
                    return Fit(math.inf, changes)
                shifts[name] = self.before[name].first.value - self.before[played].first.value
                shifts[name] += self._correct_luck(samples[name], played)
        except UNPLAYABLE:
            return Fit(math.inf, changes)
        if greedy and samples[GREEDY].is_like(self.sample((), GREEDY, games)):
            return Fit(math.inf, changes)
        return self.choose_points(changes, samples, shifts)

    def _correct_luck(self, sample: Sample, strength: str) -> float:
        """Return the correction of a share of few games, from the game without changes.

        The same dice favour the first player there as much as the games have in common.
        """
        games = len(sample.lead)
        whole = self.sample((), strength)
        base = self.sample((), strength, games)
        if games >= SEARCH_GAMES or len(base.lead) != games:
            return 0.0
        outcomes = base.outcomes()
        luck = outcomes - outcomes.mean()
        variance = float((luck**2).mean())
        if not variance:
            return 0.0
        common = float((luck * sample.outcomes()).mean()) / variance
        excess = float(outcomes.mean() - whole.outcomes().mean())
        return -min(max(common, 0.0), 1.0) * excess

    def predict_points(self, changes: Changes, shifts: Mapping[str, float]) -> Fit:
        """Return the fairest points of a candidate, if a further change shifts its shares.

        Args:
            changes: The candidate, which has been played.
            shifts: The expected change of the first player's share at each strength.
        """
        samples = {name: self.sample(changes, name) for name in self.weights}
        return self.choose_points(changes, samples, shifts, further=1)

    def choose_points(
        self,
        changes: Changes,
        samples: Mapping[str, Sample],
        shifts: Mapping[str, float],
        further: int = 0,
    ) -> Fit:
        """Return a candidate with the points and ties that make it fairest, or as it is.

        Args:
            changes: The candidate; its own points and ties are left out.
            samples: Its games at each strength.
            shifts: Numbers to add to the first player's share at each strength.
            further: The number of further changes.
        """
        others = without_points(changes)
        best = Fit(math.inf, others)
        for ties in (False, True):
            free = MAX_CHANGES - further - len(others) - ties
            if free < 0:
                continue
            errors = self._points_errors(samples, shifts, ties)
            for index in range(len(errors)) if free else [MAX_POINTS]:
                points = index - MAX_POINTS
                added = ((POINTS, points),) if points else ()
                changed: Changes = (*others, *added, *(((TIES, 1),) if ties else ()))
                error = float(errors[index]) + CHANGE_PENALTY * len(changed)
                best = min(best, Fit(error, changed))
        return best

    def _points_errors(
        self, samples: Mapping[str, Sample], shifts: Mapping[str, float], ties: bool
    ) -> Any:
        """Return how unfair a candidate is with each number of points, from −MAX_POINTS up."""
        distances = []
        error = np.zeros(2 * MAX_POINTS + 1)
        for name, sample in samples.items():
            shares, drawn = sample.shares(ties)
            distances.append(np.abs(shares + shifts.get(name, 0.0) - EVEN))
            error[drawn > self.before[name].drawn + MAX_MORE_DRAWS] = math.inf
            if name == GREEDY:
                known = len(sample.lead) / (len(sample.lead) + PRIOR_GAP_GAMES)
                gaps = known * _points_gaps(shares) + (1.0 - known) * self.prior_gap
                gaps[MAX_POINTS] = 0.0
                error += GAP_WEIGHT * np.maximum(0.0, gaps - SEARCH_NEIGHBOUR_GAP)
        return error + np.max(distances, axis=0) + np.mean(distances, axis=0)


def _base(changes: Changes) -> Changes:
    return tuple(sorted(without_points(changes)))


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
