"""Measurements of a duel: its state after each turn, and its result."""

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
    """Store the number of dice and of pips of both ships."""
    for side in range(2):
        t.score[side] = dice_left(g, side)
        t.strength[side] = pips_left(g, side)


@rule
def outcome(g: Game, r: Result) -> None:
    """Store the number of dice of both ships. A duel has one ending and no tie-break."""
    for side in range(2):
        r.scores[side] = dice_left(g, side)
