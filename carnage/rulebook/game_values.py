"""Values of a game that the catalogue's texts may use."""

from __future__ import annotations

from carnage.ruleset import Ruleset


class GameValues:
    """The attributes of `game` in a text, as in `game.players`, each computed when a text asks for it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @property
    def players(self) -> int:
        return self._ruleset.players
