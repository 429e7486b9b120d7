"""How long games take as PDF and how large they are, beside what is aimed at: rulebooks of random
games.

    python bench/prints.py [--games 100] [--book skirmish]

Each book's games are printed one after the other in one process that is warm, as a worker's is.
Time by the clock says what a visitor waits on a machine that does nothing else; processor time
hardly depends on what else it does.
"""

from __future__ import annotations

import argparse
import statistics
import time

from carnage import catalog, printing
from carnage.rulebook import build_rulebook
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

AIM_SECONDS, AIM_SHARE = 1.5, 0.95
AIM_BYTES = 600_000
SITE = "https://carnage.example"
STRIDE = 714_025_183_951_307_283_650_941  # prime to ten, so that no seed comes twice


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="of each book")
    parser.add_argument("--book", action="append", choices=catalog.book_codes())
    asked = parser.parse_args()
    print(
        f"{'book':10}{'s, median':>12}{'95 of 100':>12}{'most':>8}{'CPU':>10}{'kB, median':>12}{'most':>8}"
    )
    met = True
    for code in asked.book or catalog.book_codes():
        book = catalog.book(code)
        clock, spent, sizes = [], [], []
        for number in range(-1, asked.games):
            digits = str((number + 1) * STRIDE % 10**book.length).zfill(book.length)
            game = build_rulebook(resolve(book, Seed(digits)))
            began, cpu = time.perf_counter(), time.process_time()
            made = printing.pdf(game, site=SITE)
            if number < 0:
                continue  # what all games share is made with the first
            clock.append(time.perf_counter() - began)
            spent.append(time.process_time() - cpu)
            sizes.append(len(made))
        at = max(0, round(AIM_SHARE * asked.games) - 1)
        slow, busy = sorted(clock)[at], sorted(spent)[at]
        met = met and busy <= AIM_SECONDS and max(sizes) <= AIM_BYTES
        print(
            f"{code:10}{statistics.median(clock):12.2f}{slow:12.2f}{max(clock):8.2f}{busy:10.2f}"
            f"{statistics.median(sizes) / 1000:12.0f}{max(sizes) / 1000:8.0f}"
        )
    print(
        f"\nAimed at: {AIM_SHARE:.0%} within {AIM_SECONDS} s on a machine of their own, none over "
        f"{AIM_BYTES / 1000:.0f} kB: {'met' if met else 'NOT met'} by processor time."
    )


if __name__ == "__main__":
    main()
