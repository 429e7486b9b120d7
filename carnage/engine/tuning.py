"""Tuning of the greedy bot's weights by playing.

The method is SPSA (simultaneous perturbation), as used to tune chess programs. All weights are
changed at random at once, in two opposite directions. The two versions play each other with the
same dice from every seat, and the weights move towards the winners. A few thousand games tell much
about every weight. `compare_weights` measures the result with new dice.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from carnage.catalog import Book, Weight
from carnage.common.intervals import Z95
from carnage.engine.contest import Contest, load_family_with_weights
from carnage.engine.core.family import Weights
from carnage.engine.simulation import count_cores
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

FIRST_SPREAD = 0.15  # size of the changes at the beginning, as a share of a weight's range
LAST_SPREAD = 0.06  # the same at the end
STEP_SIZE = 0.6  # movement of the position for a gain of 1, as a share of the range, for books
RULESET_STEP_SIZE = 1.0  # the same for one ruleset
AVERAGED_SHARE = 0.5  # share of the iterations, the latest ones, whose mean is the result
# For many books. The setup of a ruleset takes as long as a game, so each has several changes.
PERTURBATIONS_PER_RULESET = 4
PERTURBATIONS_PER_ITERATION = 64  # for one ruleset
MAX_DECISIONS = 400_000  # for one ruleset and a number of iterations
COMPARISON_SEED = 1 << 40  # the dice seed of comparisons; seeds for tuning are lower
COMPARISON_DICE = 400  # dice of a comparison by default
HELD_OUT_ONE_IN = 5  # one ruleset in this many is held out


@dataclass(frozen=True)
class ComparisonResult:
    """The challenger's share of games with new dice, and its 95 % interval over the dice."""

    share: float
    low: float
    high: float
    games: int

    @classmethod
    def from_shares(cls, shares: Any) -> ComparisonResult:
        """Return the mean share of wins of an array: rows are seats, columns are dice seeds.

        Games with the same dice seed count as one observation.
        """
        by_dice = shares.mean(axis=0)
        share = float(by_dice.mean())
        if len(by_dice) > 1:
            error = Z95 * float(by_dice.std(ddof=1)) / float(np.sqrt(len(by_dice)))
        else:
            error = 0.5
        return cls(
            share=share,
            low=max(0.0, share - error),
            high=min(1.0, share + error),
            games=shares.size,
        )


def compare_weights(
    ruleset: Ruleset,
    challenger: Weights,
    incumbent: Weights | None = None,
    dice: int = COMPARISON_DICE,
) -> ComparisonResult:
    """Play new games between the challenger and the incumbent, and return the challenger's share.

    The dice differ from those of learning. Each of them is played once from every seat.

    Args:
        ruleset: The rules.
        challenger: The weights to test.
        incumbent: The weights to compare with; None for those of the greedy bot.
        dice: The number of dice seeds.

    Raises:
        GameError: The bots of this book have no weights.
    """
    if incumbent is None:
        incumbent = load_family_with_weights(ruleset.book).default_weights
    contest = Contest(ruleset)
    dice_per_thread = math.ceil(dice / count_cores())
    with ThreadPoolExecutor(count_cores()) as pool:
        futures = [
            pool.submit(
                contest.play,
                challenger,
                incumbent,
                dice=COMPARISON_SEED,
                first=first,
                count=min(dice_per_thread, dice - first),
            )
            for first in range(0, dice, dice_per_thread)
        ]
        shares = [future.result().shares for future in futures]
    return ComparisonResult.from_shares(np.hstack(shares))


