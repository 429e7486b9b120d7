"""Measuring: how a duel stands, and how it came to its end."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.state import Result, Turn
from carnage.engine.duel.counts import dice_left, pips_left
from carnage.engine.duel.state import Game

ENDINGS = ("out-of-fuel",)
SEEN = ("score", "strength")
ATTACKS = {"shoot": ("yes",)}


@rule
def measure(g: Game, t: Turn) -> None:
    """The dice and the pips that are left."""
    for side in range(2):
        t.score[side] = dice_left(g, side)
        t.strength[side] = pips_left(g, side)


@rule
def outcome(g: Game, r: Result) -> None:
    """The dice that are left. There is one ending, and nothing breaks a tie."""
    for side in range(2):
        r.scores[side] = dice_left(g, side)
