"""This checkout beside another one: how fast games go in each, and a person's steps in them.

    git worktree add ../before 40f1fc5
    python bench/versus.py ../before [--rounds 5] [--games 40] [--steps 30] [--book classic …]

Each round asks both, one after the other, in processes of their own, so that a busy machine harms both
alike; what is told are medians of processor time and of the rounds' ratios. Both play the same rulesets with
the same dice, greedy against greedy; in a step a person in seat 0 answers at random, and greedy bots go on.
Either compiles its rules first, into the cache that CARNAGE_CACHE names.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent.parent
BOOKS = ("classic", "skirmish", "duel", "gamble")
# Only what every version has had: it runs in the other checkout as well.
ASKED = """
import json, random, statistics, sys, time
from carnage import catalog
from carnage.engine.games import Match
from carnage.engine.simulating import simulate
from carnage.ruleset import resolve
from carnage.seeds import Seed

code, rulesets, games, stepped = sys.argv[1], *map(int, sys.argv[2:])
book, chance = catalog.book(code), random.Random(1)
rolled = [
    resolve(book, Seed.parse("".join(str(chance.randrange(10)) for _ in range(book.length)), book.length))
    for _ in range(rulesets)
]
for ruleset in rolled[:3]:
    simulate(ruleset, 2)
worked = time.process_time()
for ruleset in rolled:
    simulate(ruleset, games)
rate = rulesets * games / (time.process_time() - worked)
took = []
for number in range(stepped):
    match = Match(rolled[number % rulesets], 0, number, ("person", "greedy"))
    while match.question is not None:
        option = chance.randrange(len(match.question.options))
        began = time.process_time()
        match.choose(option)
        took.append(1000.0 * (time.process_time() - began))
print(json.dumps([rate, statistics.median(took), max(took)]))
"""
FIGURES = ("games a second", "a step, median, ms", "a step, longest, ms")


def asked(checkout: Path, book: str, rulesets: int, games: int, stepped: int) -> list[float]:
    """FIGURES of one book in a checkout."""
    shell = {**os.environ, "PYTHONPATH": str(checkout)}
    printed = subprocess.run(
        [sys.executable, "-c", ASKED, book, *map(str, (rulesets, games, stepped))],
        env=shell,
        cwd=checkout,
        check=True,
        capture_output=True,
        text=True,
    )
    figures: list[float] = json.loads(printed.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rulesets", type=int, default=60)
    parser.add_argument("--games", type=int, default=40, help="of each ruleset")
    parser.add_argument("--steps", type=int, default=30, help="games in which steps are taken")
    parser.add_argument("--book", nargs="*", default=BOOKS, choices=BOOKS)
    given = parser.parse_args()
    print(f"{'':38}{'there':>10}{'here':>10}{'here/there':>12}    (each round)")
    for book in given.book:
        for checkout in (given.other, HERE):
            asked(checkout, book, 1, 1, 1)
        rounds = [
            [asked(where, book, given.rulesets, given.games, given.steps) for where in (given.other, HERE)]
            for _ in range(given.rounds)
        ]
        for n, name in enumerate(FIGURES):
            there, here = ([each[side][n] for each in rounds] for side in (0, 1))
            ratios = [b / a for a, b in zip(there, here, strict=True)]
            spread = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            print(
                f"{book + ': ' + name:38}{statistics.median(there):10,.2f}{statistics.median(here):10,.2f}"
                f"{statistics.median(ratios):12.2f}    ({spread})",
                flush=True,
            )


if __name__ == "__main__":
    main()
