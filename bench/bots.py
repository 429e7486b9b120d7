"""Measure the greedy bot against the planner, which plays each option out.

    python bench/bots.py [--book skirmish …] [--rulesets 20] [--minutes 15]

The rulesets are random and held out: the weights of the package were not tuned with them. The
planner plays two games of each ruleset, one from each seat. No ruleset is begun after `--minutes`.

Each row is a book, with the planner's mean share of points and a 95 % bootstrap interval over
rulesets. A draw counts as half a win.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np

from carnage import catalog
from carnage.engine.games import Match, load_family
from carnage.engine.planner import run_planner
from carnage.engine.simulation import count_cores
from carnage.engine.tuning import random_rulesets
from carnage.rulesets.ruleset import Ruleset

DICE_SEED = 9
RESAMPLES = 2000
SEATINGS = (("planner", "greedy"), ("greedy", "planner"))


def planner_share(ruleset: Ruleset) -> float:
    """Return the planner's share of two games against the greedy bot, one from each seat."""
    points = 0.0
    for planner_seat, bots in enumerate(SEATINGS):
        match = Match(ruleset, DICE_SEED, 0, bots=bots, log_length=0)
        run_planner(match)
        winner = int(match.record.winner)
        if winner < 0:
            points += 0.5
        elif winner == planner_seat:
            points += 1.0
    return points / len(SEATINGS)


def mean_interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a mean over rulesets."""
    resampled = np.random.default_rng(1).choice(shares, (RESAMPLES, len(shares)))
    low, high = np.percentile(resampled.mean(axis=1), (2.5, 97.5))
    return float(low), float(high)


def measure(code: str, rulesets: Sequence[Ruleset], minutes: float) -> None:
    """Print the planner's share of all games of rulesets that are begun in time.

    Games are played to their end, so that long ones are not left out.
    """
    end = time.monotonic() + 60.0 * minutes

    def play_in_time(ruleset: Ruleset) -> float | None:
        return planner_share(ruleset) if time.monotonic() < end else None

    with ThreadPoolExecutor(count_cores()) as pool:
        shares = [share for share in pool.map(play_in_time, rulesets) if share is not None]
    low, high = mean_interval(shares)
    share = f"{np.mean(shares):.2f} ({low:.2f} to {high:.2f})"
    print(f"{code}: the planner takes {share} of {2 * len(shares)} games", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", nargs="*", default=["skirmish", "classic", "duel"])
    parser.add_argument("--rulesets", type=int, default=20, help="of each book")
    parser.add_argument(
        "--minutes", type=float, default=15.0, help="in which games begin, for each book"
    )
    arguments = parser.parse_args()
    for code in arguments.book:
        book = catalog.book(code)
        load_family(book.family)
        held_out = random_rulesets(book, "bench", True)
        two_players = (ruleset for ruleset in held_out if ruleset.players == 2)
        measure(code, list(islice(two_players, arguments.rulesets)), arguments.minutes)


if __name__ == "__main__":
    main()
