"""Searching: games that are as wished and that pass the gates, rolled one after the other.

Wishes about what stands in a rulebook are looked at first, and cost nothing; games that fit are playtested a
little, and those at which no gate finds a fault are given as they are found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from carnage.catalog import Book
from carnage.document.rosters import muster
from carnage.document.things import Things
from carnage.playtest import gates
from carnage.playtest.gates import FAULT
from carnage.playtest.looks import LOOKS
from carnage.playtest.running import Playtest
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed

TRIED = LOOKS[1]  # games that a candidate is judged by
MOST = 2_000  # rolls after which nobody looks on


class WishError(ValueError):
    """A wish that this book cannot grant; the message says what there is."""


@dataclass(frozen=True)
class Wishes:
    """What a game should be: `minutes` and `figures` at most, so many `players`, a table of so many `feet`,
    tables whose options are `kept` (by their codes), and traits that it must have or lack. None and empty
    wish for nothing."""

    minutes: int | None = None
    players: int | None = None
    feet: int | None = None
    figures: int | None = None
    kept: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def check(self, book: Book) -> None:
        """Raise WishError for what no game of this book can be asked."""
        tables = {table.id: table for table in book.rolled}
        for id, code in self.kept.items():
            if id not in tables:
                raise WishError(f"{book.title} rolls no {id!r}; it rolls {', '.join(tables)}.")
            if not tables[id].results(code):
                options = dict.fromkeys(option.code for option in tables[id].rolls)
                raise WishError(f"{tables[id].title} has no {code!r}; it has {', '.join(options)}.")
        unknown = [trait for trait in (*self.needs, *self.lacks) if trait not in book.traits]
        if unknown:
            traits = ", ".join(sorted(book.traits))
            raise WishError(f"{book.title} knows nothing of {unknown[0]!r}; it knows {traits}.")
        if not book.roster.figure and (self.minutes or self.feet or self.figures):
            raise WishError(f"Games of {book.title} have no figures: wish for players, rules or traits.")

    def granted(self, ruleset: Ruleset) -> bool:
        """Whether a game is as wished."""
        game = Things(ruleset)
        return (
            (self.players is None or ruleset.players == self.players)
            and all(ruleset.has(trait) for trait in self.needs)
            and not any(ruleset.has(trait) for trait in self.lacks)
            and (self.minutes is None or muster.minutes(ruleset)[1] <= self.minutes)
            and (self.feet is None or game.table_feet == self.feet)
            and (self.figures is None or 2 * game.models <= self.figures)
        )


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


def search(book: Book, wishes: Wishes, seed: int = 0, threads: int | None = None) -> Iterator[Candidate]:
    """Games of a book that are as wished, in the order in which this seed rolls them, each once it is judged;
    the good ones say so. Ends after MOST rolls; raises WishError."""
    wishes.check(book)
    chance = random.Random(f"{book.code} {seed}")
    for _ in range(MOST):
        ruleset = resolve(book, _rolled(book, wishes, chance))
        if wishes.granted(ruleset):
            yield judged(ruleset, threads)


def judged(ruleset: Ruleset, threads: int | None = None) -> Candidate:
    """A game and what a few hundred games say of it."""
    test = Playtest(ruleset, threads)
    test.look(TRIED)
    test.climb("greedy", "random")
    figures = test.figures()
    return Candidate(ruleset, figures, tuple(gates.passed(ruleset, figures)))


def _rolled(book: Book, wishes: Wishes, chance: random.Random) -> Seed:
    seed = Seed("".join(str(chance.randrange(10)) for _ in range(book.length)))
    for id, code in wishes.kept.items():
        table = book.table(id)
        seed = seed.replaced(book.place(id), str(chance.choice(table.results(code))).zfill(table.digits))
    return seed
