"""The battle family's face: what `engine.games` needs to play it."""

from __future__ import annotations

from carnage.engine.battle.events import SHAPES
from carnage.engine.battle.numbers import RULES
from carnage.engine.battle.play import Margin, Result, Tally, advice, begin, play_batch, play_one, try_out
from carnage.engine.battle.prepare import fill, template
from carnage.engine.battle.questions import ROUTINE
from carnage.engine.battle.state import Game

__all__ = [
    "ROUTINE",
    "RULES",
    "SHAPES",
    "Game",
    "Margin",
    "Result",
    "Tally",
    "advice",
    "begin",
    "fill",
    "play_batch",
    "play_one",
    "template",
    "try_out",
]
