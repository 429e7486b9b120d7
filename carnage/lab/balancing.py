"""Balance a game by house rules: a search for at most three numbers that reach an aim.

For the aim `fair` a handicap comes first: victory points for the side that goes second (or first),
won ties, and units held back in the first round. If none is enough, the numbers of the tables
follow by successive halving, each with the points that fit it best. An answer is confirmed by
CONFIRMING_GAMES fresh games of greedy bots and of two kinds of practised bots: those with which a
playtest of the changed game is judged, and others that were trained on other dice. Neighbouring
values must agree too. If fresh games deny an answer, the next best is confirmed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from carnage.engine import games as playing
from carnage.engine.core.family import Weights
from carnage.engine.tuning import tune_weights
from carnage.lab.balance_aims import (
    CONFIRMING_GAMES,
    FAIR,
    HELD_BACK,
    MAX_NEIGHBOUR_GAP,
    POINTS,
    Aim,
    Figures,
    is_acceptable,
)
from carnage.lab.candidates import (
    MAX_CHANGES,
    SEARCH_GAMES,
    Bench,
    Changes,
    choose_points,
    list_neighbours,
    play_between_equals,
    play_figures,
    replace_number,
    without_points,
)
from carnage.lab.point_handicaps import Sample
from carnage.lab.sampling_plan import TUNING_ITERATIONS
from carnage.lab.strengths import GREEDY, PRACTISED
from carnage.rulesets.house_rules import HouseNumber
from carnage.rulesets.ruleset import Ruleset

FIRST_GAMES = 48  # games of a candidate of the tables' numbers at the first step of halving
HALVING = 3
MIN_KEPT = 4  # candidates that a step of halving keeps at least
NEIGHBOUR_GAMES = 2000
FRESH_DICE = 1_000_003
LAB_TRAINING = 0  # the seed with which practised bots of a playtest are trained
FRESH_TRAINING = 3
# Of the first player's share. A search stops at the first, since its games are few, and confirms
# candidates up to the second.
SEARCH_HALF_WIDTH = 0.03
PROMISING_HALF_WIDTH = 0.06
SAFE_HALF_WIDTH = 0.04  # of an answer: bots that train anew change the share by up to 0.02
SAFE_MEAN_HALF_WIDTH = 0.03  # of bots of several trainings
MAX_HELD_BACK = 4
MAX_ATTEMPTS = 3  # confirmations of handicaps, and again of the tables' numbers


@dataclass(frozen=True)
class Confirmation:
    """Fresh games of a candidate.

    Attributes:
        changes: The candidate.
        samples: Its games at each strength, without points and ties for going second.
        after: Its figures at each strength.
        trained: The figures of practised bots of each training.
        gap: The largest distance of the first player's share from that of a neighbour.
        reached: True if these games reach the aim.
        error: How far the worse strength is from the aim.
        weights: The weights of bots that have practised the changed game; None without practice.
    """

    changes: Changes
    samples: dict[str, Sample]
    after: dict[str, Figures]
    trained: list[Figures]
    gap: float
    reached: bool
    error: float
    weights: Weights | None

    @property
    def rank(self) -> tuple[bool, float]:
        """Return the sort key: answers that reach the aim come first, then the closest."""
        return not self.reached, self.error


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
    yield dict(state)
    weights = tune_weights(ruleset, iterations=TUNING_ITERATIONS) if family.weights else None
    bench = Bench(ruleset, weights, threads)
    state |= {"before": _export(bench.before), "step": "searching"}
    yield dict(state)
    search = Search(bench, aim, handicaps=handicaps)
    for step, changes in search.steps():
        state |= {"step": step, "rules": _export_changes(changes), "games": bench.games}
        yield dict(state)
    yield {**state, **_export_answer(bench, search.answer), "complete": True}


class Search:
    """A search for changes that reach an aim, with the confirmations of its answers.

    Args:
        bench: The bench on which candidates are played.
        aim: The aim.
        handicaps: Try handicaps, which only make a game fair.
    """

    def __init__(self, bench: Bench, aim: Aim, *, handicaps: bool) -> None:
        self.bench = bench
        self.aim = aim
        self.has_points = aim.name == FAIR and handicaps and POINTS in bench.numbers
        self.confirmed: list[Confirmation] = []

    @property
    def answer(self) -> Confirmation:
        """Return the best of the confirmed candidates."""
        return min(self.confirmed, key=lambda each: each.rank)

    def steps(self) -> Iterator[tuple[str, Changes]]:
        """Yield the name of each step with the candidate that it has found or confirms."""
        found: list[Changes] = [()]
        if self.has_points:
            found = self._search_handicaps()
            yield "searching", found[0]
            yield from self._confirm_best(found)
            if self.confirmed and self.answer.reached:
                return
        if self.confirmed or not self._is_enough(found[0]):
            for better in self._search_numbers(found[0]):
                found = better
                yield "searching", found[0]
            yield from self._confirm_best(found)
        if not self.confirmed:
            yield from self._confirm_one(found[0])

    def _error(self, changes: Changes) -> float:
        return self.bench.robust_error(self.aim, changes)

    def _is_enough(self, changes: Changes, half_width: float = SEARCH_HALF_WIDTH) -> bool:
        figures = self.bench.play(changes, SEARCH_GAMES)
        if self.aim.name != FAIR:
            return all(self.aim.is_reached(each) for each in figures.values())
        if any(self.aim.distance(each) > half_width for each in figures.values()):
            return False
        return self.bench.neighbour_gap(changes) <= MAX_NEIGHBOUR_GAP

    def _is_promising(self, changes: Changes) -> bool:
        return self._is_enough(changes, PROMISING_HALF_WIDTH)

    def _search_handicaps(self) -> list[Changes]:
        """Return handicaps, the best first: points and ties, with each number of units held back.

        Points and ties need no further games. The search ends when a number of units is enough.
        """
        lead = sum(each.first.value - 0.5 for each in self.bench.before.values())
        sign = 1 if lead > 0 else -1
        found: list[Changes] = [()]
        for units in range(MAX_HELD_BACK + 1):
            start: Changes = ((HELD_BACK, sign * units),) if units else ()
            found += [start, self.bench.add_points(start)]
            found = sorted(dict.fromkeys(found), key=self._error)
            if self._is_enough(found[0]):
                break
        found += [
            each
            for each in list_neighbours(self.bench.numbers, found[0])
            if without_points(each) == without_points(found[0])
        ]
        return sorted(dict.fromkeys(found), key=self._error)

    def _search_numbers(self, start: Changes) -> Iterator[list[Changes]]:
        """Yield better and better lists of candidates, one number of the tables after another."""
        best = start
        fixed: Changes = ()
        while len(fixed) < MAX_CHANGES:
            finalists = self._halve(self._vary_numbers(fixed))
            if not finalists:
                return
            if self._error(finalists[0]) >= self._error(best) - 0.005:
                return
            best = finalists[0]
            yield finalists
            if self._is_enough(best):
                return
            fixed = without_points(best)

    def _vary_numbers(self, fixed: Changes) -> list[Changes]:
        """Return changes with each further number of the tables at each of its nearby values."""
        candidates: list[Changes] = []
        for number in self.bench.numbers.values():
            values: list[float] = []
            if number.bounds.tune:
                values = nearby_values(number)
            elif number.name == HELD_BACK and self.has_points:
                values = [units for units in range(-MAX_HELD_BACK, MAX_HELD_BACK + 1) if units]
            if number.name not in dict(fixed):
                candidates += [replace_number(fixed, number.name, value) for value in values]
        return candidates

    def _halve(self, candidates: list[Changes]) -> list[Changes]:
        """Return the best candidates by successive halving, the best first."""
        games = FIRST_GAMES
        while games < SEARCH_GAMES and candidates:
            candidates = self._rank(candidates, games)
            candidates = candidates[: max(MIN_KEPT, len(candidates) // HALVING)]
            games *= HALVING
        return sorted(self._with_points(candidates, SEARCH_GAMES), key=self._error)

    def _rank(self, candidates: list[Changes], games: int) -> list[Changes]:
        """Return candidates with the points that fit them in these games, the best first."""
        errors = {
            each: self.bench.error(self.aim, each, games)
            for each in self._with_points(candidates, games)
        }
        playable = [each for each, error in errors.items() if error < math.inf]
        return sorted(playable, key=lambda each: errors[each])

    def _with_points(self, candidates: list[Changes], games: int) -> list[Changes]:
        if not self.has_points:
            return candidates
        found = []
        for each in candidates:
            try:
                found.append(self.bench.add_points(each, games))
            except (IndexError, ValueError, RuntimeError):  # the engine cannot play it
                continue
        return found

    def _confirm_best(self, candidates: list[Changes]) -> Iterator[tuple[str, Changes]]:
        """Confirm promising candidates in their order until one reaches the aim, and yield each.

        After a failure the points that would have been right come first. Bots that have practised
        the changed game play from then on.
        """
        queue = list(candidates)
        for _ in range(MAX_ATTEMPTS):
            tried = {each.changes for each in self.confirmed}
            queue = [each for each in queue if each not in tried and self._is_promising(each)]
            if not queue:
                return
            yield from self._confirm_one(queue.pop(0))
            if self.answer.reached:
                return
            last = self.confirmed[-1]
            if last.weights is not None:
                self.bench.practise_again(last.weights)
            if self.has_points:
                queue.insert(0, choose_points(last.changes, last.samples, self.bench.before))

    def _confirm_one(self, changes: Changes) -> Iterator[tuple[str, Changes]]:
        yield "confirming", changes
        self.confirmed.append(self._confirm(changes))

    def _confirm(self, changes: Changes) -> Confirmation:
        """Play a candidate on fresh dice, at both strengths, with bots that practise it."""
        bench = self.bench
        ruleset = bench.changed(changes)
        attempt = len(self.confirmed)
        dice = FRESH_DICE + attempt
        handicap = bench.handicap(changes)

        def play(weights: Weights | None) -> Any:
            return play_between_equals(
                ruleset, CONFIRMING_GAMES, dice=dice, weights=weights, threads=bench.threads
            )

        def sample(results: Any) -> Sample:
            return Sample(results, ruleset.players, points=handicap[0], ties=handicap[1])

        samples = {GREEDY: sample(play(None))}
        weights, played = None, []
        if PRACTISED in bench.weights:
            for seed in (FRESH_TRAINING + attempt, LAB_TRAINING):
                weights = tune_weights(ruleset, iterations=TUNING_ITERATIONS, seed=seed)
                played.append(play(weights))
            samples[PRACTISED] = sample(np.concatenate(played).view(np.recarray))
        trained = [sample(results).figures(*handicap) for results in played]
        after = {name: each.figures(*handicap) for name, each in samples.items()}
        gap = self._measure_gap(changes, samples[GREEDY], dice)
        return Confirmation(
            changes=changes,
            samples=samples,
            after=after,
            trained=trained,
            gap=gap,
            reached=self._is_reached(after, trained, gap),
            error=max(self.aim.distance(each) for each in after.values()),
            weights=weights,
        )

    def _measure_gap(self, changes: Changes, sample: Sample, dice: int) -> float:
        """Return the largest distance of the first player's share from that of a neighbour.

        Args:
            changes: The candidate.
            sample: Its fresh games between greedy bots.
            dice: The seed of these games.
        """
        bench = self.bench
        share = sample.figures(*bench.handicap(changes)).first.value
        gap = 0.0
        for neighbour in list_neighbours(bench.numbers, changes):
            if without_points(neighbour) == without_points(changes):
                other = sample.figures(*bench.handicap(neighbour))
            else:
                other = play_figures(
                    bench.changed(neighbour),
                    NEIGHBOUR_GAMES,
                    dice=dice,
                    weights=None,
                    threads=bench.threads,
                )
            gap = max(gap, abs(other.first.value - share))
        return gap

    def _is_reached(self, after: dict[str, Figures], trained: list[Figures], gap: float) -> bool:
        """Return True if figures are so near the aim that other fresh games agree.

        Args:
            after: The figures at each strength, those of practised bots of all trainings together.
            trained: The figures of practised bots of each training.
            gap: The largest distance from a neighbour.
        """
        if self.aim.name == FAIR:
            distances = [self.aim.distance(each) for each in (after[GREEDY], *trained)]
            if gap > MAX_NEIGHBOUR_GAP or max(distances) > SAFE_HALF_WIDTH:
                return False
            if trained and self.aim.distance(after[PRACTISED]) > SAFE_MEAN_HALF_WIDTH:
                return False
        return all(
            self.aim.is_reached(each) and is_acceptable(self.aim, self.bench.before[name], each)
            for name, each in after.items()
        )


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


def _export_answer(bench: Bench, answer: Confirmation) -> dict[str, Any]:
    return {
        "rules": _export_changes(answer.changes),
        "after": _export(answer.after),
        "neighbour_gap": round(answer.gap, 4),
        "reached": answer.reached,
        "address": bench.changed(answer.changes).address,
        "step": "done",
        "games": bench.games,
    }


def _export(figures: dict[str, Figures]) -> dict[str, Any]:
    return {name: each.json() for name, each in figures.items()}


def _export_changes(changes: Changes) -> list[dict[str, Any]]:
    return [{"number": name, "value": value} for name, value in changes]
