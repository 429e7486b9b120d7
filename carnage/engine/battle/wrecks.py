"""Wrecks: what removed models leave in everybody's way."""

from __future__ import annotations

from carnage.engine.battle import numbers as R
from carnage.engine.battle.noting import fire
from carnage.engine.battle.state import Game
from carnage.engine.core.compiling import rule


@rule
def wreckage(g: Game, i: int) -> None:
    """Model i, which has just been removed, stays as a wreck."""
    g.models[i].wreck = 1
    fire(g, R.TWIST_WRECKAGE)
