"""Measure the verdicts at two strengths: whether they hold for bots trained anew, and their cost.

    python bench/strengths.py [--check] [--cost] [--details] [--books skirmish …] [--rulesets 8]

With `--check`, each of the rulesets `carnage roll --book B --text "truth B n"` gets a verdict. Then
1,000 further games are played between bots that are trained anew, on other dice. A verdict is
contradicted if a check has no grade in common with these games, although the verdict does not say
that it depends on how well the game is played.

With `--cost`, each row is a book, with the seconds of CPU of the stages of a playtest, as the
median and the 95th percentile of random rulesets: (a) the first verdict, (b) the verdict at both strengths,
and with `--details` (c) the worth of the options. Before each ruleset, a loop of additions takes its
time on the same core: divide by its median to compare runs on machines that differ in speed or load.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from carnage import catalog
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed, casefold_text

FRESH_DICE = 77  # dice seed of the further games
FRESH_TRAINING = 5  # seed of the further training; playtests use lower ones
FRESH_GAMES = 1000
REFERENCE_ADDITIONS = 5_000_000


class CheckedVerdict(NamedTuple):
    """The comparison of a verdict with further games.

    Attributes:
        path: The ruleset.
        sentence: The verdict.
        depends: Whether it depends on the strength.
        contradictions: The checks that the further games contradict, with both values.
    """

    path: str
    sentence: str
    depends: bool
    contradictions: tuple[str, ...]


def check_verdict(path: str) -> CheckedVerdict:
    """Judge a ruleset, and compare the verdict with games of bots trained anew."""
    from carnage.engine.tuning import tune_weights
    from carnage.lab.checks import run_checks
    from carnage.lab.runner import Playtest, steps
    from carnage.lab.sampling_plan import TUNING_ITERATIONS
    from carnage.lab.strengths import check_strengths, judge, verdict_sentence

    code, digits = path.split("/")
    ruleset = resolve(catalog.book(code), Seed(digits))
    *_, metrics = steps(ruleset, threads=1)
    strengths = check_strengths(ruleset, metrics)
    weights = tune_weights(ruleset, iterations=TUNING_ITERATIONS, seed=FRESH_TRAINING)
    fresh = Playtest(ruleset, threads=1, dice=FRESH_DICE, weights=weights)
    fresh.evaluate(FRESH_GAMES)
    ladder = {"ladder": metrics["ladder"]}
    results = {each.name: each for each in run_checks(ruleset, {**fresh.evaluated, **ladder})}
    contradictions = []
    for check in strengths.checks:
        told = check.practised
        found = results.get(check.name)
        if strengths.depends(check.name) or told is None or found is None:
            continue
        if told.worst_grade < found.mildest_grade or told.mildest_grade > found.worst_grade:
            values = [each.metric.format_value(each.metric.value) for each in (told, found)]
            contradictions.append(f"{check.name} {values[0]} / {values[1]}")
    verdict = judge(strengths)
    return CheckedVerdict(
        path, verdict_sentence(strengths, metrics), verdict.depends, tuple(contradictions)
    )


def measure_reference() -> float:
    """Return the seconds of CPU of a loop of additions."""
    began = time.process_time()
    total = 0
    for number in range(REFERENCE_ADDITIONS):
        total += number
    return time.process_time() - began


def measure_cost(path: str, with_details: bool) -> list[float]:
    """Return the seconds of CPU of a loop of additions, and of each stage of a playtest.

    A playtest has one thread.
    """
    from carnage.lab.dominance import measure_options
    from carnage.lab.runner import (
        Playtest,
        first_verdict_steps,
        practised_steps,
        retraining_steps,
    )
    from carnage.lab.strengths import needs_retraining

    code, digits = path.split("/")
    ruleset = resolve(catalog.book(code), Seed(digits))
    test = Playtest(ruleset, threads=1)
    reference = measure_reference()
    began = time.process_time()
    for _ in first_verdict_steps(test):
        pass
    seconds = [reference, time.process_time() - began]
    if test.family.weights:
        for _ in practised_steps(test):
            pass
        if needs_retraining(ruleset, test.metrics()):
            for _ in retraining_steps(test):
                pass
    seconds.append(time.process_time() - began)
    if with_details:
        began = time.process_time()
        for _ in measure_options(ruleset, threads=1):
            pass
        seconds.append(time.process_time() - began)
    return seconds


def truth_rulesets(code: str, count: int) -> list[str]:
    """Return the paths of the rulesets that the verdicts are checked with."""
    length = catalog.book(code).length
    seeds = [
        Seed.from_text(casefold_text(f"truth {code} {n}"), length) for n in range(1, count + 1)
    ]
    return [f"{code}/{seed.digits}" for seed in seeds]


def random_rulesets(code: str, count: int) -> list[str]:
    """Return the paths of random rulesets, the same ones every time."""
    chance = random.Random(f"strengths {code}")
    length = catalog.book(code).length
    return [f"{code}/{Seed.from_rng(chance, length).digits}" for _ in range(count)]


def load_rules(paths: list[str]) -> None:
    """Compile the rules of these rulesets before any clock starts."""
    from carnage.engine.games import load_family

    for code in {path.split("/")[0] for path in paths}:
        load_family(catalog.book(code).family)


def print_checks(books: list[str], count: int) -> None:
    """Print each verdict and the contradictions, and their number."""
    paths = [path for code in books for path in truth_rulesets(code, count)]
    load_rules(paths)
    contradicted = 0
    depending = 0
    with ProcessPoolExecutor() as workers:
        for row in workers.map(check_verdict, paths):
            print(f"  {row.path}: {row.sentence}")
            if row.contradictions:
                print(f"    contradicted: {'; '.join(row.contradictions)}", flush=True)
            contradicted += bool(row.contradictions) and not row.depends
            depending += row.depends
    print(
        f"{contradicted} of {len(paths)} verdicts contradicted and not marked as depending; "
        f"{depending} depend on how well the game is played"
    )


def print_costs(books: list[str], count: int, with_details: bool) -> None:
    """Print the seconds of CPU of each stage, for each book."""
    for code in books:
        paths = random_rulesets(code, count)
        load_rules(paths)
        with ProcessPoolExecutor() as workers:
            rows = list(workers.map(measure_cost, paths, [with_details] * len(paths)))
        references, *stages = zip(*rows, strict=True)
        parts = [f"reference loop {statistics.median(references):.2f} s"]
        for stage, values in zip("abc", stages, strict=False):
            high = statistics.quantiles(values, n=20)[-1]
            parts.append(f"({stage}) median {statistics.median(values):.1f} s, 95% {high:.1f} s")
        print(f"  {code:10}{'; '.join(parts)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--books", nargs="*", default=["classic", "skirmish", "duel"])
    parser.add_argument("--rulesets", type=int, default=8)
    arguments = parser.parse_args()
    if arguments.check:
        print_checks(arguments.books, arguments.rulesets)
    if arguments.cost:
        print_costs(arguments.books, arguments.rulesets, arguments.details)


if __name__ == "__main__":
    main()
