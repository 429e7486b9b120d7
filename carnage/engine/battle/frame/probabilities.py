"""Chances of tests, from the table of exact odds in the record."""

from __future__ import annotations

from carnage.engine.battle.frame.model_status import is_standing
from carnage.engine.battle.frame.state import DIFFICULTIES, VALUES, Game
from carnage.engine.battle.frame.talent_list import iron_nerve
from carnage.engine.compiling.marks import rule


@rule
def chance(g: Game, value: int, difficulty: int) -> float:
    """Return the chance that a test of a stat succeeds, from 0 to 1; of cards, with a full deck."""
    v = min(max(value, 0), VALUES - 1)
    d = min(max(difficulty, g.p.resolution_least), DIFFICULTIES - 1)
    return g.chances[v * DIFFICULTIES + d]


@rule
def unit_morale(g: Game, unit: int) -> int:
    """Return the highest Morale among the standing models of a unit, 0 if none stands."""
    u = g.units[unit]
    best = 0
    for i in range(u.first, u.first + u.count):
        if is_standing(g.models[i]):
            best = max(best, g.kinds[g.models[i].kind].morale + iron_nerve(g, i))
    return best
