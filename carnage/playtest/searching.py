"""Searching: games that are as wished and that pass the gates, one after the other.

Games of the book's atlas in which its sweep found no fault come first, then games are rolled. Wishes about
what stands in a rulebook are looked at first, and cost nothing; games that fit are playtested a little, and
those at which no gate finds a fault are given as they are found: a sweep has few games of each, and other
dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from carnage.catalog import Book
from carnage.playtest import gates
from carnage.playtest.grading import FAULT
from carnage.playtest.looks import JUDGED, LOOKS, TRIED, WANTED
from carnage.playtest.nearing import charted
from carnage.playtest.running import Playtest
from carnage.playtest.wishing import Wishes, rolls
from carnage.ruleset import Ruleset


@dataclass(frozen=True)
class Candidate:
    """A game that is as wished, what its first games came to, and what gates say of them."""

    ruleset: Ruleset
    figures: Mapping[str, Any]
    said: tuple[gates.Passed, ...]

    @property
    def good(self) -> bool:
        """Whether no gate finds a fault."""
        return all(each.grade < FAULT for each in self.said)

    def json(self) -> dict[str, Any]:
        """What is to be said for it."""
        return {
            "id": self.ruleset.path,
            "name": self.ruleset.name,
            "games": self.figures["games"],
            "shares": self.figures["shares"],
            "skill": self.figures["ladder"][0]["value"],
            "blemishes": [each.sentence for each in self.said if each.grade],
        }

    def fall(self) -> dict[str, Any]:
        """What is to be said against it: the worst gate that it fell at."""
        worst = max(self.said, key=lambda each: each.grade)
        return {
            "id": self.ruleset.path,
            "name": self.ruleset.name,
            "gate": worst.name,
            "sentence": worst.sentence,
        }


class Trial:
    """A game while it is judged: `games` of it have been played, and a `candidate` is there in the end."""

    def __init__(self, ruleset: Ruleset, threads: int | None = None) -> None:
        self.ruleset = ruleset
        self.games = 0
        self.candidate: Candidate | None = None
        self._test = Playtest(ruleset, threads)

    def go_on(self) -> None:
        """Play on to the next look. Where a fault is sure by then, nobody plays on to see whether skill
        counts."""
        self.games = next(
            count for count in (*[look for look in LOOKS if look < TRIED], TRIED) if count > self.games
        )
        self._test.look(self.games)
        said = self._said()
        if self.games == TRIED and not _sure_to_fall(said):
            self._test.climb("greedy", "random")
            said = self._said()
        if self.games == TRIED or _sure_to_fall(said):
            self.candidate = Candidate(self.ruleset, self._test.figures(), said)

    def over(self) -> Candidate:
        """Play on until it is judged."""
        while self.candidate is None:
            self.go_on()
        return self.candidate

    def _said(self) -> tuple[gates.Passed, ...]:
        return tuple(gates.passed(self.ruleset, self._test.figures()))


def _sure_to_fall(said: tuple[gates.Passed, ...]) -> bool:
    return any(each.mildest >= FAULT for each in said)


def search(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[Candidate]:
    """Games of a book that are as wished, those of its atlas first, then in the order in which they are
    rolled, each once it is judged; the good ones say so. Raises WishError."""
    for trial in trials(book, wishes, threads):
        yield trial.over()


def trials(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[Trial]:
    """The same games, before any of them is played."""
    for ruleset in chain(charted(book, wishes), rolls(book, wishes)):
        if wishes.granted(ruleset):
            yield Trial(ruleset, threads)


def hunt(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[dict[str, Any]]:
    """A search in steps of a second or so, until WANTED games are good or JUDGED are judged: which it has
    `found` so far and how many were `judged`, which `fell` and at what, and which is judged `now`, by so many
    games until then. The last says that it is `complete`. Raises WishError."""
    found: list[dict[str, Any]] = []
    fell: list[dict[str, Any]] = []

    def so_far(trial: Trial | None = None) -> dict[str, Any]:
        game = trial and {"id": trial.ruleset.path, "name": trial.ruleset.name, "games": trial.games}
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
