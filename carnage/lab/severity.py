"""Grades, and the definition of a check."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from carnage.lab.check_inputs import Metric, Metrics
from carnage.rulesets.ruleset import Ruleset

FINE, BLEMISH, FAULT, BROKEN = range(4)
"""The grades, from the best to the worst."""
GRADES = ("Fine", "Blemish", "Fault", "Broken")
GRADE_PHRASES = ("no fault", "a blemish", "a fault", "broken")


@dataclass(frozen=True, slots=True)
class Check:
    """A check.

    Attributes:
        name: The code of the check.
        fault: The fault of a game that fails it, in a few words.
        read: The function that reads its measure; None means that it does not apply.
        bounds: The values at which one grade ends and the next begins.
        grades: The grade of each interval between bounds.
        sentences: The sentence of each interval, with {share}, {detail} and {note} to fill in.
            Empty if there is nothing to report.
    """

    name: str
    fault: str
    read: Callable[[Ruleset, Metrics], Metric | None]
    bounds: tuple[float, ...]
    grades: tuple[int, ...]
    sentences: tuple[str, ...]

    def interval_index(self, value: float) -> int:
        """Return the index of the interval between bounds to which a value belongs."""
        return bisect_right(self.bounds, value)

    def grades_between(self, low: float, high: float) -> tuple[int, ...]:
        """Return the grades from one value to another, in order."""
        return self.grades[self.interval_index(low) : self.interval_index(high) + 1]
