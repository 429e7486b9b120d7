"""Statistics of the stages of games: the dead ones, and those after the last change."""

from __future__ import annotations

from typing import Any

import numpy as np

from carnage.common.intervals import Estimate
from carnage.engine.core.family import Family
from carnage.engine.simulation import GameResults

MIN_STAGES = 2  # stages after the first, in a game that is counted


def estimate_idle_stages(family: Family, played: GameResults, z: float) -> dict[str, Any]:
    """Return how much of a game is idle, as estimates in JSON; nothing without a game to count.

    A stage is idle if no figure of any seat changes: its score, strength, harm and holdings. The
    first stage only begins the game and does not count.

    - `dead`: the share of idle stages up to the last change.
    - `frozen`: the share of a game that is left after the last change.

    Args:
        family: The family of the game.
        played: The games, of which the first ones have turns.
        z: The half width of intervals, in standard errors.
    """
    counts = played.results.turns.astype(int)
    counts = counts[: int(np.searchsorted(np.cumsum(counts), len(played.turns), "right"))]
    game = np.repeat(np.arange(len(counts)), counts)
    turns = played.turns[: len(game)]
    changed = np.zeros(len(game), dtype=bool)
    for name in family.turn_fields:
        figures = np.asarray(turns[name])
        changed[1:] |= (figures[1:] != figures[:-1]).any(1)
    stage = np.arange(len(game)) - np.repeat(np.cumsum(counts) - counts, counts)
    changed &= stage > 0
    last_change = np.zeros(len(counts), dtype=int)
    np.maximum.at(last_change, game[changed], stage[changed])
    changes = np.bincount(game[changed], minlength=len(counts))
    length = counts - 1
    is_counted = length >= MIN_STAGES
    if not is_counted.any():
        return {}
    frozen = (length - last_change)[is_counted] / length[is_counted]
    live = is_counted & (last_change > 0)
    dead = np.zeros(0)
    if live.any():
        dead = 1.0 - changes[live] / last_change[live]
    estimates = {"frozen": Estimate.from_values(frozen, z).json()}
    if len(dead):
        estimates["dead"] = Estimate.from_values(dead, z).json()
    return estimates
