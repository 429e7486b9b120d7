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
from carnage.playtest.gates import FAULT
from carnage.playtest.looks import LOOKS
from carnage.playtest.nearing import charted
from carnage.playtest.running import Playtest
from carnage.playtest.wishing import Wishes, rolls
from carnage.ruleset import Ruleset

TRIED = LOOKS[1]  # games that a candidate is judged by
WANTED = 6  # games after which a search on the site ends
JUDGED = 40  # candidates that it judges at most


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


def search(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[Candidate]:
    """Games of a book that are as wished, those of its atlas first, then in the order in which they are
    rolled, each once it is judged; the good ones say so. Raises WishError."""
    for ruleset in chain(charted(book, wishes), rolls(book, wishes)):
        if wishes.granted(ruleset):
            yield judged(ruleset, threads)


def judged(ruleset: Ruleset, threads: int | None = None) -> Candidate:
    """A game and what a few hundred games say of it."""
    test = Playtest(ruleset, threads)
    test.look(TRIED)
    test.climb("greedy", "random")
    figures = test.figures()
    return Candidate(ruleset, figures, tuple(gates.passed(ruleset, figures)))


def hunt(book: Book, wishes: Wishes, threads: int | None = None) -> Iterator[dict[str, Any]]:
    """A search in steps, one for each game that is judged, until WANTED are good or JUDGED are judged: which
    games are good so far, and how many were judged. The last says that it is `complete`. Raises WishError."""
    good: list[dict[str, Any]] = []
    tried = 0
    for candidate in search(book, wishes, threads):
        tried += 1
        if candidate.good:
            good.append(candidate.json())
        if len(good) == WANTED or tried == JUDGED:
            break
        yield _so_far(good, tried, False)
    yield _so_far(good, tried, True)


def _so_far(good: list[dict[str, Any]], tried: int, complete: bool) -> dict[str, Any]:
    return {"found": list(good), "judged": tried, "complete": complete}
