"""Twist: what else there is.

What `dynamite` is stands in `dynamite`, losses that go off, `exploding`, in `damage`.
"""

from __future__ import annotations

from carnage.engine.battle.noting import fire
from carnage.engine.battle.state import Game
from carnage.engine.core.compiling import rule


@rule
def none(g: Game) -> None:
    """Nothing out of the ordinary."""
    fire(g, g.chosen.twist)
