"""Measuring: how a gamble stands, and how it came to its end."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Result, Turn
from carnage.engine.gamble.state import Game

ENDINGS = ("all-have-thrown",)
SEEN = ("score", "strength")
ATTACKS: dict[str, tuple[str, ...]] = {}


@rule
def measure(g: Game, t: Turn) -> None:
    """The scores, and whose turn is still to come."""
    for side in range(g.players):
        t.score[side] = g.seats[side].score
        t.strength[side] = int(side + 1 >= g.core.stage)


@rule
def outcome(g: Game, r: Result) -> None:
    """The scores, what everybody has won or lost, and whether the winner's score was somebody else's too."""
    r.tie_break = 0
    for side in range(g.players):
        r.scores[side] = g.seats[side].score
        r.winnings[side] = g.seats[side].paid - g.seats[side].paid_in
        if g.winner >= 0 and side != g.winner and g.seats[side].score == g.seats[g.winner].score:
            r.tie_break = 1
