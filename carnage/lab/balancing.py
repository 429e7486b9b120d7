"""Balance a game by house rules: a search for at most three numbers that reach an aim.

For the aim `fair` a handicap comes first: victory points for the side that goes second (or first),
won ties, units held back in the first round, and the activations of the first turn. If none is
enough, the numbers of the tables follow by successive halving, each with the points that fit it
best, and then combinations of the best. An answer is confirmed by CONFIRMING_GAMES fresh games of
greedy bots and of practised bots of several trainings. Neighbouring values must agree too. If fresh
games deny an answer, the next best is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from carnage.engine import games as playing
from carnage.engine.tuning import tune_weights
from carnage.lab.balance_aims import (
    EVEN,
    FAIR,
    HELD_BACK,
    KEPT,
    OPENING,
    POINTS,
    Aim,
    Figures,
)
from carnage.lab.balance_confirmation import Confirmation, confirm
from carnage.lab.balance_polishing import Candidates, handicap_values
from carnage.lab.candidates import (
    MAX_CHANGES,
    SEARCH_GAMES,
    Bench,
    Changes,
    Fit,
    without_points,
)
from carnage.lab.sampling_plan import TUNING_ITERATIONS
from carnage.rulesets.ruleset import Ruleset

SEARCH_TRAININGS = 3  # of the practised bots that play the games of a search
# Of the first player's share. A search for handicaps stops at the first, and a candidate up to the
# second is confirmed: the games of a search are few.
SEARCH_HALF_WIDTH = 0.025
PROMISING_HALF_WIDTH = 0.05
SEARCH_GAP = 0.07
PROMISING_GAP = 0.085
MAX_ATTEMPTS = 3  # confirmations of handicaps, again of the tables' numbers, and of combinations
CHECKED_FITS = 4  # whose neighbours are played
STARTS = 5  # of combinations
MAX_COMBINING = 3  # rounds of combinations
MAX_GAMES = 300_000  # of a search; no further combinations after these


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
    trainings = []
    if family.weights:
        trainings = [
            tune_weights(ruleset, iterations=TUNING_ITERATIONS, seed=seed)
            for seed in range(SEARCH_TRAININGS)
        ]
    bench = Bench(ruleset, trainings, threads)
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
        self.candidates = Candidates(bench, aim, has_points=self.has_points)
        self.found: list[Fit] = [self.candidates.fit(())]
        self.confirmed: list[Confirmation] = []

    @property
    def answer(self) -> Confirmation:
        """Return the best of the confirmed candidates."""
        return min(self.confirmed, key=lambda each: each.rank)

    @property
    def is_reached(self) -> bool:
        """Return True if fresh games confirm an answer."""
        return any(each.reached for each in self.confirmed)

    def steps(self) -> Iterator[tuple[str, Changes]]:
        """Yield the name of each step with the candidate that it has found or confirms."""
        for fits in self._search():
            self.found = sorted(dict.fromkeys([*fits, *self.found]))
            yield "searching", self.found[0].changes
            yield from self._confirm_best(fits)
            if self.is_reached:
                return
        best = self.answer.changes if self.confirmed else self.found[0].changes
        if not (self.confirmed and self.answer.is_whole):
            yield "confirming", best
            whole = self._confirm(best, is_whole=True)
            if self.confirmed:
                # Luck in these games cannot outweigh those that have denied it.
                whole = replace(whole, reached=False)
            self.confirmed = [each for each in self.confirmed if each.is_whole]
            self.confirmed.append(whole)

    def _search(self) -> Iterator[list[Fit]]:
        """Yield lists of candidates, each the best first, until one is confirmed."""
        if self.has_points:
            yield self._search_handicaps()
        elif self._is_enough(()):
            yield self.found
        singles = self.candidates.halve(self.candidates.vary_numbers())
        yield singles
        if self.aim.name == FAIR:
            for _ in range(MAX_COMBINING):
                if self.bench.games < MAX_GAMES:
                    yield self.candidates.combine(self._list_starts())
        else:
            yield from self._search_further(singles)

    def _search_further(self, singles: list[Fit]) -> Iterator[list[Fit]]:
        """Yield candidates with a second and a third number."""
        fits = singles
        for _ in range(1, MAX_CHANGES):
            if fits:
                fits = self.candidates.halve(self.candidates.vary_numbers(fits[0].changes))
                yield fits

    def _search_handicaps(self) -> list[Fit]:
        """Return handicaps, the best first. Points and ties need no further games."""
        if self._is_enough(self.found[0].changes):
            return self.found
        return sorted([*self.found, *self.candidates.halve_handicaps(self._list_handicaps())])

    def _list_handicaps(self) -> list[Changes]:
        """Return the handicaps other than points for the side that wins less, the least first."""
        lead = sum(each.first.value - EVEN for each in self.bench.before.values())
        found: list[Changes] = []
        for name in (HELD_BACK, OPENING, KEPT):
            if name in self.bench.numbers:
                values = handicap_values(self.bench.numbers[name])
                if name == HELD_BACK:
                    values = [value for value in values if value * lead > 0]
                found += [((name, value),) for value in sorted(values, key=abs)]
        return found

    def _list_starts(self) -> list[Changes]:
        """Return candidates to combine with further numbers."""
        denied = sorted(self.confirmed, key=lambda each: each.rank)
        starts = [each.changes for each in denied] + [each.changes for each in self.found]
        return list(dict.fromkeys(without_points(each) for each in starts))[:STARTS]

    def _is_enough(
        self,
        changes: Changes,
        half_width: float = SEARCH_HALF_WIDTH,
        max_gap: float = SEARCH_GAP,
    ) -> bool:
        figures = self.bench.play(changes, SEARCH_GAMES)
        if self.aim.name != FAIR:
            return all(self.aim.is_reached(each) for each in figures.values())
        if any(self.aim.distance(each) > half_width for each in figures.values()):
            return False
        return self.bench.neighbour_gap(changes) <= max_gap

    def _is_promising(self, changes: Changes) -> bool:
        return self._is_enough(changes, PROMISING_HALF_WIDTH, PROMISING_GAP)

    def _confirm_best(self, fits: Iterable[Fit]) -> Iterator[tuple[str, Changes]]:
        """Confirm promising candidates in their order until one reaches the aim, and yield each.

        Fresh games of a candidate that is denied tell the points that would have been right, unless
        bots of different trainings share the wins very differently. Bots that have practised this
        candidate play from then on.
        """
        queue = self._order(fits)
        for _ in range(MAX_ATTEMPTS):
            tried = {each.changes for each in self.confirmed}
            queue = [each for each in queue if each not in tried and self._is_promising(each)]
            if not queue:
                return
            changes = queue.pop(0)
            yield "confirming", changes
            last = self._confirm(changes)
            self.confirmed.append(last)
            if last.reached:
                return
            for name, sample in last.samples.items():
                self.bench.keep_sample(changes, name, sample)
            if last.trainings:
                self.bench.practise_again(last.trainings[:SEARCH_TRAININGS])
            if self.has_points and last.is_stable:
                again = self.candidates.fit(changes)
                queue = self._order([again, *(Fit(0.0, each) for each in queue)])

    def _confirm(self, changes: Changes, *, is_whole: bool = False) -> Confirmation:
        """Play a candidate on fresh dice, with the care that earlier confirmations ask for."""
        return confirm(
            self.bench,
            self.aim,
            changes,
            attempt=len(self.confirmed),
            is_whole=is_whole,
            is_stable=all(each.is_stable for each in self.confirmed),
        )

    def _order(self, fits: Iterable[Fit]) -> list[Changes]:
        """Return the first of some candidates in the order of their errors with neighbours."""
        first = [each.changes for each in fits][:CHECKED_FITS]
        return sorted(
            dict.fromkeys(first), key=lambda each: self.bench.robust_error(self.aim, each)
        )


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
