"""Measure `carnage tune`: how many unfair rulesets it makes fair, and if fresh games agree.

    python bench/balancing.py [--rulesets 10] [--books classic skirmish] [--workers 2]
    python bench/balancing.py classic/123… skirmish/456…

The rulesets are the first unfair ones in the order of `carnage roll --book B --text "tune B n"`:
their first player wins outside 42 to 58 % of 400 games, and again of 1,000 others. A row is printed
as soon as it is known, with the answer and its figures before and after. An answer that claims to
be fair is played again, 4,000 games at each strength on dice of this program, with bots that it
trains.
"""

from __future__ import annotations

import argparse
import statistics as stats
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count
from typing import Any

from carnage import catalog
from carnage.rulesets.address import read_game
from carnage.rulesets.ruleset import Ruleset
from carnage.seeds import Seed, casefold_text

UNFAIR = 0.08
CHECK_DICE = 51_515
CHECK_TRAINING = 9
CHECK_GAMES = 4000
BATCH = 8


def is_unfair(path: str) -> bool:
    """Return whether a ruleset is unfair between greedy bots, in two sets of games."""
    from carnage.lab.balance_aims import EVEN
    from carnage.lab.candidates import play_figures

    ruleset = read_game(path)
    for games, dice in ((400, 11), (1000, 12)):
        figures = play_figures(ruleset, games, dice=dice, weights=None, threads=1)
        if abs(figures.first.value - EVEN) <= UNFAIR:
            return False
    return True


def texts(code: str) -> Iterator[str]:
    """Yield the paths of the rulesets of a book in their order."""
    book = catalog.book(code)
    for n in count(1):
        yield f"{code}/{Seed.from_text(casefold_text(f'tune {code} {n}'), book.length).digits}"


def find_unfair(code: str, wanted: int, workers: ProcessPoolExecutor) -> list[str]:
    """Return the first unfair rulesets of a book."""
    found: list[str] = []
    paths = texts(code)
    while len(found) < wanted:
        batch = [next(paths) for _ in range(BATCH)]
        found += [
            p for p, unfair in zip(batch, workers.map(is_unfair, batch), strict=True) if unfair
        ]
    return found[:wanted]


def tune(path: str) -> tuple[str, dict[str, Any], float, list[float]]:
    """Balance a ruleset; return the answer, the seconds of CPU and the shares in further games."""
    from carnage.engine.tuning import tune_weights
    from carnage.lab.balance_aims import FAIR, Aim
    from carnage.lab.balancing import balance
    from carnage.lab.candidates import play_figures
    from carnage.lab.sampling_plan import TUNING_ITERATIONS

    began = time.process_time()
    *_, answer = balance(read_game(path), Aim(FAIR), threads=1)
    seconds = time.process_time() - began
    shares = []
    if answer["reached"]:
        changed: Ruleset = read_game(answer["address"])
        trained = tune_weights(changed, iterations=TUNING_ITERATIONS, seed=CHECK_TRAINING)
        for weights in (None, trained):
            figures = play_figures(
                changed, CHECK_GAMES, dice=CHECK_DICE, weights=weights, threads=1
            )
            shares.append(figures.first.value)
    return path, answer, seconds, shares


def print_answer(path: str, answer: dict[str, Any], seconds: float, shares: list[float]) -> None:
    changes = ", ".join(f"{each['number']} {each['value']:g}" for each in answer["rules"])
    before, after = (
        [round(each["first"]["value"], 3) for each in answer[name].values()]
        for name in ("before", "after")
    )
    verdict = "fair" if answer["reached"] else "cannot be had"
    checked = f"; further games {[round(share, 3) for share in shares]}" if shares else ""
    print(
        f"  {path}: {verdict}; {changes or 'nothing'}; {before} → {after}, neighbours within "
        f"{answer['neighbour_gap']:.3f}{checked}; {seconds:.0f} s",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rulesets_by_id", nargs="*", metavar="ID", help="balance these only")
    parser.add_argument("--rulesets", type=int, default=10)
    parser.add_argument("--books", nargs="*", default=["classic", "skirmish"])
    parser.add_argument("--workers", type=int, help="processes; default: one for each core")
    arguments = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(arguments.workers) as workers:
        paths = arguments.rulesets_by_id
        if not paths:
            for code in arguments.books:
                paths += find_unfair(code, arguments.rulesets, workers)
        for task in as_completed([workers.submit(tune, path) for path in paths]):
            row = task.result()
            rows.append(row)
            print_answer(*row)
    fair = [row for row in rows if row[1]["reached"]]
    denied = [row for row in fair if any(abs(share - 0.5) > 0.05 for share in row[3])]
    print(
        f"{len(fair)} of {len(rows)} fair; further games deny {len(denied)}; median "
        f"{stats.median(row[2] for row in rows):.0f} s of CPU"
    )


if __name__ == "__main__":
    main()