class WeightSearch:
    """The state of a search for better weights.

    A position is an array with a number for each weight: 0 is the least value of its range and 1
    the greatest.
    """

    def __init__(
        self, weights: Sequence[Weight], start: Weights, seed: int, step_size: float = STEP_SIZE
    ) -> None:
        self._step_size = step_size
        self.codes = [weight.code for weight in weights]
        self._least = np.array([weight.least for weight in weights])
        self._range = np.array([weight.most for weight in weights]) - self._least
        start_values = np.array([start[code] for code in self.codes])
        self.position = (start_values - self._least) / self._range
        self._positions = [self.position]
        self._random = np.random.default_rng(seed)

    @property
    def mean_weights(self) -> Weights:
        """Return the mean weights of the last iterations."""
        count = max(1, int(AVERAGED_SHARE * len(self._positions)))
        return self.weights_at(np.mean(self._positions[-count:], axis=0))

    def weights_at(self, position: Any) -> Weights:
        """Return the weights at a position, which is clipped to the range."""
        values = self._least + self._range * np.clip(position, 0.0, 1.0)
        return {
            code: round(float(value), 4) for code, value in zip(self.codes, values, strict=True)
        }

    def draw_directions(self, count: int) -> Any:
        """Return `count` random directions, one in a row: −1 or 1 for each weight."""
        return self._random.choice((-1.0, 1.0), (count, len(self.codes)))

    def move(self, directions: Any, gains: Any) -> None:
        """Move the position along the directions that won.

        Args:
            directions: The directions, as `draw_directions` returns them.
            gains: The result of each direction against its opposite, from −1 to 1.
        """
        step = self._step_size * (directions * gains[:, None]).mean(axis=0)
        self.position = np.clip(self.position + step, 0.0, 1.0)
        self._positions.append(self.position)


OnIteration = Callable[[int, Weights], None]
"""A callback after each iteration, with its number from 1 and the present weights."""


def tune_weights(
    ruleset: Ruleset,
    *,
    seconds: float = 5.0,
    iterations: int | None = None,
    seed: int = 0,
    on_iteration: OnIteration | None = None,
) -> Weights:
    """Tune the weights of the greedy bot for one ruleset, and return them.

    Args:
        ruleset: The rules.
        seconds: The time limit.
        iterations: The number of iterations, instead of a time; equal seeds then give equal
            weights. There are fewer if games are long (MAX_DECISIONS).
        seed: The seed of the random trials.
        on_iteration: Called after each iteration with its number and the weights.

    Raises:
        GameError: The bots of this book have no weights.
    """
    weights = load_family_with_weights(ruleset.book).default_weights
    steps = tune_in_steps(ruleset, seconds=seconds, iterations=iterations, seed=seed)
    for number, weights in enumerate(steps, 1):
        if on_iteration:
            on_iteration(number, weights)
    return weights


