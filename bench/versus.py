"""This state beside another: how fast games go in each, a person's steps in them, and what they aim at.

    python bench/versus.py 40f1fc5 [--rounds 5] [--games 100] [--steps 30] [--book classic …] [--cold]

Each round asks both, one after the other, in processes of their own, and then plays OpenSpiel's backgammon,
so that a busy machine harms all alike; what is told are medians of processor time and of the rounds' ratios.
Both play the same rulesets with the same dice, greedy against greedy; in a step a person in seat 0 answers at
random, and greedy bots go on. Each builds its libraries first, into the cache that CARNAGE_CACHE names; with
`--cold` each also builds that of the battles into an empty one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from before import HERE, checkout
from engine import AIMS, START, rollouts, timed

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
def work(games):
    began = time.process_time()
    for ruleset in rolled:
        simulate(ruleset, games)
    return time.process_time() - began
work(1)  # what is worked out once for each ruleset, and kept
one = work(1)  # with it, all else that a ruleset costs before its first game
rate = rulesets * (games - 1) / (work(games) - one)
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
STEP_AIMS = {1: "0.25", 2: "3"}  # of battles
CLASSIC_AIM, SKIRMISH_AIM, COLD_AIM = (
    AIMS[name] for name in ("one core to backgammon", "skirmish to classic", "first start")
)


def asked(where: Path, book: str, rulesets: int, games: int, stepped: int) -> list[float]:
    """FIGURES of one book in a checkout."""
    shell = {**os.environ, "PYTHONPATH": str(where)}
    printed = subprocess.run(
        [sys.executable, "-c", ASKED, book, *map(str, (rulesets, games, stepped))],
        env=shell,
        cwd=where,
        check=True,
        capture_output=True,
        text=True,
    )
    figures: list[float] = json.loads(printed.stdout.splitlines()[-1])
    return figures


def cold_start(where: Path) -> float:
    """Seconds by the clock until a new process has compiled battles into an empty cache, and begun a game."""
    with tempfile.TemporaryDirectory() as cache:
        shell = {**os.environ, "PYTHONPATH": str(where), "CARNAGE_CACHE": cache}
        printed = subprocess.run(
            [sys.executable, "-c", START], env=shell, cwd=where, check=True, capture_output=True, text=True
        )
    return float(printed.stdout.split()[0])


def tell(name: str, there: list[float], here: list[float], aim: str = "") -> None:
    """One line: both medians, and how this checkout does beside the other."""
    ratios = [b / a for a, b in zip(there, here, strict=True)]
    spread = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(
        f"{name:38}{statistics.median(there):10,.2f}{statistics.median(here):10,.2f}"
        f"{statistics.median(ratios):12.2f}  {aim:>6}    ({spread})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", help="a commit, or the folder of another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rulesets", type=int, default=60)
    parser.add_argument("--games", type=int, default=100, help="of each ruleset")
    parser.add_argument("--steps", type=int, default=30, help="games in which steps are taken")
    parser.add_argument("--book", nargs="*", default=BOOKS, choices=BOOKS)
    parser.add_argument("--cold", action="store_true", help="compile battles into an empty cache, too")
    given = parser.parse_args()
    with checkout(given.other) as other:
        compare((other, HERE), given)


def compare(checkouts: tuple[Path, Path], given: argparse.Namespace) -> None:
    """Measure both, the other first, and print it."""
    play_backgammon = rollouts("backgammon")
    took: dict[str, list[list[list[float]]]] = {book: [] for book in given.book}
    backgammon: list[float] = []
    for book in given.book:
        for where in checkouts:
            asked(where, book, 1, 2, 1)
    for _ in range(given.rounds):
        for book in given.book:
            took[book].append(
                [asked(where, book, given.rulesets, given.games, given.steps) for where in checkouts]
            )
        backgammon.append(timed(play_backgammon, 1.0)[1])
    rates = {book: [[each[side][0] for each in took[book]] for side in (0, 1)] for book in given.book}
    print(f"{'':38}{'there':>10}{'here':>10}{'here/there':>12}  {'aim':>6}    (each round)")
    for book in given.book:
        for n, name in enumerate(FIGURES):
            there, here = ([each[side][n] for each in took[book]] for side in (0, 1))
            aim = STEP_AIMS.get(n, "") if book in ("classic", "skirmish") else ""
            tell(f"{book}: {name}", there, here, aim)
    print(f"OpenSpiel backgammon, games a second: {statistics.median(backgammon):,.0f}")
    if "classic" in rates:
        there, here = ([a / b for a, b in zip(rate, backgammon, strict=True)] for rate in rates["classic"])
        tell("classic, times backgammon", there, here, CLASSIC_AIM)
    if "classic" in rates and "skirmish" in rates:
        there, here = (
            [a / b for a, b in zip(*each, strict=True)]
            for each in zip(rates["skirmish"], rates["classic"], strict=True)
        )
        tell("skirmish, times classic", there, here, SKIRMISH_AIM)
    if given.cold:
        tell("battles compiled, s", *([cold_start(where)] for where in checkouts), COLD_AIM)


if __name__ == "__main__":
    main()
