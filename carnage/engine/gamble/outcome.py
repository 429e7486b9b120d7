"""Measurements of a gamble: its state after each turn, and its result."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Result, Turn
from carnage.engine.gamble.state import Game

ENDINGS = ("all-have-thrown",)
SEEN = ("score", "strength")
ATTACKS: dict[str, tuple[str, ...]] = {}


@rule
def measure(g: Game, t: Turn) -> None:
    """Store the scores, and as strength 1 for each player who is not done."""
    for side in range(g.players):
        t.score[side] = g.seats[side].score
        t.strength[side] = 1 - g.seats[side].done


@rule
def outcome(g: Game, r: Result) -> None:
    """Store the scores, the winnings in credits, and whether a tie for the best was broken."""
    r.tie_break = 0
    for side in range(g.players):
        r.scores[side] = g.seats[side].score
        r.winnings[side] = g.seats[side].paid - g.seats[side].paid_in
        if g.winner >= 0 and side != g.winner and g.seats[side].score == g.seats[g.winner].score:
            r.tie_break = 1
