"""Learning: weights for the greedy bot, found by playing.

Simultaneous perturbation (SPSA), as chess programs are tuned: all weights are moved at random at once, and
those moved one way play those moved the other way with the same dice from every seat, and where the winners
went is gone. One game says next to nothing, a few thousand say much of every weight. How good what comes out
is, fresh dice say (`compared`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from carnage.catalog import Book, Weight
from carnage.engine.core import records
from carnage.engine.core.entries import Seat
from carnage.engine.core.family import Family, Weights
from carnage.engine.core.logbook import new_log
from carnage.engine.core.state import GREEDY, RULE_SLOTS, Result, Tally, Turn
from carnage.engine.games import GameError, family_of, load_family
from carnage.engine.simulating import cores
from carnage.intervals import Z95
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed

SPREAD, LEAST_SPREAD = (
    0.15,
    0.06,
)  # how far weights are moved to begin with, and at last, as shares of their range
PACE = 0.6  # how far the middle goes for a gain, in these shares
SETTLED = 0.5  # the share of the last generations of which the mean is taken
EACH = 4  # and for each ruleset, where many are learned: to get one ready takes as long as a game
PAIRS = 128  # perturbations in a generation, where one ruleset is learned
FRESH = 1 << 40  # dice seeds from here on judge, those below are learned with
TO_JUDGE = 400  # dice by default
HELD_OUT = 5  # one ruleset in so many


class Table:
    """Where two sets of weights meet in games of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.family = learner(ruleset.book)
        self.players = ruleset.players
        self.template = self.family.template(ruleset)
        self.lore = self.family.lore(ruleset, ["greedy"] * self.players)
        self.seats = records.new(Seat, self.players)
        self.seats.bot = GREEDY

    def meet(self, challenger: Weights, incumbent: Weights, dice: int, first: int, count: int) -> Any:
        """The challenger's share of games first … first + count − 1, from every seat: seats by games.

        A game that is won counts 1, and a draw what each player has of it. Several threads may call this.
        """
        template = records.copied(self.template)
        game, log = records.new(self.family.Game), new_log(self.family)
        results, tallies = records.new(Result, count), records.new(Tally, RULE_SLOTS)
        turns = records.new(Turn, 0)
        shares = np.empty((self.players, count))
        for seat in range(self.players):
            for other in range(self.players):
                self.family.weigh(template[0], other, challenger if other == seat else incumbent)
            self.family.entries.play_batch(
                game, template, self.lore, log, dice, first, count, self.seats, results, turns, tallies
            )
            shares[seat] = np.where(results.winner < 0, 1.0 / self.players, results.winner == seat)
        return shares


@dataclass(frozen=True)
class Compared:
    """The challenger's share of so many games with fresh dice, and its 95 % interval over the dice."""

    share: float
    low: float
    high: float
    games: int

    @classmethod
    def of(cls, shares: Any) -> Compared:
        """Of an array of seats by dice: games with the same dice are one observation, not several."""
        by_dice = shares.mean(axis=0)
        share = float(by_dice.mean())
        error = Z95 * float(by_dice.std(ddof=1)) / float(np.sqrt(len(by_dice))) if len(by_dice) > 1 else 0.5
        return cls(share, max(0.0, share - error), min(1.0, share + error), shares.size)


