"""Measuring: how a game stands after each stage, and how it came to its end."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Result, Turn
from carnage.engine.nim.state import Game

ENDINGS = ("last-coin",)
SEEN = ("score",)  # what of a Turn it knows
ATTACKS: dict[str, tuple[str, ...]] = {}  # answers that attack, by the name of the question: there are none


@rule
def measure(g: Game, t: Turn) -> None:
    """Write down how the game stands, as everybody at the table can see."""
    t.score[0] = g.taken[0]
    t.score[1] = g.taken[1]


@rule
def outcome(g: Game, r: Result) -> None:
    """Write down the scores, and which ending it was."""
    r.scores[0] = g.taken[0]
    r.scores[1] = g.taken[1]
