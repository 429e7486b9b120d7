"""Leg It as an option in words, with its cost in this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carnage.common.text_format import count
from carnage.engine.battle.move.loot import has_side_left, tokens_on_table
from carnage.engine.battle.turn.leaving_costs import is_caught, leaving_cost
from carnage.engine.battle.words.naming import Names


def leaving_line(names: Names, g: Any, side: int) -> str:
    """Return the option to leg it in one line."""
    caught = [i for i in range(g.n_models) if g.models[i].side == side and _would_be_lost(g, i)]
    if names.ruleset.has("loot"):
        return f"Leg it: {_loot_text(g, side, len(caught))}"
    lost = f"; {count(len(caught), 'model')} near an enemy will be lost" if caught else ""
    if names.ruleset.has("kill-points"):
        return f"Leg it: leave for good and give the enemy {_points_away(g, side)} points{lost}"
    cost = f"lose {leaving_cost(g, side)} of your {int(g.sides[side].victory)} victory points"
    if caught:
        lost += f", {_points_caught(g, caught)}"
    return f"Leg it: leave for good, score no more and {cost}{lost}"


def _points_caught(g: Any, caught: Sequence[int]) -> str:
    """Return the points that the enemy scores for the models that it catches, in words."""
    return f"for {count(len(caught) * int(g.p.morale_caught), 'point')} to the enemy"


def _would_be_lost(g: Any, i: int) -> bool:
    """Return whether model i is lost if its side legs it."""
    return bool(g.models[i].in_play == 1 and is_caught(g, i))


def _loot_text(g: Any, side: int, caught: int) -> str:
    """Return the end of the game with loot if a side legs it now."""
    dropped = min(caught, int(g.sides[side].stash))
    kept = int(g.sides[side].stash) - dropped
    taken = int(g.sides[1 - side].stash)
    if has_side_left(g, 1 - side):
        taken += dropped + tokens_on_table(g)
    return f"end the game at once, with {count(kept, 'Loot Token')} to the enemy’s {taken}"


def _points_away(g: Any, side: int) -> int:
    """Return the points that the enemy scores for the units that get away."""
    points = 0
    for n in range(g.n_units):
        unit = g.units[n]
        if unit.side == side and unit.gone == 0 and _gets_away(g, unit):
            points += -int(-unit.points * g.p.morale_share // 1.0)
    return points


def _gets_away(g: Any, unit: Any) -> bool:
    """Return whether a standing model of a unit gets away if its side legs it."""
    return any(
        g.models[i].in_play == 1 and g.models[i].fell == 0 and not is_caught(g, i)
        for i in range(unit.first, unit.first + unit.count)
    )
