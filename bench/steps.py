"""How long a person's step takes, and a walk through a whole game.

    python bench/steps.py [--games 1000] [--book classic …]

A step is one answer of a person, what the bots answer to it, and the next question: that of a
person in seat 0 against greedy bots, who takes what the greedy bot would. A walk takes every
decision of one long game of classic as a person's.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from carnage import catalog
from carnage.engine.games import Match
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

BOOKS = catalog.book_codes()
MILLISECOND = 1e-3
MEDIAN, LONGEST, WALK = 0.25, 3.0, 150.0  # what is aimed at, in milliseconds
LONG = 881  # decisions of the game that is walked


def random_games(book: str, count: int) -> Iterator[Ruleset]:
    """The same ones every time."""
    chance = random.Random(2)
    whole = catalog.book(book)
    for _ in range(count):
        digits = "".join(str(chance.randrange(10)) for _ in range(whole.length))
        yield resolve(whole, Seed.parse(digits, whole.length))


def steps(book: str, count: int) -> list[float]:
    """Seconds of processor time (nobody else's work counts) that each step of a person took."""
    took: list[float] = []
    for number, ruleset in enumerate(random_games(book, count)):
        match = Match(ruleset, 0, number, ("person", "greedy"))
        while match.question is not None:
            option = int(match.family.entries.advice(match.game_rows))
            began = time.process_time()
            match.choose(option)
            took.append(time.process_time() - began)
    return took


def long_game() -> Match:
    """The game of classic, among random ones, whose decisions come nearest to LONG."""
    games = (Match(ruleset, log_length=0) for ruleset in random_games("classic", 400))
    return min(games, key=lambda match: abs(len(match.decisions) - LONG))


def walk(whole: Match, repeats: int = 5) -> float:
    """Seconds in which every decision of a game is made by persons, one by one; the least of a
    few walks.
    """
    took = []
    for _ in range(repeats):
        walked = Match(whole.ruleset, whole.seed, whole.number, ("person",))
        began = time.process_time()
        for decision in whole.decisions:
            walked.choose(decision)
        took.append(time.process_time() - began)
    return min(took)


def measure(books: tuple[str, ...], count: int) -> dict[str, Any]:
    """The figures, in milliseconds."""
    figures: dict[str, Any] = {"games": count, "steps": {}}
    for book in books:
        Match(next(random_games(book, 1)))  # whatever has to be compiled or loaded
        gc.collect()
        took = [step / MILLISECOND for step in steps(book, count)]
        figures["steps"][book] = {
            "count": len(took),
            "median": statistics.median(took),
            "99.9 %": statistics.quantiles(took, n=1000)[-1],
            "longest": max(took),
        }
    whole = long_game()
    figures["walk"] = {"decisions": len(whole.decisions), "took": walk(whole) / MILLISECOND}
    return figures


def report(figures: dict[str, Any]) -> None:
    """The figures as a table."""
    print(
        f"\n{'a person’s step, milliseconds':30}{'steps':>10}{'median':>10}{'99.9 %':>10}{'longest':>10}"
    )
    for book, took in figures["steps"].items():
        print(
            f"{book:30}{took['count']:10,}{took['median']:10.3f}{took['99.9 %']:10.3f}{took['longest']:10.3f}"
        )
    print(
        f"{'aim':30}{'':10}{MEDIAN:10.3f}{'':10}{LONGEST:10.3f}    in {figures['games']:,} "
        "random games each"
    )
    took = figures["walk"]
    print(
        f"a walk through a game of classic of {took['decisions']} decisions: "
        f"{took['took']:.0f} ms (aim {WALK:.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="of each book")
    parser.add_argument("--book", nargs="+", default=BOOKS, choices=BOOKS)
    asked = parser.parse_args()
    report(measure(tuple(asked.book), asked.games))


if __name__ == "__main__":
    main()
