"""Grading: how bad something is, and how a gate says it of a figure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from carnage.playtest.readings import Figures, Reading
from carnage.ruleset import Ruleset

FINE, BLEMISH, FAULT, BROKEN = range(4)
"""How bad something is."""
GRADES = ("Fine", "Blemish", "Fault", "Broken")


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate: its name, `short` what is wrong with a game that falls at it, what it reads, where one grade
    ends and the next begins, and how bad each is.

    `sentences` has one for each grade, with {share}, {about} and {beside} to be filled in, empty where
    nothing is to be said.
    """

    name: str
    short: str
    read: Callable[[Ruleset, Figures], Reading | None]
    bounds: tuple[float, ...]
    grades: tuple[int, ...]
    sentences: tuple[str, ...]

    def graded(self, value: float) -> int:
        """Which of its grades a value has, by its place."""
        return bisect_right(self.bounds, value)

    def between(self, low: float, high: float) -> tuple[int, ...]:
        """How bad what lies between these values is, from grade to grade."""
        return self.grades[self.graded(low) : self.graded(high) + 1]