def tune_in_steps(
    ruleset: Ruleset,
    *,
    seconds: float = 5.0,
    iterations: int | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Iterator[Weights]:
    """Tune the weights of the greedy bot for one ruleset, and yield them after each iteration.

    Args:
        ruleset: The rules.
        seconds: The time limit.
        iterations: The number of iterations, instead of a time. There are fewer if games are long
            (MAX_DECISIONS).
        seed: The seed of the random trials.
        threads: The number of threads; None for one per processor.

    Raises:
        GameError: The bots of this book have no weights.
    """
    family = load_family_with_weights(ruleset.book)
    search = WeightSearch(family.weights, family.default_weights, seed, RULESET_STEP_SIZE)
    contests = [Contest(ruleset)] * PERTURBATIONS_PER_ITERATION
    decisions = 0
    with ThreadPoolExecutor(threads or count_cores()) as pool:
        for done in _iteration_numbers(iterations, seconds):
            decisions += _run_iteration(
                pool,
                search,
                contests,
                spread=FIRST_SPREAD,
                dice=seed,
                first=done * PERTURBATIONS_PER_ITERATION,
            )
            yield search.mean_weights
            if iterations is not None and decisions > MAX_DECISIONS:
                return


def _iteration_numbers(iterations: int | None, seconds: float) -> Iterator[int]:
    """Yield the numbers of iterations from 0, up to a number or else for some seconds."""
    if iterations is not None:
        yield from range(iterations)
        return
    deadline = time.monotonic() + seconds
    number = 0
    while time.monotonic() < deadline:
        yield number
        number += 1


def tune_weights_for_books(
    books: Sequence[Book],
    *,
    rulesets: int,
    iterations: int,
    seed: int = 0,
    on_iteration: OnIteration | None = None,
) -> Weights:
    """Tune weights for all rulesets of some books of one family, and return them.

    The search begins with the weights before any learning. Each iteration plays other rulesets,
    and none that is held out.

    Args:
        books: Books of one family.
        rulesets: The number of rulesets in an iteration.
        iterations: The number of iterations.
        seed: The seed of the random trials.
        on_iteration: Called after each iteration with its number and the weights.

    Raises:
        GameError: The bots of these books have no weights.
    """
    family = load_family_with_weights(books[0])
    search = WeightSearch(family.weights, family.untuned_weights, seed)
    key = f"learned on {seed}"
    rulesets_by_book = [random_rulesets(book, key, held_out=False) for book in books]
    with ThreadPoolExecutor(count_cores()) as pool:
        for done in range(iterations):
            contests: list[Contest] = []
            while len(contests) < rulesets:
                contests += [Contest(next(of_book)) for of_book in rulesets_by_book]
            perturbations = rulesets * PERTURBATIONS_PER_RULESET
            _run_iteration(
                pool,
                search,
                contests * PERTURBATIONS_PER_RULESET,
                spread=FIRST_SPREAD + (LAST_SPREAD - FIRST_SPREAD) * done / iterations,
                dice=seed,
                first=done * perturbations,
            )
            if on_iteration:
                on_iteration(done + 1, search.mean_weights)
    return search.mean_weights


def _run_iteration(
    pool: ThreadPoolExecutor,
    search: WeightSearch,
    contests: Sequence[Contest],
    *,
    spread: float,
    dice: int,
    first: int,
) -> int:
    """Play one iteration: a random change of the weights, and its opposite, in each contest.

    Returns the number of decisions in its games.

    Args:
        pool: The threads.
        search: The search, which is moved by the results.
        contests: The contests, one for each change.
        spread: The size of the changes, as a share of each weight's range.
        dice: The dice seed.
        first: The number of the first game.
    """
    directions = search.draw_directions(len(contests))
    futures = [
        pool.submit(_play_change, search, contest, change=spread * direction, dice=dice, game=game)
        for game, (contest, direction) in enumerate(zip(contests, directions, strict=True), first)
    ]
    results = [future.result() for future in futures]
    search.move(directions, np.array([gain for gain, _ in results]))
    return sum(decisions for _, decisions in results)


def _play_change(
    search: WeightSearch, contest: Contest, *, change: Any, dice: int, game: int
) -> tuple[float, int]:
    """Return the result of a change of the weights against its opposite, from −1 to 1, and the
    number of decisions in its games.
    """
    changed = search.weights_at(search.position + change)
    opposite = search.weights_at(search.position - change)
    shares, decisions = contest.play(changed, opposite, dice=dice, first=game, count=1)
    return 2.0 * float(shares.mean()) - 1.0, decisions


def random_rulesets(book: Book, key: str, held_out: bool) -> Iterator[Ruleset]:
    """Yield random rulesets of a book without end, the same for the same key.

    `held_out` selects the rulesets that are held out, or all others.
    """
    chance = Random(f"{book.code} {key}")
    while True:
        seed = Seed.from_rng(chance, book.length)
        if is_held_out(book, seed) == held_out:
            yield resolve(book, seed)


def is_held_out(book: Book, seed: Seed) -> bool:
    """Return True if a ruleset is never used to learn the shipped weights.

    That is one ruleset in HELD_OUT, by a hash.
    """
    return hashlib.blake2b(f"{book.code}/{seed}".encode()).digest()[0] % HELD_OUT_ONE_IN == 0
