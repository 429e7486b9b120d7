"""The battle family's face: what `engine.games` needs to play it."""

from __future__ import annotations

from typing import Any

from carnage.engine.battle.events import SHAPES
from carnage.engine.battle.numbers import RULES
from carnage.engine.battle.play import advice, begin, keep, play_batch, play_one, try_out
from carnage.engine.battle.prepare import fill, template
from carnage.engine.battle.questions import ROUTINE
from carnage.engine.battle.state import Game
from carnage.engine.core import records
from carnage.engine.core.state import GREEDY, RANDOM, Lore
from carnage.ruleset import Ruleset

__all__ = [
    "BOTS",
    "ROUTINE",
    "RULES",
    "SHAPES",
    "Game",
    "advice",
    "begin",
    "expected_scores",
    "fill",
    "keep",
    "lore",
    "play_batch",
    "play_one",
    "template",
    "try_out",
]

BOTS = {"random": RANDOM, "greedy": GREEDY}


def lore(ruleset: Ruleset, bots: tuple[str, ...]) -> Any:
    """Nothing: these bots work everything out in play."""
    return records.new(Lore, 0)


def expected_scores(ruleset: Ruleset, bots: tuple[str, ...]) -> list[float | None]:
    """The exact mean score of each seat, where it is known: nobody has solved a battle."""
    return [None] * len(bots)
