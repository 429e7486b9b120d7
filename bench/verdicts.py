"""Measure how reliable playtests are: how many games a verdict takes, and if fresh dice confirm it.

    python bench/verdicts.py [--book skirmish …] [--rulesets 200] [--again 50] [--swaps 20]

The rulesets are random. `--again` of them are playtested again on other dice. For `--swaps` of
them, other options of some tables are tried on two sets of dice.

Each row is a measure of a book. Shares have a 95 % interval, and most have a target:

- verdicts and checks that are settled, and those that are equal on fresh dice;
- seconds until the first metrics and until the last, on all cores, and the number of games;
- intervals of 1,000 games that contain the value of 20,000 other games, which has an error too;
- the speed of games with rows of stages, relative to games without;
- differences between options that have the same sign on fresh dice.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, NamedTuple

SEED = 20_260_303
OTHER_DICE = 1_000
SHORT_GAMES = 1_000
LONG_GAMES = 20_000
STAGE_RULESETS = 12  # To measure the cost of rows of stages.
STAGE_GAMES = 200  # Of each of these rulesets.
STAGE_REPEATS = 3
SWAPPED_TABLES = 3  # Of a ruleset.
SWAPPED_OPTIONS = 3  # Of a table.


class Judgement(NamedTuple):
    """The result of a playtest that ended when no check needed more games.

    Attributes:
        first_s: Seconds until the first metrics.
        last_s: Seconds until the last metrics.
        games: The number of games.
        grade: The grade of the verdict.
        is_clear: Whether the verdict is settled.
        is_settled: Whether all checks are settled.
        grades: The grade of each check, and whether it is settled.
    """

    first_s: float
    last_s: float
    games: int
    grade: int
    is_clear: bool
    is_settled: bool
    grades: dict[str, tuple[int, bool]]


def random_rulesets(book: Any, count: int) -> list[Any]:
    """Return random rulesets of a book, the same ones every time."""
    from carnage.rulesets.ruleset import resolve
    from carnage.seeds import Seed

    chance = random.Random(f"verdicts {SEED} {book.code}")
    return [
        resolve(book, Seed("".join(chance.choices("0123456789", k=book.length))))
        for _ in range(count)
    ]


def playtest(ruleset: Any, dice: int = 0) -> Judgement:
    """Playtest a ruleset between greedy bots until all checks are settled."""
    from carnage.lab import checks
    from carnage.lab.runner import Playtest, first_verdict_steps

    began = time.perf_counter()
    first_s = 0.0
    last_s = 0.0
    metrics: dict[str, Any] = {}
    for step in first_verdict_steps(Playtest(ruleset, dice=dice)):
        metrics = step
        last_s = time.perf_counter() - began
        first_s = first_s or last_s
    results = list(checks.run_checks(ruleset, metrics))
    grade, is_clear = checks.overall_grade(results)
    return Judgement(
        first_s=first_s,
        last_s=last_s,
        games=metrics["games"],
        grade=grade,
        is_clear=is_clear,
        is_settled=all(check.is_certain for check in results),
        grades={check.name: (check.grade, check.is_certain) for check in results},
    )


def print_share(name: str, hits: list[bool], target: str = "") -> None:
    """Print the share of hits with its interval, if there are any values."""
    from carnage.common.intervals import wilson

    if not hits:
        return
    low, high = wilson(sum(hits), len(hits))
    line = f"  {name:64}{sum(hits) / len(hits):.1%} of {len(hits):,} ({low:.1%} to {high:.1%})"
    if target:
        line += f", target {target}"
    print(line, flush=True)


def print_times(name: str, values: list[float], target: int) -> None:
    """Print the median and the 95th percentile of times in seconds."""
    high = statistics.quantiles(values, n=20)[-1]
    print(f"  {name:64}median {statistics.median(values):.2f}, 95% {high:.2f}, target {target}")


def check_intervals(ruleset: Any, dice: int) -> list[bool]:
    """Return for each share of games whether a short run's interval contains a long run's value.

    The short run of each ruleset has other dice. With the same dice, the errors of all rulesets
    would be correlated.
    """
    from carnage.common.intervals import Z95
    from carnage.lab.runner import Playtest

    short = Playtest(ruleset, z=Z95, dice=dice)
    long = Playtest(ruleset, z=Z95, dice=OTHER_DICE)
    short.evaluate(SHORT_GAMES)
    long.evaluate(LONG_GAMES)
    short_shares = short.metrics()["shares"]
    long_shares = long.metrics()["shares"]
    names = [name for name in short_shares if name != "places"]
    pairs = [(short_shares[name], long_shares[name]["value"]) for name in names]
    pairs.append((short_shares["places"][0], long_shares["places"][0]["value"]))
    return [
        interval["low"] <= value <= interval["high"]
        for interval, value in pairs
        if 0.0 < value < 1.0
    ]


def compare_signs(ruleset: Any, chance: random.Random) -> list[bool]:
    """Return for each difference that excludes 0 whether it has the same sign on other dice."""
    from carnage.catalog.variants import list_variants
    from carnage.lab.comparison import SCREENING_GAMES, Baseline

    trial = Baseline(ruleset)
    other_trial = Baseline(ruleset, games=4 * SCREENING_GAMES, dice=OTHER_DICE)
    are_equal = []
    for table in chance.sample(ruleset.book.rolled, SWAPPED_TABLES):
        roll = int(ruleset.choice(table.id).digits)
        other_variants = [variant for variant in list_variants(table) if roll not in variant.rolls]
        for variant in other_variants[:SWAPPED_OPTIONS]:
            shifts = trial.compare_variant(table, variant)["shifts"]
            other_shifts = other_trial.compare_variant(table, variant)["shifts"]
            for name, shift in shifts.items():
                excludes_zero = shift["low"] > 0.0 or shift["high"] < 0.0
                if excludes_zero and name in other_shifts:
                    are_equal.append(shift["value"] * other_shifts[name]["value"] > 0.0)
    return are_equal


def measure_stage_cost(rulesets: list[Any]) -> float:
    """Return the speed of games with rows of stages, relative to games without, by CPU time."""
    from carnage.engine import games
    from carnage.engine.simulation import play_games

    took = {True: 0.0, False: 0.0}
    for ruleset in rulesets:
        bots = games.assign_seats(ruleset, ("greedy",))
        for _ in range(STAGE_REPEATS):
            for stages in took:
                began = time.process_time()
                play_games(ruleset, STAGE_GAMES, bots, 0, threads=1, stages=stages)
                took[stages] += time.process_time() - began
    return took[False] / took[True]


def measure_book(book: Any, arguments: argparse.Namespace) -> None:
    """Print the measures of a book."""
    from carnage.engine.games import load_family

    load_family(book.family)
    count = max(arguments.rulesets, arguments.again, arguments.swaps)
    rulesets = random_rulesets(book, count)
    playtest(rulesets[0])  # Loads modules and tables.
    judgements = [playtest(ruleset) for ruleset in rulesets[: arguments.rulesets]]
    print(f"\n{book.code}, {len(judgements)} rulesets")
    print_share("the verdict is settled", [each.is_clear for each in judgements], "95%")
    print_share("all checks are settled", [each.is_settled for each in judgements])
    print_times("seconds until the first metrics", [each.first_s for each in judgements], 1)
    print_times("seconds until all checks are settled", [each.last_s for each in judgements], 5)
    games = statistics.median(each.games for each in judgements)
    print(f"  {'games':64}median {games:,.0f}")
    repeated_rulesets = rulesets[: arguments.again]
    repeated = [playtest(ruleset, OTHER_DICE) for ruleset in repeated_rulesets]
    print_repetition(list(zip(judgements, repeated, strict=False)))
    hits = []
    for number, ruleset in enumerate(repeated_rulesets):
        hits += check_intervals(ruleset, 10 + number)
    name = f"an interval of {SHORT_GAMES:,} games contains the value of {LONG_GAMES:,} others"
    print_share(name, hits, "95%")
    speed = measure_stage_cost(rulesets[:STAGE_RULESETS])
    print(f"  {'speed with rows of stages, relative to that without':64}{speed:.3f}, target 0.97")
    chance = random.Random(SEED)
    signs = []
    for ruleset in rulesets[: arguments.swaps]:
        signs += compare_signs(ruleset, chance)
    print_share("a difference that excludes 0 has the same sign on fresh dice", signs, "95%")


def print_repetition(pairs: list[tuple[Judgement, Judgement]]) -> None:
    """Print the shares of settled verdicts and checks that are equal in a second playtest."""
    verdicts = []
    checks = []
    for first, second in pairs:
        if first.is_clear:
            verdicts.append(first.grade == second.grade)
        for name, (grade, is_settled) in first.grades.items():
            if is_settled:
                second_grade, _ = second.grades.get(name, (0, True))
                checks.append(second_grade == grade)
    print_share("a settled verdict is the same on fresh dice", verdicts, "95%")
    print_share("a settled check is the same on fresh dice", checks, "95%")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", nargs="*")
    parser.add_argument("--rulesets", type=int, default=200)
    parser.add_argument("--again", type=int, default=50)
    parser.add_argument("--swaps", type=int, default=20)
    arguments = parser.parse_args()
    from carnage import catalog

    for code in arguments.book or catalog.sort_for_display(catalog.book_codes()):
        measure_book(catalog.book(code), arguments)


if __name__ == "__main__":
    main()
