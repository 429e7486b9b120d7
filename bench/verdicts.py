"""Whether playtests can be believed: how often a verdict is clear, how soon, and whether fresh dice
agree.

    python bench/verdicts.py [--book skirmish …] [--rulesets 200] [--again 50] [--swaps 20]

For so many random rulesets of each book: seconds until the first figures and until no gate asks for
more games (on all cores, rules ready), how many games that took, and how often every gate, and the
verdict, are sure then. Some are playtested `--again` with other dice: a sure verdict should be the
same in 95 of 100. An interval of 1,000 games should hold what 20,000 others come to in 95 of 100 (a
little less: these have an error too). For some `--swaps` a table's other answers are tried with two
sets of dice: a difference that is sure with one should have the same sign with the other in 95 of
100.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, NamedTuple

SEED = 20_260_303
OTHER_DICE = 1_000
SHORT, LONG = 1_000, 20_000
ROWED, TIMED = 12, 200  # rulesets with and without rows of stages, and games of each


class Judged(NamedTuple):
    """A playtest until no gate asks for more: seconds to the first figures and to the last,
    games, grades.
    """

    first: float
    last: float
    games: int
    grade: int
    clear: bool
    settled: bool
    grades: dict[str, tuple[int, bool]]


def rolled(book: Any, count: int) -> list[Any]:
    from carnage.rulesets.ruleset import resolve
    from carnage.seeds import Seed

    chance = random.Random(f"verdicts {SEED} {book.code}")
    return [
        resolve(book, Seed("".join(chance.choices("0123456789", k=book.length))))
        for _ in range(count)
    ]


def judged(ruleset: Any, dice: int = 0) -> Judged:
    """The playtest without what comes after its gates: learned bots and planners."""
    from carnage.lab import checks
    from carnage.lab.runner import steps

    begun = time.perf_counter()
    first = last = 0.0
    figures: dict[str, Any] = {}
    for step in steps(ruleset, planner=False, dice=dice, learner=False):
        figures = step
        last = time.perf_counter() - begun
        first = first or last
    said = list(checks.passed(ruleset, figures))
    grade, clear = checks.verdict(said)
    grades = {each.name: (each.grade, each.sure) for each in said}
    return Judged(
        first, last, figures["games"], grade, clear, all(each.sure for each in said), grades
    )


def share(name: str, hits: list[bool], aim: str = "") -> None:
    from carnage.common.intervals import wilson

    if hits:
        low, high = wilson(sum(hits), len(hits))
        told = f"{sum(hits) / len(hits):.1%} of {len(hits):,} ({low:.1%} to {high:.1%})"
        print(f"  {name:64}{told}{f', aim {aim}' if aim else ''}", flush=True)


def covered(ruleset: Any, dice: int) -> list[bool]:
    """For each share of games: whether the interval of the short run holds what the long one comes
    to. Each ruleset has short games with dice of its own: with the same ones all would be lucky
    together.
    """
    from carnage.common.intervals import Z95
    from carnage.lab.runner import Playtest

    short, long = Playtest(ruleset, z=Z95, dice=dice), Playtest(ruleset, z=Z95, dice=OTHER_DICE)
    short.look(SHORT)
    long.look(LONG)
    one, other = short.figures()["shares"], long.figures()["shares"]
    names = [name for name in one if name != "places"]
    pairs = [(one[name], other[name]["value"]) for name in names]
    pairs.append((one["places"][0], other["places"][0]["value"]))
    return [each["low"] <= value <= each["high"] for each, value in pairs if 0.0 < value < 1.0]


def signs(ruleset: Any, chance: random.Random) -> list[bool]:
    """For each difference that is sure with the usual dice: whether it has the same sign with
    others.
    """
    from carnage.catalog.variants import variants
    from carnage.lab.comparison import TRIED, Tried

    now = {table.id: int(ruleset.choice(table.id).digits) for table in ruleset.book.rolled}
    one, other = Tried(ruleset), Tried(ruleset, games=4 * TRIED, dice=OTHER_DICE)
    kept = []
    for table in chance.sample(ruleset.book.rolled, 3):
        for variant in [each for each in variants(table) if now[table.id] not in each.rolls][:3]:
            mine, theirs = (tried.row(table, variant)["shifts"] for tried in (one, other))
            for name, shift in mine.items():
                if (shift["low"] > 0.0 or shift["high"] < 0.0) and name in theirs:
                    kept.append(shift["value"] * theirs[name]["value"] > 0.0)
    return kept


def rows(rulesets: list[Any]) -> float:
    """How much of the speed the rows of stages leave, by processor time, in turns with games
    without.
    """
    from carnage.engine import games
    from carnage.engine.simulation import play_games

    took = {True: 0.0, False: 0.0}
    for ruleset in rulesets:
        bots = games.assign_seats(ruleset, ("greedy",))
        for _ in range(3):
            for stages in took:
                began = time.process_time()
                play_games(ruleset, TIMED, bots, 0, threads=1, stages=stages)
                took[stages] += time.process_time() - began
    return took[False] / took[True]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--book", nargs="*")
    parser.add_argument("--rulesets", type=int, default=200)
    parser.add_argument("--again", type=int, default=50)
    parser.add_argument("--swaps", type=int, default=20)
    given = parser.parse_args()
    from carnage import catalog
    from carnage.engine.games import load_family

    for code in given.book or catalog.offered(catalog.book_codes()):
        book = catalog.book(code)
        load_family(book.family)
        rulesets = rolled(book, max(given.rulesets, given.again, given.swaps))
        judged(rulesets[0])
        all_judged = [judged(ruleset) for ruleset in rulesets[: given.rulesets]]
        print(f"\n{code}, {len(all_judged)} rulesets")
        share("the verdict is clear", [each.clear for each in all_judged], "95%")
        share("every gate is sure", [each.settled for each in all_judged])
        for name, values, aim in (
            ("seconds to the first figures", [each.first for each in all_judged], 1),
            ("seconds until no gate asks for more", [each.last for each in all_judged], 5),
        ):
            tenths = statistics.quantiles(values, n=20)
            print(
                f"  {name:64}median {statistics.median(values):.2f}, 95% {tenths[-1]:.2f}, aim "
                f"{aim}"
            )
        print(f"  {'games':64}median {statistics.median(each.games for each in all_judged):,.0f}")
        again = [judged(ruleset, OTHER_DICE) for ruleset in rulesets[: given.again]]
        pairs = list(zip(all_judged, again, strict=False))
        share(
            "a clear verdict is the same on fresh dice",
            [a.grade == b.grade for a, b in pairs if a.clear],
            "95%",
        )
        share(
            "a sure gate says the same on fresh dice",
            [
                b.grades.get(name, (0, True))[0] == grade
                for a, b in pairs
                for name, (grade, sure) in a.grades.items()
                if sure
            ],
            "95%",
        )
        inside = [
            hit
            for n, ruleset in enumerate(rulesets[: given.again])
            for hit in covered(ruleset, 10 + n)
        ]
        share(f"an interval of {SHORT:,} games holds what {LONG:,} others say", inside, "95%")
        print(
            "  "
            f"{'speed with rows of stages, beside that without':64}{rows(rulesets[:ROWED]):.3f}, aim 0.97"
        )
        chance = random.Random(SEED)
        kept = [hit for ruleset in rulesets[: given.swaps] for hit in signs(ruleset, chance)]
        share("a sure difference has the same sign on fresh dice", kept, "95%")


if __name__ == "__main__":
    main()
