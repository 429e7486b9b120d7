"""How good the greedy bot is: its games against the planner, which tries each choice out.

    python bench/bots.py [--book skirmish …] [--rulesets 20] [--minutes 15]

The rulesets are random ones that the shipped weights were not learned with. The planner plays two
games of each, one from each seat, on that many rulesets, or on as many as are begun within the
minutes. A draw counts as half a game; the mean share has a 95 % bootstrap interval over rulesets.
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

RESAMPLES = 2000


def planner_share(ruleset: Ruleset) -> float:
    """Return the planner's share of two games against the greedy bot, one from each seat."""
    shares = []
    for seat, bots in enumerate((("planner", "greedy"), ("greedy", "planner"))):
        match = Match(ruleset, 9, 0, bots, log_length=0)
        run_planner(match)
        winner = int(match.record.winner)
        shares.append(0.5 if winner < 0 else float(winner == seat))
    return sum(shares) / 2.0


def mean_interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a mean over rulesets."""
    resampled = np.random.default_rng(1).choice(shares, (RESAMPLES, len(shares)))
    low, high = np.percentile(resampled.mean(axis=1), (2.5, 97.5))
    return float(low), float(high)


def measure(code: str, rulesets: Sequence[Ruleset], minutes: float) -> None:
    """Print the planner's share of all games that are begun in time, so that long ones are not
    left out.
    """
    until = time.monotonic() + 60.0 * minutes

    def try_ruleset(ruleset: Ruleset) -> float | None:
        return planner_share(ruleset) if time.monotonic() < until else None

    with ThreadPoolExecutor(count_cores()) as pool:
        shares = [share for share in pool.map(try_ruleset, rulesets) if share is not None]
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
    given = parser.parse_args()
    for code in given.book:
        book = catalog.book(code)
        load_family(book.family)
        pairs = (
            ruleset for ruleset in random_rulesets(book, "bench", True) if ruleset.players == 2
        )
        measure(code, list(islice(pairs, given.rulesets)), given.minutes)


if __name__ == "__main__":
    main()
