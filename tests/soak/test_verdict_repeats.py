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
from carnage.lab.runner import Playtest, steps
from carnage.lab.severity import FINE
from carnage.lab.strengths import GREEDY, PRACTISED, check_strengths
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

EACH = 15  # rulesets of a book without a fault, and with one
MANY_GAMES = 20_000
OTHER_DICE = 9_000
MAX_CHANGED = 0.02
MAX_ROLLS = 400


class Repeated(NamedTuple):
    """The verdict of a ruleset, and whether it has changed at a strength on other dice."""

    path: str
    is_fine: bool
    changed: tuple[str, ...]


def grade_span(results: list[CheckResult]) -> tuple[int, int]:
    """Return the mildest and the worst grade that the intervals allow."""
    mildest = max((each.mildest_grade for each in results), default=FINE)
    return mildest, max((each.worst_grade for each in results), default=FINE)


def repeat_verdict(path: str) -> Repeated:
    """Judge a ruleset twice."""
    code, digits = path.split("/")
    ruleset = resolve(catalog.book(code), Seed(digits))
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
    grade, _ = overall_grade(strengths.greedy.values())
    return Repeated(path, grade == FINE, tuple(changed))


def random_paths(code: str) -> list[str]:
    chance = random.Random(f"repeated verdicts {code}")
    length = catalog.book(code).length
    return [f"{code}/{Seed.from_rng(chance, length).digits}" for _ in range(MAX_ROLLS)]


@pytest.mark.soak
def test_steps_other_dice_give_same_verdict() -> None:
    rows: list[Repeated] = []
    with ProcessPoolExecutor() as workers:
        for code in catalog.book_codes():
            fine: list[Repeated] = []
            faulty: list[Repeated] = []
            paths = random_paths(code)
            for start in range(0, MAX_ROLLS, 10):
                for row in workers.map(repeat_verdict, paths[start : start + 10]):
                    (fine if row.is_fine else faulty).append(row)
                if len(fine) >= EACH and len(faulty) >= EACH:
                    break
            assert len(fine) >= EACH
            assert len(faulty) >= EACH
            rows += fine[:EACH] + faulty[:EACH]
    changed = [row for row in rows if row.changed]
    assert len(changed) <= MAX_CHANGED * len(rows), changed
