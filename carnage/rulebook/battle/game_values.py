"""Values of a battle that the catalogue's texts may use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from carnage.forces import force, stats
from carnage.ground import ground
from carnage.rulebook.battle import muster
from carnage.rulebook.game_values import GameValues
from carnage.ruleset import Ruleset
from carnage.wording import Number


class BattleValues(GameValues):
    """The attributes of `game` in a text of a battle, as in `game.figures`."""

    @property
    def models(self) -> int:
        return force(self._ruleset).size

    @property
    def figures(self) -> str:
        return muster.figures(self._ruleset)

    @cached_property
    def figures_needed(self) -> str:
        return muster.figures_needed(self._ruleset)

    @property
    def table_feet(self) -> Number:
        return ground(self._ruleset).feet

    @cached_property
    def terrain(self) -> str:
        return muster.terrain(self._ruleset)

    @cached_property
    def most_dice(self) -> int:
        return muster.most_dice(self._ruleset)

    @cached_property
    def rounds(self) -> str:
        return muster.rounds_told(self._ruleset)

    @cached_property
    def minutes(self) -> str:
        return muster.time(self._ruleset)


def list_text_values(ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the names that texts use without `game.`: weapons, stats and special actions in this game."""
    mustered = force(ruleset)
    return {"weapons": mustered.carried, "stats": stats(ruleset), "specials": mustered.specials}