def compared(
    ruleset: Ruleset, challenger: Weights, incumbent: Weights | None = None, dice: int = TO_JUDGE
) -> Compared:
    """How the challenger does against the incumbent (the greedy bot), with so many dice that nobody learned
    with, once from every seat."""
    family = learner(ruleset.book)
    table = Table(ruleset)
    each = -(-dice // cores())
    parts = [(first, min(each, dice - first)) for first in range(0, dice, each)]
    with ThreadPoolExecutor(cores()) as pool:
        against = family.shipped if incumbent is None else incumbent
        shares = pool.map(lambda part: table.meet(challenger, against, FRESH, *part), parts)
        return Compared.of(np.hstack(list(shares)))


def learner(book: Book) -> Family:
    """The family of a book, ready to play; raises GameError where its bots have no weights."""
    if not family_of(book.family).weights:
        raise GameError(f"The bots of {book.title} go by no weights, so there is nothing for them to learn.")
    return load_family(book.family)


class Search:
    """A search from where it begins; places are shares of each weight's range."""

    def __init__(self, weights: Sequence[Weight], begin: Weights, seed: int) -> None:
        self.codes = [weight.code for weight in weights]
        self._least = np.array([weight.least for weight in weights])
        self._range = np.array([weight.most for weight in weights]) - self._least
        self.middle = (np.array([begin[code] for code in self.codes]) - self._least) / self._range
        self._trail = [self.middle]
        self._chance = np.random.default_rng(seed)

    @property
    def found(self) -> Weights:
        """Where the last generations have been, on the mean."""
        last = self._trail[-max(1, int(SETTLED * len(self._trail))) :]
        return self.weights(np.mean(last, axis=0))

    def weights(self, place: Any) -> Weights:
        """The weights at a place; what lies beyond a range is its end."""
        values = self._least + self._range * np.clip(place, 0.0, 1.0)
        return {code: round(float(value), 4) for code, value in zip(self.codes, values, strict=True)}

    def draw(self, count: int) -> Any:
        """So many ways to move every weight to one side or the other, one a row."""
        return self._chance.choice((-1.0, 1.0), (count, len(self.codes)))

    def go(self, ways: Any, gains: Any) -> None:
        """Go where the gains (-1 to 1, what each way won of its opposite) point."""
        self.middle = np.clip(self.middle + PACE * (ways * gains[:, None]).mean(axis=0), 0.0, 1.0)
        self._trail.append(self.middle)


Tell = Callable[[int, Weights], None]
"""Told after each generation: how many there have been, and the weights now."""


def learn(
    ruleset: Ruleset,
    seconds: float = 5.0,
    generations: int | None = None,
    seed: int = 0,
    tell: Tell | None = None,
) -> Weights:
    """Tune the weights of the greedy bot for one ruleset, and return them.

    Args:
        ruleset: The rules.
        seconds: The time limit.
        generations: The number of iterations, instead of a time; equal seeds then give equal weights.
        seed: The seed of the random trials.
        tell: Called after each iteration with its number and the weights.

    Raises:
        GameError: The bots of this book have no weights.
    """
    family = learner(ruleset.book)
    search = Search(family.weights, family.shipped, seed)
    table = Table(ruleset)
    until = time.monotonic() + seconds
    done = 0
    with ThreadPoolExecutor(cores()) as pool:
        while done < generations if generations is not None else time.monotonic() < until:
            _generation(pool, search, [table] * PAIRS, SPREAD, seed, done * PAIRS)
            done += 1
            if tell:
                tell(done, search.found)
    return search.found


def learn_over(
    books: Sequence[Book], rulesets: int, generations: int, seed: int = 0, tell: Tell | None = None
) -> Weights:
    """Weights for all rulesets of some books of one family, from what its bots went by before anything was
    learned. Each generation plays other rulesets, and none that is held out."""
    family = learner(books[0])
    search = Search(family.weights, family.start, seed)
    drawn = zip(*(random_rulesets(book, f"learned on {seed}", False) for book in books), strict=True)
    with ThreadPoolExecutor(cores()) as pool:
        for done in range(generations):
            tables: list[Table] = []
            while len(tables) < rulesets:
                tables += map(Table, next(drawn))
            spread = SPREAD + (LEAST_SPREAD - SPREAD) * done / generations
            _generation(pool, search, tables * EACH, spread, seed, done * rulesets * EACH)
            if tell:
                tell(done + 1, search.found)
    return search.found


def _generation(
    pool: ThreadPoolExecutor, search: Search, tables: Sequence[Table], spread: float, dice: int, first: int
) -> None:
    """Move the weights one way and the other at each of these tables, with dice of their own, and learn."""
    ways = search.draw(len(tables))

    def gain(n: int) -> float:
        one, other = (search.weights(search.middle + sign * spread * ways[n]) for sign in (1.0, -1.0))
        return 2.0 * float(tables[n].meet(one, other, dice, first + n, 1).mean()) - 1.0

    search.go(ways, np.array(list(pool.map(gain, range(len(tables))))))


def random_rulesets(book: Book, key: str, held_out: bool) -> Iterator[Ruleset]:
    """Random rulesets of a book without end, the same for the same key: the held out ones, or the rest."""
    chance = Random(f"{book.code} {key}")
    while True:
        seed = Seed.drawn(chance, book.length)
        if is_held_out(book, seed) == held_out:
            yield resolve(book, seed)


def is_held_out(book: Book, seed: Seed) -> bool:
    """Whether shipped weights were learned without ever seeing this ruleset: one in five, by a hash."""
    return hashlib.blake2b(f"{book.code}/{seed}".encode()).digest()[0] % HELD_OUT == 0
