"""Measure the time to print rulebooks of random games as PDF, and the size of the PDFs.

    python bench/prints.py [--games 100] [--book skirmish]

The games of a book are printed one after the other in one process, which is warm like a worker.

Each row is a book: seconds by the clock (median, 95th percentile, maximum), CPU seconds (95th
percentile) and kB (median, maximum). The time by the clock is the wait of a visitor on an idle
machine; the CPU time hardly depends on other processes.
"""

from __future__ import annotations

import argparse
import statistics
import time

from carnage import catalog, printing
from carnage.rulebook import build_rulebook
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

TARGET_S = 1.5
TARGET_SHARE = 0.95
TARGET_BYTES = 600_000
SITE = "https://carnage.example"
STRIDE = 714_025_183_951_307_283_650_941  # Prime to ten, so that no seed occurs twice.


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="of each book")
    parser.add_argument("--book", action="append", choices=catalog.book_codes())
    arguments = parser.parse_args()
    times = f"{'s, median':>12}{'95 of 100':>12}{'most':>8}{'CPU':>10}"
    print(f"{'book':10}{times}{'kB, median':>12}{'most':>8}")
    are_targets_met = True
    for code in arguments.book or catalog.book_codes():
        book = catalog.book(code)
        times_s = []
        cpu_times_s = []
        sizes = []
        for number in range(-1, arguments.games):
            digits = str((number + 1) * STRIDE % 10**book.length).zfill(book.length)
            rulebook = build_rulebook(resolve(book, Seed(digits)))
            began = time.perf_counter()
            cpu_began = time.process_time()
            pdf = printing.pdf(rulebook, site=SITE)
            if number < 0:
                continue  # The first PDF also fills the caches that all games share.
            times_s.append(time.perf_counter() - began)
            cpu_times_s.append(time.process_time() - cpu_began)
            sizes.append(len(pdf))
        index = max(0, round(TARGET_SHARE * arguments.games) - 1)
        time_s = sorted(times_s)[index]
        cpu_time_s = sorted(cpu_times_s)[index]
        are_targets_met &= cpu_time_s <= TARGET_S and max(sizes) <= TARGET_BYTES
        print(
            f"{code:10}{statistics.median(times_s):12.2f}{time_s:12.2f}{max(times_s):8.2f}"
            f"{cpu_time_s:10.2f}{statistics.median(sizes) / 1000:12.0f}{max(sizes) / 1000:8.0f}"
        )
    verdict = "met" if are_targets_met else "NOT met"
    print(
        f"\nTargets: {TARGET_SHARE:.0%} within {TARGET_S} s on an idle machine, none over "
        f"{TARGET_BYTES / 1000:.0f} kB: {verdict} by CPU time."
    )


if __name__ == "__main__":
    main()
