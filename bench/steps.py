"""Measure the time between a person's answer and the next question, and of replaying a long game.

    python bench/steps.py [--games 1000] [--book classic …]

A step is one answer of a person, the answers of the bots, and the next question. The person has
seat 0, plays against greedy bots, and chooses as the greedy bot would. The last line is one long
game of classic in which persons take all decisions.

Each row is a book: the number of steps, and their times in CPU milliseconds.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from carnage import catalog
from carnage.engine.games import Match
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

BOOKS = catalog.book_codes()
MS_PER_S = 1000.0

TARGET_MEDIAN_MS = 0.25
TARGET_LONGEST_MS = 3.0
TARGET_LONG_GAME_MS = 150.0

LONG_GAME_DECISIONS = 881
LONG_GAME_CANDIDATES = 400
REPEATS = 5


@dataclass(frozen=True)
class StepTimes:
    """The times of the steps in games of a book, in milliseconds."""

    book: str
    count: int
    median_ms: float
    per_mille_999_ms: float
    longest_ms: float


def random_games(book_code: str, count: int) -> Iterator[Ruleset]:
    """Yield random games of a book, the same ones every time."""
    chance = random.Random(2)
    book = catalog.book(book_code)
    for _ in range(count):
        digits = "".join(str(chance.randrange(10)) for _ in range(book.length))
        yield resolve(book, Seed.parse(digits, book.length))


def time_steps(book: str, games: int) -> list[float]:
    """Return the CPU seconds of each step in random games of a book."""
    times_s: list[float] = []
    for number, ruleset in enumerate(random_games(book, games)):
        match = Match(ruleset, 0, number, bots=("person", "greedy"))
        while match.question is not None:
            option = int(match.family.entries.advice(match.game_rows))
            began = time.process_time()
            match.choose(option)
            times_s.append(time.process_time() - began)
    return times_s


def measure(book: str, games: int) -> StepTimes:
    """Return the times of the steps in random games of a book."""
    Match(next(random_games(book, 1)))  # Compiles and loads the rules.
    gc.collect()
    times_ms = [MS_PER_S * seconds for seconds in time_steps(book, games)]
    return StepTimes(
        book=book,
        count=len(times_ms),
        median_ms=statistics.median(times_ms),
        per_mille_999_ms=statistics.quantiles(times_ms, n=1000)[-1],
        longest_ms=max(times_ms),
    )


def find_long_game() -> Match:
    """Return the random game of classic with a number of decisions near LONG_GAME_DECISIONS."""
    rulesets = random_games("classic", LONG_GAME_CANDIDATES)
    games = (Match(ruleset, log_length=0) for ruleset in rulesets)
    return min(games, key=lambda match: abs(len(match.decisions) - LONG_GAME_DECISIONS))


def time_decisions(match: Match) -> float:
    """Return the CPU seconds to take the decisions of a game one by one; the least of REPEATS."""
    times_s = []
    for _ in range(REPEATS):
        copy = Match(match.ruleset, match.seed, match.number, bots=("person",))
        began = time.process_time()
        for decision in match.decisions:
            copy.choose(decision)
        times_s.append(time.process_time() - began)
    return min(times_s)


def print_steps(rows: Sequence[StepTimes], games: int) -> None:
    """Print a table with a row for each book."""
    title = "a person’s step, milliseconds"
    print(f"\n{title:30}{'steps':>10}{'median':>10}{'99.9 %':>10}{'longest':>10}")
    for row in rows:
        times = f"{row.median_ms:10.3f}{row.per_mille_999_ms:10.3f}{row.longest_ms:10.3f}"
        print(f"{row.book:30}{row.count:10,}{times}")
    targets = f"{TARGET_MEDIAN_MS:10.3f}{'':10}{TARGET_LONGEST_MS:10.3f}"
    print(f"{'target':30}{'':10}{targets}    in {games:,} random games each")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="of each book")
    parser.add_argument("--book", nargs="+", default=BOOKS, choices=BOOKS)
    arguments = parser.parse_args()
    rows = [measure(book, arguments.games) for book in arguments.book]
    print_steps(rows, arguments.games)
    match = find_long_game()
    took_ms = MS_PER_S * time_decisions(match)
    print(
        f"a game of classic with {len(match.decisions)} decisions: {took_ms:.0f} ms (target "
        f"{TARGET_LONG_GAME_MS:.0f})"
    )


if __name__ == "__main__":
    main()
