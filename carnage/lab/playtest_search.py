"""Search for games that meet wishes and pass all checks.

Games of the book's atlas without a known fault come first, then games are rolled. Wishes are tested
first, because that costs nothing. Games that meet them get a short playtest, even those of the
atlas, since a sweep plays few games of each. Games without a fault are returned as they are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from carnage.catalog import Book
from carnage.lab import checks
from carnage.lab.criteria import Wishes, rolls
from carnage.lab.rulebook_search import charted
from carnage.lab.runner import Playtest
from carnage.lab.sampling_plan import JUDGED, LOOKS, TRIED, WANTED
from carnage.lab.severity import FAULT
from carnage.rulesets.ruleset import Ruleset


@dataclass(frozen=True)
class Candidate:
    """A game that meets the wishes, with the figures and checks of its playtest."""

    ruleset: Ruleset
    figures: Mapping[str, Any]
    said: tuple[checks.Passed, ...]

    @property
    def good(self) -> bool:
        """Return True if no check finds a fault."""
        return all(each.grade < FAULT for each in self.said)

    def json(self) -> dict[str, Any]:
        """Return the figures that recommend the game, as JSON."""
        return {
            "id": self.ruleset.path,
            "name": self.ruleset.name,
            "games": self.figures["games"],
            "shares": self.figures["shares"],
            "skill": self.figures["ladder"][0]["value"],
            "blemishes": [each.sentence for each in self.said if each.grade],
        }

    def fall(self) -> dict[str, Any]:
        """Return the worst check of the game, as JSON."""
        worst = max(self.said, key=lambda each: each.grade)
        return {
            "id": self.ruleset.path,
            "name": self.ruleset.name,
            "gate": worst.name,
            "sentence": worst.sentence,
        }


class Trial:
    """A game during its playtest.

    `games` counts its games so far; `candidate` is set at the end.
    """

    def __init__(self, ruleset: Ruleset, threads: int | None = None) -> None:
        self.ruleset = ruleset
        self.games = 0
        self.candidate: Candidate | None = None
        self._test = Playtest(ruleset, threads)

    def go_on(self) -> None:
        """Play until the next evaluation.

        If a fault is certain by then, the check of skill is skipped.
        """
        self.games = next(
            count
            for count in (*[look for look in LOOKS if look < TRIED], TRIED)
            if count > self.games
        )
        self._test.look(self.games)
        said = self._said()
        if self.games == TRIED and not _sure_to_fall(said):
            self._test.climb("greedy", "random")
            said = self._said()
        if self.games == TRIED or _sure_to_fall(said):
            self.candidate = Candidate(self.ruleset, self._test.figures(), said)

    def over(self) -> Candidate:
        """Play until the candidate is known, and return it."""
        while self.candidate is None:
            self.go_on()
        return self.candidate

    def _said(self) -> tuple[checks.Passed, ...]:
        return tuple(checks.passed(self.ruleset, self._test.figures()))


def _sure_to_fall(said: tuple[checks.Passed, ...]) -> bool:
    return any(each.mildest >= FAULT for each in said)


def search(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[Candidate]:
    """Yield each game that meets the wishes, after its playtest. Raises WishError."""
    for trial in trials(book, wishes, threads):
        yield trial.over()


def trials(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[Trial]:
    """Yield each game that meets the wishes, before its playtest.

    Games of the atlas come first, then rolls in order. Raises WishError.
    """
    for ruleset in chain(charted(book, wishes), rolls(book, wishes)):
        if wishes.granted(ruleset):
            yield Trial(ruleset, threads)


def hunt(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the state of a search after each second or so, until WANTED games are good or JUDGED
    are judged.

    The state is JSON. In the last one, `complete` is true. Raises WishError.

    - `found`: the good games so far.
    - `judged`: the number of judged games.
    - `fell`: the others, each with its worst check.
    - `now`: the game that is being judged.
    """
    found: list[dict[str, Any]] = []
    fell: list[dict[str, Any]] = []

    def so_far(trial: Trial | None = None) -> dict[str, Any]:
        game = trial and {
            "id": trial.ruleset.path,
            "name": trial.ruleset.name,
            "games": trial.games,
        }
        told = {"found": list(found), "judged": len(found) + len(fell), "fell": list(fell)}
        return {**told, "now": game, "complete": trial is None}

    for trial in trials(book, wishes, threads):
        while trial.candidate is None:
            yield so_far(trial)
            trial.go_on()
        if trial.candidate.good:
            found.append(trial.candidate.json())
        else:
            fell.append(trial.candidate.fall())
        if len(found) == WANTED or len(found) + len(fell) == JUDGED:
            break
    yield so_far()
