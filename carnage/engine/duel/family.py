"""The duel family's face: what `engine.games` needs to play it."""

from __future__ import annotations

from typing import Any

from carnage.engine.core import records
from carnage.engine.core.state import GREEDY, RANDOM, Lore
from carnage.engine.duel.events import SHAPES
from carnage.engine.duel.numbers import RULES
from carnage.engine.duel.play import advice, begin, keep, play_batch, play_one, try_out
from carnage.engine.duel.prepare import fill, template
from carnage.engine.duel.questions import ROUTINE
from carnage.engine.duel.state import Game
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
    """The exact mean score of each seat, where it is known: nobody has solved a duel."""
    return [None] * len(bots)
