"""How long filming a game takes, and how large a film is.

    python bench/films.py [--games 100] [--book classic …]

Times are of this process’s processor; sizes are those of the JSON, compressed by gzip.
"""

from __future__ import annotations

import argparse
import gzip
import time

from steps import BOOKS, random_games

from carnage.engine.games import Match
from carnage.engine.recording import record_replay
from carnage.replays import replay

SECONDS, KILOBYTES = 0.5, 150  # what 95 of 100 films of battles are to keep within
KB = 1000


def share(values: list[float], part: float) -> float:
    """The value that so large a part of all is not above."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--book", nargs="*", default=BOOKS)
    asked = parser.parse_args()
    print(f"{'':10}{'events':>16}{'seconds':>21}{'kB compressed':>21}   of {asked.games} games")
    print(f"{'':10}" + f"{'median':>8}{'most':>8}" + f"{'median':>7}{'95 %':>7}{'most':>7}" * 2)
    for book in asked.book:
        events: list[float] = []
        took: list[float] = []
        sizes: list[float] = []
        for number, ruleset in enumerate(random_games(book, asked.games)):
            match = Match(ruleset, 0, number)
            if not number:
                record_replay(match)  # what is worked out once a process
            began = time.process_time()
            filmed = record_replay(match)
            took.append(time.process_time() - began)
            sizes.append(len(gzip.compress(replay.encode_replay(filmed))) / KB)
            events.append(len(filmed.steps))
        line = f"{book:10}{share(events, 0.5):8.0f}{max(events):8.0f}"
        line += "".join(
            f"{value:7.2f}" for value in (share(took, 0.5), share(took, 0.95), max(took))
        )
        print(
            line
            + "".join(
                f"{value:7.1f}" for value in (share(sizes, 0.5), share(sizes, 0.95), max(sizes))
            )
        )
    print(f"aimed at: battles in {SECONDS} s, 95 of 100 films in {KILOBYTES} kB")


if __name__ == "__main__":
    main()
