"""Search for games that meet criteria and pass all checks.

Games of the book's atlas without a known fault come first, then games are rolled. Criteria are
tested first, because that costs nothing. Games that meet them get a short playtest, even those of
the atlas, since a sweep plays few games of each. Games without a fault are returned as they are
found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from carnage.catalog import Book
from carnage.lab import checks
from carnage.lab.criteria import Criteria, roll_games
from carnage.lab.rulebook_search import atlas_matches
from carnage.lab.runner import Playtest
from carnage.lab.sampling_plan import CANDIDATE_GAMES, LOOKS, MAX_FOUND, MAX_JUDGED
from carnage.lab.severity import FAULT
from carnage.rulesets.ruleset import Ruleset


@dataclass(frozen=True)
class Candidate:
    """A game that meets the criteria, with the metrics and checks of its playtest."""

    ruleset: Ruleset
    metrics: Mapping[str, Any]
    results: tuple[checks.CheckResult, ...]

    @property
    def is_faultless(self) -> bool:
        """Return True if no check finds a fault."""
        return all(each.grade < FAULT for each in self.results)

    def json(self) -> dict[str, Any]:
        """Return the metrics that recommend the game, as JSON."""
        return {
            "id": self.ruleset.path,
            "name": self.ruleset.name,
            "games": self.metrics["games"],
            "shares": self.metrics["shares"],
            "skill": self.metrics["ladder"][0]["value"],
            "blemishes": [each.sentence for each in self.results if each.grade],
        }

    def worst_failure(self) -> dict[str, Any]:
        """Return the worst check of the game, as JSON."""
        worst = max(self.results, key=lambda each: each.grade)
        return {
            "id": self.ruleset.path,
            "name": self.ruleset.name,
            "gate": worst.name,
            "sentence": worst.sentence,
        }


class CandidatePlaytest:
    """A game during its playtest.

    `games` counts its games so far; `candidate` is set at the end.
    """

    def __init__(self, ruleset: Ruleset, threads: int | None = None) -> None:
        self.ruleset = ruleset
        self.games = 0
        self.candidate: Candidate | None = None
        self._test = Playtest(ruleset, threads)

    def play_step(self) -> None:
        """Play until the next evaluation.

        If a fault is certain by then, the check of skill is skipped.
        """
        self.games = next(
            count
            for count in (*[look for look in LOOKS if look < CANDIDATE_GAMES], CANDIDATE_GAMES)
            if count > self.games
        )
        self._test.evaluate(self.games)
        results = self._check_results()
        if self.games == CANDIDATE_GAMES and not _is_certain_to_fail(results):
            self._test.play_skill_pairs("greedy", "random")
            results = self._check_results()
        if self.games == CANDIDATE_GAMES or _is_certain_to_fail(results):
            self.candidate = Candidate(self.ruleset, self._test.metrics(), results)

    def finish(self) -> Candidate:
        """Play until the candidate is known, and return it."""
        while self.candidate is None:
            self.play_step()
        return self.candidate

    def _check_results(self) -> tuple[checks.CheckResult, ...]:
        return tuple(checks.run_checks(self.ruleset, self._test.metrics()))


def _is_certain_to_fail(results: tuple[checks.CheckResult, ...]) -> bool:
    return any(each.mildest_grade >= FAULT for each in results)


def search(book: Book, criteria: Criteria, threads: int | None = None) -> Iterator[Candidate]:
    """Yield each game that meets the criteria, after its playtest. Raises InvalidCriteria."""
    for playtest in candidate_playtests(book, criteria, threads):
        yield playtest.finish()


def candidate_playtests(
    book: Book, criteria: Criteria, threads: int | None = None
) -> Iterator[CandidatePlaytest]:
    """Yield each game that meets the criteria, before its playtest.

    Games of the atlas come first, then rolls in order. Raises InvalidCriteria.
    """
    for ruleset in chain(atlas_matches(book, criteria), roll_games(book, criteria)):
        if criteria.is_met_by(ruleset):
            yield CandidatePlaytest(ruleset, threads)


def search_in_steps(
    book: Book, criteria: Criteria, threads: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the state of a search about once a second.

    It ends when MAX_FOUND games are good or MAX_JUDGED games are judged.

    The state is JSON. In the last one, `complete` is true. Raises InvalidCriteria.

    - `found`: the good games so far.
    - `judged`: the number of judged games.
    - `fell`: the others, each with its worst check.
    - `now`: the game that is being judged.
    """
    found: list[dict[str, Any]] = []
    rejected: list[dict[str, Any]] = []

    def snapshot(playtest: CandidatePlaytest | None = None) -> dict[str, Any]:
        game = playtest and {
            "id": playtest.ruleset.path,
            "name": playtest.ruleset.name,
            "games": playtest.games,
        }
        state = {"found": list(found), "judged": len(found) + len(rejected), "fell": list(rejected)}
        return {**state, "now": game, "complete": playtest is None}

    for playtest in candidate_playtests(book, criteria, threads):
        while playtest.candidate is None:
            yield snapshot(playtest)
            playtest.play_step()
        if playtest.candidate.is_faultless:
            found.append(playtest.candidate.json())
        else:
            rejected.append(playtest.candidate.worst_failure())
        if len(found) == MAX_FOUND or len(found) + len(rejected) == MAX_JUDGED:
            break
    yield snapshot()
