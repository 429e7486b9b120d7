"""Runs: what dice in sequence are worth, before it matters when they were thrown.

Which option holds stands in the scale (`scoring`), so that the scorer can do without the rest of the game.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.state import Scale


@rule
def added_up(lowest: int, count: int) -> int:
    """The sum of its values."""
    return count * lowest + count * (count - 1) // 2


@rule
def length(count: int) -> int:
    """The square of the number of its dice."""
    return count * count


@rule
def top(lowest: int, count: int) -> int:
    """Its highest value, once for each of its dice."""
    return count * (lowest + count - 1)


@rule
def none() -> int:
    """Only sets score."""
    return 0


@rule
def run_worth(s: Scale, lowest: int, count: int) -> int:
    """What a run of so many dice from this value up is worth, 0 if it is too short."""
    if count < s.shortest:
        return 0
    if s.heights == R.RUNS_ADDED_UP:
        return added_up(lowest, count)
    if s.heights == R.RUNS_LENGTH:
        return length(count)
    if s.heights == R.RUNS_TOP:
        return top(lowest, count)
    if s.heights == R.RUNS_NONE:
        return none()
    raise NoSuchRule
