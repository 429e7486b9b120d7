"""Measure the time to record a replay of a game, and the size of the replay.

    python bench/films.py [--games 100] [--book classic …]

Each row is a book: the number of events, the CPU seconds to record a replay, and its size as JSON
that is compressed by gzip. The last line has the targets for 95 of 100 games.
"""

from __future__ import annotations

import argparse
import gzip
import time

from steps import BOOKS, random_games

from carnage.engine.games import Match
from carnage.engine.recording import record_replay
from carnage.replays import replay

# Targets for 95 of 100 replays of battles.
TARGET_S = 0.5
TARGET_KB = 150

KB = 1000


def quantile(values: list[float], share: float) -> float:
    """Return the smallest value that is at least as large as this share of all values."""
    index = min(len(values) - 1, int(share * len(values)))
    return sorted(values)[index]


def format_values(values: list[float], decimals: int) -> str:
    """Return the median, the 95th percentile and the maximum of values as columns."""
    columns = (quantile(values, 0.5), quantile(values, 0.95), max(values))
    return "".join(f"{value:7.{decimals}f}" for value in columns)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="of each book")
    parser.add_argument("--book", nargs="*", default=BOOKS)
    arguments = parser.parse_args()
    print(f"{'':10}{'events':>16}{'seconds':>21}{'kB compressed':>21}   of {arguments.games} games")
    print(f"{'':10}" + f"{'median':>8}{'most':>8}" + f"{'median':>7}{'95 %':>7}{'most':>7}" * 2)
    for book in arguments.book:
        events: list[float] = []
        times_s: list[float] = []
        sizes_kb: list[float] = []
        for number, ruleset in enumerate(random_games(book, arguments.games)):
            match = Match(ruleset, 0, number)
            if number == 0:
                record_replay(match)  # Loads modules and tables, once for the process.
            began = time.process_time()
            recorded = record_replay(match)
            times_s.append(time.process_time() - began)
            sizes_kb.append(len(gzip.compress(replay.encode_replay(recorded))) / KB)
            events.append(len(recorded.steps))
        line = f"{book:10}{quantile(events, 0.5):8.0f}{max(events):8.0f}"
        print(line + format_values(times_s, 2) + format_values(sizes_kb, 1))
    print(f"targets: battles in {TARGET_S} s, 95 of 100 replays in {TARGET_KB} kB")


if __name__ == "__main__":
    main()
