"""Rules of Runs: the worth of dice in sequence, before the throw is taken into account.

The option is stored in the scale (`scoring`), so the scorer needs no other part of the game.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.state import Scale


@rule
def added_up(lowest: int, count: int) -> int:
    """Return the sum of a run's values."""
    return count * lowest + count * (count - 1) // 2


@rule
def length(count: int) -> int:
    """Return the square of a run's number of dice."""
    return count * count


@rule
def top(lowest: int, count: int) -> int:
    """Return a run's highest value times its number of dice."""
    return count * (lowest + count - 1)


@rule
def none() -> int:
    """Return 0: only sets score."""
    return 0


@rule
def run_worth(s: Scale, lowest: int, count: int) -> int:
    """Return the worth of a run of `count` dice from this value up; 0 if it is too short."""
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
