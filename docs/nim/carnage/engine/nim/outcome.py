"""Measures of a game after each stage, and its outcome."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Result, Turn
from carnage.engine.nim.state import Game

ENDINGS = ("last-coin",)
SEEN = ("score",)  # the fields of a Turn that it fills in
ATTACKS: dict[
    str, tuple[str, ...]
] = {}  # answers that attack, by the name of the question: there are none


@rule
def measure(g: Game, t: Turn) -> None:
    """Write the visible scores of both seats."""
    t.score[0] = g.taken[0]
    t.score[1] = g.taken[1]


@rule
def outcome(g: Game, r: Result) -> None:
    """Write the scores and the ending."""
    r.scores[0] = g.taken[0]
    r.scores[1] = g.taken[1]
