"""What texts may ask of the whole game, as in game.players, and words that stand for what is in it.

Each is worked out only when it is asked for. A piece of a rulebook that tells it is kept by its value; what
takes long to work out is kept by what decides it, which stands beside it.
"""

from __future__ import annotations

from typing import Any

from carnage.document.press import Thing
from carnage.document.rosters import things as of_rosters
from carnage.ruleset import Ruleset

THINGS = {
    "players": Thing(lambda ruleset: ruleset.players, tables=lambda book: ["players"]),
    **of_rosters.THINGS,
}
WORDS = of_rosters.WORDS


class Things:
    """The things of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    def __getattr__(self, name: str) -> Any:
        thing = THINGS.get(name)
        if thing is None:
            raise AttributeError(name)
        return thing(self._ruleset)
