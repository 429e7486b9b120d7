"""Verdicts again on other dice, with many more games: hardly any may change.

A verdict that is on the edge names both grades, so that it may become either.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import pytest

from carnage import catalog
from carnage.lab.checks import CheckResult, overall_grade, run_checks
from carnage.lab.runner import Playtest, first_verdict_steps, steps
from carnage.lab.severity import FINE
from carnage.lab.strengths import GREEDY, PRACTISED, check_strengths
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

EACH = 15  # rulesets of a book without a fault, and with one
MANY_GAMES = 20_000
OTHER_DICE = 9_000
MAX_CHANGED = 0.02
MAX_ROLLS = 400


class Repeated(NamedTuple):
    """A ruleset, and the changes of its verdict on other dice."""

    path: str
    changed: tuple[str, ...]


def grade_span(results: list[CheckResult]) -> tuple[int, int]:
    """Return the mildest and the worst grade that the intervals allow."""
    mildest = max((each.mildest_grade for each in results), default=FINE)
    return mildest, max((each.worst_grade for each in results), default=FINE)


def read_ruleset(path: str) -> Ruleset:
    code, digits = path.split("/")
    return resolve(catalog.book(code), Seed(digits))


def is_fine(path: str) -> bool:
    """Return whether a ruleset has no fault between greedy bots."""
    ruleset = read_ruleset(path)
    *_, metrics = first_verdict_steps(Playtest(ruleset, threads=1))
    grade, _ = overall_grade(check_strengths(ruleset, metrics).greedy.values())
    return grade == FINE


def repeat_verdict(path: str) -> Repeated:
    """Judge a ruleset twice."""
    ruleset = read_ruleset(path)
    test = Playtest(ruleset, threads=1)
    *_, metrics = steps(ruleset, threads=1, test=test)
    strengths = check_strengths(ruleset, metrics)
    told = {GREEDY: strengths.greedy}
    if strengths.practised is not None:
        told[PRACTISED] = strengths.practised
    changed = []
    for strength, results in told.items():
        weights = test.weights if strength == PRACTISED else None
        again = Playtest(ruleset, threads=1, dice=OTHER_DICE, weights=weights)
        again.evaluate(MANY_GAMES)
        ladder = {"ladder": metrics["ladder"]}
        low, high = grade_span(list(run_checks(ruleset, {**again.evaluated, **ladder})))
        before_low, before_high = grade_span(list(results.values()))
        if high < before_low or before_high < low:
            changed.append(f"{strength}: {before_low}–{before_high} became {low}–{high}")
    return Repeated(path, tuple(changed))


def random_paths(code: str) -> list[str]:
    chance = random.Random(f"repeated verdicts {code}")
    length = catalog.book(code).length
    return [f"{code}/{Seed.from_rng(chance, length).digits}" for _ in range(MAX_ROLLS)]


def find_rulesets(code: str, workers: ProcessPoolExecutor) -> list[str]:
    """Return the first rulesets of a book without a fault, and the first ones with one."""
    fine: list[str] = []
    faulty: list[str] = []
    paths = random_paths(code)
    for start in range(0, MAX_ROLLS, 10):
        batch = paths[start : start + 10]
        for path, fine_one in zip(batch, workers.map(is_fine, batch), strict=True):
            (fine if fine_one else faulty).append(path)
        if len(fine) >= EACH and len(faulty) >= EACH:
            return fine[:EACH] + faulty[:EACH]
    pytest.fail(f"{MAX_ROLLS} rulesets of {code}: {len(fine)} without a fault")


@pytest.mark.soak
def test_steps_other_dice_give_same_verdict() -> None:
    rows: list[Repeated] = []
    with ProcessPoolExecutor() as workers:
        for code in catalog.book_codes():
            for row in workers.map(repeat_verdict, find_rulesets(code, workers)):
                print(row, flush=True)
                rows.append(row)
    changed = [row for row in rows if row.changed]
    assert len(changed) <= MAX_CHANGED * len(rows), changed
